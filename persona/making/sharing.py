"""An operator gives one of their own characters to everybody, as a copy that goes its own way."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from persona.content import Content
from persona.making import editing
from persona.making.editing import NotThere
from persona.models import Persona, Picture


def share(user: User, persona_id: UUID, now: datetime) -> Persona:
    """The character as everybody has it: a new one, or the next version of the one that was shared before. Raises NotThere."""
    own = Persona.objects.own(user).kept().select_related("current").filter(id=persona_id).first()
    if own is None or own.current is None:
        raise NotThere
    content = Content.model_validate(own.current.told)
    with transaction.atomic():
        shared, _made = Persona.objects.get_or_create(
            key=_key(persona_id),
            defaults={"name": content.name, "language": content.language, "created_at": now, "owner": None},
        )
        shared = Persona.objects.select_for_update(of=("self",)).select_related("current").get(id=shared.id)
        shared.retired_at = None
        before = Content.model_validate(shared.current.told) if shared.current else None
        content = content.model_copy(update={"picture": _portrait(shared, before, content, now)})
        if before is None or before.hash != content.hash:
            editing.add(shared, content, now)
        else:
            shared.save(update_fields=["retired_at"])
    return shared


def shared_of(persona_id: UUID) -> Persona | None:
    """The copy that everybody has of an operator's character."""
    return Persona.objects.filter(key=_key(persona_id), owner=None, retired_at=None).first()


def withdraw(persona_id: UUID, now: datetime) -> bool:
    """Take it back: nobody begins a conversation with it any more, those begun go on."""
    return bool(
        Persona.objects.filter(key=_key(persona_id), owner=None, retired_at=None).update(retired_at=now)
    )


def _key(persona_id: UUID) -> str:
    return f"shared-{persona_id.hex}"


def _portrait(shared: Persona, before: Content | None, content: Content, now: datetime) -> UUID | None:
    """The portrait as a row of the shared character; the one it has where it shows the same."""
    row = Picture.objects.filter(id=content.picture).first() if content.picture else None
    if row is None:
        return None
    webp = editing.picture_bytes(row)
    had = Picture.objects.filter(id=before.picture).first() if before and before.picture else None
    return had.id if had and editing.picture_bytes(had) == webp else editing.keep_picture(shared, webp, now)
