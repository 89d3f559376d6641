"""Which version a conversation speaks with: the one it began with, until its user moves it."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from accounts.models import User
from persona.models import Persona, PersonaVersion
from transcript.models import Conversation


def newer(conversation: Conversation) -> PersonaVersion | None:
    """The version that its persona has by now, where that is another than the conversation speaks with."""
    row = (
        Persona.objects.filter(id=conversation.persona, retired_at=None).select_related("current").first()
        if conversation.persona
        else None
    )
    current = row.current if row else None
    return current if current and current.id != conversation.persona_version else None


def move(user: User, conversation: UUID, version: UUID) -> bool:
    """Have a conversation speak with another version of its persona; False when either is not there. Twice is once."""
    with transaction.atomic():
        row = (
            Conversation.objects.for_user(user).select_for_update(no_key=True).filter(id=conversation).first()
        )
        there = PersonaVersion.objects.filter(id=version).first()
        if row is None or there is None or there.persona_id != row.persona:
            return False
        if row.persona_version != version:
            row.persona_version, row.stays_from = version, None
            row.save(update_fields=["persona_version", "stays_from"])
    return True


def move_all(user: User, persona: UUID, version: UUID) -> int:
    """The same for every conversation with the persona; how many moved."""
    rows = Conversation.objects.for_user(user).filter(persona=persona).exclude(persona_version=version)
    return rows.update(persona_version=version, stays_from=None)


def behind(user: User, persona: Persona) -> int:
    """How many of the user's conversations speak with an older version."""
    if persona.current_id is None:
        return 0
    rows = Conversation.objects.for_user(user).filter(persona=persona.id, deleted_at=None)
    return rows.exclude(persona_version=persona.current_id).count()


def stay(user: User, conversation: UUID) -> bool:
    """Leave a conversation with the version it began with; this newer one is not offered to it again."""
    with transaction.atomic():
        row = (
            Conversation.objects.for_user(user).select_for_update(no_key=True).filter(id=conversation).first()
        )
        if row is None:
            return False
        current = newer(row)
        row.stays_from = current.id if current else None
        row.save(update_fields=["stays_from"])
    return True
