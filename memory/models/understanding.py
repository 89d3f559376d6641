"""How memories hang together: who and what they speak of, how one bears on another, and what was concluded from what."""

from __future__ import annotations

from django.db import models

from accounts.fields import SealedText
from memory.models.owned import Owned
from memory.models.rows import Memory
from memory.states import EntityKind, RelationKind
from transcript.models import Message


class Entity(Owned):
    """A person, pet, place or thing in the user's life, one row each however it is called."""

    kind = models.CharField(max_length=8, choices=EntityKind.choices)
    name = SealedText(label="entity.name.v1")
    made_at = models.DateTimeField()


class Alias(Owned):
    """One way an entity is called: 我妹妹, 小雨. `key` is a keyed hash of its folded spelling."""

    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="aliases")
    name = SealedText(label="alias.name.v1")
    key = models.BinaryField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_entity_per_alias")]


class Relation(Owned):
    """How a memory bears on another, or on an entity: an event `involves` a person, a state was `felt` in it, a boundary is
    there `because` of a quarrel, a plan is `part_of` a thread. `message` is where the words stood, None for what
    consolidation concluded."""

    kind = models.CharField(max_length=10, choices=RelationKind.choices)
    start = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="leads_to")
    end = models.ForeignKey(Memory, on_delete=models.CASCADE, null=True, blank=True, related_name="led_from")
    entity = models.ForeignKey(
        Entity, on_delete=models.CASCADE, null=True, blank=True, related_name="relations"
    )
    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    quote = SealedText(label="relation.quote.v1", default=bytes)
    origin = models.CharField(max_length=12)  # rules, model, dream
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(end__isnull=True) ^ models.Q(entity__isnull=True), name="relation_one_end"
            ),
            models.UniqueConstraint(fields=["start", "kind", "end"], name="one_relation_to_memory"),
            models.UniqueConstraint(fields=["start", "kind", "entity"], name="one_relation_to_entity"),
        ]


class Derivation(Owned):
    """A conclusion and one premise of it. A conclusion without premises has nothing left to stand on."""

    conclusion = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="premises")
    premise = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="conclusions")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["conclusion", "premise"], name="one_derivation")]
