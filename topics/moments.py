"""The moment a topic could be raised in: who leads, how they feel, and what makes it fit to open something. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from transcript.mood import Mood

UPSET = -0.3
SILENCE = timedelta(days=3)
NEVER = timedelta.max
ASKED_MOST, ASKED_OF = 0.5, 10
"""Share of the companion's last replies that asked something; above it the next one states."""
_GREETING = re.compile(
    r"^(?:哈喽|哈啰|嗨|嘿|你好(?:呀|啊|哇)?|您好|在吗|在不在|早(?:安|上好|呀|啊)?|上午好|中午好|下午好|晚上好|好久不见|我(?:又)?(?:回)?来(?:了|啦)"
    r"|hi+|hello+|hey+|yo|morning|good (?:morning|afternoon|evening)|long time no see|i'?m back)"
    r"(?:[\s,，]+(?:[\u4e00-\u9fff]{1,3}|[a-z]{2,10})|小暖)?[\s。.!！~～?？…]*$",
    re.IGNORECASE,
)
_LULL = re.compile(
    r"^(?:(?:嗯|哦|噢|唔|额|呃|好|好吧|行|行吧|哈|呵)+[吧呀啊的了]?|没(?:什么|啥)?事|没(?:什么|啥)|就那样|老样子|(?:好)?无聊(?:啊|呀|死了|中|ing)?|随便(?:聊聊|吧)?|在干(?:嘛|什么|啥)(?:呢|呀)?|"
    r"不知道(?:说|聊|干)(?:什么|啥|嘛)(?:好)?|闲着(?:呢)?|发呆|"
    r"ok(?:ay)?|hm+|mm+|yeah|nothing(?: much)?|not much|same as ever|(?:i'?m )?(?:so )?bored|whatever|idk|nm|wyd|what'?s up)[\s。.!！~～?？…，,]*$",
    re.IGNORECASE,
)
_INVITES = re.compile(
    r"换个话题|聊(?:点|些)?别的|聊点(?:什么|啥)|说点(?:什么|别的)|有什么(?:想|要)(?:说|聊)的|找个话题|你(?:来)?起个头"
    r"|\bchange the subject\b|\btalk about something else\b|\btell me something\b|\bwhat (?:shall|should) we talk about\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[?？]")


@dataclass(frozen=True)
class Moment:
    """The line to answer: its text, whether the user is at risk (`careful`), its mood, whether they are leaving, whether the
    companion speaks first (`greeting`), and the memories that are set `aside` where it was said. Of the talk so far: when it
    `began`, how the user felt in it, its `words`, the companion's replies as (time, asked something), and how long the user had
    been away when it began: NEVER where they were not there before, None where it is to be looked up."""

    text: str
    careful: bool
    mood: Mood
    leaving: bool
    greeting: bool = False
    aside: frozenset[UUID] = frozenset()
    began: datetime | None = None
    felt: float | None = None
    words: frozenset[str] = frozenset()
    replies: Sequence[tuple[datetime, bool]] = ()
    away: timedelta | None = None
    conversation: UUID | None = None


def stays(moment: Moment) -> str:
    """Why this turn only follows, or ""."""
    felt = moment.felt if moment.felt is not None else 0.0
    reasons = (
        ("careful", moment.careful),
        ("leaving", moment.leaving),
        ("upset", moment.mood.valence <= UPSET or felt <= UPSET),
    )
    return next((name for name, holds in reasons if holds), "")


def occasion_of(moment: Moment) -> str:
    """What makes it fit to open something: a greeting, a lull, a long silence, an invitation; "" where the user leads."""
    said = moment.text.strip()
    if moment.greeting or _GREETING.match(said):
        return "greeting"
    if _INVITES.search(said):
        return "invited"
    if _LULL.match(said) and not _just_asked(moment):
        return "lull"
    back = moment.away is not None and moment.away >= SILENCE and not moment.replies
    return "silence" if back and not leads(said) else ""


def _just_asked(moment: Moment) -> bool:
    """Whether the line answers a question: 嗯 after one is an answer, not a lull."""
    return bool(moment.replies) and moment.replies[-1][1]


def leads(said: str) -> bool:
    """Whether a line has matter of its own."""
    return bool(_ASKS.search(said)) or len(said) > (14 if not said.isascii() else 40)


def asked_enough(replies: Sequence[tuple[datetime, bool]]) -> bool:
    """Whether the companion asked so much lately that it should state for once."""
    last = [asked for _at, asked in replies[-ASKED_OF:]]
    return len(last) >= 2 and (sum(last) / len(last) >= ASKED_MOST or all(last[-2:]))
