"""A year of dreams, two a day, over a user who keeps on talking: nothing that matters is lost, nothing is merged that is not
the same, and every single operation can be taken back.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from memory import upkeep
from memory.dreaming import runs, undoing
from memory.dreaming.material import EXEMPT_FROM
from memory.history import snapshot
from memory.models import Memory, Proposal, Tombstone
from memory.states import OPEN_STATUSES, DreamOperation, ProposalState, Source
from memory.unfolding import phases
from tests.memory.conftest import NOW, Tell
from tests.memory.dreaming.year import group_of, lines

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


def standing() -> dict[Any, tuple[Any, ...]]:
    return {row.id: tuple(snapshot(row).values()) for row in Memory.objects.defer("vector", "keywords")}


def weighty() -> set[Any]:
    rows = Memory.objects.filter(status__in=OPEN_STATUSES)
    return {
        row.id
        for row in rows.only("id", "importance", "pinned", "source")
        if row.importance >= EXEMPT_FROM or row.pinned or row.source == Source.SET
    }


def live(user: User, tell: Tell, days: int, undo_every: int) -> dict[str, int]:
    """Live through the days; what came of it."""
    told = dict.fromkeys(("dreams", "operations", "undone", "lost", "wrong"), 0)
    script: dict[int, list[str]] = {}
    for day, line in lines(days):
        script.setdefault(day, []).append(line)
    for day in range(days):
        at = NOW + day * DAY
        for number, line in enumerate(script[day]):
            tell(line, at=at + timedelta(minutes=number))
        for half in (timedelta(hours=2), timedelta(hours=11)):
            phases.roll_plans_over(at + half)
            upkeep.expire(at + half)
            _dream(user, at + half, told, undo_every)
    return told


def _dream(user: User, at: Any, told: dict[str, int], undo_every: int) -> None:
    before, matters = standing(), weighty()
    run = runs.dream(user, at)
    assert run is not None
    told["dreams"] += 1
    done = list(Proposal.objects.filter(dream=run, state=ProposalState.APPLIED).order_by("-at", "-id"))
    told["operations"] += len(done)
    told["lost"] += len(matters - weighty())
    for proposal in done:
        if proposal.operation == DreamOperation.MERGE:
            rows = Memory.objects.filter(id__in=proposal.premises)
            told["wrong"] += len({group_of(row.value) for row in rows}) != 1
    if done and told["dreams"] % undo_every == 0:
        for proposal in done:
            undoing.undo(user, proposal.id, at)
            told["undone"] += 1
        after = standing()
        assert {key: after.get(key) for key in before} == before
        assert set(after) == set(before)
        Tombstone.objects.filter(user=user).delete()


@pytest.mark.long
def test_a_month(user: User, tell: Tell) -> None:
    told = live(user, tell, days=30, undo_every=1)
    assert told["operations"] == told["undone"] >= 5
    assert (told["lost"], told["wrong"]) == (0, 0)


@pytest.mark.long
def test_a_year(user: User, tell: Tell) -> None:
    told = live(user, tell, days=365, undo_every=3)
    print(told, Memory.objects.count())
    assert told["dreams"] == 730
    assert Memory.objects.count() > 600
    assert told["operations"] > 60
    assert told["undone"] > 15
    assert (told["lost"], told["wrong"]) == (0, 0)
