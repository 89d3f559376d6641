"""Readers of Chinese words for years, months and days."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from memory.candidates import Precision, Span
from memory.when.counting import Unit, edge, nth_week, same_day, within
from memory.when.festivals import LUNAR, festival, nth_weekday
from memory.when.lunar import holiday, lunar_day, lunar_month, working_day
from memory.when.numerals import chinese, pair
from memory.when.spans import DAY, Scene, real_date

WEEKDAY = {c: i for i, c in enumerate("一二三四五六日")} | {"天": 6} | {str(i + 1): i for i in range(7)}
UNITS = {"分钟": Unit.MINUTE, "小时": Unit.HOUR, "钟头": Unit.HOUR, "天": Unit.DAY, "日": Unit.DAY, "周": Unit.WEEK,
         "星期": Unit.WEEK, "礼拜": Unit.WEEK, "月": Unit.MONTH, "年": Unit.YEAR}  # fmt: skip
_RELATIVE_DAY = {"大前": -3, "前": -2, "昨": -1, "今": 0, "本": 0, "当": 0, "明": 1, "后": 2, "大后": 3}
_RELATIVE_YEAR = {"大前": -3, "前": -2, "去": -1, "上": -1, "今": 0, "本": 0, "这": 0, "明": 1, "下": 1, "来": 1,
                  "后": 2, "大后": 3}  # fmt: skip
_SEASONS = {"春": (3, 5), "夏": (6, 8), "秋": (9, 11), "冬": (12, 14), "暑": (7, 8), "寒": (13, 14)}
_EDGES = {"初": "start", "上": "early", "前": "early", "中": "mid", "下": "late"}


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
    found = scene.year(scene.today.year + _RELATIVE_YEAR[match[1][: 2 if match[1][0] == "大" else 1]])
    if not found or not match[2]:
        return found
    return edge(replace(scene, inside=found), _EDGES.get(match[2], "end"))


def decade(match: re.Match[str], scene: Scene) -> Span | None:
    """九十年代, 20世纪60年代前期, 上个世纪."""
    century = (
        (int(match[3]) // 100)
        if len(match[3] or "") == 4
        else 20
        if match[1] == "本"
        else (chinese(match[2]) or 0) - 1
        if match[2]
        else 19
    )
    if not 17 <= century <= 20:
        return None
    first, years = century * 100, 100
    if match[3]:
        first, years = first + (chinese(match[3]) or 0) % 100, 10
    span = scene.between(date(first, 1, 1), date(first + years - 1, 12, 31), Precision.YEAR)
    return (
        edge(replace(scene, inside=span), _EDGES.get(match[4][0], "end"))
        if match[4] and years == 10
        else span
    )


def half(match: re.Match[str], scene: Scene) -> Span | None:
    """上半年, 下半月."""
    first = match[1] == "上"
    if match[2] == "年":
        held = scene.within(Precision.YEAR)
        year = held.start.year if held else scene.today.year
        return scene.months(year, 1 if first else 7, 6 if first else 12)
    held = scene.within(Precision.MONTH) or scene.month(scene.today.year, scene.today.month)
    start, end = held.start.date(), held.end.date()
    middle = start.replace(day=15)
    low, high = (start, middle) if first else (middle + DAY, end)
    return scene.between(low, high, Precision.WEEK)


def quarter(match: re.Match[str], scene: Scene) -> Span | None:
    held = scene.within(Precision.YEAR)
    year = held.start.year if held else scene.today.year
    now = (scene.today.month - 1) // 3
    word = match[1]
    number = {"上": now - 1, "下": now + 1, "本": now, "这": now, "首": 0}.get(word[0])
    if number is None:
        counted = chinese(word[-1])
        number = (counted or 1) - 1
    span = scene.months(year, number * 3 + 1, number * 3 + 3)
    return edge(replace(scene, inside=span), _EDGES.get(match[2], "end")) if match[2] else span


def season(match: re.Match[str], scene: Scene) -> Span | None:
    first, last = _SEASONS[named(match)]
    return scene.choose([scene.months(year, first, last) for year in scene.years()])


def relative_month(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.month(scene.today.year, scene.today.month + shift(match))


def month_of(match: re.Match[str], scene: Scene) -> Span | None:
    if both := pair(match[1]):
        return scene.choose([scene.months(year, *both) for year in scene.years()])
    number = chinese(match[1])
    if number is None or not 1 <= number <= 12:
        return None
    return scene.choose([scene.month(year, number) for year in scene.years()])


def nth_month(match: re.Match[str], scene: Scene) -> Span | None:
    """首月, 第九个月 of a year."""
    held, number = scene.within(Precision.YEAR), 1 if match[1] is None else chinese(match[1])
    return scene.month(held.start.year, number) if held and number and 1 <= number <= 12 else None


def nth_week_of(match: re.Match[str], scene: Scene) -> Span | None:
    return nth_week(scene, chinese(match[1]) or 0)


def nth_weekday_of(match: re.Match[str], scene: Scene) -> Span | None:
    held = scene.within(Precision.MONTH)
    number = -1 if match[1] is None else chinese(match[1])
    if not held or not number or number > 5:
        return None
    day = nth_weekday(held.start.year, held.start.month, WEEKDAY[match[2]], number)
    return scene.day(day) if day.month == held.start.month else None


def ends(match: re.Match[str], scene: Scene) -> Span | None:
    """初, 中, 底 of a year or month; without one it is the present one's."""
    kind, end = match[1], match[2]
    if not scene.within(Precision.YEAR, Precision.MONTH, Precision.SEASON):
        if kind is None and not end.endswith("旬"):
            return None
        today = scene.today
        scene = replace(
            scene, inside=scene.year(today.year) if kind == "年" else scene.month(today.year, today.month)
        )
    if end == "初旬":
        end = "上旬"
    return edge(scene, _EDGES.get(end[0], "end"))


def part_of(match: re.Match[str], scene: Scene) -> Span | None:
    """这个月前两天, 今年前三季度, 上月最后五天."""
    number, unit = chinese(match[2]), match[3]
    if not number:
        return None
    if unit == "季度":
        return within(scene, number * 3, Unit.MONTH, match[1] != "最后")
    if unit in ("周", "星期", "礼拜") and match[1] != "最后" and (first := nth_week(scene, 1)):
        return replace(first, end=first.end + 7 * (number - 1) * DAY)
    return within(scene, number, UNITS[unit], match[1] != "最后")


def full_date(match: re.Match[str], scene: Scene) -> Span | None:
    day = real_date(int(match[1]), int(match[2]), int(match[3]))
    return scene.day(day) if day else None


def year_month(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.month(int(match[1]), int(match[2])) if 1 <= int(match[2]) <= 12 else None


def month_day(match: re.Match[str], scene: Scene) -> Span | None:
    month, day = chinese(match[1]), chinese(match[2])
    if not month or not day:
        return None
    if match[3] is None and (match[2][0] in "廿卅" or ((match[2][:2] in ("十", "二十") or match[2][0] == "十")
                             and match[1].isdigit())):  # fmt: skip
        return lunar(month, day, scene)
    days = [real_date(year, month, day) for year in scene.years()]
    return scene.choose([scene.day(d) for d in days if d])


def lunar(month: int, day: int, scene: Scene) -> Span | None:
    days = [lunar_day(year, month, day) for year in scene.lunar_years()]
    return scene.choose([scene.day(d) for d in days if d])


def lunar_date(match: re.Match[str], scene: Scene) -> Span | None:
    """农历八月十五, 腊月, 闰四月; where `match[1]` names the year, that year's."""
    if match[1]:
        number = chinese(match[1])
        scene = replace(scene, inside=scene.year(number) if number else None)
    name = match[3]
    month = {"正": 1, "冬": 11, "腊": 12}.get(name) or chinese(name)
    if not month or not 1 <= month <= 12:
        return None
    month = -month if match[2] else month
    if not match[4]:
        months = [lunar_month(year, month) for year in scene.lunar_years()]
        return scene.choose([scene.between(*days, Precision.MONTH) for days in months if days])
    day = chinese(match[4].removeprefix("初"))
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
    days = _RELATIVE_DAY[named(match)]
    held = scene.within(Precision.YEAR, Precision.MONTH, Precision.WEEK)
    if days or not held or scene.after:
        return scene.day(scene.today + days * DAY)
    return _same_day(held, scene)


def this_time(match: re.Match[str], scene: Scene) -> Span | None:
    """去年这个时候; alone it is now, and names no day."""
    held = scene.within(Precision.YEAR, Precision.MONTH, Precision.WEEK)
    return _same_day(held, scene) if held else None


def _same_day(held: Span, scene: Scene) -> Span | None:
    start = held.start.date()
    if held.precision is Precision.WEEK:
        return scene.day(start + scene.today.weekday() * DAY)
    months = (start.year - scene.today.year) * 12
    if held.precision is Precision.MONTH:
        months += start.month - scene.today.month
    return same_day(scene, Unit.MONTH, months)


def feast(match: re.Match[str], scene: Scene) -> Span | None:
    name = match[1]
    years = scene.lunar_years() if name in LUNAR or name in ("除夕", "大年三十", "年三十") else scene.years()
    days = [festival(name, year) for year in years]
    if match[2]:
        return scene.choose([scene.between(*holiday(d), Precision.DAY) for d in days if d])
    if match[3]:
        off = (chinese(match[4]) or 0) * (-1 if match[3] == "前" else 1)
        days = [d and d + off * DAY for d in days]
    return scene.choose([scene.day(d) for d in days if d])


def workday(match: re.Match[str], scene: Scene) -> Span | None:
    """下个工作日, 三个工作日后."""
    number = {"下": 1, "上": -1}.get(match[1] or "") or chinese(match[2] or "") or 0
    if match[3] and match[3].endswith("前"):
        number = -number
    day = working_day(scene.today, number)
    if day is None:
        return None
    if match[3] in ("内", "之内", "以内"):
        return replace(scene.between(scene.today, day, Precision.VAGUE), start=scene.now)
    return scene.day(day)
