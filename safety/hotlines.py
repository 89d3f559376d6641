"""Which help lines a person is shown: by region and local hour, from `hotlines.yaml`. Pure after the first read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, time
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from safety.levels import Level

_FILE = Path(__file__).parent / "hotlines.yaml"
_NIGHT_END = time(6)  # 00:00–06:00 local
_ZONES = {
    "Asia/Shanghai": "CN", "Asia/Chongqing": "CN", "Asia/Urumqi": "CN", "Asia/Harbin": "CN", "PRC": "CN",
    "Asia/Hong_Kong": "HK", "Hongkong": "HK", "Asia/Taipei": "TW", "ROC": "TW", "Asia/Singapore": "SG",
    "Singapore": "SG", "Europe/London": "UK", "GB": "UK", "Europe/Belfast": "UK", "Europe/Dublin": "IE", "Eire": "IE",
    "America/New_York": "US", "America/Chicago": "US", "America/Denver": "US", "America/Los_Angeles": "US",
    "America/Phoenix": "US", "America/Detroit": "US", "America/Anchorage": "US", "Pacific/Honolulu": "US",
    "America/Boise": "US", "America/Juneau": "US",
    "America/Toronto": "CA", "America/Vancouver": "CA", "America/Edmonton": "CA", "America/Winnipeg": "CA",
    "America/Halifax": "CA", "America/St_Johns": "CA", "America/Regina": "CA", "America/Montreal": "CA",
}  # fmt: skip
_US_PREFIXES = ("US/", "America/Indiana/", "America/Kentucky/", "America/North_Dakota/")
_EU_CITIES = frozenset(
    [
        "Amsterdam",
        "Athens",
        "Berlin",
        "Bratislava",
        "Brussels",
        "Bucharest",
        "Budapest",
        "Copenhagen",
        "Helsinki",
        "Lisbon",
        "Ljubljana",
        "Luxembourg",
        "Madrid",
        "Malta",
        "Paris",
        "Prague",
        "Riga",
        "Rome",
        "Sofia",
        "Stockholm",
        "Tallinn",
        "Vienna",
        "Vilnius",
        "Warsaw",
        "Zagreb",
    ]
)


_EU_COUNTRIES = frozenset((
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IT", "LT", "LU", "LV", "MT", "NL", "PL",
    "PT", "RO", "SE", "SI", "SK",
))  # fmt: skip


@dataclass(frozen=True)
class Line:
    """One help line in the reader's language. `maybe_closed` is True when nobody may answer at this hour."""

    id: str
    number: str
    label: str
    note: str
    channel: str
    all_day: bool
    maybe_closed: bool
    source_url: str
    verified_at: date
    calls: bool = True
    """Whether the number is to be called; False where the card has it as an emergency number already, or it takes texts alone."""
    texts: str = ""
    """The address (`sms:`, or WhatsApp's) under which it takes texts, "" where it takes none."""


@dataclass(frozen=True)
class Card:
    """What stands beside a crisis reply. `big` is the form for R4: emergency numbers first."""

    title: str
    lead: str
    lines: tuple[Line, ...]
    emergency: str
    emergency_numbers: tuple[str, ...]
    directory: str
    directory_url: str
    big: bool


def region_of(time_zone: str, language: str = "", setting: str = "") -> str:
    """The region for help lines: the user's setting, else the time zone, else the language; "" when unknown.

    Never from the network address: a wrong country's number is worse than none.
    """
    if setting:
        return {"GB": "UK"}.get(setting.upper(), setting.upper())
    if time_zone in _ZONES:
        return _ZONES[time_zone]
    if time_zone.startswith(_US_PREFIXES):
        return "US"
    area, _, city = time_zone.partition("/")
    if area == "Canada":
        return "CA"
    if area == "Europe" and city in _EU_CITIES:
        return "EU"
    if time_zone in ("", "UTC", "Etc/UTC", "GMT"):
        return _of_language(language.lower())
    return ""


def _of_language(tag: str) -> str:
    """By the country that a language tag names (en-gb, de-de); Chinese alone is China's."""
    if tag in ("zh", "zh-hans", "zh-hans-cn"):
        return "CN"
    country = tag.rpartition("-")[2].upper() if "-" in tag else ""
    if country in _EU_COUNTRIES:
        return "EU"
    country = {"GB": "UK"}.get(country, country)
    return country if country in regions() else ""


def lines_for(region: str, local_time: time, lang: str) -> list[Line]:
    """The lines of `region`, those open all day first; at night the others are marked `maybe_closed`.

    Empty for a region without checked lines.
    """
    night = local_time < _NIGHT_END
    found = [_line(entry, lang, night) for entry in _book()["lines"] if entry["region"] == region]
    return sorted(found, key=lambda line: line.maybe_closed) if night else found


def line_ids(region: str) -> frozenset[str]:
    """Ids of all lines that may be shown in `region`."""
    return frozenset(entry["id"] for entry in _book()["lines"] if entry["region"] == region)


def emergency_for(region: str, lang: str) -> tuple[str, tuple[str, ...]]:
    """The emergency advice of `region` in words, and its numbers (none when they are not known)."""
    known = _book()["emergency"]
    entry = known.get(region, known["default"])
    return entry[lang], tuple(entry["numbers"])


def regions() -> list[str]:
    """The regions that have lines, in the order of the file."""
    return list(dict.fromkeys(entry["region"] for entry in _book()["lines"]))


def count() -> int:
    """How many lines there are, in all regions."""
    return len(_book()["lines"])


@dataclass(frozen=True)
class Entry:
    """A line as it is published: where, which, when open, who says so, and when that was checked."""

    region: str
    number: str
    label: str
    note: str
    source_url: str
    verified_at: date


def published(lang: str) -> list[Entry]:
    """Every line that may be shown, by region."""
    return [
        Entry(
            entry["region"],
            entry["number"],
            entry["label"][lang],
            entry["note"][lang],
            entry["source_url"],
            entry["verified_at"],
        )
        for entry in _book()["lines"]
    ]


def oldest_check() -> date:
    """When the least recently checked line was checked."""
    oldest: date = min(entry["verified_at"] for entry in _book()["lines"])
    return oldest


def card(level: Level, region: str, local_time: time, lang: str) -> Card:
    """The card for a crisis reply; at R0 for somebody who looks after another. `lang` is `zh` or `en`; a region without lines gets the
    directory and advice."""
    emergency, numbers = emergency_for(region, lang)
    found = lines_for(region, local_time, lang)
    once = [replace(line, calls=line.calls and line.number not in numbers) for line in found]
    lines = tuple(line for line in once if line.calls or line.texts)
    big = level >= Level.R4
    title, lead = _FOR_ANOTHER[lang] if level == Level.R0 else _HEADS[lang][big]
    directory = _book()["directory"]
    return Card(title, lead, lines, emergency, numbers, directory[lang], directory["url"], big)


_HEADS = {
    "zh": {
        True: ("现在请先联系能到你身边的人", "打不通就换下一个号码，一直打到有人接。"),
        False: ("有人可以和你说说话", "打不通可以换一个；不想打电话，也可以先发消息给信任的人。"),
    },
    "en": {
        True: (
            "Please reach someone who can be with you now",
            "If one doesn't answer, try the next until someone does.",
        ),
        False: ("There are people you can talk to", "If calling is hard, text a line or someone you trust."),
    },
}
_FOR_ANOTHER = {
    "zh": ("可以为 TA 打的电话", "正在发生，先打急救或报警；不知道怎么帮，下面的热线也会教你。"),
    "en": (
        "Numbers to call for them",
        "If it is happening now, call the emergency number first. The lines below also tell friends and families how to help.",
    ),
}


def _address(entry: dict[str, Any]) -> str:
    digits = entry["number"].replace(" ", "")
    if entry.get("whatsapp"):
        return f"https://wa.me/{entry['whatsapp']}"
    body = f"?body={entry['body']}" if "body" in entry else ""
    return f"sms:{digits}{body}" if "text" in entry["channel"] else ""


def _line(entry: dict[str, Any], lang: str, night: bool) -> Line:
    all_day = entry["hours"] == "24h"
    closed = night and not all_day
    note = (
        {"zh": "此刻可能无人接听", "en": "may not answer at this hour"}[lang]
        if closed
        else entry["note"][lang]
    )
    return Line(
        id=entry["id"],
        number=entry["number"],
        label=entry["label"][lang],
        note=note,
        channel=entry["channel"],
        calls="call" in entry["channel"],
        texts=_address(entry),
        all_day=all_day,
        maybe_closed=closed,
        source_url=entry["source_url"],
        verified_at=entry["verified_at"],
    )


@lru_cache(maxsize=1)
def _book() -> dict[str, Any]:
    book: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return book
