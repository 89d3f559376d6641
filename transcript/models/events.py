"""The durable events of the socket."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import connection, models

from accounts.models import User
from transcript.models.talk import Conversation, Message


class EventKind(models.TextChoices):
    MESSAGE = "message", "message"
    FINISHED = "finished", "finished"
    LEARNED = "learned", "learned"
    NOTICE = "notice", "notice"
    THREAD = "thread", "thread"
    TOPICS = "topics", "topics"


class EventQuerySet(models.QuerySet["Event"]):
    def for_user(self, user: User) -> EventQuerySet:
        return self.filter(user=user)


class Event(models.Model):
    """A durable thing that happened in a conversation, in the order every tab sees. It holds ids, never text: what is
    shown is built from the rows as they are now, so that nothing deleted is replayed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="events")
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=12, choices=EventKind.choices)
    message = models.ForeignKey(Message, on_delete=models.CASCADE, null=True, blank=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[Event]] = EventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "seq"], name="one_event_per_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq}"


def record(
    conversation: Conversation,
    kind: EventKind,
    now: datetime,
    message: Message | None = None,
    data: dict[str, Any] | None = None,
) -> Event:
    """Append an event with the conversation's next number. Call inside the transaction that makes it true: the row
    lock on the conversation is what keeps `seq` increasing without gaps."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE transcript_conversation SET seq = seq + 1 WHERE id = %s RETURNING seq", [conversation.pk]
        )
        (conversation.seq,) = cursor.fetchone()
    return Event.objects.create(
        user_id=conversation.user_id,
        conversation=conversation,
        seq=conversation.seq,
        kind=kind,
        message=message,
        data=data or {},
        at=now,
    )
