"""The read path: `recall(user, cue, now) → Recalled`.

Active memory is what is always kept in mind, in a few slots; passive memory is what the cue brings back. States,
scopes, pauses, consent and "never raise" filter in SQL before anything is ranked. No model is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

import numpy as np
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.vault import keyword_ids
from memory import cues, fusion, lanes, marks
from memory.candidates import USER
from memory.keywords import whom, words
from memory.models import Memory, MemorySettings
from memory.policy import Kind, Use
from memory.standing import consents_of
from memory.states import Phase, ScopeKind, Source, Status

ACTIVE_SLOTS = 12
PASSIVE_MOST = 8
TONES_MOST = 2
DUE_WITHIN = timedelta(days=2)
CORE_ATTRIBUTES = ("name", "nickname", "city", "job", "birthday")


@dataclass(frozen=True)
class Cue:
    """What brings memories back: the user's line, what was said just before, where, and with whom."""

    text: str
    sitting: tuple[str, ...] = ()
    conversation: UUID | None = None
    persona: UUID | None = None
    project: UUID | None = None


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
class Recalled:
    """What came to mind. `nothing_found` is True when the user asked for a memory and no lane had one to tell."""

    active: tuple[Hit, ...] = ()
    passive: tuple[Hit, ...] = ()
    nothing_found: bool = False
    reading: cues.Reading | None = None
    degraded: bool = False
    """True when the embedder was away and keywords alone were searched."""

    @property
    def all(self) -> tuple[Hit, ...]:
        return self.active + self.passive


def recall(user: User, cue: Cue, now: datetime, embed: lanes.Embed) -> Recalled:
    """Bring to mind what this cue calls for. While memory is paused only the user's limits stand."""
    reading = cues.read(cue.text)
    settings = MemorySettings.objects.filter(user=user).first() or MemorySettings(user=user)
    rows = allowed(user, cue).exclude(kind__in=settings.paused_kinds).exclude(expires_at__lte=now)
    if settings.paused:
        return limits_only(user, cue, now)
    active = [*active_slots(rows, now), *tones(rows, now)]
    past = _past(user).exclude(kind__in=settings.paused_kinds) if reading.asks_past else None
    passive, degraded = _passive(user, rows if past is None else rows | past, reading, embed, now)
    kept = {hit.id for hit in active}
    told = [hit for hit in passive if hit.id not in kept]
    found = bool(passive) or any(_answers(hit, reading) for hit in active)
    return Recalled(tuple(active), tuple(told), reading.asks_memory and not found, reading, degraded)


def limits_only(user: User, cue: Cue, now: datetime) -> Recalled:
    """Nothing but the user's limits, which hold whatever else is paused or left out on request."""
    rows = allowed(user, cue).filter(kind=Kind.BOUNDARY).exclude(expires_at__lte=now)
    return Recalled(tuple(active_slots(rows, now)), reading=cues.read(cue.text))


def allowed(user: User, cue: Cue) -> QuerySet[Memory]:
    """Rows that may come to mind here. Special kinds only with consent, and when the user raised the matter in this
    sitting."""
    scope = Q(scope=ScopeKind.EVERYWHERE)
    if cue.persona:
        scope |= Q(scope=ScopeKind.PERSONA, scope_id=cue.persona)
    if cue.conversation:
        scope |= Q(scope=ScopeKind.CONVERSATION, scope_id=cue.conversation)
    if cue.project:
        scope |= Q(scope=ScopeKind.PROJECT, scope_id=cue.project)
    rows = Memory.objects.for_user(user).recallable().filter(scope)
    consents = consents_of(user)
    if not consents:
        return rows.exclude(kind=Kind.SPECIAL)
    raised = _matter(user, [text for text in (*cue.sitting, cue.text) if text])
    return rows.exclude(Q(kind=Kind.SPECIAL) & ~(Q(consent__in=consents) & Q(keywords__overlap=raised)))


def _matter(user: User, texts: Sequence[str]) -> list[int]:
    """Ids of the longer words of what was raised: single characters would raise everything."""
    longer = {word for text in texts for word in words(text) if len(word) > 1}
    return keyword_ids(user.id, sorted(longer)) or [-1]


def active_slots(rows: QuerySet[Memory], now: datetime) -> list[Hit]:
    """What is always kept in mind, most binding first."""
    wanted = (
        Q(pinned=True)
        | Q(kind__in=[Kind.BOUNDARY, Kind.STYLE, Kind.REFERENCE])
        | Q(kind=Kind.IDENTITY, attribute__in=CORE_ATTRIBUTES)
        | Q(kind__in=[Kind.THREAD, Kind.PROJECT], phase=Phase.OPEN)
        | Q(kind=Kind.PROMISE, phase__in=[Phase.OPEN, Phase.DUE], true_from__lte=now + DUE_WITHIN)
        | Q(kind=Kind.PLAN, phase=Phase.AHEAD, true_from__lte=now + DUE_WITHIN)
    )
    held = rows.filter(wanted).filter(status=Status.CURRENT).order_by("-importance", "-recorded_at")[:60]
    ranked = sorted(held, key=lambda row: (-_binding(row), -row.importance, -row.recorded_at.timestamp()))
    return [hit(row, now) for row in ranked[:ACTIVE_SLOTS]]


def tones(rows: QuerySet[Memory], now: datetime) -> list[Hit]:
    """The latest states, which colour the tone while they last; they take no slot from what is always kept in mind."""
    recent = rows.filter(kind=Kind.STATE, status=Status.CURRENT, expires_at__gt=now)
    return [hit(row, now) for row in recent.order_by("-recorded_at")[:TONES_MOST]]


def _binding(row: Memory) -> int:
    order = (Kind.BOUNDARY, Kind.STYLE, Kind.PROMISE, Kind.IDENTITY, Kind.REFERENCE, Kind.PLAN, Kind.THREAD)
    place = order.index(Kind(row.kind)) if row.kind in order else len(order)
    return 20 * row.pinned + len(order) - place


def _passive(
    user: User, rows: QuerySet[Memory], reading: cues.Reading, embed: lanes.Embed, now: datetime
) -> tuple[list[Hit], bool]:
    searched = rows.exclude(kind__in=[Kind.BOUNDARY, Kind.STYLE])
    if who := _asked_about(user, reading):
        searched = searched.filter(keywords__overlap=who)
    near = lanes.vector(user, searched, reading.core, embed)
    said = lanes.keyword(user, searched, reading.core)
    addressed = lanes.slots(user, searched, reading.slots)
    found = set(said) | set(addressed) | set(near or ())
    ranked = fusion.fuse(
        _light(searched, found, now), {"vector": near or {}, "keyword": said, "slot": addressed}, now
    )
    enough = fusion.agrees if reading.asks_memory else fusion.hints
    told = [item for item in ranked if enough(item.lanes)][: 3 * PASSIVE_MOST]
    table = {row.id: row for row in searched.filter(id__in=[item.id for item in told])}
    best = fusion.diverse([item for item in told if item.id in table], _vectors(table), PASSIVE_MOST)
    return [hit(table[item.id], now, dict(item.lanes), item.score) for item in best], near is None


def _vectors(table: Mapping[UUID, Memory]) -> dict[UUID, np.ndarray]:
    """The rows' vectors that may be compared: those of the recipe that was used last."""
    made = [row for row in table.values() if row.vector is not None and row.embedded_at]
    if not made:
        return {}
    recipe = max(made, key=lambda row: row.embedded_at or row.recorded_at).recipe
    return {row.id: np.asarray(row.vector, dtype=np.float32) for row in made if row.recipe == recipe}


def _light(rows: QuerySet[Memory], ids: Iterable[UUID], now: datetime) -> list[fusion.Row]:
    """What ranking needs of many rows, without opening or parsing what only the few that are told need."""
    wanted = ("id", "kind", "importance", "confidence", "recorded_at", "last_used", "true_until")
    return [
        fusion.Row(key, Kind(kind), weight, sure, at, used, until is not None and until >= now)
        for key, kind, weight, sure, at, used, until in rows.filter(id__in=list(ids)).values_list(*wanted)
    ]


def _asked_about(user: User, reading: cues.Reading) -> list[int]:
    """Ids of the words for the person or pet that a question names: an answer about the sister is no answer about the
    brother, however near the two lie."""
    named = [subject for subject, _attribute in reading.slots if subject != USER]
    wanted = {word for subject in named for word in words(subject) if len(word) > 1 or len(subject) == 1}
    if reading.asks_memory:
        wanted |= whom(reading.core)
    return keyword_ids(user.id, sorted(wanted))


def _past(user: User) -> QuerySet[Memory]:
    """Rows that held once, for a cue that asks about the past. What was an error was never true."""
    past = Memory.objects.for_user(user).filter(
        status__in=[Status.SUPERSEDED, Status.EXPIRED], layer="real", paused=False, scope=ScopeKind.EVERYWHERE
    )
    past = past.exclude(reason__in=["corrected", "edited"]).exclude(use=Use.NEVER_RAISE)
    # a limit that was lifted, or a wish for one evening, must not hold again
    return past.exclude(kind__in=[Kind.SPECIAL, Kind.BOUNDARY, Kind.STYLE])


def _answers(found: Hit, reading: cues.Reading) -> bool:
    wanted = {(marks.subject_key(subject), attribute) for subject, attribute in reading.slots}
    return (marks.subject_key(found.subject), found.attribute) in wanted


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
