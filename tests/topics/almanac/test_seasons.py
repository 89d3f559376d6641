"""The turns of the seasons, north and south."""

from __future__ import annotations

from datetime import date

import pytest

from topics.almanac import Kind, occasions, season


@pytest.mark.parametrize(
    ("day", "zone", "name"),
    [
        (date(2026, 1, 15), "Europe/Berlin", "winter"), (date(2026, 3, 19), "Europe/Berlin", "winter"),
        (date(2026, 3, 20), "Europe/Berlin", "spring"), (date(2026, 6, 21), "Europe/Berlin", "summer"),
        (date(2026, 9, 22), "Europe/Berlin", "summer"), (date(2026, 9, 23), "Europe/Berlin", "autumn"),
        (date(2026, 12, 31), "Asia/Shanghai", "winter"), (date(2026, 7, 1), "Asia/Shanghai", "summer"),
        (date(2026, 1, 15), "Australia/Sydney", "summer"), (date(2026, 4, 15), "Australia/Sydney", "autumn"),
        (date(2026, 7, 15), "Australia/Sydney", "winter"), (date(2026, 10, 15), "Pacific/Auckland", "spring"),
        (date(2026, 12, 25), "America/Argentina/Buenos_Aires", "summer"), (date(2026, 1, 15), "Asia/Singapore", ""),
        (date(2026, 1, 15), "UTC", ""), (date(2026, 1, 15), "Asia/Chongqing", "winter"),
    ],
)  # fmt: skip
def test_season(day: date, zone: str, name: str) -> None:
    assert season(day, zone) == name


def test_the_turn_is_on_the_local_day() -> None:
    # The equinox of 2024 was at 03:06 UTC on 20 March: 23:06 the day before in New York.
    assert season(date(2024, 3, 19), "America/New_York") == "spring"
    assert season(date(2024, 3, 19), "Europe/London") == "winter"
    assert season(date(2024, 3, 20), "Europe/London") == "spring"


@pytest.mark.parametrize(
    ("day", "region", "en"),
    [
        (date(2024, 3, 19), "US", "Today is the spring equinox, when day and night are about equally long."),
        (date(2026, 6, 21), "DE", "Today is the summer solstice, the longest day of the year."),
        (date(2026, 6, 21), "AU", "Today is the winter solstice, the shortest day of the year."),
        (date(2026, 12, 22), "AU", "Today is the summer solstice, the longest day of the year."),
    ],
)
def test_a_turn_is_an_occasion(day: date, region: str, en: str) -> None:
    assert en in [one.text["en"] for one in occasions(day, region, "en") if one.kind == Kind.SEASON]


def test_no_turn_in_the_tropics_nor_beside_the_solar_term() -> None:
    kinds = {one.kind for region in ("SG", "ID", "CN", "TW") for one in occasions(date(2026, 6, 21), region, "en")}  # fmt: skip
    assert Kind.SEASON not in kinds
    assert Kind.SOLAR_TERM in kinds


def test_the_solstice_of_the_south_is_no_dongzhi() -> None:
    keys = [one.key for one in occasions(date(2026, 12, 22), "AU", "zh")]
    assert keys == ["season:summer_solstice:2026-12-22"]
    assert "festival:winter_solstice:2026-12-22" in [
        one.key for one in occasions(date(2026, 12, 22), "US", "zh")
    ]
