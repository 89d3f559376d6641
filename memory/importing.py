"""Memories brought along as plain text: one a line, `[date] - content`, the date optional. They are shown first and taken only
as suggestions, into 待确认; what was deleted here stays deleted.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import transaction

from accounts.models import User
from memory import marks, reporting, writing
from memory.candidates import USER, Candidate, Exchange, Line, Precision, Speaker
from memory.extraction import checking, rules, special
from memory.extraction.refusals import line_refusal
from memory.extraction.sentences import language
from memory.history import Change, transition
from memory.judging import SECRETS
from memory.models import Memory, Tombstone
from memory.policy import Kind
from memory.standing import consents_of, lock
from memory.states import OPEN_STATUSES, Source, Status, TransitionKind
from transcript.models import Message, Role

LINES_MOST = 2_000
TEXT_MOST = 200_000
LINE_MOST = 500
CONFIDENCE = 0.6
_LINE = re.compile(
    r"^\s*(?:[-*•·]\s+|\d{1,3}(?:[.)]\s+|、\s*))?(?:\[(?P<date>[^\]]{0,24})\]\s*[-–—:：]?\s*)?(?P<words>.+?)\s*$"
)
_DATES = ("%Y-%m-%d", "%Y/%m/%d", "%Y-%m", "%Y")


NO_FACTS = ("question", "hypothetical", "rhetoric")
"""What is asked or supposed is no memory, in a list of memories either."""


class Why(StrEnum):
    """Why a line is not offered."""

    LONG = "long"
    SECRET = "secret"
    ORDERS = "orders"
    DELETED = "deleted"
    KNOWN = "known"
    CONSENT = "consent"
    NO_FACT = "no_fact"


@dataclass(frozen=True)
class Offered:
    """A line as it could be taken: its words, its day, and why it can't be, None where it can."""

    number: int
    words: str
    on: datetime | None
    candidate: Candidate
    why: Why | None = None


def read(user: User, text: str, now: datetime) -> list[Offered]:
    """What a text offers, line by line, at most LINES_MOST. Writes nothing."""
    consents, (known, told) = consents_of(user), _known(user)
    offered, seen = [], set()
    for number, line in enumerate(text[:TEXT_MOST].splitlines()[:LINES_MOST], 1):
        found = None if line.startswith("#") else _LINE.match(line)  # what a file says of itself
        if found is None or not found["words"].strip(" -*•·"):
            continue
        on = _date(found["date"] or "", user)
        words = found["words"].strip()
        found_in = _read_in(words, on, user, now)
        claim = _claim(words, found_in)
        key = marks.value_key(user.id, claim.value, claim.polarity)
        why = _why(user, words, [claim, *found_in], consents)
        if why is None and (key in known or key in seen or _plain(words) in told):
            why = Why.KNOWN
        seen.add(key)
        offered.append(Offered(number, words, on, claim, why))
    return offered


def _date(words: str, user: User) -> datetime | None:
    for form in _DATES:
        try:
            return datetime.strptime(words.strip(), form).replace(tzinfo=user.zone)
        except ValueError:
            continue
    return None


def _read_in(words: str, on: datetime | None, user: User, now: datetime) -> list[Candidate]:
    """Everything the rules read in a line."""
    line = Line(uuid.uuid4(), Speaker.USER, _first_person(words), on or now)
    return rules.extract(Exchange((line,), user.zone)) if len(words) <= LINE_MOST else []


def _claim(words: str, found: Sequence[Candidate]) -> Candidate:
    """The claim a line makes: what the rules read in it, where they read one thing; else the line as it stands."""
    statement = words[:LINE_MOST]
    if len(found) == 1:
        return replace(
            found[0],
            statement=statement if _is_statement(words) else found[0].statement,
            confidence=CONFIDENCE,
        )
    return Candidate(
        Kind.IDENTITY, USER, "note", statement, statement, language(words), uuid.uuid4(), statement, confidence=CONFIDENCE
    )  # fmt: skip


def _first_person(words: str) -> str:
    """Lists of memories speak of "the user"; the rules read what a user says: 喜欢乌龙茶, 用户喜欢…, User likes …."""
    words = re.sub(r"^(?:用户|你|他|她)(?=[\u4e00-\u9fff])", "我", words)
    words = re.sub(r"^(?:the )?user(?:'s|’s)\b", "My", words, flags=re.IGNORECASE)
    if re.match(r"^(?:喜欢|讨厌|不喜欢|爱|怕|养|住|在|是|叫|对|有)", words):
        return f"我{words}"
    found = re.match(r"^(?:the )?(?:user|you|he|she) (\w+)", words, flags=re.IGNORECASE)
    if found is None:
        return words
    verb = {"is": "am", "are": "am", "has": "have", "lives": "live", "likes": "like", "works": "work"}.get(
        found[1], found[1]
    )
    return f"I {verb}{words[found.end() :]}"


def _is_statement(words: str) -> bool:
    return words.startswith(("你", "You ", "Your "))


def _why(user: User, words: str, claims: Sequence[Candidate], consents: frozenset[str]) -> Why | None:
    """Why a line is not offered: what holds for any claim in it holds for the line."""
    if len(words) > LINE_MOST:
        return Why.LONG
    if SECRETS.search(words) or line_refusal(words) == "secret":
        return Why.SECRET
    if checking.gives_orders(words):
        return Why.ORDERS
    if reporting.refusal(words) in NO_FACTS:
        return Why.NO_FACT
    if any(claim.consent and claim.consent not in consents for claim in map(special.needing_consent, claims)):
        return Why.CONSENT
    keys = [marks.quote_tombstone(user.id, words)]
    for claim in claims:
        keys.append(marks.fact_tombstone(user.id, claim.subject, claim.attribute, claim.value))
        keys.append(marks.quote_tombstone(user.id, claim.quote))
    return Why.DELETED if Tombstone.objects.for_user(user).filter(key__in=keys).exists() else None


def _known(user: User) -> tuple[set[bytes], set[str]]:
    """What is known already: by what it says, and word for word, since rules read less in a statement than in what was said."""
    rows = (
        Memory.objects.for_user(user).filter(status__in=OPEN_STATUSES).only("user", "value_key", "statement")
    )
    return {bytes(row.value_key) for row in rows}, {_plain(row.statement) for row in rows}


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold().rstrip("。.")


def take(user: User, text: str, numbers: Sequence[int], now: datetime) -> list[Memory]:
    """Take these lines of a text as suggestions. Safe to run twice: what is there is not taken again."""
    wanted = set(numbers)
    with transaction.atomic():
        lock(user)
        rows = []
        for one in read(user, text, now):
            if one.number in wanted and one.why is None:
                rows.append(_write(user, one, now))
    return rows


def _write(user: User, one: Offered, now: datetime) -> Memory:
    row = writing.build(user, one.candidate, Source.IMPORTED, Status.PENDING, now)
    row.reason, row.last_confirmed, row.expires_at = "imported", None, None
    if row.true_from is None and one.on is not None:
        row.true_from, row.precision = one.on, Precision.DAY  # known since; nobody said until when
    row.save()
    transition(row, Change(TransitionKind.SET, "imported"), now)
    return row


def lines_of(user: User, message: UUID) -> str:
    """A pasted line of the user's own, cut into sentences for choosing from; "" where it is not theirs."""
    held = Message.objects.for_user(user).filter(id=message, role=Role.USER, live=True).first()
    if held is None:
        return ""
    return "\n".join(
        part.strip() for part in re.findall(r"[^。！？!?\n]+[。！？!?]?", held.text) if part.strip()
    )
