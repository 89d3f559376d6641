"""Whose emergency number is given: the user's own, or that of the place where somebody else is in danger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounts.models import User
from safety import answering, contract, hotlines, places
from safety.levels import Flag
from transcript.models import Role

if TYPE_CHECKING:
    from companion.heard import Heard


@dataclass(frozen=True)
class Where:
    """A region of `hotlines`, "" for one without numbers; `theirs`: it is another than the user's."""

    region: str
    theirs: bool = False
    just_named: bool = False
    """The place wasn't named before this line."""

    def notes(self, lang: str) -> tuple[str, ...]:
        """What follows a reply when another country is named: that one's own telephone does not reach its numbers."""
        return contract.asides_for(["abroad"], lang) if self.theirs and self.just_named else ()


def own(user: User) -> str:
    """The region of the user's own numbers."""
    return hotlines.region_of(user.time_zone, user.language)


def of(heard: Heard) -> Where:
    """Where the numbers for this line must reach: for somebody else's danger the place that was named last, if any."""
    at_home = own(heard.user)
    another = Flag.THIRD_PARTY in heard.assessment.flags or (
        bool(heard.asked.said) and answering.is_of_another(heard.asked.said[0])
    )
    if not another:
        return Where(at_home)
    before = _before(heard)
    there = _named([heard.text, *before])
    if not there or there == at_home:
        return Where(at_home)
    region = "" if there == places.ABROAD else there
    return Where(region, theirs=True, just_named=_named(before) != there)


_LOOKED_BACK = 6


def _before(heard: Heard) -> list[str]:
    lines = [line.text for line in heard.sitting.lines if line.role == Role.USER]
    return lines[::-1][:_LOOKED_BACK]


def _named(lines: Sequence[str]) -> str:
    return next((found for line in lines if (found := places.named(line))), "")
