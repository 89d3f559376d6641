"""The lines one question is weighed over: what a search fetches of them, who has passed the gate, and which stand beside which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import numpy as np

from accounts import vault
from accounts.models import User
from llm.errors import LLMError
from memory.candidates import Span
from memory.recall import weighing
from memory.recall.among import Among, Found, Near, Part, array
from memory.recall.lanes import Embed
from memory.recall.weighing import Corpus

REACH = 100
"""The best lines of each lane that are weighed together."""
STEPS = 2
"""How far, in lines, what stands beside a line is looked at."""
MATCHING = 1_000
NEWEST = 20_000
"""Lines that are searched by meaning, the newest; those before them are found by their words, their time and what stands
beside them. It takes a person years to say as many."""
LEAST_COSINE_SPREAD = 0.008
TOGETHER = timedelta(minutes=3)
"""Lines no further apart than this stand beside each other: later ones may be about anything."""
COLUMNS = ("message_id", "conversation_id", "after_id", "role", "at", "keywords")
MESSAGE, AFTER, ROLE, AT, KEYWORDS, BARRED = 0, 2, 3, 4, 5, 6


@dataclass
class Pool:
    """The lines one question is weighed over. A line goes by its number here: keys are looked up in a hundred thousand places,
    and small numbers are quick to look up."""

    user: User
    among: Among
    asked: Near | None = None
    corpus: Corpus = field(default_factory=lambda: Corpus(0, 1.0))
    usual: tuple[float, float] | None = None
    """Mean and spread of the question's cosine with any line."""
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    numbers: dict[UUID, int] = field(default_factory=dict)
    near: list[float] = field(default_factory=list)
    """By line, its cosine in standard scores, 0 where it has none."""

    def bags(self) -> dict[int, np.ndarray]:
        return {number: row[KEYWORDS] for number, row in enumerate(self.rows)}

    def look(
        self, question: str, terms: Mapping[int, float], spans: Sequence[Span], embed: Embed
    ) -> Mapping[str, list[int]]:
        """By lane the lines nearest to the question, those with its words, and those of the times it names. Without the
        nearest where the embedder is away."""
        try:
            vectors, recipe = embed([question], "query")
            self.asked = Near(vault.turn(self.user.id, vectors[0]), recipe)
        except LLMError:
            self.asked = None
        parts = [_saying(terms)] if terms else []
        if self.asked is not None:
            parts.append(self._nearest(REACH))
        for span in spans:
            parts.append(Part("then", "at BETWEEN %s AND %s", (span.start, span.end), "at DESC", REACH))
        found, size = self.among.find(parts, self.asked, count=True, usual_of="at DESC")
        self.corpus = Corpus(size.count, size.mean)
        if size.usual:
            self.usual = size.usual[0], max(size.usual[1], LEAST_COSINE_SPREAD)
        return self._hold(found)

    def reached(self, found: Mapping[str, list[int]], said: Mapping[int, float]) -> list[int]:
        """Those that may come to mind of the nearest, of the times that are named, and of the best by their words."""
        near, then = self._nearest_let_in(found.get("near", [])), self._let_in(found.get("then", []))
        return list(dict.fromkeys([*near, *then, *self.best(said)]))

    def _nearest(self, most: int) -> Part:
        recipe = self.asked.recipe if self.asked else ""
        oldest = "(SELECT at FROM allowed ORDER BY at DESC OFFSET %s LIMIT 1)"
        where = f"recipe = %s AND vector IS NOT NULL AND at > COALESCE({oldest}, '-infinity')"
        return Part("near", where, (recipe, NEWEST), "far", most)

    def _nearest_let_in(self, found: Sequence[int]) -> list[int]:
        """The nearest that may come to mind: where many of the nearest may not, those behind them are looked at."""
        most = REACH
        while True:
            passed = self._let_in(found)
            if len(passed) >= REACH or len(found) < most:
                return passed[:REACH]
            most *= 8
            found = self._hold(self.among.find([self._nearest(most)], self.asked)[0])["near"]

    def best(self, scores: Mapping[int, float]) -> list[int]:
        """The best of these that may come to mind."""
        return self._let_in(sorted(scores, key=lambda line: (-scores[line], line)))[:REACH]

    def widen(self, lines: Sequence[int], terms: Mapping[int, float]) -> dict[int, np.ndarray]:
        """Fetch the neighbours, one and two lines away, of these lines, and the lines that have any of these terms; the words
        of the latter."""
        keys = [self.rows[number][MESSAGE] for number in lines]
        before = [row[AFTER] for number in lines if (row := self.rows[number])[AFTER]]
        least = "SELECT {} FROM allowed WHERE {} = ANY(%s::uuid[])"
        parts = [
            Part("before", "message_id = ANY(%s::uuid[])", (array(before),)),
            Part("after", "after_id = ANY(%s::uuid[])", (array(keys),)),
            Part("before", f"message_id IN ({least.format('after_id', 'message_id')})", (array(before),)),
            Part("after", f"after_id IN ({least.format('message_id', 'after_id')})", (array(keys),)),
        ]
        parts = [replace(part, most=4 * REACH) for part in parts]
        if terms:
            parts.append(_saying(terms))
        saying = self._hold(self.among.find(parts, self.asked)[0]).get("said", [])
        return {number: self.rows[number][KEYWORDS] for number in saying}

    def beside(self, lines: Sequence[int]) -> tuple[list[int], weighing.Links]:
        """The lines that are weighed, and which stand beside which: these and those right beside them, because an answer may
        have no word of its question and lie near nothing."""
        chain = Chain(self.rows, self.numbers)
        around = dict.fromkeys([*lines, *(other for line in lines for other in chain.beside[line])])
        kept = self._let_in(around)
        pairs = [list[tuple[int, int]]() for _distance in range(STEPS)]
        for line in kept:
            for distance, others in enumerate(chain.within(line)):
                pairs[distance] += [(line, other) for other in others if not self.rows[other][BARRED]]
        links = (np.array(held, dtype=int).reshape(-1, 2).T for held in pairs)
        return kept, [(rows, others) for rows, others in links]

    def _hold(self, found: Iterable[Found]) -> dict[str, list[int]]:
        """Number what was found; by lane the numbers."""
        lanes: dict[str, list[int]] = {}
        mean, spread = self.usual or (0.0, 1.0)
        for one in found:
            number = self.numbers.setdefault(one.values[MESSAGE], len(self.rows))
            if number == len(self.rows):
                self.rows.append(one.values)
                measured = one.far is not None and self.usual is not None
                self.near.append((1 - (one.far or 0.0) - mean) / spread if measured else 0.0)
            lanes.setdefault(one.lane, []).append(number)
        return lanes

    def _let_in(self, lines: Iterable[int]) -> list[int]:
        """Those of these lines that may come to mind, in order: a line that may not takes part in nothing but the count of how
        rare a word is."""
        return [line for line in dict.fromkeys(lines) if not self.rows[line][BARRED]]


class Chain:
    """Which lines follow which, of those that are held and were said without a pause between."""

    def __init__(self, rows: Sequence[tuple[Any, ...]], numbers: Mapping[UUID, int]) -> None:
        self.beside: dict[int, list[int]] = {number: [] for number in range(len(rows))}
        for number, row in enumerate(rows):
            above = numbers.get(row[AFTER])
            if above is not None and abs(row[AT] - rows[above][AT]) <= TOGETHER.total_seconds():
                self.beside[number].append(above)
                self.beside[above].append(number)

    def within(self, line: int) -> list[list[int]]:
        """Its neighbours at each distance up to STEPS."""
        seen, edge, steps = {line}, [line], list[list[int]]()
        for _distance in range(STEPS):
            edge = [other for one in edge for other in self.beside[one] if other not in seen]
            seen.update(edge)
            steps.append(edge)
        return steps


def _saying(terms: Mapping[int, float]) -> Part:
    return Part("said", "keywords && %s::bigint[]", (array(terms),), "at DESC", MATCHING)
