"""What was asked at risk and isn't answered yet: the question stands in the rows of the replies, so that every process and every
branch of a conversation reads the same.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from accounts.models import User
from safety import answering, contract, hotlines
from safety.contract import CrisisReply
from safety.levels import Level
from transcript.models import Conversation, Message, Role, Status

if TYPE_CHECKING:
    from companion.heard import Heard


def asked(user: User, conversation: Conversation, at: datetime, state: Level) -> tuple[str, ...]:
    """The templates that what was asked before `at` stands on, the newest first; empty where nothing is open. While the user's state
    is high it was asked wherever it was asked, else in this conversation."""
    since = at - answering.LASTS
    replies = Message.objects.for_user(user).filter(
        role=Role.COMPANION, live=True, parent__isnull=False, created_at__lt=at, created_at__gt=since
    )
    if state >= Level.R2:
        talks = Conversation.objects.filter(user=user, deleted_at=None, last_message_at__gt=since)
        replies = replies.filter(conversation__in=talks)
    else:
        replies = replies.filter(conversation=conversation)
    rows = (
        replies.exclude(status__in=(Status.GENERATING, Status.FAILED))
        .order_by("-created_at", "-id")
        .values_list("template_id", "created_at")[: answering.MOST_REPLIES]
    )
    return answering.standing([(template, at - made) for template, made in rows])


def follow_up(heard: Heard) -> CrisisReply | None:
    """What is to be said to this line because something asked is open; None where the companion speaks freely. A goodbye is let go."""
    if heard.leaving or not (family := answering.due(heard.assessment, heard.asked, heard.text)):
        return None
    region = hotlines.region_of(heard.user.time_zone, heard.user.language)
    return contract.follow_up(family, heard.lang, region, heard.asked, heard.message.id.int)
