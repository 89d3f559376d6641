"""What a candidate stands on, as plain values: deciding needs no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Max, Q

from accounts.models import User
from memory.keywords import words
from memory.models import Memory, MemorySettings
from memory.policy import Kind
from memory.states import Phase, ScopeKind
from topics.models import Candidate, TopicChoice

DUE_WITHIN = timedelta(days=2)
ASKED_ABOUT = timedelta(days=14)
"""A plan that passed longer ago than this is not asked about any more."""
MOST = 200
_NOISE = frozenset("别不要再提聊谈起说问想愿意关于事情话题了我你的吧也都到和跟给请再以后")
_NOISE_WORDS = frozenset(
    {"mention", "bring", "talk", "about", "ask", "stop", "want", "discuss", "please", "never"}
)


@dataclass(frozen=True)
class Ground:
    """A memory that might be raised. `source` is thread, plan or promise; `due_at` when it starts or falls due, `ends`
    when it is over; `heard` when the user last spoke of it; `raised` how often it was raised since then."""

    memory: UUID
    source: str
    statement: str
    subject: str
    lang: str
    status: str
    phase: str
    origin: str
    use: str
    sensitivity: str
    paused: bool
    importance: float
    confidence: float
    proofs: int
    heard: datetime
    due_at: datetime | None = None
    ends: datetime | None = None
    raised_at: datetime | None = None
    raised: int = 0

    def passed(self, now: datetime) -> bool:
        """Whether a plan's day is over."""
        over = self.ends is not None and self.ends < now
        return self.source == "plan" and (self.phase == Phase.UNCONFIRMED or over)


def standing(user: User, now: datetime) -> list[Ground]:
    """The user's open threads, plans that are near or passed lately, and due promises, newest first."""
    rows = list(
        Memory.objects.for_user(user)
        .open()
        .filter(_worth_raising(now), layer="real", scope=ScopeKind.EVERYWHERE)
        .annotate(proofs=Count("evidence"), heard=Max("evidence__at"))
        .order_by("-recorded_at")[:MOST]
    )
    settings = MemorySettings.objects.filter(user=user).first()
    raised = dict(
        Candidate.objects.for_user(user).filter(memory__in=rows).values_list("memory_id", "raised_at")
    )
    return [_ground(user, row, settings, raised.get(row.id)) for row in rows]


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


def _ground(user: User, row: Memory, settings: MemorySettings | None, raised_at: datetime | None) -> Ground:
    heard = getattr(row, "heard", None) or row.recorded_at
    off = settings is not None and (settings.paused or row.kind in settings.paused_kinds)
    opened = TopicChoice.objects.for_user(user).filter(candidate__memory=row, move="open", at__gt=heard)
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
        heard=heard,
        due_at=row.true_from,
        ends=row.true_until,
        raised_at=raised_at,
        raised=opened.count() if raised_at else 0,
    )


def limits(user: User) -> frozenset[str]:
    """The search words of what the user doesn't want brought up."""
    rows = Memory.objects.for_user(user).open().filter(kind=Kind.BOUNDARY)
    return limit_words([row.value for row in rows if row.polarity > 0])


def limit_words(values: Sequence[str]) -> frozenset[str]:
    """What boundaries are about: their longer words, without the "don't bring up" around them."""
    found = {word for value in values for word in words(value)}
    return frozenset(
        word for word in found if len(word) > 1 and not set(word) <= _NOISE and word not in _NOISE_WORDS
    )
