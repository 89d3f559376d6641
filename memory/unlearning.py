"""What becomes of memory when lines leave the path that is shown: an edit, another reply, another version, a deletion.

What was learnt from those lines alone goes; what they did to other rows is put back; what other lines still prove, or
what the user made their own, stays without those lines' words. No tombstone is left: lines that come back are simply learnt
from again, and a deletion in the memory centre keeps its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from accounts.models import User
from memory.forgetting import previewing
from memory.history import put_back
from memory.models import Evidence, Memory, Transition
from memory.policy import Use
from memory.rivalry import settle_rivals
from memory.standing import lock
from memory.states import Source, Status, TransitionKind
from transcript.models import Message, Role


@dataclass(frozen=True)
class Unlearnt:
    """How many memories went, how many were put back as they stood, and how many only lost a proof."""

    gone: int = 0
    put_back: int = 0
    weakened: int = 0


def unlearn(user: User, messages: Sequence[UUID], now: datetime) -> Unlearnt:
    """Undo what these lines of the user's conversations taught. They count as not learnt from. Safe to run twice."""
    if not messages:
        return Unlearnt()
    with transaction.atomic():
        lock(user)
        proofs = Evidence.objects.for_user(user).filter(message__in=messages)
        rows = list(Memory.objects.for_user(user).filter(evidence__in=proofs).distinct())
        proofs.delete()
        gone = [row for row in rows if not row.evidence.exists() and not _is_the_users(row)]
        restored = _reverse(user, messages, {row.id for row in gone}, now)
        slots = {bytes(row.slot) for row in gone if row.status == Status.CONFLICTED}
        gone += previewing.fallen(user, gone, [])  # what was concluded from them stands on too little now
        Memory.objects.filter(id__in=[row.id for row in gone]).delete()
        # what stands on the user's word alone now can't go back to standing on theirs: an earlier act is no longer undone
        bare = Memory.objects.filter(id__in=[row.id for row in rows], evidence=None)
        bare.update(version=F("version") + 1)
        settle_rivals(user, slots | {bytes(row.slot) for row in restored}, now)
        Message.objects.for_user(user).filter(id__in=messages, role=Role.USER).update(
            learnt_at=None, ask_again_at=None, model_tries=0
        )
    return Unlearnt(len(gone), len(restored), len(rows) - len(gone))


def _is_the_users(row: Memory) -> bool:
    """Whether the user made it their own: written, edited, confirmed, pinned, or set never to be raised."""
    if row.source == Source.SET or row.pinned or row.use == Use.NEVER_RAISE:
        return True
    confirmed = Transition.objects.filter(old=row, kind=TransitionKind.CONFIRM, reason="user_confirmed")
    return row.status != Status.REJECTED and confirmed.exists()


def _reverse(user: User, messages: Sequence[UUID], gone: set[UUID], now: datetime) -> list[Memory]:
    """Put back what the lines did to rows that stay, newest first; those rows."""
    steps = Transition.objects.for_user(user).filter(message__in=messages).select_related("old", "new")
    restored: list[Memory] = []
    for step in steps.order_by("-at", "-version", "-id"):
        if step.old_id in gone or step.before is None:
            continue
        successor = step.new if step.made else None
        if successor is not None and successor.id not in gone:
            continue  # other lines prove the new row too: the change holds
        heir = successor.closed_by if successor is not None else None
        if heir is not None and heir.id not in gone:
            # what replaced the replaced one still stands: it replaced this one
            step.old.closed_by = heir
            step.old.save(update_fields=["closed_by"])
        elif not _changed_since(step, messages):
            put_back(step.old, step.before, now)
            restored.append(step.old)
        step.delete()
    return restored


def _changed_since(step: Transition, messages: Sequence[UUID]) -> bool:
    """Whether the user, time, or another line did something to the row afterwards."""
    later = Transition.objects.filter(old=step.old, version__gt=step.version).exclude(id=step.id)
    return later.exclude(message__in=messages).exists()
