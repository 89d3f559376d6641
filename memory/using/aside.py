"""Set aside: a memory that stays out of one conversation because the user said so there, and is used everywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from memory.models import Evidence, Memory, SetAside
from memory.standing import lock

REWORDED = ("edited", "merged")
"""Why a row was closed when what took its place says the same."""


def set_aside(user: User, memory: UUID, conversation: UUID, now: datetime) -> Memory:
    """Leave a memory out of a conversation. The caller has checked that the conversation is the user's; raises
    Memory.DoesNotExist for anybody else's memory. Safe to run twice."""
    with transaction.atomic():
        lock(user)
        row = Memory.objects.for_user(user).get(id=memory)
        SetAside.objects.get_or_create(
            user=user, memory=row, conversation_id=conversation, defaults={"at": now}
        )
    return row


def take_back(user: User, memory: UUID, conversation: UUID) -> Memory:
    """Use it there again, also where an earlier wording of it was set aside."""
    with transaction.atomic():
        lock(user)
        row = Memory.objects.for_user(user).get(id=memory)
        former = Memory.objects.for_user(user).filter(closed_by=row, reason__in=REWORDED)
        keys = [row.id, *former.values_list("id", flat=True)]
        SetAside.objects.for_user(user).filter(memory__in=keys, conversation=conversation).delete()
    return row


def aside_in(user: User, conversation: UUID | None) -> frozenset[UUID]:
    """The memories that stay out of a conversation, with the wordings that took their place."""
    if conversation is None:
        return frozenset()
    rows = SetAside.objects.for_user(user).filter(conversation=conversation)
    kept: set[UUID] = set()
    for key, reason, heir in rows.values_list("memory_id", "memory__reason", "memory__closed_by_id"):
        kept.add(key)
        if heir is not None and reason in REWORDED:
            kept.add(heir)
    return frozenset(kept)


def aside_rows(user: User, conversation: UUID) -> list[Memory]:
    """The same, as rows: for texts that may tell what they say."""
    keys = aside_in(user, conversation)
    return list(Memory.objects.for_user(user).filter(id__in=keys)) if keys else []


def without_aside(user: User, conversation: UUID, texts: Mapping[UUID, str]) -> dict[UUID, str]:
    """Message texts by id, as a prompt of this conversation may tell them: without the words that what is set aside in it
    stands on, or the history would bring back what recall leaves out."""
    cleaned, aside = dict(texts), aside_in(user, conversation)
    if aside:
        for proof in Evidence.objects.for_user(user).filter(memory__in=aside, message__in=list(texts)):
            cleaned[proof.message_id] = cleaned[proof.message_id].replace(proof.quote, "…")
    return cleaned
