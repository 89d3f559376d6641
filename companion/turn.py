"""What happens when a message is answered: hear, recall, choose, compose, stream, keep; the row then says it is to be
learnt. The consumer, `talk`, `replay` and the tests share it.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from accounts.models import User
from companion import aboutmemory, aftercare, composing, gauging, latelook, providers, seam, secondlook
from companion.heard import Heard, Outcome, Ready
from companion.hearing import first_to_answer, latest
from companion.recap import quoting
from companion.scene import Scene, Words, called
from companion.sitting import Backdrop, backdrop, is_question, sitting_before
from companion.speakers import steadying
from companion.speaking import watched
from llm.errors import LLMError
from llm.provider import Purpose
from memory import recall as recalling
from memory.asking import questions, toldlog
from memory.candidates import USER
from memory.recall import Recalled
from memory.recall.cues import read
from memory.using.aside import aside_in
from persona import apart
from persona.characters import character_of
from safety import answering, farewell, honesty, judging, risk
from safety.assessing import assess
from safety.levels import Level
from safety.prior import CONTEXT_LINES
from topics import choosing, feedback, reaching
from topics.grounds import matter_words
from topics.moments import Moment
from transcript.models import Message, Role
from transcript.mood import Mood

SAID = 6
"""Lines of the user's in this sitting that say what the talk is about."""

__all__ = ["Heard", "Outcome", "Ready", "converse", "hear", "hear_message", "prepare", "warm"]


async def converse(reply_id: UUID, now: datetime, outcome: Outcome) -> AsyncGenerator[str, None]:
    """Answer the line that this reply stands for: pieces of safe text, as they may be shown. Raises LLMError when the
    model gives nothing; whatever came before has been shown and stays."""
    began = time.perf_counter()
    heard, asked = await seam.cross(_heard, reply_id, now)
    look = secondlook.Look(asked) if asked else None
    try:
        await seam.cross(warm, heard.user, heard.text)
        ready = await seam.cross(_prepared, heard, now)
        if look:
            look.rules_say(ready.heard.assessment)
            # before the fixed words: they may not be due
            if Level.R2 <= ready.heard.level < Level.R4 and (judged := await look.judged()):
                ready = await seam.cross(_heeded, ready, judged, now)
        outcome.ready = ready
        outcome.timings = {**ready.timings, "total": 1000 * (time.perf_counter() - began)}
        async with aclosing(watched(ready, outcome, look, _heeded, now)) as pieces:
            async for safe in pieces:
                yield safe
    finally:
        if look and not look.taken:
            seam.spawn(_look_later(look, now))


def _heard(reply_id: UUID, now: datetime) -> tuple[Heard, secondlook.Asked | None]:
    """The line, and what the judge is to be asked of it."""
    heard = hear(reply_id, now)
    return heard, secondlook.question(heard, now)


def _prepared(heard: Heard, now: datetime) -> Ready:
    """The turn made ready; a line that a memory raised meanwhile is written down as what it is."""
    ready = prepare(heard, now)
    if ready.heard.level > heard.level:
        secondlook.remember(ready.heard, now)
    return ready


def _heeded(ready: Ready, judged: secondlook.Judged, now: datetime) -> Ready:
    """The turn with the line as it is judged now; what was made ready for another one is made again."""
    heard = secondlook.heed(ready.heard, judged, now)
    return replace(ready, heard=heard) if heard.careful == ready.heard.careful else _prepared(heard, now)


async def _look_later(look: secondlook.Look, now: datetime) -> None:
    """An opinion that the turn didn't wait for."""
    opinion = await look.late()
    if opinion is not None:
        await seam.cross(latelook.settle_late, look.asked, opinion, now)


def hear(reply_id: UUID, now: datetime) -> Heard:
    """The user line that a reply answers, with its sitting. Raises Message.DoesNotExist when either is gone."""
    reply = Message.objects.select_related("user", "conversation", "parent").get(id=reply_id)
    message = reply.parent or latest(reply.conversation)
    if message is None:
        raise Message.DoesNotExist
    message.conversation = reply.conversation  # read once a turn
    feedback.hear(
        reply.user, message, now
    )  # before anything is chosen: what was just refused is not raised again
    reaching.answered(reply.user, now)
    heard = replace(hear_message(reply.user, message, now), without_memory=reply.without_memory)
    if reply.risk_level <= message.risk_level:
        return heard
    return aftercare.answering_first(heard, first_to_answer(message))


def hear_message(user: User, message: Message, now: datetime) -> Heard:
    """A line in its setting; `message` may be unsaved (a probe)."""
    level, state = Level(message.risk_level), risk.level(user, now)
    character = character_of(message.conversation.persona_version)
    sitting = sitting_before(user, message)
    context = [line.text for line in sitting.lines if line.role == Role.USER][-CONTEXT_LINES:]
    asked = aftercare.standing(user, message.conversation, message.created_at, state)
    heard = answering.heed(replace(assess(message.text, context), level=level), asked.chain, message.text)
    return Heard(
        user=user,
        message=message,
        text=message.text,
        lang=message.lang or "zh",
        character=character,
        alone=apart.standing(user, character.persona_id).blind,
        sitting=sitting,
        level=level,
        assessment=replace(heard, level=level),
        careful=max(level, state) >= Level.R2,
        asked=asked,
        mood=Mood(message.valence or 0.0, message.arousal or 0.0, ()),
        leaving=farewell.exit_intent(message.text),
        asks_if_human=honesty.asks_if_human(message.text, character.name),
    )


def warm(user: User, text: str) -> None:
    """Have the vectors of a line and its questions made before a turn's database work begins. Without an embedder keywords must
    do."""
    reading = read(text)
    try:
        embed = providers.embedding_for(user)
        for one in dict.fromkeys([reading.core, *(reading.questions if reading.asks else ())]):
            embed([one], "query")
    except LLMError:
        return


def prepare(heard: Heard, now: datetime) -> Ready:
    """Recall, choose and compose. No model is called."""
    timings: dict[str, float] = {}
    lap = _stopwatch(timings)
    user, raised = heard.user, _Raised()
    quoted: tuple[Words, ...] = ()
    if heard.without_memory or aboutmemory.holds_back(aboutmemory.wish(heard)):
        recalled = recalling.limits_only(user, heard.cue, now)
    else:
        recalled, quoted = _recall(heard, now)
        heard = _with_memory(heard, recalled)
        lap("recall")
        raised = _raise(heard, recalled, lap, now)
    lap("question")
    return replace(_composed(heard, recalled, quoted, raised, lap, now), timings=timings)


def _composed(
    heard: Heard,
    recalled: Recalled,
    quoted: tuple[Words, ...],
    raised: _Raised,
    lap: Callable[[str], None],
    now: datetime,
) -> Ready:
    """The prompt of everything decided, and who speaks."""
    user, choice, question = heard.user, raised.choice, raised.question
    behind = Backdrop() if heard.without_memory else backdrop(user, heard.message, heard.sitting)
    lap("backdrop")
    slips = steadying.slips_of(heard.message.conversation, now)
    provider = providers.for_user(user, Purpose.CHAT)
    follow_up = aftercare.follow_up(heard, by_rules=provider is None)
    prompt = composing.compose(
        Scene(
            character=heard.character,
            lang=heard.lang,
            now=now,
            zone=user.zone,
            history=heard.sitting.lines,
            text=heard.text,
            recalled=recalled,
            topic=choice.text,
            aside=question.told if question else "",
            states_only=choice.state_only,
            advised=raised.advised,
            careful=heard.careful,
            cut=heard.sitting.cut,
            earlier=behind.earlier,
            about=behind.about,
            said=quoted,
            called=called(recalled),
            slips=[note for _key, note in slips],
            open_question=follow_up.text if follow_up else "",
            token_scale=gauging.scale_of(provider.model_for(Purpose.CHAT)) if provider else 1.0,
        )
    )
    lap("compose")
    keeper = steadying.keeper_of(heard, recalled) if provider else None
    return Ready(heard, recalled, choice, prompt, provider, {}, question, quoted, slips, keeper, follow_up)


@dataclass(frozen=True)
class _Raised:
    """What the companion brings into a turn of its own accord."""

    choice: choosing.Choice = field(default_factory=lambda: choosing.Choice("follow"))
    question: questions.Question | None = None
    advised: tuple[str, ...] = ()


def _raise(heard: Heard, recalled: Recalled, lap: Callable[[str], None], now: datetime) -> _Raised:
    """A topic, a question, and what need not be advised again; nothing of it comes from elsewhere to a persona that knows
    nothing of elsewhere, and nothing at all beside a question that was asked at risk."""
    if heard.alone or heard.asked.chain:
        return _Raised()
    aside = aside_in(heard.user, heard.cue.conversation)
    choice = choosing.choose(heard.user, recalled, _moment(heard, aside), now)
    lap("choose")
    question = _question(heard, recalled, choice, aside, now)
    return _Raised(choice, question, toldlog.lately_advised(heard.user, now))


def _recall(heard: Heard, now: datetime) -> tuple[Recalled, tuple[Words, ...]]:
    """What comes to mind, and what was said in earlier talks and may be told."""
    recalled = recalling.recall(heard.user, heard.cue, now, providers.embedding_for(heard.user))
    quoted = quoting.quotes(heard.user, recalled)
    return (replace(recalled, nothing_found=False) if quoted else recalled), quoted


def _with_memory(heard: Heard, recalled: Recalled) -> Heard:
    """What is remembered may raise what the words mean; it never lowers it."""
    known = [hit.statement for hit in (*recalled.passive, *recalled.active) if hit.subject == USER]
    assessment = judging.with_memory(heard.assessment, known)
    if assessment.level == heard.level:
        return heard
    return replace(heard, level=assessment.level, careful=True, assessment=assessment)


def _moment(heard: Heard, aside: frozenset[UUID]) -> Moment:
    """The line in its talk, as choosing sees it."""
    lines, talk, began = heard.sitting.lines, heard.message.conversation, heard.sitting.began
    worked_out = talk.worked_out_at if began and talk.valence is not None else None
    mine = [line.text for line in lines if line.role == Role.USER][-SAID:]
    replies = [(line.at, is_question(line.text)) for line in lines if line.role != Role.USER and line.at]
    return Moment(
        heard.text,
        heard.careful,
        heard.mood,
        heard.leaving,
        aside=aside,
        began=began or heard.message.created_at,
        felt=talk.valence if worked_out and began and worked_out >= began else None,
        words=matter_words("\n".join(mine)),
        replies=replies,
        conversation=talk.id,
    )


def _stopwatch(timings: dict[str, float]) -> Callable[[str], None]:
    """Writes down, in ms, what each step took since the one before it."""
    clock = time.perf_counter()

    def lap(name: str) -> None:
        nonlocal clock
        timings[name] = 1000 * (time.perf_counter() - clock)
        clock = time.perf_counter()

    return lap


def _question(
    heard: Heard, recalled: Recalled, choice: choosing.Choice, aside: frozenset[UUID], now: datetime
) -> questions.Question | None:
    """What is to be asked beside the reply; nothing where a topic is opened already, nothing may be kept, or it is about what was
    set aside here."""
    if choice.move == "open" or heard.message.conversation.temporary:
        return None
    asks = recalled.reading is not None and recalled.reading.asks
    moment = questions.Moment(
        heard.careful, heard.leaving, asks, heard.mood.valence, heard.lang, heard.message.conversation_id
    )
    found = questions.due(heard.user, moment, now)
    if found is None or aside.intersection(found.memories):
        return None
    unwanted = choice.state_only or feedback.turns_away(heard.text)
    return None if unwanted and found.act in questions.QUESTIONS else found
