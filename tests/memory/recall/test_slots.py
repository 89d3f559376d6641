"""What is always kept in mind: a few slots, competed for, held against equals, and given by the user."""

from __future__ import annotations

import random
import uuid
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from companion.providers import embed
from memory import curating, switching, upkeep
from memory.models import Memory
from memory.policy import Kind
from memory.recall import Cue, limits_only, recall, slots
from memory.states import Phase, ScopeKind, Status
from tests.memory.conftest import NOW, Tell

DAY = timedelta(days=1)


def row(kind: Kind = Kind.THREAD, **extra: Any) -> Memory:
    given = {"importance": 0.5, "recorded_at": NOW, "pinned": False, **extra}
    return Memory(id=uuid.uuid4(), kind=kind, **given)


def test_the_most_binding_hold_the_slots() -> None:
    rows = [row(Kind.THREAD) for _ in range(12)] + [row(Kind.BOUNDARY), row(Kind.IDENTITY), row(Kind.PROMISE)]
    random.Random(3).shuffle(rows)
    held = slots.compete(rows, NOW)
    assert len(held) == slots.ACTIVE_SLOTS
    assert [one.kind for one in held[:3]] == [Kind.BOUNDARY, Kind.PROMISE, Kind.IDENTITY]


def test_limits_leave_room_for_who_somebody_is() -> None:
    rows = [row(Kind.BOUNDARY, importance=1.0) for _ in range(20)]
    name = row(Kind.IDENTITY, importance=0.9)
    held = slots.compete([*rows, name], NOW)
    assert name in held
    assert len(held) == slots.LIMITS_MOST + 1


def test_what_the_user_pinned_is_there_whatever_it_is() -> None:
    pinned = row(Kind.PREFERENCE, importance=0.1, pinned=True, recorded_at=NOW - 900 * DAY)
    held = slots.compete([*(row(Kind.BOUNDARY) for _ in range(20)), pinned], NOW)
    assert held[0] is pinned


def test_who_holds_a_slot_keeps_it_against_equals_and_loses_it_to_the_better() -> None:
    """Two matters that are as important took turns from one line to the next."""
    others = [row(Kind.IDENTITY) for _ in range(slots.ACTIVE_SLOTS - 1)]
    holder = row(Kind.THREAD, kept_since=NOW - DAY, recorded_at=NOW - 5 * DAY)
    fresher, better = row(Kind.THREAD), row(Kind.THREAD, importance=0.9)
    assert slots.compete([*others, holder, fresher], NOW)[-1] is holder
    assert slots.compete([*others, row(Kind.THREAD, recorded_at=NOW - 5 * DAY), fresher], NOW)[-1] is fresher
    assert slots.compete([*others, holder, better], NOW)[-1] is better


@pytest.mark.django_db
def test_while_nothing_else_is_told_all_limits_stand(user: User) -> None:
    for number in range(slots.LIMITS_MOST + 4):
        curating.write_by_hand(user, Kind.BOUNDARY, f"别提第{number}件事", "zh", NOW)
    assert len(limits_only(user, Cue("在吗"), NOW).active) == slots.LIMITS_MOST + 4
    assert len(slots.everywhere(user, NOW)) == slots.LIMITS_MOST


@pytest.mark.django_db
def test_a_limit_without_a_slot_comes_to_mind_where_a_line_comes_near_it(user: User) -> None:
    for number in range(slots.LIMITS_MOST):
        curating.write_by_hand(user, Kind.BOUNDARY, f"别提第{number}件事", "zh", NOW)
    curating.write_by_hand(user, Kind.BOUNDARY, "别问我什么时候结婚", "zh", NOW - DAY)
    upkeep.embed_waiting(embed, NOW)
    near = recall(user, Cue("同事下个月结婚，请我去喝喜酒"), NOW, embed)
    assert any("结婚" in hit.statement and hit.label == "limit" for hit in near.active)
    assert not any("结婚" in hit.statement for hit in recall(user, Cue("刚喝完咖啡"), NOW, embed).active)


@pytest.mark.django_db
def test_slots_are_settled_by_learning_and_by_nothing_twice(user: User, tell: Tell) -> None:
    tell("我叫林晚，住在杭州。")
    held = {one.statement for one in slots.everywhere(user, NOW)}
    assert any("林晚" in statement for statement in held)
    assert Memory.objects.for_user(user).exclude(kept_since=None).count() == len(held)
    assert slots.settle(user, NOW) == 0
    tell("别再提我前男友了")
    assert Memory.objects.get(kind=Kind.BOUNDARY).kept_since is not None


@pytest.mark.django_db
def test_what_is_over_or_paused_or_of_one_place_holds_no_slot_everywhere(user: User, tell: Tell) -> None:
    tell("我叫林晚，住在杭州。")
    name, city = (Memory.objects.get(attribute=attribute) for attribute in ("name", "city"))
    curating.confine(user, city.id, curating.Place(ScopeKind.PERSONA, uuid.uuid4()), NOW)
    assert {one.id for one in slots.everywhere(user, NOW)} == {name.id}
    switching.pause_kind(user, Kind.IDENTITY, paused=True)
    assert slots.everywhere(user, NOW) == []
    switching.pause_kind(user, Kind.IDENTITY, paused=False)
    Memory.objects.filter(id=name.id).update(status=Status.SUPERSEDED)
    assert slots.settle(user, NOW) > 0
    assert not Memory.objects.for_user(user).exclude(kept_since=None).exists()


@pytest.mark.django_db
def test_a_plan_is_in_mind_when_its_day_is_near(user: User, tell: Tell) -> None:
    tell("七月二十号要去新加坡开会")
    plan = Memory.objects.get(kind=Kind.PLAN, phase=Phase.AHEAD)
    assert plan not in slots.everywhere(user, NOW)
    assert plan.true_from is not None
    assert plan in slots.everywhere(user, plan.true_from - DAY)
