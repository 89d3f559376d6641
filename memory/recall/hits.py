"""What recall is asked and what it hands on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from memory.models import Memory
from memory.policy import Kind
from memory.recall import cues
from memory.states import Phase, Source, Status


@dataclass(frozen=True)
class Cue:
    """What brings memories back: the user's line, what was said just before, where, and with whom."""

    text: str
    sitting: tuple[str, ...] = ()
    conversation: UUID | None = None
    persona: UUID | None = None
    project: UUID | None = None
    began: datetime | None = None
    """When the lines of this conversation begin that are told anyway: what was said since is not searched for."""
    open_minded: bool = False
    """Whether something may come to mind that nobody asked for: not where care is called for, or somebody leaves."""
    alone: bool = False
    """Whether this persona knows only what passed between it and the user, and their limits."""
    names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """What the user and the companion are called in a question: whose lines it asks about."""


@dataclass(frozen=True)
class Hit:
    """A memory for the prompt. `label` says how it stands: fact, guess, open, past, limit, style, plan."""

    id: UUID
    kind: Kind
    statement: str
    label: str
    status: str
    use: str
    subject: str = ""
    attribute: str = ""
    value: str = ""
    phase: str = ""
    true_from: datetime | None = None
    lanes: dict[str, float] = field(default_factory=dict)
    score: float = 0.0
    pinned: bool = False


@dataclass(frozen=True)
class Line:
    """A line that was found, and how far each lane carried it, in standard scores."""

    message: UUID
    conversation: UUID
    at: datetime
    role: str
    score: float
    lanes: Mapping[str, float]
    keywords: Sequence[int] = ()


@dataclass(frozen=True)
class Recalled:
    """What came to mind. `nothing_found` is True when the user asked for a memory and no lane had one to tell; `lines` are
    not counted: whether their words may be told is not known here."""

    active: tuple[Hit, ...] = ()
    passive: tuple[Hit, ...] = ()
    lines: tuple[Line, ...] = ()
    """What was said, as it was said: found where a question asks for it. What may be told of it is the teller's matter."""
    unbidden: tuple[Hit, ...] = ()
    """What came to mind by itself, once in a long while: to be said in passing, or not at all."""
    nothing_found: bool = False
    reading: cues.Reading | None = None
    degraded: bool = False
    """True when the embedder was away and keywords alone were searched."""
    own: tuple[Hit, ...] = ()
    """What the companion said of itself and bears on the line, in its own words."""

    @property
    def all(self) -> tuple[Hit, ...]:
        return self.active + self.passive + self.unbidden + self.own


READ = (
    "user_id", "kind", "statement", "status", "use", "subject", "attribute", "value", "phase", "true_from", "pinned", "source",
)  # fmt: skip
"""The columns a hit is made of: a whole row has three times as many, and takes as much longer to read."""


def hit(row: Memory, now: datetime, lane_scores: dict[str, float] | None = None, score: float = 0.0) -> Hit:
    """A memory as recall hands it on."""
    return Hit(
        row.id,
        Kind(row.kind),
        row.statement,
        label_of(row),
        row.status,
        row.use,
        row.subject,
        row.attribute,
        row.value,
        row.phase,
        row.true_from,
        lane_scores or {},
        score,
        row.pinned,
    )


def label_of(row: Memory) -> str:
    """How a memory may be spoken of."""
    if row.kind == Kind.BOUNDARY:
        return "limit"
    if row.kind == Kind.STYLE:
        return "style"
    if row.status in (Status.SUPERSEDED, Status.EXPIRED):
        return "past"
    if row.status == Status.CONFLICTED:
        return "open"
    if row.status == Status.PENDING or row.source in (Source.INFERRED, Source.SUMMARY):
        return "guess"
    if row.kind == Kind.PLAN:
        return "plan_passed" if row.phase == Phase.UNCONFIRMED else "plan"
    return "tone" if row.kind == Kind.STATE else "fact"
