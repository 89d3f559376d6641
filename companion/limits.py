"""When a line is not taken now. The help card never falls to a limit: a line at risk is always taken."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.conf import settings

from accounts.age import doubting
from accounts.models import User
from safety import attendance, farewell, matters, risk, sounding
from safety.assessing import assess
from safety.levels import Assessment, Level
from safety.normalising import normalise
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
    return "" if why == "age" and (_needs_answer(text, heard) or _is_in_need(user)) else why


def _needs_answer(text: str, heard: Assessment) -> bool:
    """Whether a line tells of something grave, sounds of distress, or of somebody who wants what a child should not be asked for."""
    return (
        heard.level > Level.R0
        or matters.is_grave(text, heard)
        or sounding.sounds_low(text)
        or farewell.exit_intent(text)
        or bool(_WANTED.search(normalise(text)))
    )


_WANTED = re.compile(
    r"照片|裸|视频|开房|摸|亲我|碰我|睡(?:觉|我)|打我|骂我|怕|救|危险|[0-9二三四五]十[一二三四五六七八九]?(?:岁|了)|欺负|威胁"
    r"|\b(?:pics?|pictures?|photos?|nudes?|naked|touch\w*|kiss\w*|sex\w*|hit\w*|hurt\w*|scared|afraid|help|threat\w*|boyfriend|girlfriend|older|meet(?:ing)? (?:me|him|up))\b"
)
"""Words after which a child is answered, whatever else the line is."""


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
