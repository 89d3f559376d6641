"""What extraction hands to judging: values, no tables.

An `Exchange` is what was said, with speakers and times; a `Candidate` is one atomic claim found in it, tied
to the exact words it stands on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID
from zoneinfo import ZoneInfo

from memory.policy import Kind

USER = "user"
"""The subject of everything the user says about themself."""


class Speaker(StrEnum):
    USER = "user"
    COMPANION = "companion"


class Layer(StrEnum):
    REAL = "real"
    PLAY = "play"
    HYPOTHETICAL = "hypothetical"
    JOKE = "joke"
    QUOTED = "quoted"


class Operation(StrEnum):
    """How a claim relates to what was known: decided from its words, never from similarity."""

    STATE = "state"  # a plain statement
    CORRECT = "correct"  # "不对，是…": the old value was an error
    CHANGE = "change"  # "上个月升了…", "现在不…了": the world moved on
    EXCEPTION = "exception"  # "这次就…": the rule stands
    END = "end"  # "不当老师了": the old value no longer holds, no new one is named
    LIFT = "lift"  # "可以聊我爸了": takes back a boundary or an instruction


class Precision(StrEnum):
    MINUTE = "minute"
    HOUR = "hour"
    PART = "part"  # 早上, 晚上
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    VAGUE = "vague"  # 前阵子, lately


@dataclass(frozen=True)
class Span:
    """A stretch of the world's time; both ends aware, in the user's zone, `end` inclusive to the second."""

    start: datetime
    end: datetime
    precision: Precision


@dataclass(frozen=True)
class Line:
    """One message as evidence. `at` is aware."""

    id: UUID
    speaker: Speaker
    text: str
    at: datetime


@dataclass(frozen=True)
class Exchange:
    """Settled lines to learn from, with earlier lines that may resolve an ellipsis but prove nothing."""

    lines: tuple[Line, ...]
    zone: ZoneInfo
    before: tuple[Line, ...] = ()
    companion_names: tuple[str, ...] = ()
    people: tuple[str, ...] = ()  # names already known in the user's life
    kin: tuple[tuple[str, str], ...] = ()
    """Names that are known, each with the word for whose it is: (豆豆, 猫)."""
    played: frozenset[UUID] = frozenset()
    """Lines said inside make-believe that an earlier line began: nothing in them is true of the user."""
    project: UUID | None = None
    """The project the conversation has joined."""
    persona: UUID | None = None
    """Whose replies the companion's lines are: what it says of itself is its own."""
    apart: bool = False
    """Whether what is said here stays between the user and this persona."""

    def within(self, kind: Kind) -> UUID | None:
        """The persona that alone may know a claim of this kind; None for everybody. A limit holds with everyone."""
        alone = kind is Kind.SELF or (self.apart and kind is not Kind.BOUNDARY)
        return self.persona if alone else None

    @property
    def real(self) -> Exchange:
        """The exchange without the lines said in play."""
        return replace(self, lines=tuple(line for line in self.lines if line.id not in self.played))


@dataclass(frozen=True)
class Candidate:
    """One atomic claim. `quote` is an exact substring of the line `line`; `subject` is `USER`, a relation in the
    user's words without 我的/my ("表妹", "猫", "sister-in-law", "女朋友的妈妈"), or a given name."""

    kind: Kind
    subject: str
    attribute: str
    value: str
    statement: str
    lang: str
    line: UUID
    quote: str
    polarity: int = 1
    speaker: Speaker = Speaker.USER
    layer: Layer = Layer.REAL
    operation: Operation = Operation.STATE
    confidence: float = 0.9
    when: Span | None = None
    sitting_only: bool = False
    importance: float | None = None
    names: tuple[str, ...] = ()
    """People and pets named in the quote, as written."""
    consent: str | None = None
    """Consent class that keeping it needs: health, belief, sexuality, money, trauma."""
    origin: str = "rules"
    """`rules`, `model`, or `both` after merging."""
