"""Times that are counted from now: three days ago, 两周后, the last three months."""

from __future__ import annotations

import calendar
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from memory.candidates import Precision, Span
from memory.when.spans import DAY, END_OF_DAY, Scene, real_date

FEW = (2, 5)
"""What 几天 and "a few days" stand for."""
_MOST = {"minute": 10_000, "hour": 5_000, "day": 5_000, "week": 1_000, "month": 1_000, "year": 1_000}


class Unit(StrEnum):
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


_DAYS = {Unit.DAY: 1, Unit.WEEK: 7, Unit.MONTH: 30, Unit.YEAR: 365}


def moved(number: float, unit: Unit, sign: int, scene: Scene) -> Span | None:
    """The time that lies `number` units ahead (sign 1) or back (-1): a minute, day, month or year."""
    if not 0 < number <= _MOST[unit]:
        return None
    whole = int(number) == number
    if unit in (Unit.MINUTE, Unit.HOUR) or (unit is Unit.DAY and number < 1):
        minutes = number * {Unit.MINUTE: 1, Unit.HOUR: 60}.get(unit, 1440)
        at = (scene.now + sign * timedelta(minutes=minutes)).replace(second=0, microsecond=0)
        return Span(at, at, Precision.MINUTE)
    if unit in (Unit.DAY, Unit.WEEK):
        return scene.day(scene.today + sign * int(number * _DAYS[unit]) * DAY)
    if unit is Unit.MONTH and not whole:
        day = _shifted(scene.today, sign * int(number)) + sign * 15 * DAY
        return scene.day(day) if number < 1 else scene.between(day - 3 * DAY, day + 3 * DAY, Precision.WEEK)
    if unit is Unit.MONTH:
        return scene.month(scene.today.year, scene.today.month + sign * int(number))
    if not whole:
        return scene.month(scene.today.year, scene.today.month + sign * int(number * 12))
    return scene.year(scene.today.year + sign * int(number))


def about(low: float, high: float, unit: Unit, sign: int, scene: Scene) -> Span | None:
    """Somewhere between `low` and `high` units from now."""
    if high > _MOST[unit]:
        return None
    if unit in (Unit.MINUTE, Unit.HOUR):
        minutes = 60 if unit is Unit.HOUR else 1
        ends = sorted(scene.now + sign * timedelta(minutes=n * minutes) for n in (low, high))
        return Span(ends[0], ends[1], Precision.VAGUE)
    ends_ = sorted(_day(sign * n * _DAYS[unit], scene) for n in (low, high))
    return scene.between(ends_[0], ends_[1], Precision.VAGUE)


def _day(days: float, scene: Scene) -> date:
    ordinal = scene.today.toordinal() + int(days)
    return date.fromordinal(max(1, min(ordinal, date(9998, 1, 1).toordinal())))


def over(number: float, unit: Unit, sign: int, scene: Scene) -> Span | None:
    """The stretch of that many units up to now (sign -1) or from now (1); days are whole ones, and today counts."""
    if not 0 < number <= _MOST[unit]:
        return None
    if unit in (Unit.MINUTE, Unit.HOUR):
        far = scene.now + sign * timedelta(minutes=number * (60 if unit is Unit.HOUR else 1))
        return Span(min(far, scene.now), max(far, scene.now), Precision.MINUTE)
    if unit in (Unit.MONTH, Unit.YEAR) and int(number) == number:
        day = _shifted(scene.today, sign * int(number) * (12 if unit is Unit.YEAR else 1))
    else:
        day = _day(sign * number * _DAYS[unit], scene)
    first, last = min(day, scene.today), max(day, scene.today)
    if sign > 0:
        return Span(scene.now, datetime.combine(last, END_OF_DAY, scene.now.tzinfo), Precision.VAGUE)
    return scene.between(first, last, Precision.VAGUE)


def _shifted(day: date, months: int) -> date:
    """The same day that many months on, or the last of that month."""
    count = max(12, min(day.year * 12 + day.month - 1 + months, 9998 * 12))
    year, month = divmod(count, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def same_day(scene: Scene, unit: Unit, number: int) -> Span | None:
    """This very day, `number` units on: 去年今天, "a year ago today"."""
    if unit in (Unit.DAY, Unit.WEEK):
        return scene.day(_day(number * _DAYS[unit], scene))
    return scene.day(_shifted(scene.today, number * (12 if unit is Unit.YEAR else 1)))


def within(scene: Scene, number: int, unit: Unit, first: bool) -> Span | None:
    """The first or last `number` units of the span that was spoken of: 这个月前两天, 上月最后五天."""
    held = scene.within(Precision.YEAR, Precision.SEASON, Precision.MONTH, Precision.WEEK)
    if held is None or not 0 < number < 400:
        return None
    start, end, zone = held.start.date(), held.end.date(), scene.now.tzinfo
    if unit is Unit.MONTH and first:
        span = scene.months(start.year, start.month, start.month + number - 1)
    elif unit is Unit.MONTH:
        span = scene.months(end.year, end.month - number + 1, end.month)
    else:
        days = number * _DAYS[unit] - 1
        low, high = (start, start + days * DAY) if first else (end - days * DAY, end)
        span = scene.between(low, high, Precision.WEEK)
    if span.start < held.start or span.end > datetime.combine(end, time(23, 59, 59), zone):
        return None
    return span


def nth_week(scene: Scene, number: int) -> Span | None:
    """The `number`th week of the year or month spoken of: the first is the one of its first Monday."""
    held = scene.within(Precision.YEAR, Precision.MONTH)
    if held is None or not 1 <= number <= 53:
        return None
    first = held.start.date()
    monday = first + ((-first.weekday()) % 7 + 7 * (number - 1)) * DAY
    return scene.between(monday, monday + 6 * DAY, Precision.WEEK)


def edge(scene: Scene, end: str) -> Span | None:
    """`start`, `middle` or `end` of the span spoken of; `early`, `mid` and `late` are its thirds."""
    held = scene.within(Precision.YEAR, Precision.SEASON, Precision.MONTH, Precision.WEEK)
    if held is None:
        return None
    start, last = held.start.date(), held.end.date()
    if held.precision is Precision.YEAR and last.year > start.year:
        low, high = {"start": (0, 2), "early": (0, 2), "middle": (4, 6), "mid": (4, 6)}.get(end, (7, 9))
        ten = (last.year - start.year + 1) // 10 or 1
        first, final = start.year + low * ten, start.year + high * ten + ten - 1
        return scene.between(date(first, 1, 1), date(final, 12, 31), Precision.YEAR)
    if held.precision is Precision.YEAR:
        first, final = {"start": (1, 2), "early": (1, 2), "middle": (6, 7), "mid": (6, 7)}.get(end, (11, 12))
        return scene.months(start.year, first, final, Precision.MONTH)
    if held.precision is Precision.SEASON:
        at = {
            "start": start,
            "early": start,
            "middle": start + (last - start) / 2,
            "mid": start + (last - start) / 2,
        }
        day = at.get(end, last)
        return scene.month(day.year, day.month)
    if held.precision is Precision.WEEK:
        low, high = {"start": (0, 2), "early": (0, 2), "middle": (2, 3), "mid": (2, 3)}.get(end, (4, 6))
        return scene.between(start + low * DAY, start + high * DAY, Precision.WEEK)
    low, high = {
        "start": (1, 5),
        "early": (1, 10),
        "middle": (11, 20),
        "mid": (11, 20),
        "late": (21, last.day),
    }.get(end, (last.day - 5, last.day))
    found = real_date(start.year, start.month, low)
    return scene.between(found, start.replace(day=high), Precision.WEEK) if found else None
