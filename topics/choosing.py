"""What to do with the turn: follow what the user brings, nearly always; or, at a greeting, open with one thing that is
due. What may be opened is looked at again here, since ranks are minutes old and a memory may be gone by now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from accounts.models import User
from topics import ranking
from topics.grounds import Ground, limits, standing
from topics.models import Candidate, TopicChoice
from transcript.mood import Mood

APART = timedelta(hours=4)
A_DAY = 1
UPSET = -0.3
_GREETING = re.compile(
    r"^(?:哈喽|哈啰|嗨|嘿|你好(?:呀|啊|哇)?|您好|在吗|在不在|早(?:安|上好|呀|啊)?|上午好|中午好|下午好|晚上好|好久不见|我(?:又)?(?:回)?来(?:了|啦)"
    r"|hi+|hello+|hey+|yo|morning|good (?:morning|afternoon|evening)|long time no see|i'?m back)"
    r"(?:[\s,，]+(?:[\u4e00-\u9fff]{1,3}|[a-z]{2,10})|小暖)?[\s。.!！~～?？…]*$",
    re.IGNORECASE,
)
LIMITS = {
    "zh": {
        "passed": "{statement}。日子已经过了，还不知道结果：可以问一次怎么样了，不要当成还没发生。",
        "ahead": "{statement}。就快到了：可以提一句，不催，也不替对方安排。",
        "promise": "{statement}。到时候了：可以提起这个约定。",
        "thread": "{statement}。这件事还在进行：可以轻轻问一句近况。",
    },
    "en": {
        "passed": "{statement}. The day has passed and the outcome isn't known: you may ask once how it went; don't treat it as still ahead.",
        "ahead": "{statement}. It is close: you may mention it; don't push and don't arrange it for them.",
        "promise": "{statement}. It is due: you may come back to this promise.",
        "thread": "{statement}. This is still going on: you may gently ask how it is.",
    },
}


@dataclass(frozen=True)
class Moment:
    """The line to answer: its text, whether the user is at risk (`careful`), its mood, whether they are leaving, whether the
    companion speaks first (`greeting`), and the memories that are set `aside` where it was said."""

    text: str
    careful: bool
    mood: Mood
    leaving: bool
    greeting: bool = False
    aside: frozenset[UUID] = frozenset()


@dataclass(frozen=True)
class Choice:
    """`move` is follow, connect or open. With a candidate, `text` tells the prompt what to raise and its limit, and
    `spoken` is the memory's bare statement, for the voice without a model. `parts` says why."""

    move: str
    candidate: UUID | None = None
    text: str = ""
    parts: dict[str, Any] = field(default_factory=dict)
    spoken: str = ""


@dataclass(frozen=True)
class Offer:
    """A candidate that could be opened: its row and the memory it stands on."""

    candidate: UUID
    ground: Ground


def choose(user: User, moment: Moment, now: datetime) -> Choice:
    """Decide the move for this turn. Writes nothing."""
    reason = may_not_open(moment)
    if not reason and not Candidate.objects.for_user(user).filter(blocked="").exists():
        reason = "nothing"
    if not reason:
        recent = TopicChoice.objects.for_user(user).filter(move="open", at__gt=now - timedelta(days=1))
        reason = too_soon(list(recent.values_list("at", flat=True)), now, user)
    if reason:
        return Choice("follow", parts={"why": reason})
    hour = now.astimezone(user.zone).hour
    forbidden = limits(user)
    fitting = [
        offer
        for offer in _offers(user, now)
        if offer.ground.memory not in moment.aside and not ranking.blocked(offer.ground, now, forbidden)
    ]
    return pick(fitting, now, hour)


def may_not_open(moment: Moment) -> str:
    """Why this turn only follows, or ""."""
    reasons = (
        ("not_a_greeting", not moment.greeting and not _GREETING.match(moment.text.strip())),
        ("careful", moment.careful),
        ("leaving", moment.leaving),
        ("upset", moment.mood.valence <= UPSET),
    )
    return next((name for name, holds in reasons if holds), "")


def too_soon(opened: Sequence[datetime], now: datetime, user: User) -> str:
    """Why the caps forbid another opener, or "": one in a day of the user's, and four hours apart."""
    today = now.astimezone(user.zone).date()
    if any(now - at < APART for at in opened):
        return "four_hours"
    return "one_a_day" if sum(at.astimezone(user.zone).date() == today for at in opened) >= A_DAY else ""


def pick(offers: Sequence[Offer], now: datetime, hour: int) -> Choice:
    """The best of what may be raised. In the user's night only what is due; a thread that the user spoke of today is
    no news."""
    night = ranking.is_night(hour)
    scored = [
        (offer, ranking.score(offer.ground, now, hour))
        for offer in offers
        if (ranking.is_due(offer.ground, now) or not night) and not _just_heard(offer.ground, now)
    ]
    if not scored:
        return Choice("follow", parts={"why": "night" if night and offers else "nothing"})
    offer, parts = max(scored, key=lambda pair: (pair[1]["total"], str(pair[0].candidate)))
    return Choice("open", offer.candidate, line(offer.ground, now), parts, offer.ground.statement)


def line(ground: Ground, now: datetime) -> str:
    """What to raise and how far to go, in the memory's language."""
    how = ("passed" if ground.passed(now) else "ahead") if ground.source == "plan" else ground.source
    return LIMITS[ground.lang][how].format(statement=ground.statement.rstrip("。.!！"))


def _just_heard(ground: Ground, now: datetime) -> bool:
    return ground.source == "thread" and now - ground.heard < timedelta(hours=12)


def _offers(user: User, now: datetime) -> list[Offer]:
    rows = dict(Candidate.objects.for_user(user).filter(blocked="").values_list("memory_id", "id"))
    return [Offer(rows[ground.memory], ground) for ground in standing(user, now) if ground.memory in rows]
