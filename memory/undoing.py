"""Taking back one press of a button in the memory centre: every row that it changed stands as it did."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts.models import User
from memory import marks
from memory.curating import Stale
from memory.forgetting.spoken import reindex
from memory.history import put_back
from memory.models import Memory, Tombstone, Transition, Withheld
from memory.policy import Use
from memory.rivalry import settle_rivals
from memory.standing import lock
from memory.states import TransitionKind

UNDO_WINDOW = timedelta(hours=24)


class NothingToUndo(Exception):
    """No act of this user's has this id, it was taken back already, or its window has ended."""


def undo(user: User, act: UUID, now: datetime) -> tuple[Memory, ...]:
    """Take an act back; the rows as they stand again. Raises NothingToUndo, and Stale when a row changed again since."""
    with transaction.atomic():
        lock(user)
        done = list(
            Transition.objects.for_user(user)
            .filter(act=act, at__gt=now - UNDO_WINDOW)
            .select_related("old", "new")
            .order_by("-at", "-version", "-id")
        )
        if not done:
            raise NothingToUndo
        _check(done)
        rows = []
        for step in done:
            _take_back(step, now)
            rows.append(step.old)
        Transition.objects.for_user(user).filter(id__in=[step.id for step in done]).delete()
        settle_rivals(user, {bytes(row.slot) for row in rows}, now)  # something else may hold there by now
    return tuple(dict.fromkeys(rows))


def _check(done: Sequence[Transition]) -> None:
    """Whatever changed again since, by a new line or another tab, is not this act's to put back."""
    latest: dict[UUID, int] = {}
    for step in done:
        latest[step.old_id] = max(latest.get(step.old_id, 0), step.version)
        if step.made and step.new is not None and step.new.version != 1:
            raise Stale
    if any(step.old.version != latest[step.old_id] for step in done):
        raise Stale


def _take_back(step: Transition, now: datetime) -> None:
    row = step.old
    if step.made and step.new is not None:
        step.new.delete()
    if step.before is not None:
        put_back(row, step.before, now)
    if step.kind == TransitionKind.RETRACT:
        fact = marks.fact_tombstone(row.user_id, row.subject, row.attribute, row.value)
        Tombstone.objects.for_user(row.user).filter(key=fact, at=step.at).delete()
    if step.kind == TransitionKind.SET:
        _withhold_as_before(row, now)


def _withhold_as_before(row: Memory, now: datetime) -> None:
    """The words of what must not be raised are withheld; those of what may be are not."""
    held = Withheld.objects.for_user(row.user).filter(memory=row.id)
    if row.use != Use.NEVER_RAISE:
        reindex(row.user, [row.id])
        held.delete()
        return
    for proof in row.evidence.filter(message__isnull=False):
        Withheld.objects.get_or_create(
            user=row.user,
            message_id=proof.message_id,
            memory=row.id,
            defaults={"quote": proof.quote, "at": now},
        )
    reindex(row.user, [row.id])
