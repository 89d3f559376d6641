"""What a socket asks of the database, each in one crossing of the seam."""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from typing import Any
from uuid import UUID

from django.conf import settings

from accounts.models import User
from companion import bodies, branching, frames, keeping
from memory.switching import is_paused
from transcript.models import Conversation, Message


def session_stands(session_key: str, user_id: UUID) -> bool:
    store = import_module(settings.SESSION_ENGINE).SessionStore
    return bool(session_key) and store().exists(session_key) and User.objects.filter(
        id=user_id, is_active=True, leaving_at=None
    ).exists()  # fmt: skip


def seq(conversation: UUID) -> int:
    return int(Conversation.objects.values_list("seq", flat=True).get(id=conversation))


def standing(user: User, conversation: UUID) -> tuple[Conversation, Message | None, bool]:
    row = Conversation.objects.get(id=conversation)
    return row, keeping.is_running(row), is_paused(user)


def events(user: User, conversation: Conversation, after: int, now: datetime) -> list[dict[str, Any]]:
    return bodies.durable(user, conversation, bodies.events_after(user, conversation, after), now)


def branched(
    user: User, conversation: UUID, frame: frames.Regenerate | frames.Edit | frames.Show, now: datetime
) -> branching.Branched:
    match frame:
        case frames.Regenerate(message, without):
            return branching.regenerate(user, conversation, message, now, without_memory=without)
        case frames.Edit(message, client_id, text):
            return branching.edit(user, conversation, message, (client_id, text), now)
        case frames.Show(message):
            return branching.show(user, conversation, message, now)
