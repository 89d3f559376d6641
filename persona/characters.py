"""The characters: shipped as files, kept as versions in the database, spoken with as `Character` values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from uuid import UUID

from django.db import transaction

from persona.content import FOLDER, CharacterError, Content, read
from persona.models import Persona, PersonaVersion

DEFAULTS = {"zh": "xiaonuan", "en": "june"}

__all__ = ["Character", "CharacterError", "character_of", "default_for", "shipped", "sync"]


@dataclass(frozen=True)
class Character:
    """Who speaks, in one state that never changes. `lang` is `zh` or `en`; `lines` are the offline voice's, by section
    (`reflect.sad`)."""

    key: str
    name: str
    lang: str
    persona_id: UUID
    version_id: UUID
    calls_itself: str
    relation: str
    personality: tuple[str, ...]
    style: tuple[str, ...]
    values: tuple[str, ...]
    limits: tuple[str, ...]
    backstory: str
    examples: tuple[tuple[str, str], ...]
    lines: Mapping[str, tuple[str, ...]]


def sync(now: datetime) -> int:
    """Take the shipped files into the database; the number of new versions. A file that says what a version says
    already makes none. Safe to run twice and by two processes. Raises CharacterError."""
    return sum(_sync(read(path), now) for path in sorted(FOLDER.glob("*.toml")))


def _sync(content: Content, now: datetime) -> bool:
    with transaction.atomic():
        Persona.objects.get_or_create(
            key=content.key, defaults={"name": content.name, "language": content.language, "owner": None}
        )
        persona = Persona.objects.select_for_update().get(key=content.key)
        version = persona.versions.filter(content_hash=content.hash).order_by("-number").first()
        made = version is None
        if version is None:
            newest = persona.versions.order_by("-number").values_list("number", flat=True).first() or 0
            version = PersonaVersion.objects.create(
                persona=persona,
                number=newest + 1,
                content=content.model_dump(mode="json"),
                content_hash=content.hash,
                created_at=now,
            )
        if persona.current_id != version.id:
            persona.name, persona.language, persona.current = content.name, content.language, version
            persona.save(update_fields=["name", "language", "current"])
    return made


@lru_cache(maxsize=256)
def character_of(version_id: UUID) -> Character:
    """The character of a persona version. Raises PersonaVersion.DoesNotExist. Cached: a version never changes."""
    version = PersonaVersion.objects.get(id=version_id)
    content = Content.model_validate(version.content)
    return Character(
        key=content.key,
        name=content.name,
        lang=content.lang,
        persona_id=version.persona_id,
        version_id=version.id,
        calls_itself=content.calls_itself,
        relation=content.relation,
        personality=content.personality,
        style=content.style,
        values=content.values,
        limits=content.limits,
        backstory=content.backstory,
        examples=tuple((example.user, example.reply) for example in content.examples),
        lines=MappingProxyType(content.lines),
    )


def named(version_id: UUID) -> tuple[UUID, str] | None:
    """(persona, its name) of a version, None for one that is gone."""
    try:
        character = character_of(version_id)
    except PersonaVersion.DoesNotExist:
        return None
    return character.persona_id, character.name


def default_for(language: str) -> PersonaVersion:
    """The current version of the character that speaks a user's language: 小暖 for Chinese, else June."""
    key = DEFAULTS["zh" if language.startswith("zh") else "en"]
    current = _current(key)
    if current is None:
        written = (FOLDER / f"{key}.toml").stat().st_mtime
        sync(datetime.fromtimestamp(written, UTC))
        current = _current(key)
    if current is None:
        raise CharacterError(f"{key}.toml: no such character")
    return current


def _current(key: str) -> PersonaVersion | None:
    persona = Persona.objects.select_related("current").filter(key=key).first()
    return persona.current if persona else None


@lru_cache(maxsize=2)
def shipped(lang: str) -> Content:
    """The shipped character of a language, from its file."""
    return read(FOLDER / f"{DEFAULTS[lang]}.toml")
