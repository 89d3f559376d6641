"""Taking back what a dream did, however long ago, as long as nobody built on it since."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from memory import marks
from memory.curating import Stale
from memory.history import put_back
from memory.models import Memory, Proposal, Relation, Tombstone, Transition
from memory.rivalry import settle_rivals
from memory.standing import lock
from memory.states import DreamOperation, ProposalState


def undo(user: User, proposal: UUID, now: datetime) -> Proposal:
    """Put back every row that the operation touched, and take away what it made, which is not proposed again. Raises
    Proposal.DoesNotExist for anybody else's and for one that is not applied, and Stale when a row changed again since."""
    with transaction.atomic():
        lock(user)
        held: Proposal = Proposal.objects.for_user(user).get(id=proposal, state=ProposalState.APPLIED)
        steps = list(
            Transition.objects.for_user(user)
            .filter(act=held.act)
            .select_related("old", "new")
            .order_by("-at", "-version", "-id")
        )
        _check(held, steps)
        for step in steps:
            if step.before is not None:
                put_back(step.old, step.before, now)
        _take_away(user, held, now)
        Transition.objects.for_user(user).filter(id__in=[step.id for step in steps]).delete()
        settle_rivals(user, {bytes(step.old.slot) for step in steps}, now)
        held.state, held.settled_at = ProposalState.UNDONE, now
        held.save(update_fields=["state", "settled_at"])
    return held


def _check(held: Proposal, steps: list[Transition]) -> None:
    for step in steps:
        if step.before is not None and step.old.version != step.version:
            raise Stale
    if held.result is not None:
        made = Memory.objects.filter(id=held.result).first()
        if made is not None and made.version != 1:
            raise Stale


def _take_away(user: User, held: Proposal, now: datetime) -> None:
    made = Memory.objects.for_user(user).filter(id=held.result).first() if held.result else None
    if made is not None:
        if held.operation != DreamOperation.MERGE:  # the facts of a merge stand; its rows are put back
            fact = marks.fact_tombstone(user.id, made.subject, made.attribute, made.value)
            Tombstone.objects.update_or_create(user=user, key=fact, of="fact", defaults={"at": now})
        made.delete()
    if held.operation == DreamOperation.RELATE and len(held.premises) > 1:
        start, end = held.premises[:2]
        Relation.objects.for_user(user).filter(start=start, end=end, origin="dream").delete()
