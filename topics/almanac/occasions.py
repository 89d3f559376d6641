"""What may be mentioned on a day: its festivals, holidays, working days out of turn, solar terms and turns of a season."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from topics.almanac.breaks import Break, break_on, makeup_on
from topics.almanac.entries import EN, ZH, Entry
from topics.almanac.entries import Kind as Kind
from topics.almanac.festivals import festivals_on, term_on
from topics.almanac.public import entries_on
from topics.almanac.regions import southern
from topics.almanac.rules import CHINESE
from topics.almanac.seasons import turn

DAY = timedelta(days=1)
EVE = 0.7
"""What the evening before leaves of a weight."""


@dataclass(frozen=True)
class Occasion:
    """Something that the calendar says. `key` names it and the day it happens, whichever day it is told on; `text` is a
    sentence for a prompt, true on the day that was asked about; `days_ahead` is 1 on the evening before, else 0;
    `offered_until` is the last day of what it tells, such as the last of the days off. `grave`: a day of mourning or remembrance, no cheer.
    `honours` is whom it is about (mother, father, lovers, children, dead ...), or ""."""

    key: str
    kind: Kind
    day: date
    names: dict[str, str]
    text: dict[str, str]
    grave: bool
    weight: float
    days_ahead: int
    offered_until: date
    honours: str = ""


def occasions(day: date, region: str, lang: str) -> list[Occasion]:
    """What may be mentioned on the local `day`, best first; nothing on most days. `region` is an ISO country code or "",
    `lang` the user's language. A festival stands for the public holiday that it is; big ones are told the evening
    before as well. Mainland China's days off are told as far as they are published."""
    return list(_told(day, region.upper(), lang.lower().startswith("zh")))


@dataclass(frozen=True)
class _Line:
    """An entry as it is told: the first and last day of what it tells, whether that is ahead, and what it is worth."""

    entry: Entry
    day: date
    until: date
    ahead: int
    weight: float


@lru_cache(maxsize=4096)
def _told(day: date, region: str, speaks_chinese: bool) -> tuple[Occasion, ...]:
    today, ahead = _entries(day, region, speaks_chinese), _entries(day + DAY, region, speaks_chinese)
    lines = [_line(entry, day, 0) for entry in today]
    lines += [_line(entry, day + DAY, 1) for entry in ahead if entry.eve]
    lines = _with_break(lines, day, region)
    for number in (0, 1):
        entry = makeup_on(day + number * DAY, region)
        lines += [_line(entry, day + number * DAY, number)] if entry else []
    found = [_occasion(line) for line in lines]
    return tuple(sorted(found, key=lambda one: (-one.weight, one.days_ahead, one.key)))


def _line(entry: Entry, day: date, ahead: int) -> _Line:
    return _Line(entry, day, day, ahead, round(entry.weight * EVE, 3) if ahead else entry.weight)


def _entries(day: date, region: str, speaks_chinese: bool) -> list[Entry]:
    """What happens on a day, each thing once: a festival before the holiday, term or season that it is as well."""
    chinese = speaks_chinese or region in CHINESE
    found = [*festivals_on(day, region, speaks_chinese), *entries_on(day, region)]
    found += [
        entry
        for entry in (
            term_on(day, region, speaks_chinese),
            # The terms name the turns of the northern year already.
            None if chinese and not southern(region) else turn(day, region),
        )
        if entry
    ]
    once: dict[str, Entry] = {}
    for entry in found:
        once.setdefault(entry.id.rstrip("_23"), entry)
    return list(once.values())


def _with_break(lines: list[_Line], day: date, region: str) -> list[_Line]:
    """With the days off that `day` is in or that start tomorrow: told of the heaviest holiday that they are for, else
    by themselves; and nothing beside them that only says that a day is free."""
    run, ahead = break_on(day, region), 0
    if run is None:
        run, ahead = break_on(day + DAY, region), 1
    if run is None:
        return lines
    lines = [line for line in lines if not line.entry.spare]
    theirs = [line for line in lines if line.entry.id in run.ids and line.ahead == ahead and _holiday(line)]
    if not theirs:
        return [*lines, _break_line(run, day, region)]
    line = max(theirs, key=lambda one: one.entry.weight)
    return [_joined(each, run, day) if each is line else each for each in lines]


def _break_line(run: Break, day: date, region: str) -> _Line:
    entry = run.entry(day, region)
    return _Line(entry, run.first, run.last, int(day < run.first), entry.weight)


def _holiday(line: _Line) -> bool:
    return line.entry.kind in (Kind.FESTIVAL, Kind.PUBLIC_HOLIDAY)


def _joined(line: _Line, run: Break, day: date) -> _Line:
    says = tuple(told + more for told, more in zip(line.entry.says, run.clause(day), strict=True))
    weight = max(line.weight, run.weight) if line.ahead else line.weight
    return replace(line, entry=replace(line.entry, says=(says[0], says[1])), weight=weight)


def _occasion(line: _Line) -> Occasion:
    entry, (zh, en) = line.entry, line.entry.says
    return Occasion(
        key=f"{entry.kind}:{entry.id}:{line.day.isoformat()}",
        kind=entry.kind,
        day=line.day,
        names=entry.names,
        text={
            ZH: f"{'明天' if line.ahead else '今天'}{zh}。",
            EN: f"{'Tomorrow' if line.ahead else 'Today'} {en}.",
        },
        grave=entry.grave,
        weight=line.weight,
        days_ahead=line.ahead,
        offered_until=line.until,
        honours=entry.honours,
    )
