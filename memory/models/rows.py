"""What is known about a person: memories with the words they stand on, and what happened to them."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from accounts.fields import SealedText
from accounts.models import User
from memory.models.owned import Owned
from memory.policy import Kind, Use
from memory.states import (
    KIND_NAMES,
    OPEN_STATUSES,
    UNDER_WAY,
    Phase,
    ScopeKind,
    Source,
    Status,
    TransitionKind,
)
from transcript.models import Message


class MemoryQuerySet(models.QuerySet["Memory"]):
    def for_user(self, user: User) -> MemoryQuerySet:
        return self.filter(user=user)

    def open(self) -> MemoryQuerySet:
        return self.filter(status__in=OPEN_STATUSES)

    def to_embed(self) -> MemoryQuerySet:
        return self.filter(embedded_at=None)

    def due_to_expire(self, now: datetime) -> MemoryQuerySet:
        return self.open().filter(expires_at__lte=now)

    def plans_passed(self, now: datetime) -> MemoryQuerySet:
        return self.open().filter(kind=Kind.PLAN, phase=Phase.AHEAD, true_until__lt=now)

    def recallable(self) -> MemoryQuerySet:
        """Rows that may take part in ranking at all: right state, real, not paused, not 'never raise'."""
        return self.open().filter(layer="real", paused=False).exclude(use=Use.NEVER_RAISE)


class Memory(models.Model):
    """One memory. `slot` and `value_key` are keyed hashes: the database can match them and read nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memories")
    kind = models.CharField(max_length=12, choices=list(KIND_NAMES.items()))
    subject = SealedText(label="memory.subject.v1")
    attribute = models.CharField(max_length=24)
    value = SealedText(label="memory.value.v1")
    polarity = models.SmallIntegerField(default=1)
    slot = models.BinaryField(max_length=32)
    value_key = models.BinaryField(max_length=32)
    statement = SealedText(label="memory.statement.v1")
    lang = models.CharField(max_length=8)
    speaker = models.CharField(max_length=12, default="user")
    source = models.CharField(max_length=12, choices=Source.choices)
    confidence = models.FloatField(default=0.9)
    importance = models.FloatField(default=0.5)
    sensitivity = models.CharField(max_length=12)
    consent = models.CharField(max_length=12, blank=True)
    use = models.CharField(max_length=12)
    layer = models.CharField(max_length=12, default="real")
    scope = models.CharField(max_length=12, choices=ScopeKind.choices, default=ScopeKind.EVERYWHERE)
    scope_id = models.UUIDField(null=True, blank=True)
    status = models.CharField(max_length=12, choices=Status.choices)
    phase = models.CharField(max_length=12, choices=Phase.choices, blank=True)
    paused = models.BooleanField(default=False)
    pinned = models.BooleanField(default=False)
    kept_since = models.DateTimeField(null=True, blank=True)
    """Since when it holds a slot of what is always kept in mind; None while it holds none (recall/slots.py)."""
    reason = models.CharField(max_length=40, blank=True)
    true_from = models.DateTimeField(null=True, blank=True)
    true_until = models.DateTimeField(null=True, blank=True)
    precision = models.CharField(max_length=8, blank=True)
    recorded_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    expires_at = models.DateTimeField(null=True, blank=True)
    last_confirmed = models.DateTimeField(null=True, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)
    use_count = models.PositiveIntegerField(default=0)
    valence = models.FloatField(null=True, blank=True)
    arousal = models.FloatField(null=True, blank=True)
    vector = HalfVectorField(null=True, blank=True)
    recipe = models.CharField(max_length=64, blank=True)
    embedded_at = models.DateTimeField(null=True, blank=True)
    keywords = ArrayField(models.BigIntegerField(), default=list)
    version = models.PositiveIntegerField(default=1)

    objects: ClassVar[models.Manager[Memory]] = MemoryQuerySet.as_manager()

    class Meta:
        verbose_name = _("记忆")
        verbose_name_plural = _("记忆")
        indexes = [
            models.Index(fields=["user", "status", "kind"]),
            models.Index(fields=["user", "slot"]),
            GinIndex(fields=["keywords"], name="memory_keywords"),
            models.Index(fields=["user", "recorded_at"], name="memory_of_user_by_time"),
            models.Index(
                fields=["user", "true_from", "true_until"],
                name="memory_dated",
                condition=models.Q(true_from__isnull=False),
            ),
            # what is always kept in mind is looked up on every turn, however many rows there are
            models.Index(fields=["user"], name="memory_pinned", condition=models.Q(pinned=True)),
            models.Index(fields=["user"], name="memory_kept", condition=models.Q(kept_since__isnull=False)),
            models.Index(
                fields=["user", "kind", "true_from"],
                name="memory_under_way",
                condition=models.Q(phase__in=UNDER_WAY),
            ),
            models.Index(
                fields=["recorded_at"], name="memory_to_embed", condition=models.Q(embedded_at=None)
            ),
            models.Index(
                fields=["expires_at"], name="memory_to_expire", condition=models.Q(expires_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def within(self) -> uuid.UUID | None:
        """The persona that alone may know it."""
        return self.scope_id if self.scope == ScopeKind.PERSONA else None


class Evidence(Owned):
    """The exact words a memory stands on. Append-only; goes with its memory or its message."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="evidence")
    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    quote = SealedText(label="evidence.quote.v1")
    speaker = models.CharField(max_length=12)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["memory", "message"], name="one_evidence_per_message"),
        ]


class Transition(Owned):
    """What happened to a belief, and why. Append-only."""

    old = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="left_by")
    new = models.ForeignKey(Memory, on_delete=models.CASCADE, null=True, blank=True, related_name="came_by")
    kind = models.CharField(max_length=12, choices=TransitionKind.choices)
    reason = models.CharField(max_length=40)
    at = models.DateTimeField()
    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """The line that brought it about; None when the user did it in the memory centre, or time did."""
    act = models.UUIDField(null=True, blank=True, db_index=True)
    """What one press of a button did, together: undone together."""
    before = models.JSONField(null=True, blank=True)
    """How `old` stood before, without its text: states, times and numbers."""
    made = models.BooleanField(default=False)
    """Whether `new` came to be by this."""
    version = models.PositiveIntegerField(default=0)
    """The version of `old` afterwards: what changed again since is not undone."""

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
