"""Every day of five years, in every region: each occasion is whole, and no calendar is read twice."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from topics.almanac import Kind, Occasion, occasions
from topics.almanac.public import calendar

DAY = timedelta(days=1)
REGIONS = ("CN", "TW", "HK", "MO", "SG", "MY", "US", "GB", "CA", "DE", "JP", "AU")
YEARS = range(2024, 2029)


def days(year: int) -> Iterator[date]:
    day = date(year, 1, 1)
    while day.year == year:
        yield day
        day += DAY


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_occasion_of_five_years_is_whole(region: str, lang: str) -> None:
    about: dict[str, tuple[date, dict[str, str]]] = {}
    for day in (day for year in YEARS for day in days(year)):
        found = occasions(day, region, lang)
        assert len({one.key for one in found}) == len(found)
        assert [one.weight for one in found] == sorted((one.weight for one in found), reverse=True)
        for one in found:
            _is_whole(one, day)
            assert about.setdefault(one.key, (one.day, one.names)) == (one.day, one.names), one.key
    assert len(about) > 100


def _is_whole(one: Occasion, day: date) -> None:
    assert one.names.keys() == one.text.keys() == {"zh", "en"}
    assert re.search(r"[一-鿿]", one.names["zh"]), one
    assert not re.search(r"[A-Za-z（(]{3}", one.text["zh"]), one
    assert one.names["en"].strip() == one.names["en"] != ""
    assert one.text["en"].isascii(), one
    assert re.fullmatch(r"(今|明)天[^。]+。", one.text["zh"]), one
    assert re.fullmatch(r"(Today|Tomorrow) (is|starts) .+[^.]\.", one.text["en"]), one
    assert "observed" not in one.text["en"]
    assert "estimated" not in one.text["en"]
    assert 0 < one.weight <= 1
    assert one.days_ahead == (1 if one.day > day else 0)
    assert one.text["zh"].startswith("明天") is (one.days_ahead == 1)
    assert one.key.endswith(one.day.isoformat())
    assert max(day, one.day) <= one.offered_until
    if one.kind != Kind.LONG_WEEKEND:
        assert one.offered_until == one.day in (day, day + DAY)


def test_a_year_is_read_once() -> None:
    # Calendars cost most. A year of calls reads its own and the next one, in a few languages each.
    for region, year in (("FR", 2031), ("KR", 2031), ("GB", 2031), ("CN", 2031)):
        calendar.cache_clear()
        started = time.process_time()
        for day in days(year):
            occasions(day, region, "zh")
        assert calendar.cache_info().misses <= 16
        assert time.process_time() - started < 5
        read = calendar.cache_info().misses
        for day in days(year):
            occasions(day, region, "en")
        assert calendar.cache_info().misses == read
