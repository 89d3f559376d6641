"""What happened to a belief, told so that it can be taken back: every change of a row's state leaves a transition that says
how the row stood before, which line or which press of a button brought it about, and what came to be by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime

from accounts.models import User
from memory import marks
from memory.models import Evidence, Memory, Transition
from memory.states import OPEN_STATUSES, Status, TransitionKind

PLAIN = (
    "status", "phase", "confidence", "source", "reason", "use", "paused", "pinned", "scope", "importance",
)  # fmt: skip
TIMES = ("true_until", "expires_at", "last_confirmed", "closed_at")
KEYS = ("scope_id", "closed_by_id")


@dataclass(frozen=True)
class Change:
    """What a transition records beside its row. `made` says that `new` came to be by it; `message` is the line that
    brought it about, `act` the press of a button; `before` is the row's `snapshot` from before."""

    kind: TransitionKind
    reason: str
    new: Memory | None = None
    made: bool = False
    message: UUID | None = None
    act: UUID | None = None
    before: dict[str, Any] | None = None


def snapshot(row: Memory) -> dict[str, Any]:
    """How a row stands, without its text: what `put_back` restores."""
    times = {name: at.isoformat() if (at := getattr(row, name)) else None for name in TIMES}
    keys = {name: str(key) if (key := getattr(row, name)) else None for name in KEYS}
    return {**{name: getattr(row, name) for name in PLAIN}, **times, **keys}


def put_back(row: Memory, before: dict[str, Any], now: datetime) -> None:
    """Let a row stand as it did. A row that would have ended meanwhile is left to the next expiry."""
    _stand(row, before)
    if row.closed_by_id and not Memory.objects.filter(id=row.closed_by_id).exists():
        row.closed_by_id = None
    row.version += 1
    row.save(update_fields=[*PLAIN, *TIMES, "scope_id", "slot", "closed_by", "version"])


def _stand(row: Memory, before: dict[str, Any]) -> None:
    for name in PLAIN:
        if name in before:
            setattr(row, name, before[name])
    for name in TIMES:
        if name in before:
            setattr(row, name, parse_datetime(before[name]) if before[name] else None)
    for name in KEYS:
        if name in before:
            setattr(row, name, UUID(before[name]) if before[name] else None)
    row.slot = marks.slot(
        row.user_id, row.kind, row.subject, row.attribute, row.within
    )  # the place may be back, too


def transition(old: Memory, change: Change, now: datetime) -> Transition:
    """Record a change of `old`, after it was saved."""
    return Transition.objects.create(
        user_id=old.user_id,
        old=old,
        new=change.new,
        kind=change.kind,
        reason=change.reason,
        at=now,
        message_id=change.message,
        act=change.act,
        before=change.before,
        made=change.made,
        version=old.version,
    )


def hand_on_proofs(old: Memory, new: Memory) -> None:
    """Give a row the proofs of another that it has none of: an exact quote for each message, as it was."""
    known = set(new.evidence.values_list("message_id", flat=True))
    for proof in old.evidence.order_by("at"):
        if proof.message_id is not None and proof.message_id in known:
            continue
        known.add(proof.message_id)
        Evidence.objects.create(
            user_id=old.user_id,
            memory=new,
            message_id=proof.message_id,
            quote=proof.quote,
            speaker=proof.speaker,
            at=proof.at,
        )


def as_of(user: User, at: datetime) -> list[Memory]:
    """What was believed at a moment: the rows that were there then, standing as they stood, unsaved. Deleted ones are gone
    from the past too."""
    rows = list(Memory.objects.for_user(user).filter(recorded_at__lte=at).order_by("recorded_at", "id"))
    later = Transition.objects.for_user(user).filter(at__gt=at).exclude(before=None)
    first: dict[UUID, dict[str, Any]] = {}
    for step in later.order_by("at", "version", "id"):
        first.setdefault(step.old_id, step.before or {})
    for row in rows:
        _stand(row, first.get(row.id, {}))
    return [row for row in rows if row.status in OPEN_STATUSES]


def close(row: Memory, status: Status, now: datetime, by: Memory | None = None) -> None:
    row.status, row.closed_at, row.closed_by = status, now, by
    row.version += 1
    row.save(update_fields=["status", "closed_at", "closed_by", "version"])
