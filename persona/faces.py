"""How a character is shown beside its words and in lists: its name, and its portrait or its letter in its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from accounts.models import User
from persona.characters import Character
from persona.content import monogram
from persona.models import Persona


@dataclass(frozen=True)
class Face:
    id: UUID
    name: str
    monogram: str
    hue: int
    picture: UUID | None
    own: bool = False


def face(persona: Persona) -> Face:
    name = persona.called
    return Face(persona.id, name, monogram(name), persona.hue, persona.portrait, persona.owner_id is not None)


def face_of(character: Character) -> Face:
    """As of the version that speaks."""
    content = character.content
    return Face(character.persona_id, content.name, monogram(content.name), content.hue, content.picture)


def to_choose(user: User) -> Sequence[Face]:
    """Whom a conversation can be begun with: the user's own, newest first, then everybody's; those of the user's language
    before the others."""
    rows = list(Persona.objects.for_user(user).kept())
    rows.sort(key=lambda row: row.created_at.timestamp() if row.created_at else 0.0, reverse=True)
    rows.sort(
        key=lambda row: (row.owner_id is None, row.language[:2] != user.language[:2] and row.owner_id is None)
    )
    return [face(row) for row in rows]


def of_all(user: User, personas: Sequence[UUID]) -> Mapping[UUID, Face]:
    """The faces of these, deleted ones too: their conversations go on."""
    return {row.id: face(row) for row in Persona.objects.for_user(user).filter(id__in=set(personas))}
