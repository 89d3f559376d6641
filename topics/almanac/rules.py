"""How a festival's day follows from the year, and who keeps it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from memory.when import festivals
from memory.when.lunar import lunar_day, term

Days = Callable[[int], tuple[date, ...]]
"""Every day of a calendar year on which it falls. 腊八 can fall twice in one year, or not at all."""
CHINESE = frozenset({"CN", "TW", "HK", "MO", "SG", "MY"})
"""Where Chinese festivals are kept, whatever the user's language."""
MON, TUE, WED, THU, FRI, SAT, SUN = range(7)


@dataclass(frozen=True)
class Festival:
    """`en` as within a sentence. `regions` keep it; `chinese`: so does whoever speaks Chinese abroad; `world`: so
    does everybody but `regions`. `honours` is whom the day is about, such as mother: the caller may know that they
    are dead."""

    id: str
    zh: str
    en: str
    days: Days
    regions: frozenset[str]
    weight: float
    eve: bool = False
    grave: bool = False
    honours: str = ""
    chinese: bool = False
    world: bool = False

    def kept(self, region: str, speaks_chinese: bool) -> bool:
        if self.world:
            return region not in self.regions
        return region in self.regions or (self.chinese and speaks_chinese and region not in CHINESE)


def countries(codes: str) -> frozenset[str]:
    return frozenset(codes.split())


def named(name: str) -> Days:
    """By its name in `memory.when.festivals`, which gives a lunar one by its lunar year."""
    return lambda year: _within(year, lambda of: festivals.festival(name, of))


def lunar(month: int, day: int) -> Days:
    return lambda year: _within(year, lambda of: lunar_day(of, month, day))


def fixed(month: int, day: int) -> Days:
    return lambda year: (date(year, month, day),)


def nth(month: int, weekday: int, number: int) -> Days:
    return lambda year: (festivals.nth_weekday(year, month, weekday, number),)


def easter(days: int) -> Days:
    """So many days after Easter Sunday of the western churches."""
    return lambda year: (festivals.easter(year) + timedelta(days=days),)


def advent(days: int) -> Days:
    """So many days after the first Sunday of Advent."""

    def of(year: int) -> tuple[date, ...]:
        christmas = date(year, 12, 25)
        return (christmas - timedelta(days=(christmas.weekday() + 1) % 7 or 7) + timedelta(days=days - 21),)

    return of


def before_term(name: str) -> Days:
    """The day before a solar term."""

    def of(year: int) -> tuple[date, ...]:
        day = term(name, year)
        return (day - timedelta(days=1),) if day else ()

    return of


def french_mothers_day(year: int) -> tuple[date, ...]:
    """The last Sunday of May, or a week later where that is Whitsun."""
    day = festivals.nth_weekday(year, 5, SUN, -1)
    return (day + timedelta(days=7) if day == festivals.easter(year) + timedelta(days=49) else day,)


def victoria_day(year: int) -> tuple[date, ...]:
    """The last Monday before 25 May."""
    day = date(year, 5, 24)
    return (day - timedelta(days=day.weekday()),)


def _within(year: int, day_of: Callable[[int], date | None]) -> tuple[date, ...]:
    found = [day_of(of) for of in (year - 1, year)]
    return tuple(day for day in found if day and day.year == year)
