"""Consolidation: its runs, and what each proposed."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from accounts.fields import SealedText
from memory.models.owned import Owned
from memory.states import DreamOperation, ProposalState


class Dream(Owned):
    """One run of consolidation over one user's memories. `fence` is the lease it ran under; `ended_at` stays empty where
    its worker died."""

    fence = models.PositiveIntegerField()
    by_hand = models.BooleanField(default=False)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    counts = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["user", "-began_at"])]


class Proposal(Owned):
    """One operation that a run proposed: from which premises, as they stood (`versions`, by id), why, and what came of it.
    `act` names what it did, so that it can be undone like a press of a button; `result` is the row it made."""

    dream = models.ForeignKey(Dream, on_delete=models.CASCADE, related_name="proposals")
    operation = models.CharField(max_length=12, choices=DreamOperation.choices)
    state = models.CharField(max_length=10, choices=ProposalState.choices, default=ProposalState.PROPOSED)
    reason = models.CharField(max_length=40)
    content = SealedText(label="proposal.content.v1", default=bytes)
    premises = ArrayField(models.UUIDField(), default=list)
    versions = models.JSONField(default=dict)
    result = models.UUIDField(null=True, blank=True)
    act = models.UUIDField(default=uuid.uuid4, db_index=True)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
