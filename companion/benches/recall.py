"""Evidence recall of the raw lane on a public set in its own form; no language model is used.

`--data PATH` takes a file in the form of LoCoMo or of MemDaily (with `--noise FILE`, its lines among each story's). Every talk is
written into the tables as messages of a user of its own and asked through the lanes that serve a reply. In the same run: BM25
and vectors alone over the same lines, and mem0's search where it is installed (`--peer mem0`).

The weights of the lanes are chosen anew for each talk on all other talks, and what is reported for it is what they give.
"""

from __future__ import annotations

import itertools
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion import providers
from companion.benches import peer, sets
from companion.benches.talks import Talk, Vectors, as_said
from memory.keywords import words
from memory.recall import passages, weighing
from memory.recall.hits import Line
from memory.recall.passages import Weights

DEPTHS = (5, 10, 20, 50)
CHOSEN_BY = 10
"""The depth at which weights are compared."""
GRID = tuple(
    Weights(words=said, feedback=fed, speaker=whose)
    for said, fed, whose in itertools.product((0.7, 0.8, 0.9), (0.25, 0.3, 0.35), (1.2, 1.4, 1.6))
)
PEER_TALKS = 15
"""Talks that the peer is asked about: it stores lines one by one."""
OURS, OURS_HELD_OUT = "companion", "companion, weights of the other talks"


@dataclass(frozen=True)
class Asked:
    """A question with the lines that our lanes reached, and where the answers stand."""

    question: sets.Question
    lines: Sequence[Line]
    at: Mapping[Any, int]

    def places(self, weights: Weights) -> list[int]:
        ranked = sorted(self.lines, key=lambda line: (-weights.score(line.lanes), str(line.message)))
        return [self.at[line.message] for line in ranked]


class Tally:
    """Shares of evidence found, by ranker, kind of question and depth."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, dict[int, list[float]]]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(list))
        )

    def add(self, ranker: str, question: sets.Question, places: Sequence[int]) -> None:
        for depth in DEPTHS:
            share = found(question, places, depth)
            for kind in ("all", question.kind):
                self._found[ranker][kind][depth].append(share)

    def told(self) -> dict[str, Any]:
        return {
            ranker: {
                kind: {f"R@{depth}": round(100 * float(np.mean(held)), 1) for depth, held in depths.items()}
                | {"questions": len(depths[DEPTHS[0]])}
                for kind, depths in sorted(kinds.items())
            }
            for ranker, kinds in self._found.items()
        }


def found(question: sets.Question, places: Sequence[int], depth: int) -> float:
    return len(question.evidence.intersection(places[:depth])) / len(question.evidence)


def run(path: Path, noise: Path | None, most: int, beside: bool = False) -> dict[str, Any]:
    """Percent of the evidence found within the first 5, 10, 20 and 50 lines, by ranker and kind of question."""
    beside = beside and peer.is_there()
    tally, vectors, talks = Tally(), Vectors(), list[list[Asked]]()
    for number, one in enumerate(sets.read(path, noise, most)):
        talks.append(_ours(one, vectors))
        asked = [question.text for question in one.questions]
        for name, rankings in _alone(one, asked, vectors).items():
            for question, places in zip(one.questions, rankings, strict=True):
                tally.add(name, question, places)
        if beside and number < PEER_TALKS:
            _beside(one, asked, vectors, tally)
        sys.stderr.write(f"{number + 1}: {len(one.lines)} lines, {len(one.questions)} questions\n")
    chosen = _held_out(talks, tally)
    return {
        "data": path.name,
        "talks": len(talks),
        "questions": sum(map(len, talks)),
        "unit": "% of evidence found",
        "rankers": tally.told(),
        "weights_chosen": chosen,
        "baseline": "bm25 and vector over the same lines"
        + (f"; mem0 on {PEER_TALKS} talks" if beside else ""),
    }


def _ours(one: sets.Set, vectors: Vectors) -> list[Asked]:
    talk = Talk(one.lines, vectors, one.now)
    try:
        return [Asked(question, talk.lines_for(question.text), talk.at) for question in one.questions]
    finally:
        talk.forget()


def _held_out(talks: Sequence[Sequence[Asked]], tally: Tally) -> dict[str, int]:
    """For each talk the weights that are best on all others, and what they find in it; how often each was chosen."""
    sums = np.array(
        [
            [sum(found(a.question, a.places(weights), CHOSEN_BY) for a in talk) for weights in GRID]
            for talk in talks
        ]
    )
    chosen: dict[str, int] = defaultdict(int)
    for number, talk in enumerate(talks):
        others = sums.sum(axis=0) - sums[number]
        weights = GRID[int(np.argmax(others))] if len(talks) > 1 else passages.WEIGHTS
        chosen[f"words {weights.words}, feedback {weights.feedback}, speaker {weights.speaker}"] += 1
        for asked in talk:
            tally.add(OURS_HELD_OUT, asked.question, asked.places(weights))
            tally.add(OURS, asked.question, asked.places(passages.WEIGHTS))
    return dict(chosen)


def _texts(one: sets.Set) -> list[str]:
    speakers = len({line.speaker for line in one.lines})
    return [as_said(line, speakers) for line in one.lines]


def _alone(one: sets.Set, asked: Sequence[str], vectors: Vectors) -> dict[str, list[list[int]]]:
    """Baselines: our keywords by BM25 and our embedder's cosine, each alone over the lines as they stand."""
    texts = _texts(one)
    ids: dict[str, int] = {}
    bags = {
        place: [ids.setdefault(word, len(ids)) for word in words(text)] for place, text in enumerate(texts)
    }
    corpus = weighing.Corpus(len(bags), float(np.mean([len(bag) for bag in bags.values()])))
    near = np.stack(vectors.of(texts))
    rankings: dict[str, list[list[int]]] = {"bm25": [], "vector": []}
    for question in asked:
        terms = {ids[word]: 1.0 for word in words(question) if word in ids}
        scores = weighing.bm25(bags, terms, corpus)
        rankings["bm25"].append(sorted(scores, key=lambda place: -scores[place]))
        query, _recipe = providers.embed([question], "query")
        rankings["vector"].append([int(place) for place in np.argsort(-(near @ query[0]), kind="stable")])
    return rankings


def _beside(one: sets.Set, asked: Sequence[str], vectors: Vectors, tally: Tally) -> None:
    texts = _texts(one)
    with peer.running() as other:
        rankings = other.rank(texts, np.stack(vectors.of(texts)), asked, DEPTHS[-1])
    for question, places in zip(one.questions, rankings, strict=True):
        tally.add("mem0", question, places)
