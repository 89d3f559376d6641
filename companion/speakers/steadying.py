"""Keeping a character itself: what a reply is held against, what is written down of a slip, and what the next turn owns up to.
The persona's rules come first; where a model learns, it is asked about finished replies second.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import User
from companion import providers
from companion.heard import Heard, Ready
from llm import gateway
from llm.errors import LLMError
from llm.provider import Purpose
from memory.candidates import USER
from memory.forgetting import without_withheld
from memory.models import Memory
from memory.policy import Kind as MemoryKind
from memory.recall import Recalled, gate
from memory.states import ScopeKind
from memory.states import Status as MemoryStatus
from persona.characters import Character, character_of
from persona.content import Content
from persona.models import Finding
from persona.staying import checking, judging
from persona.staying.checking import Keeper
from persona.staying.grounds import Ground, Kind, OfUser, Slip
from transcript.models import Conversation, Message, Role, Status

OWN_MOST, FACTS_MOST = 60, 80
"""Of what the companion said of itself, so many are held against a reply, the newest; and so many facts of the
user's."""
OWNED = (
    Kind.CONTRADICTS_SELF,
    Kind.CONTRADICTS_CHARACTER,
    Kind.TAKES_USER_FACTS,
    Kind.WRONG_NAME,
    Kind.WRONG_LANGUAGE,
)
"""Slips that are set right in words; a lecture is not mended by a lecture about it."""
SLIPS_MOST = 2
AT_ONCE, BATCH, BEFORE = 40, 4, 8
"""Conversations a run, replies of each, and lines that are told along."""
SETTLED, STALE = timedelta(seconds=30), timedelta(days=1)
_WHOSE_NAME = frozenset({"name", "nickname"})


def keeper_of(heard: Heard, recalled: Recalled) -> Keeper:
    """What keeps this turn's reply in character."""
    facts = _facts(heard, recalled)
    named = [fact.value for fact in facts if fact.subject != USER and fact.attribute == "name"]
    names = [fact.value for fact in facts if fact.subject == USER and fact.attribute in _WHOSE_NAME]
    return Keeper(
        Ground(
            content=heard.character.content,
            lang=heard.lang,
            user_text=heard.text,
            user_names=tuple(names),
            named=(*named, heard.character.name),
            facts=tuple(facts),
            own=tuple(_of_content(heard.character.content)),
            asked_human=heard.asks_if_human,
        )
    )


def keep(ready: Ready, keeper: Keeper, reply: Message, now: datetime) -> None:
    """Write down what was found in a finished reply, and that it owned up to what it was told of. Call in the transaction
    that keeps the reply."""
    if reply.conversation.temporary:
        return
    said = own_words(ready.heard.user, ready.heard.character.persona_id)
    keeper.slips += checking.contradictions(
        reply.text, replace(keeper.ground, own=(*keeper.ground.own, *said))
    )
    note(reply, ready.heard.character, checking.one_of_each(keeper.slips), now)
    if reply.status == Status.COMPLETE and ready.slips:
        Finding.objects.for_user(ready.heard.user).filter(id__in=[key for key, _note in ready.slips]).update(
            owned_at=now
        )


def note(
    reply: Message, character: Character, slips: Sequence[Slip], now: datetime, by: str = "rules"
) -> None:
    """A row for each kind of slip; twice for the same reply is once."""
    for slip in slips:
        if Finding.objects.filter(reply=reply, kind=slip.kind).exists():
            continue
        Finding.objects.create(
            user_id=reply.user_id,
            persona=character.persona_id,
            conversation_id=reply.conversation_id,
            reply=reply,
            kind=slip.kind,
            by=by,
            mended=slip.mended,
            detail=slip.note,
            at=now,
        )


def slips_of(conversation: Conversation, now: datetime) -> tuple[tuple[UUID, str], ...]:
    """(finding, what to say of it) that the next reply is to set right, newest first."""
    rows = Finding.objects.to_own_up(conversation.id, now).filter(kind__in=OWNED, reply__live=True)
    return tuple((row.id, str(row.detail)) for row in rows.order_by("-at")[:SLIPS_MOST] if row.detail)


def own_words(user: User, persona: UUID) -> list[str]:
    """What the companion said of itself as this persona, newest first."""
    rows = (
        Memory.objects.for_user(user)
        .recallable()
        .filter(kind=MemoryKind.SELF, scope=ScopeKind.PERSONA, scope_id=persona)
    )
    return [row.statement for row in rows.only("user_id", "statement").order_by("-recorded_at")[:OWN_MOST]]


def forget_details(user: User, *_what: object) -> int:
    """A deletion takes the words of slips along: they may quote what was deleted."""
    return Finding.objects.for_user(user).exclude(detail=None).update(detail=None)


def fade(now: datetime) -> int:
    """Take the words out of slips that nobody will own up to any more; the count of them stays."""
    return Finding.objects.filter(at__lt=now - STALE).exclude(detail=None).update(detail=None)


# -- the model's opinion ------------------------------------------------------------------------------------------


def waiting(now: datetime) -> QuerySet[Message]:
    """Finished replies of a model that nobody looked at a second time. What is a day old is let be."""
    return (
        Message.objects.filter(
            role=Role.COMPANION, live=True, status=Status.COMPLETE, steadied_at=None, risk_level__lt=2,
            created_at__gt=now - STALE, created_at__lt=now - SETTLED, conversation__temporary=False,
            conversation__deleted_at=None, user__in=User.objects.staying(),
        )
        .exclude(model__in=("", "offline", "safety", "memory"))
    )  # fmt: skip


def conversations_waiting(now: datetime) -> list[UUID]:
    rows = waiting(now).order_by("conversation").values_list("conversation", flat=True).distinct()
    return list(rows[:AT_ONCE])


def judge(conversation: UUID, now: datetime) -> int:
    """Ask the model about a conversation's replies; how many were looked at. Safe to run twice: they are marked first, and
    what a lost call leaves out is an opinion less."""
    row = Conversation.objects.select_related("user").get(id=conversation)
    provider = providers.for_user(row.user, Purpose.LEARN)
    replies = list(waiting(now).filter(conversation=row).order_by("created_at")[:BATCH])
    if provider is None or not replies:
        return 0
    ids = [reply.id for reply in replies]
    if not Message.objects.filter(id__in=ids, steadied_at=None).update(steadied_at=now):
        return 0
    character = character_of(row.persona_version)
    lang = replies[-1].lang or character.lang
    messages = judging.asked(
        character.content, lang, own_words(row.user, character.persona_id), _talk(row, replies)
    )
    if not connection.in_atomic_block:
        connection.close()  # a minute's answer must not keep a connection of the pool
    try:
        opinion = gateway.ask(provider, Purpose.LEARN, messages, judging.Opinion).value  # type: ignore[arg-type]
    except LLMError:
        return 0
    found = judging.read(opinion, {n: reply.text for n, reply in enumerate(replies, 1)}, lang)
    with transaction.atomic():
        for number, slips in found.items():
            reply = Message.objects.filter(id=replies[number - 1].id, live=True).first()
            if reply is not None:
                note(reply, character, slips, now, by="model")
    return len(replies)


def _talk(row: Conversation, replies: Sequence[Message]) -> list[judging.Said]:
    """The replies in their talk, what is withheld from every prompt left out."""
    numbers = {reply.id: number for number, reply in enumerate(replies, 1)}
    lines = Message.objects.filter(conversation=row, live=True, created_at__lte=replies[-1].created_at)
    told = list(lines.order_by("-created_at", "-id")[: BEFORE + 2 * BATCH])[::-1]
    texts = without_withheld(row.user, {line.id: line.text for line in told})
    return [
        judging.Said(line.role == Role.USER, texts[line.id], numbers.get(line.id, 0))
        for line in told
        if texts[line.id].strip()
    ]


def _facts(heard: Heard, recalled: Recalled) -> list[OfUser]:
    """What is surely known of who the user is and of theirs, and what came to mind: before the model, or one name away from
    what it may say."""
    rows = gate.allowed(heard.user, heard.cue).filter(
        kind__in=[MemoryKind.IDENTITY, MemoryKind.PERSON], status=MemoryStatus.CURRENT
    )
    known = rows.only("user_id", "subject", "attribute", "value").order_by("-importance", "-recorded_at")
    facts = [OfUser(row.subject, row.attribute, row.value) for row in known[:FACTS_MOST]]
    facts += [
        OfUser(hit.subject, hit.attribute, hit.value)
        for hit in recalled.all
        if hit.label == "fact" and hit.kind is not MemoryKind.SELF and hit.value
    ]
    return list(dict.fromkeys(facts))


def _of_content(content: Content) -> list[str]:
    """What the character's own text says of it, as it would say it: there it is told in the second person."""
    texts = [content.backstory, *content.personality, *content.style]
    sentences = [part for text in texts for part in re.split(r"(?<=[。！？!?.\n])\s*", text) if part.strip()]
    if content.lang == "zh":
        return [part.replace("你", "我") for part in sentences]
    return [re.sub(r"\b[Yy]ou\b", "I", part) for part in sentences]
