"""Grave matters that are no danger to oneself, and what the house itself must answer: violence at home, fraud, eating, a child, an
ambulance asked for, the account. Each has fixed words of its own. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from functools import lru_cache

from safety.answerbook import language_of, patterns_of
from safety.asked import kind
from safety.levels import Assessment, Flag, Level
from safety.normalising import normalise


class Matter(StrEnum):
    """What a line is about; each is the family of its templates. The first that fits wins."""

    POLICE = "police"
    """Whether the house itself would call somebody."""
    AMBULANCE = "ambulance"
    MINOR_ASSAULT = "minor_assault"
    ASSAULT = "assault"
    STALKED = "stalked"
    """Followed, threatened with death, or somebody at the door."""
    MINOR_ABUSE = "minor_abuse"
    ABUSE = "abuse"
    BABY = "baby"
    ED = "ed"
    GAMBLED = "gambled"
    PROPERTY_LOSS = "property_loss"
    SHELTER = "shelter"
    HIGH = "high"
    """No sleep and no tiredness, or a medicine thrown away: how an episode begins."""
    WOUND = "wound"
    """How to see to a cut."""
    WATCHED = "watched"
    MINOR = "minor"
    ACCOUNT = "account"
    EXIT = "exit"
    """How to be out of the chat."""
    CONTACTED = "contacted"
    """Whether the house wrote to somebody."""
    HEAR = "hear"
    """Whether a voice is heard by others too."""
    DRUNK = "drunk"
    """Drinking, and a car."""
    PERSON = "person"
    """Whether there is a human to talk to."""
    COMPLAIN = "complain"
    PRIVATE = "private"
    KEPT = "kept"
    SECRET = "secret"


_OF_FLAGS = {
    Matter.ABUSE: Flag.ABUSE_AT_HOME,
    Matter.ED: Flag.ED,
    Matter.PROPERTY_LOSS: Flag.PROPERTY_LOSS,
    Matter.MINOR: Flag.MINOR,
}
_OF_CHILDREN = {Matter.ASSAULT: Matter.MINOR_ASSAULT, Matter.ABUSE: Matter.MINOR_ABUSE}
"""What such violence is where a child tells of it, who is not to be sent to those it may come from, nor away for being young."""
_BY_RULES = frozenset((Matter.KEPT, Matter.PRIVATE, Matter.SECRET))
"""What a model may answer in its own words, since it knows the talk."""
_OF_THE_HOUSE = frozenset(
    (Matter.POLICE, Matter.ACCOUNT, Matter.EXIT, Matter.PERSON, Matter.CONTACTED, Matter.COMPLAIN, *_BY_RULES)
)
"""What is asked of the house itself."""
OF_CHILDREN = frozenset((Matter.MINOR, *_OF_CHILDREN.values()))
"""What is said to somebody who is under age."""
_EACH_TIME = _OF_THE_HOUSE | {Matter.AMBULANCE, Matter.WOUND, Matter.HEAR, Matter.DRUNK}
"""What is asked for anew each time; the others are grave news, told once in a talk."""
_GOES_ON = frozenset(
    (
        Matter.ASSAULT,
        Matter.MINOR_ASSAULT,
        Matter.STALKED,
        Matter.MINOR_ABUSE,
        Matter.ABUSE,
        Matter.BABY,
        Matter.ED,
        Matter.PROPERTY_LOSS,
        Matter.GAMBLED,
        Matter.SHELTER,
        Matter.HIGH,
        Matter.WATCHED,
    )
)
STAY = "matter_stay"
_NEARER = {
    "nearer": (Matter.STALKED, Matter.MINOR_ASSAULT, Matter.MINOR_ABUSE, Matter.ABUSE, Matter.ASSAULT),
    "faint": (Matter.ED,),
}
_ROUNDS = 3
"""Lines after a grave matter that are still taken as of it, where nobody but rules can tell."""

_MOST = {"zh": 120, "en": 300}
"""Characters of a line that is read for what it asks; a letter is not a request."""


@lru_cache(maxsize=2)
def _patterns(lang: str) -> dict[str, re.Pattern[str]]:
    return patterns_of(lang, "matter")


@lru_cache(maxsize=2)
def _beside(lang: str) -> dict[str, re.Pattern[str]]:
    return patterns_of(lang, "beside")


_ONLY_WITH = {"taken": frozenset({Flag.IN_PROGRESS}), "armed": frozenset({Flag.HARM_OTHERS})}
"""What a note needs to be heard beside its words: 吃药 is no overdose, a knife no threat."""


def _of(
    text: str, assessment: Assessment, before: str, lately: AbstractSet[str] = frozenset()
) -> list[Matter]:
    words = normalise(text).strip()
    lang = language_of(words)
    patterns = _patterns(lang)
    short = len(words) <= _MOST[lang]
    found = {matter for matter in Matter if short and matter in patterns and patterns[matter].search(words)}
    if (
        short
        and patterns["baby_him"].search(words)
        and patterns["baby_told"].search(f"{normalise(before)}\n{words}")
    ):
        found.add(Matter.BABY)
    found |= {matter for matter, flag in _OF_FLAGS.items() if flag in assessment.flags}
    if Flag.HARM_OTHERS in assessment.flags:  # 他再来骚扰我我就捅死他
        found.discard(Matter.STALKED)
    if Matter.STALKED in found and Matter.ABUSE in found | lately:  # the same violence goes on
        found = found - {Matter.STALKED} | {Matter.ABUSE}
    if Matter.MINOR in found | lately:
        told = found | lately if Matter.MINOR in found else found
        found |= {child for grown, child in _OF_CHILDREN.items() if grown in told}
    return [matter for matter in Matter if matter in found]


def first(text: str, assessment: Assessment, said: Sequence[str], *, by_rules: bool, before: str = "") -> str:
    """The family of templates for a line below R2 that brings up such a matter; "" for any other, and where its words stand among the
    latest replies already and a model can go on. `said`: their template ids. `before`: what the user said lately."""
    if assessment.level >= Level.R2 or Flag.THIRD_PARTY in assessment.flags:
        return ""
    lately = {kind(one) for one in said}
    for matter in _of(text, assessment, before, lately):
        if matter in _BY_RULES and not by_rules:
            continue
        if matter in _EACH_TIME or by_rules or matter not in lately:
            return matter.value
    return ""


def is_grave(text: str, assessment: Assessment) -> bool:
    """Whether a line tells of such a matter, beside what is asked of the house itself."""
    return not _OF_THE_HOUSE.issuperset(_of(text, assessment, ""))


def asked_beside(text: str, assessment: Assessment) -> list[str]:
    """What a line in danger asks of the house in the same breath: whether it calls the police, who reads along, whether a human is
    there; what an ambulance must be told of somebody who took something; where a weapon is to go. The fixed reply says nothing to it,
    so a note does."""
    words = normalise(text).strip()
    lang = language_of(words)
    book = {**_beside(lang), Matter.PERSON.value: _patterns(lang)[Matter.PERSON]}
    return [
        name
        for name, pattern in book.items()
        if _ONLY_WITH.get(name, assessment.flags) <= assessment.flags
        and len(words) <= _MOST[lang]
        and pattern.search(words)
    ]


def fears_for_baby(text: str, assessment: Assessment, before: str) -> bool:
    """Whether a line at risk tells of a fear to hurt one's own child, which the question about dying says nothing to."""
    return assessment.level >= Level.R2 and Matter.BABY in _of(text, assessment, before)


def waits_for_help(said: Sequence[str]) -> bool:
    """Whether the latest reply told to call an ambulance, and it wasn't said yet that somebody did; said three times at the most."""
    lately = [kind(one) for one in said]
    return lately[:1] == [Matter.AMBULANCE] and lately[:3].count(Matter.AMBULANCE) < 3


def comes_nearer(text: str, said: Sequence[str]) -> str:
    """The family of templates for a line in a talk about a grave matter that tells it is at the door, or asks where to go: violence, or
    a body that has gone without food. "" for any other."""
    words = normalise(text).strip()
    lately = {kind(one) for one in said[: _ROUNDS + 1]}
    patterns = _patterns(language_of(words))
    for name, matters in _NEARER.items():
        told = next((matter.value for matter in matters if matter in lately), "")
        if told and patterns[name].search(words):
            return told
    return ""


def goes_on(said: Sequence[str]) -> bool:
    """Whether the latest reply was to a grave matter, so that what follows belongs to it unless it says otherwise."""
    for place, one in enumerate(said):
        if kind(one) != STAY or place >= _ROUNDS:
            return kind(one) in _GOES_ON and place < _ROUNDS
    return False
