"""The raw lane: lines of either side as they were said, so that what was never extracted, or said half an hour ago in
another talk, is still found. Lanes: the line's vector (made of it alone and of it after the line before), its words, its
neighbours, who said it, and feedback.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import QuerySet

from accounts import vault
from accounts.models import User
from llm.errors import LLMError
from memory import marks
from memory.candidates import Span
from memory.models import Passage
from memory.recall import weighing
from memory.recall.among import Among, Found, Near, Part, array
from memory.recall.hits import Line
from memory.recall.lanes import Embed
from memory.recall.weighing import Corpus
from memory.recall.windows import closeness
from transcript.models import Role

REACH = 100
STEPS = 2
LINKED = 50
"""The lines of a first look whose neighbours are fetched: an answer stands beside a line that is like its question."""
"""The best lines of each lane that are weighed together."""
MATCHING = 1_000
NEWEST = 20_000
"""Lines that are searched by meaning, the newest; those before them are found by their words, their time and what stands
beside them. It takes a person years to say as many."""
LEAST_COSINE_SPREAD = 0.008
TOGETHER = timedelta(minutes=3)
"""Lines no further apart than this stand beside each other: later ones may be about anything."""
FEEDBACK_MOST = 10.0
"""Standard scores: among a few lines one that shares anything with the best stands out without measure."""
BESIDE_WORDS, BESIDE_VECTOR, BESIDE_FEEDBACK = (0.4, 0.25), (0.3, 0.15), (0.2, 0.1)
FIRST_LOOK, FED_BACK = 3, 10


@dataclass(frozen=True)
class Weights:
    """What each lane counts. Measured by `manage.py bench recall`, on other talks than those reported."""

    vector: float = 1.0
    words: float = 0.7
    feedback: float = 0.35
    speaker: float = 1.4
    time: float = 6.0

    def score(self, lanes: Mapping[str, Any]) -> Any:
        """The weighted sum of what the lanes gave: for one line, or by arrays (n,) for n of them."""
        return (
            self.vector * lanes.get("vector", 0.0)
            + self.words * lanes.get("keyword", 0.0)
            + self.feedback * np.minimum(lanes.get("feedback", 0.0), FEEDBACK_MOST)
            + self.speaker * lanes.get("speaker", 0.0)
            + self.time * lanes.get("time", 0.0)
        )


WEIGHTS = Weights()


@dataclass(frozen=True)
class Ask:
    """What lines are searched for: each question apart, and whose lines it asks about, "" where it doesn't say."""

    questions: tuple[str, ...]
    of: str = ""
    spans: Sequence[Span] = ()
    """The times the questions name."""

    def named(self, at: float) -> float:
        """How closely the questions name this moment (seconds since 1970), 0 where they don't."""
        return max(
            (closeness(span) for span in self.spans if span.start.timestamp() <= at <= span.end.timestamp()),
            default=0.0,
        )


_COLUMNS = ("message_id", "conversation_id", "after_id", "role", "at", "keywords")
_MESSAGE, _AFTER, _ROLE, _AT, _KEYWORDS, _BARRED = 0, 2, 3, 4, 5, 6


@dataclass
class _Pool:
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

    def bags(self) -> dict[int, Sequence[int]]:
        return {number: row[_KEYWORDS] for number, row in enumerate(self.rows)}

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

    def widen(self, lines: Sequence[int], terms: Mapping[int, float]) -> dict[int, Sequence[int]]:
        """Fetch the neighbours, one and two lines away, of these lines, and the lines that have any of these terms; the words
        of the latter."""
        keys = [self.rows[number][_MESSAGE] for number in lines]
        before = [row[_AFTER] for number in lines if (row := self.rows[number])[_AFTER]]
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
        return {number: self.rows[number][_KEYWORDS] for number in saying}

    def beside(self, lines: Sequence[int]) -> tuple[list[int], weighing.Links]:
        """The lines that are weighed, and which stand beside which: these and those right beside them, because an answer may
        have no word of its question and lie near nothing."""
        chain = _Chain(self.rows, self.numbers)
        around = dict.fromkeys(other for line in lines for other in chain.beside(line))
        within = {line: chain.within(line) for line in dict.fromkeys([*lines, *around])}
        kept, links = self._let_in(within), []
        for distance in range(STEPS):
            pairs = [(line, other) for line in kept for other in self._let_in(within[line][distance])]
            rows, others = np.array(pairs, dtype=int).reshape(-1, 2).T
            links.append((rows, others))
        return kept, links

    def _hold(self, found: Iterable[Found]) -> dict[str, list[int]]:
        """Number what was found; by lane the numbers."""
        lanes: dict[str, list[int]] = {}
        mean, spread = self.usual or (0.0, 1.0)
        for one in found:
            number = self.numbers.setdefault(one.values[_MESSAGE], len(self.rows))
            if number == len(self.rows):
                self.rows.append(one.values)
                measured = one.far is not None and self.usual is not None
                self.near.append((1 - (one.far or 0.0) - mean) / spread if measured else 0.0)
            lanes.setdefault(one.lane, []).append(number)
        return lanes

    def _let_in(self, lines: Iterable[int]) -> list[int]:
        """Those of these lines that may come to mind, in order: a line that may not takes part in nothing but the count of how
        rare a word is."""
        return [line for line in dict.fromkeys(lines) if not self.rows[line][_BARRED]]


class _Chain:
    """Which lines follow which, of those that are held and were said without a pause between."""

    def __init__(self, rows: Sequence[tuple[Any, ...]], numbers: Mapping[UUID, int]) -> None:
        self._beside: dict[int, list[int]] = {number: [] for number in range(len(rows))}
        for number, row in enumerate(rows):
            above = numbers.get(row[_AFTER]) if row[_AFTER] else None
            if above is not None and abs(row[_AT] - rows[above][_AT]) <= TOGETHER.total_seconds():
                self._beside[number].append(above)
                self._beside[above].append(number)

    def beside(self, line: int) -> list[int]:
        return self._beside[line]

    def within(self, line: int) -> list[list[int]]:
        """Its neighbours at each distance up to STEPS."""
        seen, edge, steps = {line}, [line], list[list[int]]()
        for _distance in range(STEPS):
            edge = list(
                dict.fromkeys(other for one in edge for other in self._beside[one] if other not in seen)
            )
            seen.update(edge)
            steps.append(edge)
        return steps


def _saying(terms: Mapping[int, float]) -> Part:
    return Part("said", "keywords && %s::bigint[]", (array(terms),), "at DESC", MATCHING)


class Search:
    """The lines that may come to mind (gate.lines), ready to be searched."""

    def __init__(self, user: User, rows: QuerySet[Passage]) -> None:
        self._user = user
        self._among = Among(rows, _COLUMNS)

    def find(self, ask: Ask, embed: Embed, most: int = 50) -> list[Line]:
        """The lines that answer, best first, `most` for each question; several questions take turns."""
        found = [_one(_Pool(self._user, self._among), one, ask, embed, most) for one in ask.questions]
        turns: dict[UUID, Line] = {}
        for place in range(most):
            for ranked in found:
                if place < len(ranked):
                    turns.setdefault(ranked[place].message, ranked[place])
        return list(turns.values())


def _one(pool: _Pool, question: str, ask: Ask, embed: Embed, most: int) -> list[Line]:
    terms = dict.fromkeys(marks.keyword_ids(pool.user.id, question), 1.0)
    found = pool.look(question, terms, ask.spans, embed)
    bags = pool.bags()
    said = weighing.bm25(bags, terms, pool.corpus)
    reached = pool.reached(found, said)
    if not reached:
        return []
    first = _weigh(pool, (reached, ()), (said, {}), ask)
    best = first.best(LINKED)
    looked = [(line, float(first.scores[place])) for place, line in best[:FIRST_LOOK]]
    more = weighing.feedback(looked, bags, terms, pool.corpus, FED_BACK)
    fed = weighing.bm25(pool.widen([line for _place, line in best], more), more, pool.corpus)
    weighed = _weigh(pool, pool.beside([*reached, *pool.best(fed)]), (said, fed), ask)
    return [_line(pool, weighed, place) for place, _number in weighed.best(most)]


@dataclass(frozen=True)
class _Weighed:
    """Lines with their scores (n,), and by lane what each gave (n,)."""

    lines: Sequence[int]
    scores: np.ndarray
    lanes: Mapping[str, np.ndarray]

    def best(self, most: int) -> list[tuple[int, int]]:
        """Places and lines, best first."""
        order = np.lexsort((np.asarray(self.lines), -self.scores))[:most]
        return [(int(place), self.lines[place]) for place in order]


def _weigh(
    pool: _Pool,
    lines_and_links: tuple[Sequence[int], weighing.Links],
    words_and_feedback: tuple[Mapping[int, float], Mapping[int, float]],
    ask: Ask,
) -> _Weighed:
    lines, links = lines_and_links
    places = np.array(lines, dtype=int)

    def standard(scores: Mapping[int, float], beside: Sequence[float]) -> np.ndarray:
        held = np.zeros(len(pool.rows))
        held[list(scores)] = list(scores.values())
        held = weighing.with_neighbours(held, links, beside)
        mean, spread = weighing.usual(held, pool.corpus)
        standing: np.ndarray = (held[places] - mean) / spread if scores else held[places]
        return standing

    said, fed = words_and_feedback
    rows = [pool.rows[line] for line in lines]
    lanes = {
        "vector": weighing.with_neighbours(np.array(pool.near), links, BESIDE_VECTOR)[places],
        "keyword": standard(said, BESIDE_WORDS),
        "feedback": standard(fed, BESIDE_FEEDBACK),
        "speaker": np.array([1.0 if ask.of and row[_ROLE] == ask.of else 0.0 for row in rows]),
        "time": np.array([ask.named(row[_AT]) for row in rows]),
    }
    return _Weighed(lines, WEIGHTS.score(lanes), lanes)


def _line(pool: _Pool, weighed: _Weighed, place: int) -> Line:
    message, conversation, _after, role, at, keywords, _barred = pool.rows[weighed.lines[place]]
    told = {name: round(float(given[place]), 3) for name, given in weighed.lanes.items() if given[place]}
    moment = datetime.fromtimestamp(at, UTC)
    return Line(message, conversation, moment, role, float(weighed.scores[place]), told, keywords)


def whose(text: str, user_names: Sequence[str], own_names: Sequence[str]) -> str:
    """Whose lines a question asks about, by the names it says: Role.USER, Role.COMPANION, or "" where it says neither or
    both."""
    mine, yours = (any(_says(text, name) for name in names) for names in (user_names, own_names))
    return "" if mine == yours else str(Role.USER if mine else Role.COMPANION)


def _says(text: str, name: str) -> bool:
    """Whether a text says a name: in English as a word of its own, there is no "i" in "hiking"."""
    found = re.escape(name)
    return bool(name) and bool(re.search(rf"\b{found}\b" if name.isascii() else found, text, re.IGNORECASE))
