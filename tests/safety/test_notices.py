from __future__ import annotations

import re

import pytest

from safety.notices import ai_notice, break_notice, label


def test_the_chinese_label_holds_both_elements() -> None:
    assert re.search("人工智能|AI", label("zh"))
    assert re.search("生成|合成", label("zh"))


@pytest.mark.parametrize(("lang", "words"), [("zh", ("AI", "不是真人")), ("en", ("AI", "not a human"))])
def test_notices_say_that_it_is_not_a_human(lang: str, words: tuple[str, str]) -> None:
    assert all(word in ai_notice(lang) for word in words)
    assert all(word in break_notice(lang, 120) for word in words)
    assert "120" in break_notice(lang, 120)
