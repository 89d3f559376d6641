"""Everything a prompt is made of, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.candidates import USER
from memory.recall import Recalled
from persona.characters import Character


@dataclass(frozen=True)
class Said:
    """A line of the history: role is `user` or `companion`."""

    role: str
    text: str
    at: datetime | None = None


@dataclass(frozen=True)
class Earlier:
    """A summary of lines that were said before, the last of them at `until`."""

    text: str
    until: datetime


@dataclass(frozen=True)
class Words:
    """An exchange of an earlier talk: (role, words), in order; `at` is in the user's zone."""

    at: datetime
    said: Sequence[tuple[str, str]]

    @property
    def own(self) -> str:
        """The user's words in it, "" where there are none."""
        return next((words for role, words in self.said if role == "user"), "")


@dataclass(frozen=True)
class About:
    """What this sitting is about, what the user wants of it, and how they feel, from -1 to 1; "" where nobody knows."""

    topic: str = ""
    goal: str = ""
    valence: float = 0.0


@dataclass(frozen=True)
class Scene:
    """Everything a prompt is made of."""

    character: Character
    lang: str
    now: datetime
    zone: ZoneInfo
    history: Sequence[Said]
    text: str
    recalled: Recalled
    topic: str = ""
    aside: str = ""
    """What is to be said or asked beside the answer."""
    states_only: bool = False
    """Enough was asked lately: this answer asks nothing."""
    advised: Sequence[str] = ()
    """What was advised in the last days, and need not be said again."""
    careful: bool = False
    cut: bool = False
    """Whether the sitting has older lines than the history."""
    earlier: Sequence[Earlier] = ()
    about: About = field(default_factory=About)
    token_scale: float = 1.0
    """The model's tokens for one that is estimated: budgets are kept in the model's own."""
    said: Sequence[Words] = ()
    """What was said in other talks, as it was said."""
    called: str = ""
    """What the user is called, "" where nobody knows."""
    slips: Sequence[str] = ()
    """What the last reply got wrong, to be set right in passing."""
    open_question: str = ""
    """What was asked at risk and isn't answered, or what is to be said to its answer; "" where nothing is open."""


def called(recalled: Recalled) -> str:
    """What the user is called, as far as it is always kept in mind; what they asked to be called comes first."""
    names = {
        hit.attribute: hit.value for hit in recalled.active if hit.subject == USER and hit.label == "fact"
    }
    return names.get("nickname") or names.get("name") or ""
