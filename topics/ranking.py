"""Which candidate is best now: a hard filter first, then a score whose every part is kept.

Celery refreshes the rows; `choosing` looks again before anything is raised.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from memory.keywords import words
from memory.policy import Sensitivity, Use
from memory.standing import lock
from memory.states import Phase, Source, Status
from topics.grounds import ASKED_ABOUT, Ground, limits, standing
from topics.models import Candidate

WEIGHTS = {"due": 0.30, "interest": 0.25, "novelty": 0.20, "fit": 0.15, "proof": 0.10}
IGNORED = 0.5
"""What each time that the user let it lie leaves of a score."""
NIGHT = (22, 8)
THREAD_RESTS = timedelta(days=7)
PROMISE_RESTS = timedelta(days=3)
LET_LIE = 2
"""A thread raised this often without an answer is not raised again until the user speaks of it."""
RAISABLE = (Use.FREELY, Use.RELEVANT)
ORDINARY = (Sensitivity.ORDINARY, Sensitivity.PERSONAL)


def score(ground: Ground, now: datetime, hour: int) -> dict[str, float]:
    """Every part of a candidate's score from 0 to 1, `ignored` as a factor, and `total`. `hour` is the user's."""
    parts = {
        "due": _due(ground, now),
        "interest": 1 - 0.5 ** max(ground.proofs, 1) * (1.2 - ground.importance),
        "novelty": _novelty(ground, now),
        "fit": 1.0 if not is_night(hour) else 0.2,
        "proof": ground.confidence * (1.0 if ground.origin in (Source.SET, Source.STATED) else 0.5),
    }
    parts = {name: round(min(1.0, max(0.0, value)), 4) for name, value in parts.items()}
    ignored = IGNORED**ground.raised
    total = sum(weight * parts[name] for name, weight in WEIGHTS.items()) * ignored
    return {**parts, "ignored": ignored, "total": round(total, 4)}


def blocked(ground: Ground, now: datetime, forbidden: Collection[str] = (), careful: bool = False) -> str:
    """Why a candidate may not be raised at all, or "". `forbidden` are words of the user's boundaries (`limits`);
    `careful` is True while the user is at risk (R2 and up)."""
    reasons = (
        ("risk", careful),
        ("paused", ground.paused),
        ("never_raise", ground.use not in RAISABLE),
        ("sensitive", ground.sensitivity not in ORDINARY),
        ("boundary", touches(ground, forbidden)),
        ("unproven", ground.status == Status.PENDING or ground.origin in (Source.INFERRED, Source.SUMMARY)),
        ("not_current", ground.status != Status.CURRENT or _over(ground, now)),
        ("told", _told(ground, now)),
    )
    return next((name for name, holds in reasons if holds), "")


def touches(ground: Ground, forbidden: Collection[str]) -> bool:
    """Whether a boundary is about the same matter."""
    return bool(forbidden) and not set(forbidden).isdisjoint(words(f"{ground.subject} {ground.statement}"))


def is_due(ground: Ground, now: datetime) -> bool:
    """Whether its moment has come: a plan that passed or begins today, a promise to keep. Threads never are."""
    if ground.source == "thread":
        return False
    return ground.passed(now) or (ground.due_at is not None and ground.due_at <= now + timedelta(hours=12))


def is_night(hour: int) -> bool:
    return hour >= NIGHT[0] or hour < NIGHT[1]


def _due(ground: Ground, now: datetime) -> float:
    if ground.source == "promise":
        return 1.0
    if ground.source == "thread":
        quiet = (now - ground.heard) / timedelta(days=1)
        return 0.4 if 1 <= quiet <= 14 else 0.2
    if ground.passed(now):
        since = (now - (ground.ends or now)) / ASKED_ABOUT
        return 1.0 - 0.6 * max(0.0, since)
    left = ((ground.due_at or now) - now) / timedelta(days=2)
    return 0.9 - 0.3 * max(0.0, left)


def _novelty(ground: Ground, now: datetime) -> float:
    last = max(ground.heard, ground.raised_at or ground.heard)
    return 1 - math.exp(-max(0.0, (now - last) / timedelta(days=7)))


def _over(ground: Ground, now: datetime) -> bool:
    """Too long ago to be asked about, or closed."""
    if ground.phase not in (Phase.AHEAD, Phase.UNCONFIRMED, Phase.OPEN, Phase.DUE):
        return True
    return ground.source == "plan" and ground.ends is not None and ground.ends < now - ASKED_ABOUT


def _told(ground: Ground, now: datetime) -> bool:
    """A plan is raised once ahead and asked about once after it passed; the others rest between."""
    if ground.raised_at is None:
        return False
    if ground.source == "plan":
        return not ground.passed(now) or (ground.ends is not None and ground.raised_at >= ground.ends)
    if ground.source == "promise":
        return ground.raised_at > now - PROMISE_RESTS
    return ground.raised >= LET_LIE or ground.raised_at > now - THREAD_RESTS


def refresh(user: User, now: datetime) -> int:
    """Bring the user's candidates up to date; how many there are. Rows whose memory is gone, closed or long past go.
    Safe to run twice; the user's memory lock keeps a memory from being deleted meanwhile."""
    hour = now.astimezone(user.zone).hour
    with transaction.atomic():
        lock(user)
        grounds, forbidden = standing(user, now), limits(user)
        rows = [_row(user, ground, now, hour, blocked(ground, now, forbidden)) for ground in grounds]
        Candidate.objects.for_user(user).exclude(memory__in=[ground.memory for ground in grounds]).delete()
        Candidate.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["user", "memory"],
            update_fields=["source", "score", "parts", "blocked", "due_at", "ranked_at"],
        )
    return len(rows)


def _row(user: User, ground: Ground, now: datetime, hour: int, reason: str) -> Candidate:
    parts = score(ground, now, hour)
    return Candidate(
        user=user,
        memory_id=ground.memory,
        source=ground.source,
        score=parts["total"],
        parts=parts,
        blocked=reason,
        due_at=ground.ends if ground.passed(now) else ground.due_at,
        ranked_at=now,
    )
