"""What the sound of a message (its weights) adds to what rules know of it, and what it takes from signs that are only added up. Pure."""

from __future__ import annotations

from functools import cached_property

from safety.composing import Rule
from safety.farewell import exit_intent
from safety.levels import Level
from safety.normalising import normalise
from safety.rulebook import Reading, rulebook
from safety.weighing import Weighed, language_of, weigh

_AGREES = -2.5
"""What sounds grave and not at all like danger is neither."""
_UNGRAVE = -2.0
"""What sounds graver than this is not calm, however little it sounds like a wish."""
_CLEARLY = 0.25
"""So much graver it must sound where rules know its words as danger: theirs is the level that somebody reviewed."""
_LOW = -1.0
_LEAST_SAID = {"zh": 6, "en": 18}
_GOODBYE = {"zh": 12, "en": 26}
"""Characters: of so few nothing can be told by their sound; and somebody who only says goodbye, as people do every day."""


class Ear:
    """How a message sounds, weighed at most once and only when that is asked."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    @cached_property
    def _heard(self) -> Weighed:
        return weigh(self._reading.words, self._reading.signs())

    def level(self, joking: bool, known: Level = Level.R0) -> Level:
        """What it sounds like, beside the level that rules have `known`."""
        if self._heard.grave > (_CLEARLY if known >= Level.R2 else 0) and self._heard.risk > _AGREES:
            return Level.R4
        if joking:
            return Level.R0
        return Level.R2 if self._heard.risk > 0 else Level.R1 if self._heard.distress > 0 else Level.R0

    @property
    def is_sure(self) -> bool:
        """Whether it sounds like danger at all, not only like the gravest of it."""
        return self._heard.risk > 0

    def is_calm(self, rule: Rule) -> bool:
        """Whether it sounds so calm that signs which are everyday words one by one are nothing together."""
        return (
            rule.combined
            and not rule.plain
            and not rule.firm
            and self._heard.risk < self._heard.floors[0 if rule.summed else 1]
            and self._heard.grave < _UNGRAVE
        )

    @property
    def is_still(self) -> bool:
        """Whether it sounds calmer than any such sign could speak against."""
        return self._heard.risk < min(self._heard.floors) and self._heard.grave < _UNGRAVE


def sounds_low(text: str) -> bool:
    """Whether a line sounds of distress at all: too little for a level, and enough for a voice not to be breezy."""
    reading = rulebook().reading(normalise(text))
    return weigh(reading.words, reading.signs()).distress > _LOW


def by_sound(words: str, ear: Ear, joking: bool, known: Level) -> Level:
    """The level of a message by its sound, beside the level that rules have `known`; where that is unsure, an everyday plan (a
    ticket, an exam, a meal) is one."""
    lang, said = language_of(words), words.strip()
    if len(said) < _LEAST_SAID[lang] or (len(said) <= _GOODBYE[lang] and exit_intent(said)):
        return Level.R0
    heard = ear.level(joking, known)
    plans = (exclusion for exclusion in rulebook().lowers if exclusion.of == "guesses")
    if heard and not ear.is_sure and any(plan.applies(words, words, False, False) for plan in plans):
        return Level.R0
    return heard
