"""The characters: kept as versions in the database, spoken with as `Character` values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from uuid import UUID

from accounts.models import User
from persona.content import FOLDER, CharacterError, Content
from persona.models import Chosen, Persona, PersonaVersion
from persona.rows import SIBLINGS, Lines
from persona.shipping import sync

__all__ = ["Character", "CharacterError", "character_of", "chosen_for", "default_for"]


@dataclass(frozen=True)
class Character:
    """Who speaks, in one state that never changes."""

    content: Content
    persona_id: UUID
    version_id: UUID

    @property
    def key(self) -> str:
        return self.content.key

    @property
    def name(self) -> str:
        return self.content.name

    @property
    def lang(self) -> str:
        """`zh` or `en`."""
        return self.content.lang

    @property
    def lines(self) -> Lines:
        """The offline voice's lines, by section (`reflect.sad`)."""
        return self.content.lines


def character_of(version_id: UUID) -> Character:
    """The character of a persona version. Raises PersonaVersion.DoesNotExist."""
    try:
        return _shared(version_id)
    except _Own as own:
        return _character(own.version)


class _Own(Exception):
    """A version that is somebody's: read anew each time, what a user wrote must not outlive their key in a process's memory."""

    def __init__(self, version: PersonaVersion) -> None:
        super().__init__(str(version))
        self.version = version


@lru_cache(maxsize=256)
def _shared(version_id: UUID) -> Character:
    """Cached: a version never changes, and everybody's is nobody's secret."""
    version = PersonaVersion.objects.get(id=version_id)
    if version.user_id is not None:
        raise _Own(version)
    return _character(version)


def _character(version: PersonaVersion) -> Character:
    return Character(Content.model_validate(version.told), version.persona_id, version.id)


def named(version_id: UUID) -> tuple[UUID, str] | None:
    """(persona, its name) of a version, None for one that is gone."""
    try:
        character = character_of(version_id)
    except PersonaVersion.DoesNotExist:
        return None
    return character.persona_id, character.name


def called(persona: UUID) -> str:
    """A persona's name, "" for one that is gone."""
    row = Persona.objects.filter(id=persona).first()
    return row.called if row else ""


def chosen_for(user: User) -> PersonaVersion:
    """The current version of whom the user talks with: whom they chose, else the one that speaks their language."""
    row = (
        Chosen.objects.for_user(user)
        .select_related("persona__current")
        .filter(persona__retired_at=None)
        .first()
    )
    if row and row.persona and row.persona.current:
        return row.persona.current
    return default_for(user.language)


def default_for(language: str) -> PersonaVersion:
    """The current version of the character that speaks a language: 小暖 for Chinese, else June."""
    key = SIBLINGS["zh" if language.startswith("zh") else "en"]
    current = _current(key)
    if current is None:
        written = (FOLDER / f"{key}.toml").stat().st_mtime
        sync(datetime.fromtimestamp(written, UTC), key)
        current = _current(key)
    if current is None:
        raise CharacterError(f"{key}.toml: no such character")
    return current


def _current(key: str) -> PersonaVersion | None:
    persona = Persona.objects.select_related("current").filter(key=key).first()
    return persona.current if persona else None
