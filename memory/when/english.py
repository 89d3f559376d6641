"""English time words."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from datetime import datetime, time, timedelta

from memory.candidates import Precision, Span
from memory.when.festivals import NAMES, festival
from memory.when.grammar import Atom, Grammar, Reader
from memory.when.numerals import ENGLISH, english
from memory.when.spans import DAY, Scene, real_date

_MONTHS = {name.lower(): i for i, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): i for i, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_DAYS = {name.lower(): i for i, name in enumerate(calendar.day_name)}
_DAYS |= {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}
_RELATIVE = {"today": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1, "yesterday": -1, "tonight": 0, "last night": -1,
             "the day after tomorrow": 2, "day after tomorrow": 2, "the day before yesterday": -2,
             "this morning": 0, "this afternoon": 0, "this evening": 0}  # fmt: skip
_PARTS = {"morning": (6, 11), "afternoon": (12, 17), "evening": (17, 21), "night": (18, 23), "tonight": (18, 23),
          "noon": (12, 12), "midnight": (23, 23)}  # fmt: skip
_SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11), "winter": (12, 14)}
_STEP = {"last": -1, "past": -1, "this": 0, "next": 1, "coming": 1}
_VAGUE = {"lately": (30, 0), "recently": (30, 0), "the other day": (7, 2), "a while ago": (180, 14),
          "a few days ago": (5, 2), "a few weeks ago": (35, 14), "these days": (30, 0)}  # fmt: skip


def _relative_day(match: re.Match[str], scene: Scene) -> Span | None:
    word = re.sub(r"\s+", " ", match[1].lower())
    day = scene.day(scene.today + _RELATIVE[word] * DAY)
    part = word.split()[-1]
    return _on(part, day, scene) if part in _PARTS else day


def _on(part: str, day: Span, scene: Scene) -> Span:
    first, last = _PARTS[part]
    zone, on = scene.now.tzinfo, day.start.date()
    return Span(
        datetime.combine(on, time(first), zone),
        datetime.combine(on, time(last, 59, 59), zone),
        Precision.PART,
    )


def _part(match: re.Match[str], scene: Scene) -> Span | None:
    return _on(match[1].lower(), scene.within(Precision.DAY) or scene.day(scene.today), scene)


def _week_day(match: re.Match[str], scene: Scene) -> Span | None:
    number, step = _DAYS[match[2].lower()], (match[1] or "").lower()
    days = [scene.monday(k) + number * DAY for k in (-2, -1, 0, 1)]
    if step == "next":
        return scene.day(days[-1])
    if step in ("last", "past"):
        return scene.day(next(d for d in reversed(days) if d < scene.today))
    return scene.choose([scene.day(d) for d in days])


def _period(match: re.Match[str], scene: Scene) -> Span | None:
    step, unit, today = _STEP[match[1].lower()], match[2].lower(), scene.today
    if unit == "week":
        return scene.week(step)
    if unit == "month":
        return scene.month(today.year, today.month + step)
    if unit == "year":
        return scene.year(today.year + step)
    if unit == "weekend":
        saturday = scene.monday(step) + 5 * DAY
        return scene.between(saturday, saturday + DAY, Precision.DAY)
    spans = [scene.months(y, *_SEASONS[unit]) for y in range(today.year - 2, today.year + 3)]
    return _step(spans, step, scene)


def _step(spans: list[Span], step: int, scene: Scene) -> Span | None:
    """The latest span gone by, the one now or next to come, or the one after the present year's."""
    if step < 0:
        return next((s for s in reversed(spans) if s.end < scene.now), None)
    if step == 0:
        return next((s for s in spans if s.start.year == scene.today.year), None)
    return next((s for s in spans if s.start > scene.now), None)


def _step_month(match: re.Match[str], scene: Scene) -> Span | None:
    month, year = _MONTHS[match[2].lower()], scene.today.year
    spans = [scene.month(y, month) for y in range(year - 2, year + 3)]
    return _step(spans, _STEP[match[1].lower()], scene)


def _counted(match: re.Match[str], scene: Scene) -> Span | None:
    number = english(match[1])
    return _moved(number, match[2].lower(), -1, scene)


def _in(match: re.Match[str], scene: Scene) -> Span | None:
    return _moved(english(match[1]), match[2].lower(), 1, scene)


def _moved(number: int | None, unit: str, sign: int, scene: Scene) -> Span | None:
    if number is None or number > 1000:
        return None
    if unit.startswith(("min", "hour")):
        minutes = number * (60 if unit.startswith("hour") else 1)
        at = (scene.now + sign * timedelta(minutes=minutes)).replace(second=0, microsecond=0)
        return Span(at, at, Precision.MINUTE)
    if unit.startswith("day"):
        return scene.day(scene.today + sign * number * DAY)
    if unit.startswith("week"):
        return scene.day(scene.today + sign * 7 * number * DAY)
    if unit.startswith("month"):
        return scene.month(scene.today.year, scene.today.month + sign * number)
    return scene.year(scene.today.year + sign * number)


def _dated(month: str, day: str, year: str | None, scene: Scene) -> Span | None:
    if year:
        exact = real_date(int(year), _MONTHS[month.lower()], int(day))
        return scene.day(exact) if exact else None
    days = [real_date(y, _MONTHS[month.lower()], int(day)) for y in scene.years()]
    return scene.choose([scene.day(d) for d in days if d])


def _month_day(match: re.Match[str], scene: Scene) -> Span | None:
    return _dated(match[1], match[2], match[3], scene)


def _day_month(match: re.Match[str], scene: Scene) -> Span | None:
    return _dated(match[2], match[1], match[3], scene)


def _month(match: re.Match[str], scene: Scene) -> Span | None:
    number = _MONTHS[match[1].lower()]
    if match[2]:
        return scene.month(int(match[2]), number)
    return scene.choose([scene.month(y, number) for y in scene.years()])


def _day_of_month(match: re.Match[str], scene: Scene) -> Span | None:
    months = (scene.month(scene.today.year, scene.today.month + k).start for k in range(-2, 3))
    days = [real_date(m.year, m.month, int(match[1])) for m in months]
    return scene.choose([scene.day(d) for d in days if d])


def _iso(match: re.Match[str], scene: Scene) -> Span | None:
    day = real_date(int(match[1]), int(match[2]), int(match[3]))
    return scene.day(day) if day else None


def _year(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.year(int(match[1]))


def _festival(match: re.Match[str], scene: Scene) -> Span | None:
    days = [festival(match[1].lower().replace("’", "'"), year) for year in scene.years()]
    return scene.choose([scene.day(d) for d in days if d])


def _clock(match: re.Match[str], scene: Scene) -> Span | None:
    hour, minute = int(match[1]), int(match[2] or 0)
    half = (match[3] or "").lower().replace(".", "")
    if hour > 23 or (half and not 1 <= hour <= 12):
        return None
    held = scene.within(Precision.PART, Precision.DAY)
    late = held is not None and held.precision is Precision.PART and held.start.hour >= 12
    if half == "pm" or (not half and hour < 12 and (late or ((held is None or not late) and 1 <= hour <= 6))):
        hour = hour % 12 + 12
    elif half == "am":
        hour %= 12
    day = held.start.date() if held else scene.today
    start = datetime.combine(day, time(hour, minute), scene.now.tzinfo)
    exact = match[2] is not None
    end = start if exact else start + timedelta(minutes=59, seconds=59)
    return Span(start, end, Precision.MINUTE if exact else Precision.HOUR)


def _vague(match: re.Match[str], scene: Scene) -> Span | None:
    back, until = _VAGUE[match[1].lower()]
    return scene.between(scene.today - back * DAY, scene.today - until * DAY, Precision.VAGUE)


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_M, _P = _any(_MONTHS), Precision
_FULL = _any(m for m in _MONTHS if m not in ("may", "march", "mar", "dec", "jun", "jan", "sep", "oct"))
_D, _N = _any(_DAYS), _any([*ENGLISH]) + r"|\d{1,3}"
_UNIT = r"(min(?:ute)?s?|hours?|days?|weeks?|months?|years?)"
_ATOMS: tuple[tuple[Precision, str, Reader], ...] = (
    (_P.DAY, r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b", _iso),
    (_P.VAGUE, r"\b(" + _any(_VAGUE) + r")\b", _vague),
    (_P.PART, r"\b(tonight|last night|this (?:morning|afternoon|evening))\b", _relative_day),
    (_P.DAY,
        r"\b((?:the )?day (?:after tomorrow|before yesterday)|today|tomorrow|tmrw?|yesterday)\b", _relative_day),
    (_P.DAY, r"\b(last|past|this|next|coming) (weekend)\b", _period),
    (_P.WEEK, r"\b(last|past|this|next|coming) (week|month|year|" + _any(_SEASONS) + r")\b", _period),
    (_P.DAY, r"\b(?:(last|past|this|next|coming) )?(" + _D + r")\b(?!['’]s)", _week_day),
    (_P.DAY, r"\b(" + _N + r") " + _UNIT + r" (?:ago|back)\b", _counted),
    (_P.DAY, r"\bin (?:about )?(" + _N + r") " + _UNIT + r"(?:['’]? time)?\b", _in),
    (_P.DAY, r"\b(" + _M + r")\.? (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?\b(?!:|\d)", _month_day),
    (_P.DAY, r"\b(?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:of )?(" + _M + r")(?:,? (\d{4}))?\b", _day_month),
    (_P.MONTH, r"\b(last|this|next|coming) (" + _M + r")\b", _step_month),
    (_P.MONTH, r"(?:\b(?:in|by|until|since|during|early|late|of) |(?<=in )|(?<=by ))(" + _M + r")(?: (\d{4}))?\b", _month),
    (_P.MONTH, r"\b(" + _FULL + r")(?: (\d{4}))?\b", _month),
    (_P.DAY,
        r"\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! (?:grade|floor|time|century|street|birthday|year))", _day_of_month),
    (_P.DAY, r"\b(" + "|".join(n for n in NAMES if n.isascii()) + r")\b", _festival),
    (_P.YEAR, r"\bin ((?:19|20)\d{2})\b", _year),
    (_P.PART, r"\b(morning|afternoon|evening|night|noon|midnight)\b", _part),
    (_P.HOUR, r"\b(\d{1,2})(?::([0-5]\d))? ?(am|pm|a\.m\.|p\.m\.)(?!\w)", _clock),
    (_P.HOUR, r"\bat (\d{1,2})(?::([0-5]\d))?()(?![\d.,]|\s*(?:years|percent|%|dollars))\b", _clock),
    (_P.HOUR, r"\b([01]?\d|2[0-3]):([0-5]\d)()\b", _clock),
)  # fmt: skip


def _lone_part(read: Reader) -> Reader:
    """A bare "morning" or "night" names a time only beside a day: "every night" and "good morning" don't."""

    def guarded(match: re.Match[str], scene: Scene) -> Span | None:
        return read(match, scene) if scene.inside else None

    return guarded


GRAMMAR = Grammar(
    atoms=tuple(
        Atom(precision, pattern, _lone_part(read) if read is _part else read) for precision, pattern, read in _ATOMS
    ),
    gap=re.compile(r"(?:\s*,)?\s*(?:on|at|in|of|around|about)?\s*", re.I),
    range_=re.compile(r"\s*(?:to|until|till|through|[-–—])\s*", re.I),
    past=re.compile(
            r"\b(?:was|were|did|had|went|got|came|saw|met|ago|last|yesterday|used to|lost|left|moved|"
            r"started|quit|made|"
        r"took|broke|felt|said|told|bought|died|passed|happened|\w{3,}ed)\b", re.I),
    future=re.compile(
        r"\b(?:will|gonna|going to|won't|plan|planning|(?:am|are|is)\s\w+ing|\w+'(?:m|re|s)\s\w+ing|"
        r"shall|next|tomorrow|\w+['’]ll|need|have to)\b", re.I),
    folded=str.maketrans("’０１２３４５６７８９", "'0123456789"),
    flags=re.IGNORECASE,
)  # fmt: skip
