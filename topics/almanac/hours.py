"""Parts of a day, months, and which days people rest."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from memory.when.lunar import working
from topics.almanac.public import CHINA, calendar, made_up, public_holidays, published

_PARTS = ((5, "night"), (8, "early"), (11, "morning"), (13, "noon"), (18, "afternoon"), (22, "evening"), (24, "late"))  # fmt: skip
"""The hour at which each is over."""
_SATURDAY, _SUNDAY = 5, 6
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")  # fmt: skip


def part_of_day(hour: int) -> str:
    """night from 0, early from 5, morning from 8, noon from 11, afternoon from 13, evening from 18, late from 22."""
    if not 0 <= hour < 24:
        raise ValueError("an hour is from 0 to 23")
    return next(name for until, name in _PARTS if hour < until)


@lru_cache(maxsize=4096)
def is_weekend(day: date, region: str) -> bool:
    """Whether it is a day of the weekend there, worked or not: Saturday and Sunday where the region is unknown."""
    found = calendar(region, day.year)
    if found is None or found.weekend == {_SUNDAY}:
        # A lone Sunday is what the law says, in Hong Kong for one; people speak of Saturday as the weekend.
        return day.weekday() in (_SATURDAY, _SUNDAY)
    return bool(found.is_weekend(day))


@lru_cache(maxsize=4096)
def works(day: date, region: str) -> bool:
    """Whether people work on that day there: public holidays and 调休 are heeded as far as they are known,
    and of a federal country what most of it keeps."""
    if region == CHINA:
        return working(day) and (published(day.year) or day not in public_holidays(region, day.year))
    if day in made_up(region, day.year):
        return True
    return not is_weekend(day, region) and day not in public_holidays(region, day.year)
