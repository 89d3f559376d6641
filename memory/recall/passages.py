"""The raw lane: lines of either side as they were said, so that what was never extracted, or said half an hour ago in
another talk, is still found. Lanes: the line's vector (made of it alone and of it after the line before), its words, its
neighbours, who said it, and feedback.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import QuerySet

from accounts.models import User
from memory import marks
from memory.candidates import Span
from memory.models import Passage
from memory.recall import weighing
from memory.recall.among import Among
from memory.recall.hits import Line
from memory.recall.lanes import Embed
from memory.recall.pool import AT, COLUMNS, ROLE, Pool
from memory.recall.windows import closeness
from transcript.models import Role

LINKED = 50
"""The lines of a first look whose neighbours are fetched: an answer stands beside a line that is like its question."""
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


class Search:
    """The lines that may come to mind (gate.lines), ready to be searched."""

    def __init__(self, user: User, rows: QuerySet[Passage]) -> None:
        self._user = user
        self._among = Among(rows, COLUMNS)

    def find(self, ask: Ask, embed: Embed, most: int = 50) -> list[Line]:
        """The lines that answer, best first, `most` for each question; several questions take turns."""
        found = [_one(Pool(self._user, self._among), one, ask, embed, most) for one in ask.questions]
        turns: dict[UUID, Line] = {}
        for place in range(most):
            for ranked in found:
                if place < len(ranked):
                    turns.setdefault(ranked[place].message, ranked[place])
        return list(turns.values())


def _one(pool: Pool, question: str, ask: Ask, embed: Embed, most: int) -> list[Line]:
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
    pool: Pool,
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
        "speaker": np.array([1.0 if ask.of and row[ROLE] == ask.of else 0.0 for row in rows]),
        "time": np.array([ask.named(row[AT]) for row in rows]),
    }
    return _Weighed(lines, WEIGHTS.score(lanes), lanes)


def _line(pool: Pool, weighed: _Weighed, place: int) -> Line:
    message, conversation, _after, role, at, keywords, _barred = pool.rows[weighed.lines[place]]
    told = {name: round(float(given[place]), 3) for name, given in weighed.lanes.items() if given[place]}
    moment = datetime.fromtimestamp(at, UTC)
    return Line(message, conversation, moment, role, float(weighed.scores[place]), told, keywords.tolist())


def whose(text: str, user_names: Sequence[str], own_names: Sequence[str]) -> str:
    """Whose lines a question asks about, by the names it says: Role.USER, Role.COMPANION, or "" where it says neither or
    both."""
    mine, yours = (any(_says(text, name) for name in names) for names in (user_names, own_names))
    return "" if mine == yours else str(Role.USER if mine else Role.COMPANION)


def _says(text: str, name: str) -> bool:
    """Whether a text says a name: in English as a word of its own, there is no "i" in "hiking"."""
    found = re.escape(name)
    return bool(name) and bool(re.search(rf"\b{found}\b" if name.isascii() else found, text, re.IGNORECASE))
