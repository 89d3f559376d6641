"""Moving what unfolds from phase to phase, each move with a transition that says how it stood before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from memory.history import Change, close, snapshot, transition
from memory.models import Memory
from memory.policy import Kind
from memory.states import Phase, Status, TransitionKind

AT_ONCE = 500
RESTS_AFTER = timedelta(days=30)
"""A thread or project nobody spoke of for so long is resting."""
GRACE = timedelta(days=1)
"""How long after its end a promise of the companion may still be kept."""


@dataclass(frozen=True)
class Move:
    """A change of phase and why; `closes` also ends the row, into `status`."""

    phase: Phase
    reason: str
    message: UUID | None = None
    closes: Status | None = None


def move(row: Memory, to: Move, now: datetime) -> None:
    """Carry out a move on a locked row."""
    before = snapshot(row)
    row.phase, row.reason = to.phase, to.reason
    if to.closes is None:
        row.version += 1
        row.save(update_fields=["phase", "reason", "version"])
    else:
        row.save(update_fields=["phase", "reason"])
        close(row, to.closes, now)
    kind = TransitionKind.CHANGE if to.closes else TransitionKind.SET
    transition(row, Change(kind, to.reason, message=to.message, before=before), now)


def _each(rows: QuerySet[Memory], to: Move, now: datetime) -> int:
    """Move each that still fits, one short transaction a row: a killed worker leaves the rest to the next run."""
    count = 0
    for key in rows.values_list("id", flat=True)[:AT_ONCE]:
        with transaction.atomic():
            row = (
                Memory.objects.select_for_update(no_key=True).filter(id=key, id__in=rows.values("id")).first()
            )
            if row is not None:
                move(row, to, now)
                count += 1
    return count


def roll_plans_over(now: datetime) -> int:
    """A plan whose end has passed should have happened, which nobody confirmed yet. It is never 'ahead' again."""
    return _each(Memory.objects.plans_passed(now), Move(Phase.UNCONFIRMED, "day_passed"), now)


def promises(now: datetime) -> int:
    """Promises whose day has come are due; those of the companion that it let pass are broken. How many moved."""
    rows = Memory.objects.open().filter(kind=Kind.PROMISE)
    due = rows.filter(phase=Phase.OPEN, true_from__lte=now)
    late = rows.filter(phase=Phase.DUE, speaker="companion", true_until__lt=now - GRACE)
    moved = _each(due, Move(Phase.DUE, "day_has_come"), now)
    return moved + _each(late, Move(Phase.BROKEN, "let_pass"), now)


def rest_threads(now: datetime) -> int:
    """Threads and projects that nobody spoke of for a month rest: they stay, and are not brought up."""
    quiet = now - RESTS_AFTER
    rows = (
        Memory.objects.open()
        .filter(kind__in=[Kind.THREAD, Kind.PROJECT], phase=Phase.OPEN, recorded_at__lt=quiet)
        .annotate(heard=Max("evidence__at"))
        .filter(Q(heard=None) | Q(heard__lt=quiet))
        .exclude(last_confirmed__gte=quiet)
        .exclude(pinned=True)
    )
    return _each(
        Memory.objects.filter(id__in=[row.id for row in rows[:AT_ONCE]]), Move(Phase.RESTING, "quiet"), now
    )
