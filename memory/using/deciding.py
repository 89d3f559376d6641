"""Which of the memories that a reply was shown it really drew on. Pure: the model's pointing where it was asked, else what
the words have in common.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.keywords import normalise, whom
from memory.policy import Kind
from memory.using.words import telling

IN_FORCE = (Kind.BOUNDARY, Kind.STYLE)
"""Kinds that shape every reply they were shown to, whether or not a word of theirs is in it."""
LONG_VALUE = 4
"""From this many telling words on, one of them may be in a reply by chance: two must be."""


@dataclass(frozen=True)
class Shown:
    """A memory as a reply was shown it."""

    id: UUID
    kind: str
    statement: str
    value: str
    subject: str = ""


def judge(
    shown: Sequence[Shown], line: str, reply: str, opinion: Mapping[UUID, bool] | None = None
) -> dict[UUID, bool]:
    """Used or not, by memory. `line` is what the user had said: words they brought themselves prove nothing. `opinion` is
    the model's, for the memories that it was asked about."""
    asked = opinion or {}
    return {one.id: one.kind in IN_FORCE or asked.get(one.id, overlaps(one, line, reply)) for one in shown}


def overlaps(shown: Shown, line: str, reply: str) -> bool:
    """Whether the reply says something of this memory that the user's own line did not."""
    value = normalise(shown.value).strip()
    if len(value) > 1 and value in normalise(reply) and value not in normalise(line):
        return True
    fresh = telling(reply) - telling(line)
    of_value = telling(shown.value)
    if len(of_value & fresh) >= (1 if len(of_value) < LONG_VALUE else 2):
        return True
    if len(telling(shown.statement) & fresh) >= 2:
        return True
    # 小花 in both, and only the reply knows that she is a cat
    named = whom(shown.statement) & (whom(reply) - whom(line))
    return bool(named and value and value in normalise(reply))
