"""Where candidates come from. A source is a function of a user and a moment that gives grounds; it reads and writes nothing.

A new one: a module with `grounds(user, now)`, a name in topics.models.Source, its words in topics/wording.py, and a place here.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import User
from topics.grounds import Ground
from topics.sources import calendar, memories, outside, talk

SOURCES: tuple[Callable[[User, datetime], list[Ground]], ...] = (
    memories.grounds,
    calendar.grounds,
    talk.grounds,
    outside.grounds,
)


def gather(user: User, now: datetime) -> list[Ground]:
    """Everything that might be raised, of every source; one of a kind by key."""
    found: dict[str, Ground] = {}
    for source in SOURCES:
        for ground in source(user, now):
            found.setdefault(ground.ident, ground)
    return list(found.values())
