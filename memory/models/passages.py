"""What was said, as recall finds it: the index of lines, beside the transcript that holds their words."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from pgvector.django import HalfVectorField

from accounts.models import User
from memory.models.owned import Owned
from transcript.models import Conversation, Message


class PassageQuerySet(models.QuerySet["Passage"]):
    def for_user(self, user: User) -> PassageQuerySet:
        return self.filter(user=user)

    def to_index(self) -> PassageQuerySet:
        return self.filter(indexed_at=None)

    def let_go(self) -> int:
        """Take away all that these lines are found by, because words of them were withheld, or are told again; what may
        be told is indexed anew in the background. The number of lines."""
        return self.update(keywords=[], indexed_at=None, vector=None, recipe="", embedded_at=None)

    def to_embed(self) -> PassageQuerySet:
        return self.filter(embedded_at=None).exclude(indexed_at=None)


class Passage(Owned):
    """One line of either side, found by its keyed words and its turned vector. It holds no text: what is told of a line
    is read from the transcript, through the filters that stand when it is told."""

    message = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="+")
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="+")
    after = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """The line it follows, and below who says it: they never change, and reading them from the transcript for every line of
    a search would take longer than the search."""
    role = models.CharField(max_length=12, default="")
    at = models.DateTimeField()
    keywords = ArrayField(models.BigIntegerField(), default=list)
    indexed_at = models.DateTimeField(null=True, blank=True)
    """None while its words wait to be read again: some were withheld, or may be told again."""
    vector = HalfVectorField(null=True, blank=True)
    recipe = models.CharField(max_length=64, blank=True)
    embedded_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Passage]] = PassageQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        indexes = [
            models.Index(fields=["user", "-at"], name="passage_of_user"),
            GinIndex(fields=["keywords"], name="passage_keywords"),
            models.Index(fields=["at"], name="passage_to_index", condition=models.Q(indexed_at=None)),
            models.Index(fields=["at"], name="passage_to_embed", condition=models.Q(embedded_at=None)),
        ]
