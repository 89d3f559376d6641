"""Readers of English words for years, months, weeks and days."""

from __future__ import annotations

import calendar
import re
from dataclasses import replace
from datetime import date

from memory.candidates import Precision, Span
from memory.when.counting import Unit, edge, nth_week, same_day, within
from memory.when.festivals import LUNAR, festival, nth_weekday
from memory.when.numerals import ORDINALS, english
from memory.when.spans import DAY, Scene, real_date

MONTHS = {name.lower(): i for i, name in enumerate(calendar.month_name) if name}
MONTHS |= {name.lower(): i for i, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
DAYS = {name.lower(): i for i, name in enumerate(calendar.day_name)}
DAYS |= {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5,
         "sun": 6}  # fmt: skip
SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11), "winter": (12, 14)}
RELATIVE = {"today": 0, "tonight": 0, "last night": -1, "the day after tomorrow": 2, "day after tomorrow": 2,
            "the day before yesterday": -2, "day before yesterday": -2,
            **dict.fromkeys(["tomorrow", "tomoz", "tmrw", "tmr", "tmw", "2moro", "2morrow"], 1),
            **dict.fromkeys(["yesterday", "yday"], -1)}  # fmt: skip
PARTS = {
    "morning": (6, 11),
    "afternoon": (12, 17),
    "evening": (17, 21),
    "night": (18, 23),
    "tonight": (18, 23),
}
_STEP = {"last": -1, "past": -1, "this past": -1, "this": 0, "later this": 0, "earlier this": 0, "next": 1,
         "coming": 1, "this coming": 1, "upcoming": 1}  # fmt: skip
UNITS = {"min": Unit.MINUTE, "hou": Unit.HOUR, "hr": Unit.HOUR, "hrs": Unit.HOUR, "day": Unit.DAY, "wee": Unit.WEEK,
         "wk": Unit.WEEK, "wks": Unit.WEEK, "mon": Unit.MONTH, "mth": Unit.MONTH, "yea": Unit.YEAR, "yr": Unit.YEAR,
         "yrs": Unit.YEAR}  # fmt: skip
_EDGES = {"beginning": "start", "start": "start", "middle": "middle", "end": "end", "early": "early", "mid": "mid",
          "late": "late"}  # fmt: skip


def unit(word: str) -> Unit:
    return UNITS[word.lower()[:3]]


def relative_day(match: re.Match[str], scene: Scene) -> Span | None:
    word = " ".join(match[1].lower().split())
    day = scene.day(scene.today + RELATIVE[word] * DAY)
    part_ = word.split()[-1]
    return replace(scene, inside=day).on(*PARTS[part_]) if part_ in PARTS else day


def this_part(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.on(*PARTS[match[1].lower()])


def part(match: re.Match[str], scene: Scene) -> Span | None:
    """A bare "morning" or "night" names a time only beside a day: "every night" and "good morning" don't."""
    return scene.on(*PARTS[match[1].lower()]) if scene.inside else None


def week_day(match: re.Match[str], scene: Scene) -> Span | None:
    number, step = DAYS[match[2].lower()], (match[1] or "").lower()
    if held := scene.within(Precision.WEEK):
        return scene.day(held.start.date() + number * DAY)
    days = [scene.monday(k) + number * DAY for k in (-2, -1, 0, 1, 2)]
    if step == "next":
        return scene.day(days[3])
    if _STEP.get(step, 0) < 0:
        return scene.day(next(d for d in reversed(days) if d < scene.today))
    if step:
        scene = replace(scene, past=False)
    return scene.choose([scene.day(d) for d in days])


def week_later(match: re.Match[str], scene: Scene) -> Span | None:
    """ "Friday week", "a week on Friday", "two weeks from Monday"."""
    number = english(match[1]) if match[1] else 1
    day, name = None, (match[2] or match[3]).lower()
    if name in RELATIVE:
        day = scene.today + RELATIVE[name] * DAY
    elif found := replace(scene, past=False).choose(
        [scene.day(scene.monday(k) + DAYS[name] * DAY) for k in (0, 1)]
    ):
        day = found.start.date()
    return scene.day(day + 7 * number * DAY) if day and number and number < 60 else None


def nth_day(match: re.Match[str], scene: Scene) -> Span | None:
    """ "the first Monday of October"."""
    held = scene.within(Precision.MONTH)
    if not held:
        return None
    day = nth_weekday(held.start.year, held.start.month, DAYS[match[2].lower()], ORDINALS[match[1].lower()])
    return scene.day(day) if day.month == held.start.month else None


def period(match: re.Match[str], scene: Scene) -> Span | None:
    word = match[2].lower()
    if match[1].lower() == "the":
        return _weekend(0, scene) if not scene.past or scene.today.weekday() > 4 else _weekend(-1, scene)
    return _period(_STEP[match[1].lower()], "week" if word == "wk" else word, scene)


def far_period(match: re.Match[str], scene: Scene) -> Span | None:
    """ "the week after next", "the year before last"."""
    return _period(2 if match[2].lower() == "after next" else -2, match[1].lower(), scene)


def _weekend(weeks: int, scene: Scene) -> Span:
    saturday = scene.monday(weeks) + 5 * DAY
    return scene.between(saturday, saturday + DAY, Precision.DAY)


def _period(step: int, word: str, scene: Scene) -> Span | None:
    today = scene.today
    if word == "week":
        return scene.week(step)
    if word == "month":
        return scene.month(today.year, today.month + step)
    if word == "year":
        return scene.year(today.year + step)
    if word == "weekend":
        return _weekend(step, scene)
    return _step(
        [scene.months(y, *SEASONS[word]) for y in range(today.year - 2, today.year + 3)], step, scene
    )


def _step(spans: list[Span], step: int, scene: Scene) -> Span | None:
    """The latest span gone by, the one now or next to come, or the one after the present year's."""
    if step < 0:
        return next((s for s in reversed(spans) if s.end < scene.now), None)
    if step == 0:
        return next((s for s in spans if s.start.year == scene.today.year), None)
    return next((s for s in spans if s.start > scene.now), None)


def season(match: re.Match[str], scene: Scene) -> Span | None:
    first, last = SEASONS[match[1].lower()]
    if named := match[2] or match[3]:
        short = int(named)
        return scene.months(
            short + 2000 if short < 70 else short + 1900 if short < 100 else short, first, last
        )
    return scene.choose([scene.months(year, first, last) for year in scene.years()])


def edge_of(match: re.Match[str], scene: Scene) -> Span | None:
    return edge(scene, _EDGES[match[1].lower().split()[-2 if match[1].lower().endswith(" of") else 0]])


def the_period(match: re.Match[str], scene: Scene) -> Span | None:
    return _period(0, match[1].lower(), scene)


def edge_of_week(match: re.Match[str], scene: Scene) -> Span | None:
    """ "early next week", "the end of the week"."""
    week = scene.week(_STEP.get((match[2] or "this").lower(), 0))
    return edge(replace(scene, inside=week), _EDGES[match[1].lower().split()[0]])


def nth_part(match: re.Match[str], scene: Scene) -> Span | None:
    """ "the first week of August", "the last day of the month"."""
    number, held = ORDINALS[match[1].lower()], scene.within(Precision.MONTH)
    if held is None:
        return None
    if match[2].lower() == "week" and number > 0:
        return nth_week(scene, number)
    one = Unit.WEEK if match[2].lower() == "week" else Unit.DAY
    if number > 0:
        return scene.day(held.start.date() + (number - 1) * DAY)
    span = within(scene, 1, one, first=False)
    return replace(span, precision=Precision.DAY) if span and one is Unit.DAY else span


def anniversary(match: re.Match[str], scene: Scene) -> Span | None:
    """ "a year ago today", "this time last week"."""
    number = english(match[1]) if match[1] else 1
    sign = 1 if (match[3] or "").lower() == "next" else -1
    return same_day(scene, unit(match[2] or match[4]), sign * number) if number and number < 1000 else None


def step_month(match: re.Match[str], scene: Scene) -> Span | None:
    month, year = MONTHS[match[2].lower()], scene.today.year
    spans = [scene.month(y, month) for y in range(year - 2, year + 3)]
    return _step(spans, _STEP[match[1].lower()], scene)


def month_day(match: re.Match[str], scene: Scene) -> Span | None:
    """ "May 3", "May 3–5"."""
    first = _dated(match[1], match[2], match[4], scene)
    if not first or not match[3]:
        return first
    last = real_date(first.start.year, first.start.month, int(match[3]))
    return replace(first, end=scene.day(last).end) if last and last > first.start.date() else first


def day_month(match: re.Match[str], scene: Scene) -> Span | None:
    return _dated(match[2], match[1], match[3], scene)


def _dated(month: str, day: str, year: str | None, scene: Scene) -> Span | None:
    number = MONTHS[month.lower()]
    years = [int(year)] if year else scene.years()
    days = [real_date(y, number, int(day)) for y in years]
    return scene.choose([scene.day(d) for d in days if d])


def month(match: re.Match[str], scene: Scene) -> Span | None:
    number = MONTHS[match[1].lower()]
    if match[2]:
        return scene.month(int(match[2]), number)
    return scene.choose([scene.month(y, number) for y in scene.years()])


def day_of_month(match: re.Match[str], scene: Scene) -> Span | None:
    if held := scene.within(Precision.MONTH):
        day = real_date(held.start.year, held.start.month, int(match[1]))
        return scene.day(day) if day else None
    months = (scene.month(scene.today.year, scene.today.month + k).start for k in range(-2, 3))
    days = [real_date(m.year, m.month, int(match[1])) for m in months]
    return scene.choose([scene.day(d) for d in days if d])


def iso(match: re.Match[str], scene: Scene) -> Span | None:
    day = real_date(int(match[1]), int(match[2]), int(match[3]))
    return scene.day(day) if day else None


def dotted(match: re.Match[str], scene: Scene) -> Span | None:
    """12.05.2026: day first."""
    day = real_date(int(match[3]), int(match[2]), int(match[1]))
    return scene.day(day) if day else None


def slashed(match: re.Match[str], scene: Scene) -> Span | None:
    """Month first, as in the United States; day first only where the first number is no month."""
    month, day = int(match[1]), int(match[2])
    if month > 12:
        month, day = day, month
    if match[3]:
        year = int(match[3])
        found = real_date(year + 2000 if year < 100 else year, month, day)
        return scene.day(found) if found else None
    days = [real_date(y, month, day) for y in scene.years()]
    return scene.choose([scene.day(d) for d in days if d])


def year(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.year(int(match[1]))


def decade(match: re.Match[str], scene: Scene) -> Span | None:
    first = int(match[1]) + (1900 if len(match[1]) == 2 else 0)
    return scene.between(date(first, 1, 1), date(first + 9, 12, 31), Precision.YEAR)


def quarter(match: re.Match[str], scene: Scene) -> Span | None:
    first = int(match[1]) * 3 - 2
    return scene.choose([scene.months(y, first, first + 2) for y in scene.years()])


def feast(match: re.Match[str], scene: Scene) -> Span | None:
    name = match[2].lower().removesuffix(" day") if match[2].lower() == "christmas day" else match[2].lower()
    if match[3]:
        day = festival(name, int(match[3]))
        return scene.day(day) if day else None
    step = _STEP.get((match[1] or "").lower())
    if step is not None:
        scene = replace(scene, past=step < 0)
    years = scene.lunar_years() if name in LUNAR else scene.years()
    days = [day for day in (festival(name, y) for y in years) if day and (step != -1 or day < scene.today)]
    return scene.choose([scene.day(d) for d in days])
