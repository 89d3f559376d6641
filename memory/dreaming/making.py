"""What each operation of a dream does to the rows. Call inside the transaction that holds the user's lock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from accounts.models import User
from memory import writing
from memory.candidates import Candidate
from memory.dreaming.ideas import GUESSED, MAKES, Idea
from memory.dreaming.material import EXEMPT_FROM
from memory.forgetting import without_withheld
from memory.history import Change, close, hand_on_proofs, snapshot, transition
from memory.models import Derivation, Evidence, Memory, Relation
from memory.policy import Kind
from memory.states import (
    OPEN_STATUSES,
    DreamOperation,
    Phase,
    ProposalState,
    RelationKind,
    Source,
    Status,
    TransitionKind,
)
from transcript.models import Message

FLOOR = 0.35
RENEWED = timedelta(days=90)
LIVES = {Kind.PREFERENCE: timedelta(days=60), Kind.STYLE: timedelta(days=90)}
"""How long an inferred one stands without new support; the others by their kind's policy."""


class NotNow(Exception):
    """Why an operation is not done; `state` says what becomes of the proposal."""

    def __init__(self, state: ProposalState, reason: str) -> None:
        super().__init__(reason)
        self.state, self.reason = state, reason


@dataclass(frozen=True)
class Doing:
    """An operation under way: its user, its proposal's act, the premises as they are now, and the moment."""

    user: User
    idea: Idea
    act: UUID
    rows: dict[UUID, Memory]
    now: datetime


def _conclude(doing: Doing) -> UUID:
    """A new row that stands on its premises: a guess waits to be confirmed, an account of facts is a summary."""
    idea = doing.idea
    guess = idea.operation in GUESSED
    row = _build(
        doing, Source.INFERRED if guess else Source.SUMMARY, Status.PENDING if guess else Status.CURRENT
    )
    row.save()
    for premise in doing.rows.values():
        Derivation.objects.create(user=doing.user, conclusion=row, premise=premise, at=doing.now)
    _witness(doing, row)
    transition(row, Change(TransitionKind.DREAM, idea.reason, act=doing.act), doing.now)
    if idea.operation in (DreamOperation.THREAD, DreamOperation.EPISODE):
        _parts(doing, row)
    if idea.closes is not None:
        _close(doing, idea.closes)
    return row.id


def _build(doing: Doing, source: Source, status: Status) -> Memory:
    idea = doing.idea
    if idea.kind is None:
        raise NotNow(ProposalState.REFUSED, "no_kind")
    claim = Candidate(
        idea.kind, idea.subject, idea.attribute, idea.value, idea.statement, idea.lang, UUID(int=0), "",
        idea.polarity, confidence=idea.confidence,
    )  # fmt: skip
    row = writing.build(doing.user, claim, source, status, doing.now)
    row.reason, row.last_confirmed = idea.reason, None
    if idea.kind in LIVES and source == Source.INFERRED:
        row.expires_at = doing.now + LIVES[idea.kind]
    if idea.operation is DreamOperation.EPISODE:
        row.phase = Phase.HAPPENED
        days = [premise.true_from or premise.recorded_at for premise in doing.rows.values()]
        row.true_from, row.true_until, row.precision = min(days), max(days), "day"
    return row


def _witness(doing: Doing, row: Memory) -> None:
    """The user's own lines that stand behind a conclusion beside its premises, without what is withheld in them."""
    lines = Message.objects.for_user(doing.user).filter(id__in=doing.idea.lines, live=True)
    texts = without_withheld(doing.user, {line.id: line.text for line in lines})
    for line in lines:
        Evidence.objects.create(
            user=doing.user,
            memory=row,
            message=line,
            quote=texts[line.id][:200],
            speaker="user",
            at=line.created_at,
        )


def _parts(doing: Doing, whole: Memory) -> None:
    for premise in doing.rows.values():
        if premise.id != whole.id:
            _relate(doing, premise, RelationKind.PART_OF, whole)


def _relate(doing: Doing, start: Memory, kind: RelationKind, end: Memory) -> None:
    Relation.objects.get_or_create(
        user=doing.user, start=start, kind=kind, end=end, defaults={"origin": "dream", "at": doing.now}
    )


def _close(doing: Doing, thread: UUID) -> None:
    row = Memory.objects.for_user(doing.user).filter(id=thread, status__in=OPEN_STATUSES).first()
    if row is None or _exempt(row):
        return
    before = snapshot(row)
    row.phase, row.reason = Phase.CLOSED, doing.idea.reason
    row.save(update_fields=["phase", "reason"])
    close(row, Status.SUPERSEDED, doing.now)
    change = Change(TransitionKind.DREAM, doing.idea.reason, act=doing.act, before=before)
    transition(row, change, doing.now)


def _merge(doing: Doing) -> UUID:
    """One row with everything that spoke for the others; those stay, closed behind it. The new one is indexed and queued for
    its vector before the others close."""
    rows = [doing.rows[key] for key in doing.idea.premises]
    if any(_exempt(row) or row.status != Status.CURRENT for row in rows):
        raise NotNow(ProposalState.REFUSED, "exempt")
    best = rows[0]
    row = _build(doing, Source(best.source), Status.CURRENT)
    row.importance = max(one.importance for one in rows)
    row.true_from, row.true_until, row.precision = best.true_from, best.true_until, best.precision
    row.phase, row.use, row.consent = best.phase, best.use, best.consent
    row.last_confirmed = max((one.last_confirmed for one in rows if one.last_confirmed), default=None)
    row.save()
    for one in rows:
        hand_on_proofs(one, row)
        for tie in Relation.objects.filter(start=one):
            Relation.objects.get_or_create(
                user=doing.user, start=row, kind=tie.kind, end=tie.end, entity=tie.entity,
                defaults={"message": tie.message, "quote": tie.quote, "origin": "dream", "at": doing.now},
            )  # fmt: skip
    for number, one in enumerate(rows):
        before = snapshot(one)
        one.reason = "merged"
        one.save(update_fields=["reason"])
        close(one, Status.SUPERSEDED, doing.now, row)
        change = Change(
            TransitionKind.MERGE, doing.idea.reason, new=row, made=number == 0, act=doing.act, before=before
        )
        transition(one, change, doing.now)
    return row.id


def _exempt(row: Memory) -> bool:
    return row.importance >= EXEMPT_FROM or row.pinned or row.source == Source.SET


def _shift(doing: Doing) -> None:
    """More or less conviction in a conclusion; below the floor it expires. Or a thread comes to its end."""
    if doing.idea.closes is not None:
        _close(doing, doing.idea.closes)
        return
    row = doing.rows[doing.idea.premises[0]]
    if _exempt(row):
        raise NotNow(ProposalState.REFUSED, "exempt")
    before = snapshot(row)
    row.confidence = doing.idea.confidence
    if doing.idea.operation is DreamOperation.STRENGTHEN and row.expires_at:
        row.expires_at = doing.now + RENEWED
    if row.confidence < FLOOR:
        row.reason = doing.idea.reason
        row.save(update_fields=["confidence", "reason"])
        close(row, Status.EXPIRED, doing.now)
    else:
        row.version += 1
        row.save(update_fields=["confidence", "expires_at", "version"])
    for key in doing.idea.premises[1:]:
        if doing.idea.operation is DreamOperation.STRENGTHEN:
            Derivation.objects.get_or_create(
                user=doing.user, conclusion=row, premise_id=key, defaults={"at": doing.now}
            )
    transition(row, Change(TransitionKind.DREAM, doing.idea.reason, act=doing.act, before=before), doing.now)


def _bind(doing: Doing) -> None:
    start, end = (doing.rows[key] for key in doing.idea.premises[:2])
    _relate(doing, start, RelationKind.BECAUSE, end)


DOES: dict[DreamOperation, Callable[[Doing], UUID | None]] = {
    **dict.fromkeys(MAKES, _conclude),
    DreamOperation.MERGE: _merge,
    DreamOperation.STRENGTHEN: _shift,
    DreamOperation.WEAKEN: _shift,
    DreamOperation.RELATE: _bind,
}
