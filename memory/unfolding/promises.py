"""Promises of either side: when they fall due, and what keeps them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from accounts.models import User
from memory.candidates import Candidate, Exchange, Line, Precision, Span, Speaker
from memory.keywords import matter
from memory.models import Memory
from memory.policy import Kind
from memory.report import ReportItem
from memory.states import Phase, Status
from memory.unfolding import outcomes
from memory.unfolding.outcomes import Outcome
from memory.unfolding.phases import Move, move
from memory.when import find

OPEN = (Phase.OPEN, Phase.DUE)
MOST = 50
PROMISED = {Outcome.DONE: Phase.KEPT, Outcome.UNDONE: Phase.BROKEN, Outcome.CANCELLED: Phase.RELEASED}


def dated(candidate: Candidate, exchange: Exchange) -> Candidate:
    """A promise with the day it is for, read from the words it stands on; a day that is over is not it."""
    if candidate.kind is not Kind.PROMISE or candidate.when is not None:
        return candidate
    line = next((line for line in exchange.lines if line.id == candidate.line), None)
    if line is None:
        return candidate
    at = line.at.astimezone(exchange.zone)
    spans = [found.span for found in find(candidate.quote, at, candidate.lang)]
    ahead = [span for span in spans if span.end >= at and span.precision is not Precision.VAGUE]
    return replace(candidate, when=_starting(ahead[0], at)) if ahead else candidate


def _starting(span: Span, at: datetime) -> Span:
    return replace(span, start=max(span.start, at)) if span.start < at else span


def heard(user: User, exchange: Exchange, now: datetime) -> list[ReportItem]:
    """What these lines say of promises: the companion keeps its own by doing it, the user tells how theirs went. Call under
    the user's lock."""
    items = []
    for row in Memory.objects.for_user(user).open().filter(kind=Kind.PROMISE, phase__in=OPEN)[:MOST]:
        for line in exchange.lines:
            to = _told(row, line)
            if to is not None and not row.evidence.filter(message_id=line.id).exists():
                move(row, Move(to, str(to), line.id, Status.SUPERSEDED), now)
                items.append(ReportItem(row.statement, str(to), str(to), row.kind, row.id, row.status))
                break
    return items


def _told(row: Memory, line: Line) -> Phase | None:
    """What a line makes of an open promise, None where it says nothing of it."""
    if line.speaker != row.speaker or line.at < (row.true_from or row.recorded_at):
        return None
    if not speaks_of(row.value, line.text):
        return None
    if row.speaker == Speaker.COMPANION:
        return Phase.KEPT if row.true_from is not None else None
    outcome = outcomes.read(line.text)
    return PROMISED.get(outcome) if outcome is not None else None


def speaks_of(promise: str, text: str) -> bool:
    """Whether a line is about what was promised: at least half of what it is about, and two words or pairs."""
    about = matter(promise)
    shared = about & matter(text)
    return bool(about) and len(shared) >= min(2, len(about)) and len(shared) * 2 >= min(len(about), 6)
