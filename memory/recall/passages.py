"""The raw lane: lines of either side as they were said, so that what was never extracted, or said half an hour ago in
another talk, is still found. Lanes: the line's vector (made of it alone and of it after the line before), its words, its
neighbours, who said it, and feedback.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Avg, Count, Func, IntegerField, Q, QuerySet
from pgvector.django import CosineDistance

from accounts import vault
from accounts.models import User
from llm.errors import LLMError
from memory import marks
from memory.candidates import Span
from memory.models import Passage
from memory.recall import anyof as anyof  # registers the lookup
from memory.recall import weighing
from memory.recall.lanes import Embed
from memory.recall.weighing import Corpus
from memory.recall.windows import closeness
from transcript.models import Role

REACH = 100
"""The best lines of each lane that are weighed together."""
MATCHING = 2_000
SAMPLE = 400
"""Newest lines whose cosines say what is usual for a question."""
LEAST_COSINE_SPREAD = 0.008
TOGETHER = timedelta(minutes=3)
"""Lines no further apart than this stand beside each other: later ones may be about anything."""
VECTOR, WORDS, FEEDBACK, SPEAKER, TIME = 1.0, 0.8, 0.35, 1.0, 6.0
FEEDBACK_MOST = 10.0
"""Standard scores: among a few lines one that shares anything with the best stands out without measure."""
BESIDE_WORDS, BESIDE_VECTOR, BESIDE_FEEDBACK = (0.4, 0.25), (0.3, 0.15), (0.2, 0.1)
FIRST_LOOK, FED_BACK = 3, 10


@dataclass(frozen=True)
class Line:
    """A line that was found, and how far each lane carried it, in standard scores."""

    message: UUID
    conversation: UUID
    at: datetime
    role: str
    score: float
    lanes: Mapping[str, float]
    keywords: Sequence[int] = ()


@dataclass(frozen=True)
class Ask:
    """What lines are searched for: each question apart, and whose lines it asks about, "" where it doesn't say."""

    questions: tuple[str, ...]
    of: str = ""
    spans: Sequence[Span] = ()
    """The times the questions name."""

    def named(self, at: datetime) -> float:
        """How closely the questions name this moment, 0 where they don't."""
        return max((closeness(span) for span in self.spans if span.start <= at <= span.end), default=0.0)


@dataclass
class _Row:
    key: UUID
    conversation: UUID
    parent: UUID | None
    role: str
    at: datetime
    bag: Sequence[int]


_COLUMNS = ("message_id", "conversation_id", "message__parent_id", "message__role", "at", "keywords")


@dataclass
class _Pool:
    """The lines one question is weighed over."""

    user: User
    rows: QuerySet[Passage]
    corpus: Corpus
    held: dict[UUID, _Row] = field(default_factory=dict)
    near: dict[UUID, float] = field(default_factory=dict)
    usual: tuple[np.ndarray, str, float, float] | None = None
    """The turned question, its recipe, and mean and spread of its cosine with any line."""

    def add(self, rows: QuerySet[Passage], most: int) -> list[UUID]:
        found = [_Row(*values) for values in rows.values_list(*_COLUMNS)[:most]]
        self.held.update({row.key: row for row in found})
        return [row.key for row in found]

    @property
    def bags(self) -> dict[UUID, Sequence[int]]:
        return {key: row.bag for key, row in self.held.items()}

    def look_near(self, question: str, embed: Embed) -> None:
        """The lines nearest to the question; nothing where the embedder is away."""
        try:
            vectors, recipe = embed([question], "query")
        except LLMError:
            return
        turned = vault.turn(self.user.id, vectors[0])
        made = self._by_distance(turned, recipe)
        usual = np.array([1 - far for far in made.order_by("-at").values_list("far", flat=True)[:SAMPLE]])
        if not usual.size:
            return
        self.usual = turned, recipe, float(usual.mean()), max(float(usual.std()), LEAST_COSINE_SPREAD)
        mean, spread = self.usual[2:]
        columns = (*_COLUMNS, "far")
        for *values, far in made.order_by("far").values_list(*columns)[:REACH]:
            row = _Row(*values)
            self.held[row.key], self.near[row.key] = row, (1 - far - mean) / spread

    def _by_distance(self, turned: np.ndarray, recipe: str) -> QuerySet[Any]:
        made = self.rows.filter(recipe=recipe, vector__isnull=False)
        return made.annotate(far=CosineDistance("vector", turned.tolist()))

    def measure(self, keys: Sequence[UUID]) -> None:
        """The nearness of lines that other lanes brought."""
        missing = [key for key in keys if key not in self.near]
        if self.usual is None or not missing:
            return
        turned, recipe, mean, spread = self.usual
        found = self._by_distance(turned, recipe).filter(message_id__any_of=missing)
        for key, far in found.values_list("message_id", "far"):
            self.near[key] = (1 - far - mean) / spread

    def match(self, terms: Mapping[int, float]) -> None:
        if terms:
            self.add(self.rows.filter(keywords__overlap=list(terms)).order_by("-at"), MATCHING)

    def of_then(self, spans: Sequence[Span]) -> list[UUID]:
        """Lines of the times that are named, the newest of them."""
        found: list[UUID] = []
        for span in spans:
            found += self.add(self.rows.filter(at__range=(span.start, span.end)).order_by("-at"), REACH)
        return found

    def link(self, keys: Sequence[UUID]) -> dict[UUID, list[tuple[UUID, int]]]:
        """The neighbours, one and two lines away, of these lines."""
        edge = list(keys)
        for _step in (1, 2):
            parents = [row.parent for key in edge if (row := self.held[key]).parent]
            around = Q(message_id__any_of=parents) | Q(message__parent_id__any_of=edge)
            edge = self.add(self.rows.filter(around), 8 * REACH)
        return _links(self.held, keys)


def _links(held: Mapping[UUID, _Row], keys: Sequence[UUID]) -> dict[UUID, list[tuple[UUID, int]]]:
    after: dict[UUID, list[UUID]] = {}
    for row in held.values():
        if row.parent is not None and row.parent in held:
            after.setdefault(row.parent, []).append(row.key)
    links: dict[UUID, list[tuple[UUID, int]]] = {}

    def joined(a: UUID, b: UUID) -> bool:
        return abs(held[a].at - held[b].at) <= TOGETHER

    def beside(key: UUID) -> list[UUID]:
        parent = held[key].parent
        around = [*([parent] if parent in held else []), *after.get(key, [])]
        return [other for other in around if other is not None and joined(key, other)]

    for key in keys:
        first = beside(key)
        second = {far for other in first for far in beside(other)} - {key, *first}
        links[key] = [(other, 1) for other in first] + [(other, 2) for other in second]
    return links


def search(user: User, rows: QuerySet[Passage], ask: Ask, embed: Embed, most: int = 50) -> list[Line]:
    """The lines that answer, best first, `most` for each question; several questions take turns. `rows` are those that may
    come to mind (gate.lines)."""
    size = Func("keywords", function="cardinality", output_field=IntegerField())
    whole = rows.aggregate(count=Count("id"), mean=Avg(size))
    if not whole["count"]:
        return []
    corpus = Corpus(int(whole["count"]), float(whole["mean"] or 1.0))
    found = [_one(_Pool(user, rows, corpus), question, ask, embed)[:most] for question in ask.questions]
    turns: dict[UUID, Line] = {}
    for place in range(most):
        for lines in found:
            if place < len(lines):
                turns.setdefault(lines[place].message, lines[place])
    return list(turns.values())


def _one(pool: _Pool, question: str, ask: Ask, embed: Embed) -> list[Line]:
    terms = dict.fromkeys(marks.keyword_ids(pool.user.id, question), 1.0)
    pool.look_near(question, embed)
    pool.match(terms)
    then = pool.of_then(ask.spans)
    said = weighing.bm25(pool.bags, terms, pool.corpus)
    pool.measure(then)
    scores = _weigh(pool, dict.fromkeys([*pool.near, *_best(said)], ()), (said, {}), ask)
    first = sorted(scores.values(), key=lambda line: -line.score)[:FIRST_LOOK]
    looked = [(line.message, line.score) for line in first]
    more = weighing.feedback(looked, pool.bags, terms, pool.corpus, FED_BACK)
    pool.match(more)
    fed = weighing.bm25(pool.bags, more, pool.corpus)
    links = pool.link(list({*scores, *_best(fed)}))
    said = weighing.bm25(pool.bags, terms, pool.corpus)
    fed = weighing.bm25(pool.bags, more, pool.corpus)
    pool.measure(list({*links, *(other for around in links.values() for other, _far in around)}))
    scores = _weigh(pool, links, (said, fed), ask)
    return sorted(scores.values(), key=lambda line: (-line.score, str(line.message)))


def _best(scores: Mapping[UUID, float]) -> list[UUID]:
    return heapq.nlargest(REACH, scores, key=lambda key: scores[key])


def _weigh(
    pool: _Pool,
    links: Mapping[UUID, Sequence[tuple[UUID, int]]],
    words_and_feedback: tuple[Mapping[UUID, float], Mapping[UUID, float]],
    ask: Ask,
) -> dict[UUID, Line]:
    said, fed = words_and_feedback
    words = weighing.standard(weighing.with_neighbours(said, links, BESIDE_WORDS), pool.corpus)
    near = weighing.with_neighbours(pool.near, links, BESIDE_VECTOR)
    more = (
        weighing.standard(weighing.with_neighbours(fed, links, BESIDE_FEEDBACK), pool.corpus) if fed else {}
    )
    lines = {}
    for key in links:
        row = pool.held[key]
        lanes = {
            "vector": near.get(key, 0.0),
            "keyword": words.get(key, 0.0),
            "feedback": more.get(key, 0.0),
            "speaker": 1.0 if ask.of and row.role == ask.of else 0.0,
            "time": ask.named(row.at),
        }
        score = (
            VECTOR * lanes["vector"]
            + WORDS * lanes["keyword"]
            + FEEDBACK * min(lanes["feedback"], FEEDBACK_MOST)
            + SPEAKER * lanes["speaker"]
            + TIME * lanes["time"]
        )
        told = {name: round(value, 3) for name, value in lanes.items() if value}
        lines[key] = Line(key, row.conversation, row.at, row.role, score, told, row.bag)
    return lines


def whose(text: str, user_names: Sequence[str], own_names: Sequence[str]) -> str:
    """Whose lines a question asks about, by the names it says: Role.USER, Role.COMPANION, or "" where it says neither or
    both."""
    mine, yours = (any(_says(text, name) for name in names) for names in (user_names, own_names))
    return "" if mine == yours else str(Role.USER if mine else Role.COMPANION)


def _says(text: str, name: str) -> bool:
    """Whether a text says a name: in English as a word of its own, there is no "i" in "hiking"."""
    found = re.escape(name)
    return bool(name) and bool(re.search(rf"\b{found}\b" if name.isascii() else found, text, re.IGNORECASE))
