"""Which lines are summarised together, and when a summary no longer stands."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from companion.recap.stretches import STRETCH_MOST, WINDOW, Made, Plan, Spot, plan, sittings
from tests.companion.conftest import NOW

MINUTE = timedelta(minutes=1)


def lines(count: int, start: datetime = NOW) -> list[Spot]:
    return [Spot(uuid.uuid4(), start + n * MINUTE) for n in range(count)]


def made(spots: Sequence[Spot], **extra: Any) -> Made:
    return Made(uuid.uuid4(), frozenset(spot.id for spot in spots), spots[0].at, spots[-1].at, **extra)


def sizes(found: Plan) -> list[int]:
    return [len(stretch) for stretch in found.make]


@pytest.mark.parametrize(
    ("count", "wanted"), [(0, []), (12, []), (23, []), (24, [12]), (35, [12]), (36, [12, 12])]
)
def test_an_open_sitting_keeps_its_window_and_waits_for_whole_stretches(
    count: int, wanted: list[int]
) -> None:
    spots = lines(count)
    found = plan(spots, [], NOW + count * MINUTE)
    assert sizes(found) == wanted
    told = {spot.id for stretch in found.make for spot in stretch}
    assert told.isdisjoint(spot.id for spot in spots[-WINDOW:])


@pytest.mark.parametrize(
    ("count", "wanted"), [(1, [1]), (12, [12]), (16, [16]), (17, [12, 5]), (40, [12, 12, 16])]
)
def test_a_sitting_that_ended_is_told_whole(count: int, wanted: list[int]) -> None:
    spots = lines(count)
    found = plan(spots, [], NOW + timedelta(hours=12))
    assert sizes(found) == wanted
    assert [spot for stretch in found.make for spot in stretch] == spots
    assert max(sizes(found)) <= STRETCH_MOST


def test_no_stretch_crosses_the_end_of_a_sitting() -> None:
    yesterday, today = lines(5), lines(5, NOW + timedelta(hours=12))
    assert [len(part) for part in sittings([*yesterday, *today])] == [5, 5]
    found = plan([*yesterday, *today], [], NOW + timedelta(hours=13))
    assert [list(stretch) for stretch in found.make] == [yesterday]


def test_what_is_told_is_not_told_again() -> None:
    spots = lines(30)
    first = plan(spots, [], NOW + 30 * MINUTE)
    rows = [made(stretch) for stretch in first.make]
    assert plan(spots, rows, NOW + 30 * MINUTE) == Plan()
    later = [*spots, *lines(12, NOW + 30 * MINUTE)]
    assert [spot.id for spot in plan(later, rows, NOW + 42 * MINUTE).make[0]] == [s.id for s in later[12:24]]


@pytest.mark.parametrize("change", ["left", "came", "spoilt"])
def test_a_summary_falls_when_its_lines_are_not_as_they_were(change: str) -> None:
    spots = lines(24)
    row = made(spots[:12], spoilt=change == "spoilt")
    if change == "left":
        spots.pop(3)
    if change == "came":
        spots.insert(4, Spot(uuid.uuid4(), spots[3].at + MINUTE / 2))
    found = plan(spots, [row], NOW + timedelta(hours=12))
    assert found.drop == (row.id,)
    assert [spot for stretch in found.make for spot in stretch] == spots


def test_a_line_between_two_summaries_is_told_by_itself() -> None:
    spots = lines(25)
    rows = [made(spots[:6]), made(spots[7:12])]
    found = plan(spots, rows, NOW + 25 * MINUTE)
    assert found.drop == ()
    assert [spot.id for spot in found.make[0]] == [spots[6].id]
