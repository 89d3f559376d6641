"""The forecast of open-meteo.com (`current` and `daily`) to what is worth a word: rain, storm, and turns of warmth.

Days are named by their date: an item may be said a day after it was fetched.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

from topics.almanac.hours import MONTHS
from topics.outside.errors import Refusal, SourceRefused
from topics.outside.items import Item

MOST = 2
LIKELY = 50
"""Percent. Where the forecast names no weather, rain has to be likelier: `SURE`."""
SURE = 70
TURN = 8.0
HEAT = 35.0
FROST = 0.0
EVENING = 18
"""From this hour on, the day's own forecast is about hours that are mostly over."""
_STORM = frozenset({95, 96, 99})
_SNOW = frozenset({71, 73, 75, 77, 85, 86})
_RAIN = frozenset({51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 80, 81, 82})
_ORDER = ("storm", "snow", "turn", "heat", "frost", "rain")
_WET = {
    "storm": ("可能有雷雨", "Thunderstorms are likely"),
    "snow": ("可能下雪", "Snow is likely"),
    "rain": ("可能下雨", "Rain is likely"),
}
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True)
class Day:
    """What is known of a day's weather, in °C and percent."""

    on: date
    code: int | None = None
    high: float | None = None
    low: float | None = None
    chance: float | None = None


@dataclass(frozen=True)
class Word:
    """Something worth saying about a day."""

    kind: str
    on: date
    zh: str
    en: str


def read_weather(body: bytes, now: datetime) -> list[Item]:
    """At most two items about today and tomorrow, the weightiest first; none when the weather is nothing special.

    `now` must be aware. Raises SourceRefused(malformed) if this is no forecast.
    """
    whole = _opened(body)
    zone = timezone(timedelta(seconds=_offset(whole)))
    local = now.astimezone(zone)
    days = _daily(whole)
    today = days.get(local.date(), Day(local.date()))
    tomorrow = days.get(local.date() + timedelta(days=1))
    ahead = Day(local.date()) if local.hour >= EVENING else today
    words: dict[str, Word] = {}
    for day in (_with_current(ahead, whole), tomorrow):
        for word in _of_day(day) if day else ():
            words.setdefault(word.kind, word)
    if tomorrow and (turn := _turn(today, tomorrow)):
        words["turn"] = turn
    chosen = [words[kind] for kind in _ORDER if kind in words][:MOST]
    return [_item(word, zone) for word in chosen]


def _opened(body: bytes) -> dict[str, Any]:
    try:
        whole = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise SourceRefused(Refusal.MALFORMED) from error
    if not isinstance(whole, dict) or not (_part(whole, "current") or _part(whole, "daily")):
        raise SourceRefused(Refusal.MALFORMED)
    return whole


def _part(whole: dict[str, Any], name: str) -> dict[str, Any]:
    part = whole.get(name)
    return part if isinstance(part, dict) else {}


def _offset(whole: dict[str, Any]) -> float:
    return _number(whole.get("utc_offset_seconds"), -50_400, 50_400) or 0.0


def _daily(whole: dict[str, Any]) -> dict[date, Day]:
    daily, units = _part(whole, "daily"), _part(whole, "daily_units")
    days = daily.get("time")
    found = {}
    for index, text in enumerate(days[:32] if isinstance(days, list) else []):
        if (on := _date(text)) is None:
            continue
        found[on] = Day(
            on,
            _code(_at(daily, "weather_code", index)),
            _celsius(_at(daily, "temperature_2m_max", index), units.get("temperature_2m_max")),
            _celsius(_at(daily, "temperature_2m_min", index), units.get("temperature_2m_min")),
            _number(_at(daily, "precipitation_probability_max", index), 0, 100),
        )
    return found


def _with_current(day: Day, whole: dict[str, Any]) -> Day:
    """The day with what is measured now in it, if that is of this day."""
    current = _part(whole, "current")
    if (_date(current.get("time")) or day.on) != day.on:
        return day
    code = _code(current.get("weather_code"))
    degrees = _celsius(current.get("temperature_2m"), _part(whole, "current_units").get("temperature_2m"))
    return Day(
        day.on,
        code if day.code is None else day.code,
        max((value for value in (day.high, degrees) if value is not None), default=None),
        min((value for value in (day.low, degrees) if value is not None), default=None),
        day.chance,
    )


def _of_day(day: Day) -> Iterator[Word]:
    zh, en = _named(day.on)
    if kind := _wet(day):
        weather = _WET[kind]
        yield Word(kind, day.on, f"{zh}{weather[0]}", f"{weather[1]} on {en}")
    if day.high is not None and day.high >= HEAT:
        degrees = _degrees(day.high)
        yield Word("heat", day.on, f"{zh}最高 {degrees}°C，很热", f"Up to {degrees} °C on {en}")
    if day.low is not None and day.low <= FROST:
        degrees = _degrees(day.low)
        yield Word("frost", day.on, f"{zh}最低 {degrees}°C，有冰冻", f"Frost on {en}, down to {degrees} °C")


def _wet(day: Day) -> str:
    """Storm, snow or rain, if it is likely; else ""."""
    if day.code is None:
        sure = day.chance is not None and day.chance >= SURE
        return ("snow" if day.high is not None and day.high <= FROST else "rain") if sure else ""
    if day.chance is not None and day.chance < LIKELY:
        return ""
    kinds = (("storm", _STORM), ("snow", _SNOW), ("rain", _RAIN))
    return next((kind for kind, codes in kinds if day.code in codes), "")


def _turn(before: Day, after: Day) -> Word | None:
    """A rise or fall between two days, by their highs, or else by their lows."""
    for first, second in ((before.high, after.high), (before.low, after.low)):
        if first is None or second is None:
            continue
        if abs(second - first) < TURN:
            return None
        zh, en = _named(after.on)
        degrees = _degrees(abs(second - first))
        side = ("高", "warmer") if second > first else ("低", "colder")
        return Word(
            "turn",
            after.on,
            f"{zh}比前一天{side[0]} {degrees}°C",
            f"{en} will be {degrees} °C {side[1]} than the day before",
        )
    return None


def _item(word: Word, zone: timezone) -> Item:
    midnight = datetime.combine(word.on, time(), zone).astimezone(UTC)
    texts = {"zh": word.zh, "en": word.en}
    return Item(f"weather-{word.kind}-{word.on.isoformat()}", word.zh, "", "", midnight, texts)


def _named(on: date) -> tuple[str, str]:
    zh = f"{on.month}月{on.day}日（周{'一二三四五六日'[on.weekday()]}）"
    return zh, f"{_WEEKDAYS[on.weekday()]}, {on.day} {MONTHS[on.month - 1]}"


def _degrees(value: float) -> int:
    return math.floor(value + 0.5)


def _at(daily: dict[str, Any], name: str, index: int) -> Any:
    row = daily.get(name)
    return row[index] if isinstance(row, list) and index < len(row) else None


def _date(text: Any) -> date | None:
    try:
        return date.fromisoformat(text[:10]) if isinstance(text, str) else None
    except ValueError:
        return None


def _code(value: Any) -> int | None:
    number = _number(value, 0, 99)
    return None if number is None else int(number)


def _celsius(value: Any, unit: Any) -> float | None:
    fahrenheit = isinstance(unit, str) and "F" in unit
    number = _number(value, -130, 150) if fahrenheit else _number(value, -90, 65)
    return (number - 32) / 1.8 if fahrenheit and number is not None else number


def _number(value: Any, least: float, most: float) -> float | None:
    """A number, also one in quotes; None for what is none, or can't be."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if least <= number <= most else None  # NaN is never between
