"""The arithmetic of a search over lines: BM25, neighbours, feedback, standard scores. Pure; the weights are measured by
`manage.py bench recall` (docs/benchmarks.md).

Feedback is the step from one thing to the next: the best lines of a first look name what the question only circles (the
phone number's owner, the model of the phone), and the words they share with no question find what else was said of it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

K1, B = 1.2, 0.75
VIRTUAL = 200
"""Rows without any query word that every user is taken to have: with five memories, each word would seem common."""
LEAST_SPREAD = 1.5

K = TypeVar("K", bound=Hashable)
Bags = Mapping[K, Sequence[int] | np.ndarray]
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
    counts, _sizes = _counted(list(bags.values()), terms)
    return dict(zip(terms, _rare(counts, corpus).tolist(), strict=True))


def bm25(bags: Bags[K], terms: Mapping[int, float], corpus: Corpus) -> dict[K, float]:
    """BM25 of each row that has any of the terms, each term counting by its weight."""
    counts, sizes = _counted(list(bags.values()), terms)
    norm = K1 * (1 - B + B * sizes / corpus.mean_size)
    worth = np.array(list(terms.values()), dtype=float) * (K1 + 1) * _rare(counts, corpus)
    scores = (worth * counts / (counts + norm[:, None])).sum(axis=1).tolist()
    return {key: score for key, score in zip(bags, scores, strict=True) if score > 0}


def _rare(counts: np.ndarray, corpus: Corpus) -> np.ndarray:
    """By term (m,) how rare it is, of how often each row has it (n, m)."""
    seen = (counts > 0).sum(axis=0)
    rare: np.ndarray = np.log(1 + (corpus.count + VIRTUAL - seen + 0.5) / (seen + 0.5))
    return rare


def _counted(
    bags: Sequence[Sequence[int] | np.ndarray], terms: Mapping[int, float]
) -> tuple[np.ndarray, np.ndarray]:
    """How often each row has each term (n, m), in the order of `terms`, and how many terms each row has (n,)."""
    sizes = np.fromiter((len(bag) for bag in bags), dtype=np.int64, count=len(bags))
    held = np.fromiter(terms, dtype=np.int64, count=len(terms))
    if not sizes.sum() or not len(held):
        return np.zeros((len(bags), len(held))), sizes
    said = np.concatenate([np.asarray(bag, dtype=np.int64) for bag in bags])
    order = np.argsort(held)
    place = np.minimum(np.searchsorted(held, said, sorter=order), len(held) - 1)
    which = order[place]
    hits = held[which] == said
    cells = np.repeat(np.arange(len(bags)), sizes)[hits] * len(held) + which[hits]
    return np.bincount(cells, minlength=len(bags) * len(held)).reshape(len(bags), len(held)), sizes


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
        for term in np.unique(np.asarray(bags.get(key, ()), dtype=np.int64)).tolist() if score > 0 else ():
            if term not in known:
                weights[term] = weights.get(term, 0.0) + score
    rare = rarity(bags, weights, corpus)
    chosen = sorted(weights, key=lambda term: (-weights[term] * rare[term], term))[:most]
    whole = sum(weights[term] * rare[term] for term in chosen)
    return {term: weights[term] * rare[term] / whole * len(chosen) for term in chosen} if whole > 0 else {}
