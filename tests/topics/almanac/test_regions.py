"""Which country a zone lies in."""

from __future__ import annotations

import zoneinfo

import pytest

from topics.almanac import region_of
from topics.almanac.regions import latitude, latitude_of, main_zone, southern


@pytest.mark.parametrize(
    ("zone", "region"),
    [
        ("Asia/Shanghai", "CN"), ("Asia/Urumqi", "CN"), ("Asia/Chongqing", "CN"), ("Asia/Harbin", "CN"), ("PRC", "CN"),
        ("Asia/Kashgar", "CN"), ("Asia/Taipei", "TW"), ("ROC", "TW"), ("Asia/Hong_Kong", "HK"), ("Hongkong", "HK"),
        ("Asia/Macao", "MO"), ("Asia/Singapore", "SG"), ("Asia/Kuala_Lumpur", "MY"), ("America/New_York", "US"),
        ("US/Pacific", "US"), ("Pacific/Honolulu", "US"), ("Europe/London", "GB"), ("GB", "GB"), ("Europe/Belfast", "GB"),
        ("America/Toronto", "CA"), ("Canada/Pacific", "CA"), ("America/Montreal", "CA"), ("Europe/Berlin", "DE"),
        ("Asia/Tokyo", "JP"), ("Japan", "JP"), ("Australia/Sydney", "AU"), ("Australia/ACT", "AU"), ("Asia/Calcutta", "IN"),
        ("Europe/Kiev", "UA"), ("America/Argentina/Buenos_Aires", "AR"), ("America/Buenos_Aires", "AR"),
    ],
)  # fmt: skip
def test_the_country_of_a_zone(zone: str, region: str) -> None:
    assert region_of(zone) == region


@pytest.mark.parametrize(
    ("zone", "region"),
    [("Iceland", "IS"), ("Africa/Asmera", "ER"), ("Atlantic/Jan_Mayen", "SJ"), ("Europe/Copenhagen", "DK"), ("Pacific/Truk", "FM"),
     ("Africa/Timbuktu", "ML"), ("America/Coral_Harbour", "CA"), ("Europe/Oslo", "NO")],
)  # fmt: skip
def test_a_zone_merged_into_anothers_keeps_its_country(zone: str, region: str) -> None:
    assert region_of(zone) == region


@pytest.mark.parametrize(
    "zone", ["", "UTC", "Etc/UTC", "GMT", "Zulu", "Etc/GMT+8", "EST", "CET", "EST5EDT", "Mars/Olympus"]
)
def test_an_offset_lies_nowhere(zone: str) -> None:
    assert region_of(zone) == ""


def test_every_city_has_a_country() -> None:
    cities = [zone for zone in zoneinfo.available_timezones() if "/" in zone and not zone.startswith("Etc/")]
    assert len(cities) > 400
    assert [zone for zone in cities if not region_of(zone)] == []


def test_latitudes() -> None:
    assert latitude_of("Asia/Shanghai") == pytest.approx(31.2, abs=0.1)
    assert latitude_of("Australia/Sydney") == pytest.approx(-33.9, abs=0.1)
    assert latitude_of("UTC") is None
    assert latitude("ZZ") is None


@pytest.mark.parametrize(("region", "south"), [("AU", True), ("NZ", True), ("ZA", True), ("AR", True), ("CL", True), ("CN", False), ("US", False), ("SG", False), ("ID", False), ("", False)])  # fmt: skip
def test_whose_summer_is_in_december(region: str, south: bool) -> None:
    assert southern(region) is south


def test_the_main_zone() -> None:
    assert (main_zone("US"), main_zone("CN"), main_zone("")) == ("America/New_York", "Asia/Shanghai", "")
