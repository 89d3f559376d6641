"""The Chinese calendar: lunar days, solar terms and working days, from lunar-python."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

from lunar_python import LunarYear, Solar
from lunar_python.util import HolidayUtil

from memory.when.spans import DAY

TERMS = ("立春", "惊蛰", "春分", "清明", "谷雨", "立夏", "芒种", "夏至", "小暑", "大暑", "立秋", "处暑", "白露",
         "秋分", "寒露", "霜降", "立冬", "冬至")  # fmt: skip
"""The terms whose names are no everyday words, as 大雪 and 雨水 are."""
WORKDAYS_MAX = 60
_ORDER = ("大雪", "冬至", "小寒", "大寒", "立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种",
          "夏至", "小暑", "大暑", "立秋", "处暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪", "冬至")  # fmt: skip
"""As lunar-python lists them from the winter before a lunar year."""


@lru_cache(maxsize=64)
def _year(year: int) -> tuple[dict[int, tuple[date, int]], dict[str, date]]:
    """The months (first day, number of days) and terms of a lunar year. Milliseconds, hence kept."""
    read = LunarYear.fromYear(year)
    months = {
        month.getMonth(): (_day(month.getFirstJulianDay()), int(month.getDayCount()))
        for month in read.getMonths()
        if month.getYear() == year
    }
    days = [_day(julian) for julian in read.getJieQiJulianDays()]
    return months, {name: day for name, day in zip(_ORDER, days, strict=False) if day.year == year}


def _day(julian: float) -> date:
    solar = Solar.fromJulianDay(julian)
    return date(solar.getYear(), solar.getMonth(), solar.getDay())


def lunar_month(year: int, month: int) -> tuple[date, date] | None:
    """First and last day of a lunar month; None where that year has no such one. A leap month is negative."""
    found = _year(year)[0].get(month) if 1900 < year < 2100 else None
    return (found[0], found[0] + (found[1] - 1) * DAY) if found else None


def lunar_day(year: int, month: int, day: int) -> date | None:
    """The solar date of a lunar one; None where that month has no such day."""
    month_days = lunar_month(year, month)
    if not month_days or day < 1:
        return None
    found = month_days[0] + (day - 1) * DAY
    return found if found <= month_days[1] else None


def term(name: str, year: int) -> date | None:
    return _year(year)[1].get(name) if 1900 < year < 2100 else None


def working(day: date) -> bool:
    """Whether people in mainland China work on `day`: published holidays and 调休 where they are known, else
    Monday to Friday."""
    told = HolidayUtil.getHoliday(day.year, day.month, day.day)
    return bool(told.isWork()) if told else day.weekday() < 5


def working_day(after: date, number: int) -> date | None:
    """The `number`th working day after (or, negative, before) a day."""
    if not 0 < abs(number) <= WORKDAYS_MAX:
        return None
    step, day = timedelta(days=1 if number > 0 else -1), after
    for _ in range(abs(number)):
        day += step
        while not working(day):
            day += step
    return day


def holiday(day: date) -> tuple[date, date]:
    """The days off around the festival on `day`, as published; the day alone where they are not known."""
    off = [
        h.getDay() for h in HolidayUtil.getHolidaysByTarget(day.year, day.month, day.day) if not h.isWork()
    ]
    return (date.fromisoformat(min(off)), date.fromisoformat(max(off))) if off else (day, day)
