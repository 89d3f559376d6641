"""Word classes and the families that combine them. Pure.

A class names the words for one thing (`soon`, `means`, `farewell`), in every language. A family is a level that some
classes earn together within a clause, a sentence or a message, in any order; a ledger adds up signs that mean little
one by one. A harmless class never alarms by itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

from safety.levels import Flag, Level
from safety.sieving import Sieve

MOST_SPANS = 8
WINDOW, WINDOW_ZH = 320, 160
"""Characters that one ledger looks at together: in a long message much is said that doesn't belong together."""
_CJK = re.compile("[\u3400-\u9fff]")
PARTS = frozenset((
    "gap", "adv", "me", "at", "want", "live", "not_want", "going", "die_words", "urge", "done", "hurt_act",
    "hurt_body", "method", "drawn", "ready", "many", "means", "tool", "weapon", "person", "soon", "until", "place",
    "height", "water", "rails", "edge_feel", "sleepy", "mind", "despair", "has", "acquired", "written", "poison_drink", "drunk",
))  # fmt: skip
"""Classes that are parts of others, or single words themselves."""
HARD = frozenset(("h_play", "h_someone", "hypothetical", "hurt_wish"))
"""Games, stories, worry for somebody else and what is only thought of speak in earnest words too."""
_CLAUSE_END = re.compile(r"[。.!?\n,;]+")
_SENTENCE_END = re.compile(r"[。.!?\n]+")
Span = tuple[int, int]


@dataclass(frozen=True)
class Rule:
    """What a hit is worth. `firm`: no joke or fiction lowers it. `needs`: counts only after distress or risk, or beside a hit.
    `guess`: its words are also everyday ones. `combined`: of a family or a ledger, which weighs harmless talk itself. `plain`:
    said in so many words, so that how the rest sounds takes nothing back. `summed`: of a ledger."""

    id: str
    level: Level
    flags: frozenset[Flag] = frozenset()
    firm: bool = False
    needs: str = ""
    guess: bool = False
    combined: bool = False
    plain: bool = False
    summed: bool = False

    def at(self, level: Level) -> Rule:
        return replace(self, level=level)


@dataclass(frozen=True)
class Family:
    rule: Rule
    all: tuple[tuple[str, ...], ...]
    none: tuple[str, ...]
    earnest: tuple[str, ...]
    within: str
    reach: int


@dataclass(frozen=True)
class Ledger:
    """`points` by class, the most first, less than nothing for what is harmless; each class counts once in a window and
    no word twice, and at least two must speak for danger."""

    rule: Rule
    least: int
    points: tuple[tuple[str, int], ...]


class Classes:
    """The word classes of one language by name."""

    def __init__(self, patterns: Mapping[str, re.Pattern[str]]) -> None:
        self.names = tuple(patterns)
        self.patterns = tuple(patterns.values())
        self._sieve = Sieve(self.patterns)

    def possible(self, words: str) -> Iterator[tuple[str, re.Pattern[str]]]:
        """The classes that may stand in `words`."""
        for place in self._sieve.passing(words):
            yield self.names[place], self.patterns[place]


class Found:
    """Where each class stands in one text, looked for once and only when a family asks."""

    def __init__(self, words: str, classes: Sequence[Classes]) -> None:
        self._words = words
        self.possible: dict[str, list[re.Pattern[str]]] = {}
        """The classes that may stand in the text, which is far from all of them."""
        for of_language in classes:
            for name, pattern in of_language.possible(words):
                self.possible.setdefault(name, []).append(pattern)
        self._spans: dict[str, tuple[Span, ...]] = {}
        self._ends = {
            "clause": [found.start() for found in _CLAUSE_END.finditer(words)],
            "sentence": [found.start() for found in _SENTENCE_END.finditer(words)],
        }

    def of(self, name: str) -> tuple[Span, ...]:
        if name not in self.possible:
            return ()
        spans = self._spans.get(name)
        if spans is None:
            found = sorted(
                one.span() for pattern in self.possible[name] for one in pattern.finditer(self._words)
            )
            # A long message that repeats itself: only the ends are weighed.
            spans = tuple(
                found if len(found) <= MOST_SPANS else found[: MOST_SPANS // 2] + found[-MOST_SPANS // 2 :]
            )
            self._spans[name] = spans
        return spans

    @cached_property
    def phrases(self) -> list[Span]:
        """The places of all signs that are more than one word of a field."""
        return [
            span
            for name in self.possible
            if not name.startswith(("f_", "n_", "h_")) and name not in PARTS
            for span in self.of(name)
        ]

    @cached_property
    def windows(self) -> list[Span]:
        """Runs of whole sentences that are not longer than a message usually is."""
        most = WINDOW_ZH if _CJK.search(self._words) else WINDOW
        ends = [*(end + 1 for end in self._ends["sentence"]), len(self._words)]
        starts = [0, *ends[:-1]]
        runs = []
        for first, start in enumerate(starts):
            last = max(first, bisect_right(ends, start + most) - 1)
            runs.append((start, ends[last]))
            if last == len(ends) - 1:
                break
        return runs

    def any(self, names: Sequence[str]) -> list[Span]:
        return [span for name in names if name in self.possible for span in self.of(name)]

    def together(self, first: Span, second: Span, within: str, reach: int) -> bool:
        """Whether two places that don't overlap are in one window."""
        left, right = sorted((first, second))
        gap = right[0] - left[1]
        if gap < 0 or gap > reach:
            return False
        ends = self._ends.get(within)
        return ends is None or bisect_right(ends, left[0]) == bisect_right(ends, right[0])


def hits(
    found: Found, families: Sequence[Family], ledgers: Sequence[Ledger]
) -> Iterator[tuple[Rule, int, int]]:
    """(rule, start, end) of each family and ledger that the text fulfils."""
    for family in families:
        span = _of_family(found, family)
        if span is not None:
            yield family.rule, *span
    for ledger in ledgers:
        span = _of_ledger(found, ledger)
        if span is not None:
            yield ledger.rule, *span


def _of_family(found: Found, family: Family) -> Span | None:
    slots = []
    for names in family.all:
        spans = found.any(names)
        if not spans:
            return None
        slots.append(spans)
    fitting = (taken for order in permutations(slots) for taken in _fittings(found, family, order))
    taken = next((taken for taken in fitting if not _is_harmless(found, family, taken)), None)
    return None if taken is None else _around(taken)


def _fittings(found: Found, family: Family, slots: Sequence[Sequence[Span]]) -> Iterator[list[Span]]:
    """One place a slot, each in the window of one taken before it, for each place of the first slot."""
    for first in slots[0]:
        taken = [first]
        for spans in slots[1:]:
            span = next((span for span in spans if _joins(found, family, taken, span)), None)
            if span is None:
                break
            taken.append(span)
        else:
            yield taken


def _joins(found: Found, family: Family, taken: Sequence[Span], span: Span) -> bool:
    return not any(_overlap(span, other) for other in taken) and any(
        found.together(other, span, family.within, family.reach) for other in taken
    )


def _is_harmless(found: Found, family: Family, taken: Sequence[Span]) -> bool:
    """Whether the message speaks of something harmless and of nothing earnest beside the family's own words."""
    spoken = [
        name
        for name in family.none
        if any(not any(_within(span, other) for other in taken) for span in found.of(name))
    ]
    if not spoken:
        return False
    return not HARD.isdisjoint(spoken) or not any(
        not any(_overlap(span, other) for other in taken) for span in found.any(family.earnest)
    )


def _within(span: Span, other: Span) -> bool:
    return other[0] <= span[0] and span[1] <= other[1]


def _around(taken: Sequence[Span]) -> Span:
    return min(start for start, _ in taken), max(end for _, end in taken)


def _overlap(first: Span, second: Span) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def _of_ledger(found: Found, ledger: Ledger) -> Span | None:
    """The signs of the first window whose points are enough. The same words are one sign: that of the most points."""
    possible = [(name, worth) for name, worth in ledger.points if name in found.possible]
    spoken = [(worth, spans) for name, worth in possible if worth > 0 and (spans := signs_of(found, name))]
    if sum(worth for worth, _ in spoken) < ledger.least:
        return None
    spoken += [(worth, spans) for name, worth in possible if worth < 0 and (spans := signs_of(found, name))]
    for start, end in found.windows:
        signs: list[Span] = []
        points = 0
        for worth, spans in spoken:
            span = next(
                (
                    span
                    for span in spans
                    if start <= span[0] < end
                    and (worth < 0 or not any(_overlap(span, other) for other in signs))
                ),
                None,
            )
            if span is not None:
                points += worth
                if worth > 0:
                    signs.append(span)
        if len(signs) > 1 and points >= ledger.least:
            return _around(signs)
    return None


def signs_of(found: Found, name: str) -> Sequence[Span]:
    """Where a class stands; a single word (`f_`) not where it is part of a longer sign, lest it counts twice."""
    spans = found.of(name)
    if not spans or not name.startswith("f_"):
        return spans
    return [span for span in spans if not any(_within(span, phrase) for phrase in found.phrases)]
