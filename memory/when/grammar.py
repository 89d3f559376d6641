"""The shape of a language's time words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from memory.candidates import Precision, Span
from memory.when.spans import Scene

Reader = Callable[[re.Match[str], Scene], Span | None]
GROUP_MAX = 6


@dataclass(frozen=True)
class Atom:
    """One time word. `precision` orders it among neighbours: coarser ones are read first."""

    precision: Precision
    pattern: str
    read: Reader


@dataclass(frozen=True)
class Hit:
    atom: Atom
    match: re.Match[str]
    start: int
    end: int


@dataclass(frozen=True)
class Grammar:
    """`gap` may stand between words of one time, `range_` between the two ends of a range."""

    atoms: tuple[Atom, ...]
    gap: re.Pattern[str]
    range_: re.Pattern[str]
    past: re.Pattern[str]
    future: re.Pattern[str]
    folded: dict[int, int] = field(default_factory=dict)
    flags: int = 0

    def __post_init__(self) -> None:
        union = "|".join(f"(?P<a{i}>{atom.pattern})" for i, atom in enumerate(self.atoms))
        each = tuple(re.compile(atom.pattern, self.flags) for atom in self.atoms)
        object.__setattr__(self, "_union", re.compile(union, self.flags))
        object.__setattr__(self, "_each", each)

    _union: re.Pattern[str] = field(init=False, repr=False)
    _each: tuple[re.Pattern[str], ...] = field(init=False, repr=False)

    def plain(self, text: str) -> str:
        """The text with variants folded, character by character, so that offsets hold."""
        return text.translate(self.folded)

    def is_past(self, text: str) -> bool:
        return bool(self.past.search(text)) and not self.future.search(text)

    def joins(self, between: str) -> bool:
        return bool(self.range_.fullmatch(between))

    def hits(self, text: str) -> Iterator[Hit]:
        for m in self._union.finditer(text):
            number = int((m.lastgroup or "a0")[1:])
            exact = self._each[number].match(text, m.start())
            if exact and exact.end() > exact.start():
                yield Hit(self.atoms[number], exact, exact.start(), exact.end())

    def groups(self, text: str) -> Iterator[list[Hit]]:
        """Neighbouring words that name one time together, each of another precision."""
        group: list[Hit] = []
        for hit in self.hits(text):
            if group and (
                len(group) >= GROUP_MAX
                or any(h.atom.precision is hit.atom.precision for h in group)
                or not self.gap.fullmatch(text[group[-1].end : hit.start])
            ):
                yield group
                group = []
            group.append(hit)
        if group:
            yield group
