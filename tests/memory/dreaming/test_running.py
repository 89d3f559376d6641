"""A dream on the real database: what it writes, what stops it, and that all of it can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from memory import curating, forgetting, marks, switching
from memory.dreaming import applying, runs, undoing
from memory.dreaming.ideas import Idea
from memory.history import snapshot
from memory.models import (
    Derivation,
    Dream,
    Memory,
    MemorySettings,
    Proposal,
    Relation,
    Tombstone,
)
from memory.policy import Kind
from memory.states import DreamOperation, ProposalState, Source, Status
from tests.memory.conftest import NOW, Tell

pytestmark = pytest.mark.django_db(transaction=True)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def sick_cat(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    tell("昨天带小花去了医院", at=NOW + DAY)
    tell("今天带小花去医院复查了", at=NOW + 5 * DAY)


def standing() -> dict[Any, tuple[Any, ...]]:
    """Every row as it stands, with its evidence, whatever its version."""
    return {
        row.id: (row.statement, *snapshot(row).values(), row.evidence.count()) for row in Memory.objects.all()
    }


def made(operation: DreamOperation) -> list[Memory]:
    results = Proposal.objects.filter(operation=operation, state=ProposalState.APPLIED).values_list(
        "result", flat=True
    )
    return list(Memory.objects.filter(id__in=list(results)))


def add_likes(user: User, *values: str) -> list[Memory]:
    rows = []
    for value in values:
        row = curating.write_by_hand(user, Kind.PREFERENCE, f"你喜欢{value}", "zh", NOW)
        row.value, row.attribute, row.source, row.importance = value, "like", Source.STATED, 0.6
        row.slot = marks.slot(user.id, row.kind, "user", "like")
        row.value_key = marks.value_key(user.id, value, 1)
        row.save()
        rows.append(row)
    return rows


def test_a_thread_of_what_was_spoken_of_twice(user: User, sick_cat: None) -> None:
    run = runs.dream(user, NOW + 6 * DAY)
    assert run is not None
    thread = made(DreamOperation.THREAD)[0]
    assert (thread.source, thread.status, thread.phase) == (Source.SUMMARY, Status.CURRENT, "open")
    assert Derivation.objects.filter(conclusion=thread).count() >= 2
    assert Relation.objects.filter(end=thread, kind="part_of").count() >= 2
    assert runs.dream(user, NOW + 6 * DAY + HOUR, by_hand=True) is not None
    assert len(made(DreamOperation.THREAD)) == 1


def test_a_merge_keeps_the_old_and_is_undone_whole(user: User, conversation: Any) -> None:
    first, second = add_likes(user, "咖啡", "喝咖啡")
    before = standing()
    runs.dream(user, NOW + DAY)
    merged = made(DreamOperation.MERGE)[0]
    assert merged.embedded_at is None
    assert {row.status for row in Memory.objects.filter(id__in=[first.id, second.id])} == {Status.SUPERSEDED}
    undoing.undo(user, Proposal.objects.get(operation=DreamOperation.MERGE).id, NOW + 2 * DAY)
    assert standing() == before


def test_everything_a_dream_did_can_be_undone(user: User, sick_cat: None) -> None:
    add_likes(user, "咖啡", "喝咖啡")
    before, ties = standing(), Relation.objects.count()
    runs.dream(user, NOW + 6 * DAY)
    assert standing() != before
    for proposal in Proposal.objects.filter(state=ProposalState.APPLIED).order_by("-at"):
        undoing.undo(user, proposal.id, NOW + 40 * DAY)
    assert standing() == before
    assert Relation.objects.count() == ties


def test_what_was_undone_is_not_proposed_again(user: User, sick_cat: None) -> None:
    runs.dream(user, NOW + 6 * DAY)
    undoing.undo(user, Proposal.objects.get(operation=DreamOperation.THREAD).id, NOW + 6 * DAY)
    runs.dream(user, NOW + 7 * DAY, by_hand=True)
    assert made(DreamOperation.THREAD) == []


def test_an_act_that_was_built_on_is_stale(user: User, sick_cat: None) -> None:
    runs.dream(user, NOW + 6 * DAY)
    thread = made(DreamOperation.THREAD)[0]
    curating.confirm(user, thread.id, NOW + 7 * DAY)
    with pytest.raises(curating.Stale):
        undoing.undo(user, Proposal.objects.get(operation=DreamOperation.THREAD).id, NOW + 8 * DAY)


def test_a_deleted_fact_does_not_come_back_by_a_dream(user: User, sick_cat: None) -> None:
    runs.dream(user, NOW + 6 * DAY)
    forgetting.forget(user, [made(DreamOperation.THREAD)[0].id], NOW + 6 * DAY)
    for number in range(7, 12):
        runs.dream(user, NOW + number * DAY, by_hand=True)
    assert not Memory.objects.filter(kind=Kind.THREAD).exists()


def test_an_edit_meanwhile_wins(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _second = add_likes(user, "咖啡", "喝咖啡")
    decide = runs.propose

    def edited_meanwhile(held: Any) -> Any:
        ideas = decide(held)
        curating.pause(user, first.id, NOW + DAY)
        return ideas

    monkeypatch.setattr(runs, "propose", edited_meanwhile)
    runs.dream(user, NOW + DAY)
    assert {row.state for row in Proposal.objects.all()} == {ProposalState.STALE}
    assert Memory.objects.filter(status=Status.CURRENT).count() == 2


def test_off_paused_or_under_way(user: User, sick_cat: None) -> None:
    at = NOW + 6 * DAY
    switching.let_dream(user, on=False)
    assert runs.dream(user, at) is None
    switching.let_dream(user, on=True)
    switching.pause_all(user, at, paused=True)
    assert runs.dream(user, at, by_hand=True) is None
    switching.pause_all(user, at, paused=False)
    MemorySettings.objects.update(dreaming_until=at + timedelta(minutes=2))
    assert runs.dream(user, at) is None
    assert runs.dream(user, at + timedelta(minutes=6)) is not None  # a killed worker's lease has run out


def test_by_hand_even_where_it_is_switched_off(user: User, sick_cat: None) -> None:
    switching.let_dream(user, on=False)
    run = runs.dream(user, NOW + 6 * DAY, by_hand=True)
    assert run is not None
    assert run.counts[ProposalState.APPLIED] > 0


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_run_that_is_stopped_leaves_no_lease(
    user: User, sick_cat: None, monkeypatch: pytest.MonkeyPatch, by_hand: bool
) -> None:
    at = NOW + 6 * DAY
    decide = runs.propose

    def stopped_meanwhile(held: Any) -> Any:
        ideas = decide(held)
        switching.pause_all(user, at, paused=True)
        return ideas

    monkeypatch.setattr(runs, "propose", stopped_meanwhile)
    assert runs.dream(user, at, by_hand=by_hand) is None
    assert not Proposal.objects.exists()
    monkeypatch.undo()
    switching.pause_all(user, at, paused=False)
    assert runs.dream(user, at) is not None


def test_who_is_due(user: User, sick_cat: None) -> None:
    at = NOW + 6 * DAY
    assert list(runs.due(at)) == [user]
    assert list(runs.due(NOW + 5 * DAY + timedelta(minutes=10))) == []  # still talking
    runs.dream(user, at)
    assert list(runs.due(at + HOUR)) == []
    assert list(runs.due(at + 9 * HOUR)) == []  # nothing new


def test_a_late_worker_writes_nothing(user: User, sick_cat: None, monkeypatch: pytest.MonkeyPatch) -> None:
    decide = runs.propose

    def taken_over(held: Any) -> Any:
        MemorySettings.objects.update(dreaming_fence=99)
        return decide(held)

    monkeypatch.setattr(runs, "propose", taken_over)
    assert runs.dream(user, NOW + 6 * DAY) is None
    assert not Proposal.objects.exists()


def test_only_so_many_suggestions_a_week(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.memory.dreaming.rows import held

    rows = add_likes(user, *"茶书花鸟鱼虫云")
    ideas = [
        Idea(
            DreamOperation.PREFERENCE,
            "done_again",
            (row.id,),
            Kind.PREFERENCE,
            "user",
            "hobby",
            f"第{n}件事",
            f"你好像喜欢第{n}件事",
        )
        for n, row in enumerate(rows)
    ]
    monkeypatch.setattr(runs, "propose", lambda _material: ideas)
    runs.dream(user, NOW + DAY)
    assert len(made(DreamOperation.PREFERENCE)) == applying.SUGGESTED_A_WEEK
    assert all(row.status == Status.PENDING for row in made(DreamOperation.PREFERENCE))
    assert held() is not None


def test_at_most_ten_operations(user: User) -> None:
    for number in range(12):
        add_likes(user, f"第{number}种咖啡豆", f"喝第{number}种咖啡豆")
    run = runs.dream(user, NOW + DAY)
    assert run is not None
    assert run.counts[ProposalState.APPLIED] == 10


class Killed(Exception):
    pass


@contextmanager
def killed_at(number: int) -> Iterator[list[int]]:
    """Raise at the N-th statement, as a power cut would."""
    seen = [0]

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen[0] += 1
        if seen[0] == number:
            raise Killed
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield seen


def test_killed_at_every_step_nothing_is_lost_or_doubled(user: User, sick_cat: None) -> None:
    add_likes(user, "咖啡", "喝咖啡")
    at = NOW + 6 * DAY
    with killed_at(0) as seen:
        runs.dream(user, at)
    whole = {(row.kind, row.statement, row.status) for row in Memory.objects.all()}
    for proposal in Proposal.objects.filter(state=ProposalState.APPLIED).order_by("-at"):
        undoing.undo(user, proposal.id, at)
    Tombstone.objects.all().delete()
    step = max(seen[0] // 24, 1)
    for number in range(1, seen[0], step):
        at += DAY
        with killed_at(number), suppress(Killed):
            runs.dream(user, at, by_hand=True)
        runs.dream(user, at + runs.LEASE + HOUR, by_hand=True)
        assert {(row.kind, row.statement, row.status) for row in Memory.objects.all()} == whole, number
        for proposal in Proposal.objects.filter(state=ProposalState.APPLIED).order_by("-at"):
            undoing.undo(user, proposal.id, at)
        Tombstone.objects.all().delete()
    assert Dream.objects.filter(ended_at=None).exists()
