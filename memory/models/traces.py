"""What is left of what was deleted: tombstones, words withheld, the bin, receipts; and a request to forget."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models

from accounts.fields import SealedText
from memory.models.owned import Owned
from transcript.models import Conversation, Message


class Tombstone(Owned):
    """What must not come back: keyed hashes of a deleted fact and of the words it stood on. Only what the user says
    after `at` may bring it up again, and then as a suggestion."""

    key = models.BinaryField(max_length=32)
    of = models.CharField(max_length=8)  # fact, quote
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key", "of"], name="one_tombstone")]


class Withheld(Owned):
    """Words that no prompt, search or summary may carry any more, in a message the transcript still shows."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="withheld")
    quote = SealedText(label="withheld.quote.v1")
    memory = models.UUIDField()
    at = models.DateTimeField()


class Bin(Owned):
    """A deleted memory, sealed, out of every query, until its undo window ends."""

    content = SealedText(label="bin.content.v1")
    deleted_at = models.DateTimeField()
    purge_at = models.DateTimeField(db_index=True)


class Receipt(Owned):
    """That something was deleted, when, and how much by table: no content. `purged_at` is when the bins were emptied."""

    counts = models.JSONField(default=dict)
    bins = ArrayField(models.UUIDField(), default=list)
    at = models.DateTimeField()
    until = models.DateTimeField()
    purged_at = models.DateTimeField(null=True, blank=True)


class ForgetRequest(Owned):
    """ "Forget everything about …", said in a chat: the memories it was bound to, until the user confirms or lets it be.
    What is confirmed is those ids, never the words again."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="+")
    message = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="forget_request")
    memories = ArrayField(models.UUIDField(), default=list)
    at = models.DateTimeField()
    until = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    answer = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """The line that said yes or no; None when it was done on the page."""
    receipt = models.ForeignKey(Receipt, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
