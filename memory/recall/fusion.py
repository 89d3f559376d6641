"""Fusing the lanes: standardised scores added by measured weights, then bounded multipliers, MMR and abstention. Pure.

Adding z-scores of cosine and BM25 was measured against reciprocal rank fusion and beat it (docs/benchmarks.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

import numpy as np

from memory.policy import POLICY, Family, Kind

VECTOR_WEIGHT, KEYWORD_WEIGHT = 1.0, 0.9
SLOT_SCORE = 6.0
"""An exact address outranks any likeness."""
TIME_SCORE = 5.0
"""What lies in the time that a question names goes before what is only like it."""
ENTITY_SCORE = 1.0
"""What is known of somebody the question names goes before what is as like it and of nobody."""
LINK_SCORE = 2.0
"""What hangs together with an answer stands after the answers."""
FLOOR, CEILING = 0.3, 1.0
OURS, FITS, PROOF = 0.05, 0.1, 0.1
NEAR_DUPLICATE, MOST_WORDS, SAME_WORDS = 0.97, 0.6, 0.9
"""Two rows say the same from this cosine on if they share most words as well, or else by their words alone: the cat is called
小花 and the cat is called 年糕 lie as near as one thing said twice."""
UNRELATED_COSINE, SIMILAR = 0.85, 0.3
"""The embedder's cosine of unrelated statements, and what it costs to say nearly what was said already: a share of the score."""
COVERED, HALF_COVERED = 0.6, 0.3
"""Shares of what a question is about that an answer speaks of: likeness alone takes a cat for a car."""
AGREE_VECTOR, AGREE_KEYWORD = 0.8, 2.0
"""With it, little is needed, in standard deviations; with less of it or none, more."""
HALF_VECTOR, ALONE_VECTOR = 2.5, 3.3
ALONE_KEYWORD = 6.0
"""Where no vector can agree: the embedder is away, or the row waits for its vector."""
IN_TIME_VECTOR, ON_THE_DAY_VECTOR = 2.2, -1.2
LINE_VECTOR, LINE_KEYWORD = 2.8, 2.0
LINE_VECTOR_ALONE = 4.0
LEAST_VECTOR = 0.6
"""The same for lines as they were said, in standard deviations above the user's other lines."""
HINT_VECTOR = 1.55
"""What a reply may be told unasked. A false hint costs a line of the prompt; a false answer costs trust."""


@dataclass(frozen=True)
class Row:
    """What ranking needs of a memory; times in seconds since 1970."""

    id: UUID
    kind: Kind
    importance: float
    confidence: float
    recorded_at: float
    last_used: float | None = None
    true_until: float | None = None
    valence: float | None = None
    polarity: int = 1
    lang: str = ""
    keywords: Sequence[int] | np.ndarray = ()

    @cached_property
    def words(self) -> frozenset[int]:
        return frozenset(np.asarray(self.keywords, dtype=np.int64).tolist())

    def dated_ahead(self, now: datetime) -> bool:
        return self.true_until is not None and self.true_until >= now.timestamp()


@dataclass(frozen=True)
class Ranked:
    """A row with its fused score and the share each lane had."""

    id: UUID
    score: float
    lanes: Mapping[str, float]


def decay(row: Row, now: datetime) -> float:
    """Recency factor by half-life, within [0.3, 1.0]. Kinds without one, and what is dated ahead, don't decay."""
    half_life = POLICY[row.kind].half_life
    if half_life is None or row.dated_ahead(now):
        return CEILING
    stretched = half_life * (1 + 2 * max(0.0, row.importance - 0.5))
    last = max(row.recorded_at, row.last_used or row.recorded_at)
    days = max(0.0, (now.timestamp() - last) / 86_400)
    return float(FLOOR + (CEILING - FLOOR) * 0.5 ** (days / stretched))


def multiplier(row: Row, now: datetime, mood: float | None = None) -> float:
    """Recency, importance, confidence, what it is to the two, and whether it fits the mood, together within about [0.55, 1.4]:
    they order what is equally like a question and never outweigh likeness."""
    ours = 1 + OURS * (POLICY[row.kind].family is Family.RELATIONSHIP)
    fits = 1.0 if mood is None or row.valence is None else 1 + FITS * (0.5 - abs(row.valence - mood) / 2)
    return float(
        (0.8 + 0.2 * decay(row, now))
        * (1 + 0.2 * (row.importance - 0.5))
        * (0.85 + 0.15 * row.confidence)
        * ours
        * fits
    )


def proven(proofs: int) -> float:
    """What it adds that a thing was said more than once, within [0.95, 1.05]."""
    strength = min(1.0, 0.5 + math.log(max(proofs, 1)) / 10) if proofs else 0.0
    return 1 + PROOF * (strength - 0.5)


def agrees(lanes: Mapping[str, float]) -> bool:
    """Whether a hit is strong enough to be told: by address, as what an answer hangs together with, by two lanes together, or by
    one far ahead."""
    if lanes.get("slot") or lanes.get("link"):
        return True
    near, said, cover = (lanes.get(name, 0.0) for name in ("vector", "keyword", "cover"))
    if _in_time(lanes):
        return True
    if cover >= COVERED and (near >= AGREE_VECTOR or said >= AGREE_KEYWORD):
        return True
    if "vector" not in lanes and cover >= HALF_COVERED and said >= ALONE_KEYWORD:
        return True
    return (cover >= HALF_COVERED and near >= HALF_VECTOR) or near >= ALONE_VECTOR


def _in_time(lanes: Mapping[str, float]) -> bool:
    """Whether it lies in the time that was named, and is near enough for how closely that was."""
    close, near, cover = (lanes.get(name, 0.0) for name in ("time", "vector", "cover"))
    if close >= 1:
        return near >= ON_THE_DAY_VECTOR or cover > 0
    return close > 0 and (near >= IN_TIME_VECTOR - close or cover >= HALF_COVERED)


def hints(lanes: Mapping[str, float]) -> bool:
    """Whether a hit may colour a reply to a line that asks for no memory."""
    near, said = lanes.get("vector", 0.0), lanes.get("keyword", 0.0)
    of_them = bool(lanes.get("entity")) and near >= 0
    return agrees(lanes) or of_them or near >= HINT_VECTOR or said >= ALONE_KEYWORD


def stands_out(lanes: Mapping[str, float]) -> bool:
    """Whether a line is near enough to a question to be told as its answer."""
    near, said, cover = (lanes.get(name, 0.0) for name in ("vector", "keyword", "cover"))
    if _in_time(lanes):
        return True
    if cover >= COVERED and said >= LINE_KEYWORD and ("vector" not in lanes or near >= LEAST_VECTOR):
        return True
    return (cover >= HALF_COVERED and near >= LINE_VECTOR) or near >= LINE_VECTOR_ALONE


def fuse(
    rows: Sequence[Row], lanes: Mapping[str, Mapping[UUID, float]], now: datetime, mood: float | None = None
) -> list[Ranked]:
    """Rank rows by lane z-scores, best first."""
    ranked = []
    for row in rows:
        parts = {name: round(scores[row.id], 3) for name, scores in lanes.items() if row.id in scores}
        base = (
            VECTOR_WEIGHT * parts.get("vector", 0.0)
            + KEYWORD_WEIGHT * parts.get("keyword", 0.0)
            + (SLOT_SCORE if parts.get("slot") else 0.0)
            + TIME_SCORE * parts.get("time", 0.0)
            + ENTITY_SCORE * parts.get("entity", 0.0)
            + LINK_SCORE * parts.get("link", 0.0)
        )
        ranked.append(Ranked(row.id, weighted(base, multiplier(row, now, mood)), parts))
    return best_first(ranked)


def weighted(score: float, factor: float) -> float:
    """A score times a factor that is above 1 for the better: a negative one is divided."""
    return round(score * factor if score > 0 else score / factor, 4)


def best_first(ranked: Iterable[Ranked]) -> list[Ranked]:
    return sorted(ranked, key=lambda hit: (-hit.score, str(hit.id)))


Pairs = Mapping[frozenset[UUID], float]
"""Cosines of pairs of rows; a pair without one can't be compared."""


def diverse(ranked: Sequence[Ranked], rows: Mapping[UUID, Row], cosines: Pairs, most: int) -> list[Ranked]:
    """Maximal marginal relevance: the best hits, each weighed against those before it, and none that says the same again. One
    claim told nine times teaches a model to ignore memory. What denies a thing does not say the same as what claims it."""
    left, chosen = list(ranked), list[Ranked]()
    nearest = dict.fromkeys((hit.id for hit in ranked), 0.0)
    while left and len(chosen) < most:
        best = max(left, key=lambda hit: weighted(hit.score, 1 - SIMILAR * nearest[hit.id]))
        chosen.append(best)
        left = [hit for hit in left if hit is not best and not _same(rows[hit.id], rows[best.id], cosines)]
        for hit in left:
            cosine = cosines.get(frozenset((hit.id, best.id)), UNRELATED_COSINE)
            alike = max(0.0, (cosine - UNRELATED_COSINE) / (1 - UNRELATED_COSINE))
            nearest[hit.id] = max(nearest[hit.id], alike)
    return chosen


def _same(a: Row, b: Row, cosines: Pairs) -> bool:
    """Whether two rows say the same."""
    if a.polarity != b.polarity or a.kind != b.kind:
        return False
    said, also = a.words, b.words
    shared = len(said & also) / max(1, len(said | also))
    near = cosines.get(frozenset((a.id, b.id)), 0.0) > NEAR_DUPLICATE
    return shared >= (MOST_WORDS if near else SAME_WORDS)
