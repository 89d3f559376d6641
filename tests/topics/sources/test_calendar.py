"""Days that come round, in the user's own zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from memory.models import MemorySettings
from memory.policy import Kind
from tests.topics.conftest import ZONE, Make
from topics.filtering import blocked
from topics.sources import calendar

NOON = datetime(2026, 9, 25, 12, 0, tzinfo=ZONE)
"""Mid-autumn day."""


def told(user: User, now: datetime, source: str = "") -> list[str]:
    return [one.statement for one in calendar.grounds(user, now) if source in ("", one.source)]


def test_a_festival_on_its_day_in_the_users_zone(user: User) -> None:
    assert any("中秋" in one for one in told(user, NOON))
    late = datetime(2026, 9, 24, 20, 0, tzinfo=ZoneInfo("UTC"))  # 04:00 of the 25th in Shanghai
    assert any(one.startswith("今天") and "中秋" in one for one in told(user, late))
    user.time_zone = "America/Los_Angeles"
    assert not any(one.startswith("今天") and "中秋" in one for one in told(user, late))


def test_an_american_has_thanksgiving(user: User) -> None:
    user.time_zone, user.language = "America/New_York", "en"
    day = datetime(2026, 11, 26, 9, 0, tzinfo=ZoneInfo("America/New_York"))
    assert any("Thanksgiving" in one for one in told(user, day))
    assert not any("Thanksgiving" in one for one in told(user, day.replace(day=12)))


def test_a_day_to_work_although_it_is_sunday(user: User) -> None:
    assert any("班" in one for one in told(user, datetime(2026, 2, 14, 9, 0, tzinfo=ZONE)))


@pytest.mark.parametrize(
    ("value", "day", "words"),
    [
        ("9月25日", NOON, "今天是你妈妈的生日"), ("9月26日", NOON, "明天是你妈妈的生日"), ("9月28日", NOON, "9月28日是你妈妈的生日"),
        ("农历八月十五", NOON, "今天是你妈妈的生日"), ("农历八月十六", NOON, "明天是你妈妈的生日"),
        ("9月29日", NOON, ""), ("9月24日", NOON, ""),
    ],
)  # fmt: skip
def test_birthdays_solar_and_lunar(user: User, make: Make, value: str, day: datetime, words: str) -> None:
    make(Kind.PERSON, f"你妈妈的生日是{value}", subject="妈妈", attribute="birthday", value=value)
    assert told(user, day, "birthday") == ([words] if words else [])


def test_their_own_only_on_the_day(user: User, make: Make) -> None:
    make(Kind.IDENTITY, "你的生日是9月25日", attribute="birthday", value="9月25日")
    assert told(user, NOON, "birthday") == ["今天是你自己的生日"]
    assert told(user, NOON.replace(day=24), "birthday") == []


def test_years_ago_today_and_what_is_mourned(user: User, make: Make) -> None:
    then = datetime(2024, 9, 25, 18, 0, tzinfo=ZONE)
    make(Kind.EVENT, "你和小雨去看了海", true_from=then, true_until=then, precision="day")
    make(Kind.EVENT, "你外公去世了", true_from=then, true_until=then, precision="day")
    make(Kind.EVENT, "你搬了家", true_from=then.replace(day=26), true_until=then, precision="day")
    make(Kind.EVENT, "你那年换了工作", true_from=then, true_until=then, precision="year")
    found = [one for one in calendar.grounds(user, NOON) if one.source == "anniversary"]
    assert {one.statement: blocked(one, NOON) for one in found} == {
        "2年前的今天：你和小雨去看了海": "",
        "2年前的今天：你外公去世了": "grief",
    }


def test_raising_a_day_is_not_raising_its_memory(user: User, make: Make) -> None:
    row = make(Kind.PERSON, "你妈妈的生日是9月25日", subject="妈妈", attribute="birthday", value="9月25日")
    found = next(one for one in calendar.grounds(user, NOON) if one.source == "birthday")
    assert (found.ident, found.stem) == (f"birthday:{row.id}:2026", f"birthday:{row.id}")
    assert found.until is not None
    assert found.until.astimezone(ZONE).date() == NOON.date()


def test_paused_memory_has_no_days_of_its_own(user: User, make: Make) -> None:
    make(Kind.PERSON, "你妈妈的生日是9月25日", subject="妈妈", attribute="birthday", value="9月25日")
    MemorySettings.objects.update_or_create(user=user, defaults={"paused_at": NOON})
    found = [one for one in calendar.grounds(user, NOON) if one.source == "birthday"]
    assert [blocked(one, NOON) for one in found] == ["paused"]


def test_a_mothers_day_is_no_day_for_somebody_who_lost_her(user: User, make: Make) -> None:
    day = datetime(2026, 5, 10, 9, 0, tzinfo=ZONE)

    def reasons() -> set[str]:
        return {blocked(one, day) for one in calendar.grounds(user, day) if "母亲节" in one.statement}

    assert reasons() == {""}
    make(
        Kind.EVENT,
        "你妈妈去世了",
        subject="妈妈",
        true_from=day.replace(year=2023),
        true_until=day,
        precision="year",
    )
    assert reasons() == {"grief"}


def test_what_is_said_of_today_ends_with_it(user: User) -> None:
    found = next(one for one in calendar.grounds(user, NOON) if "中秋" in one.statement)
    assert blocked(found, NOON) == ""
    assert blocked(found, NOON.replace(day=26, hour=0, minute=1)) == "not_current"
