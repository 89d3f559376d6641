"""Unsent words: one draft per conversation, sealed on the server, never in the browser's storage and never in another chat."""

from __future__ import annotations

from datetime import datetime

from companion.hearing import Fault, clean, fault
from memory.policy import MESSAGE_MAX
from transcript.models import Conversation, Draft


def keep(conversation: Conversation, text: str, now: datetime) -> None:
    """Replace the conversation's draft; nothing but white space is none. What is too long to be sent is kept as far as a
    message may go."""
    text = text.encode("utf-8", "ignore").decode("utf-8").replace("\x00", "")[:MESSAGE_MAX]
    if fault(clean(text)) is Fault.EMPTY:
        Draft.objects.filter(conversation=conversation).delete()
        return
    row = Draft.objects.filter(conversation=conversation).first()
    row = row or Draft(user_id=conversation.user_id, conversation=conversation)
    row.text, row.saved_at = text, now
    row.save()


def of(conversation: Conversation) -> str:
    """The conversation's draft, "" where there is none."""
    row = Draft.objects.filter(conversation=conversation).first()
    return row.text if row else ""
