"""Written facts against what a careful reader says a line states: matching, and the figures made of it.

A fact is (subject, attribute, value, polarity). A gold line may name `maybe` facts, which count neither way. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from memory.extraction.claims import KINDS
from memory.policy import CONSENT_CLASSES

NEAR = 0.6
"""Overlap from which two wordings are one value."""
ATTRIBUTES = frozenset(KINDS) - (frozenset(CONSENT_CLASSES) - {"health"})
"""What is scored; anything else is counted apart."""
LEFT_OUT = "contact"
"""Policy keeps no phone numbers of others."""
_SAME = {"position": "job", "hobby": "like"}
_THINGS = ("event_", "item_", "place_")
_KIN = {
    "妈": "妈妈", "母亲": "妈妈", "爸": "爸爸", "父亲": "爸爸", "妹": "妹妹", "弟": "弟弟", "哥": "哥哥",
    "姐": "姐姐", "mum": "mom", "mother": "mom", "father": "dad",
}  # fmt: skip
_SELF = frozenset({"user", "i", "我", "用户"})
_LEAD = re.compile(r"^(?:我的?|(?:my|our)\s+)(?=\S)", re.IGNORECASE)
_PART = re.compile(r"[a-z]+|[^的a-z]+")
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
_NUMBER = re.compile(r"\d+|[零〇一二两三四五六七八九十百千万亿]+")


@dataclass(frozen=True)
class Stated:
    subject: str
    attribute: str
    value: str
    polarity: int = 1


@dataclass(frozen=True)
class Played:
    """A line with what it states, what it may state, and what was written from it."""

    group: str
    lang: str
    facts: tuple[Stated, ...]
    maybe: tuple[Stated, ...]
    written: tuple[Stated, ...]


@dataclass(frozen=True)
class Outcome:
    """One line's score: facts found, facts missed, facts written that it doesn't state; `off` are off the list."""

    line: Played
    hits: tuple[Stated, ...]
    missed: tuple[Stated, ...]
    false: tuple[Stated, ...]
    off: tuple[Stated, ...]
    reversed: int
    """Misses whose fact was written with the other polarity."""


@dataclass
class Tally:
    lines: int = 0
    hits: int = 0
    missed: int = 0
    false: int = 0
    off: int = 0
    reversed: int = 0
    empty: int = 0
    wrong: int = 0
    wrong_facts: int = 0
    by_attribute: dict[str, list[int]] = field(default_factory=dict)

    def add(self, one: Outcome) -> None:
        self.lines += 1
        self.hits += len(one.hits)
        self.missed += len(one.missed)
        self.false += len(one.false)
        self.off += len(one.off)
        self.reversed += one.reversed
        if not one.line.facts:
            extra = len(one.false) + len(one.off)
            self.empty += 1
            self.wrong += bool(extra)
            self.wrong_facts += extra
        for at, facts in enumerate((one.hits, one.missed, one.false)):
            for fact in facts:
                self.by_attribute.setdefault(fact.attribute, [0, 0, 0])[at] += 1

    def figures(self) -> dict[str, float | int]:
        return {
            "lines": self.lines,
            "facts": self.hits + self.missed,
            "precision": _share(self.hits, self.hits + self.false),
            "recall": _share(self.hits, self.hits + self.missed),
            "wrong_writes": _share(self.wrong, self.empty, whole=0.0),
            "wrong_facts": self.wrong_facts,
            "polarity_errors": self.reversed,
            "off_list": self.off,
        }


def _share(part: int, whole_count: int, whole: float = 1.0) -> float:
    return round(part / whole_count, 4) if whole_count else whole


def score(line: Played) -> Outcome:
    """Each stated fact is found at most once, closest wording first; then what may be stated is set aside."""
    off = tuple(f for f in line.written if f.attribute not in ATTRIBUTES)
    written = _scored(line.written)
    gold, maybe = _scored(line.facts), _scored(line.maybe)
    fold = _aliases(line.facts)
    pairs = _pairs(gold, written, lambda a, b: _alike(a, b, fold))
    left = [i for i in range(len(written)) if i not in pairs.values()]
    false = [i for i in left if not any(_alike(one, written[i], fold) for one in maybe)]
    missed = [i for i in range(len(gold)) if i not in pairs]
    turned = _pairs([gold[i] for i in missed], [written[i] for i in false], lambda a, b: _turned(a, b, fold))
    return Outcome(
        line,
        tuple(gold[i] for i in pairs),
        tuple(gold[i] for i in missed),
        tuple(written[i] for i in false),
        off,
        len(turned),
    )


def _scored(facts: Iterable[Stated]) -> list[Stated]:
    return [f for f in facts if f.attribute in ATTRIBUTES and f.attribute != LEFT_OUT]


Closeness = Callable[[Stated, Stated], float]


def _pairs(left: Sequence[Stated], right: Sequence[Stated], close: Closeness) -> dict[int, int]:
    near = [
        (overlap, -i, -j)
        for i, a in enumerate(left)
        for j, b in enumerate(right)
        if (overlap := close(a, b)) > 0
    ]
    pairs: dict[int, int] = {}
    for _overlap, i, j in sorted(near, reverse=True):
        if -i not in pairs and -j not in pairs.values():
            pairs[-i] = -j
    return pairs


Fold = Callable[[str], str]


def _alike(gold: Stated, found: Stated, fold: Fold) -> float:
    """How close the values are where both say the same of the same; 0 where they don't."""
    return _close(gold, found, fold) if gold.polarity == found.polarity else 0.0


def _turned(gold: Stated, found: Stated, fold: Fold) -> float:
    return _close(gold, found, fold) if gold.polarity != found.polarity else 0.0


def _close(gold: Stated, found: Stated, fold: Fold) -> float:
    if _SAME.get(gold.attribute, gold.attribute) != _SAME.get(found.attribute, found.attribute):
        return 0.0
    if fold(gold.subject) != fold(found.subject) and not (
        gold.attribute.startswith(_THINGS) and overlap(gold.subject, found.subject) >= NEAR
    ):
        return 0.0
    digits = numbers(gold.value)
    if digits and digits != numbers(found.value):
        return 0.0
    shared = overlap(gold.value, found.value)
    return shared if shared >= NEAR else 0.0


def _aliases(facts: Iterable[Stated]) -> Fold:
    """A name or a relation makes two subjects one within the line: 李明, and 我的表哥 who is called so."""
    root: dict[str, str] = {}

    def find(word: str) -> str:
        while word in root:
            word = root[word]
        return word

    for fact in facts:
        if fact.attribute in ("name", "relation") and fact.polarity > 0:
            one, other = find(subject(fact.subject)), find(subject(fact.value))
            if one != other:
                root[other] = one
    return lambda word: find(subject(word))


@cache
def subject(word: str) -> str:
    """The speaker as `user`; others without 我的/my, kinship words in one spelling."""
    word = unicodedata.normalize("NFKC", word).lower().strip()
    if word in _SELF:
        return "user"
    word = _LEAD.sub("", word)
    return plain(_PART.sub(lambda m: _KIN.get(m[0], m[0]), word))


@cache
def plain(text: str) -> str:
    """NFKC, lower case, letters and digits only."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).lower() if c.isalnum())


@cache
def overlap(a: str, b: str) -> float:
    """2 · longest common subsequence / length of both, in characters."""
    left, right = plain(a), plain(b)
    if not left or not right:
        return 0.0
    row = [0] * (len(right) + 1)
    for char in left:
        before = 0
        for j, other in enumerate(right, 1):
            before, row[j] = row[j], before + 1 if char == other else max(row[j], row[j - 1])
    return 2 * row[-1] / (len(left) + len(right))


def numbers(text: str) -> list[int]:
    """The numbers of a text in order, written one way: 08月08日 and 8月8号 are the same."""
    return [_number(m[0]) for m in _NUMBER.finditer(unicodedata.normalize("NFKC", text))]


def _number(word: str) -> int:
    if word.isdigit():
        return int(word)
    if not any(c in _UNITS for c in word):
        return int("".join(str(_DIGITS[c]) for c in word))
    total = part = digit = 0
    for char in word:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif (unit := _UNITS[char]) >= 10_000:
            total, part, digit = (total + part + digit or 1) * unit, 0, 0
        else:
            part, digit = part + (digit or 1) * unit, 0
    return total + part + digit
