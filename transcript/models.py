"""The raw evidence: conversations, their messages, and the durable events of the socket."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from accounts.fields import SealedText
from accounts.models import User

SITTING_QUIET = timedelta(hours=6)
TURN_SETTLES = timedelta(seconds=90)


class ConversationQuerySet(models.QuerySet["Conversation"]):
    def for_user(self, user: User) -> ConversationQuerySet:
        return self.filter(user=user)

    def newest_first(self) -> ConversationQuerySet:
        return self.order_by("-last_message_at", "-created_at")

    def to_learn(self, now: datetime) -> ConversationQuerySet:
        """Conversations with settled lines that nothing was learnt from yet, and no worker at it."""
        waiting = Message.objects.filter(conversation=models.OuterRef("pk")).settled_unlearnt(now)
        again = Message.objects.filter(conversation=models.OuterRef("pk")).to_ask_again(now)
        free = models.Q(learning_until=None) | models.Q(learning_until__lte=now)
        return self.filter(free).filter(models.Exists(waiting) | models.Exists(again))


class Conversation(models.Model):
    """One thread of talk. `seq` numbers its durable events without gaps; `learning_fence` numbers the claims of
    learning, so that a worker whose lease ran out can't write any more."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="conversations")
    persona_version = models.UUIDField()
    created_at = models.DateTimeField()
    last_message_at = models.DateTimeField()
    seq = models.PositiveBigIntegerField(default=0)
    temporary = models.BooleanField(default=False)
    learning_until = models.DateTimeField(null=True, blank=True)
    learning_fence = models.PositiveBigIntegerField(default=0)
    learning_failures = models.PositiveIntegerField(default=0)

    objects: ClassVar[models.Manager[Conversation]] = ConversationQuerySet.as_manager()

    class Meta:
        verbose_name = _("对话")
        verbose_name_plural = _("对话")
        indexes = [models.Index(fields=["user", "-last_message_at"])]

    def __str__(self) -> str:
        return str(self.id)


class MessageQuerySet(models.QuerySet["Message"]):
    def for_user(self, user: User) -> MessageQuerySet:
        return self.filter(user=user)

    def live(self) -> MessageQuerySet:
        return self.filter(live=True)

    def settled_unlearnt(self, now: datetime) -> MessageQuerySet:
        """User lines whose turn is over: a later user line came, or they are 90 s old. Lines that may never be
        learnt from (`learn_bar`) are left out for good."""
        later = Message.objects.filter(
            conversation=models.OuterRef("conversation"),
            role=Role.USER,
            created_at__gt=models.OuterRef("created_at"),
        )
        return self.filter(role=Role.USER, live=True, learnt_at=None, learn_bar="").filter(
            models.Q(created_at__lte=now - TURN_SETTLES) | models.Exists(later)
        )

    def to_ask_again(self, now: datetime) -> MessageQuerySet:
        """Lines whose model answer was no use: the rules' part is kept, the model is due to be asked again."""
        return self.filter(role=Role.USER, live=True, learn_bar="", ask_again_at__lte=now)

    def abandoned(self, now: datetime) -> MessageQuerySet:
        """Replies whose process has not checkpointed them for too long: it died."""
        return self.filter(status=Status.GENERATING, checkpoint_at__lte=now - ABANDONED_AFTER)


ABANDONED_AFTER = timedelta(seconds=15)
"""A running reply is checkpointed at least once a second; this much silence means its process is gone."""


class Role(models.TextChoices):
    USER = "user", _("用户")
    COMPANION = "companion", _("陪伴者")


class Status(models.TextChoices):
    RECEIVED = "received", _("已送达")
    GENERATING = "generating", _("回复中")
    COMPLETE = "complete", _("完成")
    STOPPED = "stopped", _("已停止")
    INTERRUPTED = "interrupted", _("中断")
    FAILED = "failed", _("失败")


class Message(models.Model):
    """One line of either side. The text is sealed; what the database may know are times, states and numbers."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages")
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    client_id = models.UUIDField(null=True, blank=True)
    role = models.CharField(max_length=12, choices=Role.choices)
    text = SealedText(label="message.text.v1")
    lang = models.CharField(max_length=8, blank=True)
    status = models.CharField(max_length=12, choices=Status.choices)
    parent = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replies"
    )
    live = models.BooleanField(default=True)
    created_at = models.DateTimeField()
    checkpoint_at = models.DateTimeField(null=True, blank=True)
    risk_level = models.PositiveSmallIntegerField(default=0)
    valence = models.FloatField(null=True, blank=True)
    arousal = models.FloatField(null=True, blank=True)
    learn_bar = models.CharField(max_length=12, blank=True)
    """Why nothing may ever be learnt from it: `paused`, `temporary`, `risk`; empty where learning is allowed."""
    learnt_at = models.DateTimeField(null=True, blank=True)
    ask_again_at = models.DateTimeField(null=True, blank=True)
    model_tries = models.PositiveSmallIntegerField(default=0)
    model = models.CharField(max_length=120, blank=True)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    template_id = models.CharField(max_length=64, blank=True)
    """The offline voice's or the safety reply's line, so that neither repeats itself."""

    objects: ClassVar[models.Manager[Message]] = MessageQuerySet.as_manager()

    class Meta:
        verbose_name = _("消息")
        verbose_name_plural = _("消息")
        constraints = [
            models.UniqueConstraint(fields=["conversation", "client_id"], name="one_message_per_client_id"),
        ]
        indexes = [
            models.Index(fields=["conversation", "created_at"]),
            models.Index(
                fields=["created_at"],
                name="message_to_learn",
                condition=models.Q(role="user", learnt_at=None, learn_bar=""),
            ),
            models.Index(
                fields=["ask_again_at"],
                name="message_to_ask_again",
                condition=models.Q(ask_again_at__isnull=False),
            ),
            models.Index(
                fields=["checkpoint_at"],
                name="message_generating",
                condition=models.Q(status="generating"),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class EventKind(models.TextChoices):
    MESSAGE = "message", "message"
    FINISHED = "finished", "finished"
    LEARNED = "learned", "learned"
    NOTICE = "notice", "notice"


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
