"""What a dream looks at, as plain values: deciding needs no database. Only what may be read at all: live lines that were
not barred from learning, without the words of deleted and never-to-be-raised memories.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from accounts.models import User
from memory.forgetting import without_withheld
from memory.models import Evidence, Memory, Relation
from memory.policy import Kind, Use
from memory.states import OPEN_STATUSES, RelationKind, Source, Status
from transcript.models import Message, Role
from transcript.models import Status as MessageStatus
from transcript.mood import mood

ROWS_MOST = 3_000
LINES_MOST = 400
LINES_SINCE = timedelta(days=14)
UNTRUE = ("corrected", "edited", "merged")
"""Reasons of closed rows that say nothing any more: an error, an old wording."""
EXEMPT_FROM = 0.8
"""Importance from which a row is neither merged, nor weakened, nor closed."""


@dataclass(frozen=True)
class Row:
    """A memory, with the days, messages and conversations of the user's own words behind it."""

    id: UUID
    kind: Kind
    subject: str
    attribute: str
    value: str
    polarity: int
    statement: str
    lang: str
    status: str
    source: str
    confidence: float
    importance: float
    version: int
    recorded_at: datetime
    phase: str = ""
    pinned: bool = False
    expires_at: datetime | None = None
    on: date | None = None
    """The day it is about, in the user's zone; None where it has none."""
    days: frozenset[date] = frozenset()
    messages: frozenset[UUID] = frozenset()
    conversations: frozenset[UUID] = frozenset()

    @property
    def exempt(self) -> bool:
        return self.importance >= EXEMPT_FROM or self.pinned or self.source == Source.SET

    @property
    def valence(self) -> float:
        return mood(self.value if self.attribute == "mood" else self.statement).valence

    @property
    def day(self) -> date | None:
        """The day it happened or was first spoken of."""
        return self.on or min(self.days, default=None)


@dataclass(frozen=True)
class Said:
    """A line of the transcript that may be read."""

    id: UUID
    mine: bool
    """Whether the user said it."""
    text: str
    at: datetime
    day: date
    valence: float


@dataclass(frozen=True)
class Tie:
    """A relation: to another memory (`end`), or to an entity."""

    start: UUID
    kind: str
    end: UUID | None
    entity: UUID | None
    name: str = ""


@dataclass(frozen=True)
class Material:
    """Everything one dream decides from. `rows` are open or lately expired, oldest first; `lines` in order."""

    now: datetime
    rows: tuple[Row, ...]
    lines: tuple[Said, ...] = ()
    ties: tuple[Tie, ...] = ()
    since: datetime | None = None
    """When the dream before this one was; None for the first."""
    by_id: dict[UUID, Row] = field(default_factory=dict)

    def open(self, *kinds: Kind) -> list[Row]:
        return [row for row in self.rows if row.kind in kinds and row.status in OPEN_STATUSES]

    def tied(self, kind: RelationKind) -> list[tuple[Row, Tie]]:
        """Relations of a kind with the row they start from."""
        return [
            (self.by_id[tie.start], tie) for tie in self.ties if tie.kind == kind and tie.start in self.by_id
        ]


def material(
    now: datetime,
    rows: Iterable[Row],
    lines: Iterable[Said] = (),
    ties: Iterable[Tie] = (),
    since: datetime | None = None,
) -> Material:
    held = tuple(rows)
    return Material(now, held, tuple(lines), tuple(ties), since, {row.id: row for row in held})


def gather(user: User, now: datetime, since: datetime | None = None) -> Material:
    """Look at one user's memories and recent lines."""
    zone = user.zone
    rows = (
        Memory.objects.for_user(user)
        .filter(layer="real", paused=False, scope="everywhere")
        .filter(status__in=[*OPEN_STATUSES, Status.EXPIRED, Status.SUPERSEDED])
        .exclude(use=Use.NEVER_RAISE)
        .exclude(kind=Kind.SPECIAL)
        .exclude(reason__in=UNTRUE)
        .defer("vector", "keywords")
        .order_by("-recorded_at")[:ROWS_MOST]
    )
    proofs: dict[UUID, list[Evidence]] = {}
    said = Evidence.objects.for_user(user).filter(speaker="user", message__live=True)
    for proof in said.select_related("message").defer("quote", "message__text"):
        proofs.setdefault(proof.memory_id, []).append(proof)
    values = [_row(row, proofs.get(row.id, []), zone) for row in rows]
    return material(now, values[::-1], _lines(user, now), _ties(user), since)


def _row(row: Memory, proofs: list[Evidence], zone: ZoneInfo) -> Row:
    return Row(
        row.id, Kind(row.kind), row.subject, row.attribute, row.value, row.polarity, row.statement,
        "zh" if row.lang.startswith("zh") else "en", row.status, row.source, row.confidence, row.importance, row.version,
        row.recorded_at, row.phase, row.pinned, row.expires_at,
        row.true_from.astimezone(zone).date() if row.true_from else None,
        frozenset(proof.at.astimezone(zone).date() for proof in proofs),
        frozenset(proof.message_id for proof in proofs if proof.message_id),
        frozenset(proof.message.conversation_id for proof in proofs if proof.message),
    )  # fmt: skip


def _lines(user: User, now: datetime) -> list[Said]:
    rows = list(
        Message.objects.for_user(user)
        .filter(live=True, learn_bar="", created_at__gt=now - LINES_SINCE, conversation__temporary=False)
        .filter(conversation__deleted_at=None, conversation__apart=False)
        .exclude(role=Role.COMPANION, status__in=[MessageStatus.GENERATING, MessageStatus.FAILED])
        .exclude(role=Role.COMPANION, parent__learn_bar__gt="")
        .order_by("-created_at", "-id")[:LINES_MOST]
    )[::-1]
    texts = without_withheld(user, {row.id: row.text for row in rows})
    return [
        Said(
            row.id, row.role == Role.USER, texts[row.id], row.created_at,
            row.created_at.astimezone(user.zone).date(), row.valence if row.valence is not None else 0.0,
        )
        for row in rows
    ]  # fmt: skip


def _ties(user: User) -> list[Tie]:
    rows = Relation.objects.for_user(user).select_related("entity")
    return [
        Tie(row.start_id, row.kind, row.end_id, row.entity_id, row.entity.name if row.entity else "")
        for row in rows
    ]
