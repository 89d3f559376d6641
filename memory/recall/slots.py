"""Active memory: what is always kept in mind. A few slots, for which memories compete; what holds one keeps it until something
clearly more binding comes, so that what is in mind doesn't flicker from turn to turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Case, Q, QuerySet, When

from accounts.models import User
from memory.models import Memory, MemorySettings
from memory.policy import Kind
from memory.recall.hits import READ, Hit, hit
from memory.states import Phase, ScopeKind, Status

ACTIVE_SLOTS = 12
TONES_MOST = 2
DUE_WITHIN = timedelta(days=2)
CORE_ATTRIBUTES = ("name", "nickname", "city", "job", "birthday")
LOOKED_AT = 80
"""Candidates for a slot that are weighed, the most important of them."""
BINDING: Mapping[Kind, float] = {
    Kind.BOUNDARY: 1.6, Kind.STYLE: 1.2, Kind.PROMISE: 1.0, Kind.IDENTITY: 0.9, Kind.REFERENCE: 0.9, Kind.PLAN: 0.7,
    Kind.THREAD: 0.6, Kind.PROJECT: 0.6,
}  # fmt: skip
PINNED, INCUMBENT = 3.0, 0.1
"""What a pin adds, and what holding a slot adds: a challenger must be better by that much."""
IMPORTANCE, FRESHNESS, FRESH_DAYS = 0.5, 0.1, 30.0
LIMITS, LIMITS_MOST = (Kind.BOUNDARY, Kind.STYLE), 8
"""Slots that limits and wishes may hold, pins apart: with twelve limits the companion would not know the user's name. A limit
without a slot comes to mind as soon as a line comes near it, and nothing is raised against it (topics/)."""
_WEIGHED = ("importance", "recorded_at", "last_confirmed", "last_used", "kept_since", "valence")
_UNREAD = ("vector", "keywords", "slot", "value_key", "recipe")


@dataclass(frozen=True)
class Kept:
    """What is kept in mind at a moment, and how the user felt lately, -1 to 1, None where nobody knows."""

    hits: tuple[Hit, ...]
    mood: float | None = None


def kept(rows: QuerySet[Memory], now: datetime) -> Kept:
    """What holds a slot, most binding first, and the latest states, which colour the tone while they last and take no slot."""
    found = list(
        _looked_at(rows, _wanted(now) | Q(kind=Kind.STATE, expires_at__gt=now)).only(*READ, *_WEIGHED)
    )
    felt_lately = (row for row in found if row.kind == Kind.STATE)
    states = sorted(felt_lately, key=lambda row: row.recorded_at, reverse=True)[:TONES_MOST]
    felt = [row.valence for row in states if row.valence is not None]
    competing = [row for row in found if row.kind != Kind.STATE or row.pinned]
    held = [hit(row, now) for row in (*compete(competing, now), *states)]
    return Kept(tuple(held), sum(felt) / len(felt) if felt else None)


def active_slots(rows: QuerySet[Memory], now: datetime) -> list[Hit]:
    """What holds a slot, most binding first."""
    return [hit(row, now) for row in compete(_candidates(rows, now), now)]


def everywhere(user: User, now: datetime) -> list[Memory]:
    """What holds a slot in every conversation, most binding first."""
    rows = Memory.objects.for_user(user).recallable().filter(scope=ScopeKind.EVERYWHERE)
    settings = MemorySettings.objects.filter(user=user).first() or MemorySettings(user=user)
    return compete(
        _candidates(rows.exclude(kind__in=settings.paused_kinds).exclude(expires_at__lte=now), now), now
    )


def settle(user: User, now: datetime) -> int:
    """Write down what holds a slot everywhere, so that it keeps it against equals; how many rows changed. Safe to run twice.
    What is meant for one place competes there without it."""
    rows = Memory.objects.for_user(user)
    winners = [row.id for row in everywhere(user, now)]
    left = rows.exclude(kept_since=None).exclude(id__in=winners).update(kept_since=None)
    return left + rows.filter(id__in=winners, kept_since=None).update(kept_since=now)


def compete(rows: Iterable[Memory], now: datetime) -> list[Memory]:
    """The rows that get a slot, most binding first. Pure."""
    held: list[Memory] = []
    limits = 0
    for row in sorted(rows, key=lambda row: (-worth(row, now), -row.recorded_at.timestamp(), str(row.id))):
        limits += row.kind in LIMITS and not row.pinned
        if row.kind in LIMITS and not row.pinned and limits > LIMITS_MOST:
            continue
        held.append(row)
        if len(held) == ACTIVE_SLOTS:
            break
    return held


def worth(row: Memory, now: datetime) -> float:
    """How binding a memory is: its kind, how important it is, how fresh, and what it holds already."""
    last = max(at for at in (row.recorded_at, row.last_confirmed, row.last_used) if at is not None)
    fresh = 0.5 ** (max((now - last).total_seconds(), 0.0) / 86_400 / FRESH_DAYS)
    return float(
        BINDING.get(Kind(row.kind), 0.0)
        + IMPORTANCE * row.importance
        + FRESHNESS * fresh
        + PINNED * row.pinned
        + INCUMBENT * (row.kept_since is not None)
    )


def _candidates(rows: QuerySet[Memory], now: datetime) -> list[Memory]:
    return list(_looked_at(rows, _wanted(now)).defer(*_UNREAD))


def _looked_at(rows: QuerySet[Memory], wanted: Q) -> QuerySet[Memory]:
    """The most important of the current rows that are wanted, the states before them: these are few, and soon over."""
    held = rows.filter(wanted, status=Status.CURRENT)
    return held.order_by(_STATES_FIRST, "-pinned", "-importance", "-recorded_at")[:LOOKED_AT]


_STATES_FIRST = Case(When(kind=Kind.STATE, then=0), default=1)


def _wanted(now: datetime) -> Q:
    """What competes for a slot."""
    soon = now + DUE_WITHIN
    return (
        Q(pinned=True)
        | Q(kind__in=[Kind.BOUNDARY, Kind.STYLE, Kind.REFERENCE])
        | Q(kind=Kind.IDENTITY, attribute__in=CORE_ATTRIBUTES)
        | Q(kind__in=[Kind.THREAD, Kind.PROJECT], phase=Phase.OPEN)
        | Q(kind=Kind.PROMISE, phase__in=[Phase.OPEN, Phase.DUE], true_from__lte=soon)
        | Q(kind=Kind.PLAN, phase=Phase.AHEAD, true_from__lte=soon)
    )
