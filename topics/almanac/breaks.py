"""Runs of days off that a public holiday makes, and the days of a weekend on which they are made up for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from topics.almanac.entries import Entry, Kind
from topics.almanac.hours import MONTHS, works
from topics.almanac.naming import Holiday
from topics.almanac.public import CHINA, made_up, public_holidays, published

DAY = timedelta(days=1)
LEAST, MOST = 3, 30
AHEAD, DURING, MAKEUP = 0.45, 0.3, 0.8
_WEEKDAYS = (("周一", "Monday"), ("周二", "Tuesday"), ("周三", "Wednesday"), ("周四", "Thursday"), ("周五", "Friday"),
             ("周六", "Saturday"), ("周日", "Sunday"))  # fmt: skip


@dataclass(frozen=True)
class Break:
    """Days off in a row, first to last, and the holidays that they are for."""

    first: date
    last: date
    holidays: tuple[Holiday, ...]

    @property
    def length(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(found.id for found in self.holidays)

    @property
    def weight(self) -> float:
        """What the start of it is worth, the evening before."""
        return round(min(0.9, AHEAD + 0.05 * self.length), 2)

    def entry(self, day: date, region: str) -> Entry:
        """As told by itself on its eve or on one of its days."""
        zh, en = "、".join(map(_zh, self.holidays)), "; ".join(map(_en, self.holidays))
        kind = "long weekend" if self.length <= 4 else "holiday break"
        if day < self.first:
            says = (
                f"起连休{self.length}天，到{_zh_date(self.last)}（{zh}）",
                f"starts a {kind} of {self.length} days, through {_en_date(self.last)} ({en})",
            )
        else:
            says = (
                f"是连休{self.length}天的第{self._number(day)}天（{zh}）",
                f"is day {self._number(day)} of a {kind} of {self.length} days ({en})",
            )
        first = self.holidays[0]
        return Entry(
            id=region.lower(),
            kind=Kind.LONG_WEEKEND,
            zh=f"{first.zh}假期",
            en=f"{first.en} {kind}",
            says=says,
            weight=self.weight if day < self.first else DURING,
            grave=all(holiday.grave for holiday in self.holidays),
        )

    def clause(self, day: date) -> tuple[str, str]:
        """The same, to be added to what is said of one of its holidays."""
        if day < self.first:
            return (
                f"，从明天起连休{self.length}天，到{_zh_date(self.last)}",
                f", the start of {self.length} days off in a row, through {_en_date(self.last)}",
            )
        return (
            f"，连休{self.length}天的第{self._number(day)}天",
            f", day {self._number(day)} of {self.length} days off in a row",
        )

    def _number(self, day: date) -> int:
        return (day - self.first).days + 1


@lru_cache(maxsize=4096)
def break_on(day: date, region: str) -> Break | None:
    """The run of at least three days off that `day` belongs to and that a public holiday on what would be a working
    day makes. None where its days are not settled: a notice that is not published, a holiday that the moon decides."""
    if works(day, region):
        return None
    first, last = _edge(day, region, -DAY), _edge(day, region, DAY)
    length = (last - first).days + 1
    days = [first + number * DAY for number in range(length)]
    if not LEAST <= length <= MOST or (region == CHINA and not all(published(each.year) for each in days)):
        return None
    found = [holiday for each in days for holiday in public_holidays(region, each.year).get(each, ())]
    if any(holiday.expected for holiday in found):
        return None
    named: dict[str, Holiday] = {}
    for holiday in found:
        if not holiday.bare:
            named.setdefault(holiday.id, holiday)
    return Break(first, last, tuple(named.values())) if named else None


def makeup_on(day: date, region: str) -> Entry | None:
    """That `day`, of a weekend, is worked to make up for a holiday."""
    if day not in made_up(region, day.year):
        return None
    causes = made_up(region, day.year)[day]
    zh, en = "、".join(map(_zh, causes)), " and ".join(map(_en, causes))
    weekday_zh, weekday_en = _WEEKDAYS[day.weekday()]
    return Entry(
        id=region.lower(),
        kind=Kind.MAKEUP_WORKDAY,
        zh=f"{zh}调休上班" if zh else "补班",
        en=f"make-up workday for {en}" if en else "make-up workday",
        says=(
            f"{weekday_zh}，但因为{zh}调休要上班" if zh else f"{weekday_zh}，但要补班",
            f"is {weekday_en}, but it is a working day to make up for {f'the days off around {en}' if en else 'a day off'}",
        ),
        weight=MAKEUP,
    )


def _edge(day: date, region: str, step: timedelta) -> date:
    for _ in range(MOST):
        if works(day + step, region):
            break
        day += step
    return day


def _zh(found: Holiday) -> str:
    return f"{found.where[0]}的{found.zh}" if found.where[0] else found.zh


def _en(found: Holiday) -> str:
    return f"{found.en} in {found.where[1]}" if found.where[1] else found.en


def _zh_date(day: date) -> str:
    return f"{day.month}月{day.day}日"


def _en_date(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.day}"
