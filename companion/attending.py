"""Being here, as the use clock counts it: what a visit or a line makes due, and how every tab of the user is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import translation

from accounts.models import User
from companion import rendering
from safety import attendance, notices
from safety.using import Sign
from transcript.models import Conversation, Event, EventKind, record


@dataclass(frozen=True)
class Due:
    """What somebody is to be told now: minutes of use without a break, signs of too much of it; and whether a durable notice was
    written, which tabs have to read."""

    minutes: int = 0
    signs: tuple[Sign, ...] = ()
    written: bool = False


def arrive(user: User, conversation: Conversation, now: datetime) -> Due:
    """Somebody opened a conversation, or came back to it."""
    touch = attendance.touch(user, now)
    again = touch.fresh and _tell_again(conversation, now)
    signs = tuple(attendance.warn(user, now)) if touch.fresh else ()
    due = _break(conversation, touch.break_minutes, now)
    return Due(due.minutes, signs, again or due.written)


def act(user: User, conversation: Conversation, now: datetime) -> Due:
    """Somebody said something, or asked for another reply."""
    return _break(conversation, attendance.touch(user, now).break_minutes, now)


def look(user: User, conversation: Conversation, now: datetime) -> Due:
    """A tab is open, and nothing was done this moment."""
    return _break(conversation, attendance.look(user, now), now)


def _break(conversation: Conversation, minutes: int, now: datetime) -> Due:
    if not minutes:
        return Due()
    with transaction.atomic():
        record(conversation, EventKind.NOTICE, now, data={"kind": "break", "minutes": minutes})
    return Due(minutes, written=True)


def _tell_again(conversation: Conversation, now: datetime) -> bool:
    """That this is an AI, at the beginning of a session, where it was not said lately."""
    said = Event.objects.filter(
        conversation=conversation, kind=EventKind.NOTICE, at__gt=now - attendance.NOTICE_QUIET, at__lte=now
    )
    if any(event.data.get("kind") in ("ai", "break") for event in said):
        return False
    with transaction.atomic():
        record(conversation, EventKind.NOTICE, now, data={"kind": "ai", "again": True})
    return True


def frame(user: User, minutes: int, signs: tuple[Sign, ...]) -> dict[str, Any]:
    """The notice that stands over the chat until it is put away. Not durable: what is durable of it is in the thread."""
    with translation.override(user.language):
        words = [notices.break_notice(user.lang, minutes)] if minutes else []
        words += [notices.signs_notice(user.lang, signs)] if signs else []
        data = {"minutes": minutes, "signs": [sign.value for sign in signs]}
        return {"type": "notice", "kind": "break", "html": rendering.plain("\n\n".join(words)), "data": data}
