"""Readers of English words for times of day, counted times, vague ones, and what comes again."""

from __future__ import annotations

import re

from memory.candidates import Precision, Span
from memory.when.counting import FEW, Unit, about, moved, over
from memory.when.english_dates import DAYS, MONTHS, PARTS, SEASONS, unit
from memory.when.festivals import festival
from memory.when.numerals import english
from memory.when.recurrence import Every, Recurrence, monthly, upcoming
from memory.when.spans import DAY, Scene

VAGUE = {"lately": (30, 0), "recently": (30, 0), "these days": (30, 0), "the other day": (7, 2),
         "the other night": (7, 2), "the other week": (28, 7), "the other month": (90, 14), "a while ago": (180, 14),
         "a while back": (180, 14), "not long ago": (60, 3), "not so long ago": (60, 3), "ages ago": (1095, 60),
         "ages back": (1095, 60), "days ago": (10, 2), "weeks ago": (60, 14), "months ago": (365, 60),
         "years ago": (3650, 730), "years back": (3650, 730), "a long time ago": (3650, 365)}  # fmt: skip


def vague(match: re.Match[str], scene: Scene) -> Span | None:
    back, until = VAGUE[" ".join(match[1].lower().split())]
    return scene.between(scene.today - back * DAY, scene.today - until * DAY, Precision.VAGUE)


def _number(match: re.Match[str]) -> float | None:
    word = " ".join(match["n"].lower().split())
    if word.startswith("half a"):
        return 0.5
    number = float(word) if re.fullmatch(r"\d{1,4}\.5", word) else english(word)
    half = match["half"] or match["later"]
    return number + 0.5 if number is not None and half else number


def counted(match: re.Match[str], scene: Scene) -> Span | None:
    """ "three days ago", "in a week and a half", "two weeks from now", "a few months ago"."""
    sign = -1 if match["ago"] else 1
    if match["unit"].lower().startswith("fortnight"):
        number = english(match["n"] or "a")
        return moved(2 * number, Unit.WEEK, sign, scene) if number else None
    if match["few"]:
        return about(*FEW, unit(match["unit"]), sign, scene)
    number_ = _number(match)
    return moved(number_, unit(match["unit"]), sign, scene) if number_ else None


def lasting(match: re.Match[str], scene: Scene) -> Span | None:
    """ "the last three days", "the next few weeks"."""
    sign = 1 if match[1].lower() in ("next", "coming") else -1
    number = (
        FEW[1] if match[2].lower() in ("few", "several") else english(match[2].lower().removesuffix(" of"))
    )
    return over(number, unit(match[3]), sign, scene) if number else None


def noon(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.at(24 if match[1].lower() == "midnight" else 12, 0, True)


def clock(match: re.Match[str], scene: Scene) -> Span | None:
    """ "8pm", "at 8", "19:30", "8 o'clock"; `match[3]` is am or pm, if anything."""
    return _at(int(match[1]), int(match[2] or 0), bool(match[2]), (match[3] or "").lower(), scene)


def loose_clock(match: re.Match[str], scene: Scene) -> Span | None:
    """ "around 7" and "to 4" only beside a day or in a range."""
    return clock(match, scene) if scene.inside or scene.after else None


def range_clock(match: re.Match[str], scene: Scene) -> Span | None:
    """The first hour of "3 to 5pm" and "9 to 5pm"."""
    hour, last, half = int(match[1]), int(match[3]), match[4].lower()
    if half.startswith("p") and hour % 12 > last % 12:
        half = "am"
    return _at(hour, int(match[2] or 0), bool(match[2]), half, scene)


def _at(hour: int, minute: int, exact: bool, half: str, scene: Scene) -> Span | None:
    if hour > 23 or (half and not 1 <= hour <= 12):
        return None
    held = scene.within(Precision.PART)
    late = held is not None and held.start.hour >= 12
    if half.startswith("p") or (not half and hour < 12 and (late or (held is None and 1 <= hour <= 6))):
        hour = hour % 12 + 12
    elif half.startswith("a"):
        hour %= 12
    return scene.at(hour, minute, exact)


def spoken_clock(match: re.Match[str], scene: Scene) -> Span | None:
    """ "half past three", "quarter to five", "ten to six", "half five" (half past)."""
    hour = english(match["h"])
    if not hour or not 1 <= hour <= 12:
        return None
    word = re.sub(r"^a\s+", "", (match["m"] or "half").lower())
    minute = {"half": 30, "quarter": 15, "twenty five": 25, "twenty-five": 25}.get(word) or english(word) or 0
    if minute > 30 or minute < 1:
        return None
    at = _at(hour, 0, True, (match["ap"] or "").lower(), scene)
    if at is None:
        return None
    back = (match["dir"] or "past").lower() in ("to", "til", "till")
    total = at.start.hour * 60 + (-minute if back else minute)
    return scene.at(total // 60, total % 60, True) if total >= 0 else None


def repeated(match: re.Match[str], scene: Scene) -> Span | None:
    found = recurrence(match)
    if found is None:
        return None
    if match["feast"]:
        days = [festival(match["feast"].lower(), year) for year in scene.lunar_years()]
        return scene.choose([scene.day(d) for d in days if d])
    span = upcoming(found, scene)
    if not span or not match["part"]:
        return span
    first, last = PARTS[match["part"].lower()]
    start = span.start.replace(hour=first)
    return Span(start, start.replace(hour=last, minute=59, second=59), Precision.PART)


_WORDS = {"daily": (Every.DAY, 1), "nightly": (Every.DAY, 1), "weekly": (Every.WEEK, 1), "fortnightly": (Every.WEEK, 2),
          "biweekly": (Every.WEEK, 2), "monthly": (Every.MONTH, 1), "yearly": (Every.YEAR, 1),
          "annually": (Every.YEAR, 1), "quarterly": (Every.MONTH, 3)}  # fmt: skip
_UNITS = {Unit.DAY: Every.DAY, Unit.WEEK: Every.WEEK, Unit.MONTH: Every.MONTH, Unit.YEAR: Every.YEAR}


def recurrence(match: re.Match[str]) -> Recurrence | None:
    """ "every other Friday", "on Mondays", "every month on the 15th", "every March", "weekly", "every Christmas"."""
    if word := match["word"]:
        every, interval = _WORDS[word.lower()]
        return Recurrence(every, interval)
    gap = (match["gap"] or "").strip().lower()
    interval = 2 if gap in ("other", "second", "2nd") else english(gap) or 1
    if words := match["days"] or match["plural"]:
        days = [DAYS[day.lower().removesuffix("s") if day.lower() not in DAYS else day.lower()]
                for day in re.findall(r"[A-Za-z]+", words) if day.lower() not in ("and", "or", "on", "every", "each")]  # fmt: skip
        return Recurrence(Every.WEEK, interval, tuple(sorted(set(days))))
    if kind := match["kind"] or match["kinds"]:
        return Recurrence(Every.WEEK, interval, (5, 6) if "end" in kind.lower() else (0, 1, 2, 3, 4))
    if day := match["dom"] or match["of"]:
        return monthly(int(day))
    if name := match["month"]:
        return Recurrence(Every.YEAR, 1, (), MONTHS[name.lower()])
    if name := match["season"]:
        return Recurrence(Every.YEAR, 1, (), (SEASONS[name.lower()][0] - 1) % 12 + 1)
    if match["feast"]:
        return Recurrence(Every.YEAR)
    if match["part"]:
        return Recurrence(Every.DAY, interval)
    return Recurrence(_UNITS[unit(match["unit"])], interval)
