"""What a turn knows as it goes: the line in its setting, everything decided before the first word, and what a stream left
behind. Values alone, so that keeping and voicing need not know the turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from accounts.models import User
from companion.composing import Composed
from companion.scene import Words
from companion.sitting import Sitting
from llm.provider import Provider, Usage
from memory.asking.questions import Question
from memory.recall import Cue, Recalled
from persona.characters import Character
from persona.staying.checking import Keeper
from safety.asked import Standing
from safety.contract import CrisisReply
from safety.levels import Assessment, Level
from topics.choosing import Choice
from transcript.models import Message
from transcript.mood import Mood

FIXED = ("safety", "memory")
"""Voices of code: what they say is written down, and holds nothing else."""


@dataclass(frozen=True)
class Heard:
    """The line to answer, in its setting."""

    user: User
    message: Message
    text: str
    lang: str
    character: Character
    sitting: Sitting
    level: Level
    careful: bool
    mood: Mood
    leaving: bool
    asks_if_human: bool
    assessment: Assessment = field(default_factory=lambda: Assessment(Level.R0))
    """What `level` comes from."""
    asked: Standing = field(default_factory=Standing)
    """What the replies before it leave open."""
    alone: bool = False
    """Whether who speaks knows only what passed between it and the user."""
    without_memory: bool = False
    """The user asked for this answer without memories."""

    @property
    def cue(self) -> Cue:
        """What may bring memories back: the line, what the user said before it, where, and with whom."""
        return Cue(
            text=self.text,
            sitting=tuple(line.text for line in self.sitting.lines if line.role == "user"),
            conversation=self.message.conversation_id,
            persona=self.character.persona_id,
            project=self.message.conversation.project_id,
            alone=self.alone,
            began=self.sitting.began or self.message.created_at,
            open_minded=not (self.careful or self.leaving or self.message.conversation.temporary),
            names=(("我", "my", "i"), ("你", self.character.name.lower(), "you")),
        )


@dataclass(frozen=True)
class Ready:
    """Everything decided before the first word: what is recalled, which topic, the prompt, and who speaks."""

    heard: Heard
    recalled: Recalled
    choice: Choice
    prompt: Composed
    provider: Provider | None
    timings: dict[str, float] = field(default_factory=dict)
    question: Question | None = None
    """What is to be said or asked beside the reply."""
    quoted: tuple[Words, ...] = ()
    """What was said in earlier talks and may answer."""
    slips: tuple[tuple[UUID, str], ...] = ()
    """(finding, what to say of it) of the last replies that this one is to set right."""
    keeper: Keeper | None = None
    """What keeps a model's words in character; None for voices that need none."""
    follow_up: CrisisReply | None = None
    """What stays with a question that was asked at risk, in words that need no model."""


@dataclass
class Outcome:
    """What a finished stream left behind; filled while it runs."""

    ready: Ready | None = None
    usage: Usage | None = None
    template_id: str = ""
    voice: str = ""
    keeper: Keeper | None = None
    """What kept a model's words in character, with what it found."""
    timings: dict[str, float] = field(default_factory=dict)
