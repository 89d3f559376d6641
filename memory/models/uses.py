"""What was shown, held back, said and reported: the memories behind a reply, the told-log, and what became of each claim."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import SealedText
from memory.models.owned import Owned
from memory.models.rows import Memory
from memory.states import Act
from transcript.models import Conversation, Message


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
        indexes = [
            models.Index(fields=["at"], name="memory_use_to_judge", condition=models.Q(used__isnull=True))
        ]


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


class HeldBack(Owned):
    """A memory that a line touched and that stayed out of the reply's prompt, and why. It names the row and holds none of
    its words; it goes with the memory and with the reply."""

    class Reason(models.TextChoices):
        """Why, most binding first: where several hold, the first is told."""

        NEVER_RAISE = "never_raise", _("你让我别再提，所以没说")
        SET_ASIDE = "set_aside", _("你让我在这个对话里别用，所以没用")
        PAUSED = "paused", _("它暂停着，所以没用")
        ELSEWHERE = "elsewhere", _("它只在别的地方用，所以没在这里说")
        UNCONSENTED = "unconsented", _("这类事没有你的同意，所以没用")
        SENSITIVE = "sensitive", _("这件事比较私密，你没有提起，所以没说")
        WAITING = "waiting", _("还等着你确认，所以没有照着做")
        BUDGET = "budget", _("也想到了，只是这一次放不下")

    reply = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="held_back")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=12, choices=Reason.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["reply", "memory"], name="held_back_once_per_reply")]


class SetAside(Owned):
    """A memory that the user wants left out of one conversation, until they take that back."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="set_aside")
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["memory", "conversation"], name="set_aside_once_per_conversation")
        ]
