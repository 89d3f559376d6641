"""How the memories of a long acquaintance are spread over kinds, states, dates and weights. Pure; the same for a seed."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from memory.policy import POLICY, Kind, Use
from memory.states import Phase, ScopeKind, Source, Status

KINDS = {
    Kind.EVENT: 0.27, Kind.PERSON: 0.2, Kind.PREFERENCE: 0.2, Kind.PLAN: 0.09, Kind.STATE: 0.05, Kind.INSIGHT: 0.04,
    Kind.MOMENT: 0.04, Kind.THREAD: 0.03, Kind.PROMISE: 0.02, Kind.SPECIAL: 0.02, Kind.SELF: 0.02, Kind.SUPPORT: 0.01,
    Kind.PROJECT: 0.01,
}  # fmt: skip
FEW = (
    (Kind.IDENTITY, "name"), (Kind.IDENTITY, "city"), (Kind.IDENTITY, "job"), (Kind.IDENTITY, "birthday"),
    (Kind.IDENTITY, "age"), (Kind.BOUNDARY, "dont_mention"), (Kind.BOUNDARY, "dont_mention"), (Kind.STYLE, "length"),
    (Kind.STYLE, "tone"), (Kind.REFERENCE, "called"), (Kind.THREAD, "busy_with"), (Kind.THREAD, "busy_with"),
)  # fmt: skip
"""What everybody has a few of, however long the acquaintance: a hundred thousand memories hold no thousand limits."""
STATUSES = {
    Status.CURRENT: 0.78, Status.SUPERSEDED: 0.09, Status.EXPIRED: 0.05, Status.PENDING: 0.04,
    Status.CONFLICTED: 0.02, Status.REJECTED: 0.02,
}  # fmt: skip
SOURCES = {
    Source.STATED: 0.8,
    Source.INFERRED: 0.08,
    Source.IMPORTED: 0.06,
    Source.SUMMARY: 0.04,
    Source.SET: 0.02,
}
LAYERS = {"real": 0.97, "play": 0.01, "hypothetical": 0.01, "joke": 0.01}
ATTRIBUTES = {
    Kind.EVENT: ("event_what",), Kind.PLAN: ("event_what",), Kind.PREFERENCE: ("like", "dislike", "hobby"),
    Kind.PERSON: ("name", "job", "like", "city", "trait"), Kind.STATE: ("mood",), Kind.PROMISE: ("promise",),
    Kind.SPECIAL: ("health",), Kind.THREAD: ("busy_with",),
}  # fmt: skip
SUBJECTS = ("用户", "妈妈", "妹妹", "同事", "室友", "猫", "表哥", "cousin", "boss", "neighbour")
YEARS = 3
Pool = dict[str, np.ndarray]


def shapes(count: int, now: datetime, seed: int) -> Iterator[dict[str, Any]]:
    """The columns of `count` memories that hold no words; `subject` is plain, for the maker to seal."""
    random = np.random.default_rng((seed, 1))
    pool = _pool(random, count)
    for number in range(count):
        few = FEW[number] if number < len(FEW) else None
        kind = few[0] if few else Kind(pool["kind"][number])
        at = now - timedelta(days=float(pool["age"][number]))
        status = Status.CURRENT if few else Status(pool["status"][number])
        row = {
            **_weights(kind, pool, number),
            "kind": kind.value,
            "status": status.value,
            "attribute": few[1] if few else _attribute(kind, number),
            "subject": SUBJECTS[0] if few or kind is not Kind.PERSON else SUBJECTS[1 + number % 9],
            "recorded_at": at,
            **_times(kind, at, now, few is not None),
        }
        if status in (Status.SUPERSEDED, Status.EXPIRED, Status.REJECTED):
            row["closed_at"], row["reason"] = min(now, at + timedelta(days=20)), "changed"
        elif (expires := row.get("expires_at")) is not None and expires <= now:
            row["status"], row["closed_at"], row["reason"] = Status.EXPIRED.value, expires, "lived_its_time"
        if not few and pool["scoped"][number] < 0.06:
            row["scope"], row["scope_id"] = _scope(number)
        yield row


def _pool(random: np.random.Generator, count: int) -> Pool:
    """All chances of all rows, drawn at once."""
    return {
        "kind": _chosen(random, KINDS, count),
        "status": _chosen(random, STATUSES, count),
        "source": _chosen(random, SOURCES, count),
        "layer": _chosen(random, LAYERS, count),
        # most was said lately, some long ago
        "age": 365 * YEARS * random.power(0.6, count),
        "sure": random.uniform(0.6, 0.98, count),
        "weight": random.normal(0, 0.08, count),
        "used": random.random(count),
        "scoped": random.random(count),
        "odd": random.random(count),
        "mood": random.normal(0, 0.4, count).clip(-1, 1),
    }


def _chosen(random: np.random.Generator, table: Any, count: int) -> np.ndarray:
    chances = np.array(list(table.values()))
    return random.choice([str(name) for name in table], count, p=chances / chances.sum())


def _attribute(kind: Kind, number: int) -> str:
    names = ATTRIBUTES.get(kind, (kind.value,))
    return names[number % len(names)]


def _weights(kind: Kind, pool: Pool, number: int) -> dict[str, Any]:
    policy, odd = POLICY[kind], pool["odd"][number]
    used = pool["used"][number]
    return {
        "source": str(pool["source"][number]),
        "layer": str(pool["layer"][number]),
        "confidence": float(pool["sure"][number]),
        "importance": float(np.clip(policy.importance + pool["weight"][number], 0.05, 1)),
        "sensitivity": policy.sensitivity.value,
        "consent": "health" if kind is Kind.SPECIAL else "",
        "use": Use.NEVER_RAISE.value if odd < 0.01 else policy.use.value,
        "paused": bool(0.01 <= odd < 0.02),
        "use_count": int(used * 12),
        "valence": float(pool["mood"][number]) if kind in (Kind.STATE, Kind.EVENT) else None,
        "arousal": 0.3 if kind in (Kind.STATE, Kind.EVENT) else None,
    }


def _times(kind: Kind, at: datetime, now: datetime, few: bool) -> dict[str, Any]:
    """When it holds, when it ends, and how far what unfolds has come."""
    times: dict[str, Any] = {}
    if (lives := POLICY[kind].lives) is not None:
        times["expires_at"] = at + lives
    if kind in (Kind.EVENT, Kind.PLAN, Kind.PROMISE):
        day = at + timedelta(days=10 if kind is not Kind.EVENT else -1)
        times |= {"true_from": day, "true_until": day + timedelta(days=1), "precision": "day"}
    if kind is Kind.PLAN:
        times["phase"] = (Phase.AHEAD if times["true_until"] > now else Phase.HAPPENED).value
    elif kind is Kind.PROMISE:
        times["phase"] = (Phase.OPEN if times["true_from"] > now else Phase.KEPT).value
    elif kind in (Kind.THREAD, Kind.PROJECT):
        times["phase"] = (Phase.OPEN if few else Phase.CLOSED).value
    return times


def _scope(number: int) -> tuple[str, Any]:
    kinds = (ScopeKind.PERSONA, ScopeKind.CONVERSATION, ScopeKind.PROJECT)
    return kinds[number % 3].value, uuid.UUID(int=1 + number % 5)
