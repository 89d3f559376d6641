"""The shape of a language's time words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from memory.candidates import Precision, Span
from memory.when.recurrence import Recurrence
from memory.when.spans import Scene

Reader = Callable[[re.Match[str], Scene], Span | None]
GROUP_MAX = 6
_TITLE = re.compile(r"《[^》\n]{0,80}》")
_NAMED = re.compile(r"\(\?P<\w+>")
_WIDE = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (*range(0xFF01, 0xFF5F), *range(0xF900, 0xFB00))
    if len(unicodedata.normalize("NFKC", chr(code))) == 1
}
"""Full-width signs and doubles of Chinese characters."""


@dataclass(frozen=True)
class Atom:
    """One time word. `precision` orders it among neighbours: coarser ones are read first. `weekday` marks one that may
    stand beside a date; `repeats` reads what comes again."""

    precision: Precision
    pattern: str
    read: Reader
    weekday: bool = False
    repeats: Callable[[re.Match[str]], Recurrence | None] | None = None


@dataclass(frozen=True)
class Hit:
    atom: Atom
    match: re.Match[str]
    start: int
    end: int


@dataclass(frozen=True)
class Grammar:
    """`gap` may stand between words of one time, `range_` between the two ends of a range, `pair` where `between`
    (之间, "between") stands around them. `until` and `since` are looked for before or after a time. `begin` is a cheap
    look at where a time word may begin at all."""

    atoms: tuple[Atom, ...]
    gap: re.Pattern[str]
    range_: re.Pattern[str]
    pair: re.Pattern[str]
    between: re.Pattern[str]
    until: re.Pattern[str]
    since: re.Pattern[str]
    past: re.Pattern[str]
    future: re.Pattern[str]
    begin: str = ""
    folded: dict[int, str] = field(default_factory=dict)
    flags: int = 0

    def __post_init__(self) -> None:
        union = "|".join(f"(?P<a{i}>{_NAMED.sub('(', atom.pattern)})" for i, atom in enumerate(self.atoms))
        each = tuple(re.compile(atom.pattern, self.flags) for atom in self.atoms)
        object.__setattr__(self, "_union", re.compile(f"{self.begin}(?:{union})", self.flags))
        object.__setattr__(self, "_each", each)
        object.__setattr__(
            self,
            "folded",
            {**{code: self.folded.get(ord(sign), sign) for code, sign in _WIDE.items()}, **self.folded},
        )

    _union: re.Pattern[str] = field(init=False, repr=False)
    _each: tuple[re.Pattern[str], ...] = field(init=False, repr=False)

    def plain(self, text: str) -> str:
        """The text with variants folded and titles blanked, character by character, so that offsets hold."""
        return _TITLE.sub(lambda title: "□" * len(title[0]), text.translate(self.folded))

    def is_past(self, text: str) -> bool:
        return bool(self.past.search(text)) and not self.future.search(text)

    def joins(self, text: str, start: int, end: int) -> bool:
        """Whether the words from `start` to `end` make one range of the times on both sides."""
        words = text[start:end]
        return bool(
            self.range_.fullmatch(words) or (self.pair.fullmatch(words) and self.between.search(text))
        )

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
                or any(_doubled(one, hit) for one in group)
                or not self.gap.fullmatch(text[group[-1].end : hit.start])
            ):
                yield group
                group = []
            group.append(hit)
        if group:
            yield group


def _doubled(one: Hit, other: Hit) -> bool:
    return one.atom.precision is other.atom.precision and one.atom.weekday is other.atom.weekday
