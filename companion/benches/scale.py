"""How long recall takes as memories grow: a user's own, and everybody else's in the same table.

Every question goes through `memory.recall.recall` as a turn's does, its embedding included; nothing is held from one question
to the next that a turn would not hold. Each user has as many lines of talk as memories, and both are searched. Each table stands
in a scratch database of its own.
"""

from __future__ import annotations

import contextlib
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from django.utils import timezone

from accounts.models import User, grant
from companion import providers, scratch
from companion.benches import explaining, peer, sentences
from companion.benches.filling import Bank, fill, quick, say
from llm import gateway
from memory.models import Memory, Passage
from memory.recall import Cue, recall

OWN, SMALL = 1_000, 10_000
"""A user's memories, and the rows of the small table."""
QUESTIONS, WARM, EXPLAINED = 240, 60, 12
LINES_OF_OTHERS = 100
"""Lines of talk of everybody else; the user who is measured has as many as memories."""
PEER_DEPTH, PEER_MOST = 50, 10_000
"""What the peer is asked for at once, and the rows up to which it is filled: it takes them one by one."""
BARS = {"own_p95_ms": 60.0, "large_p95_ms": 250.0, "growth": 1.3, "peer": 1.5}


@dataclass(frozen=True)
class Sizes:
    """How much is made and asked; the defaults are what is reported."""

    rows: int = 1_000_000
    large: int = 100_000
    own: int = OWN
    small: int = SMALL
    bank: int = 5_000
    questions: int = QUESTIONS
    warm: int = WARM


@dataclass(frozen=True)
class Asked:
    """The questions of a run, those that only warm up apart."""

    warm: tuple[str, ...]
    timed: tuple[str, ...]


def run(sizes: Sizes, data: Path | None = None, beside: bool = False) -> dict[str, Any]:
    """p50 and p95 in milliseconds by size; `beside` measures the peer over as many rows in the same run."""
    beside = beside and peer.is_there()
    said = sentences.gather(data, sizes.bank)
    asked = _asked(sizes)
    _tell(f"{len(said)} sentences to embed")
    bank = Bank.of(said)
    now = timezone.now()
    alone = {
        str(own): _alone(own, bank, asked, now, beside and own <= PEER_MOST)
        for own in dict.fromkeys((sizes.own, 10 * sizes.own, sizes.large))
    }
    among, faults = _among(sizes, bank, asked, now)
    first, last = among.values()
    result = {
        "unit": "ms",
        "sentences": len(said),
        "questions": sizes.questions,
        "one_user": alone,
        "own_1000_among": among,
        "growth_ratio": round(last["p95_ms"] / first["p95_ms"], 2),
        "growth_ratio_in_embeddings": round(_in_embeddings(last) / _in_embeddings(first), 2),
        "queries": faults,
        "bars": BARS,
        "baseline": "the question's embedding alone (embed_p50_ms); mem0 over as many rows of one user (peer)",
    }
    if beside:
        paired = alone[str(sizes.own)]
        result["peer_ratio"] = paired["ratio_to_peer"]
        result["peer_ratio_in_the_large_table"] = round(last["p95_ms"] / paired["peer"]["p95_ms"], 2)
    return result


def _asked(sizes: Sizes) -> Asked:
    made = sentences.questions(sizes.questions + sizes.warm)
    return Asked(tuple(made[sizes.questions :]), tuple(made[: sizes.questions]))


def _alone(own: int, bank: Bank, asked: Asked, now: datetime, beside: bool) -> dict[str, Any]:
    """One user with so many memories and nobody else, and the peer with the same sentences, asked in turn."""
    with scratch.database(), contextlib.ExitStack() as held:
        user = _person(now)
        with quick(Memory, own), quick(Passage, own):
            fill([user], bank, own, now)
            say([user], bank, own, now)
        other = held.enter_context(peer.running()) if beside else None
        if other:
            places = np.arange(own) % len(bank.texts)
            other.fill("one", [bank.texts[place] for place in places], bank.vectors[places])
        measured: dict[str, Any] = _measure(user, asked, now, other)
        measured |= _told(_explained(user, asked, now), asked)
        _tell(f"one user, {own} memories: p95 {measured['p95_ms']} ms; the peer: {measured.get('peer')}")
    return measured


def _among(
    sizes: Sizes, bank: Bank, asked: Asked, now: datetime
) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """One user's memories in a table of others' rows, small and then large; and what the queries did in the large one."""
    measured: dict[str, dict[str, Any]] = {}
    plans: dict[str, list[explaining.Plan]] = {}
    with scratch.database():
        user, others = _person(now), 0
        with quick(Memory, sizes.own), quick(Passage, sizes.own):
            fill([user], bank, sizes.own, now)
            say([user], bank, sizes.own, now)
        for rows in (sizes.small, sizes.rows):
            more = max(0, rows // sizes.own - others)
            began = time.perf_counter()
            people = [_person(now) for _ in range(more)]
            with quick(Memory, more * sizes.own), quick(Passage, more * LINES_OF_OTHERS):
                fill(people, bank, sizes.own, now)
                say(people, bank, LINES_OF_OTHERS, now)
            others += more
            _tell(f"{others * sizes.own} rows of {others} others in {time.perf_counter() - began:.0f} s")
            measured[str(rows)] = _measure(user, asked, now)
            plans[str(rows)] = _explained(user, asked, now)
            measured[str(rows)] |= _told(plans[str(rows)], asked)
            _tell(f"among {rows} rows: p95 {measured[str(rows)]['p95_ms']} ms")
    before, after = plans.values()
    return measured, explaining.grown(before, after)


def _person(now: datetime) -> User:
    user = User.objects.create_user(f"bench-{uuid.uuid4().hex[:12]}@localhost", date_joined=now)
    grant(user, "health", now)
    return user


class Timed:
    """Our embedder without what a process keeps of earlier questions; its time is written down apart."""

    def __init__(self) -> None:
        self.ms = 0.0

    def __call__(self, texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
        began = time.perf_counter()
        made = gateway.embed(providers.embedding_provider(), texts, "query" if role == "query" else "passage")
        self.ms += 1000 * (time.perf_counter() - began)
        return made.vectors, made.recipe


def _cue(text: str) -> Cue:
    return Cue(text, sitting=("今天过得怎么样", "还行吧，就是有点忙"))


def _measure(user: User, asked: Asked, now: datetime, other: peer.Peer | None = None) -> dict[str, Any]:
    """Every question of ours, the peer's right after it: what else the machine does then slows both."""
    embed, beside, told = Timed(), list[float](), 0
    for text in asked.warm:
        recall(user, _cue(text), now, embed)
    if other:
        other.search("one", asked.warm, PEER_DEPTH)
    spent, embedded = list[float](), list[float]()
    for text in asked.timed:
        embed.ms, began = 0.0, time.perf_counter()
        found = recall(user, _cue(text), now, embed)
        spent.append(1000 * (time.perf_counter() - began))
        embedded.append(embed.ms)
        told += bool(found.passive)
        beside += other.search("one", [text], PEER_DEPTH) if other else ()
    measured: dict[str, Any] = {
        **_spread(spent),
        "embed_p50_ms": _spread(embedded)["p50_ms"],
        "embed_p95_ms": _spread(embedded)["p95_ms"],
        "without_embedding": _spread([a - b for a, b in zip(spent, embedded, strict=True)]),
        "told_something": round(told / len(spent), 2),
    }
    if beside:
        measured["peer"] = _spread(beside)
        measured["ratio_to_peer"] = round(measured["p95_ms"] / measured["peer"]["p95_ms"], 2)
    return measured


def _in_embeddings(measured: dict[str, Any]) -> float:
    """p95 in units of the question's embedding: a machine that is busier for one table than for the other slows both."""
    return float(measured["p95_ms"] / measured["embed_p95_ms"])


def _told(plans: Sequence[explaining.Plan], asked: Asked) -> dict[str, Any]:
    explained = len(asked.timed[:EXPLAINED])
    return {
        "queries_per_recall": round(len(plans) / explained, 1),
        "database_ms_per_recall": round(sum(plan.ms for plan in plans) / explained, 1),
        "slowest_queries": explaining.slowest(plans),
    }


def _explained(user: User, asked: Asked, now: datetime) -> list[explaining.Plan]:
    embed = Timed()
    return [
        plan
        for text in asked.timed[:EXPLAINED]
        for plan in explaining.plans(lambda text=text: recall(user, _cue(text), now, embed))  # type: ignore[misc]
    ]


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {
        "p50_ms": round(float(np.percentile(values, 50)), 1),
        "p95_ms": round(float(np.percentile(values, 95)), 1),
    }


def _tell(text: str) -> None:
    sys.stderr.write(f"{text}\n")
