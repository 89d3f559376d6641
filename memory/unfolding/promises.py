"""Promises of either side: when they fall due, and what keeps them."""

from __future__ import annotations

import re
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
_DID = re.compile(
    r"(?:真的|终于|已经|刚|昨天|今天|昨晚).{1,16}了|\b(?:did|went|finally|just)\b", re.IGNORECASE
)
_OF_A_PROMISE = re.compile(
    r"做到了|没做到|没有做到|没能做到|说到做到|食言|没忍住|\bkept (?:it|my (?:promise|word))\b|\bbroke (?:it|my (?:promise|word))\b|\bdidn'?t (?:do|keep) it\b",
    re.IGNORECASE,
)
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
    rows = list(Memory.objects.for_user(user).open().filter(kind=Kind.PROMISE, phase__in=OPEN)[:MOST])
    mine = [row for row in rows if row.speaker == Speaker.USER and row.true_from is not None]
    for row in rows:
        for line in exchange.lines:
            due = [one for one in mine if one.true_from and one.true_from <= line.at]
            to = _told(row, line, only=due == [row])
            if to is not None and not row.evidence.filter(message_id=line.id).exists():
                move(row, Move(to, str(to), line.id, Status.SUPERSEDED), now)
                items.append(ReportItem(row.statement, str(to), str(to), row.kind, row.id, row.status))
                break
    return items


def _told(row: Memory, line: Line, *, only: bool) -> Phase | None:
    """What a line makes of an open promise, None where it says nothing of it. Where it is the `only` one that is due, "I
    kept it" needs no name."""
    if line.speaker != row.speaker or line.at < (row.true_from or row.recorded_at):
        return None
    about = speaks_of(row.value, line.text)
    if row.speaker == Speaker.COMPANION:
        return Phase.KEPT if about and row.true_from is not None else None
    outcome = outcomes.read(line.text)
    if about and outcome is None and _DID.search(line.text):
        outcome = Outcome.DONE
    if not about and not (only and _OF_A_PROMISE.search(line.text)):
        return None
    return PROMISED.get(outcome) if outcome is not None else None


def speaks_of(promise: str, text: str) -> bool:
    """Whether a line is about what was promised: at least half of what it is about, and two words or pairs."""
    about = matter(promise)
    shared = about & matter(text)
    return bool(about) and len(shared) >= min(2, len(about)) and len(shared) * 2 >= min(len(about), 6)
