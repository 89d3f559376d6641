"""What the laws of several places ask of a companion, and the sum of it that this installation keeps. Pure.

`strict` is everything together. A shorter list of places loosens nothing by itself: only who says that they had legal advice
(I_HAVE_COUNSEL) keeps to the places they name. Sources: docs/law.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Trigger(StrEnum):
    """What lets the emergency contact be told."""

    R4 = "r4"
    SELF_HARM = "self_harm"
    PROPERTY_LOSS = "property_loss"


@dataclass(frozen=True)
class Duties:
    """What is due somewhere. `break_minutes`: continuous use until the notice; `contact`: what an emergency contact is told for,
    and whether sending one must work; `report`: a yearly count of referrals."""

    break_minutes: int
    contact: frozenset[Trigger] = frozenset({Trigger.R4})
    contact_must_work: bool = False
    report: bool = False


_ALL = frozenset(Trigger)
PLACES = {
    "CN": Duties(120, _ALL, contact_must_work=True),
    "US-CA": Duties(180, report=True),
    "US-NY": Duties(180),
    "US-WA": Duties(180, report=True),
    "US-OR": Duties(180, report=True),
    "EU": Duties(180),
}
STRICT = "strict"


class UnknownPlace(ValueError):
    """A profile names a place nothing is known of."""


def duties(places: Iterable[str], *, counsel: bool = False) -> Duties:
    """The strictest of each duty over these places; over all of them unless there was legal advice. Raises UnknownPlace."""
    named = [place for place in places if place]
    for place in named:
        if place != STRICT and place not in PLACES:
            raise UnknownPlace(place)
    everywhere = not counsel or STRICT in named or not named
    kept = list(PLACES.values()) if everywhere else [PLACES[place] for place in named]
    return Duties(
        break_minutes=min(one.break_minutes for one in kept),
        contact=frozenset().union(*(one.contact for one in kept)),
        contact_must_work=any(one.contact_must_work for one in kept),
        report=any(one.report for one in kept),
    )
