"""Which candidate is best now: after the hard filter (filtering.py), a score whose every part is kept. Pure.

The formula starts from the product's rule 27: what is due, what interests the user, what was not raised lately, what fits the
hour and the mood, what is well proven; and what goes on from the talk. A share of it is lost for each time it was let lie.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.states import Source
from topics.filtering import same_matter
from topics.grounds import Ground
from topics.sources.memories import ASKED_ABOUT

WEIGHTS = {"due": 0.28, "interest": 0.22, "novelty": 0.18, "fit": 0.14, "proof": 0.10, "continuity": 0.08}
IGNORED = 0.5
"""What each time that the user let it lie leaves of a score."""
NIGHT = (22, 8)
OF_DAYS = ("birthday", "anniversary", "calendar")
"""Sources of a day: at that day, or not at all."""
NOBODYS = ("calendar", "outside")
"""Sources of which the user said nothing: what is theirs goes first."""
LIGHT = ("calendar", "outside", "anniversary")
"""What a low mood has no ear for."""
LOW = -0.15


@dataclass(frozen=True)
class Air:
    """The moment a topic would be raised in: the user's hour, how they feel (-1 to 1), and the words of the talk so far."""

    hour: int
    valence: float = 0.0
    said: frozenset[str] = frozenset()


def score(ground: Ground, now: datetime, air: Air) -> dict[str, float]:
    """Every part of a candidate's score from 0 to 1, `ignored` as a factor, and `total`."""
    parts = {
        "due": _due(ground, now),
        "interest": _interest(ground),
        "novelty": _novelty(ground, now),
        "fit": _fit(ground, now, air),
        "proof": ground.confidence * (1.0 if ground.origin in (Source.SET, Source.STATED) else 0.5),
        "continuity": 1.0 if air.said and same_matter(ground.words, air.said) else 0.0,
    }
    parts = {name: round(min(1.0, max(0.0, value)), 4) for name, value in parts.items()}
    ignored = IGNORED**ground.raised
    total = sum(weight * parts[name] for name, weight in WEIGHTS.items()) * ignored
    return {**parts, "ignored": ignored, "total": round(total, 4)}


def merged(grounds: Sequence[tuple[Ground, float]]) -> set[str]:
    """Keys of grounds that say what a better one says already: (ground, score) pairs in any order. A birthday and a plan for it
    are one matter, and so are a thread and the plan it leads to."""
    kept: list[Ground] = []
    gone: set[str] = set()
    for ground, _total in sorted(grounds, key=lambda pair: (-pair[1], pair[0].ident)):
        if any(
            same_matter(ground.words, other.words) and len(ground.words & other.words) > 1 for other in kept
        ):
            gone.add(ground.ident)
        else:
            kept.append(ground)
    return gone


def is_due(ground: Ground, now: datetime) -> bool:
    """Whether its moment has come: a plan that passed or begins today, a promise to keep, its day. Threads never are."""
    if ground.source in ("thread", "loose_end", "outside"):
        return False
    return ground.passed(now) or (ground.due_at is not None and ground.due_at <= now + timedelta(hours=12))


def is_night(hour: int) -> bool:
    return hour >= NIGHT[0] or hour < NIGHT[1]


def _due(ground: Ground, now: datetime) -> float:
    if ground.source == "promise":
        return 1.0
    if ground.source == "loose_end":
        return 0.5
    if ground.source in OF_DAYS:
        today = ground.due_at is not None and ground.due_at <= now
        return (0.9 if today else 0.5) * (0.4 + 0.6 * ground.importance)
    if ground.source == "outside":
        return 0.3 * ground.importance
    if ground.source == "thread":
        quiet = (now - (ground.heard or now)) / timedelta(days=1)
        return 0.4 if 1 <= quiet <= 14 else 0.2
    if ground.passed(now):
        since = (now - (ground.ends or now)) / ASKED_ABOUT
        return 1.0 - 0.6 * max(0.0, since)
    left = ((ground.due_at or now) - now) / timedelta(days=2)
    return 0.9 - 0.3 * max(0.0, left)


def _interest(ground: Ground) -> float:
    """How much of the user's own is in it: nobody spoke of a day of the calendar, or of the news."""
    if ground.source in NOBODYS:
        return 0.5 * ground.importance
    return float(1 - 0.5 ** max(ground.proofs, 1) * (1.2 - ground.importance))


def _novelty(ground: Ground, now: datetime) -> float:
    """How long ago it was spoken of or raised; a day of theirs that comes round is new."""
    times = [at for at in (ground.heard, ground.raised_at) if at is not None]
    if ground.source in NOBODYS:
        return 0.5
    if not times or ground.source in OF_DAYS:
        return 1.0
    return 1 - math.exp(-max(0.0, (now - max(times)) / timedelta(days=7)))


def _fit(ground: Ground, now: datetime, air: Air) -> float:
    """How well it suits the hour and the mood: at night only what is due, and nothing light when the user is low."""
    hour = 1.0 if not is_night(air.hour) else 0.2
    if air.valence <= LOW:
        return hour * (0.2 if ground.source in LIGHT else 0.7)
    return hour * (1.0 if air.valence < 0.3 or ground.source != "thread" else 0.9)
