"""Threats against somebody else: who wants to hurt whom, and whether more than anger is there. Pure.

The rules that hear danger to oneself know many of the same words (a gun bought, voices, "kill"), so whom a line means is read by
itself: a threat answered as a wish to die misses the one who is in danger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from safety.levels import Level

_OTHERS = re.compile(
    r"(?:他|她|他们|她们|有人|谁|别人|人家|老公|老婆|男友|女友|爸|妈|哥|弟|凶手|奶奶|爷爷|外婆|外公|男的|女的)[^,。!?\n我]{0,8}$"
    r"|\b(?:he|she|they|who|someone|somebody|people|guy|man|woman|dad|mom|mum|husband|wife|ex|boyfriend|girlfriend)\b"
    r"(?:(?!\b(?:i|i'm|im|me|my)\b)[^,.!?\n]){0,20}$"
)
"""Whoever stands before the words of a threat, where it isn't the speaker."""
_CHILD = re.compile(r"孩子|宝宝|娃|女儿|儿子|\b(?:baby|newborn|toddler|son|daughter|child|kids?)\b")
_SELF = re.compile(r"自己|我也|我(?:就|再|然后)?(?:死|跳|走)|\b(?:myself|me too|me as well|die|dead)\b")


@dataclass(frozen=True)
class Threats:
    """The patterns of one language (`[threat]` in the rule files). `act`: to hurt somebody. `whom`: that
    danger which was heard is somebody else's too, in words that alone would be none. `ready`: means, whereabouts or a moment
    for it. `ordered`: a voice or somebody unseen tells to do it, or it must be done first. `earnest`: that
    what was said of it is meant. `not_meant`: games, stories, jokes."""

    act: re.Pattern[str]
    whom: re.Pattern[str]
    ready: re.Pattern[str]
    ordered: re.Pattern[str]
    earnest: re.Pattern[str]
    not_meant: re.Pattern[str]

    def level(self, words: str, before: Iterable[str]) -> Level:
        """R4 for an act with what makes it ready, also where the act was told of in a line `before`; R3 where it is ordered or meant in earnest; R1 for an
        act alone; R0 for none. Words are normalised."""
        told = self._is_told(words)
        ordered = bool(self.ordered.search(words))
        ready = bool(self.ready.search(words))
        earnest = bool(self.earnest.search(words))
        if not (told or ordered or ready or earnest) or self.not_meant.search(words):
            return Level.R0
        of_this = told if told or not (ready or earnest) else any(self._is_meant(line) for line in before)
        if ready and of_this:
            return Level.R4
        return Level.R3 if ordered or (earnest and of_this) else Level.R1 if told else Level.R0

    def is_of_a_story(self, words: str) -> bool:
        """Whether somebody is hurt in a game, a story or a joke alone, and the speaker not at all."""
        return self._is_told(words) and bool(self.not_meant.search(words)) and not _SELF.search(words)

    def means_another(self, words: str) -> bool:
        return bool(self.whom.search(words)) and not self.not_meant.search(words)

    def _is_meant(self, words: str) -> bool:
        return (self._is_told(words) or bool(self.ordered.search(words))) and not self.not_meant.search(words)

    def _is_told(self, words: str) -> bool:
        return bool(self.spans(words))

    def spans_of_grown(self, words: str) -> list[tuple[int, int]]:
        """Where the speaker's act against a grown-up stands; the thought of hurting one's own child is asked after as danger."""
        return [(start, end) for start, end in self.spans(words) if not _CHILD.search(words[start:end])]

    def spans(self, words: str) -> list[tuple[int, int]]:
        """Where an act of the speaker's stands."""
        return [
            found.span() for found in self.act.finditer(words) if not _OTHERS.search(words[: found.start()])
        ]
