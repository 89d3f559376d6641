"""Public holidays of a region and year. Mainland China's come from the published notices as lunar-python has them; for a
year without a notice only the days that the law names are known, and no 调休."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from holidays import HolidayBase, country_holidays
from lunar_python.util import HolidayUtil

from topics.almanac.entries import Entry, Kind
from topics.almanac.festivals import lunar_days
from topics.almanac.naming import Holiday, holiday

CHINA = "CN"
_OFF_WEIGHT = 0.3
_NOTICES = {
    "元旦节": ("new_year",), "春节": ("spring_festival",), "清明节": ("qingming",), "劳动节": ("labour_day",),
    "端午节": ("dragon_boat",), "中秋节": ("mid_autumn",), "国庆节": ("national_day",),
    "国庆中秋": ("national_day", "mid_autumn"), "抗战胜利日": ("victory_day",),
}  # fmt: skip
_MAINLAND = {
    "new_year": Holiday("new_year", "元旦", "New Year's Day"),
    "lunar_new_years_eve": Holiday("lunar_new_years_eve", "除夕", "Lunar New Year's Eve"),
    "spring_festival": Holiday("spring_festival", "春节", "the Spring Festival"),
    "qingming": Holiday("qingming", "清明节", "Qingming", grave=True),
    "labour_day": Holiday("labour_day", "劳动节", "Labour Day"),
    "dragon_boat": Holiday("dragon_boat", "端午节", "the Dragon Boat Festival"),
    "mid_autumn": Holiday("mid_autumn", "中秋节", "the Mid-Autumn Festival"),
    "national_day": Holiday("national_day", "国庆节", "National Day"),
    "victory_day": Holiday("victory_day", "抗战胜利日", "Victory Day", grave=True),
}
_CIVIL_DAYS = {"new_year": (1, 1), "labour_day": (5, 1), "national_day": (10, 1)}
_BY_LAW = {"lunar_new_years_eve": 1, "new_year": 1, "spring_festival": 3, "qingming": 1, "labour_day": 2,
           "dragon_boat": 1, "mid_autumn": 1, "national_day": 3}  # fmt: skip
"""How many days each has by the rules of 2025."""


@dataclass(frozen=True)
class _Part:
    """A part of a country whose holidays most of its people have; of these, `names`, or all."""

    code: str
    names: frozenset[str] | None
    where: tuple[str, str]


_PARTS = {
    "GB": _Part("ENG", None, ("英格兰和威尔士", "England and Wales")),
    "CA": _Part("ON", frozenset({"Victoria Day", "Thanksgiving Day"}), ("加拿大大部分地区", "most of Canada")),
    "AU": _Part(
        "NSW",
        frozenset({"King's Birthday", "Australia Day", "New Year's Day (observed)", "Christmas Day (observed)", "Boxing Day (observed)"}),
        ("澳大利亚大部分地区", "most of Australia"),
    ),
}  # fmt: skip
"""Where the days that are free in every part leave out what most people have: Easter Monday, since Scotland works."""


def public_holidays(region: str, year: int) -> Mapping[date, tuple[Holiday, ...]]:
    """The days off of a year that a holiday makes, with what they are for; none for a region that is unknown."""
    return _mainland(year) if region == CHINA else _listed(region, year)


def entries_on(day: date, region: str) -> list[Entry]:
    """The public holidays of a day as the almanac tells them."""
    return [_entry(found) for found in public_holidays(region, day.year).get(day, ())]


@lru_cache(maxsize=64)
def published(year: int) -> bool:
    """Whether mainland China's notice for a year is known. A notice can reach into the December before."""
    return any(entry.getTarget().startswith(str(year)) for entry in HolidayUtil.getHolidays(year))


@lru_cache(maxsize=512)
def calendar(
    region: str, year: int, language: str | None = None, part: str | None = None
) -> HolidayBase | None:
    """The library's calendar of a region; None where it has none."""
    try:
        return country_holidays(region, subdiv=part, years=year, expand=False, language=language)
    except NotImplementedError:
        return None


@lru_cache(maxsize=512)
def made_up(region: str, year: int) -> Mapping[date, tuple[Holiday, ...]]:
    """The days of a weekend on which people work, and the holidays that they make up for, where those are told."""
    if region != CHINA:
        found = calendar(region, year)
        return {day: () for day in found.weekend_workdays if day.year == year} if found is not None else {}
    entries = [entry for entry in HolidayUtil.getHolidays(year) if entry.isWork()]
    return {date.fromisoformat(entry.getDay()): _for(entry.getName()) for entry in entries}


@lru_cache(maxsize=64)
def _mainland(year: int) -> Mapping[date, tuple[Holiday, ...]]:
    if not published(year):
        return _by_law(year)
    entries = [entry for entry in HolidayUtil.getHolidays(year) if not entry.isWork()]
    days = {date.fromisoformat(entry.getDay()): _for(entry.getName()) for entry in entries}
    return {
        day: tuple(_placed(found, day, _own_days(found, year)) for found in holidays)
        for day, holidays in days.items()
    }


def _for(name: str) -> tuple[Holiday, ...]:
    return tuple(_MAINLAND[id_] for id_ in _NOTICES.get(name, ()))


def _by_law(year: int) -> Mapping[date, tuple[Holiday, ...]]:
    found: dict[date, tuple[Holiday, ...]] = {}
    for id_, length in _BY_LAW.items():
        own = _own_days(_MAINLAND[id_], year)
        for start in own:
            for number in range(length):
                day = start + timedelta(days=number)
                found[day] = (*found.get(day, ()), _placed(_MAINLAND[id_], day, own))
    return found


@lru_cache(maxsize=512)
def _listed(region: str, year: int) -> Mapping[date, tuple[Holiday, ...]]:
    days, part = _read(region, year, None), _PARTS.get(region)
    if part is None:
        return days
    names = {found.id for holidays in days.values() for found in holidays}
    for day, holidays in _read(region, year, part).items():
        if day not in days:
            # Of a holiday that the country has on another day, this is the day off.
            days[day] = tuple(
                replace(found, where=part.where, off=found.off or found.id in names) for found in holidays
            )
    return days


def _read(region: str, year: int, part: _Part | None) -> dict[date, tuple[Holiday, ...]]:
    code, names = (part.code, part.names) if part else (None, None)
    whole = calendar(region, year)
    languages = whole.supported_languages if whole is not None else ()
    own = _english(languages)
    american = calendar(region, year, "en_US" if own else None, code)
    if american is None:
        return {}
    english: dict[date, str] = calendar(region, year, own, code) or {}
    chinese: dict[date, str] = (calendar(region, year, "zh_CN", code) if "zh_CN" in languages else None) or {}
    found: dict[date, tuple[Holiday, ...]] = {}
    for day in american:
        raw = american.get_list(day)
        # Several names of one day are sorted in each language, so that they don't pair.
        told = (str(chinese.get(day, "")), str(english.get(day, ""))) if len(raw) == 1 else ("", "")
        named = [holiday(name, told) for name in raw if names is None or name in names]
        if named and day.year == year:
            found[day] = tuple(_placed(each, day, lunar_days(each.id, day.year)) for each in named)
    return found


def _english(languages: tuple[str, ...]) -> str | None:
    """The region's own English, or American; None where the library has one language only."""
    english = sorted(language for language in languages if language.startswith("en_"))
    return next((language for language in english if language != "en_US"), english[0] if english else None)


def _placed(found: Holiday, day: date, own: tuple[date, ...]) -> Holiday:
    """`own` are the days of the festival itself, where they are known: then another day is a day off for it, and none
    of them is a guess."""
    return replace(found, off=found.off or day not in own, expected=False) if own else found


def _own_days(found: Holiday, year: int) -> tuple[date, ...]:
    """When mainland China keeps it."""
    civil = _CIVIL_DAYS.get(found.id)
    return (date(year, *civil),) if civil else lunar_days(found.id, year)


def _entry(found: Holiday) -> Entry:
    zh, en = found.where
    there = f" in {en}" if en else ""
    if found.off:
        guess = ("按推算", "is expected to be") if found.expected else ("", "is")
        says = (f"{guess[0]}因{found.zh}放假", f"{guess[1]} a public holiday{there} for {found.en}")
    elif found.bare:
        says = (f"是公共假日（{found.zh}）", f"is a public holiday ({found.en.removeprefix('the ')})")
    elif found.expected:
        says = (
            f"按推算是{found.zh}，公共假日",
            f"is expected to be {found.en}, a public holiday whose date the moon decides",
        )
    else:
        says = (f"是{found.zh}，{zh and zh + '的'}公共假日", f"is {found.en}, a public holiday{there}")
    return Entry(
        found.id,
        Kind.PUBLIC_HOLIDAY,
        found.zh,
        found.en,
        says,
        _OFF_WEIGHT if found.off else found.weight,
        eve=found.eve,
        grave=found.grave and not found.off,
        spare=found.off or found.bare,
    )
