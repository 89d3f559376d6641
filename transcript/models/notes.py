"""What is kept beside the lines of a conversation: unsent drafts, what the user thought of a reply, and summaries."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import SealedText
from accounts.models import User
from transcript.models.talk import Conversation, Message


class Draft(models.Model):
    """What was written in a conversation's field and not sent: one per conversation, on the server alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    conversation = models.OneToOneField(Conversation, on_delete=models.CASCADE, related_name="draft")
    text = SealedText(label="draft.text.v1")
    saved_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.id)


class Verdict(models.TextChoices):
    """What a user says of a reply."""

    GOOD = "good", _("喜欢")
    BAD = "bad", _("不喜欢")
    REPORT = "report", _("有问题")


class Outcome(models.TextChoices):
    """What came of a report, as its author reads it."""

    NONE = "", _("还没有结果")
    MENDED = "mended", _("已改进")
    KEPT = "kept", _("看过，没有问题")


class FeedbackQuerySet(models.QuerySet["Feedback"]):
    def for_user(self, user: User) -> FeedbackQuerySet:
        return self.filter(user=user)


class Feedback(models.Model):
    """One verdict per reply. With a report the user hands the reply's words and a note to the operators; both are sealed
    under the user's key and go with the account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    message = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="feedback")
    value = models.CharField(max_length=8, choices=Verdict.choices)
    note = SealedText(label="feedback.note.v1", null=True, blank=True)
    reported = SealedText(label="feedback.reported.v1", null=True, blank=True)
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)
    """When an operator looked at the report."""
    outcome = models.CharField(max_length=8, choices=Outcome.choices, blank=True)

    objects: ClassVar[models.Manager[Feedback]] = FeedbackQuerySet.as_manager()

    class Meta:
        verbose_name = _("对回复的评价")
        verbose_name_plural = _("对回复的评价")

    def __str__(self) -> str:
        return f"{self.value} {self.id}"


class SummaryQuerySet(models.QuerySet["Summary"]):
    def for_user(self, user: User) -> SummaryQuerySet:
        return self.filter(user=user)


class Summary(models.Model):
    """What a stretch of a conversation was about, in absolute dates. `sources` are the lines it was made of: when one of
    them is edited, deleted or withheld, the row goes at once and is made again of what is left."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="summaries")
    text = SealedText(label="summary.text.v1")
    lang = models.CharField(max_length=8)
    sources = ArrayField(models.UUIDField(), default=list)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    made_by = models.CharField(max_length=120, blank=True)
    made_at = models.DateTimeField()

    objects: ClassVar[models.Manager[Summary]] = SummaryQuerySet.as_manager()

    class Meta:
        verbose_name = _("摘要")
        verbose_name_plural = _("摘要")
        constraints = [
            models.UniqueConstraint(fields=["conversation", "first_at"], name="one_summary_per_stretch"),
        ]

    def __str__(self) -> str:
        return str(self.id)
