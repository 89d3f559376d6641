"""How use adds up, when a break is due, and what too much of it looks like. From times alone, never from what was said. Pure.

No law says how long a pause ends a stretch of use, nor how much is too much: the numbers are ours, and settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

GAP = timedelta(minutes=15)
"""A shorter pause belongs to the stretch."""
NIGHT_END = time(5)
DAYS = 7
MANY_DAYS = 5
LONG_DAY, NIGHT_SHARE, NIGHT_LEAST = timedelta(minutes=120), 0.3, timedelta(minutes=60)


@dataclass(frozen=True)
class Stretch:
    """Continuous use: since when, until when, and how many break notices it had."""

    began: datetime
    last: datetime
    marks: int = 0

    @property
    def length(self) -> timedelta:
        return self.last - self.began

    def running(self, now: datetime) -> bool:
        """Whether it goes on at `now`: a clock that was set back a little ends nothing, one set back far does."""
        return -GAP < now - self.last < GAP


@dataclass(frozen=True)
class Spell:
    """A piece of use, to be added to its day."""

    start: datetime
    end: datetime


@dataclass(frozen=True)
class Day:
    """One local day's use."""

    day: date
    seconds: int = 0
    night_seconds: int = 0
    sessions: int = 0


class Sign(StrEnum):
    """What too much of it looks like."""

    LONG_DAYS = "long_days"
    NIGHTS = "nights"


def touched(stretch: Stretch | None, now: datetime) -> tuple[Stretch, Spell | None]:
    """The stretch after somebody was active at `now`, and what to add to their days (None when a new one begins)."""
    if stretch is None or not stretch.running(now):
        return Stretch(now, now), None
    if now <= stretch.last:
        return stretch, None
    return replace(stretch, last=now), Spell(stretch.last, now)


def break_due(stretch: Stretch, now: datetime, every: timedelta) -> int:
    """Minutes of continuous use when a break notice is due now, else 0. One that was missed isn't made up for: the next says
    how long it is by then."""
    length = max(stretch.last, now) - stretch.began
    if not stretch.running(now) or length < every * (stretch.marks + 1):
        return 0
    return int(length.total_seconds() // 60)


def marks_by(stretch: Stretch, now: datetime, every: timedelta) -> int:
    """How many notices have fallen due by `now`."""
    return int((max(stretch.last, now) - stretch.began) / every)


def by_day(spell: Spell, zone: ZoneInfo) -> list[Day]:
    """The spell's seconds on its local days, those of the night apart."""
    days: dict[date, Day] = {}
    start = spell.start
    while start < spell.end:
        local = start.astimezone(zone)
        midnight = datetime.combine(local.date() + timedelta(days=1), time(0), zone)
        morning = datetime.combine(local.date(), NIGHT_END, zone)
        edge = morning if local < morning else midnight
        end = min(spell.end, max(edge.astimezone(start.tzinfo), start + timedelta(seconds=1)))
        seconds = round((end - start).total_seconds())
        known = days.get(local.date(), Day(local.date()))
        night = seconds if local < morning else 0
        days[local.date()] = replace(
            known, seconds=known.seconds + seconds, night_seconds=known.night_seconds + night
        )
        start = end
    return list(days.values())


def signs(days: Sequence[Day], today: date) -> list[Sign]:
    """Of the last seven days: two hours or more on five of them; three tenths of an hour or more between midnight and five."""
    lately = [day for day in days if today - timedelta(days=DAYS) < day.day <= today]
    found = []
    if sum(day.seconds >= LONG_DAY.total_seconds() for day in lately) >= MANY_DAYS:
        found.append(Sign.LONG_DAYS)
    night, whole = sum(day.night_seconds for day in lately), sum(day.seconds for day in lately)
    if night >= NIGHT_LEAST.total_seconds() and night >= NIGHT_SHARE * whole:
        found.append(Sign.NIGHTS)
    return found
