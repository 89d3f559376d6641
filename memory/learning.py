"""The write path: `remember(exchange)` extracts, checks, judges, reconciles and writes, and reports each step.

The model is asked first, without a transaction; then one short transaction under the user's lock looks at the world
again and writes. Running it twice over the same lines changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from pydantic import BaseModel

from accounts.models import User
from llm.errors import BadAnswer, ModelUnavailable, Refused
from memory import marks, reporting, writing
from memory.asking import answers
from memory.candidates import Candidate, Exchange, Operation, Speaker
from memory.extraction import checking, itself, merging, model, project, rules, special
from memory.judging import Standing, Verdict, judge
from memory.models import Memory, Tombstone, Withheld
from memory.policy import Kind
from memory.recall import slots
from memory.reconciliation import learnt_from_this
from memory.report import Report, ReportItem
from memory.standing import consents_of, lock
from memory.states import ScopeKind
from memory.understanding import dependants, relations
from memory.unfolding import promises
from memory.using.asking import Beside

Ask = Callable[[list[dict[str, str]], type[BaseModel]], BaseModel]
Still = Callable[[], bool]
KIN_MOST = 100
Settled = tuple[Candidate, ReportItem]


@dataclass(frozen=True)
class Job:
    """What remembering needs beside the lines. `ask` reaches the model, or is None, and may read `shown`, the exchange
    without the words of deleted memories; `still_ours` is asked inside the
    transaction, and False (another worker took over, a line was withdrawn) writes nothing; `announce` runs
    in the same transaction with the finished Report."""

    user: User
    exchange: Exchange
    ask: Ask | None = None
    still_ours: Still = lambda: True
    announce: Callable[[Report], None] = lambda report: None
    shown: Exchange | None = None
    barred: Mapping[UUID, frozenset[str]] = field(default_factory=dict)
    """Kinds that were paused when a line was said, by line: never learnt from it, whatever is resumed later."""
    beside: Sequence[Beside] = ()
    """Memories that the exchange's replies were shown: the model says which they drew on."""


def remember(job: Job, now: datetime) -> Report:
    """Learn from settled lines. The Report says what became of every claim; `lost` when nothing may be written any more."""
    job = replace(job, exchange=replace(job.exchange, kin=_kin(job.user, job.exchange)))
    found = extract(job.exchange, job.ask, job.shown, job.beside)
    with transaction.atomic():
        settings = lock(job.user)
        if not job.still_ours() or settings.paused:
            return Report(lost=True)
        real = job.exchange.real
        answered = answers.settle(job.user, real, now)
        standing = Standing(
            consents_of(job.user), frozenset(settings.paused_kinds), job.exchange.project is not None
        )
        told = [(claim, item) for claim, item in answered if claim is not None]
        settled = told + [
            (claim, _settle(job, claim, standing, now))
            for claim in found.candidates
            if not any(_says_again(claim, other) for other, _item in told)
        ]
        items = [item for _claim, item in settled] + [item for claim, item in answered if claim is None]
        items += promises.heard(job.user, real, now)
        items += connect(job, settled, now)
        slots.settle(job.user, now)
        report = Report(tuple(items), found.failed, moods=found.moods, drawn=found.drawn)
        reporting.keep(job.user, settled, now)
        job.announce(report)
    return report


def _says_again(claim: Candidate, told: Candidate) -> bool:
    """Whether a claim found in an answer is the outcome that was just written from it: 面试没过, asked about the 面试."""
    dated = claim.kind in (Kind.EVENT, Kind.PLAN)
    return dated and claim.line == told.line and promises.speaks_of(told.value, claim.value)


def connect(job: Job, settled: Sequence[Settled], now: datetime) -> list[ReportItem]:
    """Tie what was just written to the rest, and make doubtful what stood on what changed; an item for each such row."""
    written = [
        relations.Written(item.memory, candidate)
        for candidate, item in settled
        if item.memory and item.verdict not in ("end", "drop")
    ]
    relations.relate(job.user, job.exchange, written, now)
    spared = [item.memory for _candidate, item in settled if item.memory]
    doubted = []
    for candidate, item in settled:
        if item.verdict in ("add", "happened"):
            for row in dependants.over(job.user, candidate, candidate.line, now):
                doubted.append(ReportItem(row.statement, "end", "ended", row.kind, row.id, row.status))
        ended = dependants.ends(candidate)
        told_now = item.verdict != "drop" or item.reason == "denies_unknown"
        if ended is None or not told_now or item.verdict == "confirm":
            continue
        ended = replace(ended, id=item.memory or ended.id)
        for row in dependants.doubt(job.user, ended, spared, candidate.line, now):
            doubted.append(
                ReportItem(row.statement, "doubt", dependants.DOUBTED, row.kind, row.id, row.status)
            )
    return doubted


def _kin(user: User, exchange: Exchange) -> tuple[tuple[str, str], ...]:
    """The names that are known, each with whose it is, so that what is said of 豆豆 is said of the cat."""
    rows = Memory.objects.for_user(user).open().filter(kind=Kind.PERSON, attribute="name", polarity=1)
    if exchange.apart:
        rows = rows.filter(Q(scope=ScopeKind.EVERYWHERE) | Q(scope_id=exchange.persona))
    else:
        rows = rows.exclude(scope=ScopeKind.PERSONA)
    known = rows.only("user_id", "subject", "value").order_by("-recorded_at")[:KIN_MOST]
    return tuple((row.value, row.subject) for row in known if row.value != row.subject)


@dataclass(frozen=True)
class Extracted:
    """Claims found in an exchange, the model's opinion of the moods and of what replies drew on, and whether the model was
    asked in vain."""

    candidates: list[Candidate]
    moods: dict[UUID, tuple[float, float]] = field(default_factory=dict)
    failed: bool = False
    drawn: Mapping[tuple[UUID, UUID], bool] = field(default_factory=dict)


def extract(
    exchange: Exchange, ask: Ask | None, shown: Exchange | None = None, beside: Sequence[Beside] = ()
) -> Extracted:
    """Candidates of the rules, and of the model where one is asked: it reads `shown`, else the exchange, and what stood
    `beside` its replies."""
    by_rules = [*rules.extract(exchange), *_of_project(exchange)]
    if ask is None:
        return Extracted(by_rules)
    try:
        opinion = model.read(shown or exchange, ask, beside)
    except Refused:
        return Extracted(by_rules)
    except (BadAnswer, ModelUnavailable):
        return Extracted(by_rules, failed=True)
    return Extracted(merging.merge(by_rules, opinion.candidates), opinion.moods, drawn=opinion.drawn)


def _of_project(exchange: Exchange) -> list[Candidate]:
    """What the user's lines say of the project that their conversation has joined."""
    if exchange.project is None:
        return []
    mine = (line for line in exchange.lines if line.speaker is Speaker.USER)
    return [claim for line in mine for claim in project.read(line, exchange.project)]


def _settle(job: Job, candidate: Candidate, standing: Standing, now: datetime) -> ReportItem:
    candidate = special.needing_consent(itself.own_words(promises.dated(candidate, job.exchange)))
    reason = checking.check(candidate, job.exchange) or _forgotten(job, candidate)
    if candidate.line in job.exchange.played:
        reason = "play"
    if candidate.kind in job.barred.get(candidate.line, ()):
        reason = reason or "paused"
    if reason:
        return _dropped(candidate, reason)
    if _learnt_already(job.user, candidate, job.exchange):
        return _dropped(candidate, "already_learnt")
    judgement = judge(candidate, standing)
    if judgement.verdict is Verdict.DROP:
        return _dropped(candidate, judgement.reason)
    if _said_after_deletion(job.user, candidate):
        judgement = type(judgement)(Verdict.PENDING, "said_again_after_deletion")
    return writing.write(job.user, job.exchange, candidate, judgement, now)


def _dropped(candidate: Candidate, reason: str) -> ReportItem:
    return ReportItem(candidate.statement, "drop", reason, candidate.kind)


def _tombstones(user: User, candidate: Candidate) -> Sequence[datetime]:
    fact = marks.fact_tombstone(user.id, candidate.subject, candidate.attribute, candidate.value)
    quote = marks.quote_tombstone(user.id, candidate.quote)
    rows = Tombstone.objects.for_user(user).filter(key__in=[fact, quote])
    return list(rows.values_list("at", flat=True))


def _forgotten(job: Job, candidate: Candidate) -> str | None:
    """Deleted facts stay gone: words said before the deletion prove nothing any more, however they are read again."""
    said = writing.said_at(job.exchange, candidate)
    if any(said <= at for at in _tombstones(job.user, candidate)):
        return "forgotten"
    line = next(line for line in job.exchange.lines if line.id == candidate.line)
    start = line.text.find(candidate.quote)
    for row in Withheld.objects.for_user(job.user).filter(message_id=candidate.line):
        held = line.text.find(row.quote)
        if held >= 0 and held < start + len(candidate.quote) and start < held + len(row.quote):
            return "forgotten"
    return None


def _said_after_deletion(user: User, candidate: Candidate) -> bool:
    return bool(_tombstones(user, candidate))


def _learnt_already(user: User, candidate: Candidate, exchange: Exchange) -> bool:
    """Whether this very message already stands behind this very fact, whatever became of it since: learning again
    over old messages must neither double a row, nor wake a superseded one, nor end what was said anew later."""
    kind = Kind.STATE if candidate.operation is Operation.EXCEPTION else candidate.kind
    slot = marks.slot(user.id, kind, candidate.subject, candidate.attribute, exchange.within(kind))
    rows = Memory.objects.for_user(user).filter(slot=slot, evidence__message_id=candidate.line)
    return learnt_from_this(candidate, [writing.known(row) for row in rows])
