from __future__ import annotations

from datetime import time

import pytest

from safety.hotlines import card, emergency_for, line_ids, lines_for, oldest_check, region_of
from safety.levels import Level

DAY, NIGHT = time(15), time(2, 30)
REGIONS = ["CN", "HK", "TW", "SG", "US", "CA", "UK", "IE"]


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("at", [DAY, NIGHT])
def test_every_region_has_a_line_open_at_every_hour(region: str, lang: str, at: time) -> None:
    lines = lines_for(region, at, lang)
    assert any(line.all_day for line in lines)
    assert not lines[0].maybe_closed
    assert {line.id for line in lines} == line_ids(region)


def test_at_night_lines_that_may_be_closed_say_so() -> None:
    by_id = {line.id: line for line in lines_for("CN", NIGHT, "zh")}
    assert by_id["cn-12356"].maybe_closed
    assert "无人接听" in by_id["cn-12356"].note
    assert not by_id["cn-bj-82951332"].maybe_closed
    assert not any(line.maybe_closed for line in lines_for("CN", DAY, "zh"))


def test_no_line_claims_round_the_clock_service_that_is_not_promised() -> None:
    line = next(line for line in lines_for("CN", DAY, "zh") if line.number == "12356")
    assert "24 小时" not in line.note + line.label


@pytest.mark.parametrize(
    ("zone", "language", "setting", "region"),
    [
        ("Asia/Shanghai", "en", "", "CN"),
        ("Asia/Shanghai", "zh-hans", "sg", "SG"),
        ("Europe/London", "zh-hans", "", "UK"),
        ("Europe/Dublin", "", "", "IE"),
        ("Europe/Berlin", "", "", "EU"),
        ("America/Indiana/Knox", "", "", "US"),
        ("America/Toronto", "", "", "CA"),
        ("Asia/Tokyo", "zh-hans", "", ""),
        ("UTC", "zh-hans", "", "CN"),
        ("UTC", "en", "", ""),
        ("", "en-gb", "", "UK"),
        ("", "fr-fr", "", "EU"),
        ("", "zh", "", "CN"),
        ("", "zh-hk", "", "HK"),
        ("", "ja-jp", "", ""),
        ("", "en-au", "", ""),
    ],
)
def test_region_comes_from_setting_then_zone_then_language(
    zone: str, language: str, setting: str, region: str
) -> None:
    assert region_of(zone, language, setting) == region


def test_emergency_numbers() -> None:
    assert emergency_for("CN", "zh")[1] == ("110", "120")
    assert emergency_for("US", "en")[1] == ("911", "988")
    assert emergency_for("UK", "en")[1] == ("999", "112")
    assert emergency_for("JP", "en") == ("Call your local emergency number", ())


def test_the_card_grows_at_r4_and_never_shows_a_foreign_number() -> None:
    small, big = card(Level.R2, "CN", DAY, "zh"), card(Level.R4, "CN", DAY, "zh")
    assert (small.big, big.big) == (False, True)
    assert {line.id for line in big.lines} == line_ids("CN")
    unknown = card(Level.R4, "", NIGHT, "en")
    assert unknown.lines == ()
    assert unknown.directory_url.startswith("https://")
    assert unknown.emergency


def test_every_line_was_checked_on_a_day() -> None:
    assert oldest_check().year >= 2026
