"""Whom a text names, by any of the ways they are called: 小雨 and 我妹妹 are one person, and what is known of the one is known
of the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from accounts.models import User
from accounts.vault import keyword_ids
from memory.keywords import asked, normalise, words
from memory.models import Alias
from memory.recall import anyof as anyof  # registers the lookup
from memory.understanding.entities import alias_key

_RUN = re.compile(r"[\u3400-\u9fff]+|[a-z][a-z'-]*(?: [a-z][a-z'-]*)*")
_LONGEST_ZH, _LONGEST_EN = 4, 3
"""Characters of a Chinese name and words of an English one that are looked up."""
_LOOKED_AT = 80
"""Characters of a question that are read for names."""


@dataclass(frozen=True)
class Named:
    """Those a text names: their rows, the keyword ids it names them by, and those of all their names."""

    entities: tuple[UUID, ...] = ()
    said: frozenset[int] = frozenset()
    called: frozenset[int] = frozenset()


def calls(text: str) -> list[str]:
    """What a text may call somebody by: short pieces of it. Pure."""
    return list(dict.fromkeys(_calls(normalise(text)[-_LOOKED_AT:].lower())))


def _calls(text: str) -> Iterator[str]:
    for run in _RUN.findall(text):
        if not run.isascii():
            for size in range(1, _LONGEST_ZH + 1):
                yield from (run[start : start + size] for start in range(len(run) - size + 1))
            continue
        parts = [part.removesuffix("'s") for part in run.split(" ")]
        for size in range(1, _LONGEST_EN + 1):
            for start in range(len(parts) - size + 1):
                yield " ".join(parts[start : start + size])


def named(user: User, text: str) -> Named:
    """Whom of the user's people, pets, places and things a text names."""
    keys = {alias_key(user, call) for call in calls(text)}
    if not keys:
        return Named()
    rows = Alias.objects.for_user(user).filter(entity__aliases__key__any_of=list(keys)).distinct()
    said, called, entities = set[str](), set[str](), dict[UUID, None]()
    for row in rows:
        spoken = {word for word in words(row.name) if len(word) > 1 or len(row.name) == 1}
        called |= spoken
        if bytes(row.key) in keys:
            said |= {*words(row.name), *asked(row.name)}
            entities[row.entity_id] = None
    return Named(
        tuple(entities),
        frozenset(keyword_ids(user.id, sorted(said))),
        frozenset(keyword_ids(user.id, sorted(called))),
    )
