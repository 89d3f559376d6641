"""An operation that a dream proposes, before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.candidates import USER
from memory.dreaming.material import Material
from memory.policy import Kind
from memory.states import DreamOperation

MOST = 10
"""Operations in one dream."""

GUESSED = (DreamOperation.INSIGHT, DreamOperation.PREFERENCE, DreamOperation.STYLE, DreamOperation.SUPPORT)
"""Conclusions about the person: they wait to be confirmed, and are never told as facts."""
MAKES = (*GUESSED, DreamOperation.THREAD, DreamOperation.MOMENT, DreamOperation.EPISODE)
"""Operations that make a new row of premises."""


@dataclass(frozen=True)
class Idea:
    """What to do, from which memories, and why. `kind` to `lang` describe the row it would make; `lines` are the user's own
    lines that stand behind it beside the premises; `weight` orders ideas, greatest first."""

    operation: DreamOperation
    reason: str
    premises: tuple[UUID, ...]
    kind: Kind | None = None
    subject: str = USER
    attribute: str = ""
    value: str = ""
    statement: str = ""
    polarity: int = 1
    lang: str = "zh"
    confidence: float = 0.6
    lines: tuple[UUID, ...] = ()
    closes: UUID | None = None
    """A thread that ends with it."""
    weight: float = 1.0


Proposer = Callable[[Material], Sequence[Idea]]
