"""How a character speaks in numbers, against its own examples and over time: a voice that wears off is seen before it is felt.

Read from the replies as they stand, so that what is deleted is not counted either.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import fmean
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from persona.content import Content
from transcript.models import Message, Role, Status

MONTHS, REPLIES_MOST = 6, 480
"""What the page looks back at, and replies that are read for it, the newest."""
ENOUGH = 8
"""Replies from which a month says something."""
FAR = 0.6
"""A feature that differs from its usual value by this share of it, beyond `SLACK`, has drifted."""
_CJK = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[A-Za-z']+")
_SENTENCE = re.compile(r"[^。！？!?….\n]+[。！？!?….\n]?")
_PARTICLE = re.compile(r"[呀啊呢吧啦嘛哦喔呗哈噢嘞哒咯](?=[，。！？~～…、,!?\s]|$)")
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")
_I = re.compile(r"我|\b(?:I|me|my|mine)\b")
_YOU = re.compile(r"你|您|妳|\b(?:you|your|yours)\b", re.IGNORECASE)

NAMES: Mapping[str, str | Promise] = {
    "length": _("长短（字或词）"),
    "particles": _("语气词（每句）"),
    "exclaims": _("感叹（每句）"),
    "questions": _("提问（每条）"),
    "emoji": _("表情（每条）"),
    "own": _("说自己（每句）"),
    "yours": _("说你（每句）"),
}
SLACK = {
    "length": 12.0,
    "particles": 0.2,
    "exclaims": 0.2,
    "questions": 0.3,
    "emoji": 0.3,
    "own": 0.4,
    "yours": 0.5,
}
"""Differences below these are nobody's drift."""


@dataclass(frozen=True)
class Feature:
    """One trait of the voice: its usual value, the months' values (None where too little was said), and whether the latest
    is far off."""

    key: str
    usual: float
    months: tuple[float | None, ...]
    far: bool

    @property
    def name(self) -> str:
        return str(NAMES[self.key])

    @property
    def top(self) -> float:
        """The end of a scale that holds all of them."""
        return (
            max([self.usual, *(value for value in self.months if value is not None), SLACK[self.key]]) or 1.0
        )


@dataclass(frozen=True)
class Drift:
    """`months` are their first days, oldest first; `own` says that the usual values are the character's examples, else they
    are its first replies."""

    months: tuple[datetime, ...]
    features: tuple[Feature, ...]
    own: bool
    replies: int

    @property
    def enough(self) -> bool:
        """Whether any month tells anything."""
        return any(value is not None for row in self.features for value in row.months)


def features(text: str) -> dict[str, float]:
    """The numbers of one reply."""
    sentences = max(len([part for part in _SENTENCE.findall(text) if re.search(r"\w", part)]), 1)
    length = len(_CJK.findall(text)) + len(_WORD.findall(text))
    return {
        "length": float(length),
        "particles": len(_PARTICLE.findall(text)) / sentences,
        "exclaims": len(re.findall(r"[！!]", text)) / sentences,
        "questions": float(len(re.findall(r"[？?]", text))),
        "emoji": float(len(_EMOJI.findall(text))),
        "own": len(_I.findall(text)) / sentences,
        "yours": len(_YOU.findall(text)) / sentences,
    }


def mean(texts: Sequence[str]) -> dict[str, float]:
    rows = [features(text) for text in texts]
    return {key: fmean(row[key] for row in rows) if rows else 0.0 for key in NAMES}


def of(user: User, persona: UUID, content: Content, now: datetime) -> Drift:
    """How a user's replies from this character went, month by month."""
    said = _said(user, persona, now)
    starts = _months(now.astimezone(user.zone))
    examples = [example.reply for example in content.examples]
    own = len(examples) >= 2
    usual = mean(examples if own else [text for _at, text in said[: ENOUGH * 2]])
    by_month = [
        [text for at, text in said if start <= at and (after is None or at < after)]
        for start, after in zip(starts, [*starts[1:], None], strict=True)
    ]
    means = [mean(texts) if len(texts) >= ENOUGH else None for texts in by_month]
    rows = []
    for key in NAMES:
        months = tuple(row[key] if row else None for row in means)
        latest = next((value for value in reversed(months) if value is not None), None)
        rows.append(Feature(key, usual[key], months, latest is not None and is_far(key, usual[key], latest)))
    began = next(
        (place for place, row in enumerate(means) if row), 0
    )  # months before the first talk tell nothing
    rows = [replace(row, months=row.months[began:]) for row in rows]
    return Drift(tuple(starts[began:]), tuple(rows), own, len(said))


def is_far(key: str, usual: float, value: float) -> bool:
    """Whether a trait is no longer what it was."""
    gap = abs(value - usual)
    return gap > SLACK[key] and gap > FAR * usual


def _said(user: User, persona: UUID, now: datetime) -> list[tuple[datetime, str]]:
    """(when, words) of its replies, oldest first; fixed ones of a crisis aren't its own words."""
    rows = Message.objects.for_user(user).filter(
        conversation__persona=persona,
        conversation__deleted_at=None,
        role=Role.COMPANION,
        live=True,
        status=Status.COMPLETE,
        risk_level__lt=2,
        created_at__gte=now - timedelta(days=31 * MONTHS),
    )
    newest = rows.exclude(model="safety").order_by("-created_at")[:REPLIES_MOST]
    return [(row.created_at, row.text) for row in reversed(newest)]


def _months(local: datetime) -> list[datetime]:
    """The first moments of the last months, oldest first."""
    start = local.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    found = [start]
    while len(found) < MONTHS:
        start = (start - timedelta(days=1)).replace(day=1)
        found.append(start)
    return found[::-1]
