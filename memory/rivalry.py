"""Which memories can't hold together, and bringing what stands back to where each matter has one answer or an open question.

Call inside the transaction that holds the user's lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from accounts.models import User
from memory.history import Change, close, hand_on_proofs, snapshot, transition
from memory.keywords import fold
from memory.models import Memory
from memory.policy import Cardinality, Kind, cardinality
from memory.reconciliation import facet, same_value
from memory.states import Status, TransitionKind

HOLDING = (Status.CURRENT, Status.CONFLICTED)


def matter(row: Memory) -> tuple[bytes, str]:
    """What at most one answer can hold for: a slot for one value; of many values each for itself (liked or not); of
    instructions each side of the voice."""
    slot = bytes(row.slot)
    if row.kind == Kind.STYLE:
        return slot, facet(row.value) or fold(row.value)
    if cardinality(Kind(row.kind), row.attribute) is Cardinality.MANY or row.polarity < 0:
        return slot, fold(row.value)
    return slot, ""


def rivals(row: Memory) -> list[Memory]:
    """The other rows that hold, or are in question, for the same matter, oldest first. Of things that happen none is."""
    if row.kind in (Kind.EVENT, Kind.PLAN):
        return []
    others = Memory.objects.for_user(row.user).filter(slot=bytes(row.slot), status__in=HOLDING)
    held = others.exclude(id=row.id).order_by("recorded_at", "id")
    return [other for other in held if matter(other) == matter(row)]


def settle_rivals(user: User, slots: Iterable[bytes], now: datetime, act: UUID | None = None) -> None:
    """After rows went or came back: a side of a conflict that is left alone holds; two that hold for the same matter and
    differ are in question; two that say the same become one."""
    for slot in set(slots):
        rows = Memory.objects.for_user(user).filter(slot=slot, status__in=HOLDING)
        groups: dict[tuple[bytes, str], list[Memory]] = {}
        for row in rows.exclude(kind__in=[Kind.EVENT, Kind.PLAN]).order_by("recorded_at", "id"):
            groups.setdefault(matter(row), []).append(row)
        for group in groups.values():
            _settle(_distinct(group, now, act), now, act)


def _settle(group: Sequence[Memory], now: datetime, act: UUID | None) -> None:
    status, kind, reason = Status.CONFLICTED, TransitionKind.CONFLICT, "different"
    if len(group) == 1:
        status, kind, reason = Status.CURRENT, TransitionKind.CONFIRM, "rival_gone"
    for row in group:
        if row.status == status:
            continue
        before = snapshot(row)
        row.status = status
        row.version += 1
        row.save(update_fields=["status", "version"])
        transition(row, Change(kind, reason, act=act, before=before), now)


def _distinct(group: Sequence[Memory], now: datetime, act: UUID | None) -> list[Memory]:
    """One row for each answer: the first keeps what spoke for the others, which close behind it."""
    kept: list[Memory] = []
    for row in group:
        first = next((one for one in kept if _same(one, row)), None)
        if first is None:
            kept.append(row)
            continue
        before = snapshot(row)
        hand_on_proofs(row, first)
        row.reason = "merged"
        row.save(update_fields=["reason"])
        close(row, Status.SUPERSEDED, now, first)
        transition(row, Change(TransitionKind.MERGE, "same", new=first, act=act, before=before), now)
    return kept


def _same(one: Memory, other: Memory) -> bool:
    return one.polarity == other.polarity and same_value(one.attribute, one.value, other.value)


def overrule(
    rival: Memory, by: Memory, now: datetime, act: UUID | None = None, message: UUID | None = None
) -> None:
    """Close a row that can't hold beside another which the user chose, by a press (`act`) or a line (`message`): one in
    question was an error, what held until now is over."""
    before, kind, reason = snapshot(rival), TransitionKind.CHANGE, "user_confirmed"
    if rival.status == Status.CONFLICTED:
        kind, reason, rival.reason = TransitionKind.CORRECT, "user_chose", "corrected"
        rival.save(update_fields=["reason"])
    close(rival, Status.SUPERSEDED, now, by)
    transition(rival, Change(kind, reason, new=by, act=act, message=message, before=before), now)
