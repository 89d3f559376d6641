"""Birthdays that come round."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.unfolding.anniversaries import next_on

NOW = datetime(2026, 9, 20, 9, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("value", "lang", "day"),
    [
        ("农历八月十五", "zh", date(2026, 9, 25)),
        ("9月20号", "zh", date(2026, 9, 20)),
        ("1990年10月1日", "zh", date(2026, 10, 1)),
        ("十月一号", "zh", date(2026, 10, 1)),
        ("October 3", "en", date(2026, 10, 3)),
        ("May 3rd, 1990", "en", date(2027, 5, 3)),
        ("冬天", "zh", None),
        ("1990年", "zh", None),
    ],
)
def test_the_next_one(value: str, lang: str, day: date | None) -> None:
    assert next_on(value, lang, NOW) == day
