"""Receiving a line: checked, judged for risk and mood, and stored once, with the reply's place beside it."""

from __future__ import annotations

import time
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from django.db import transaction

from accounts.age import doubting
from accounts.models import User
from companion import aftercare
from companion.waking import learn_soon
from memory.forgetting import wishes
from memory.models import MemorySettings
from memory.policy import MESSAGE_MAX
from memory.recall import indexing
from persona.characters import character_of
from safety import answering, assessing, risk
from safety.events import Line
from safety.levels import Assessment, Flag, Level
from transcript import finding
from transcript.models import Conversation, Draft, EventKind, Message, Role, Status, record
from transcript.mood import mood


class Fault(StrEnum):
    """Why a line is not taken."""

    EMPTY = "empty"
    TOO_LONG = "too_long"


@dataclass(frozen=True)
class Received:
    """The stored line; `new` is False when its client_id was seen before."""

    message: Message
    new: bool


def clean(text: str) -> str:
    """The text as it is kept: NFC, without lone surrogates and NULs, which neither PostgreSQL nor UTF-8 can hold."""
    text = text.encode("utf-8", "ignore").decode("utf-8").replace("\x00", "")
    return unicodedata.normalize("NFC", text).strip()


BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and signs by category that show nothing: Hangul fillers, the empty Braille cell."""


def fault(text: str) -> Fault | None:
    """Whether a cleaned line says anything: white space and invisible characters alone do not."""
    if not any(
        unicodedata.category(c) not in ("Cc", "Cf", "Zs", "Zl", "Zp", "Mn") for c in text if c not in BLANKS
    ):
        return Fault.EMPTY
    return Fault.TOO_LONG if len(text) > MESSAGE_MAX else None


def language_of(text: str, default: str) -> str:
    """zh or en by the script of the line; the user's language where it has neither."""
    han = sum("\u3400" <= c <= "\u9fff" for c in text)
    latin = sum(c.isascii() and c.isalpha() for c in text)
    if not han and not latin:
        return "zh" if default.startswith("zh") else "en"
    return "zh" if han * 3 >= latin else "en"


@dataclass(frozen=True)
class Instead:
    """A line that takes the place of an earlier one: an edit. Its parent is the other's."""

    parent: Message | None


def receive(
    user: User,
    conversation: Conversation,
    client_id: UUID,
    text: str,
    now: datetime,
    instead: Instead | None = None,
) -> Received:
    """Store a line, idempotent by client_id, with its durable event. The text was cleaned and has no fault. An edit is
    called inside a transaction that holds the conversation, and settles the branches itself. Raises
    Conversation.DoesNotExist when the conversation was deleted meanwhile."""
    known = Message.objects.filter(conversation=conversation, client_id=client_id).first()
    if known:
        return Received(known, False)
    began = time.perf_counter()
    assessment, asked = _judged(user, conversation, text, now)
    took_ms = round(1000 * (time.perf_counter() - began))
    with transaction.atomic():
        # no_key: the line refers to a reply that is being closed, and neither may wait for the other
        held = Conversation.objects.select_for_update(no_key=True).get(pk=conversation.pk, deleted_at=None)
        known = Message.objects.filter(conversation=held, client_id=client_id).first()
        if known:  # two tabs sent the same outbox at once
            return Received(known, False)
        last = latest(held)
        message = _line(user, held, text, assessment, now if last is None else after(last, now))
        message.learn_bar = message.learn_bar or ("risk" if asked else "")
        message.client_id, message.parent = client_id, instead.parent if instead else last
        message.save()
        indexing.note(message, text, now)
        held.last_message_at, held.archived_at = now, None
        held.save(update_fields=["last_message_at", "archived_at"])
        if instead is None:
            Draft.objects.filter(conversation=held).delete()
        risk.note(user, Line(message.id, message.created_at, message.lang, took_ms=took_ms), assessment)
        record(held, EventKind.MESSAGE, now, message)
        learn_soon(held.id)  # the line before this one is settled now
    return Received(message, True)


def _line(user: User, conversation: Conversation, text: str, assessment: Assessment, at: datetime) -> Message:
    """An unsaved user line with everything that is decided when it is heard."""
    feeling, settings = mood(text), MemorySettings.objects.filter(user=user).first()
    young = Flag.MINOR in assessment.flags or doubting.is_open(user)
    message = Message(
        user=user,
        conversation=conversation,
        role=Role.USER,
        text=text,
        lang=language_of(text, user.language),
        status=Status.RECEIVED,
        created_at=at,
        risk_level=assessment.level,
        valence=feeling.valence,
        arousal=feeling.arousal,
        learn_bar=_bar(conversation, settings, assessment, young=young) or _request(conversation, text),
        kinds_barred=settings.paused_kinds if settings else [],
    )
    finding.index(message, text, at)
    return message


def assess(user: User, conversation: Conversation, text: str, now: datetime) -> Assessment:
    """The risk of a line, in the light of the last lines, of what was asked, and of the user's state."""
    return _judged(user, conversation, text, now)[0]


def _judged(user: User, conversation: Conversation, text: str, now: datetime) -> tuple[Assessment, bool]:
    """The same, and whether it is said in a talk about danger: it belongs to that, and is nobody's memory."""
    before = Message.objects.filter(conversation=conversation, live=True, role=Role.USER).order_by(
        "-created_at"
    )
    context = [message.text for message in reversed(before[:5])]
    state = risk.level(user, now)
    heard = assessing.assess(text, context=context, state=state)
    standing = aftercare.standing(user, conversation, now, state)
    return answering.heed(heard, standing.chain, text), standing.goes_on


def after(message: Message, now: datetime) -> datetime:
    """The time of a line that follows another: later, whatever the clocks of two processes say. Two lines of one
    instant have no order, and the answered one could seem to wait again."""
    return max(now, message.created_at + timedelta(microseconds=1))


def latest(conversation: Conversation) -> Message | None:
    """The last live message of the conversation."""
    return Message.objects.filter(conversation=conversation, live=True).order_by("-created_at", "-id").first()


def first_to_answer(line: Message) -> Message:
    """Of the lines that a reply to `line` answers together, the one in danger, or `line` itself: what was said in a hurry after it, a
    hello or a joke, must not cover it."""
    earlier = Message.objects.filter(
        conversation=line.conversation_id, live=True, created_at__lt=line.created_at
    )
    grave = earlier.filter(role=Role.USER, risk_level__gte=Level.R2, risk_level__gt=line.risk_level)
    last = grave.order_by("-created_at").first()
    if last is None:  # nearly always: one look
        return line
    replies = earlier.filter(role=Role.COMPANION).exclude(status=Status.FAILED)
    answered = replies.order_by("-created_at").values_list("created_at", flat=True).first()
    if answered and answered > last.created_at:
        return line
    waiting = grave.filter(created_at__gt=answered) if answered else grave
    return waiting.order_by("-risk_level", "-created_at").first() or line


def _bar(
    conversation: Conversation, settings: MemorySettings | None, assessment: Assessment, *, young: bool
) -> str:
    """What forbids learning from this line for ever, whatever is switched back on later."""
    if conversation.temporary:
        return "temporary"
    if assessment.level >= Level.R2 or answering.ANSWER in assessment.rules:
        return "risk"
    if young:
        return "minor"
    return "paused" if settings and settings.paused else ""


def _request(conversation: Conversation, text: str) -> str:
    """What shall be forgotten must not be learnt from the very words that say so."""
    wish = wishes.read(text, character_of(conversation.persona_version).name)
    return "request" if wish is not None and wish.ask is wishes.Ask.FORGET else ""
