"""Writing down what the companion has told and asked, in the transaction that keeps its reply."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from accounts import vault
from accounts.models import User
from memory.asking.questions import Question
from memory.keywords import fold
from memory.models import Memory, Told
from memory.policy import Kind
from memory.states import Act
from memory.unfolding.promises import speaks_of
from transcript.models import Message


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
            defaults={"key": vault.keyed_hash(user.id, "told", fold(reply.text)[:400]), "at": now},
        )


def last_told(user: User, memory: UUID) -> datetime | None:
    """When the companion last told or asked about a memory."""
    found = Told.objects.for_user(user).filter(memory=memory).order_by("-at").first()
    return found.at if found else None
