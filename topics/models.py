"""What could be talked about, and what was chosen. Texts stay in memory; a candidate points at its ground."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from memory.models import Memory
from transcript.models import Conversation, Message


class OwnedQuerySet(models.QuerySet):  # type: ignore[type-arg]
    def for_user(self, user: User) -> OwnedQuerySet:
        return self.filter(user=user)


class Candidate(models.Model):
    """Something the companion might raise. `parts` holds every part of its score; `blocked` why it may not."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    source = models.CharField(max_length=16)  # thread, plan, promise
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="candidates")
    score = models.FloatField(default=0.0)
    parts = models.JSONField(default=dict)
    blocked = models.CharField(max_length=24, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    raised_at = models.DateTimeField(null=True, blank=True)
    ranked_at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        verbose_name = _("候选话题")
        verbose_name_plural = _("候选话题")
        constraints = [models.UniqueConstraint(fields=["user", "memory"], name="one_candidate_per_memory")]

    def __str__(self) -> str:
        return str(self.id)


class TopicChoice(models.Model):
    """What a turn decided: follow, connect or open; and the candidate it stood on, where there was one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="+")
    reply = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="topic_choice")
    candidate = models.ForeignKey(Candidate, on_delete=models.SET_NULL, null=True, blank=True)
    move = models.CharField(max_length=8)
    parts = models.JSONField(default=dict)
    at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        verbose_name = _("话题选择")
        verbose_name_plural = _("话题选择")

    def __str__(self) -> str:
        return str(self.id)
