"""When an emergency contact is told. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta

from safety.compliance import Duties, Trigger
from safety.levels import Assessment, Flag, Level

APART = timedelta(hours=24)
"""At most one message in so long, whoever it goes to."""
_SELF_HARM = ("self_harm", "attempt", "hurt")


def trigger(assessment: Assessment, duties: Duties) -> Trigger | None:
    """What of a line lets the contact be told, where the duties of the place name it; None when nothing does. What is said of
    somebody else never does."""
    found: Trigger | None = None
    if Flag.THIRD_PARTY in assessment.flags and assessment.level < Level.R2:
        return None
    if assessment.level >= Level.R4:
        found = Trigger.R4
    elif assessment.level == Level.R3 and any(
        part in rule for rule in assessment.rules for part in _SELF_HARM
    ):
        found = Trigger.SELF_HARM
    elif Flag.PROPERTY_LOSS in assessment.flags:
        found = Trigger.PROPERTY_LOSS
    return found if found in duties.contact else None


def held(last_asked: datetime | None, now: datetime) -> bool:
    """Whether somebody was asked within the last day. A time ahead of us (a clock that was set back) counts as now."""
    return last_asked is not None and now - last_asked < APART
