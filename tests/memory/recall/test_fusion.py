"""Ranking: multipliers that order what is equally like a question and never outweigh likeness, and no claim twice."""

from __future__ import annotations

import itertools
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory.policy import Kind
from memory.recall import fusion
from memory.recall.fusion import Ranked, Row

NOW = datetime(2026, 7, 1, tzinfo=UTC)


def row(kind: Kind = Kind.EVENT, days: float = 0, **extra: Any) -> Row:
    at = (NOW - timedelta(days=days)).timestamp()
    return Row(uuid.uuid4(), kind, extra.pop("importance", 0.5), extra.pop("confidence", 0.9), at, **extra)


def test_multipliers_stay_within_their_bounds() -> None:
    found = [
        fusion.multiplier(row(kind, days, importance=importance, confidence=sure, valence=valence), NOW, mood)
        for kind, days, importance, sure, valence, mood in itertools.product(
            Kind, (0, 10, 10_000), (0, 0.5, 1), (0, 1), (None, -1, 1), (None, -1, 1)
        )
    ]
    assert min(found) >= 0.55
    assert max(found) <= 1.4


@pytest.mark.parametrize(
    ("better", "worse", "mood"),
    [
        (row(), row(days=200), None),
        (row(importance=0.9), row(importance=0.2), None),
        (row(confidence=1.0), row(confidence=0.3), None),
        (row(Kind.MOMENT), row(Kind.PREFERENCE), None),
        (row(valence=-0.8), row(valence=0.8), -0.7),
    ],
    ids=["recent", "important", "sure", "ours", "of the same mood"],
)
def test_what_is_equally_like_is_ordered(better: Row, worse: Row, mood: float | None) -> None:
    lanes = {"vector": {better.id: 2.0, worse.id: 2.0}}
    assert [one.id for one in fusion.fuse([worse, better], lanes, NOW, mood)] == [better.id, worse.id]


def test_likeness_goes_before_everything_else() -> None:
    like, dear = row(days=2_000, importance=0, confidence=0.3), row(Kind.PROMISE, importance=1, confidence=1)
    lanes = {"vector": {like.id: 4.0, dear.id: 1.5}}
    assert fusion.fuse([dear, like], lanes, NOW)[0].id == like.id


def test_what_was_said_more_than_once_counts_a_little_more() -> None:
    assert 0.95 <= fusion.proven(0) < fusion.proven(1) < fusion.proven(5) <= fusion.proven(10_000) <= 1.05


def ranked(*rows: Row) -> list[Ranked]:
    return [Ranked(one.id, 5.0 - place / 10, {}) for place, one in enumerate(rows)]


def pairs(rows: list[Row], cosine: float) -> dict[frozenset[uuid.UUID], float]:
    return {frozenset((a.id, b.id)): cosine for a, b in itertools.combinations(rows, 2)}


def test_one_claim_is_told_once() -> None:
    same = [row(keywords=(1, 2, 3)) for _ in range(9)]
    other = row(keywords=(8, 9))
    table = {one.id: one for one in (*same, other)}
    for cosines in (pairs(same, 0.99), {}):  # with vectors, and by words alone
        told = fusion.diverse(ranked(*same, other), table, cosines, 8)
        assert [one.id for one in told] == [same[0].id, other.id]


@pytest.mark.parametrize(
    "other",
    [
        {"keywords": (1, 2, 7, 8)},  # another name in the same sentence
        {"keywords": (1, 2, 3, 4), "polarity": -1},
        {"keywords": (1, 2, 3, 4), "kind": Kind.PLAN},
    ],
    ids=["another value", "denied", "another kind"],
)
def test_what_only_lies_near_is_told_beside_it(other: dict[str, Any]) -> None:
    rows = [row(keywords=(1, 2, 3, 4)), row(**other)]
    told = fusion.diverse(ranked(*rows), {one.id: one for one in rows}, pairs(rows, 0.99), 8)
    assert len(told) == 2


def test_variety_goes_before_a_near_repetition() -> None:
    first, near, far = (row(keywords=(n,)) for n in range(3))
    cosines = {frozenset((first.id, near.id)): 0.96, frozenset((first.id, far.id)): 0.84}
    told = fusion.diverse(ranked(first, near, far), {one.id: one for one in (first, near, far)}, cosines, 2)
    assert [one.id for one in told] == [first.id, far.id]
