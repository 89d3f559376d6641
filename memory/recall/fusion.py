"""Fusing the lanes: standardised scores added by measured weights, then bounded multipliers, MMR and abstention. Pure.

Adding z-scores of cosine and BM25 was measured against reciprocal rank fusion and beat it (docs/benchmarks.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import numpy as np

from memory.policy import POLICY, Kind

VECTOR_WEIGHT, KEYWORD_WEIGHT = 1.0, 0.9
SLOT_SCORE = 6.0
"""An exact address outranks any likeness."""
TIME_SCORE = 5.0
"""What lies in the time that a question names goes before what is only like it."""
FLOOR, CEILING = 0.3, 1.0
NEAR_DUPLICATE = 0.97
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
    """What ranking needs of a memory."""

    id: UUID
    kind: Kind
    importance: float
    confidence: float
    recorded_at: datetime
    last_used: datetime | None
    dated_ahead: bool


@dataclass(frozen=True)
class Ranked:
    """A row with its fused score and the share each lane had."""

    id: UUID
    score: float
    lanes: Mapping[str, float]


def decay(row: Row, now: datetime) -> float:
    """Recency factor by half-life, within [0.3, 1.0]. Kinds without one, and what is dated ahead, don't decay."""
    half_life = POLICY[row.kind].half_life
    if half_life is None or row.dated_ahead:
        return CEILING
    stretched = half_life * (1 + 2 * max(0.0, row.importance - 0.5))
    last = max(row.recorded_at, row.last_used or row.recorded_at)
    days = max(0.0, (now - last).total_seconds() / 86_400)
    return float(FLOOR + (CEILING - FLOOR) * 0.5 ** (days / stretched))


def multiplier(row: Row, now: datetime) -> float:
    """Recency, importance and confidence together, within about [0.6, 1.25]."""
    return float(
        (0.8 + 0.2 * decay(row, now)) * (1 + 0.2 * (row.importance - 0.5)) * (0.85 + 0.15 * row.confidence)
    )


def agrees(lanes: Mapping[str, float]) -> bool:
    """Whether a hit is strong enough to be told: by address, by two lanes together, or by one far ahead."""
    if lanes.get("slot"):
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
    return agrees(lanes) or near >= HINT_VECTOR or said >= ALONE_KEYWORD


def stands_out(lanes: Mapping[str, float]) -> bool:
    """Whether a line is near enough to a question to be told as its answer."""
    near, said, cover = (lanes.get(name, 0.0) for name in ("vector", "keyword", "cover"))
    if _in_time(lanes):
        return True
    if cover >= COVERED and said >= LINE_KEYWORD and ("vector" not in lanes or near >= LEAST_VECTOR):
        return True
    return (cover >= HALF_COVERED and near >= LINE_VECTOR) or near >= LINE_VECTOR_ALONE


def fuse(rows: Sequence[Row], lanes: Mapping[str, Mapping[UUID, float]], now: datetime) -> list[Ranked]:
    """Rank rows by lane z-scores, best first."""
    ranked = []
    for row in rows:
        parts = {name: round(scores[row.id], 3) for name, scores in lanes.items() if row.id in scores}
        base = (
            VECTOR_WEIGHT * parts.get("vector", 0.0)
            + KEYWORD_WEIGHT * parts.get("keyword", 0.0)
            + (SLOT_SCORE if parts.get("slot") else 0.0)
            + TIME_SCORE * parts.get("time", 0.0)
        )
        factor = multiplier(row, now)
        score = base * factor if base > 0 else base / factor
        ranked.append(Ranked(row.id, round(score, 4), parts))
    return sorted(ranked, key=lambda hit: (-hit.score, str(hit.id)))


def diverse(ranked: Sequence[Ranked], vectors: Mapping[UUID, np.ndarray], most: int) -> list[Ranked]:
    """The best hits without near-duplicates: one claim told nine times teaches a model to ignore memory."""
    chosen: list[Ranked] = []
    for hit in ranked:
        vector = vectors.get(hit.id)
        if vector is not None and any(_alike(vector, vectors.get(other.id)) for other in chosen):
            continue
        chosen.append(hit)
        if len(chosen) == most:
            break
    return chosen


def _alike(a: np.ndarray, b: np.ndarray | None) -> bool:
    if b is None or a.shape != b.shape:
        return False
    cosine = float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-9))
    return cosine > NEAR_DUPLICATE
