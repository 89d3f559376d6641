"""The arithmetic of a search over lines: BM25, neighbours, feedback, standard scores. Pure; the weights are measured by
`manage.py bench recall` (docs/benchmarks.md).

Feedback is the step from one thing to the next: the best lines of a first look name what the question only circles (the
phone number's owner, the model of the phone), and the words they share with no question find what else was said of it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

K1, B = 1.2, 0.75
VIRTUAL = 200
"""Rows without any query word that every user is taken to have: with five memories, each word would seem common."""
LEAST_SPREAD = 1.5

K = TypeVar("K", bound=Hashable)
Bags = Mapping[K, Sequence[int]]
"""Index terms by row."""
Links = Sequence[tuple[np.ndarray, np.ndarray]]
"""By distance in lines, from one on: places of rows, and of the neighbour of each."""


@dataclass(frozen=True)
class Corpus:
    """How many rows are searched, and how many terms they have on average."""

    count: int
    mean_size: float


def rarity(bags: Bags[K], terms: Mapping[int, float], corpus: Corpus) -> dict[int, float]:
    """Inverse document frequency of the terms. `bags` holds every row that has any of them."""
    seen = Counter(term for bag in bags.values() for term in set(bag) if term in terms)
    count = corpus.count + VIRTUAL
    return {term: math.log(1 + (count - seen[term] + 0.5) / (seen[term] + 0.5)) for term in terms}


def bm25(bags: Bags[K], terms: Mapping[int, float], corpus: Corpus) -> dict[K, float]:
    """BM25 of each row that has any of the terms, each term counting by its weight."""
    worth = {term: weight * (K1 + 1) for term, weight in terms.items()}
    rare = rarity(bags, terms, corpus)
    scores: dict[K, float] = {}
    for key, bag in bags.items():
        times: dict[int, int] = {}
        for term in bag:
            if term in worth:
                times[term] = times.get(term, 0) + 1
        if times:
            norm = K1 * (1 - B + B * len(bag) / corpus.mean_size)
            scores[key] = sum(worth[term] * rare[term] * n / (n + norm) for term, n in times.items())
    return scores


def usual(
    values: Collection[float] | np.ndarray, corpus: Corpus, least: float = LEAST_SPREAD
) -> tuple[float, float]:
    """Mean and spread over all rows of the corpus, of which those without a value have 0."""
    count = corpus.count + VIRTUAL
    held = np.fromiter(values, dtype=float, count=len(values))
    mean = float(held.sum()) / count
    return mean, max(math.sqrt(max(float(held @ held) / count - mean * mean, 0.0)), least)


def standard(scores: Mapping[K, float], corpus: Corpus) -> dict[K, float]:
    """Standard scores among all rows of the corpus, of which those without a score have 0."""
    mean, spread = usual(scores.values(), corpus)
    return {key: (score - mean) / spread for key, score in scores.items()}


def with_neighbours(scores: np.ndarray, links: Links, weights: Sequence[float]) -> np.ndarray:
    """Each row's score (n,) with a share of its neighbours': an answer stands beside its question. `weights[d - 1]` is the
    share at distance d."""
    out = scores.copy()
    for (rows, others), weight in zip(links, weights, strict=False):
        np.add.at(out, rows, weight * scores[others])
    return out


def feedback(
    best: Sequence[tuple[K, float]], bags: Bags[K], known: Mapping[int, float], corpus: Corpus, most: int
) -> dict[int, float]:
    """The rare terms that the best rows of a first look say, without those `known` from the question, with weights that
    average 1. `best` are rows with their scores."""
    weights: dict[int, float] = {}
    for key, score in best:
        for term in set(bags.get(key, ())) if score > 0 else ():
            if term not in known:
                weights[term] = weights.get(term, 0.0) + score
    rare = rarity(bags, weights, corpus)
    chosen = sorted(weights, key=lambda term: (-weights[term] * rare[term], term))[:most]
    whole = sum(weights[term] * rare[term] for term in chosen)
    return {term: weights[term] * rare[term] / whole * len(chosen) for term in chosen} if whole > 0 else {}
