"""What the words of one message may mean for someone's safety. Plain values; the levels follow the C-SSRS screener."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Level(IntEnum):
    """R0 none; R1 distress without a wish to die; R2 wish to be dead or urge to self-harm; R3 a method thought of,
    self-harm now or lately, a disguised question; R4 intent, plan, means, farewell, in progress.
    """

    R0 = 0
    R1 = 1
    R2 = 2
    R3 = 3
    R4 = 4


class Flag(StrEnum):
    MINOR = "minor"
    IN_PROGRESS = "in_progress"
    THIRD_PARTY = "third_party"
    HARM_OTHERS = "harm_others"
    ED = "ed"
    ABUSE_AT_HOME = "abuse_at_home"
    PROPERTY_LOSS = "property_loss"


class Reason(StrEnum):
    """Where a line's level comes from, and what became of the judge's opinion."""

    RULES = "rules"
    """By rules; no judge is configured or was needed."""
    AGREED = "agreed"
    RAISED = "raised"
    LOWERED = "lowered"
    OVERRULED = "overruled"
    """The judge would have lowered what it may not lower."""
    MEMORY = "memory"
    """A memory raised it."""
    TIMEOUT = "judge_timeout"
    FAILED = "judge_failed"


@dataclass(frozen=True)
class Assessment:
    """One message's level, flags and the ids of the rules that spoke; never any of its words."""

    level: Level
    flags: frozenset[Flag] = frozenset()
    rules: tuple[str, ...] = ()

    @property
    def is_crisis(self) -> bool:
        return self.level >= Level.R2
