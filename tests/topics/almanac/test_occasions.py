"""What may be mentioned on which day, where, and in which words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise

import pytest

from topics.almanac import Kind, Occasion, occasions
from topics.almanac.public import published

DAY = timedelta(days=1)
REGIONS = ("CN", "TW", "HK", "SG", "US", "GB", "CA", "DE", "JP", "AU")
YEARS = range(2024, 2029)


def told(day: str, region: str, lang: str = "zh") -> dict[str, Occasion]:
    """By kind and id, without the date."""
    return {one.key.rsplit(":", 1)[0]: one for one in occasions(date.fromisoformat(day), region, lang)}


def days(year: int) -> Iterator[date]:
    day = date(year, 1, 1)
    while day.year == year:
        yield day
        day += DAY


ON_THE_DAY = [
    # The lunar year, leap months (2025 a sixth, 2028 a fifth) and a twelfth month of 29 days (2025) included.
    ("2024-02-09", "CN", "zh", "festival:lunar_new_years_eve", "今天是除夕"), ("2024-02-10", "CN", "zh", "festival:spring_festival", "今天是春节"),
    ("2025-01-28", "CN", "zh", "festival:lunar_new_years_eve", "今天是除夕"), ("2025-01-29", "CN", "zh", "festival:spring_festival", "今天是春节"),
    ("2026-02-16", "TW", "zh", "festival:lunar_new_years_eve", "今天是除夕"), ("2026-02-17", "SG", "en", "festival:spring_festival", "Today is the Spring Festival"),
    ("2027-02-06", "CN", "zh", "festival:spring_festival", "今天是春节"), ("2028-01-26", "HK", "en", "festival:spring_festival", "Today is the Spring Festival"),
    ("2026-02-18", "CN", "zh", "festival:spring_festival_2", "今天是大年初二"), ("2025-02-12", "CN", "zh", "festival:lantern", "今天是元宵节"),
    ("2026-03-03", "TW", "zh", "festival:lantern", "今天是元宵节"), ("2024-04-04", "CN", "zh", "festival:qingming", "今天是清明节"),
    ("2026-04-05", "CN", "zh", "festival:qingming", "今天是清明节"), ("2028-04-04", "HK", "en", "festival:qingming", "Today is Qingming"),
    ("2024-06-10", "CN", "zh", "festival:dragon_boat", "今天是端午节"), ("2025-05-31", "CN", "zh", "festival:dragon_boat", "今天是端午节"),
    ("2026-06-19", "CN", "zh", "festival:dragon_boat", "今天是端午节"), ("2028-05-28", "TW", "zh", "festival:dragon_boat", "今天是端午节"),
    ("2025-08-29", "CN", "zh", "festival:qixi", "今天是七夕"), ("2028-08-26", "CN", "zh", "festival:qixi", "今天是七夕"),
    ("2025-09-06", "TW", "zh", "festival:zhongyuan", "今天是中元节"), ("2024-09-17", "CN", "zh", "festival:mid_autumn", "今天是中秋节"),
    ("2025-10-06", "TW", "zh", "festival:mid_autumn", "今天是中秋节"), ("2026-09-25", "CN", "zh", "festival:mid_autumn", "今天是中秋节"),
    ("2027-09-15", "US", "zh", "festival:mid_autumn", "今天是中秋节"), ("2028-10-03", "AU", "zh", "festival:mid_autumn", "今天是中秋节"),
    ("2025-10-29", "HK", "zh", "festival:double_ninth", "今天是重阳节"), ("2026-12-22", "CN", "zh", "festival:winter_solstice", "今天是冬至"),
    ("2026-01-26", "CN", "zh", "festival:laba", "今天是腊八节"), ("2026-02-10", "CN", "zh", "festival:kitchen_god_north", "今天是小年"),
    ("2026-10-01", "CN", "zh", "festival:national_day", "今天是国庆节"), ("2026-09-10", "CN", "zh", "festival:teachers_day", "今天是教师节"),
    # The western year.
    ("2024-11-28", "US", "en", "festival:thanksgiving", "Today is Thanksgiving."), ("2028-11-23", "US", "en", "festival:thanksgiving", "Today is Thanksgiving."),
    ("2026-10-12", "CA", "en", "festival:thanksgiving", "Today is Thanksgiving"), ("2024-10-14", "CA", "zh", "festival:thanksgiving", "今天是感恩节"),
    ("2026-05-10", "US", "en", "festival:mothers_day", "Today is Mother's Day."), ("2026-03-15", "GB", "en", "festival:mothers_day", "Today is Mothering Sunday"),
    ("2025-03-30", "GB", "en", "festival:mothers_day", "Today is Mothering Sunday"), ("2027-05-09", "AU", "en", "festival:mothers_day", "Today is Mother's Day"),
    ("2026-09-06", "AU", "en", "festival:fathers_day", "Today is Father's Day"), ("2026-06-21", "US", "en", "festival:fathers_day", "Today is Father's Day"),
    ("2026-05-14", "DE", "en", "festival:fathers_day", "Today is Father's Day"), ("2026-08-08", "TW", "zh", "festival:fathers_day", "今天是父亲节"),
    ("2024-03-31", "GB", "en", "festival:easter", "Today is Easter Sunday"), ("2027-03-28", "DE", "en", "festival:easter", "Today is Easter Sunday"),
    ("2026-10-31", "US", "en", "festival:halloween", "Today is Halloween"), ("2026-11-05", "GB", "en", "festival:bonfire_night", "Today is Bonfire Night"),
    ("2026-11-22", "DE", "en", "festival:sunday_of_the_dead", "Today is Totensonntag"), ("2028-11-26", "DE", "en", "festival:sunday_of_the_dead", "Today is Totensonntag"),
    ("2022-11-27", "DE", "en", "festival:advent", "Today is the first Sunday of Advent"), ("2026-11-29", "DE", "zh", "festival:advent", "今天是将临期第一主日"),
    ("2026-12-24", "DE", "en", "festival:christmas_eve", "Today is Christmas Eve"), ("2026-12-25", "US", "en", "festival:christmas", "Today is Christmas Day"),
    ("2026-02-03", "JP", "en", "festival:setsubun", "Today is Setsubun"), ("2025-02-02", "JP", "en", "festival:setsubun", "Today is Setsubun"),
    ("2026-08-13", "JP", "zh", "festival:obon", "今天是盂兰盆节"), ("2026-05-18", "CA", "en", "festival:victoria_day", "Today is Victoria Day"),
    # Public holidays.
    ("2026-07-04", "US", "en", "public_holiday:independence_day", "Today is Independence Day, a public holiday"),
    ("2026-07-01", "CA", "zh", "public_holiday:canada_day", "今天是加拿大国庆日，公共假日。"), ("2026-10-03", "DE", "zh", "public_holiday:german_unity_day", "今天是德国统一日，公共假日。"),
    ("2026-08-31", "GB", "en", "public_holiday:late_summer_bank_holiday", "Today is the Late Summer Bank Holiday, a public holiday in England and Wales"),
    ("2026-04-25", "AU", "zh", "public_holiday:anzac_day", "今天是澳新军团日，公共假日。"), ("2026-05-05", "JP", "zh", "public_holiday:childrens_day", "今天是儿童节，公共假日"),
    ("2026-03-20", "JP", "en", "public_holiday:spring_equinox", "Today is Vernal Equinox Day, a public holiday"),
    ("2026-11-08", "SG", "en", "public_holiday:diwali", "Today is Deepavali, a public holiday"), ("2026-02-28", "TW", "zh", "public_holiday:peace_memorial_day", "今天是和平纪念日，公共假日"),
    ("2026-07-01", "HK", "zh", "public_holiday:hong_kong_s_a_r_establishment_day", "今天是香港特别行政区成立纪念日，公共假日。"),
    ("2026-12-26", "HK", "zh", "public_holiday:the_first_weekday_after_christmas_day", "今天是圣诞节后首个平日，公共假日"),
    # Solar terms.
    ("2026-05-05", "CN", "zh", "solar_term:start_of_summer", "今天是立夏节气。"), ("2026-11-07", "TW", "en", "solar_term:start_of_winter", "Today is Start of Winter, one of the 24 solar terms."),
    ("2026-08-23", "US", "zh", "solar_term:end_of_heat", "今天是处暑节气。"),
]  # fmt: skip


@pytest.mark.parametrize(("day", "region", "lang", "what", "text"), ON_THE_DAY)
def test_on_the_day(day: str, region: str, lang: str, what: str, text: str) -> None:
    found = told(day, region, lang)
    assert what in found, found
    one = found[what]
    assert (one.key, one.day, one.days_ahead) == (f"{what}:{day}", date.fromisoformat(day), 0)
    assert one.text[lang].startswith(text)


@pytest.mark.parametrize(
    ("day", "region", "lang", "what"),
    [
        ("2025-07-30", "CN", "zh", "festival:qixi"), ("2025-07-31", "CN", "zh", "festival:qixi"), ("2028-06-27", "CN", "zh", "festival:dragon_boat"),
        ("2026-09-25", "US", "en", "festival:mid_autumn"), ("2026-11-26", "CA", "en", "festival:thanksgiving"), ("2026-10-12", "US", "en", "festival:thanksgiving"),
        ("2026-11-26", "CN", "zh", "festival:thanksgiving"), ("2026-05-10", "GB", "en", "festival:mothers_day"), ("2026-03-15", "US", "en", "festival:mothers_day"),
        ("2026-06-21", "AU", "en", "festival:fathers_day"), ("2026-05-05", "US", "en", "solar_term:start_of_summer"), ("2026-06-21", "SG", "en", "solar_term:summer_solstice"),
        ("2026-02-10", "HK", "zh", "festival:kitchen_god_north"), ("2026-10-01", "TW", "zh", "festival:national_day"), ("2026-12-24", "SA", "en", "festival:christmas_eve"),
        ("2026-12-31", "IR", "en", "festival:new_years_eve"),
    ],
)  # fmt: skip
def test_not_kept_there_or_not_on_that_day(day: str, region: str, lang: str, what: str) -> None:
    assert what not in told(day, region, lang)


@pytest.mark.parametrize(
    ("day", "region", "lang", "what", "text"),
    [
        ("2025-01-27", "CN", "zh", "festival:lunar_new_years_eve", "明天是除夕。"), ("2027-02-04", "CN", "zh", "festival:lunar_new_years_eve", "明天是除夕。"),
        ("2026-09-24", "CN", "zh", "festival:mid_autumn", "明天是中秋节，从明天起连休3天，到9月27日。"), ("2026-09-24", "DE", "zh", "festival:mid_autumn", "明天是中秋节。"),
        ("2026-06-18", "SG", "en", "festival:dragon_boat", "Tomorrow is the Dragon Boat Festival."), ("2026-11-25", "US", "en", "festival:thanksgiving", "Tomorrow is Thanksgiving."),
        ("2026-07-03", "US", "en", "public_holiday:independence_day", "Tomorrow is Independence Day, a public holiday."),
        ("2026-09-30", "CN", "zh", "festival:national_day", "明天是国庆节，从明天起连休7天，到10月7日。"),
        ("2026-09-30", "CN", "en", "festival:national_day", "Tomorrow is National Day, the start of 7 days off in a row, through October 7."),
    ],
)  # fmt: skip
def test_big_ones_the_evening_before(day: str, region: str, lang: str, what: str, text: str) -> None:
    one, after = told(day, region, lang)[what], date.fromisoformat(day) + DAY
    assert (one.day, one.days_ahead, one.offered_until, one.text[lang]) == (after, 1, after, text)
    on_the_day = told(after.isoformat(), region, lang)[what]
    assert on_the_day.key == one.key
    assert on_the_day.weight > one.weight


def test_what_has_an_eve_of_its_own_is_not_announced() -> None:
    assert "festival:spring_festival" not in told("2026-02-16", "CN")
    assert "festival:christmas" not in told("2026-12-24", "US", "en")
    assert "festival:new_year" not in told("2026-12-31", "US", "en")


def test_both_days_of_the_turn_of_the_year() -> None:
    for region, lang in (("US", "en"), ("AU", "en"), ("CN", "zh"), ("", "en")):
        eve, day = told("2026-12-31", region, lang), told("2027-01-01", region, lang)
        assert ("festival:new_years_eve" in eve, "festival:new_year" in eve) == (True, False)
        assert ("festival:new_years_eve" in day, "festival:new_year" in day) == (False, True)


@pytest.mark.parametrize(
    ("day", "zh", "en"),
    [
        ("2025-01-26", "今天周日，但因为春节调休要上班。", "Today is Sunday, but it is a working day to make up for the days off around the Spring Festival."),
        ("2024-02-04", "今天周日，但因为春节调休要上班。", "Today is Sunday"), ("2024-04-07", "今天周日，但因为清明节调休要上班。", "Today is Sunday"),
        ("2025-09-28", "今天周日，但因为国庆节、中秋节调休要上班。", "Today is Sunday"), ("2025-10-11", "今天周六，但因为国庆节、中秋节调休要上班。", "Today is Saturday"),
        ("2026-02-14", "今天周六，但因为春节调休要上班。", "Today is Saturday"), ("2026-01-04", "今天周日，但因为元旦调休要上班。", "Today is Sunday"),
    ],
)  # fmt: skip
def test_a_weekend_that_is_worked(day: str, zh: str, en: str) -> None:
    one = told(day, "CN")["makeup_workday:cn"]
    assert one.text["zh"] == zh
    assert one.text["en"].startswith(en)
    before = told((one.day - DAY).isoformat(), "CN")["makeup_workday:cn"]
    assert (before.key, before.days_ahead) == (one.key, 1)
    assert before.text["zh"].startswith("明天周")
    assert "makeup_workday:us" not in told(day, "US")


def test_taiwan_makes_up_as_well() -> None:
    assert told("2025-02-08", "TW")["makeup_workday:tw"].text["zh"] == "今天周六，但要补班。"


@pytest.mark.parametrize(
    ("day", "region", "zh"),
    [
        ("2024-09-30", "CN", "明天是国庆节，从明天起连休7天，到10月7日。"), ("2025-01-27", "CN", "明天起连休8天，到2月4日（春节）。"),
        ("2025-09-30", "CN", "明天是国庆节，从明天起连休8天，到10月8日。"), ("2026-02-14", "CN", "明天起连休9天，到2月23日（春节）。"),
        ("2026-04-03", "CN", "明天起连休3天，到4月6日（清明节）。"), ("2024-06-07", "CN", "明天起连休3天，到6月10日（端午节）。"),
        ("2026-09-04", "US", "明天起连休3天，到9月7日（劳动节）。"), ("2026-08-07", "SG", "明天起连休3天，到8月10日（国庆日）。"),
        ("2026-04-02", "GB", "明天起连休4天，到4月6日（耶稣受难日、英格兰和威尔士的复活节星期一）。"), ("2026-05-01", "JP", "明天起连休5天，到5月6日（宪法纪念日、绿之日、儿童节）。"),
        ("2026-02-13", "TW", "明天起连休9天，到2月22日（除夕、春节）。"),
    ],
)  # fmt: skip
def test_days_off_start_tomorrow(day: str, region: str, zh: str) -> None:
    assert zh in [one.text["zh"] for one in occasions(date.fromisoformat(day), region, "zh")]


def test_within_the_days_off() -> None:
    third = told("2026-10-03", "CN")["long_weekend:cn"]
    assert third.text == {
        "zh": "今天是连休7天的第3天（国庆节）。",
        "en": "Today is day 3 of a holiday break of 7 days (National Day).",
    }
    assert (third.key, third.days_ahead, third.offered_until) == (
        "long_weekend:cn:2026-10-01", 0, date(2026, 10, 7),
    )  # fmt: skip
    assert told("2026-10-03", "CN").keys() == {"long_weekend:cn"}
    assert told("2025-10-06", "CN")["festival:mid_autumn"].text["zh"] == "今天是中秋节，连休8天的第6天。"


def test_no_days_off_are_counted_before_the_notice() -> None:
    assert [published(year) for year in (2024, 2025, 2026, 2027)] == [True, True, True, False]
    for year in (2027, 2028):
        kinds = {one.kind for day in days(year) for one in occasions(day, "CN", "zh")}
        assert not kinds & {Kind.LONG_WEEKEND, Kind.MAKEUP_WORKDAY}
    assert told("2026-12-31", "CN").keys() == {"festival:new_years_eve"}
    assert told("2027-09-30", "CN")["festival:national_day"].text["zh"] == "明天是国庆节。"


def test_a_festival_stands_for_its_public_holiday() -> None:
    for day, region in (("2026-09-25", "TW"), ("2026-12-25", "US"), ("2026-11-26", "US"), ("2026-06-19", "HK"), ("2028-01-27", "SG")):  # fmt: skip
        assert not [what for what in told(day, region) if what.startswith("public_holiday")], (day, region)
    assert "solar_term:qingming" not in told("2026-04-05", "CN")
    assert "solar_term:winter_solstice" not in told("2026-12-22", "CN")
    assert "season:spring_equinox" not in told("2026-03-20", "JP", "en")


def test_a_day_off_for_a_festival_is_not_the_festival() -> None:
    # Taiwan is free on the day before 除夕 as well, Singapore on the Monday after Vesak Day.
    assert told("2026-02-15", "TW")["festival:lunar_new_years_eve"].days_ahead == 1
    assert "public_holiday:lunar_new_years_eve" not in told("2026-02-15", "TW")
    assert not [one for one in occasions(date(2026, 6, 1), "SG", "en") if "Today is Vesak" in one.text["en"]]
    day_off = told("2027-10-02", "CN")["public_holiday:national_day"]
    assert day_off.text == {"zh": "今天因国庆节放假。", "en": "Today is a public holiday for National Day."}


def test_the_moon_decides_some() -> None:
    expected = told("2028-02-27", "SG", "en")["public_holiday:eid_al_fitr"]
    assert expected.text["zh"] == "今天按推算是开斋节，公共假日。"
    assert "is expected to be" in expected.text["en"]
    assert (
        told("2026-03-21", "SG", "en")["public_holiday:eid_al_fitr"].text["zh"] == "今天是开斋节，公共假日。"
    )
    # The lunar year of the library is a guess for 2028, ours is not.
    assert told("2028-01-26", "SG", "en")["festival:spring_festival"].text["zh"] == "今天是春节。"
    assert told("2033-01-28", "SG", "en")["long_weekend:sg"].text["zh"] == "明天起连休4天，到2月1日（春节）。"
    # In 2030 it meets the end of Ramadan, so that nobody can count the days off yet.
    assert "long_weekend:sg" not in told("2030-02-01", "SG", "en")


@pytest.mark.parametrize(
    ("day", "region", "what", "grave"),
    [
        ("2026-04-05", "CN", "festival:qingming", True), ("2026-08-27", "CN", "festival:zhongyuan", True), ("2026-10-18", "HK", "festival:double_ninth", True),
        ("2026-10-18", "CN", "festival:double_ninth", False), ("2026-05-25", "US", "public_holiday:memorial_day", True), ("2026-11-11", "GB", "festival:remembrance_day", True),
        ("2026-04-25", "AU", "public_holiday:anzac_day", True), ("2026-11-15", "DE", "festival:day_of_mourning", True), ("2026-09-25", "CN", "festival:mid_autumn", False),
        ("2026-12-25", "US", "festival:christmas", False),
    ],
)  # fmt: skip
def test_grave_days(day: str, region: str, what: str, grave: bool) -> None:
    assert told(day, region)[what].grave is grave


def test_whom_a_day_honours() -> None:
    honours = [told(day, "US", "en")[what].honours for day, what in (("2026-05-10", "festival:mothers_day"), ("2026-06-21", "festival:fathers_day"), ("2026-02-14", "festival:valentines"), ("2026-12-25", "festival:christmas"))]  # fmt: skip
    assert honours == ["mother", "father", "lovers", ""]


@pytest.mark.parametrize("region", [*REGIONS, ""])
def test_nothing_on_an_ordinary_tuesday(region: str) -> None:
    for day in (date(2026, 3, 10), date(2026, 7, 14), date(2025, 6, 17)):
        assert occasions(day, region, "zh") == []
        assert occasions(day, region, "en") == []


def test_best_first() -> None:
    for region, day, best in (("CN", "2026-02-17", "festival:spring_festival"), ("US", "2026-12-25", "festival:christmas"), ("CN", "2026-06-21", "festival:fathers_day")):  # fmt: skip
        assert next(iter(told(day, region))) == best
    weights = [told(day, "CN")[what].weight for day, what in (("2026-02-17", "festival:spring_festival"), ("2026-06-19", "festival:dragon_boat"), ("2026-08-19", "festival:qixi"), ("2026-08-23", "solar_term:end_of_heat"))]  # fmt: skip
    assert all(more > less for more, less in pairwise(weights))


def test_the_callers_spelling_of_region_and_language() -> None:
    day = date(2026, 9, 25)
    assert occasions(day, "us", "zh-hans") == occasions(day, "US", "zh")
    assert occasions(day, "ZZ", "zh")[0].key == "festival:mid_autumn:2026-09-25"
    found = occasions(day, "US", "zh")
    found.clear()
    assert occasions(day, "US", "zh") != []


def test_twice_or_never_in_a_calendar_year() -> None:
    fell = [day for day in days(2022) if f"festival:laba:{day}" in {one.key for one in occasions(day, "CN", "zh")}]  # fmt: skip
    assert fell == [date(2022, 1, 10), date(2022, 12, 30)]


def test_the_days_off_for_the_dead_are_grave() -> None:
    assert told("2026-04-03", "CN")["long_weekend:cn"].grave
    assert not told("2026-04-02", "GB", "en")["long_weekend:gb"].grave
    assert not told("2026-09-26", "CN")["long_weekend:cn"].grave
