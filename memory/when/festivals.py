"""Festivals and the lunar calendar."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

from lunar_python import Lunar

SOLAR = {
    "元旦": (1, 1), "情人节": (2, 14), "妇女节": (3, 8), "植树节": (3, 12), "国际消费者权益日": (3, 15),
    "消费者权益日": (3, 15), "愚人节": (4, 1), "劳动节": (5, 1), "五一": (5, 1), "青年节": (5, 4),
    "儿童节": (6, 1), "六一": (6, 1), "建党节": (7, 1), "建军节": (8, 1), "教师节": (9, 10), "国庆节": (10, 1),
    "国庆": (10, 1), "十一": (10, 1), "万圣节": (10, 31), "双十一": (11, 11), "平安夜": (12, 24),
    "圣诞节": (12, 25), "圣诞": (12, 25), "跨年": (12, 31),
    "new year's day": (1, 1), "new year": (1, 1), "valentine's day": (2, 14), "valentines day": (2, 14),
    "halloween": (10, 31), "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25),
    "xmas": (12, 25), "new year's eve": (12, 31), "boxing day": (12, 26),
}  # fmt: skip
LUNAR = {
    "春节": (1, 1), "大年初一": (1, 1), "元宵节": (1, 15), "元宵": (1, 15), "龙抬头": (2, 2), "端午节": (5, 5),
    "端午": (5, 5), "七夕节": (7, 7), "七夕": (7, 7), "中元节": (7, 15), "中秋节": (8, 15), "中秋": (8, 15),
    "重阳节": (9, 9), "重阳": (9, 9), "腊八": (12, 8), "腊八节": (12, 8), "小年": (12, 23),
    "lunar new year": (1, 1), "chinese new year": (1, 1), "mid-autumn festival": (8, 15),
    "dragon boat festival": (5, 5),
}  # fmt: skip
EVES = frozenset({"除夕", "大年三十", "年三十"})
TERMS = {"清明节": "清明", "清明": "清明", "冬至": "冬至"}
WEEKDAYS = {"母亲节": (5, 6, 2), "父亲节": (6, 6, 3), "感恩节": (11, 3, 4), "thanksgiving": (11, 3, 4),
            "mother's day": (5, 6, 2), "father's day": (6, 6, 3)}  # fmt: skip
"""Month, weekday (Monday 0), which one of the month."""


@lru_cache(maxsize=2048)
def lunar_day(year: int, month: int, day: int) -> date | None:
    """The solar date of a lunar one; None where that month has no such day. A leap month is negative."""
    try:
        solar = Lunar.fromYmd(year, month, day).getSolar()
    except Exception:  # lunar_python raises bare exceptions for days that do not exist
        return None
    return date(solar.getYear(), solar.getMonth(), solar.getDay())


@lru_cache(maxsize=512)
def festival(name: str, year: int) -> date | None:
    """The day of festival `name` (lower case) in calendar year `year`; a lunar one by its lunar year."""
    if name in SOLAR:
        return date(year, *SOLAR[name])
    if name in LUNAR:
        return lunar_day(year, *LUNAR[name])
    if name in EVES:
        first = lunar_day(year + 1, 1, 1)
        return first and first - timedelta(days=1)
    if name in WEEKDAYS:
        month, weekday, nth = WEEKDAYS[name]
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
    if name in TERMS:
        solar = Lunar.fromYmd(year, 6 if TERMS[name] == "清明" else 10, 1).getJieQiTable()[TERMS[name]]
        return date(year, solar.getMonth(), solar.getDay())
    return None


NAMES = sorted([*SOLAR, *LUNAR, *EVES, *TERMS, *WEEKDAYS], key=len, reverse=True)
