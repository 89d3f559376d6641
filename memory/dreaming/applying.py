"""Doing what a dream proposed: each operation in its own short transaction under the user's lock, after another look at the
world. What changed meanwhile makes it stale, what was forgotten or taken back stays so, and every row it touches can be put
back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import transaction

from accounts.models import User
from memory import marks
from memory.dreaming.ideas import GUESSED, MAKES, Idea
from memory.dreaming.making import DOES, Doing, NotNow
from memory.models import Dream, Memory, MemorySettings, Proposal, Tombstone
from memory.standing import lock
from memory.states import ProposalState, Status

SUGGESTED_A_WEEK = 5
"""Suggestions in 待确认 that dreams may make in seven days."""


def may_dream(settings: MemorySettings, *, by_hand: bool) -> bool:
    """Whether consolidation is allowed: never while memory is paused; where it is switched off, only by hand."""
    return not settings.paused and (settings.dreams or by_hand)


def carry_out(dream: Dream, idea: Idea, versions: Mapping[UUID, int], now: datetime) -> ProposalState | None:
    """Do one idea and write down what came of it; None when another run has taken over or dreaming is off. `versions` are
    the premises' as the dream saw them."""
    with transaction.atomic():
        settings = lock(dream.user)
        if settings.dreaming_fence != dream.fence or not may_dream(settings, by_hand=dream.by_hand):
            return None
        act, result, reason = uuid4(), None, idea.reason
        try:
            with transaction.atomic():
                doing = Doing(dream.user, idea, act, _premises(dream.user, idea, versions), now)
                _may(doing, settings)
                result = DOES[idea.operation](doing)
                state = ProposalState.APPLIED
        except NotNow as refusal:
            state, reason = refusal.state, refusal.reason
        if state != ProposalState.REFUSED:
            _write_down(dream, Done(act, reason, state, result), idea, versions, now)
    return state


@dataclass(frozen=True)
class Done:
    """What came of an idea."""

    act: UUID
    reason: str
    state: ProposalState
    result: UUID | None


def _write_down(dream: Dream, done: Done, idea: Idea, versions: Mapping[UUID, int], now: datetime) -> None:
    Proposal.objects.create(
        user=dream.user,
        dream=dream,
        operation=idea.operation,
        state=done.state,
        reason=done.reason[:40],
        content=json.dumps({"statement": idea.statement, "value": idea.value}, ensure_ascii=False),
        premises=list(idea.premises),
        versions={str(key): version for key, version in versions.items() if key in idea.premises},
        result=done.result,
        act=done.act,
        at=now,
        settled_at=now,
    )


def _premises(user: User, idea: Idea, versions: Mapping[UUID, int]) -> dict[UUID, Memory]:
    """The premises, locked by the user's lock, each still as the dream saw it."""
    rows = {row.id: row for row in Memory.objects.for_user(user).filter(id__in=idea.premises)}
    for key in idea.premises:
        if key not in rows or rows[key].version != versions.get(key):
            raise NotNow(ProposalState.STALE, "changed_meanwhile")
    return rows


def _may(doing: Doing, settings: MemorySettings) -> None:
    """Whether it may be done at all: not paused, not forgotten or taken back, not there already, not too many."""
    idea, user = doing.idea, doing.user
    if idea.kind is None or idea.operation not in MAKES:
        return
    if idea.kind in settings.paused_kinds:
        raise NotNow(ProposalState.REFUSED, "paused")
    fact = marks.fact_tombstone(user.id, idea.subject, idea.attribute, idea.value)
    if Tombstone.objects.for_user(user).filter(key=fact).exists():
        raise NotNow(ProposalState.REFUSED, "forgotten")
    slot = marks.slot(user.id, idea.kind, idea.subject, idea.attribute)
    key = marks.value_key(user.id, idea.value, idea.polarity)
    there = Memory.objects.for_user(user).filter(slot=slot, value_key=key).exclude(status=Status.EXPIRED)
    if there.exists():
        raise NotNow(ProposalState.REFUSED, "there_already")
    if idea.operation in GUESSED and suggested(user, doing.now) >= SUGGESTED_A_WEEK:
        raise NotNow(ProposalState.REFUSED, "enough_this_week")


def suggested(user: User, now: datetime) -> int:
    """How many suggestions dreams made in the last seven days."""
    made = Proposal.objects.for_user(user).filter(operation__in=GUESSED, state=ProposalState.APPLIED)
    return int(made.filter(at__gt=now - timedelta(days=7)).count())
