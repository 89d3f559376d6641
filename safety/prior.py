"""What came before a message, as far as it changes what the message means. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property

from safety.levels import Assessment, Flag, Level
from safety.normalising import normalise
from safety.rulebook import Rulebook

CONTEXT_LINES = 6
_CONTEXT_CHARS = 600
_OF_ANOTHER = re.compile(
    r"^(?:他|她|ta)(?!们)(?:(?<=[给跟和对陪等找])我|[^我,。!?\n])*[。!]*$|^(?:his|her|their|he|she)\b(?:(?!\bi\b)[^.!?\n])*[.!]*$"
)

_DONE_TO_ME = re.compile(
    r"(?:推|拽|按|摔|打|踢|踹|掐|扇)(?:着|了)?我(?![^\n]*(?:死|不想活|活着|自己|消失|解脱|撑不))"
    r"|\b(?:pushed|shoved|punched|kicked|choked|slapped|threw) me\b(?![^\n]*\b(?:die|dead|kill|end it|myself|alive|live)\b)"
)
"""Blows that somebody else deals sound like those one deals oneself."""

_LEAST = {"risk": Level.R2, "grave": Level.R3}
"""What a rule needs before it: a wish to be dead was said, or lately more than a wish; the state keeps a wish for two weeks.
`spoken`: in the last lines, or a plan within a day; an everyday goodbye would else renew the state for ever. `underway`: an act was
told of in the last lines. `grief`: somebody's death was."""


class Prior:
    """What came before, looked at only when a rule asks: most messages never do."""

    def __init__(
        self, context: Sequence[str], state: Level, book: Rulebook, judge: Callable[[str], Assessment]
    ) -> None:
        self._lines = [line[:_CONTEXT_CHARS] for line in context[-CONTEXT_LINES:]]
        self._state = state
        self.book = book
        self._judge = judge

    @property
    def level(self) -> Level:
        return max(self._state, self._spoken)

    @property
    def is_calm(self) -> bool:
        return self.level == Level.R0

    @cached_property
    def _heard(self) -> list[Assessment]:
        return [self._judge(line) for line in self._lines]

    @cached_property
    def _spoken(self) -> Level:
        return max((line.level for line in self._heard), default=Level.R0)

    def means_a_story(self, words: str) -> bool:
        """Whether it is said, in a calm talk, that a book or a game was meant."""
        return bool(self.book.meant.search(words)) and self.is_calm

    def means_something_else(self, words: str) -> bool:
        """Whether how a line sounds says nothing of the speaker."""
        of_a_story = any(threats.is_of_a_story(words) for threats in self.book.threats)
        done_to_me = bool(_DONE_TO_ME.search(words))
        return done_to_me or of_a_story or self.means_a_story(words) or self._tells_of_the_dead(words)

    def _tells_of_the_dead(self, words: str) -> bool:
        """Whether, after a death was told of, a line tells of the dead alone: their last message sounds like one's own."""
        return bool(_OF_ANOTHER.search(words)) and self.has("grief", words)

    def threat(self, words: str) -> Level:
        """How near harm to somebody else is."""
        return max(threats.level(words, map(normalise, self._lines)) for threats in self.book.threats)

    def has(self, need: str, words: str) -> bool:
        if need == "spoken":
            return self._spoken >= Level.R2 or self._state == Level.R4
        if need in _LEAST:
            return self.level >= _LEAST[need]
        if need == "underway":
            return any(Flag.IN_PROGRESS in line.flags for line in self._heard)
        if need == "grief":
            return any(self.book.grief.search(line) for line in (words, *map(normalise, self._lines)))
        return self.level >= Level.R1 or bool(self.book.distress.search(words))
