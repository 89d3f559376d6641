"""Time zones by names that people know. Pure; names from CLDR by way of Babel."""

from __future__ import annotations

from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from babel.core import get_global
from babel.dates import get_timezone_location
from django.utils.translation import gettext_lazy as _

ZONES = frozenset(available_timezones())
AREAS = {
    "Asia": _("亚洲"),
    "Australia": _("澳大利亚"),
    "Pacific": _("太平洋"),
    "Europe": _("欧洲"),
    "America": _("美洲"),
    "Africa": _("非洲"),
    "Atlantic": _("大西洋"),
    "Indian": _("印度洋"),
    "Antarctica": _("南极洲"),
}
_LOCALES = {"zh-hans": "zh_Hans", "en": "en"}

Choice = tuple[str, str]


def choices(language: str, current: str) -> list[tuple[str, list[Choice]]]:
    """Every place once, by continent, in the words of `language`; `current` among them, whatever it is called."""
    groups: dict[str, list[Choice]] = {}
    named = _named(_LOCALES.get(language, "en"))
    for zone, name in named:
        groups.setdefault(zone.partition("/")[0], []).append((zone, name))
    found = [(str(AREAS[area]), groups[area]) for area in AREAS if area in groups]
    if current in ZONES and current not in dict(named):
        found.insert(0, ("", [(current, current.replace("_", " "))]))
    return found


@lru_cache(maxsize=len(_LOCALES))
def _named(locale: str) -> list[Choice]:
    """(zone, name) without the older names of a zone, by name."""
    older = get_global("zone_aliases")
    zones = [zone for zone in sorted(ZONES) if zone.partition("/")[0] in AREAS and zone not in older]
    names = {zone: get_timezone_location(ZoneInfo(zone), locale=locale) for zone in zones}
    return sorted(names.items(), key=lambda one: one[1])
