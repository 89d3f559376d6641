"""The raw evidence: projects, conversations and their messages."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import SealedText
from accounts.models import User
from transcript import clock

SITTING_QUIET = timedelta(hours=6)
TURN_SETTLES = timedelta(seconds=90)
LEASE_LONGEST = timedelta(minutes=5)
"""Longer than any lease of learning (companion/learning.py), with room for two machines' clocks to differ."""
ASK_AGAIN_LONGEST = timedelta(days=1)
"""Longer than the longest wait before a model is asked again."""


BROUGHT_BACK_WITHIN = timedelta(hours=24)
"""How long a deleted conversation or message can be brought back; also how long a temporary one is kept."""


class ProjectQuerySet(models.QuerySet["Project"]):
    def for_user(self, user: User) -> ProjectQuerySet:
        return self.filter(user=user)


class Project(models.Model):
    """Something of the user's own that several conversations work on. Its name is sealed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="projects")
    name = SealedText(label="project.name.v1")
    created_at = models.DateTimeField()

    objects: ClassVar[models.Manager[Project]] = ProjectQuerySet.as_manager()

    class Meta:
        verbose_name = _("项目")
        verbose_name_plural = _("项目")

    def __str__(self) -> str:
        return str(self.id)


class ConversationQuerySet(models.QuerySet["Conversation"]):
    def for_user(self, user: User) -> ConversationQuerySet:
        """The user's conversations that are there: deleted ones wait out of sight for their window to end."""
        return self.filter(user=user, deleted_at=None)

    def kept(self) -> ConversationQuerySet:
        """Those that lists and searches show: temporary ones are left when their page is."""
        return self.filter(deleted_at=None, temporary=False)

    def deleted(self, now: datetime) -> ConversationQuerySet:
        """Deleted ones that can still be brought back."""
        return self.filter(deleted_at__gt=now - BROUGHT_BACK_WITHIN)

    def to_purge(self, now: datetime) -> ConversationQuerySet:
        """Deleted ones whose window has ended, and temporary ones that nobody spoke in for as long."""
        gone = models.Q(deleted_at__lte=now - BROUGHT_BACK_WITHIN)
        return self.filter(gone | models.Q(temporary=True, last_message_at__lte=now - BROUGHT_BACK_WITHIN))

    def newest_first(self) -> ConversationQuerySet:
        return self.order_by("-last_message_at", "-created_at")

    def to_learn(self, now: datetime) -> ConversationQuerySet:
        """Conversations with settled lines that nothing was learnt from yet, and no worker at it."""
        waiting = Message.objects.filter(conversation=models.OuterRef("pk")).settled_unlearnt(now)
        again = Message.objects.filter(conversation=models.OuterRef("pk")).to_ask_again(now)
        free = models.Q(learning_until=None) | clock.has_come("learning_until", now, LEASE_LONGEST)
        return self.filter(free, deleted_at=None).filter(models.Exists(waiting) | models.Exists(again))


class TitledBy(models.TextChoices):
    """Who gave a conversation its title; "" while it is still called after its first line."""

    USER = "user", _("用户")
    MODEL = "model", _("模型")
    RULES = "rules", _("规则")


class Conversation(models.Model):
    """One thread of talk. `seq` numbers its durable events without gaps; `learning_fence` numbers the claims of
    learning, so that a worker whose lease ran out can't write any more."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="conversations")
    persona_version = models.UUIDField()
    persona = models.UUIDField(null=True, blank=True)
    """Whose version that is."""
    stays_from = models.UUIDField(null=True, blank=True)
    """The newer version that the user decided not to move to: it isn't offered again."""
    apart = models.BooleanField(default=False)
    """What is said here stays between the user and this persona."""
    project = models.ForeignKey(
        Project, on_delete=models.SET_NULL, null=True, blank=True, related_name="conversations"
    )
    title = SealedText(label="conversation.title.v1", null=True, blank=True)
    titled_by = models.CharField(max_length=8, choices=TitledBy.choices, blank=True)
    pinned_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    forgotten = ArrayField(models.UUIDField(), default=list, blank=True)
    """The bins of memories that were forgotten with it: bringing it back brings them back."""
    topic = SealedText(label="conversation.topic.v1", null=True, blank=True)
    goal = SealedText(label="conversation.goal.v1", null=True, blank=True)
    valence = models.FloatField(null=True, blank=True)
    worked_out_at = models.DateTimeField(null=True, blank=True)
    """When its working memory (topic, goal, mood, summaries, title) was last brought up to date; None when it is due."""
    created_at = models.DateTimeField()
    last_message_at = models.DateTimeField()
    seq = models.PositiveBigIntegerField(default=0)
    temporary = models.BooleanField(default=False)
    unread_at = models.DateTimeField(null=True, blank=True)
    """When the companion wrote first and nobody has looked yet; None otherwise."""
    learning_until = models.DateTimeField(null=True, blank=True)
    learning_fence = models.PositiveBigIntegerField(default=0)
    learning_failures = models.PositiveIntegerField(default=0)

    objects: ClassVar[models.Manager[Conversation]] = ConversationQuerySet.as_manager()

    class Meta:
        verbose_name = _("对话")
        verbose_name_plural = _("对话")
        indexes = [
            models.Index(fields=["user", "-last_message_at"]),
            models.Index(fields=["user", "persona"]),
            models.Index(
                fields=["deleted_at"],
                name="conversation_to_purge",
                condition=models.Q(deleted_at__isnull=False),
            ),
        ]

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
            live=True,
            created_at__gt=models.OuterRef("created_at"),
        )
        return self.filter(role=Role.USER, live=True, learnt_at=None, learn_bar="").filter(
            clock.is_over("created_at", now, TURN_SETTLES) | models.Exists(later)
        )

    def to_ask_again(self, now: datetime) -> MessageQuerySet:
        """Lines whose model answer was no use: the rules' part is kept, the model is due to be asked again."""
        due = clock.has_come("ask_again_at", now, ASK_AGAIN_LONGEST)
        return self.filter(due, role=Role.USER, live=True, learn_bar="")

    def to_index(self) -> MessageQuerySet:
        """Settled lines that can't be found by their words yet."""
        return self.filter(indexed_at=None).exclude(status=Status.GENERATING)

    def to_purge(self, now: datetime) -> MessageQuerySet:
        return self.filter(deleted_at__lte=now - BROUGHT_BACK_WITHIN)

    def abandoned(self, now: datetime) -> MessageQuerySet:
        """Replies whose process has not checkpointed them for too long: it died."""
        silent = clock.is_over("checkpoint_at", now, ABANDONED_AFTER)
        return self.filter(silent, status=Status.GENERATING)


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
    """On the path that is shown: chosen, as everything above it is, and not deleted. Kept by transcript.branches."""
    chosen = models.BooleanField(default=True)
    """The version that is shown, among those with the same parent and role."""
    deleted_at = models.DateTimeField(null=True, blank=True)
    steadied_at = models.DateTimeField(null=True, blank=True)
    """When a model was asked whether this reply stayed in character; None where none was."""
    without_memory = models.BooleanField(default=False)
    """A reply that was asked for without memories."""
    created_at = models.DateTimeField()
    checkpoint_at = models.DateTimeField(null=True, blank=True)
    risk_level = models.PositiveSmallIntegerField(default=0)
    valence = models.FloatField(null=True, blank=True)
    arousal = models.FloatField(null=True, blank=True)
    learn_bar = models.CharField(max_length=12, blank=True)
    """Why nothing may ever be learnt from it: `paused`, `temporary`, `risk`; empty where learning is allowed."""
    kinds_barred = ArrayField(models.CharField(max_length=12), default=list, blank=True)
    """Kinds of memory that were paused when it was said: nothing of them may ever be learnt from it."""
    learnt_at = models.DateTimeField(null=True, blank=True)
    ask_again_at = models.DateTimeField(null=True, blank=True)
    model_tries = models.PositiveSmallIntegerField(default=0)
    model = models.CharField(max_length=120, blank=True)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    template_id = models.CharField(max_length=64, blank=True)
    """The offline voice's or the safety reply's line, so that neither repeats itself."""

    keywords = ArrayField(models.BigIntegerField(), default=list, blank=True)
    indexed_at = models.DateTimeField(null=True, blank=True)

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
            models.Index(fields=["parent", "role"]),
            GinIndex(fields=["keywords"], name="message_keywords"),
            models.Index(fields=["created_at"], name="message_to_index", condition=models.Q(indexed_at=None)),
            models.Index(
                fields=["deleted_at"],
                name="message_to_purge",
                condition=models.Q(deleted_at__isnull=False),
            ),
            models.Index(
                fields=["checkpoint_at"],
                name="message_generating",
                condition=models.Q(status="generating"),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)
