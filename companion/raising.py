"""What a reply raised: written down with it, told to every tab as the chips under it, and answered from there."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.models import User
from memory.asking import toldlog
from memory.models import Memory
from memory.states import Act
from topics import answering, wording
from topics.choosing import Choice
from topics.grounds import matter_words
from topics.models import Candidate, Reachout, ReachoutState, Source, TopicChoice
from transcript.models import Conversation, EventKind, Message, record

OF_DAYS = ("birthday", "anniversary")


def keep(user: User, reply: Message, choice: Choice, now: datetime) -> TopicChoice:
    """Keep what a reply's turn chose, and with what it raised an event for every tab. Call in the transaction that keeps the
    reply, under the user's memory lock; twice for the same reply is once."""
    candidate = Candidate.objects.for_user(user).filter(id=choice.candidate).select_related("memory").first()
    key = choice.memory or (candidate.memory_id if candidate else None)
    memory = Memory.objects.for_user(user).filter(id=key).first() if key else None
    text = (choice.statement or (memory.statement if memory else "")) if candidate or memory else ""
    said = choice.move == "follow" or speaks_of(text, reply.text)
    row, made = TopicChoice.objects.get_or_create(
        reply=reply,
        defaults={
            "user": user,
            "conversation_id": reply.conversation_id,
            "candidate": candidate,
            "memory": memory,
            "source": choice.source,
            "text": (text or None) if said and choice.source != Source.LOOSE_END else None,
            "move": choice.move if said else "follow",
            "parts": choice.parts if said else {"why": "not_said"},
            "at": now,
        },
    )
    if not made or not said:
        return row
    if candidate:
        Candidate.objects.filter(id=candidate.id).update(raised_at=now)
    if memory and choice.move == "open":
        if choice.source in OF_DAYS:
            toldlog.note(user, Act.TOLD, reply, now, memories=(memory.id,))
        else:
            toldlog.raised(user, memory, reply, now)
    if choice.move != "follow" and text:
        record(reply.conversation, EventKind.TOPICS, now, data={"choices": [str(row.id)]})
    return row


def speaks_of(matter: str, text: str) -> bool:
    """Whether a reply took up what it might: what it didn't say was not raised, and is neither told nor asked about."""
    own = matter_words(matter)
    return not own or not own.isdisjoint(matter_words(text))


def items(user: User, choices: Iterable[UUID]) -> list[dict[str, Any]]:
    """Topics as tabs show them: what was raised and still may be, why, and what came of it. In the active language."""
    rows = TopicChoice.objects.for_user(user).filter(id__in=list(choices), reply__live=True)
    return [_item(row) for row in rows.select_related("candidate__memory", "memory", "reply") if row.told]


def by_reply(user: User, replies: Iterable[UUID]) -> dict[UUID, dict[str, Any]]:
    """The topic under each of these replies, for a page."""
    rows = (
        TopicChoice.objects.for_user(user)
        .exclude(move="follow")
        .filter(reply__in=list(replies), reply__live=True)
    )
    return {
        row.reply_id: _item(row) for row in rows.select_related("candidate__memory", "memory") if row.told
    }


def _item(row: TopicChoice) -> dict[str, Any]:
    passed = row.memory is not None and row.memory.true_until is not None and row.memory.true_until < row.at
    return {
        "id": str(row.id),
        "reply": str(row.reply_id),
        "text": row.told,
        "move": row.move,
        "why": wording.why(row.source, passed=passed),
        "outcome": row.outcome,
        "wrote_first": Reachout.objects.filter(message=row.reply_id, state=ReachoutState.SENT).exists(),
    }


def press(user: User, conversation: UUID, choice: UUID, value: str, now: datetime) -> None:
    """A chip was pressed: carried out, and told to every tab. Raises answering.NoSuchTopic."""
    if not TopicChoice.objects.for_user(user).filter(id=choice, conversation=conversation).exists():
        raise answering.NoSuchTopic
    row = answering.press(user, choice, value, now)
    talk = Conversation.objects.for_user(user).filter(id=conversation).first()
    if talk is not None:
        record(talk, EventKind.TOPICS, now, data={"choices": [str(row.id)]})
