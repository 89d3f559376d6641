"""Building spans of the user's calendar."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from memory.candidates import Precision, Span

DAY = timedelta(days=1)
END_OF_DAY = time(23, 59, 59)
_NEAR = timedelta(days=400)


@dataclass(frozen=True)
class Scene:
    """What a time word is read against. `inside` is the coarser span it was said within; `after` the start of
    a range that it ends; `weekday` the one named beside it."""

    now: datetime
    past: bool
    inside: Span | None = None
    after: datetime | None = None
    weekday: int | None = None

    @property
    def today(self) -> date:
        return self.now.date()

    def within(self, *coarser: Precision) -> Span | None:
        return self.inside if self.inside and self.inside.precision in coarser else None

    def between(self, first: date, last: date, precision: Precision) -> Span:
        zone = self.now.tzinfo
        return Span(
            datetime.combine(first, time(), zone), datetime.combine(last, END_OF_DAY, zone), precision
        )

    def day(self, day: date) -> Span:
        return self.between(day, day, Precision.DAY)

    def week(self, weeks: int) -> Span:
        monday = self.monday(weeks)
        return self.between(monday, monday + 6 * DAY, Precision.WEEK)

    def monday(self, weeks: int) -> date:
        return self.today - self.today.weekday() * DAY + 7 * weeks * DAY

    def month(self, year: int, month: int) -> Span:
        """`month` may run past 12 or below 1."""
        year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
        last = calendar.monthrange(year, month)[1]
        return self.between(date(year, month, 1), date(year, month, last), Precision.MONTH)

    def months(self, year: int, first: int, last: int, precision: Precision = Precision.SEASON) -> Span:
        return Span(self.month(year, first).start, self.month(year, last).end, precision)

    def year(self, year: int) -> Span | None:
        if not 1 <= year < 9999:
            return None
        return self.between(date(year, 1, 1), date(year, 12, 31), Precision.YEAR)

    def choose(self, spans: list[Span]) -> Span | None:
        """Of the same date in neighbouring years (ascending): the one the tense asks for."""
        if self.weekday is not None:
            near = [s for s in spans if s.start.weekday() == self.weekday and abs(s.start - self.now) < _NEAR]
            spans = near or spans
        if not spans:
            return None
        if self.after:
            return next((s for s in spans if s.start >= self.after), spans[-1])
        if self.past:
            return next((s for s in reversed(spans) if s.start <= self.now), spans[0])
        return next((s for s in spans if s.end >= self.now), spans[-1])

    def years(self) -> list[int]:
        """Years a date without one may fall in, ascending."""
        if held := self.within(Precision.YEAR):
            return [held.start.year]
        year = self.today.year
        return [y for y in range(year - 4, year + 5) if 1 < y < 9998]

    def lunar_years(self) -> list[int]:
        """The same for lunar years, which cost milliseconds each."""
        if self.within(Precision.YEAR):
            return self.years()
        return list(range(self.today.year - 2, self.today.year + 2))

    def on(self, first: int, last: int) -> Span:
        """The hours `first` to the end of `last` of the day spoken of."""
        day = self.held_day()
        zone = self.now.tzinfo
        return Span(
            datetime.combine(day, time(first), zone),
            datetime.combine(day, time(last, 59, 59), zone),
            Precision.PART,
        )

    def held_day(self) -> date:
        held = self.within(Precision.PART, Precision.DAY)
        return held.start.date() if held else self.today

    def at(self, hour: int, minute: int, exact: bool) -> Span:
        """A time of the day spoken of; 24 and more belong to the next. Without `exact` it is the whole hour."""
        start = (
            datetime.combine(self.held_day(), time(hour % 24, minute), self.now.tzinfo) + (hour // 24) * DAY
        )
        end = start if exact else start + timedelta(minutes=59, seconds=59)
        return Span(start, end, Precision.MINUTE if exact else Precision.HOUR)


def real_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
