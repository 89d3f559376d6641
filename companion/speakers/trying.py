"""Saying something to a draft of a character: the same prompt and the same pipeline as in a conversation, with no memory and
nothing kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from accounts.models import User
from companion import composing, providers, voicing
from companion.hearing import language_of
from companion.scene import Said, Scene
from llm import gateway
from llm.errors import LLMError
from llm.provider import Purpose
from memory.recall import Recalled
from persona import offline
from persona.characters import Character
from persona.content import Content
from persona.staying.checking import Keeper
from persona.staying.grounds import Ground
from safety import farewell, honesty, risk
from safety.assessing import assess
from safety.levels import Level
from safety.matters import Matter
from safety.pipeline import passed
from transcript.mood import mood

SAID_MOST = 2_000
BEFORE_MOST = 6
"""Exchanges of the trial that are told along."""


@dataclass(frozen=True)
class Tried:
    """The answer; `offline` when no model made it, `failed` when the model gave none; `level` of the line, which shows the
    help card from R2 on."""

    text: str
    offline: bool = False
    failed: bool = False
    level: Level = Level.R0


def say(user: User, content: Content, text: str, before: Sequence[tuple[str, str]], now: datetime) -> Tried:
    """What the draft answers. A line that tells of danger is answered as everywhere."""
    lang = language_of(text, user.language)
    assessment = assess(text, context=[said for said, _answer in before[-5:]], state=risk.level(user, now))
    young = bool(user.age_doubted_at) and assessment.level < Level.R2
    if fixed := voicing.fixed(user, assessment, lang, instead=Matter.MINOR if young else ""):
        return Tried("\n\n".join((fixed.text, *fixed.notes)), level=assessment.level)
    character = Character(content, uuid4(), uuid4())
    leaving, asked = farewell.exit_intent(text), honesty.asks_if_human(text, content.name)
    provider = providers.for_user(user, Purpose.CHAT)
    if provider is None:
        spoken = offline.speak(
            character,
            offline.Situation(
                text=text, lang=lang, valence=mood(text).valence, hour=now.astimezone(user.zone).hour,
                leaving=leaving, asks_if_human=asked, before=before[-1][0] if before else "",
            ),
        )  # fmt: skip
        return Tried(passed(spoken.text, lang, assessment.level, leaving, asked), offline=True)
    history = [
        line
        for said, answer in before[-BEFORE_MOST:]
        for line in (Said("user", said), Said("companion", answer))
    ]
    scene = Scene(
        character, lang, now, user.zone, history, text, Recalled(), careful=assessment.level >= Level.R2
    )
    try:
        answer = gateway.tell(provider, Purpose.CHAT, composing.compose(scene).messages)
    except LLMError:
        return Tried("", failed=True)
    keeper = Keeper(
        Ground(content=content, lang=lang, user_text=text, named=(content.name,), asked_human=asked)
    )
    return Tried(passed(answer, lang, assessment.level, leaving, asked, keeper.mend))
