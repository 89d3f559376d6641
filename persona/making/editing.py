"""Writing a user's characters: each change is a new version, nothing is overwritten, and what is deleted can be brought back
for a day.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import models, transaction

from accounts.models import User
from accounts.vault import keyed_hash
from persona.content import Content
from persona.models import BROUGHT_BACK_WITHIN, Persona, PersonaVersion, Picture
from transcript.models import Conversation

OWN_MOST = 200
"""Characters a user may keep."""


class NotThere(Exception):
    """No such character of this user's."""


class TooMany(Exception):
    """The user has as many characters as they may."""


class Stale(Exception):
    """Somebody (another tab) saved a version since this one was opened; nothing was changed."""

    def __init__(self, current: int) -> None:
        super().__init__(str(current))
        self.current = current


@dataclass(frozen=True)
class Saved:
    """The version that stands now, and whether it is a new one: the same content twice makes none."""

    version: PersonaVersion
    new: bool


def create(user: User, content: Content, now: datetime, picture: bytes = b"") -> Saved:
    """A new character of the user's. The same card or form twice in a row is one character. Raises TooMany."""
    with transaction.atomic():
        _lock(user)
        key = _key(user, content, picture)
        twin = Persona.objects.own(user).select_related("current").filter(key=key).first()
        if twin is not None and twin.retired_at is None and twin.current and twin.current.number == 1:
            return Saved(twin.current, False)
        if Persona.objects.own(user).filter(retired_at=None).count() >= OWN_MOST:
            raise TooMany
        persona = Persona(owner=user, language=content.language, created_at=now)
        persona.key = key if twin is None else f"own-{persona.id.hex}"
        persona.called_own = content.name
        persona.save()
        if picture:
            content = content.model_copy(update={"picture": keep_picture(persona, picture, now)})
        return Saved(add(persona, content, now), True)


def save(
    user: User,
    persona_id: UUID,
    content: Content,
    now: datetime,
    base: int | None = None,
    picture: bytes = b"",
) -> Saved:
    """The character as it shall be from now on, as its next version; with another portrait (WebP) where one is given. `base`
    is the number of the version that was opened for editing. Raises NotThere, or Stale where another version came since."""
    with transaction.atomic():
        persona = _own(user, persona_id)
        current = persona.current
        if current is not None:
            if current.content_hash == content.hash and not picture:
                return Saved(current, False)
            if base is not None and base != current.number:
                raise Stale(current.number)
        if picture:
            content = content.model_copy(update={"picture": keep_picture(persona, picture, now)})
        return Saved(add(persona, content, now), True)


def roll_back(user: User, persona_id: UUID, number: int, now: datetime) -> Saved:
    """An older version as the next one: the ones between stay where they are. Raises NotThere."""
    with transaction.atomic():
        persona = _own(user, persona_id)
        old = persona.versions.filter(number=number).first()
        if old is None:
            raise NotThere
        content = Content.model_validate(old.told)
        if persona.current is not None and persona.current.content_hash == content.hash:
            return Saved(persona.current, False)
        return Saved(add(persona, content, now, again=number), True)


def keep_picture(persona: Persona, webp: bytes, now: datetime) -> UUID:
    """Store a portrait for a character; its id. Of somebody's it is sealed."""
    row = Picture(persona=persona, user_id=persona.owner_id, created_at=now)
    if persona.owner_id:
        row.sealed = base64.b64encode(webp).decode("ascii")
    else:
        row.plain = webp
    row.save()
    return row.id


def picture_bytes(row: Picture) -> bytes:
    """A portrait as it is shown (WebP)."""
    return base64.b64decode(row.sealed) if row.user_id else bytes(row.plain or b"")


def retire(user: User, persona_id: UUID, now: datetime) -> None:
    """Delete a character: it can be brought back for a day; conversations it is in go on. Twice is once. Raises NotThere."""
    with transaction.atomic():
        persona = _own(user, persona_id, gone=True)
        if persona.retired_at is None:
            persona.retired_at = now
            persona.save(update_fields=["retired_at"])


def restore(user: User, persona_id: UUID) -> None:
    """Bring a deleted character back. Raises NotThere when its day is over."""
    with transaction.atomic():
        persona = _own(user, persona_id, gone=True)
        if persona.retired_at is not None:
            persona.retired_at = None
            persona.save(update_fields=["retired_at"])


def purge(now: datetime) -> int:
    """Take away for good what was deleted a day ago and has no conversation left; how many. Versions that a conversation
    speaks with stay as long as it does. Safe to run twice."""
    gone = Persona.objects.filter(owner__isnull=False, retired_at__lte=now - BROUGHT_BACK_WITHIN)
    speaks = Conversation.objects.filter(persona=models.OuterRef("id"))
    taken = 0
    for persona in gone.exclude(models.Exists(speaks)).order_by("retired_at")[:200]:
        with transaction.atomic():
            held = Persona.objects.select_for_update().filter(id=persona.id).first()
            if held is None or held.retired_at is None or talks_with(held).exists():
                continue
            held.delete()
            taken += 1
    return taken


def talks_with(persona: Persona) -> models.QuerySet[Conversation]:
    return Conversation.objects.filter(persona=persona.id)


def add(persona: Persona, content: Content, now: datetime, again: int | None = None) -> PersonaVersion:
    newest = persona.versions.order_by("-number").values_list("number", flat=True).first() or 0
    version = PersonaVersion(
        persona=persona,
        user_id=persona.owner_id,
        number=newest + 1,
        content_hash=content.hash,
        again=again,
        created_at=now,
    )
    told = content.model_dump(mode="json", exclude_defaults=True)
    if persona.owner_id:
        version.sealed = json.dumps(told, ensure_ascii=False)
    else:
        version.content = told
    version.save()
    persona.speaks_as(version, content)
    persona.save()
    return version


def _own(user: User, persona_id: UUID, *, gone: bool = False) -> Persona:
    rows = Persona.objects.own(user).select_for_update(of=("self",)).select_related("current")
    persona = (rows if gone else rows.filter(retired_at=None)).filter(id=persona_id).first()
    if persona is None:
        raise NotThere
    return persona


def _lock(user: User) -> None:
    """One at a time: a button pressed twice makes one character."""
    User.objects.select_for_update().get(pk=user.pk)


def _key(user: User, content: Content, picture: bytes) -> str:
    """The same for the same content from the same user, and nothing to anybody else."""
    seen = keyed_hash(user.id, "persona.twin", content.hash, hashlib.sha256(picture).hexdigest())
    return f"own-{seen.hex()[:40]}"
