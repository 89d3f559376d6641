"""What may not be raised at all, whatever its score: a hard filter that nothing outscores.

`Bars` is what stands in the way for this user now; `blocked` is pure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from accounts.vault import keyword_ids
from memory.extraction.special import is_special
from memory.keywords import words
from memory.models import Memory
from memory.policy import Kind, Sensitivity, Use
from memory.states import Phase, Source, Status
from topics.grounds import Ground, limit_words
from topics.models import Refusal
from topics.sources.memories import ASKED_ABOUT

RAISABLE = (Use.FREELY, Use.RELEVANT)
ORDINARY = (Sensitivity.ORDINARY, Sensitivity.PERSONAL)
THREAD_RESTS = timedelta(days=7)
PROMISE_RESTS = timedelta(days=3)
LET_LIE = 2
"""A thread raised this often without an answer is not raised again until the user speaks of it."""
IN_FORCE = (Status.CURRENT, Status.CONFLICTED)
"""Limits that hold: one that is only supposed waits for the user's word, and what they refused is held back by itself."""
SAME_MATTER = 0.5
"""Share of a matter's words, on the smaller side, from which two are the same: the plan and the thread about one interview."""


@dataclass(frozen=True)
class Refused:
    """A matter the user doesn't want raised again: the stem of its key, and ids of its words."""

    stem: str
    words: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Bars:
    """What stands in the way. `limits` are words of the user's boundaries; `values` what must never be raised, in lower case;
    `careful` is True while the user is at risk (R2 and up); `aside` are memories that stay out of this conversation; `ids` are
    the keyed ids of each ground's words, by its key."""

    limits: frozenset[str] = frozenset()
    values: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()
    careful: bool = False
    aside: frozenset[UUID] = frozenset()
    ids: dict[str, frozenset[int]] = field(default_factory=dict)


def bars_of(user: User, grounds: Sequence[Ground], *, careful: bool = False) -> Bars:
    """What stands in the way of these grounds of the user's now. A refusal whose memory may be raised again holds no more."""
    holding = Memory.objects.for_user(user).filter(
        Q(use=Use.NEVER_RAISE) | Q(kind=Kind.BOUNDARY, status__in=IN_FORCE)
    )
    told = list(holding.only("user_id", "kind", "status", "use", "value", "polarity"))
    never = [row for row in told if row.use == Use.NEVER_RAISE]
    limits = [
        row for row in told if row.kind == Kind.BOUNDARY and row.status in IN_FORCE and row.polarity > 0
    ]
    values = tuple({row.value.lower() for row in never if len(row.value) > 1})
    rows = Refusal.objects.for_user(user).values_list("stem", "words", "memory__use")
    refused = tuple(
        Refused(stem, frozenset(ids)) for stem, ids, use in rows if use in (None, Use.NEVER_RAISE)
    )
    ids = (
        {one.ident: frozenset(keyword_ids(user.id, sorted(one.words))) for one in grounds} if refused else {}
    )
    return Bars(limit_words([row.value for row in limits]), values, refused, careful, ids=ids)


def blocked(ground: Ground, now: datetime, bars: Bars = Bars()) -> str:
    """Why a candidate may not be raised at all, or ""."""
    reasons: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("risk", lambda: bars.careful),
        ("paused", lambda: ground.paused),
        ("never_raise", lambda: ground.use not in RAISABLE or _names(ground, bars.values)),
        ("refused", lambda: refused(ground, bars)),
        ("sensitive", lambda: ground.sensitivity not in ORDINARY or is_special(ground.statement)),
        ("boundary", lambda: touches(ground, bars.limits)),
        ("grief", lambda: ground.grave),
        ("aside", lambda: ground.memory in bars.aside),
        ("unproven", lambda: _unproven(ground)),
        ("not_current", lambda: ground.status != Status.CURRENT or _over(ground, now)),
        ("told", lambda: _told(ground, now)),
        ("resting", lambda: ground.rest_until is not None and ground.rest_until > now),
    )
    return next((name for name, holds in reasons if holds()), "")


def touches(ground: Ground, limits: frozenset[str]) -> bool:
    """Whether a boundary is about the same matter."""
    return bool(limits) and not limits.isdisjoint(words(f"{ground.subject} {ground.statement}"))


def refused(ground: Ground, bars: Bars) -> bool:
    """Whether the user refused this matter, from whatever source it comes."""
    mine = bars.ids.get(ground.ident, frozenset())
    return any(ground.stem == one.stem or same_matter(mine, one.words) for one in bars.refused)


def same_matter(some: Set[object], others: Set[object]) -> bool:
    """Whether two matters share most words of the smaller one."""
    least = min(len(some), len(others))
    return least > 0 and len(some & others) / least >= SAME_MATTER


def _names(ground: Ground, values: tuple[str, ...]) -> bool:
    lowered = ground.statement.lower()
    return any(value in lowered for value in values)


def _unproven(ground: Ground) -> bool:
    return ground.status == Status.PENDING or ground.origin in (
        Source.INFERRED,
        Source.SUMMARY,
        Source.IMPORTED,
    )


def _over(ground: Ground, now: datetime) -> bool:
    """Too long ago to be asked about, or closed."""
    if ground.until is not None and ground.until < now:
        return True
    if ground.phase not in (Phase.AHEAD, Phase.UNCONFIRMED, Phase.OPEN, Phase.DUE):
        return True
    return ground.source == "plan" and ground.ends is not None and ground.ends < now - ASKED_ABOUT


def _told(ground: Ground, now: datetime) -> bool:
    """A plan is raised once ahead and asked about once after it passed; a day, a loose end and news once; threads and promises
    rest between."""
    if ground.raised_at is None:
        return False
    if ground.source == "plan":
        return not ground.passed(now) or (ground.ends is not None and ground.raised_at >= ground.ends)
    if ground.source == "promise":
        return ground.raised_at > now - PROMISE_RESTS
    if ground.source == "thread":
        return ground.raised >= LET_LIE or ground.raised_at > now - THREAD_RESTS
    return True
