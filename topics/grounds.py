"""What a candidate stands on, as plain values: deciding needs no database."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from accounts.models import User
from memory.keywords import words
from memory.models import Memory
from memory.policy import Kind, Sensitivity, Use
from memory.states import Phase, Source, Status

_NOISE = frozenset("别不要再提聊谈起说问想愿意关于事情话题了我你的吧也都到和跟给请再以后")
_NOISE_WORDS = frozenset(
    {"mention", "bring", "talk", "about", "ask", "stop", "want", "discuss", "please", "never"}
)
_PLAIN = re.compile(
    r"今天|明天|昨天|后天|前天|今年|明年|去年|上周|下周|这周|周末|上个月|下个月|打算|准备|正在|觉得|喜欢|想要|想|一个|一次|这个|那个|时候|已经|还没|没有|最近|现在|"
    r"[的了在是我你您们这那去来到和跟与就都也还要会把被给对从向着过吗呢吧啊呀]"
    r"|\b(?:today|tomorrow|yesterday|going|plan(?:s|ned|ning)?|want(?:s|ed)?|like(?:s|d)?|ha(?:s|ve|d)|with|your?|my|the|and|are|is|was|were|to|for|on|in|at|of|a|an)\b",
    re.IGNORECASE,
)
"""Words that two matters may share and have nothing to do with each other; out before pairs of characters are taken."""


@dataclass(frozen=True)
class Ground:
    """Something that might be raised. `key` names it within the user; `memory` or `message` is what it stands on, where either
    is. `source` is a topics.models.Source; `due_at` when it starts or falls due, `ends` when it is over; `until` when it can't
    be raised any more; `heard` when the user last spoke of it; `raised` how often it was raised since then and let lie."""

    memory: UUID | None
    source: str
    statement: str
    subject: str
    lang: str
    status: str = Status.CURRENT
    phase: str = Phase.OPEN
    origin: str = Source.STATED
    use: str = Use.FREELY
    sensitivity: str = Sensitivity.ORDINARY
    paused: bool = False
    importance: float = 0.5
    confidence: float = 0.9
    proofs: int = 1
    heard: datetime | None = None
    due_at: datetime | None = None
    ends: datetime | None = None
    raised_at: datetime | None = None
    raised: int = 0
    key: str = ""
    message: UUID | None = None
    until: datetime | None = None
    rest_until: datetime | None = None
    valence: float = 0.0
    grave: bool = False
    """Whether it belongs to mourning: nothing that anybody brings up lightly."""

    @property
    def ident(self) -> str:
        return self.key or f"memory:{self.memory}"

    @property
    def stem(self) -> str:
        """The matter without its day: what was refused this year is refused next year too."""
        return stem_of(self.ident)

    @cached_property
    def words(self) -> frozenset[str]:
        """The longer words of what it is about, without those that any matter may have."""
        return matter_words(f"{self.subject if self.subject != 'user' else ''} {self.statement}")

    def passed(self, now: datetime) -> bool:
        """Whether a plan's day is over."""
        over = self.ends is not None and self.ends < now
        return self.source == "plan" and (self.phase == Phase.UNCONFIRMED or over)


def stem_of(key: str) -> str:
    """A key without the year or day it ends in."""
    head, _colon, last = key.rpartition(":")
    return head if last[:4].isdigit() and len(last) in (4, 10) else key


def matter_words(text: str) -> frozenset[str]:
    """The longer words of a text, without those that any matter may have."""
    bare = _PLAIN.sub(" ", text)
    return frozenset(
        word for word in words(bare) if len(word) > 1 and not any(letter.isdigit() for letter in word)
    )


def limits(user: User) -> frozenset[str]:
    """The search words of what the user doesn't want brought up."""
    rows = (
        Memory.objects.for_user(user).open().filter(kind=Kind.BOUNDARY).only("user_id", "value", "polarity")
    )
    return limit_words([row.value for row in rows if row.polarity > 0])


def limit_words(values: Sequence[str]) -> frozenset[str]:
    """What boundaries are about: their longer words, without the "don't bring up" around them."""
    found = {word for value in values for word in words(value)}
    return frozenset(
        word
        for word in found
        if len(word) > 1
        and not set(word) <= _NOISE
        and word not in _NOISE_WORDS
        and not any(letter.isdigit() for letter in word)
    )
