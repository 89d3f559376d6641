"""Which of many patterns can match a text at all, so that only those are tried. Pure.

Of each pattern it is known which short literal pieces a match must contain one of; a text is cut into pieces once, and a
pattern none of whose pieces is there is not run. What is left out could not have matched: results never change
(tests/safety/test_sieving.py). The idea is that of the FilteredRE2 class of the RE2 library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

# The standard library's own parser of patterns; the public name for it, sre_parse, is deprecated.
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

SHORT, LONGEST = 3, 6
"""Characters of a piece, with Chinese in it and without: letters are few, so that three of them stand in most sentences. What must
stand longer than that is known by its first ones."""
MOST = 400
"""Pieces one of which a pattern needs. With more it would nearly always be tried anyway."""
_REPEATS = (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT)


class Sieve:
    """Patterns, and by which pieces of a text each is known."""

    def __init__(self, patterns: Iterable[re.Pattern[str]]) -> None:
        self._always = 0
        self._by_piece: dict[str, int] = {}
        for place, pattern in enumerate(patterns):
            pieces = pieces_of(pattern)
            if pieces is None:
                self._always |= 1 << place
            for piece in pieces or ():
                self._by_piece[piece] = self._by_piece.get(piece, 0) | 1 << place

    def passing(self, text: str) -> list[int]:
        """Places, in the order given, of the patterns that `text` may match."""
        bits = self._always
        known = self._by_piece.get
        for length in range(1, SHORT + 1):
            for start in range(len(text) - length + 1):
                bits |= known(text[start : start + length], 0)
        for run in _PLAIN.finditer(text):
            first, last = run.span()
            for length in range(SHORT + 1, LONGEST + 1):
                for start in range(first, last - length + 1):
                    bits |= known(text[start : start + length], 0)
        return list(_places(bits))


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def pieces_of(pattern: re.Pattern[str]) -> frozenset[str] | None:
    """Texts of 1 to LONGEST characters, one of which every match of `pattern` contains; None when none can be named."""
    if pattern.flags & (re.IGNORECASE | re.LOCALE):
        return None
    pieces = _of_sequence(parser.parse(pattern.pattern, pattern.flags))
    return None if pieces is None or len(pieces) > MOST else frozenset(pieces)


def _of_sequence(items: Sequence[tuple[Any, Any]]) -> set[str] | None:
    """The best of what each part of a sequence needs: long pieces, then few."""
    choices: list[set[str]] = []
    run = ""
    for name, value in [*items, (None, None)]:
        if name is code.LITERAL:
            run += chr(value)
            continue
        if run:
            choices.append({_beginning(run)})
            run = ""
        if name is not None and (needed := _of_part(name, value)):
            choices.append(needed)
    return min(choices, key=_cost, default=None)


def _beginning(run: str) -> str:
    piece = run[:LONGEST]
    return piece if _PLAIN.fullmatch(piece) else run[:SHORT]


_PLAIN = re.compile("[^\u2e80-\uffff]+")


def _of_part(name: Any, value: Any) -> set[str] | None:
    if name is code.SUBPATTERN:
        _, flags, _, items = value
        return None if flags & re.IGNORECASE else _of_sequence(items)
    if name is code.ATOMIC_GROUP:
        return _of_sequence(value)
    if name in _REPEATS and value[0] >= 1:
        return _of_sequence(value[-1])
    if name is code.IN:
        return _of_set(value)
    if name is code.BRANCH:
        branches = [_of_sequence(branch) for branch in value[1]]
        if all(branch is not None for branch in branches):
            return set().union(*(branch or () for branch in branches))
    return None


def _of_set(members: Sequence[tuple[Any, Any]]) -> set[str] | None:
    if all(name is code.LITERAL for name, _ in members):
        return {chr(value) for _, value in members}
    return None


def _cost(pieces: set[str]) -> float:
    """How often one of these is met by chance, roughly: Chinese characters are many and letters few."""
    return sum((0.002 if piece[0] > "\u2e7f" else 0.06) ** len(piece) for piece in pieces)
