"""Readers of Chinese words for times of day, counted times, vague ones, and what comes again."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from memory.candidates import Precision, Span
from memory.when.chinese_dates import UNITS, WEEKDAY, shift
from memory.when.counting import FEW, Unit, about, moved, over
from memory.when.festivals import festival
from memory.when.numerals import chinese, pair
from memory.when.recurrence import Every, Recurrence, monthly, upcoming
from memory.when.spans import DAY, Scene

PARTS = {"凌晨": (0, 5), "清晨": (4, 11), "早晨": (4, 11), "大清早": (4, 11), "早上": (6, 11), "一早": (6, 11),
         "上午": (8, 11), "早": (6, 11), "中午": (12, 13), "正午": (12, 12), "午后": (12, 17), "下午": (12, 17),
         "傍晚": (16, 19), "晚上": (18, 23), "晚间": (18, 23), "夜里": (20, 23), "半夜": (22, 23),
         "深夜": (22, 23), "夜晚": (18, 23), "早间": (8, 11), "晚": (18, 23), "夜": (18, 23)}  # fmt: skip
VAGUE = {"前阵子": (90, 14), "前一阵子": (90, 14), "前一阵": (90, 14), "前段时间": (90, 14), "前一段时间": (90, 14),
         "前些日子": (60, 7), "前些天": (14, 3), "前几天": (7, 2), "前两天": (2, 1), "前几周": (35, 7),
         "前几个月": (180, 30), "前些年": (2500, 700), "前几年": (1800, 500), "早些年": (4000, 1500),
         "不久前": (60, 3), "这阵子": (30, 0), "这段时间": (30, 0), "这段日子": (30, 0), "最近": (30, 0),
         "近来": (30, 0), "近期": (30, 0), "那几天": (180, 3), "那阵子": (365, 14), "那段时间": (365, 14),
         "这几天": (3, -3), "这两天": (2, -2), "这几年": (1500, 0), "过几天": (-2, -7), "过两天": (-1, -3),
         "过些天": (-3, -14), "过阵子": (-7, -60), "过一阵子": (-7, -60), "过段时间": (-7, -60),
         "过些日子": (-7, -60), "改天": (-1, -14), "明后天": (-1, -2), "明后两天": (-1, -2), "今明两天": (0, -1)}  # fmt: skip
"""Days back of the start and of the end."""


def week(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.week(shift(match))


def week_day(match: re.Match[str], scene: Scene) -> Span | None:
    return _in_week(scene.monday(shift(match)), match[2], scene)


def _in_week(monday: date, word: str, scene: Scene) -> Span | None:
    if word in ("末", "六日"):
        return scene.between(monday + 5 * DAY, monday + 6 * DAY, Precision.DAY)
    return scene.day(monday + WEEKDAY[word] * DAY)


def bare_week_day(match: re.Match[str], scene: Scene) -> Span | None:
    if held := scene.within(Precision.WEEK):
        return _in_week(held.start.date(), match[1], scene)
    days = [_in_week(scene.monday(k), match[1], scene) for k in (-1, 0, 1)]
    return scene.choose([d for d in days if d])


def vague(match: re.Match[str], scene: Scene) -> Span | None:
    back, until = VAGUE[match[1]]
    return scene.between(scene.today - back * DAY, scene.today - until * DAY, Precision.VAGUE)


def counted(match: re.Match[str], scene: Scene) -> Span | None:
    """三天后, 两个星期之后, 三个月前, 一个半小时后, 两三天前, 几周前."""
    words, unit = match[1], UNITS.get(match[3], Unit.MINUTE)
    sign = -1 if match[4].endswith("前") else 1
    quarter = 15 if match[3] == "刻钟" else 1
    if words in "几数":
        return about(FEW[0] * quarter, FEW[1] * quarter, unit, sign, scene)
    if (ends := pair(words)) and match[2] is None:
        return about(ends[0] * quarter, ends[1] * quarter, unit, sign, scene)
    number = 0.5 if words == "半" else chinese(words)
    if number is None:
        return None
    return moved((number + (0.5 if match[2] else 0)) * quarter, unit, sign, scene)


def lasting(match: re.Match[str], scene: Scene) -> Span | None:
    """最近三天, 过去一周, 未来两个月, 上两周, 7天内."""
    lead, words, unit = match[1] or "", match[2], UNITS[match[4].removeprefix("个")]
    number: float | None = FEW[1] if words in "几数" else 0.5 if words == "半" else chinese(words)
    if number is None or (not lead and match[5] is None):
        return None
    number += 0.5 if match[3] else 0
    ahead = not lead or lead[0] in "未接往今后下" or lead == "之后"
    if unit is Unit.WEEK and lead in ("上", "下") and 1 <= number <= 50:
        weeks = int(number)
        first = scene.monday(1 if ahead else -weeks)
        return scene.between(first, first + (7 * weeks - 1) * DAY, Precision.VAGUE)
    span = over(number, unit, 1 if ahead else -1, scene)
    if not span or unit in (Unit.MINUTE, Unit.HOUR) or lead not in ("前", "后"):
        return span
    if ahead:  # 后三天 begin tomorrow, 前三天 end yesterday
        return replace(span, start=scene.day(scene.today + DAY).start)
    return replace(span, end=scene.day(scene.today - DAY).end)


def since(match: re.Match[str], scene: Scene) -> Span | None:
    """三个月以来."""
    number = chinese(match[1])
    return (
        over(number + (0.5 if match[2] or match[4] else 0), UNITS[match[3].removeprefix("个")], -1, scene)
        if number
        else None
    )


def part(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.on(*PARTS[match[1]])


def clock(match: re.Match[str], scene: Scene) -> Span | None:
    """八点, 三点半, 七点一刻, 五点差五分; 一点 alone is "a little"."""
    numbers, words = match[1], match[3] or ""
    both = pair(numbers)
    hour = both[0] if both else chinese(numbers)
    if numbers == "一" and not match[2] and not words and not scene.within(Precision.PART, Precision.DAY):
        return None
    minute = 0
    if words.startswith("半"):
        minute = 30
    elif words.startswith("差"):
        minute = -_minutes(words[1:])
    elif words.endswith("刻"):
        minute = 15 * (chinese(words[0]) or 1)
    elif words and words != "整":
        minute = chinese(words.removesuffix("分")) or 0
    return at_clock(hour, minute, bool(words) and words != "整", scene)


def short_of(match: re.Match[str], scene: Scene) -> Span | None:
    """差五分八点."""
    return at_clock(chinese(match[2]), -_minutes(match[1]), True, scene)


def _minutes(words: str) -> int:
    words = words.removesuffix("钟").removesuffix("分")
    return 15 * (chinese(words[0]) or 1) if words.endswith("刻") else (chinese(words) or 0)


def digital(match: re.Match[str], scene: Scene) -> Span | None:
    return at_clock(int(match[1]), int(match[2]), True, scene, written=True)


def at_clock(hour: int | None, minute: int, exact: bool, scene: Scene, written: bool = False) -> Span | None:
    """A time of day; without a part of the day, one to five is the afternoon, unless written as 3:05."""
    if hour is None or hour > 24 or minute > 59:
        return None
    held = scene.within(Precision.PART, Precision.DAY)
    first = held.start.hour if held and held.precision is Precision.PART else None
    if first is None:
        hour += 12 if 1 <= hour <= 5 and not written else 0
    elif first >= 18:  # 晚上十二点 and 夜里两点 belong to the next day
        hour += 12 if (5 if first == 18 else 6) <= hour <= 12 else 24 if hour < 6 else 0
    elif first >= 12:
        hour += 12 if hour < 10 or (hour < 12 and first > 12) else 0
    elif hour == 12 and first == 0:
        hour = 0
    if minute < 0:
        hour, minute = hour - 1, minute + 60
    return scene.at(hour, minute, exact) if hour >= 0 else None


def repeated(match: re.Match[str], scene: Scene) -> Span | None:
    found = recurrence(match)
    if found is None:
        return None
    if match["feast"]:
        days = [festival(match["feast"], year) for year in scene.lunar_years()]
        return scene.choose([scene.day(d) for d in days if d])
    span = upcoming(found, scene)
    return _hours(match["part"], span, scene) if span and match["part"] else span


def _hours(word: str, span: Span, scene: Scene) -> Span:
    first, last = PARTS[word]
    start = span.start.replace(hour=first)
    return Span(start, start.replace(hour=last, minute=59, second=59), Precision.PART)


def recurrence(match: re.Match[str]) -> Recurrence | None:
    """每天, 隔天, 每周三, 每周一三五, 每两周, 每月15号, 每年三月, 每年中秋, 工作日每天."""
    interval = 2 if match["alternate"] else chinese(match["n"] or "一") or 1
    if words := match["weekdays"]:
        return Recurrence(Every.WEEK, interval, _weekdays(words))
    if match["workday"]:
        return Recurrence(Every.WEEK, 1, (0, 1, 2, 3, 4))
    if match["dom"]:
        return monthly(chinese(match["dom"]) or 0)
    if match["month"]:
        number, day = chinese(match["month"]), chinese(match["day"]) if match["day"] else None
        return Recurrence(Every.YEAR, 1, (day,) if day else (), number) if number and number <= 12 else None
    if match["feast"]:
        return Recurrence(Every.YEAR)
    word = match["unit"] or (match["alternate"] or "天")[-1]
    return Recurrence(_EVERY[word], interval)


_EVERY = {"天": Every.DAY, "日": Every.DAY, "周": Every.WEEK, "星期": Every.WEEK, "礼拜": Every.WEEK,
          "月": Every.MONTH, "年": Every.YEAR}  # fmt: skip


def _weekdays(words: str) -> tuple[int, ...]:
    if words.startswith("末"):
        return (5, 6)
    days = [WEEKDAY[c] for c in words if c in WEEKDAY]
    if re.search(r"[到至]", words) and len(days) == 2 and days[0] < days[1]:
        return tuple(range(days[0], days[1] + 1))
    return tuple(sorted(set(days)))
