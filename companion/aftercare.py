"""What was asked at risk and isn't answered yet: the question stands in the rows of the replies, so that every process and every
branch of a conversation reads the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from accounts.models import User
from companion import whereabouts
from companion.sitting import is_question
from persona import kinds
from persona.reading import is_bedtime
from safety import answering, contract, matters, risk, telling
from safety.asked import LASTS, MOST_REPLIES, Standing, kind, left_by
from safety.assessing import assess
from safety.contract import CrisisReply
from safety.levels import Flag, Level
from transcript.models import Conversation, Event, EventKind, Message, Role, Status

if TYPE_CHECKING:
    from companion.heard import Heard


def standing(user: User, conversation: Conversation, at: datetime, state: Level) -> Standing:
    """What the replies before `at` leave open. While the user's state is high it was asked wherever it was asked, else in this
    conversation."""
    since = at - LASTS
    replies = Message.objects.for_user(user).filter(
        role=Role.COMPANION, live=True, parent__isnull=False, created_at__lt=at, created_at__gt=since
    )
    if state >= Level.R2:
        talks = Conversation.objects.filter(user=user, deleted_at=None, last_message_at__gt=since)
        replies = replies.filter(conversation__in=talks)
    else:
        replies = replies.filter(conversation=conversation)
    rows = (
        replies.exclude(status__in=(Status.GENERATING, Status.FAILED))
        .order_by("-created_at", "-id")
        .values_list("template_id", "created_at")[:MOST_REPLIES]
    )
    return left_by([(template, at - made) for template, made in rows])


def follow_up(heard: Heard, *, by_rules: bool) -> CrisisReply | None:
    """What is to be said to this line because of what was said before it; None where the companion speaks freely. A goodbye is let
    go. `by_rules`: no model speaks, and what rules would say on an ordinary evening is no answer after danger."""
    asked = heard.asked
    family = "" if heard.leaving else answering.due(heard.assessment, asked.chain, heard.text)
    if not family and by_rules and heard.level < Level.R2:
        family = "" if heard.leaving else _of_what_is_told(heard)
        family = family or (_after_danger(heard) if asked.lately else "")
    if not family:
        return None
    where = whereabouts.of(heard)
    reply = contract.follow_up(family, heard.lang, where.region, asked.said, heard.message.id.int)
    return replace(reply, notes=where.notes(heard.lang))


def _of_what_is_told(heard: Heard) -> str:
    """The family of templates for what a line tells in a talk about something grave."""
    asked = heard.asked
    return (
        answering.of_another(heard.text, asked.chain or _friends(asked.said))
        or answering.news(heard.text, asked)
        or _while_help_is_awaited(heard)
        or ("called" if matters.goes_on(asked.said) and telling.help_is_coming(heard.text) else "")
        or matters.comes_nearer(heard.text, asked.said)
        or (ANGER if _rages(heard) else "")
        or (matters.STAY if matters.goes_on(asked.said) and not _asks(heard) else "")
    )


def _after_danger(heard: Heard) -> str:
    """The family of templates for whatever else is said within a day of danger; "" where it is long enough ago to talk as ever."""
    asked = heard.asked
    if heard.leaving:
        return "night_well" if is_bedtime(heard.text) else "rest_well"
    if asked.come_back and not is_question(heard.text):
        return "day_after"
    if not asked.just_now:
        return ""
    if telling.is_weary(heard.text):
        return "weary"
    if telling.asks_what_to_do(heard.text):
        return "what_now"
    if _asks(heard) or heard.asks_if_human:
        return ""
    if not _is_everyday(heard) or _was_left_at_a_plan(asked.said):
        return "listening"
    return (
        "" if any(kind(one) == "ordinary" for one in asked.said) else "ordinary"
    )  # who talks of their day shall not be held to it


def _while_help_is_awaited(heard: Heard) -> str:
    """The family of templates after an ambulance was spoken of: that somebody called, or once more to call."""
    if not matters.waits_for_help(heard.asked.said):
        return ""
    return "called" if telling.help_is_coming(heard.text) else "ambulance"


_LOOKED_BACK = 3


def _friends(said: Sequence[str]) -> tuple[str, ...]:
    """The latest replies about somebody else's danger, where a line between them told nothing of it."""
    return tuple(one for one in said[:_LOOKED_BACK] if answering.is_of_another(one))


def _asks(heard: Heard) -> bool:
    """Whether a line asks: a question, with its mark or without, or for something of every day."""
    if is_question(heard.text) or kinds.is_question(heard.text):
        return True
    return heard.level == Level.R0 and telling.wants_something(heard.text)


_PLAN = frozenset(("r4", "stay_near", "near_no", "stay_call", "weary_near"))
_SETTLES = frozenset(("near_yes", "beside", "in_care", "called", "talked", "relieved", "calmer", "rest_well"))


def _was_left_at_a_plan(said: Sequence[str]) -> bool:
    """Whether a plan was heard a few replies ago and nothing since tells of company, help or calm: no evening for quips."""
    kinds = {kind(one) for one in said}
    return bool(kinds & _PLAN) and not kinds & _SETTLES


_SAYS_SOMETHING = {"zh": 4, "en": 12}
"""Characters of a line that tells of something; whatever is shorter is a sign of life."""


def _is_everyday(heard: Heard) -> bool:
    told = len(heard.text.strip()) >= _SAYS_SOMETHING[heard.lang]
    return told and heard.level == Level.R0 and heard.mood.valence >= 0


def card_due(reply: Message, now: datetime) -> Level | None:
    """The level of the card that stands behind a reply: at R2 and above that of the user's state, so that no card after a plan is
    milder than the plan; R0 where somebody else is in danger; and where the words point to a card that this conversation hasn't had,
    since danger was told of in another. None for no card."""
    level = Level(reply.risk_level)
    if level < Level.R2 and answering.helps_another(reply.template_id):
        return Level.R0
    if level < Level.R2 and not answering.speaks_of_card(reply.template_id):
        return None
    state = risk.level(reply.user, now)
    if level >= Level.R2:
        return max(level, state)
    told = Event.objects.filter(conversation=reply.conversation_id, kind=EventKind.NOTICE, at__gt=now - LASTS)
    cards = [event.data.get("reply") for event in told if event.data.get("kind") == "crisis"]
    here = Message.objects.filter(id__in=[one for one in cards if one], live=True).exists()
    return state if state >= Level.R2 and not here else None


def answering_first(heard: Heard, line: Message) -> Heard:
    """What is heard where a line before it, in danger, has had no answer yet: that one's danger, and no goodbye."""
    level = max(heard.level, Level(line.risk_level))
    assessment = replace(assess(line.text), level=level)
    return replace(heard, level=level, assessment=assessment, careful=True, leaving=False)


def _rages(heard: Heard) -> bool:
    """Whether a threat is heard of which it was not asked yet how it is meant."""
    asked = any(kind(one) in (ANGER, "harm", "rage") for one in heard.asked.said)
    return Flag.HARM_OTHERS in heard.assessment.flags and not asked


ANGER = "anger"
WELCOME = "welcome_back"


def lately(user: User, conversation: Conversation, now: datetime) -> bool:
    """Whether danger was answered within a day, wherever. Call while the user's state is high."""
    return standing(user, conversation, now, Level.R2).lately


def welcome(user: User, conversation: Conversation, lang: str, now: datetime) -> CrisisReply | None:
    """How a new conversation begins within a day of danger; None where it was long ago, or never. Call while the user's state is
    high."""
    if not lately(user, conversation, now):
        return None
    return contract.follow_up(WELCOME, lang, whereabouts.own(user), seed=conversation.id.int)
