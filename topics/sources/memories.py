"""From memory: open threads, plans that are near or passed lately, promises that are due."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count, Max, Q

from accounts.models import User
from memory.models import Memory, MemorySettings
from memory.policy import Kind
from memory.states import Phase, ScopeKind
from topics.grounds import Ground

DUE_WITHIN = timedelta(days=2)
ASKED_ABOUT = timedelta(days=14)
"""A plan that passed longer ago than this is not asked about any more."""
MOST = 500


def grounds(user: User, now: datetime) -> list[Ground]:
    """The user's open threads, plans that are near or passed lately, and due promises, newest first."""
    settings = MemorySettings.objects.filter(user=user).first()
    rows = (
        Memory.objects.for_user(user)
        .open()
        .filter(_worth_raising(now), layer="real", scope=ScopeKind.EVERYWHERE)
        .annotate(proofs=Count("evidence"), heard=Max("evidence__at"))
        .only(*READ)
        .order_by("-recorded_at")[:MOST]
    )
    return [ground_of(row, settings) for row in rows]


def _worth_raising(now: datetime) -> Q:
    near = Q(true_from__lte=now + DUE_WITHIN, true_until__gte=now) & Q(phase=Phase.AHEAD)
    undone = Q(true_until__lt=now, true_until__gte=now - ASKED_ABOUT) & Q(
        phase__in=[Phase.AHEAD, Phase.UNCONFIRMED]
    )
    due = Q(phase=Phase.DUE) | Q(phase=Phase.OPEN, true_from__lte=now)
    return (
        Q(kind=Kind.THREAD, phase=Phase.OPEN)
        | (Q(kind=Kind.PLAN) & (near | undone))
        | (Q(kind=Kind.PROMISE, speaker="user") & due)
    )


READ = (
    "user", "kind", "subject", "statement", "lang", "status", "phase", "source", "use", "sensitivity", "paused", "importance",
    "confidence", "recorded_at", "true_from", "true_until", "valence",
)  # fmt: skip
"""The columns a ground is made of."""


def ground_of(row: Memory, settings: MemorySettings | None) -> Ground:
    """A row as something to be raised; `proofs` and `heard` may stand on it as annotations."""
    off = settings is not None and (settings.paused or row.kind in settings.paused_kinds)
    over = row.true_until + ASKED_ABOUT if row.kind == Kind.PLAN and row.true_until else None
    return Ground(
        memory=row.id,
        source=str(row.kind),
        statement=row.statement,
        subject=row.subject,
        lang="zh" if row.lang.startswith("zh") else "en",
        status=row.status,
        phase=row.phase,
        origin=row.source,
        use=row.use,
        sensitivity=row.sensitivity,
        paused=row.paused or off,
        importance=row.importance,
        confidence=row.confidence,
        proofs=getattr(row, "proofs", 0),
        heard=getattr(row, "heard", None) or row.recorded_at,
        due_at=row.true_from,
        ends=row.true_until,
        key=f"memory:{row.id}",
        until=over,
        valence=row.valence or 0.0,
    )
