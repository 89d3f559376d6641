"""The user's risk state on the database: one sealed row per user, across all conversations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from pydantic import TypeAdapter

from accounts.models import User
from safety import events, state
from safety.contact import notifying
from safety.events import Line
from safety.levels import Assessment, Level, Reason
from safety.models import RiskState


@dataclass(frozen=True)
class Kept:
    """What a row holds: level and clock, the reply that was given last, and how it stood before the last line that moved it,
    so that a line that is judged otherwise can be taken back."""

    level: Level
    since: datetime
    template: str = ""
    line: UUID | None = None
    level_before: Level = Level.R0
    since_before: datetime | None = None

    @property
    def stands(self) -> tuple[Level, datetime]:
        return self.level, self.since


_FORM: TypeAdapter[Kept] = TypeAdapter(Kept)
_SIZE = 384
"""Characters of every row: not even its length may tell somebody at risk from anybody else."""


def level(user: User, now: datetime) -> Level:
    """What is left of the user's level at this moment."""
    kept = _read(RiskState.objects.filter(user=user).first())
    return state.current(kept.level, kept.since, now) if kept else Level.R0


def before(user: User, line: UUID, at: datetime) -> Level:
    """The user's level as it was before this line."""
    kept = _read(RiskState.objects.filter(user=user).first())
    if kept is None:
        return Level.R0
    if kept.line == line:
        return state.current(kept.level_before, kept.since_before or at, at)
    return state.current(kept.level, kept.since, at)


def note(user: User, line: Line, assessment: Assessment, reason: Reason = Reason.RULES) -> None:
    """Take a line's assessment into the user's state, and keep an event of what is above R0. Call in a transaction. Judged
    again, the same line stands as it is judged now."""
    row, kept = _held(user, line.at)
    before = (kept.level_before, kept.since_before or line.at) if kept.line == line.id else kept.stands
    denial = "denial" in assessment.rules
    after = state.after(before, assessment, line.at, denial=denial)
    if after != kept.stands or (kept.line != line.id and after != before):
        _write(
            row,
            replace(
                kept,
                level=after[0],
                since=after[1],
                line=line.id,
                level_before=before[0],
                since_before=before[1],
            ),
        )
    if assessment.level > Level.R0 or assessment.flags or reason is not Reason.RULES:
        events.keep(user.id, line, assessment, reason)
        notifying.ask(user, line, assessment)


def last_template(user: User) -> str:
    kept = _read(RiskState.objects.filter(user=user).first())
    return kept.template if kept else ""


def used_template(user: User, template_id: str, now: datetime) -> None:
    """Remember which reply was given, so that the next is not the same block again."""
    with transaction.atomic():
        row, kept = _held(user, now)
        _write(row, replace(kept, template=template_id))


def _held(user: User, now: datetime) -> tuple[RiskState, Kept]:
    calm = Kept(Level.R0, now)
    RiskState.objects.get_or_create(user=user, defaults={"kept": _written(calm)})
    row = RiskState.objects.select_for_update(no_key=True).get(user=user)
    return row, _read(row) or calm


def _read(row: RiskState | None) -> Kept | None:
    return _FORM.validate_json(row.kept) if row else None


def _write(row: Any, kept: Kept) -> None:
    row.kept = _written(kept)
    row.save(update_fields=["kept"])


def _written(kept: Kept) -> str:
    return _FORM.dump_json(kept).decode().ljust(_SIZE)
