"""The arithmetic of a search over lines: BM25, neighbours, feedback, standard scores. Pure; the weights are measured by
`manage.py bench recall` (docs/benchmarks.md).

Feedback is the step from one thing to the next: the best lines of a first look name what the question only circles (the
phone number's owner, the model of the phone), and the words they share with no question find what else was said of it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

K1, B = 1.2, 0.75
VIRTUAL = 200
"""Rows without any query word that every user is taken to have: with five memories, each word would seem common."""
LEAST_SPREAD = 1.5

K = TypeVar("K", bound=Hashable)
Bags = Mapping[K, Sequence[int]]
"""Index terms by row."""
Links = Mapping[K, Sequence[tuple[K, int]]]
"""By row, its neighbours in the talk with their distance in lines."""


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
    rare = rarity(bags, terms, corpus)
    scores: dict[K, float] = {}
    for key, bag in bags.items():
        found = Counter(term for term in bag if term in terms)
        if found:
            norm = K1 * (1 - B + B * len(bag) / corpus.mean_size)
            scores[key] = sum(
                terms[term] * rare[term] * times * (K1 + 1) / (times + norm) for term, times in found.items()
            )
    return scores


def standard(scores: Mapping[K, float], corpus: Corpus, least: float = LEAST_SPREAD) -> dict[K, float]:
    """Standard scores among all rows of the corpus, of which those without a score have 0."""
    count = corpus.count + VIRTUAL
    mean = sum(scores.values()) / count
    square = sum(score * score for score in scores.values()) / count
    spread = max(math.sqrt(max(square - mean * mean, 0.0)), least)
    return {key: (score - mean) / spread for key, score in scores.items()}


def with_neighbours(scores: Mapping[K, float], links: Links[K], weights: Sequence[float]) -> dict[K, float]:
    """Each row's score with a share of its neighbours': an answer stands beside its question. `weights[d - 1]` is the
    share at distance d."""
    out = dict(scores)
    for key, around in links.items():
        share = sum(weights[far - 1] * scores.get(other, 0.0) for other, far in around if far <= len(weights))
        if share:
            out[key] = out.get(key, 0.0) + share
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
