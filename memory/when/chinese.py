"""Chinese time words."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta

from memory.candidates import Precision, Span
from memory.when import chinese_dates as dates
from memory.when.festivals import NAMES
from memory.when.grammar import Atom, Grammar, Reader
from memory.when.numerals import NUMBER, chinese
from memory.when.spans import DAY, Scene

_WEEKDAY = {c: i for i, c in enumerate("一二三四五六日")} | {"天": 6} | {str(i + 1): i for i in range(7)}
_PARTS = {"凌晨": (0, 5), "清晨": (4, 11), "早晨": (4, 11), "大清早": (4, 11), "早上": (6, 11), "一早": (6, 11),
          "上午": (8, 11), "早": (6, 11), "中午": (12, 13), "正午": (12, 12), "午后": (12, 17), "下午": (12, 17),
          "傍晚": (16, 19), "晚上": (18, 23), "晚间": (18, 23), "夜里": (20, 23), "半夜": (22, 23),
          "深夜": (22, 23), "夜晚": (18, 23), "早间": (8, 11), "晚": (18, 23)}  # fmt: skip
_UNITS = {"天": 1, "日": 1, "周": 7, "星期": 7, "礼拜": 7}
_VAGUE = {"前阵子": (90, 14), "前段时间": (90, 14), "前些日子": (60, 7), "前几天": (7, 2), "前两天": (3, 1),
          "不久前": (60, 3), "这阵子": (30, 0), "这段时间": (30, 0), "最近": (30, 0), "近来": (30, 0),
          "这几天": (3, -3), "这两天": (2, -2), "过几天": (-2, -7), "过两天": (-1, -3), "过阵子": (-7, -60),
          "过段时间": (-7, -60)}  # fmt: skip
"""Days back of the start and of the end."""


def _week(match: re.Match[str], scene: Scene) -> Span | None:
    return scene.week(dates.shift(match))


def _week_day(match: re.Match[str], scene: Scene) -> Span | None:
    return _in_week(scene.monday(dates.shift(match)), match[2], scene)


def _in_week(monday: date, word: str, scene: Scene) -> Span | None:
    if word == "末":
        return scene.between(monday + 5 * DAY, monday + 6 * DAY, Precision.DAY)
    return scene.day(monday + _WEEKDAY[word] * DAY)


def _bare_week_day(match: re.Match[str], scene: Scene) -> Span | None:
    if held := scene.within(Precision.WEEK):
        return _in_week(held.start.date(), match[1], scene)
    days = [_in_week(scene.monday(k), match[1], scene) for k in (-1, 0, 1)]
    return scene.choose([d for d in days if d])


def _counted(match: re.Match[str], scene: Scene) -> Span | None:
    """三天后, 两个星期之后, 三个月前, 一个半小时后."""
    number = 0.5 if match[1] == "半" else 3 if match[1] in "几数" else chinese(match[1])
    if number is None or number > 5000:
        return None
    if match[2]:
        number += 0.5
    sign = -1 if match[4].endswith("前") else 1
    unit, vague = match[3], match[1] in "几数"
    if unit in ("小时", "钟头", "分钟", "刻钟"):
        minutes = number * {"小时": 60, "钟头": 60, "分钟": 1, "刻钟": 15}[unit]
        at = (scene.now + sign * timedelta(minutes=minutes)).replace(second=0, microsecond=0)
        return Span(at, at, Precision.MINUTE)
    if unit in _UNITS:
        days = number * _UNITS[unit]
        day = scene.today + sign * timedelta(days=days)
        if vague:
            low, high = sorted((day - (days / 3) * DAY, day + (days * 2 / 3) * DAY))
            return scene.between(low, high, Precision.VAGUE)
        return scene.day(day)
    if unit == "月":
        return scene.month(scene.today.year, scene.today.month + sign * int(number))
    if number == 0.5 or number % 1:
        return scene.month(scene.today.year, scene.today.month + sign * int(number * 12))
    return scene.year(scene.today.year + sign * int(number)) if number < 1000 else None


def _vague(match: re.Match[str], scene: Scene) -> Span | None:
    back, until = _VAGUE[match[1]]
    return scene.between(scene.today - back * DAY, scene.today - until * DAY, Precision.VAGUE)


def _part(match: re.Match[str], scene: Scene) -> Span | None:
    held = scene.within(Precision.DAY)
    day = held.start.date() if held else scene.today
    first, last = _PARTS[match[1]]
    zone = scene.now.tzinfo
    return Span(
        datetime.combine(day, time(first), zone),
        datetime.combine(day, time(last, 59, 59), zone),
        Precision.PART,
    )


def _clock(match: re.Match[str], scene: Scene) -> Span | None:
    hour, minute = chinese(match[1]), 0
    words = match[2] or ""
    if words.startswith("半"):
        minute = 30
    elif words.endswith("刻"):
        minute = 15 * (chinese(words[0]) or 1)
    elif words and words != "整":
        minute = chinese(words.removesuffix("分")) or 0
    return at_clock(hour, minute, bool(words) and words != "整", scene)


def _digital(match: re.Match[str], scene: Scene) -> Span | None:
    return at_clock(int(match[1]), int(match[2]), True, scene)


def at_clock(hour: int | None, minute: int, exact: bool, scene: Scene) -> Span | None:
    """A time of day; without a part of the day, one to five is the afternoon."""
    if hour is None or hour > 24 or minute > 59:
        return None
    held = scene.within(Precision.PART, Precision.DAY)
    part = held is not None and held.precision is Precision.PART
    late = part and held is not None and held.start.hour >= 12
    if (late and hour < 12) or (not part and 1 <= hour <= 5 and not exact):
        hour += 12
    elif late and hour == 12 and held is not None and held.start.hour >= 18:
        hour = 24
    day = held.start.date() if held else scene.today
    zone = scene.now.tzinfo
    start = datetime.combine(day, time(hour % 24, minute), zone) + (hour // 24) * DAY
    end = start if exact else start + timedelta(minutes=59, seconds=59)
    return Span(start, end, Precision.MINUTE if exact else Precision.HOUR)


_N = NUMBER
_P = Precision
_NAMES = "|".join(name for name in NAMES if not name.isascii())
_ATOMS: tuple[tuple[Precision, str, Reader], ...] = (
    (_P.DAY, r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", dates.full_date),
    (_P.MONTH, r"(?<!\d)((?:19|20)\d{2})[-/.](0?[1-9]|1[0-2])(?![\d.])", dates.year_month),
    (_P.DAY,
        r"(?:(?:农历|阴历)(?:(\d{4}|[零〇一二三四五六七八九]{4})年的?)?闰?|(?=[正腊]月))(正|冬|腊|" + _N
     + r")月((?:初|廿)?" + _N + r")?(?:号|日)?", dates.lunar_date),
    (_P.DAY, r"(?:大年)?初([一二三四五六七八九十]{1,2})(?![级中高])", dates.new_year_day),
    (_P.YEAR,
        r"(?<![\d零〇一二三四五六七八九十])(\d{4}|[零〇一二三四五六七八九]{4}|\d{2}|"
        r"[零〇一二三四五六七八九]{2})"
     r"年(?!前|后|之|以|级|代|来|多|半|了|没)内?", dates.year),
    (_P.YEAR, r"(大前|前|去|今|本|明|来|大后|后|(?<!以)上|下)年", dates.relative_year),
    (_P.SEASON, r"([上下])个?半年", dates.half),
    (_P.SEASON, r"(上个?|下个?|本|这个?|首|第?[一二三四1-4])个?季度", dates.quarter),
    (_P.SEASON, r"([春夏秋冬])(?:天|季|日里)|(?<!放)([暑寒])假(?=.)", dates.season),
    (_P.MONTH, r"(年)(初|中|底|末)", dates.edge),
    (_P.WEEK, r"(月)?(初旬|上旬|中旬|下旬|(?<=月)[初中底末])", dates.edge),
    (_P.WEEK, r"(月)(初|中|底|末)", dates.edge),
    (_P.MONTH, r"((?:上|下){1,3}|这|本|当)(?:一?个)?月(?!饼|亮|经)", dates.relative_month),
    (_P.DAY, r"(?<![\d.个])(" + _N + r")月份?(" + _N + r")(号|日)?(?![\d个.月年周天])", dates.month_day),
    (_P.MONTH, r"(?<![\d.个几])(" + _N + r")月(?:份|(?=[^饼亮]|$))", dates.month_of),
    (_P.DAY, r"(" + _NAMES + r")(?![点时月号日个分人二三四五六七八九])", dates.feast),
    (_P.MINUTE, r"(半|几|数|" + _N + r")(?:个)?(半)?(小时|钟头|分钟|刻钟)((?:之|以)?[前后])", _counted),
    (_P.DAY, r"(半|几|数|" + _N + r")(?:个)?(半)?(天|日|周|星期|礼拜)((?:之|以)?[前后])", _counted),
    (_P.MONTH, r"(半|几|数|" + _N + r")个(半)?(月)((?:之|以)?[前后])", _counted),
    (_P.YEAR, r"(半|几|数|" + _N + r")(半)?(年)((?:之|以)?[前后])", _counted),
    (_P.VAGUE, r"(" + "|".join(_VAGUE) + r")", _vague),
    (_P.DAY, r"(?<!\d)(" + _N + r")[号日](?!线|楼|院|门|店|机|元|本|语|子|常|志)", dates.day_of_month),
    (_P.DAY, r"((?:上|下){1,3}|这|本)一?个?(?:周|星期|礼拜)([一二三四五六日天末1-7])", _week_day),
    (_P.WEEK, r"((?:上|下){1,3}|这|本)一?个?(?:周|星期|礼拜)(?![年岁末])", _week),
    (_P.DAY,
        r"(?<![每一二两三四五六七八九十几\d个])(?:周|星期|礼拜)([一二三四五六日天末])(?![年岁])", _bare_week_day),
    (_P.DAY, r"(大前|前|昨|今|明|大后|后)(?:天|日(?![本子]))|(昨|今|明)(?=[晚早夜])|([本当]日)",
     dates.relative_day),
    (_P.PART, r"(" + "|".join(_PARTS) + r")(?![安餐饭])", _part),
    (_P.HOUR, r"(?<!有)(" + _N + r")[点时](?:钟|许|多钟?)?(半|整|[一三13]刻|" + _N + r"分?)?(?!意|钟|见|评|心|儿|间|候|期|代|后)",
     _clock),
    (_P.HOUR, r"(?<!\d)([01]?\d|2[0-3]):([0-5]\d)(?!\d)", _digital),
)  # fmt: skip


GRAMMAR = Grammar(
    atoms=tuple(Atom(precision, pattern, read) for precision, pattern, read in _ATOMS),
    gap=re.compile(r"的?[ ，,]?(?:期间)?"),
    range_=re.compile(r"(?:号|日)?起?\s*(?:到|至|[-–—~～])\s*"),
    past=re.compile(r"了|过(?!年|节|几天|两天|阵|段)|以前|曾|刚|当时|那时|小时候"),
    future=re.compile(r"要|[^社机]会|打算|准备|将|想|计划|安排|过[几两]天|得"),
    folded=str.maketrans(
        "週個後兩點號禮這鐘時裡間壹農曆陰節國慶婦兒勞動聖誕夢權當舊陽歷內０１２３４５６７８９：／．",
        "周个后两点号礼这钟时里间一农历阴节国庆妇儿劳动圣诞梦权当旧阳历内0123456789:/.",
    ),
)
