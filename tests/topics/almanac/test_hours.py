"""Parts of a day, weekends and working days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from topics.almanac import is_weekend, part_of_day, works


def test_every_hour_has_its_part() -> None:
    parts = [part_of_day(hour) for hour in range(24)]
    assert list(dict.fromkeys(parts)) == ["night", "early", "morning", "noon", "afternoon", "evening", "late"]
    assert [parts[hour] for hour in (0, 4, 5, 8, 11, 13, 18, 22)] == [
        "night", "night", "early", "morning", "noon", "afternoon", "evening", "late",
    ]  # fmt: skip


@pytest.mark.parametrize("hour", [-1, 24])
def test_no_such_hour(hour: int) -> None:
    with pytest.raises(ValueError):
        part_of_day(hour)


@pytest.mark.parametrize(
    ("region", "weekend"),
    [("CN", "Sat Sun"), ("US", "Sat Sun"), ("", "Sat Sun"), ("ZZ", "Sat Sun"), ("HK", "Sat Sun"), ("AE", "Sat Sun"), ("SA", "Fri Sat"), ("IL", "Fri Sat"), ("EG", "Fri Sat")],
)  # fmt: skip
def test_weekend(region: str, weekend: str) -> None:
    week = [date(2026, 3, 2) + timedelta(days=number) for number in range(7)]
    assert " ".join(f"{day:%a}" for day in week if is_weekend(day, region)) == weekend


def test_the_emirates_moved_their_weekend() -> None:
    friday = date(2021, 3, 5)
    assert (is_weekend(friday, "AE"), is_weekend(friday.replace(year=2026, day=6), "AE")) == (True, False)


@pytest.mark.parametrize(
    ("day", "region", "worked"),
    [
        ("2024-02-04", "CN", True), ("2024-02-18", "CN", True), ("2024-05-11", "CN", True), ("2024-09-14", "CN", True),
        ("2024-10-12", "CN", True), ("2025-01-26", "CN", True), ("2025-02-08", "CN", True), ("2025-04-27", "CN", True),
        ("2025-09-28", "CN", True), ("2025-10-11", "CN", True), ("2026-01-04", "CN", True), ("2026-02-14", "CN", True),
        ("2026-02-28", "CN", True), ("2026-05-09", "CN", True), ("2026-09-20", "CN", True), ("2026-10-10", "CN", True),
        ("2025-02-04", "CN", False), ("2025-10-08", "CN", False), ("2026-01-02", "CN", False), ("2026-02-23", "CN", False),
        ("2026-03-10", "CN", True), ("2026-03-14", "CN", False), ("2025-10-01", "TW", True), ("2025-10-06", "TW", False),
        ("2025-02-08", "TW", True), ("2025-01-26", "TW", False), ("2025-01-26", "HK", False), ("2026-11-26", "US", False),
        ("2026-11-26", "CA", True), ("2026-10-12", "CA", False), ("2026-04-06", "GB", False), ("2026-12-28", "GB", False),
        ("2026-10-02", "DE", True), ("2025-10-03", "DE", False), ("2026-05-06", "JP", False), ("2026-06-08", "AU", False),
        ("2026-03-06", "SA", False), ("2026-03-08", "SA", True), ("2026-03-10", "", True), ("2026-08-10", "SG", False),
    ],
)  # fmt: skip
def test_who_works_when(day: str, region: str, worked: bool) -> None:
    assert works(date.fromisoformat(day), region) is worked


def test_no_makeup_day_is_invented() -> None:
    # No notice for 2027 and 2028 is known: what the law names is free, no weekend is worked.
    for year in (2027, 2028):
        for number in range(365):
            day = date(year, 1, 1) + timedelta(days=number)
            assert not (works(day, "CN") and day.weekday() >= 5), day
    free = ["2027-01-01", "2027-02-05", "2027-02-08", "2027-04-05", "2027-06-09", "2027-09-15", "2027-10-01"]
    assert [day for day in free if works(date.fromisoformat(day), "CN")] == []
    assert works(date(2027, 10, 4), "CN")
