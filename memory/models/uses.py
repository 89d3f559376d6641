"""What was shown, said and reported: the memories behind a reply, the told-log, and what became of each claim."""

from __future__ import annotations

from django.db import models

from accounts.fields import SealedText
from memory.models.owned import Owned
from memory.models.rows import Memory
from memory.states import Act
from transcript.models import Message


class MemoryUse(Owned):
    """A memory that was shown to the voice for a reply; `used` is judged afterwards, None until then."""

    reply = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="memory_uses")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="uses")
    lanes = models.JSONField(default=dict)
    score = models.FloatField(default=0.0)
    used = models.BooleanField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["reply", "memory"], name="one_use_per_reply")]


class Told(Owned):
    """The told-log: what the companion has told, asked or advised, so that it neither repeats nor nags. Not a memory, and
    no evidence of anything. It goes with the memory it was about and with the reply that said it."""

    act = models.CharField(max_length=12, choices=Act.choices)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, null=True, blank=True, related_name="told")
    reply = models.ForeignKey(Message, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    about = models.CharField(max_length=24, blank=True)
    """A word of the product's own that says what it was about where no memory does: a consent class."""
    text = SealedText(label="told.text.v1", default=bytes)
    """The words themselves, for a piece of advice."""
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["user", "act", "-at"])]


class Verdict(Owned):
    """A line of the Report: what became of one claim in one message, and why. Shown to the user on request."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="verdicts")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    text = SealedText(label="verdict.text.v1")
    verdict = models.CharField(max_length=12)
    reason = models.CharField(max_length=40)
    kind = models.CharField(max_length=12, blank=True)
    at = models.DateTimeField()
