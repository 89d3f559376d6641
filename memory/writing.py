"""Writing one judged claim: the rows that reconciliation decided on, with evidence and history.

Call inside the transaction that holds the user's lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.models import User
from memory import marks
from memory.candidates import Candidate, Exchange, Operation, Speaker
from memory.history import Change, close, snapshot, transition
from memory.judging import Judgement, Verdict, importance
from memory.models import Evidence, Memory
from memory.policy import POLICY, SITTING_QUIET, Kind, Use
from memory.reconciliation import Action, Decision, Known, reconcile
from memory.report import ReportItem
from memory.rivalry import settle_rivals
from memory.states import Phase, ScopeKind, Source, Status, TransitionKind


@dataclass(frozen=True)
class Step:
    """One candidate on its way into the rows."""

    user: User
    exchange: Exchange
    candidate: Candidate
    judgement: Judgement
    decision: Decision
    targets: tuple[Memory, ...]
    now: datetime
    before: Mapping[UUID, dict[str, Any]]
    """How the targets stood before this step."""


def write(
    user: User, exchange: Exchange, candidate: Candidate, judgement: Judgement, now: datetime
) -> ReportItem:
    """Carry out what reconciliation decides for this candidate; the item for the Report."""
    within = exchange.within(candidate.kind)
    slot = marks.slot(user.id, candidate.kind, candidate.subject, candidate.attribute, within)
    rows = {row.id: row for row in Memory.objects.for_user(user).open().filter(slot=slot)}
    decision = reconcile(candidate, [known(row) for row in rows.values()])
    targets = tuple(rows[target] for target in decision.targets)
    if candidate.kind is Kind.SELF and decision.action is Action.CONFLICT:
        return ReportItem(candidate.statement, Action.DROP, "contradicts_itself", candidate.kind)
    if decision.action in _OVERRIDES and _set_since(targets, said_at(exchange, candidate)):
        return ReportItem(candidate.statement, Action.DROP, "set_since", candidate.kind)
    before = {target.id: snapshot(target) for target in targets}
    memory = _ACTS[decision.action](
        Step(user, exchange, candidate, judgement, decision, targets, now, before)
    )
    woken = decision.action is Action.CONFIRM and memory and memory.status == Status.CURRENT
    if woken or any(stood["status"] == Status.CONFLICTED for stood in before.values()):
        settle_rivals(user, [slot], now)  # one side may have ended, or a suggestion stand against what holds
        if memory:
            memory.refresh_from_db()
    reason = decision.reason if decision.reason not in ("new", "") else judgement.reason
    return ReportItem(
        candidate.statement,
        decision.action.value,
        reason,
        candidate.kind,
        memory.id if memory else None,
        memory.status if memory else "",
    )


def _set_since(targets: Sequence[Memory], said: datetime) -> bool:
    """Whether the user wrote one of the rows by hand after the line was said: what was written last is their word, and a
    line that a worker comes to later must not stand against it."""
    return any(row.source == Source.SET and row.recorded_at > said for row in targets)


def known(row: Memory) -> Known:
    return Known(**{field.name: getattr(row, field.name) for field in fields(Known)})


def build(user: User, candidate: Candidate, source: Source, status: Status, now: datetime) -> Memory:
    """An unsaved row for a candidate, with everything the policy table sets."""
    policy = POLICY[candidate.kind]
    guarded = POLICY[Kind.SPECIAL] if candidate.consent else policy
    span = candidate.when
    lives = SITTING_QUIET if candidate.sitting_only else policy.lives
    row = Memory(
        user=user,
        kind=candidate.kind,
        subject=candidate.subject,
        attribute=candidate.attribute,
        value=candidate.value,
        polarity=candidate.polarity,
        slot=marks.slot(user.id, candidate.kind, candidate.subject, candidate.attribute),
        value_key=marks.value_key(user.id, candidate.value, candidate.polarity),
        statement=candidate.statement,
        lang=candidate.lang,
        speaker=candidate.speaker,
        source=source,
        confidence=candidate.confidence,
        importance=importance(candidate, policy.importance),
        sensitivity=guarded.sensitivity,
        consent=candidate.consent or "",
        use=guarded.use,
        status=status,
        phase=_phase(candidate, now),
        true_from=span.start if span else None,
        true_until=span.end if span else None,
        precision=span.precision if span else "",
        recorded_at=now,
        expires_at=now + lives if lives else None,
        last_confirmed=now,
    )
    index(row)
    return row


def index(row: Memory) -> None:
    """Set the keyword ids and mark the vector as to be made: an edited text must not keep the old one."""
    row.keywords = marks.keyword_ids(row.user_id, row.statement, row.value)
    row.vector, row.recipe, row.embedded_at = None, "", None


def _phase(candidate: Candidate, now: datetime) -> str:
    if candidate.kind is Kind.PLAN:
        passed = candidate.when is not None and candidate.when.end < now
        return Phase.UNCONFIRMED if passed else Phase.AHEAD
    if candidate.kind in (Kind.THREAD, Kind.PROMISE, Kind.PROJECT):
        return Phase.OPEN
    return Phase.HAPPENED if candidate.kind is Kind.EVENT else ""


def _status(judgement: Judgement) -> Status:
    return Status.PENDING if judgement.verdict is Verdict.PENDING else Status.CURRENT


def _add(step: Step, status: Status | None = None) -> Memory:
    candidate = step.candidate
    if step.judgement.verdict is Verdict.SITTING:
        candidate = replace(candidate, sitting_only=True)
    row = build(step.user, candidate, Source.STATED, status or _status(step.judgement), step.now)
    row.reason = step.judgement.reason
    if (within := step.exchange.within(candidate.kind)) is not None:
        row.scope, row.scope_id = ScopeKind.PERSONA, within
        row.slot = marks.slot(row.user_id, row.kind, row.subject, row.attribute, within)
    if row.kind == Kind.PROJECT:  # a project's decision never leaks into another
        row.scope, row.scope_id = ScopeKind.PROJECT, step.exchange.project
    if row.expires_at:  # "not today" ends that day, however late it is learnt
        row.expires_at += said_at(step.exchange, candidate) - step.now
    row.save()
    witness(row, step.exchange, candidate)
    return row


def said_at(exchange: Exchange, candidate: Candidate) -> datetime:
    """When the line was said that a candidate stands on."""
    return next(line.at for line in exchange.lines if line.id == candidate.line)


def witness(row: Memory, exchange: Exchange, candidate: Candidate) -> bool:
    """Attach the exact words as evidence; False when this message was attached before."""
    if Evidence.objects.filter(memory=row, message_id=candidate.line).exists():
        return False
    Evidence.objects.create(
        user_id=row.user_id,
        memory=row,
        message_id=candidate.line,
        quote=candidate.quote,
        speaker=candidate.speaker,
        at=said_at(exchange, candidate),
    )
    return True


def _moved(
    step: Step, old: Memory, kind: TransitionKind, new: Memory | None = None, *, made: bool = True
) -> None:
    """What the step's line did to an open row."""
    transition(
        old,
        Change(
            kind,
            step.decision.reason,
            new=new,
            made=made and new is not None,
            message=step.candidate.line,
            before=step.before[old.id],
        ),
        step.now,
    )


def _confirm(step: Step) -> Memory | None:
    """New evidence on a new message raises confidence; the same words again prove nothing more."""
    row = step.targets[0]
    if witness(row, step.exchange, step.candidate) and step.candidate.speaker is Speaker.USER:
        row.confidence = min(0.99, row.confidence + (1 - row.confidence) * 0.3)
        row.last_confirmed = step.now
        if row.phase == Phase.RESTING:
            row.phase = Phase.OPEN  # spoken of again
        if row.status == Status.PENDING and step.judgement.verdict is Verdict.KEEP:
            row.status = Status.CURRENT
        lives = POLICY[Kind(row.kind)].lives
        if row.expires_at and lives and not step.candidate.sitting_only:
            row.expires_at = step.now + lives
        row.version += 1
        row.save()
        _moved(step, row, TransitionKind.CONFIRM)
    return row


def _supersede(step: Step) -> Memory | None:
    corrected = step.decision.action is Action.CORRECT
    new = _add(step)
    if any(old.use == Use.NEVER_RAISE for old in step.targets):
        new.use = Use.NEVER_RAISE  # a matter that must not be raised stays so when its value changes
        new.save(update_fields=["use"])
    for old in step.targets:
        if not corrected and old.kind != Kind.PLAN:  # a plan that moved keeps the days it was for
            old.true_until = step.candidate.when.start if step.candidate.when else step.now
            old.save(update_fields=["true_until"])
        old.reason = step.decision.reason
        old.save(update_fields=["reason"])
        close(old, Status.SUPERSEDED, step.now, new)
        _moved(step, old, TransitionKind.CORRECT if corrected else TransitionKind.CHANGE, new)
    return new


def _conflict(step: Step) -> Memory | None:
    new = _add(step, Status.CONFLICTED)
    for old in step.targets:
        old.status = Status.CONFLICTED
        old.version += 1
        old.save(update_fields=["status", "version"])
        _moved(step, old, TransitionKind.CONFLICT, new)
    return new


def _except(step: Step) -> Memory | None:
    """This once: the rule stands; the exception lives for the sitting."""
    told = step.candidate.statement
    said = f"只这一次：{told}" if step.candidate.lang == "zh" else f"Just this once: {told}"
    once = replace(
        step.candidate, sitting_only=True, kind=Kind.STATE, operation=Operation.STATE, statement=said
    )
    row = _add(replace(step, candidate=once))
    for rule in step.targets:
        _moved(step, rule, TransitionKind.EXCEPTION, row)
    return row


def _end(step: Step) -> Memory | None:
    for old in step.targets:
        witness(old, step.exchange, step.candidate)
        old.true_until = step.now
        if old.kind == Kind.PLAN:
            old.phase = Phase.CANCELLED
        elif old.phase:
            old.phase = Phase.CLOSED
        old.save(update_fields=["true_until", "phase"])
        close(old, Status.SUPERSEDED, step.now)
        _moved(step, old, TransitionKind.CHANGE)
    return step.targets[0] if step.targets else None


def _happened(step: Step) -> Memory | None:
    event = _add(step)
    for plan in step.targets:
        plan.phase = Phase.HAPPENED
        plan.save(update_fields=["phase"])
        close(plan, Status.SUPERSEDED, step.now, event)
        _moved(step, plan, TransitionKind.CHANGE, event)
    return event


def _drop(step: Step) -> Memory | None:
    return None


_OVERRIDES = (Action.CORRECT, Action.CHANGE, Action.CONFLICT, Action.END)
_ACTS: dict[Action, Callable[[Step], Memory | None]] = {
    Action.ADD: _add,
    Action.CONFIRM: _confirm,
    Action.CORRECT: _supersede,
    Action.CHANGE: _supersede,
    Action.CONFLICT: _conflict,
    Action.EXCEPTION: _except,
    Action.END: _end,
    Action.HAPPENED: _happened,
    Action.DROP: _drop,
}
