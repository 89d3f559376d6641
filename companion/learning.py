"""Learning in the background: claim a conversation's settled lines, remember, and mark them learnt, once.

The row is the queue: a line with `learnt_at` empty is work. A claim is a lease with a fencing number; a worker that was
killed leaves a lease that runs out, and one that comes back late finds another number and writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import F, Q, QuerySet
from pydantic import BaseModel

from accounts.models import User
from companion import providers
from companion.broadcast import announce_from_sync
from llm import gateway, tokens
from llm.provider import Purpose
from memory.candidates import Exchange, Line, Speaker
from memory.extraction import playing
from memory.extraction.sentences import language
from memory.forgetting import without_withheld
from memory.learning import Job, remember
from memory.policy import SITTING_QUIET
from memory.report import Report
from memory.switching import is_paused
from memory.using import asking, settling
from persona.characters import character_of
from safety.asked import FIXED
from safety.pipeline import passed
from transcript import clock
from transcript.models import Conversation, EventKind, Message, Role, Status, record
from transcript.models.talk import LEASE_LONGEST

M = TypeVar("M", bound=BaseModel)
LEASE = timedelta(seconds=80)
"""Longer than the model may take with all its tries; with the sweep's quarter of a minute, a killed worker costs under two minutes."""
BATCH_TOKENS = 1_024
BATCH_LINES = 12
BEFORE_LINES = 6
PLAY_LOOKS_BACK = timedelta(hours=24)
PLAY_LINES = 200
"""How far back make-believe is looked for that is still going on."""
MODEL_TRIES = 6
ASK_AGAIN_AFTER = timedelta(minutes=1)
"""Doubled twice after each failure: 1, 4, 16, 64, 256 minutes."""


@dataclass(frozen=True)
class Claim:
    """A conversation claimed for learning, with the fencing number of the claim."""

    conversation: UUID
    fence: int


def learn(conversation_id: UUID, now: datetime) -> Report | None:
    """Learn from one batch of a conversation's settled lines. None when there was nothing, or another has it."""
    claim = _claim(conversation_id, now)
    if claim is None:
        return None
    conversation = Conversation.objects.select_related("user").get(id=conversation_id)
    user = conversation.user
    batch = [] if is_paused(user) or not user.is_staying else _batch(conversation, now)
    if not batch:
        _release(claim, now)
        return None
    report = remember(_job(conversation, batch, claim, now), now)
    if not _release(claim, now) or report.lost:
        return None  # whoever loops until nothing is left must not ask about the same lines for ever
    if report.written:
        announce_from_sync(conversation_id)
    return report


def relearn(user: User, now: datetime) -> list[Report]:
    """Learn again over all old lines, as after an upgrade. What stands is confirmed or left; nothing deleted returns,
    and nothing said while memory was paused or in a temporary conversation is read."""
    reports: list[Report] = []
    if is_paused(user):
        return reports
    for conversation in Conversation.objects.for_user(user).order_by("created_at"):
        lines = list(_learnable(conversation).exclude(learnt_at=None))
        for start in range(0, len(lines), BATCH_LINES):
            batch = lines[start : start + BATCH_LINES]
            reports.append(remember(_job(conversation, batch, None, now), now))
    return reports


def _claim(conversation_id: UUID, now: datetime) -> Claim | None:
    free = Q(learning_until=None) | clock.has_come("learning_until", now, LEASE_LONGEST)
    if not Conversation.objects.filter(free, id=conversation_id).update(
        learning_until=now + LEASE, learning_fence=F("learning_fence") + 1
    ):
        return None
    fence = Conversation.objects.values_list("learning_fence", flat=True).get(id=conversation_id)
    return Claim(conversation_id, fence)


def _release(claim: Claim, now: datetime) -> bool:
    """Give the claim back; False when it was lost meanwhile."""
    held = Conversation.objects.filter(id=claim.conversation, learning_fence=claim.fence)
    return bool(held.update(learning_until=None))


def _learnable(conversation: Conversation) -> QuerySet[Message]:
    return Message.objects.filter(
        conversation=conversation, role=Role.USER, live=True, learn_bar=""
    ).order_by("created_at", "id")


def _batch(conversation: Conversation, now: datetime) -> list[Message]:
    """The oldest settled lines, up to a batch's tokens; when there are none, those about which the model is due to be
    asked again."""
    lines = Message.objects.filter(conversation=conversation).order_by("created_at", "id")
    waiting = list(lines.settled_unlearnt(now)[:BATCH_LINES]) or list(lines.to_ask_again(now)[:BATCH_LINES])
    batch: list[Message] = []
    room = BATCH_TOKENS
    for message in waiting:
        room -= tokens.estimate(message.text)
        if batch and room < 0:
            break
        batch.append(message)
    return batch


def _job(conversation: Conversation, batch: Sequence[Message], claim: Claim | None, now: datetime) -> Job:
    user = conversation.user
    exchange, ask = exchange_of(conversation, batch), _ask(user)
    shown = veiled(user, exchange) if ask else None
    replies = [line.id for line in exchange.lines if line.speaker is Speaker.COMPANION]

    def still_ours() -> bool:
        """Inside the transaction: the claim stands, and every line is still live and waiting."""
        if claim is None:
            return True
        held = Conversation.objects.select_for_update(no_key=True).filter(
            id=claim.conversation, learning_fence=claim.fence, deleted_at=None
        )
        if not held.exists():
            return False
        waiting = Q(learnt_at=None) | Q(ask_again_at__isnull=False)
        lines = Message.objects.filter(id__in=[line.id for line in exchange.lines], live=True)
        users = lines.filter(waiting, role=Role.USER)
        # a reply that was replaced meanwhile must not teach either
        return lines.count() == len(exchange.lines) and users.count() == len(batch)

    def announce(report: Report) -> None:
        if claim is None:
            return
        _mark_learnt(batch, report, now)
        settling.settle(user, replies, report.drawn)
        if report.written:
            record(
                conversation,
                EventKind.LEARNED,
                now,
                data={"memories": [str(item.memory) for item in report.written]},
            )

    barred = {line.id: frozenset(line.kinds_barred) for line in batch if line.kinds_barred}
    beside = asking.waiting(user, replies) if ask else ()
    return Job(user, exchange, ask, still_ours, announce, shown, barred, beside)


def _mark_learnt(batch: Sequence[Message], report: Report, now: datetime) -> None:
    """The lines are learnt from. Where the model's answer was no use, what the rules found stands, and the model is asked
    again later, less and less often; a failure that stays is counted for operators."""
    for line in batch:
        line.learnt_at = line.learnt_at or now
        line.ask_again_at = None
        line.model_tries = line.model_tries + 1 if report.model_failed else 0
        if 0 < line.model_tries < MODEL_TRIES:
            line.ask_again_at = now + ASK_AGAIN_AFTER * 4 ** (line.model_tries - 1)
        if line.id in report.moods:
            line.valence, line.arousal = report.moods[line.id]
    fields = ["learnt_at", "ask_again_at", "model_tries", "valence", "arousal"]
    Message.objects.bulk_update(batch, fields)
    if report.model_failed:
        Conversation.objects.filter(id=batch[0].conversation_id).update(
            learning_failures=F("learning_failures") + 1
        )


def exchange_of(conversation: Conversation, batch: Sequence[Message]) -> Exchange:
    """The batch with the replies between, and some lines before it for reading ellipses."""
    first = batch[0].created_at
    wanted = {message.id for message in batch}
    around = (
        Message.objects.filter(conversation=conversation, live=True, learn_bar="")
        .exclude(role=Role.COMPANION, status__in=[Status.GENERATING, Status.FAILED])
        .exclude(parent__learn_bar__gt="", role=Role.COMPANION)  # an answer repeats what must not be read
    )
    replies = around.filter(role=Role.COMPANION, parent_id__in=wanted)
    for start in FIXED:  # there the house speaks: 先保证安全 is nobody's promise
        replies = replies.exclude(template_id__startswith=start)
    lines = sorted(
        [*batch, *replies], key=lambda message: (message.created_at, message.role == Role.COMPANION)
    )
    before = list(around.filter(created_at__lt=first).order_by("-created_at")[:BEFORE_LINES])[::-1]
    texts = without_withheld(conversation.user, {line.id: line.text for line in before})
    return Exchange(
        lines=tuple(_line(message, message.text) for message in lines),
        zone=conversation.user.zone,
        before=tuple(_line(message, texts[message.id]) for message in before),
        companion_names=(character_of(conversation.persona_version).name,),
        played=_played(conversation, batch),
        project=conversation.project_id,
        persona=conversation.persona,
        apart=conversation.apart and conversation.persona is not None,
    )


def _played(conversation: Conversation, batch: Sequence[Message]) -> frozenset[UUID]:
    """Lines of the batch that stand inside make-believe, which an earlier line of their sitting may have begun."""
    earlier = Message.objects.filter(
        conversation=conversation,
        live=True,
        role=Role.USER,
        created_at__lt=batch[0].created_at,
        created_at__gte=batch[0].created_at - PLAY_LOOKS_BACK,
    )
    lines = [*list(earlier.order_by("-created_at", "-id")[:PLAY_LINES])[::-1], *batch]
    played: set[UUID] = set()
    inside, last = False, lines[0].created_at
    for line in lines:
        inside = inside and line.created_at - last < SITTING_QUIET
        inside, last = playing.playing([line.text], inside)[0], line.created_at
        if inside:
            played.add(line.id)
        inside = inside and not playing.ends(line.text)
    return frozenset(played & {line.id for line in batch})


def veiled(user: User, exchange: Exchange) -> Exchange:
    """The exchange as a model may read it: words of deleted and never-to-be-raised memories stay out of every prompt."""
    texts = without_withheld(user, {line.id: line.text for line in exchange.lines})
    return replace(exchange, lines=tuple(replace(line, text=texts[line.id]) for line in exchange.lines))


def _line(message: Message, text: str) -> Line:
    speaker = Speaker.USER if message.role == Role.USER else Speaker.COMPANION
    return Line(message.id, speaker, text, message.created_at)


def _ask(user: User) -> Callable[[list[dict[str, str]], type[BaseModel]], BaseModel] | None:
    """How remembering reaches the model, for a user who agreed; None leaves it to the rules."""
    provider = providers.for_user(user, Purpose.LEARN)
    if provider is None:
        return None

    def ask(messages: list[dict[str, str]], schema: type[BaseModel]) -> BaseModel:
        if not connection.in_atomic_block:
            connection.close()  # a minute's answer must not keep a connection of the pool
        return _vetted(gateway.ask(provider, Purpose.LEARN, messages, schema).value)  # type: ignore[arg-type]

    return ask


def _vetted(answer: M) -> M:
    """A model's answer without the statements that safety would not let be shown: they are read in the memory centre."""
    items = getattr(answer, "items", None)
    if not isinstance(items, list):
        return answer
    kept = [item for item in items if _may_be_shown(getattr(item, "statement", ""))]
    return answer if len(kept) == len(items) else answer.model_copy(update={"items": kept})


def _may_be_shown(statement: str) -> bool:
    return not statement or passed(statement, language(statement)) == statement
