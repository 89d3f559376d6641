"""Taking the shipped files into the database."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from pathlib import Path

from django.db import transaction

from persona.content import FOLDER, Content, read
from persona.making import editing
from persona.models import Persona


def sync(now: datetime, key: str = "*") -> int:
    """Take the shipped files into the database, or the one of this key; the number of new versions. A file that says what a
    version says already makes none. Safe to run twice and by two processes. Raises CharacterError."""
    return sum(
        _sync(_read(path, path.stat().st_mtime_ns), now) for path in sorted(FOLDER.glob(f"{key}.toml"))
    )


@lru_cache(maxsize=64)
def _read(path: Path, _changed: int) -> Content:
    return read(path)


def _sync(content: Content, now: datetime) -> bool:
    with transaction.atomic():
        Persona.objects.get_or_create(
            key=content.key,
            defaults={
                "name": content.name,
                "language": content.language,
                "owner": None,
                "created_at": now,
            },
        )
        persona = Persona.objects.select_for_update().get(key=content.key)
        version = persona.versions.filter(content_hash=content.hash).order_by("-number").first()
        if version is None:
            editing.add(persona, content, now)
        elif persona.current_id != version.id:
            persona.speaks_as(version, content)
            persona.save()
    return version is None
