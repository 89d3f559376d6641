"""The four seasons by the sun: they turn at the equinoxes and solstices, half a year apart south of the equator."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from lunar_python import LunarYear

from topics.almanac.entries import Entry, Kind
from topics.almanac.regions import TROPICS, latitude, latitude_of, main_zone, southern

SEASONS = ("spring", "summer", "autumn", "winter")
_TERMS = (7, 13, 19, 25)
"""Where lunar-python lists 春分, 夏至, 秋分 and 冬至 of a year."""
_EPOCH = 2440587.5
"""The Julian day at which Unix time starts."""
_BEIJING = timedelta(hours=8)
_TURNS = (
    (
        "spring_equinox",
        "春分",
        "the spring equinox",
        "昼夜差不多一样长",
        "when day and night are about equally long",
    ),
    ("summer_solstice", "夏至", "the summer solstice", "一年里白天最长的一天", "the longest day of the year"),
    (
        "autumn_equinox",
        "秋分",
        "the autumn equinox",
        "昼夜差不多一样长",
        "when day and night are about equally long",
    ),
    (
        "winter_solstice",
        "冬至",
        "the winter solstice",
        "一年里白天最短的一天",
        "the shortest day of the year",
    ),
)


def season(day: date, zone_name: str) -> str:
    """spring, summer, autumn or winter by the sun, where `day` is local; the day of the turn belongs to what begins.
    "" in the tropics and for a zone that lies nowhere."""
    north = latitude_of(zone_name)
    if north is None or abs(north) < TROPICS:
        return ""
    past = sum(turn <= day for turn in turns(day.year, zone_name))
    return SEASONS[(past - 1 + (2 if north < 0 else 0)) % 4]


def turn(day: date, region: str) -> Entry | None:
    """The equinox or solstice on a local day of the region's main zone, as it is named in that hemisphere."""
    zone = main_zone(region)
    if not zone or abs(latitude(region) or 0) < TROPICS or day not in turns(day.year, zone):
        return None
    south = southern(region)
    number = (turns(day.year, zone).index(day) + (2 if south else 0)) % 4
    id_, zh, en, zh_means, en_means = _TURNS[number]
    says = (f"是{'南半球的' if south else ''}{zh}，{zh_means}", f"is {en}, {en_means}")
    return Entry(id_, Kind.SEASON, zh, en, says, 0.2)


@lru_cache(maxsize=512)
def turns(year: int, zone_name: str) -> tuple[date, ...]:
    """The local days of March, June, September and December on which the sun's year turns."""
    julian = LunarYear.fromYear(year).getJieQiJulianDays()
    moments = [
        datetime.fromtimestamp(0, UTC) + timedelta(days=julian[at] - _EPOCH) - _BEIJING for at in _TERMS
    ]
    return tuple(moment.astimezone(ZoneInfo(zone_name)).date() for moment in moments)
