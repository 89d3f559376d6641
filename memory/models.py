"""What is known about a person: memories with their evidence, history, uses, and the traces of what was deleted."""

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
from memory.policy import Kind, Use
from memory.states import KIND_NAMES, OPEN_STATUSES, Phase, ScopeKind, Source, Status, TransitionKind
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
            models.Index(
                fields=["recorded_at"], name="memory_to_embed", condition=models.Q(embedded_at=None)
            ),
            models.Index(
                fields=["expires_at"], name="memory_to_expire", condition=models.Q(expires_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class OwnedQuerySet(models.QuerySet):  # type: ignore[type-arg]
    def for_user(self, user: User) -> OwnedQuerySet:
        return self.filter(user=user)


class Evidence(models.Model):
    """The exact words a memory stands on. Append-only; goes with its memory or its message."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="evidence")
    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    quote = SealedText(label="evidence.quote.v1")
    speaker = models.CharField(max_length=12)
    at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["memory", "message"], name="one_evidence_per_message"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Transition(models.Model):
    """What happened to a belief, and why. Append-only."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
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

    objects = OwnedQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class MemoryUse(models.Model):
    """A memory that was shown to the voice for a reply; `used` is judged afterwards, None until then."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reply = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="memory_uses")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="uses")
    lanes = models.JSONField(default=dict)
    score = models.FloatField(default=0.0)
    used = models.BooleanField(null=True, blank=True)
    at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["reply", "memory"], name="one_use_per_reply")]

    def __str__(self) -> str:
        return str(self.id)


class Tombstone(models.Model):
    """What must not come back: keyed hashes of a deleted fact and of the words it stood on. Only what the user says
    after `at` may bring it up again, and then as a suggestion."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.BinaryField(max_length=32)
    of = models.CharField(max_length=8)  # fact, quote
    at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key", "of"], name="one_tombstone")]

    def __str__(self) -> str:
        return str(self.id)


class Withheld(models.Model):
    """Words that no prompt, search or summary may carry any more, in a message the transcript still shows."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="withheld")
    quote = SealedText(label="withheld.quote.v1")
    memory = models.UUIDField()
    at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.id)


class Bin(models.Model):
    """A deleted memory, sealed, out of every query, until its undo window ends."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    content = SealedText(label="bin.content.v1")
    deleted_at = models.DateTimeField()
    purge_at = models.DateTimeField(db_index=True)

    objects = OwnedQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.id)


class MemorySettings(models.Model):
    """A user's switches; its row is also the lock under which that user's memories are written."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memory_settings", primary_key=True
    )
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_kinds = ArrayField(models.CharField(max_length=12), default=list, blank=True)

    def __str__(self) -> str:
        return str(self.user_id)

    @property
    def paused(self) -> bool:
        return self.paused_at is not None
