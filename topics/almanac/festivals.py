"""The festivals and solar terms of a day."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from memory.when.lunar import term
from topics.almanac.chinese import CIVIL, LUNAR, TERMS, TERMS_KEPT
from topics.almanac.entries import Entry, Kind
from topics.almanac.regions import southern
from topics.almanac.rules import Festival
from topics.almanac.western import JAPANESE, PARENTS, YEAR

ALL = (*LUNAR, *CIVIL, *YEAR, *PARENTS, *JAPANESE)
_TERM_WEIGHT = 0.15


def festivals_on(day: date, region: str, speaks_chinese: bool) -> list[Entry]:
    """What the region or the language keeps on a day."""
    south = southern(region)
    return [
        _entry(festival)
        for festival in _year(day.year).get(day, ())
        # 冬至 in Sydney is midsummer.
        if festival.kept(region, speaks_chinese) and not (south and festival.id == "winter_solstice")
    ]


def term_on(day: date, region: str, speaks_chinese: bool) -> Entry | None:
    """The solar term of a day, by the Chinese calendar, which counts in Beijing's time; none south of the tropics,
    where it would name the opposite season."""
    name = _terms(day.year).get(day)
    if not name or southern(region) or not (speaks_chinese or region in TERMS_KEPT):
        return None
    id_, en = TERMS[name]
    says = (f"是{name}节气", f"is {en}, one of the 24 solar terms")
    return Entry(id_, Kind.SOLAR_TERM, name, en, says, _TERM_WEIGHT)


@lru_cache(maxsize=1024)
def lunar_days(id_: str, year: int) -> tuple[date, ...]:
    """On which days of a year a Chinese festival falls; nothing for an id that is none."""
    return next((festival.days(year) for festival in LUNAR if festival.id == id_), ())


def _entry(festival: Festival) -> Entry:
    return Entry(
        festival.id,
        Kind.FESTIVAL,
        festival.zh,
        festival.en,
        (f"是{festival.zh}", f"is {festival.en}"),
        festival.weight,
        eve=festival.eve,
        grave=festival.grave,
        honours=festival.honours,
    )


@lru_cache(maxsize=64)
def _year(year: int) -> dict[date, list[Festival]]:
    found: dict[date, list[Festival]] = {}
    for festival in ALL:
        for day in festival.days(year):
            found.setdefault(day, []).append(festival)
    return found


@lru_cache(maxsize=64)
def _terms(year: int) -> dict[date, str]:
    return {day: name for name in TERMS if (day := term(name, year))}
