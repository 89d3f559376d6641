"""Starting and listing conversations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from memory.forgetting import without_withheld
from persona import offline as composer
from persona.characters import Character, character_of, default_for
from safety import risk
from safety.levels import Level
from safety.pipeline import passed
from topics import choosing
from topics.models import Candidate, TopicChoice
from transcript.models import Conversation, EventKind, Message, Role, Status, record
from transcript.mood import Mood

TITLE_CHARACTERS = 24


@dataclass(frozen=True)
class Listed:
    """A conversation as the sidebar shows it."""

    id: str
    title: str
    at: datetime


def start(user: User, now: datetime) -> Conversation:
    """A new conversation with the persona's greeting in it, and a due topic opened where one is. An empty conversation
    that waits already is that one: pressing "new" twice makes no second."""
    version = default_for(user.language)
    if waiting := _untouched(user, version.id):
        return waiting
    character = character_of(version.id)
    with transaction.atomic():
        conversation = start_empty(user, version.id, now)
        record(conversation, EventKind.NOTICE, now, data={"kind": "ai"})
        _greet(user, conversation, character, now)
    return conversation


def start_empty(user: User, version: UUID, now: datetime) -> Conversation:
    """A conversation with nothing in it."""
    return Conversation.objects.create(
        user=user, persona_version=version, created_at=now, last_message_at=now
    )


def _greet(user: User, conversation: Conversation, character: Character, now: datetime) -> None:
    careful = risk.level(user, now) >= Level.R2
    moment = choosing.Moment("", careful, Mood(0.0, 0.0, ()), leaving=False, greeting=True)
    choice = choosing.choose(user, moment, now)
    hour = now.astimezone(user.zone).hour
    greeting = composer.greet(character, hour, choice.spoken, seed=str(now.astimezone(user.zone).date()))
    message = Message.objects.create(
        user=user,
        conversation=conversation,
        role=Role.COMPANION,
        text=passed(greeting.text, character.lang),
        lang=character.lang,
        status=Status.COMPLETE,
        created_at=now,
        template_id=greeting.line_id[:64],
    )
    TopicChoice.objects.create(
        user=user,
        conversation=conversation,
        reply=message,
        candidate_id=choice.candidate,
        move=choice.move,
        parts=choice.parts,
        at=now,
    )
    if choice.candidate:
        Candidate.objects.filter(id=choice.candidate).update(raised_at=now)
    record(conversation, EventKind.FINISHED, now, message)


def _untouched(user: User, version: UUID) -> Conversation | None:
    """The user's newest conversation, if nobody said anything in it yet."""
    newest = Conversation.objects.filter(user=user, persona_version=version).order_by("-created_at").first()
    if newest is None or Message.objects.filter(conversation=newest, role=Role.USER).exists():
        return None
    return newest


def listed(user: User, most: int = 60) -> list[Listed]:
    """The user's conversations, newest first, titled by their first line."""
    rows = list(Conversation.objects.filter(user=user).newest_first()[:most])
    firsts = (
        Message.objects.filter(conversation__in=rows, role=Role.USER, live=True)
        .order_by("conversation", "created_at")
        .distinct("conversation")
    )
    spoken = {first.id: first for first in firsts}
    texts = without_withheld(user, {key: first.text for key, first in spoken.items()})
    titles = {first.conversation_id: _title(texts[key]) for key, first in spoken.items()}
    return [Listed(str(row.id), titles.get(row.id, ""), row.last_message_at) for row in rows]


def title_of(conversation: Conversation) -> str:
    """The start of the first thing the user said; "" while there is nothing."""
    first = (
        Message.objects.filter(conversation=conversation, role=Role.USER, live=True)
        .order_by("created_at")
        .first()
    )
    return _title(without_withheld(conversation.user, {first.id: first.text})[first.id]) if first else ""


def _title(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= TITLE_CHARACTERS else line[:TITLE_CHARACTERS].rstrip() + "…"
