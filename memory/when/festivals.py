"""Festivals by name, Chinese and English."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from memory.when.lunar import TERMS, lunar_day, lunar_month, term
from memory.when.spans import DAY

SOLAR = {
    "元旦": (1, 1), "元旦节": (1, 1), "阳历新年": (1, 1), "公历新年": (1, 1), "情人节": (2, 14), "白色情人节": (3, 14),
    "妇女节": (3, 8), "三八节": (3, 8), "女神节": (3, 8), "植树节": (3, 12), "国际消费者权益日": (3, 15),
    "消费者权益日": (3, 15), "愚人节": (4, 1), "劳动节": (5, 1), "五一": (5, 1), "青年节": (5, 4), "五四": (5, 4),
    "护士节": (5, 12), "儿童节": (6, 1), "六一": (6, 1), "建党节": (7, 1), "建军节": (8, 1), "教师节": (9, 10),
    "国庆节": (10, 1), "国庆": (10, 1), "十一": (10, 1), "万圣节前夜": (10, 31), "万圣夜": (10, 31), "万圣节": (10, 31),
    "双十一": (11, 11), "双11": (11, 11), "光棍节": (11, 11), "双十二": (12, 12), "平安夜": (12, 24), "圣诞节": (12, 25),
    "圣诞": (12, 25), "跨年": (12, 31), "跨年夜": (12, 31),
    "new year's day": (1, 1), "new year's": (1, 1), "new year": (1, 1), "new years": (1, 1), "valentine's day": (2, 14),
    "valentines day": (2, 14), "valentine's": (2, 14), "st patrick's day": (3, 17), "st. patrick's day": (3, 17),
    "april fools' day": (4, 1), "april fools": (4, 1), "may day": (5, 1), "juneteenth": (6, 19),
    "independence day": (7, 4), "halloween": (10, 31), "bonfire night": (11, 5), "guy fawkes night": (11, 5),
    "veterans day": (11, 11), "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25),
    "xmas": (12, 25), "boxing day": (12, 26), "new year's eve": (12, 31), "new years eve": (12, 31), "new years day": (1, 1), "nye": (12, 31),
}  # fmt: skip
LUNAR = {
    "春节": (1, 1), "大年初一": (1, 1), "元宵节": (1, 15), "元宵": (1, 15), "龙抬头": (2, 2), "端午节": (5, 5),
    "端午": (5, 5), "七夕节": (7, 7), "七夕": (7, 7), "中元节": (7, 15), "中秋节": (8, 15), "中秋": (8, 15),
    "重阳节": (9, 9), "重阳": (9, 9), "腊八": (12, 8), "腊八节": (12, 8), "小年": (12, 23),
    "lunar new year": (1, 1), "chinese new year": (1, 1), "cny": (1, 1), "lantern festival": (1, 15),
    "mid-autumn festival": (8, 15), "dragon boat festival": (5, 5),
}  # fmt: skip
EVES = frozenset({"除夕", "除夕夜", "大年三十", "年三十", "大年夜"})
EASTER = {"复活节": 0, "耶稣受难日": -2, "easter sunday": 0, "easter monday": 1, "easter": 0, "good friday": -2,
          "ash wednesday": -46, "pancake day": -47, "palm sunday": -7, "mardi gras": -47}  # fmt: skip
"""Days after Easter Sunday."""
WEEKDAYS = {"母亲节": (5, 6, 2), "父亲节": (6, 6, 3), "感恩节": (11, 3, 4), "thanksgiving": (11, 3, 4),
            "mother's day": (5, 6, 2), "mothers day": (5, 6, 2), "father's day": (6, 6, 3), "fathers day": (6, 6, 3),
            "martin luther king day": (1, 0, 3), "mlk day": (1, 0, 3), "presidents' day": (2, 0, 3),
            "memorial day": (5, 0, -1), "labor day": (9, 0, 1), "labour day": (9, 0, 1)}  # fmt: skip
"""Month, weekday (Monday 0), which one of the month. American dates, where countries differ."""
_AFTER = {"black friday": ("thanksgiving", 1), "cyber monday": ("thanksgiving", 4)}
_SOLAR_TERMS = {**{name: name for name in TERMS}, "清明节": "清明", "冬至节": "冬至"}


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The `nth` such weekday of a month, from the end where negative; it may run into a neighbouring month."""
    if nth < 0:
        last = (date(year, month, 28) + 4 * DAY).replace(day=1) - DAY
        return last - ((last.weekday() - weekday) % 7) * DAY + 7 * (nth + 1) * DAY
    first = date(year, month, 1)
    return first + ((weekday - first.weekday()) % 7 + 7 * (nth - 1)) * DAY


def easter(year: int) -> date:
    """Easter Sunday of the western churches (the anonymous Gregorian computus)."""
    a, (b, c) = year % 19, divmod(year, 100)
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    month, day = divmod(h + k - 7 * ((a + 11 * h + 22 * k) // 451) + 114, 31)
    return date(year, month, day + 1)


@lru_cache(maxsize=1024)
def festival(name: str, year: int) -> date | None:
    """The day of festival `name` (lower case) in calendar year `year`; a lunar one by its lunar year."""
    if name in SOLAR:
        return date(year, *SOLAR[name])
    if name in LUNAR:
        return lunar_day(year, *LUNAR[name])
    if name in EVES:
        month = lunar_month(year, 12)
        return month and month[1]
    if name in EASTER:
        return easter(year) + EASTER[name] * DAY
    if name in WEEKDAYS:
        month_, weekday, nth = WEEKDAYS[name]
        return nth_weekday(year, month_, weekday, nth)
    if name in _AFTER:
        other, days = _AFTER[name]
        day = festival(other, year)
        return day and day + days * DAY
    return term(_SOLAR_TERMS[name], year) if name in _SOLAR_TERMS else None


NAMES = sorted([*SOLAR, *LUNAR, *EVES, *_SOLAR_TERMS, *EASTER, *WEEKDAYS, *_AFTER], key=len, reverse=True)
