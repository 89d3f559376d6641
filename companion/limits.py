"""How much one user may send. The help card never falls to a limit: a line at risk is always taken."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import User
from safety.assessing import assess
from safety.levels import Level
from transcript.models import Message, Role


def may_send(user: User, text: str, now: datetime) -> bool:
    """Whether the user is within their messages per minute."""
    minute = timedelta(minutes=1)
    # What lies ahead was said before the clock was set back: it must not shut the user out until then.
    lately = Message.objects.for_user(user).filter(
        role=Role.USER, created_at__gt=now - minute, created_at__lte=now + minute
    )
    if lately.count() < settings.MESSAGES_PER_MINUTE:
        return True
    return assess(text).level >= Level.R2
