"""Building spans of the user's calendar."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from memory.candidates import Precision, Span

DAY = timedelta(days=1)
END_OF_DAY = time(23, 59, 59)


@dataclass(frozen=True)
class Scene:
    """What a time word is read against. `inside` is the coarser span it was said within; `after` the start of
    a range that it ends."""

    now: datetime
    past: bool
    inside: Span | None = None
    after: datetime | None = None

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


def real_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
