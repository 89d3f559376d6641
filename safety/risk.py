"""The user's risk state on the database: one row per user, across all conversations; and the events, without content."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from safety import state
from safety.levels import Assessment, Level
from safety.models import RiskEvent, RiskState


def level(user: User, now: datetime) -> Level:
    """What is left of the user's level at this moment."""
    row = RiskState.objects.filter(user=user).first()
    return state.current(Level(row.level), row.since, now) if row else Level.R0


def note(user: User, assessment: Assessment, language: str, now: datetime) -> None:
    """Take a line's assessment into the user's state, and keep an event of what is above R0. Call in a transaction."""
    denial = "denial" in assessment.rules
    if assessment.level is Level.R0 and not assessment.flags and not denial:
        return  # an ordinary line leaves the state to time
    RiskState.objects.get_or_create(user=user, defaults={"since": now})
    row = RiskState.objects.select_for_update().get(user=user)
    before = (Level(row.level), row.since)
    after = state.after(before, assessment, now, denial=denial)
    if after != before:
        row.level, row.since = int(after[0]), after[1]
        row.save(update_fields=["level", "since"])
    if assessment.level > Level.R0 or assessment.flags:
        RiskEvent.objects.create(
            user=user,
            at=now,
            level=int(assessment.level),
            language=language,
            flags=",".join(sorted(assessment.flags))[:64],
            rules=",".join(assessment.rules)[:64],
            card_shown=assessment.level >= Level.R2,
        )


def last_template(user: User) -> str:
    row = RiskState.objects.filter(user=user).first()
    return row.template_id if row else ""


def used_template(user: User, template_id: str, now: datetime) -> None:
    """Remember which reply was given, so that the next is not the same block again."""
    RiskState.objects.update_or_create(
        user=user,
        defaults={"template_id": template_id},
        create_defaults={"template_id": template_id, "since": now},
    )
