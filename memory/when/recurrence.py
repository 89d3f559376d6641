"""Times that come again: 每周三, every other Friday, 每年中秋."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from memory.candidates import Precision, Span
from memory.when.spans import DAY, Scene, real_date

_FAR = 400
"""Days ahead in which the next occurrence is looked for."""


class Every(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True)
class Recurrence:
    """Every `interval` units. `days` are weekdays (Monday 0) of a week or days of a month, where they are named;
    `month` belongs to a year. What finer words say (早上, at 8) is in the span of the next occurrence. A feast
    of every year has neither."""

    every: Every
    interval: int = 1
    days: tuple[int, ...] = ()
    month: int | None = None


def upcoming(recurrence: Recurrence, scene: Scene) -> Span | None:
    """The next occurrence, today included; of every other week the nearest, as nobody said which."""
    today = scene.today
    if recurrence.every is Every.WEEK and not recurrence.days:
        return scene.week(0)
    if recurrence.every is Every.MONTH and not recurrence.days:
        return scene.month(today.year, today.month)
    if recurrence.every is Every.YEAR and recurrence.month is None:
        return scene.year(today.year)
    if recurrence.every is Every.YEAR and not recurrence.days:
        spans = [scene.month(year, recurrence.month or 1) for year in (today.year, today.year + 1)]
        return next((s for s in spans if s.end >= scene.now), None)
    found = next((day for day in (today + n * DAY for n in range(_FAR)) if _on(recurrence, day)), None)
    return scene.between(found, found, Precision.DAY) if found else None


def _on(recurrence: Recurrence, day: date) -> bool:
    if recurrence.every is Every.DAY:
        return True
    if recurrence.every is Every.WEEK:
        return day.weekday() in recurrence.days
    if recurrence.month is not None and day.month != recurrence.month:
        return False
    return day.day in recurrence.days


def monthly(day: int) -> Recurrence | None:
    return Recurrence(Every.MONTH, days=(day,)) if real_date(2024, 1, day) else None
