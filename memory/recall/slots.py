"""Active memory: what is always kept in mind, in a few slots."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from memory.models import Memory
from memory.policy import Kind
from memory.recall.hits import Hit, hit
from memory.states import Phase, Status

ACTIVE_SLOTS = 12
TONES_MOST = 2
DUE_WITHIN = timedelta(days=2)
CORE_ATTRIBUTES = ("name", "nickname", "city", "job", "birthday")


def active_slots(rows: QuerySet[Memory], now: datetime) -> list[Hit]:
    """What is always kept in mind, most binding first."""
    wanted = (
        Q(pinned=True)
        | Q(kind__in=[Kind.BOUNDARY, Kind.STYLE, Kind.REFERENCE])
        | Q(kind=Kind.IDENTITY, attribute__in=CORE_ATTRIBUTES)
        | Q(kind__in=[Kind.THREAD, Kind.PROJECT], phase=Phase.OPEN)
        | Q(kind=Kind.PROMISE, phase__in=[Phase.OPEN, Phase.DUE], true_from__lte=now + DUE_WITHIN)
        | Q(kind=Kind.PLAN, phase=Phase.AHEAD, true_from__lte=now + DUE_WITHIN)
    )
    held = rows.filter(wanted).filter(status=Status.CURRENT).order_by("-importance", "-recorded_at")[:60]
    ranked = sorted(held, key=lambda row: (-_binding(row), -row.importance, -row.recorded_at.timestamp()))
    return [hit(row, now) for row in ranked[:ACTIVE_SLOTS]]


def tones(rows: QuerySet[Memory], now: datetime) -> list[Hit]:
    """The latest states, which colour the tone while they last; they take no slot from what is always kept in mind."""
    recent = rows.filter(kind=Kind.STATE, status=Status.CURRENT, expires_at__gt=now)
    return [hit(row, now) for row in recent.order_by("-recorded_at")[:TONES_MOST]]


def _binding(row: Memory) -> int:
    order = (Kind.BOUNDARY, Kind.STYLE, Kind.PROMISE, Kind.IDENTITY, Kind.REFERENCE, Kind.PLAN, Kind.THREAD)
    place = order.index(Kind(row.kind)) if row.kind in order else len(order)
    return 20 * row.pinned + len(order) - place
