"""When a line is not taken now. The help card never falls to a limit: a line at risk is always taken."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import User
from safety import attendance, risk
from safety.assessing import assess
from safety.levels import Level
from transcript.models import Message, Role


def refusal(user: User, text: str, now: datetime) -> str:
    """The code of what forbids this line now: the user rests, or has said too much within a minute. "" when nothing does."""
    why = "resting" if attendance.resting_until(user, now) else "" if within_limits(user, now) else "limit"
    if not why or assess(text).level >= Level.R2:
        return ""
    # A rest must not shut out the answer to what was asked of somebody in danger.
    return "" if why == "resting" and risk.level(user, now) >= Level.R2 else why


def within_limits(user: User, now: datetime) -> bool:
    """Whether the user is within their messages per minute."""
    minute = timedelta(minutes=1)
    # What lies ahead was said before the clock was set back: it must not shut the user out until then.
    lately = Message.objects.for_user(user).filter(
        role=Role.USER, created_at__gt=now - minute, created_at__lte=now + minute
    )
    most: int = settings.MESSAGES_PER_MINUTE
    return lately.count() < most
