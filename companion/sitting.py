"""The sitting: the recent lines of a conversation since its last long silence, as a prompt may see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from companion.composing import Said
from memory.forgetting import without_withheld
from transcript.models import SITTING_QUIET, Message, Role, Status

LINES_MOST = 60


@dataclass(frozen=True)
class Sitting:
    """Lines before the one to be answered, oldest first; `began` is the first one's time, None when there is none."""

    lines: tuple[Said, ...] = ()
    began: datetime | None = None


def sitting_before(user: User, message: Message) -> Sitting:
    """The lines of this conversation that came before `message` without a six-hour silence between them. Words of deleted
    memories are taken out; replies that failed or are still running are left out."""
    earlier = (
        Message.objects.for_user(user)
        .filter(conversation=message.conversation_id, live=True, created_at__lte=message.created_at)
        .exclude(id=message.id)
        .exclude(role=Role.COMPANION, status__in=[Status.GENERATING, Status.FAILED])
        .order_by("-created_at", "-id")[:LINES_MOST]
    )
    kept: list[Message] = []
    after = message.created_at
    for line in earlier:
        if after - line.created_at > SITTING_QUIET:
            break
        kept.append(line)
        after = line.created_at
    kept.reverse()
    texts = without_withheld(user, {line.id: line.text for line in kept})
    said = tuple(Said(line.role, texts[line.id]) for line in kept if texts[line.id].strip(" …"))
    return Sitting(said, kept[0].created_at if kept else None)
