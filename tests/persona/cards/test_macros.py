from __future__ import annotations

import pytest

from persona.cards.macros import Names, filled

NAMES = Names("小满", "小林", "seed")


@pytest.mark.parametrize(("text", "told"), [
    ("{{char}}和{{user}}", "小满和小林"), ("{{CHAR}} {{User}} <BOT> <user>", "小满 小林 小满 小林"), ("{{ char }}", "小满"),
    ("a{{// note}}b{{comment: x}}c{{hidden_key:y}}d", "abcd"), ("{{reverse:abc}}", "cba"), ("{{original}}x", "x"),
    ("{{getvar::a}}{{unknown}}x", "x"), ("{{roll:1}} {{roll:d1}}", "1 1"), ("{{random:a}}", "a"), ("{{pick::a}}", "a"),
    ("{{random:甲\\,乙}}", "甲,乙"), ("{{reverse:{{user}}}}", "林小"), ("{不是} {{", "{不是} {{"), ("{{}}x", "x"),
])  # fmt: skip
def test_placeholders(text: str, told: str) -> None:
    assert filled(text, NAMES) == told


def test_a_choice_stays_as_it_is() -> None:
    text = "{{random:a,b,c,d,e,f}}{{pick:a,b,c}}{{roll:20}}"
    assert filled(text, NAMES) == filled(text, NAMES)
    assert len({filled(text, Names("a", "b", str(seed))) for seed in range(30)}) > 5


def test_a_name_that_looks_like_a_placeholder_opens_nothing_for_ever() -> None:
    assert "{{" not in filled("{{char}}", Names("{{char}}{{char}}", "x"))
