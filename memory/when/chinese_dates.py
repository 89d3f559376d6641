"""Readers of Chinese words for years, months and days."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.candidates import Precision, Span
from memory.when.festivals import festival, lunar_day
from memory.when.numerals import chinese
from memory.when.spans import DAY, Scene, real_date

_RELATIVE_DAY = {"大前": -3, "前": -2, "昨": -1, "今": 0, "本": 0, "当": 0, "明": 1, "后": 2, "大后": 3}
_RELATIVE_YEAR = {"大前": -3, "前": -2, "去": -1, "上": -1, "今": 0, "本": 0, "明": 1, "下": 1, "来": 1,
                  "后": 2, "大后": 3}  # fmt: skip
_SEASONS = {"春": (3, 5), "夏": (6, 8), "秋": (9, 11), "冬": (12, 14), "暑": (7, 8), "寒": (13, 14)}


def named(match: re.Match[str]) -> str:
    return next((group for group in match.groups() if group), "").removesuffix("日")


def shift(match: re.Match[str]) -> int:
    word = match[1]
    return -word.count("上") if "上" in word else word.count("下")


def year(match: re.Match[str], scene: Scene) -> Span | None:
    number = chinese(match[1])
    if number is None:
        return None
    if len(match[1]) == 2 and number < 100:
        number = min(1900 + number, 2000 + number, key=lambda year: abs(year - scene.today.year))
    return scene.year(number) if 1900 <= number <= 2100 else None


def relative_year(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.year(scene.today.year + _RELATIVE_YEAR[match[1]])


def half(match: re.Match[str], scene: Scene) -> Span | None:
    held = scene.within(Precision.YEAR)
    year, first = held.start.year if held else scene.today.year, match[1] == "上"
    return scene.months(year, 1 if first else 7, 6 if first else 12)


def quarter(match: re.Match[str], scene: Scene) -> Span | None:
    held = scene.within(Precision.YEAR)
    year = held.start.year if held else scene.today.year
    now = (scene.today.month - 1) // 3
    word = match[1]
    number = {"上": now - 1, "下": now + 1, "本": now, "这": now, "首": 0}.get(word[0])
    if number is None:
        counted = chinese(word[-1])
        number = (counted or 1) - 1
    return scene.months(year, number * 3 + 1, number * 3 + 3)


def season(match: re.Match[str], scene: Scene) -> Span | None:
    first, last = _SEASONS[named(match)]
    return scene.choose([scene.months(year, first, last) for year in scene.years()])


def relative_month(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.month(scene.today.year, scene.today.month + shift(match))


def month_of(match: re.Match[str], scene: Scene) -> Span | None:
    number = chinese(match[1])
    if number is None or not 1 <= number <= 12:
        return None
    return scene.choose([scene.month(year, number) for year in scene.years()])


def edge(match: re.Match[str], scene: Scene) -> Span | None:
    """初, 中, 底 of a year or month."""
    held = scene.within(Precision.YEAR, Precision.MONTH, Precision.SEASON)
    kind, end = match[1], match[2][0]
    if kind == "年":
        year = held.start.year if held else scene.today.year
        first, last = {"初": (1, 2), "中": (6, 7)}.get(end, (11, 12))
        return scene.months(year, first, last, Precision.MONTH)
    month = held if held else scene.month(scene.today.year, scene.today.month)
    if end in "初上" and month.precision is Precision.SEASON:
        return scene.month(month.start.year, month.start.month)
    if month.precision is Precision.SEASON:
        return scene.month(month.end.year, month.end.month)
    first_day, last_day = month.start.date(), month.end.date()
    if match[2].endswith("旬"):
        low, high = {"上": (1, 10), "初": (1, 10), "中": (11, 20)}.get(end, (21, last_day.day))
    else:
        low, high = {"初": (1, 5), "中": (11, 20)}.get(end, (last_day.day - 5, last_day.day))
    return scene.between(first_day.replace(day=low), first_day.replace(day=high), Precision.WEEK)


def full_date(match: re.Match[str], scene: Scene) -> Span | None:
    day = real_date(int(match[1]), int(match[2]), int(match[3]))
    return scene.day(day) if day else None


def year_month(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.month(int(match[1]), int(match[2])) if 1 <= int(match[2]) <= 12 else None


def month_day(match: re.Match[str], scene: Scene) -> Span | None:
    month, day = chinese(match[1]), chinese(match[2])
    if not month or not day:
        return None
    if match[2].startswith(("十", "廿", "二十")) and match[3] is None and match[1].isdigit():
        return lunar(month, day, scene)
    days = [real_date(year, month, day) for year in scene.years()]
    return scene.choose([scene.day(d) for d in days if d])


def lunar(month: int, day: int, scene: Scene) -> Span | None:
    days = [lunar_day(year, month, day) for year in scene.years()]
    return scene.choose([scene.day(d) for d in days if d])


def lunar_date(match: re.Match[str], scene: Scene) -> Span | None:
    if match[1]:
        number = chinese(match[1])
        scene = replace(scene, inside=scene.year(number) if number else None)
    name = match[2]
    month = {"正": 1, "冬": 11, "腊": 12}.get(name) or chinese(name)
    if not month or not 1 <= month <= 12:
        return None
    if not match[3]:
        days = [(lunar_day(y, month, 1), lunar_day(y, month, 29)) for y in scene.years()]
        return scene.choose([scene.between(a, b, Precision.MONTH) for a, b in days if a and b])
    day = chinese(match[3].removeprefix("初"))
    return lunar(month, day, scene) if day and 1 <= day <= 30 else None


def new_year_day(match: re.Match[str], scene: Scene) -> Span | None:
    day = chinese(match[1])
    return lunar(1, day, scene) if day and 1 <= day <= 15 else None


def day_of_month(match: re.Match[str], scene: Scene) -> Span | None:
    number = chinese(match[1])
    if not number or not 1 <= number <= 31:
        return None
    if held := scene.within(Precision.MONTH):
        day = real_date(held.start.year, held.start.month, number)
        return scene.day(day) if day else None
    months = (scene.month(scene.today.year, scene.today.month + k).start for k in range(-2, 3))
    days = [real_date(m.year, m.month, number) for m in months]
    return scene.choose([scene.day(d) for d in days if d])


def relative_day(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.day(scene.today + _RELATIVE_DAY[named(match)] * DAY)


def feast(match: re.Match[str], scene: Scene) -> Span | None:
    days = [festival(match[1].lower(), year) for year in scene.years()]
    return scene.choose([scene.day(d) for d in days if d])
