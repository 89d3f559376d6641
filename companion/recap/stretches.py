"""Which lines of a conversation are summarised together: stretches of a dozen, never across the end of a sitting, never
the newest lines of the sitting that is still open. Pure; it knows times and ids, no words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from transcript.models import SITTING_QUIET

WINDOW = 12
"""The newest lines of an open sitting, which stay as they were said."""
STRETCH, STRETCH_MOST = 12, 16


@dataclass(frozen=True)
class Spot:
    """A line that may be summarised."""

    id: UUID
    at: datetime


@dataclass(frozen=True)
class Made:
    """A summary that stands; `spoilt` when something it was made of may not be told any more."""

    id: UUID
    sources: frozenset[UUID]
    first_at: datetime
    last_at: datetime
    spoilt: bool = False


@dataclass(frozen=True)
class Plan:
    """Summaries to be taken away, and stretches to be summarised, oldest first."""

    drop: tuple[UUID, ...] = ()
    make: tuple[tuple[Spot, ...], ...] = ()


def plan(spots: Sequence[Spot], made: Sequence[Made], now: datetime) -> Plan:
    """What has to be done so that every older line stands in one summary, and each summary in lines that are there.
    `spots` are in the order of their times."""
    stale = [row for row in made if _stale(row, spots)]
    covered = {source for row in made if row not in stale for source in row.sources}
    make: list[tuple[Spot, ...]] = []
    for sitting in sittings(spots):
        still_open = now - sitting[-1].at <= SITTING_QUIET
        older = sitting[: max(0, len(sitting) - WINDOW)] if still_open else sitting
        for run in _runs(older, covered):
            waits = still_open and bool(run) and run[-1] is older[-1]
            make += _cut(run, waits)
    return Plan(tuple(row.id for row in stale), tuple(make))


def sittings(spots: Sequence[Spot]) -> list[list[Spot]]:
    """The lines by sitting, oldest first."""
    found: list[list[Spot]] = []
    for spot in spots:
        if not found or spot.at - found[-1][-1].at > SITTING_QUIET:
            found.append([])
        found[-1].append(spot)
    return found


def _stale(row: Made, spots: Sequence[Spot]) -> bool:
    """A source left, or a line came back amid the stretch."""
    here = {spot.id for spot in spots if row.first_at <= spot.at <= row.last_at}
    return row.spoilt or here != row.sources


def _runs(spots: Sequence[Spot], covered: set[UUID]) -> Iterator[list[Spot]]:
    """Neighbouring lines that stand in no summary."""
    run: list[Spot] = []
    for spot in spots:
        if spot.id in covered:
            if run:
                yield run
            run = []
        else:
            run.append(spot)
    if run:
        yield run


def _cut(run: Sequence[Spot], waits: bool) -> Iterator[tuple[Spot, ...]]:
    """The run in stretches. The end of a run that still grows waits until a whole stretch is there."""
    at = 0
    while len(run) - at > (STRETCH - 1 if waits else STRETCH_MOST):
        yield tuple(run[at : at + STRETCH])
        at += STRETCH
    if at < len(run) and not waits:
        yield tuple(run[at:])
