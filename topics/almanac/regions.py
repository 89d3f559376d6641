"""The country and the latitude of an IANA time zone, from the tables that come with tzdata."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources
from statistics import median

TROPICS = 15.0
"""Nearer to the equator than this, a year has no four seasons."""
_OFFSETS_ONLY = frozenset({"CET", "EET", "EST", "HST", "MET", "MST", "WET"})
"""Links to a city, though they name an offset: Panama for EST."""
_MERGED = {
    "Africa/Asmera": "ER", "Africa/Timbuktu": "ML", "America/Coral_Harbour": "CA", "America/Virgin": "VI",
    "Antarctica/South_Pole": "AQ", "Atlantic/Jan_Mayen": "SJ", "Iceland": "IS", "Pacific/Johnston": "UM",
    "Pacific/Ponape": "FM", "Pacific/Truk": "FM", "Pacific/Yap": "FM",
}  # fmt: skip
"""Old names that link to a zone of another country, whose clocks agree since 1970."""
_COORDINATES = re.compile(r"([+-])(\d{2})(\d{2})(?:\d{2})?[+-]")


@lru_cache(maxsize=1024)
def region_of(zone_name: str) -> str:
    """The ISO 3166 code of the country that an IANA zone, or an old name of one, lies in; "" where that is unknown or
    where the name is an offset."""
    found = _place(zone_name)
    return _MERGED.get(zone_name) or (found[0] if found else "")


@lru_cache(maxsize=1024)
def latitude_of(zone_name: str) -> float | None:
    """Degrees north of the zone's city."""
    found = _place(zone_name)
    return found[1] if found else None


@lru_cache(maxsize=512)
def latitude(region: str) -> float | None:
    """Degrees north of the middle one of a country's zones."""
    found = [north for country, north in _places().values() if country == region]
    return median(found) if found else None


@lru_cache(maxsize=512)
def main_zone(region: str) -> str:
    """The zone that tzdata lists first for a country; "" for an unknown one."""
    return next((zone for zone, (country, _) in _places().items() if country == region), "")


def southern(region: str) -> bool:
    """Whether a country has its summer in December."""
    return (latitude(region) or 0) < -TROPICS


def _place(zone_name: str) -> tuple[str, float] | None:
    if zone_name in _OFFSETS_ONLY:
        return None
    seen: set[str] = set()
    while zone_name not in _places() and zone_name in _links() and zone_name not in seen:
        seen.add(zone_name)
        zone_name = _links()[zone_name]
    return _places().get(zone_name)


@cache
def _places() -> dict[str, tuple[str, float]]:
    """Country and latitude by zone. zone.tab, since zone1970.tab merges countries: Kuala Lumpur is in Singapore there."""
    rows = [line.split("\t") for line in _lines("zone.tab") if line and not line.startswith("#")]
    return {zone: (country, _degrees(at)) for country, at, zone, *_ in rows}


@cache
def _links() -> dict[str, str]:
    rows = [line.split() for line in _lines("tzdata.zi") if line.startswith("L ")]
    return {name: target for _, target, name in rows}


def _lines(name: str) -> list[str]:
    return (resources.files("tzdata") / "zoneinfo" / name).read_text(encoding="utf-8").splitlines()


def _degrees(at: str) -> float:
    read = _COORDINATES.match(at)
    if not read:
        return 0.0
    degrees = int(read[2]) + int(read[3]) / 60
    return -degrees if read[1] == "-" else degrees
