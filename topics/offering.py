"""What could be raised right now: the best ranked candidates, looked at again, because ranks are minutes old.

`refresh` ranks everything of a user's; `offers` reads back the best few and asks the filter once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from memory.models import Memory, MemorySettings
from memory.recall import Hit
from memory.standing import lock
from topics import filtering, ranking, sources
from topics.filtering import Bars, bars_of, blocked
from topics.grounds import Ground
from topics.models import Candidate, Ranking
from topics.ranking import WEIGHTS, Air
from topics.sources.memories import READ, ground_of
from transcript.models import Conversation

BEST = 8
"""Candidates that are looked at again before one is raised."""


_ASKED = (
    "user", "source", "key", "message", "text", "lang", "parts", "due_at", "until", "heard_at", "raised_at", "rest_until", "let_lie",
)  # fmt: skip


@dataclass(frozen=True)
class Offer:
    """A candidate that could be opened: its row, what it stands on, and the parts of its score when it was ranked."""

    candidate: UUID
    ground: Ground
    parts: dict[str, float]


def again(offer: Offer, now: datetime, air: Air) -> dict[str, float]:
    """The score at this moment: what depends on the hour, the mood and the talk is taken anew."""
    fresh = ranking.score(offer.ground, now, air)
    kept = {
        "interest": offer.parts.get("interest", fresh["interest"])
    }  # the number of proofs is counted in ranking alone
    parts = {**fresh, **kept}
    total = sum(weight * parts[name] for name, weight in WEIGHTS.items()) * parts["ignored"]
    return {**parts, "total": round(total, 4)}


def offers(
    user: User,
    now: datetime,
    *,
    careful: bool = False,
    aside: frozenset[UUID] = frozenset(),
    most: int = BEST,
) -> list[Offer]:
    """The best candidates that may be raised now."""
    rows = list(
        Candidate.objects.for_user(user)
        .filter(blocked="")
        .select_related("memory")
        .annotate(
            paused_at=F("user__memory_settings__paused_at"),
            paused_kinds=F("user__memory_settings__paused_kinds"),
        )
        .only(*_ASKED, *(f"memory__{name}" for name in READ))
        .order_by("-score", "id")[:most]
    )
    if not rows:
        return []
    settings = MemorySettings(paused_at=rows[0].paused_at, paused_kinds=rows[0].paused_kinds or [])
    found = [Offer(row.id, _ground(row, settings), row.parts) for row in rows]
    bars = replace(bars_of(user, [one.ground for one in found], careful=careful), aside=aside)
    return [one for one in found if not blocked(one.ground, now, bars)]


def _ground(row: Candidate, settings: MemorySettings) -> Ground:
    """A candidate as it stands now."""
    if row.memory is not None and row.source in ("thread", "plan", "promise"):
        ground = ground_of(row.memory, settings)
    elif row.memory is not None:
        held = ground_of(row.memory, settings)
        ground = replace(
            held,
            source=row.source,
            statement=row.text or held.statement,
            due_at=row.due_at,
            ends=row.until,
            phase="open",
        )
    else:
        ground = Ground(
            None,
            row.source,
            row.text or "",
            "",
            row.lang or "zh",
            importance=row.parts.get("importance", 0.5),
            due_at=row.due_at,
            message=row.message_id,
            paused=settings.paused and row.source == "loose_end",
        )
    return with_history(
        replace(ground, key=row.key, until=row.until or ground.until, heard=row.heard_at), row
    )


def with_history(ground: Ground, row: Candidate | None) -> Ground:
    """A ground with what its candidate remembers: when it was raised and how often in vain since the user spoke of it."""
    if row is None:
        return ground
    spoken = ground.heard is not None and row.raised_at is not None and ground.heard > row.raised_at
    return replace(
        ground,
        raised_at=row.raised_at,
        raised=0 if spoken else row.let_lie,
        rest_until=None if spoken else row.rest_until,
    )


def shared(hit: Hit) -> Ground:
    """A memory that came to mind, as something to connect with."""
    lang = "zh" if not hit.statement.isascii() else "en"
    return Ground(
        hit.id, "shared", hit.statement, hit.subject, lang, use=hit.use, status=hit.status, key=f"memory:{hit.id}",
        grave=bool(sources.calendar.GRIEF.search(hit.statement)),
    )  # fmt: skip


def to_refresh(now: datetime) -> QuerySet[User]:
    """Whose candidates are to be ranked anew, the longest waiting first: of whom something was learnt since, and everybody now and
    then, the more often the more lately they were there."""
    rows = (
        User.objects.staying()
        .filter(ranking=None)
        .filter(
            Exists(Memory.objects.filter(user=OuterRef("pk")))
            | Exists(Conversation.objects.filter(user=OuterRef("pk")))
        )
    )
    ranked = User.objects.staying().filter(ranking__isnull=False)
    learnt = Memory.objects.filter(
        user=OuterRef("pk"), recorded_at__gt=OuterRef("ranking__ranked_at"), recorded_at__lte=now
    )
    stale: Any = Exists(learnt)
    for active, often in OFTEN:
        talked = Conversation.objects.filter(user=OuterRef("pk"), last_message_at__gt=now - active)
        stale |= Q(ranking__ranked_at__lte=now - often) & Exists(talked)
    again = ranked.filter(stale).order_by("ranking__ranked_at")
    return (rows | again.order_by()).order_by(F("ranking__ranked_at").asc(nulls_first=True))


OFTEN = ((timedelta(days=1), timedelta(minutes=10)), (timedelta(days=30), timedelta(hours=6)))
"""Users who talked so lately are ranked so often; the others when they come back, or before anything is written to them."""


def refresh(user: User, now: datetime) -> int:
    """Bring the user's candidates up to date; how many there are. Rows whose ground is gone, closed or long past go. Safe to run
    twice; the user's memory lock keeps a memory from being deleted meanwhile."""
    with transaction.atomic():
        lock(user)
        known = {row.key: row for row in Candidate.objects.for_user(user).select_related(None)}
        grounds = [with_history(one, known.get(one.ident)) for one in sources.gather(user, now)]
        rows = _rows(user, grounds, bars_of(user, grounds), now)
        keys = {row.key for row in rows}
        Candidate.objects.for_user(user).exclude(key__in=keys).delete()
        for row in rows:
            if row.key in known:
                row.id = known[row.key].id  # a sealed text is bound to its row
        Candidate.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["user", "key"], update_fields=_RANKED, batch_size=200
        )
        Ranking.objects.update_or_create(user=user, defaults={"ranked_at": now})
    return len(rows)


def _rows(user: User, grounds: Sequence[Ground], bars: Bars, now: datetime) -> list[Candidate]:
    air = Air(now.astimezone(user.zone).hour)
    parts = {one.ident: ranking.score(one, now, air) for one in grounds}
    why = {one.ident: filtering.blocked(one, now, bars) for one in grounds}
    open_ = [(one, parts[one.ident]["total"]) for one in grounds if not why[one.ident]]
    for key in ranking.merged(open_):
        why[key] = "same"
    return [_row(user, one, parts[one.ident], why[one.ident], now) for one in grounds]


def _row(user: User, ground: Ground, parts: dict[str, float], reason: str, now: datetime) -> Candidate:
    own = ground.memory is None or ground.source not in ("thread", "plan", "promise")
    return Candidate(
        user=user,
        key=ground.ident,
        memory_id=ground.memory,
        message_id=ground.message,
        text=ground.statement if own else None,
        lang=ground.lang,
        source=ground.source,
        score=parts["total"],
        parts={**parts, "importance": round(ground.importance, 3)},
        blocked=reason,
        due_at=ground.ends if ground.passed(now) else ground.due_at,
        heard_at=ground.heard,
        until=ground.until,
        ranked_at=now,
    )


_RANKED = (
    "source",
    "memory",
    "message",
    "text",
    "lang",
    "score",
    "parts",
    "blocked",
    "due_at",
    "heard_at",
    "until",
    "ranked_at",
)
"""What ranking writes; the rest is what a candidate remembers."""
