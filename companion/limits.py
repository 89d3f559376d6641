"""When a line is not taken now. The help card never falls to a limit: a line at risk is always taken."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from accounts.age import doubting
from accounts.models import User
from safety import attendance, matters, risk
from safety.assessing import assess
from safety.levels import Level
from transcript.models import Message, Role


def refusal(user: User, text: str, now: datetime) -> str:
    """The code of what forbids this line now: it is open whether the user is of age, they rest, or they have said too much within a
    minute. "" when nothing does."""
    why = _why(user, now)
    if not why:
        return ""
    heard = assess(text)
    if heard.level >= Level.R2:
        return ""
    # Neither may shut out the answer to what was asked of somebody in danger; nor may a child who tells of violence be sent away.
    if why != "limit" and risk.level(user, now) >= Level.R2:
        return ""
    return "" if why == "age" and (matters.is_grave(text, heard) or _is_in_need(user)) else why


def _why(user: User, now: datetime) -> str:
    if doubting.is_open(user):
        return "age"
    if attendance.resting_until(user, now):
        return "resting"
    return "" if within_limits(user, now) else "limit"


def _is_in_need(user: User) -> bool:
    """Whether the user was just answered about something grave."""
    replies = Message.objects.for_user(user).filter(role=Role.COMPANION, live=True).order_by("-created_at")
    return matters.goes_on(list(replies.values_list("template_id", flat=True)[:_LOOKED_BACK]))


_LOOKED_BACK = 4


def within_limits(user: User, now: datetime) -> bool:
    """Whether the user is within their messages per minute."""
    minute = timedelta(minutes=1)
    # What lies ahead was said before the clock was set back: it must not shut the user out until then.
    lately = Message.objects.for_user(user).filter(
        role=Role.USER, created_at__gt=now - minute, created_at__lte=now + minute
    )
    most: int = settings.MESSAGES_PER_MINUTE
    return lately.count() < most
