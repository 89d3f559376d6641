"""The words of a reply on their way out: who speaks, the gate they pass, and the judge's opinion that may end them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from datetime import datetime

from companion import aboutmemory, seam, secondlook, voicing
from companion.heard import FIXED, Outcome, Ready
from companion.secondlook import Judged, Look
from llm import gateway
from llm.errors import LLMError, ModelUnavailable
from llm.provider import Purpose
from safety.honesty import truthful_answer
from safety.levels import Level
from safety.pipeline import Gate

Heeded = Callable[[Ready, Judged, datetime], Ready]
"""What makes a turn ready again for a line that is judged otherwise now."""


async def watched(
    ready: Ready, outcome: Outcome, look: Look | None, heeded: Heeded, now: datetime
) -> AsyncGenerator[str, None]:
    """The words as they pass the gate, the first of them held for the judge's opinion; what it finds ends them, and the fixed reply
    takes their place."""
    said, judged = False, None
    try:
        async with aclosing(gated(ready, outcome, now)) as pieces:
            async for safe in pieces:
                if look and (judged := await _found(ready, look, said, now)):
                    break
                said = True
                yield safe
    except LLMError:  # nobody speaks, but the judge may still find that help is needed
        judged = await _found(ready, look, said, now) if look else None
        if judged is None:
            raise
    if judged is None:
        return
    ready = await seam.cross(heeded, ready, judged, now)
    outcome.ready, outcome.keeper, outcome.usage = ready, None, None
    if said:
        yield "\n\n"
    async with aclosing(gated(ready, outcome, now)) as pieces:
        async for safe in pieces:
            yield safe


async def _found(ready: Ready, look: Look, said: bool, now: datetime) -> Judged | None:
    """The opinion where it makes another reply due; one that doesn't is written down, and so is that there is none in time."""
    if look.taken:
        return None
    judged = look.now() if said else await look.judged()
    if judged is None:
        if not said:
            await seam.cross(secondlook.unanswered, look)
        return None
    judged = secondlook.too_late_to_lower(look.asked, judged)
    if judged.assessment.level >= Level.R2 and judged.assessment.level > ready.heard.level:
        return judged
    await seam.cross(secondlook.take, ready.heard.user, judged, now)
    return None


async def gated(ready: Ready, outcome: Outcome, now: datetime) -> AsyncGenerator[str, None]:
    """The words through safety's gate, kept in character on the way."""
    gate: Gate | None = None
    async with aclosing(speak(ready, outcome, now)) as pieces:
        async for piece in pieces:
            if gate is None:
                gate = _gate(ready, outcome)
                if outcome.voice in FIXED and ready.heard.asks_if_human:
                    yield truthful_answer(ready.heard.lang) + "\n\n"
            for safe in gate.feed(piece):
                yield safe
    for safe in (gate or _gate(ready, outcome)).close():
        yield safe


def _gate(ready: Ready, outcome: Outcome) -> Gate:
    """The gate for who speaks. Words of code are no goodbye that could be cut, and no claim that has to be proved: help that is due
    must never be lost because somebody also says goodbye."""
    heard, keeper = ready.heard, ready.keeper
    if outcome.voice in FIXED:
        return Gate(heard.lang, heard.level)
    mend = keeper.mend if keeper and outcome.keeper else None
    return Gate(heard.lang, heard.level, heard.leaving, heard.asks_if_human, mend)


async def speak(ready: Ready, outcome: Outcome, now: datetime) -> AsyncGenerator[str, None]:
    """The words, before the gate: a fixed reply in a crisis, else the model, else the offline voice."""
    if fixed := await seam.cross(voicing.prepared, ready):
        outcome.voice = "safety"
        outcome.template_id, text = await seam.cross(voicing.crisis, ready, fixed, now)
        yield text
    elif told := await seam.cross(aboutmemory.answer, ready.heard, now):
        outcome.voice, outcome.template_id = "memory", told.name
        yield told.text
    elif ready.provider is None and ready.follow_up:
        outcome.voice, outcome.template_id = "safety", ready.follow_up.template_id
        yield ready.follow_up.whole
    elif ready.provider is None:
        outcome.voice = "offline"
        outcome.template_id, text = await seam.cross(voicing.offline, ready, now)
        for piece in voicing.paced(text):
            yield piece
    else:
        async with aclosing(_model(ready, outcome)) as pieces:
            async for piece in pieces:
                yield piece


async def _model(ready: Ready, outcome: Outcome) -> AsyncGenerator[str, None]:
    """The model's words. Where a question that was asked at risk is open, a model that can't speak doesn't leave it unasked."""
    assert ready.provider is not None
    outcome.voice = ready.provider.model_for(Purpose.CHAT)
    outcome.keeper = ready.keeper
    outcome.template_id = ready.follow_up.template_id if ready.follow_up else ""
    said = False
    try:
        async with aclosing(gateway.stream(ready.provider, Purpose.CHAT, ready.prompt.messages)) as pieces:
            async for part in pieces:
                outcome.usage = part.usage or outcome.usage
                said = said or bool(part.text.strip())
                if part.text:
                    yield part.text
        if not said:
            raise ModelUnavailable("the model said nothing")
    except LLMError:
        if said or ready.follow_up is None:
            raise
        outcome.voice, outcome.keeper = "safety", None
        yield ready.follow_up.whole
