"""Naming conversations: by the user, else by what was said first, else, where a model may be asked, by a model.

Words of deleted and never-to-be-raised memories stand in no title that a person didn't write, nor do lines at risk or of grave matters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from pydantic import BaseModel

from accounts.models import User
from companion import hearing, providers
from companion.shelf import titles
from llm import gateway, prompts
from llm.errors import LLMError
from llm.provider import Message as Prompt
from llm.provider import Provider, Purpose
from memory.extraction.refusals import line_refusal
from memory.forgetting import without_withheld
from memory.judging import SECRETS
from memory.models import Withheld
from persona.characters import character_of
from safety import matters
from safety.assessing import assess
from safety.levels import Level
from safety.pipeline import passed
from transcript.models import Conversation, Message, Role, Status, TitledBy

FOLDER = Path(__file__).parent.parent
FIRST = 6
"""User lines that a title is looked for in."""
SHOWN_CHARACTERS = 200
AFTER_LINES = 2
AT_ONCE = 8
"""Conversations named in one go: a slow model must not hold up the rest of the upkeep."""
STILL_GOING = timedelta(minutes=10)


class Answer(BaseModel):
    """A title, as the model answers it."""

    title: str


def rename(user: User, conversation: UUID, title: str) -> Conversation | None:
    """Call it what the user says; an empty title makes it automatic again. None when it isn't there."""
    with transaction.atomic():
        row = _kept(user).select_for_update(no_key=True).filter(id=conversation).first()
        if row is None:
            return None
        words = " ".join(hearing.clean(title).split())[: titles.NAME_MAX]
        says = hearing.fault(words) is not hearing.Fault.EMPTY
        row.title, row.titled_by = (words, TitledBy.USER) if says else (None, "")
        row.save(update_fields=["title", "titled_by"])
    return row


def names(user: User, rows: Sequence[Conversation]) -> dict[UUID, str]:
    """What these conversations of the user are called now; "" while nothing was said that says something."""
    found = stored(user, rows)
    waiting = [row for row in rows if row.id not in found]
    lines = first_lines(user, waiting)
    for row in waiting:
        said = [text for _key, text in lines[row.id]]
        # while there is nothing else, a greeting is better than no name at all
        found[row.id] = titles.by_rules(said, _speaker(row)) or (
            titles.cut(" ".join(said[0].split())) if said else ""
        )
    return found


def stored(user: User, rows: Iterable[Conversation]) -> dict[UUID, str]:
    """The titles that were given to these conversations, without those that carry words withheld since."""
    titled = [row for row in rows if row.titled_by and row.title]
    automatic = [row.id for row in titled if row.titled_by != TitledBy.USER]
    held: dict[UUID, list[str]] = defaultdict(list)
    if automatic:
        words = Withheld.objects.for_user(user).filter(message__conversation__in=automatic)
        for one in words.select_related("message"):
            held[one.message.conversation_id].append(one.quote)
    return {
        row.id: str(row.title)
        for row in titled
        if not any(titles.holds(str(row.title), quote) for quote in held[row.id])
    }


def first_lines(user: User, rows: Sequence[Conversation]) -> Mapping[UUID, list[tuple[UUID, str]]]:
    """The first user lines of each conversation that a title may be made of, (id, text), without withheld words. Neither danger nor
    distress stands in a list that others may see."""
    if not rows:
        return defaultdict(list)
    place = Window(RowNumber(), partition_by=F("conversation"), order_by=[F("created_at"), F("id")])
    lines = (
        Message.objects.for_user(user)
        .live()
        .filter(conversation__in=rows, role=Role.USER, risk_level=Level.R0)
        .exclude(learn_bar="risk")
        .annotate(place=place)
        .filter(place__lte=FIRST)
        .defer("keywords")
        .order_by("created_at", "id")
    )
    found: dict[UUID, list[tuple[UUID, str]]] = defaultdict(list)
    clean = without_withheld(user, {line.id: line.text for line in lines})
    for line in lines:
        # violence at home would be read by whoever shares the screen
        if matters.is_grave(line.text, assess(line.text)):
            continue
        if not SECRETS.search(line.text) and line_refusal(line.text) != "secret":
            found[line.conversation_id].append((line.id, clean[line.id]))
    return found


def title_of(conversation: Conversation) -> str:
    """What one conversation is called."""
    return names(conversation.user, [conversation])[conversation.id]


# -- in the background ----------------------------------------------------------------------------------------


def waiting(now: datetime) -> QuerySet[Conversation]:
    """Conversations that are due to be named: two lines were said, and no reply is on its way. Where nothing worth a
    title was found it is looked for again while they go on."""
    nameless = Q(titled_by="") | Q(
        titled_by=TitledBy.RULES, title=None, last_message_at__gt=now - STILL_GOING
    )
    running = Message.objects.filter(status=Status.GENERATING, live=True).values("conversation")
    said = Count("messages", filter=Q(messages__role=Role.USER, messages__live=True))
    rows = Conversation.objects.kept().filter(nameless).exclude(user__data_key=None).exclude(id__in=running)
    return rows.annotate(said=said).filter(said__gte=AFTER_LINES).order_by("titled_by", "-last_message_at")


def name_one(conversation: UUID, now: datetime) -> int:
    """Name one conversation, by a model where one may be asked; 1 when it was. Safe to run twice."""
    row = Conversation.objects.select_related("user").filter(id=conversation, deleted_at=None).first()
    if row is None:
        return 0
    lines = first_lines(row.user, [row])[row.id]
    provider = providers.for_user(row.user, Purpose.TITLE)
    title = _by_model(row.user, provider, [text for _key, text in lines]) if provider else ""
    by = TitledBy.MODEL if title else TitledBy.RULES
    title = title or titles.by_rules((text for _key, text in lines), _speaker(row))
    return _keep(row, lines, Named(title, by), now)


@dataclass(frozen=True)
class Named:
    """A title and who found it; "" when there was nothing to find."""

    title: str
    by: TitledBy


def _keep(row: Conversation, lines: Sequence[tuple[UUID, str]], named: Named, now: datetime) -> int:
    """Store it, unless a person named the conversation meanwhile, or what it was made of is not as it was."""
    with transaction.atomic():
        held = Conversation.objects.select_for_update(no_key=True).filter(id=row.id, deleted_at=None).first()
        if held is None or held.titled_by == TitledBy.USER or (held.titled_by and held.title):
            return 0
        if first_lines(row.user, [held])[held.id][: len(lines)] != list(lines):
            return 0
        held.title, held.titled_by = named.title or None, named.by
        held.save(update_fields=["title", "titled_by"])
    return int(bool(named.title))


def _by_model(user: User, provider: Provider, lines: Sequence[str]) -> str:
    """A title in the user's own language; "" when the model has none that is fit after two tries."""
    readable = [line for line in lines if line.strip("… \n") and line_refusal(line) != "pasted"]
    if not readable:
        return ""
    shown = "\n".join(
        f"[{n}] {' '.join(line.split())[:SHOWN_CHARACTERS]}" for n, line in enumerate(readable, 1)
    )
    asked: list[Prompt] = [{"role": "user", "content": prompts.fill(FOLDER, "title", user.lang, lines=shown)}]
    if not connection.in_atomic_block:
        connection.close()  # a slow answer must not keep a connection of the pool
    for _try in range(2):
        try:
            answer = gateway.ask(provider, Purpose.TITLE, asked, Answer).value
        except LLMError:
            return ""
        if title := titles.fit(passed(answer.title, user.lang), user.lang):
            return title
    return ""


def forget_titles(user: User, memories: Sequence[UUID]) -> int:
    """A deletion's part: titles that nobody gave, of conversations where words of these memories stood, are made anew."""
    told = Withheld.objects.for_user(user).filter(memory__in=list(memories)).values("message__conversation")
    rows = Conversation.objects.filter(user=user, id__in=told, titled_by__in=[TitledBy.MODEL, TitledBy.RULES])
    return rows.update(title=None, titled_by="")


def _kept(user: User) -> QuerySet[Conversation]:
    return Conversation.objects.for_user(user).kept()


def _speaker(row: Conversation) -> str:
    return character_of(row.persona_version).name
