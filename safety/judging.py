"""A model's opinion of the last lines, beside the rules. The rules' level and the opinion go in, what stands comes out. Pure.

The higher wins. The opinion may lower one thing only: a rule's R2, to R1 or R0, with a reason why the words aren't meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from llm import prompts
from llm.provider import Message
from safety.levels import Assessment, Flag, Level, Reason

FOLDER = Path(__file__).parent
LINES, LINE_MOST = 6, 800
"""Of the talk, so many lines, and characters of each from both its ends."""


class Why(StrEnum):
    """Why words that sound like danger are none."""

    NONE = "none"
    IDIOM = "idiom"
    FICTION = "fiction"
    STUDY = "study"
    PAST = "past"
    THIRD_PARTY = "third_party"


_LOWERS = frozenset({Why.IDIOM, Why.FICTION, Why.STUDY, Why.THIRD_PARTY})


class RiskOpinion(BaseModel):
    """The judge's whole answer: no words of the talk find room in it."""

    level: Literal["R0", "R1", "R2", "R3", "R4"]
    flags: list[Flag] = Field(default_factory=list, max_length=7)
    why_none: Why = Why.NONE


@dataclass(frozen=True)
class Spoken:
    """A line of the talk."""

    user: bool
    text: str


def asked(lines: Sequence[Spoken], lang: str, state: Level) -> list[Message]:
    """The question to the model: the last lines, fenced, the newest last."""
    told = "\n".join(f"{'user' if line.user else 'companion'}: {_flat(line.text)}" for line in lines[-LINES:])
    text = prompts.fill(FOLDER, "judge", lang, lines=told, state=state.name)
    return [{"role": "user", "content": text}]


def version(model: str, lang: str) -> str:
    """Who judged, as the event keeps it: the prompt's hash and the model."""
    return f"{prompts.version(FOLDER, 'judge', lang)} {model}"[:64]


def settle(rules: Assessment, opinion: RiskOpinion, state: Level = Level.R0) -> tuple[Assessment, Reason]:
    """What stands of rules and opinion. `state` is the user's level before the line: while it is R2 or more nothing is lowered."""
    level = Level[opinion.level]
    flags = rules.flags | frozenset(opinion.flags)
    if level > rules.level:
        return Assessment(level, flags, rules.rules), Reason.RAISED
    if level == rules.level:
        return replace(rules, flags=flags), Reason.AGREED
    if rules.level == Level.R2 and state < Level.R2 and opinion.why_none in _LOWERS:
        return replace(rules, level=min(level, Level.R1), flags=flags), Reason.LOWERED
    return rules, Reason.OVERRULED


def with_memory(rules: Assessment, remembered: Iterable[str]) -> Assessment:
    """Distress of somebody of whom a wish to die is known weighs as one. Nothing that is remembered lowers anything."""
    if rules.level != Level.R1:
        return rules
    heavy = any(_HEAVY.search(words) for words in remembered)
    return replace(rules, level=Level.R2, rules=(*rules.rules, "memory")) if heavy else rules


_HEAVY = re.compile(
    r"自杀|轻生|割(?:过|了)?腕|自残|自伤|想(?:要)?(?:去)?死(?![你我他她它])|不想活|寻死|吞药"
    r"|\bsuicid|\bself[- ]?harm|\b(?:kill|hurt|cut|harm)(?:ing)? (?:your|my|them|him|her)self\b|\boverdose|\bwant(?:ed)? to die\b",
    re.IGNORECASE,
)


def _flat(text: str) -> str:
    words = " ".join(text.split()).replace("<", "‹")  # nothing in it may close the fence
    return words if len(words) <= LINE_MOST else f"{words[: LINE_MOST // 2]} … {words[-LINE_MOST // 2 :]}"
