"""The times a question names."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memory.recall.windows import windows

NOW = datetime(2026, 7, 15, 20, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("五月那次爬山去的哪儿", "2026-05-01", "2026-05-31"),
        ("十月那次旅行怎么样", "2025-10-01", "2025-10-31"),
        ("10月3号我去哪儿了", "2025-10-03", "2025-10-03"),
        ("十月有什么安排", "2026-10-01", "2026-10-31"),
        ("昨天晚上我吃了什么", "2026-07-14", "2026-07-14"),
        ("去年国庆我在哪", "2025-10-01", "2025-10-07"),
        ("where did I go last March?", "2026-03-01", "2026-03-31"),
        ("what did I cook on June 3rd?", "2026-06-03", "2026-06-03"),
        ("what am I planning to do in October?", "2026-10-01", "2026-10-31"),
    ],
)
def test_named(question: str, start: str, end: str) -> None:
    (span, *_more) = windows([question], NOW)
    assert (f"{span.start:%Y-%m-%d}", f"{span.end:%Y-%m-%d}") == (start, end)


@pytest.mark.parametrize("question", ["我的猫叫什么", "前阵子我在忙什么", "what's my name?", ""])
def test_none(question: str) -> None:
    assert windows([question], NOW) == ()
