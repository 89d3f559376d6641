"""One dream after the other: who is due, the lease it runs under, and the run itself.

A run reads, decides, and then does each operation by itself. A worker that was killed leaves a lease that runs out; one that
comes back late finds another fence and does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from memory.dreaming import alike, ongoing, patterns, together
from memory.dreaming.applying import carry_out, may_dream
from memory.dreaming.ideas import MOST, Idea, Proposer
from memory.dreaming.material import Material, gather
from memory.models import Dream, Memory, MemorySettings
from memory.standing import lock
from memory.states import ProposalState
from transcript.models import Message, Role

IDLE = timedelta(minutes=30)
APART = timedelta(hours=8)
LEASE = timedelta(minutes=5)
PROPOSERS: tuple[Proposer, ...] = (
    ongoing.ongoing,
    patterns.insights,
    patterns.styles,
    patterns.preferences,
    together.supports,
    together.moments,
    alike.convictions,
    alike.merges,
    alike.bonds,
)

Advise = Callable[[Material], Sequence[Idea]]
"""A model's ideas about the material, checked; [] where it has none. Runs outside any transaction."""


def due(now: datetime) -> QuerySet[User]:
    """Whose memories may be consolidated now: half an hour quiet, eight hours since the last dream, and something new."""
    talking = Message.objects.filter(user=OuterRef("pk"), role=Role.USER, created_at__gt=now - IDLE)
    settings = MemorySettings.objects.filter(user=OuterRef("pk"))
    off = settings.filter(Q(dreams=False) | Q(paused_at__isnull=False) | Q(dreaming_until__gt=now))
    lately = settings.filter(dreamt_at__gt=now - APART)
    fresh = Memory.objects.filter(user=OuterRef("pk")).filter(
        Q(user__memory_settings__dreamt_at=None) | Q(recorded_at__gt=OuterRef("memory_settings__dreamt_at"))
    )
    return User.objects.staying().filter(Exists(fresh), ~Exists(talking), ~Exists(off), ~Exists(lately))


def dream(user: User, now: datetime, *, by_hand: bool = False, advise: Advise | None = None) -> Dream | None:
    """Consolidate one user's memories; the run, None where another is under way or it is switched off."""
    begun = _begin(user, now, by_hand=by_hand)
    if begun is None:
        return None
    run, since = begun
    held = gather(user, now, since)
    versions = {row.id: row.version for row in held.rows}
    ideas = [*propose(held), *(advise(held) if advise else ())]
    counts: dict[str, int] = {}
    for idea in ideas:
        if counts.get(ProposalState.APPLIED, 0) == MOST:
            break
        state = carry_out(run, idea, versions, now)
        if state is None:
            _let_go(run)
            return None
        counts[state] = counts.get(state, 0) + 1
    return _end(run, counts, now)


def propose(held: Material) -> list[Idea]:
    """Everything the rules propose, the weightiest first; each premise in one changing operation only, since the first
    makes the next stale. Pure."""
    ideas = [idea for proposer in PROPOSERS for idea in proposer(held)]
    return sorted(ideas, key=lambda idea: -idea.weight)


def _begin(user: User, now: datetime, *, by_hand: bool) -> tuple[Dream, datetime | None] | None:
    """Claim the lease; the run and when the one before it was."""
    with transaction.atomic():
        settings = lock(user)
        busy = settings.dreaming_until is not None and settings.dreaming_until > now
        if busy or not may_dream(settings, by_hand=by_hand):
            return None
        since = settings.dreamt_at
        settings.dreaming_fence += 1
        settings.dreaming_until = now + LEASE
        settings.save(update_fields=["dreaming_fence", "dreaming_until"])
        run: Dream = Dream.objects.create(
            user=user, fence=settings.dreaming_fence, by_hand=by_hand, began_at=now
        )
    return run, since


def _let_go(run: Dream) -> None:
    """Give the lease back of a run that may not go on: switched off meanwhile, it must not look as if one were under way."""
    held = MemorySettings.objects.filter(user=run.user_id, dreaming_fence=run.fence)
    held.update(dreaming_until=None)


def _end(run: Dream, counts: dict[str, int], now: datetime) -> Dream | None:
    with transaction.atomic():
        settings = lock(run.user)
        if settings.dreaming_fence != run.fence:
            return None
        settings.dreamt_at, settings.dreaming_until = now, None
        settings.save(update_fields=["dreamt_at", "dreaming_until"])
        run.ended_at, run.counts = now, counts
        run.save(update_fields=["ended_at", "counts"])
    return run
