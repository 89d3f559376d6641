"""The working memory of a conversation: what it is about, what is wanted of it, its mood, and a rolling summary of what
scrolled out of the prompt. It lives on the conversation, is made again whenever what it was made of changes, and never
becomes long-term memory: nothing is learnt from it.

The row is the queue: `worked_out_at` empty is work. A claim writes its moment there and empties the rest, so `valence`
empty beside it is a lease: it runs out when the worker died, and its moment is the fence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from pydantic import BaseModel

from accounts.models import User
from companion import providers
from companion.recap import dating, gist, sources, stretches, summarising
from companion.recap.gist import Gist
from companion.recap.sources import Quiet, Told
from companion.recap.stretches import STRETCH_MOST, WINDOW, Made, Plan
from llm import gateway, prompts
from llm.errors import LLMError
from llm.provider import Message as Prompt
from llm.provider import Provider, Purpose
from memory.models import Memory, Tombstone, Withheld
from memory.standing import lock
from memory.switching import is_paused
from persona.characters import character_of
from transcript import clock
from transcript.models import SITTING_QUIET, TURN_SETTLES, Conversation, Message, Status, Summary

FOLDER = Path(__file__).parent.parent
AT_ONCE = 8
"""Conversations worked out in one go: a slow model must not hold up the rest of the upkeep."""
ASKED = 3
"""Stretches that a model is asked about in one go, the newest; older ones that wait as well are left to the rules."""
LEASE = timedelta(minutes=6)
"""Longer than a model may take for all of them with all its tries."""
RULES = "rules"
SHOWN = 300
"""Characters of a line that a model is shown."""


class Answer(BaseModel):
    """What the model makes of the lines."""

    summary: str = ""
    topic: str = ""
    goal: str = ""
    mood: float = 0.0


@dataclass(frozen=True)
class Text:
    """A stretch in a few lines, their language, and who made them."""

    text: str
    lang: str
    made_by: str


@dataclass
class Drafts:
    """What was made, and of which words: kept only if the lines still say the same."""

    plan: Plan
    words: Mapping[UUID, Told]
    latest: tuple[UUID, ...]
    open: bool
    """Whether the sitting of the latest lines may still go on."""
    texts: list[Text] = field(default_factory=list)
    """One per stretch of the plan."""
    gist: Gist = field(default_factory=Gist)


def due(now: datetime) -> QuerySet[Conversation]:
    """Conversations whose working memory has to be brought up to date: something was said and it is quiet, or more
    scrolled away than a stretch; the sitting ended; words were withheld since; a worker died at it."""
    live = Message.objects.live().filter(conversation=OuterRef("pk"))
    running = live.filter(status=Status.GENERATING)
    # from the few withheld words to their conversations: the other way round would read every line there is
    held = Withheld.objects.filter(at__gte=F("message__conversation__worked_out_at"))
    told = Summary.objects.filter(conversation=OuterRef("pk")).order_by("-last_at").values("last_at")[:1]
    behind = live.order_by("-created_at").values("created_at")[WINDOW + STRETCH_MOST :][:1]
    quiet = clock.is_over("last_message_at", now, TURN_SETTLES) & ~Exists(running)
    full = Q(behind__isnull=False) & (Q(told=None) | Q(behind__gt=F("told")))
    ended = clock.is_over("last_message_at", now, SITTING_QUIET) & Q(
        worked_out_at__lt=F("last_message_at") + SITTING_QUIET
    )
    dead = Q(valence=None) & clock.is_over("worked_out_at", now, LEASE)
    done = Q(worked_out_at__isnull=False, valence__isnull=False)
    rows = Conversation.objects.kept().exclude(user__data_key=None)
    rows = rows.exclude(user__memory_settings__paused_at__isnull=False)
    rows = rows.annotate(behind=Subquery(behind), told=Subquery(told))
    return rows.filter(
        Q(worked_out_at=None) & (quiet | full)
        | dead
        | (done & (ended | Q(id__in=held.values("message__conversation"))))
    )


def work_out(conversation_id: UUID, now: datetime) -> int:
    """Bring one conversation's working memory up to date; 1 when it was. Safe to run twice, and beside another."""
    row = due(now).select_related("user").filter(id=conversation_id).first()
    if row is None or not _claim(row, now):
        return 0
    drafts = _read(row, now)
    latest = [drafts.words[key] for key in drafts.latest]
    provider, companion = providers.for_user(row.user, Purpose.LEARN), character_of(row.persona_version).name
    answer = None
    for number, stretch in enumerate(drafts.plan.make):
        lines = [drafts.words[spot.id] for spot in stretch]
        left = len(drafts.plan.make) - number
        asked = provider if left <= ASKED and sources.said_something(lines) else None
        answer = _ask(asked, lines, latest if left == 1 else (), row.user) if asked else None
        drafts.texts.append(_summary(answer, lines, row.user, companion, asked))
    if provider and not drafts.plan.make and drafts.open and sources.said_something(latest):
        answer = _ask(provider, (), latest, row.user)
    drafts.gist = _gist(answer, latest)
    return _keep(row, drafts, now)


def _claim(row: Conversation, now: datetime) -> bool:
    """Take the conversation. What stood there is emptied: it may hold words that were withheld since."""
    same = Conversation.objects.filter(id=row.id, worked_out_at=row.worked_out_at)
    return bool(same.update(worked_out_at=now, valence=None, topic=None, goal=None))


def _read(row: Conversation, now: datetime) -> Drafts:
    spots = sources.spots(row)
    plan = stretches.plan(spots, _made(row), now)
    newest = stretches.sittings(spots)[-1][-WINDOW:] if spots else []
    ids = {spot.id for stretch in plan.make for spot in stretch} | {spot.id for spot in newest}
    words = sources.told(row.user, [row.id], ids)
    is_open = bool(newest) and now - newest[-1].at <= SITTING_QUIET
    return Drafts(plan, words, tuple(spot.id for spot in newest), is_open)


def _made(row: Conversation) -> list[Made]:
    rows = list(Summary.objects.filter(conversation=row).defer("text"))
    spoilt = sources.spoilt(row.user, {one.id: (one.sources, one.made_at) for one in rows})
    return [Made(one.id, frozenset(one.sources), one.first_at, one.last_at, one.id in spoilt) for one in rows]


def _ask(provider: Provider, lines: Sequence[Told], latest: Sequence[Told], user: User) -> Answer | None:
    """A model's opinion of a stretch and of the newest lines; None when it is away or answers nonsense."""
    lang = summarising.tongue([*lines, *latest], user.lang)
    shown = {"lines": _shown(lines, lang), "latest": _shown(latest, lang)}
    asked: list[Prompt] = [{"role": "user", "content": prompts.fill(FOLDER, "summary", lang, **shown)}]
    if not connection.in_atomic_block:
        connection.close()  # a slow answer must not keep a connection of the pool
    try:
        return gateway.ask(provider, Purpose.LEARN, asked, Answer).value
    except LLMError:
        return None


def _shown(lines: Sequence[Told], lang: str) -> str:
    said = [
        f"{line.role} {dating.day_of(line.at, lang)} {line.at:%H:%M}: {line.text[:SHOWN]}"
        for line in lines
        if line.text
    ]
    return "\n".join(said) or "—"


def _summary(
    answer: Answer | None, lines: Sequence[Told], user: User, companion: str, asked: Provider | None
) -> Text:
    lang = summarising.tongue(lines, user.lang)
    if answer and asked and (text := summarising.fit(answer.summary, lines, lang)):
        return Text(text, lang, asked.model_for(Purpose.LEARN)[:120])
    return Text(summarising.by_rules(lines, lang, companion), lang, RULES)


def _gist(answer: Answer | None, latest: Sequence[Told]) -> Gist:
    """The rules' gist, with those of the model's answers that code can stand behind."""
    found = gist.by_rules(latest)
    if answer is None or not latest:
        return found
    topic, goal = (_own(words, latest) for words in (answer.topic, answer.goal))
    return Gist(topic or found.topic, goal or found.goal, max(-1.0, min(1.0, answer.mood)) or found.valence)


def _own(words: str, latest: Sequence[Told]) -> str:
    """A model's topic or goal, if it is short, in a language that was spoken, and about what was said; else ""."""
    words = " ".join(words.split()).strip('「」“”"。. ')
    lang = summarising.tongue(latest, latest[-1].lang)
    fits = words and len(words) <= gist.TOPIC_MOST[lang]
    spoken = [line for line in latest if line.by_user]
    if fits and summarising.shares_words(words, spoken) and summarising.supported(words, latest, lang):
        return words
    return ""


def _keep(row: Conversation, drafts: Drafts, now: datetime) -> int:
    """Store what was made, unless another worker took the conversation, or the lines don't say the same any more. When
    something was said meanwhile it is kept, and the conversation stays due."""
    with transaction.atomic():
        lock(row.user)
        held = Conversation.objects.select_for_update(no_key=True).filter(id=row.id, deleted_at=None).first()
        if held is None or held.worked_out_at not in (None, now):
            return 0
        if is_paused(row.user) or not _says_the_same(row, drafts):
            Conversation.objects.filter(id=row.id).update(worked_out_at=None)
            return 0
        made = Summary.objects.filter(conversation=row)
        made.filter(id__in=drafts.plan.drop).delete()
        for stretch, text in zip(drafts.plan.make, drafts.texts, strict=True):
            ids = [spot.id for spot in stretch]
            made.filter(sources__overlap=ids).delete()
            Summary.objects.create(
                user=row.user,
                conversation=row,
                text=text.text,
                lang=text.lang,
                sources=ids,
                first_at=stretch[0].at,
                last_at=stretch[-1].at,
                made_by=text.made_by,
                made_at=now,
            )
        held.topic, held.goal = drafts.gist.topic or None, drafts.gist.goal or None
        held.valence = drafts.gist.valence
        held.save(update_fields=["topic", "goal", "valence"])
    return 1


def _says_the_same(row: Conversation, drafts: Drafts) -> bool:
    if not set(drafts.words) <= {spot.id for spot in sources.spots(row)}:
        return False
    again = sources.told(row.user, [row.id], drafts.words)
    return {key: line.text for key, line in again.items()} == {
        key: line.text for key, line in drafts.words.items()
    }


def forget_words(user: User, memories: Sequence[UUID]) -> int:
    """A deletion's part, while the memories still stand: what was made of their words, or tells them, goes at once, and is
    made again without them. How many summaries went."""
    held = Withheld.objects.for_user(user).filter(memory__in=list(memories))
    lines = set(held.values_list("message_id", flat=True))
    buried = Tombstone.objects.for_user(user).order_by("-at").first()
    values = {row.value for row in Memory.objects.for_user(user).filter(id__in=list(memories))}
    if buried is not None:  # the deletion left it a moment ago, and its moment is the deletion's
        sources.bury_values(user, values, buried.at)
    telling = Quiet(values=tuple(value.lower() for value in values if len(value) > 1))
    rows = Summary.objects.for_user(user)
    gone = [row for row in rows if not lines.isdisjoint(row.sources) or telling.holds(row.text)]
    Summary.objects.filter(id__in=[row.id for row in gone]).delete()
    touched = {row.conversation_id for row in gone}
    touched |= set(Message.objects.filter(id__in=lines).values_list("conversation_id", flat=True))
    for talk in Conversation.objects.filter(user=user).only("user", "topic", "goal"):
        if telling.holds(f"{talk.topic or ''}\n{talk.goal or ''}"):
            touched.add(talk.id)
    Conversation.objects.filter(id__in=touched).update(
        topic=None, goal=None, valence=None, worked_out_at=None
    )
    return len(gone)
