"""Writing down what the companion has told and asked, in the transaction that keeps its reply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from accounts.models import User
from memory.asking.questions import Question
from memory.models import Memory, Told
from memory.policy import Kind
from memory.states import Act
from memory.unfolding.promises import speaks_of
from transcript.models import Message

ADVICE = re.compile(
    r"可以(?:试试|考虑|先)|建议|不如(?!意)|要不要试|你应该|试着|\byou (?:could|should|might)\b|\bhave you tried\b|\bwhy not\b|\btry (?:to|this|it)\b|\bi'd suggest\b",
    re.IGNORECASE,
)
ADVICE_MOST, ADVICE_SHOWN = 120, 3
REMEMBERED = timedelta(days=7)
_SENTENCE = re.compile(r"[^。！？!?\n]+?(?:[。！？!?]|\.(?=\s|$)|$)")


def asked(user: User, question: Question, reply: Message, now: datetime) -> None:
    """A question or a word of the companion's own that a reply carried. A promise of which the reply does not speak was not
    kept by it."""
    if question.act in (Act.TOLD, Act.OWNED):
        rows = Memory.objects.for_user(user).filter(id__in=question.memories, kind=Kind.PROMISE)
        if not all(speaks_of(row.value, reply.text) for row in rows):
            return
    note(user, question.act, reply, now, memories=question.memories, about=question.about)


def raised(user: User, memory: Memory, reply: Message, now: datetime) -> None:
    """A matter that a reply raised: how it went, where its day has passed, else how it is."""
    passed = memory.kind == Kind.PLAN and memory.true_until is not None and memory.true_until < now
    note(user, Act.OUTCOME if passed else Act.ASKED, reply, now, memories=(memory.id,))


def note(
    user: User,
    act: Act,
    reply: Message,
    now: datetime,
    *,
    memories: Sequence[UUID] = (),
    about: str = "",
) -> None:
    """One line of the told-log per memory, or one for what it was `about`. Twice for the same reply is once."""
    there = Memory.objects.for_user(user).filter(id__in=list(memories)).values_list("id", flat=True)
    keys: list[UUID | None] = [*there] or ([None] if about else [])
    for key in keys:
        Told.objects.get_or_create(
            user=user,
            act=act,
            reply=reply,
            memory=Memory(id=key) if key else None,
            about=about,
            defaults={"at": now},
        )


def advised(user: User, reply: Message, now: datetime) -> None:
    """The first piece of advice a reply gave, in its own words."""
    sentence = next((part.strip() for part in _SENTENCE.findall(reply.text) if ADVICE.search(part)), "")
    if 4 < len(sentence) <= ADVICE_MOST:
        Told.objects.get_or_create(
            user=user,
            act=Act.ADVISED,
            reply=reply,
            memory=None,
            about="advice",
            defaults={"text": sentence, "at": now},
        )


def lately_advised(user: User, now: datetime) -> tuple[str, ...]:
    """What the companion advised in the last days, newest first: said again it would be a nag."""
    rows = Told.objects.for_user(user).filter(act=Act.ADVISED, reply__live=True, at__gt=now - REMEMBERED)
    return tuple(row.text for row in rows.order_by("-at")[:ADVICE_SHOWN])
