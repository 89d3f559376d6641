"""How long a turn takes before the request leaves for the model, and in what parts, at a given number of memories."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import numpy as np
from django.utils import timezone

from accounts import vault
from accounts.models import User
from companion import conversations, hearing, keeping, providers, turn
from companion.keeping import Ended
from memory import marks
from memory.models import Memory
from memory.policy import POLICY, Kind
from memory.states import Phase, Source, Status
from persona import characters, shipping
from topics import offering
from topics.models import Outcome, TopicChoice
from transcript.models import Conversation

WHO = (
    "你的同事",
    "你的妹妹",
    "你的邻居",
    "你的大学室友",
    "你的房东",
    "Your cousin",
    "Your boss",
    "Your aunt",
)
DOES = ("喜欢", "在学", "讨厌", "正在准备", "is fond of", "wants to try", "is afraid of", "has started")
WHAT = (
    "爬山", "画油画", "潜水", "做木工", "养多肉植物", "弹古筝", "baking bread", "long train rides", "spicy noodles",
    "jazz records", "early mornings", "蓝莓酸奶", "露营", "旧相机", "马拉松", "crossword puzzles",
)  # fmt: skip
ASKED = (
    "今天上班有点累，老板又让我改方案了", "你还记得我妹妹喜欢什么吗", "周末想去爬山，不知道天气怎么样",
    "I had a long day, my boss changed the plan again", "what does my cousin like?", "我室友最近在忙什么来着",
    "昨晚没睡好，做了个奇怪的梦", "do you remember what my aunt is afraid of?",
)  # fmt: skip
IDLE = ("早", "嗯", "hey there", "好无聊啊")
"""Greetings and lulls, every third line: then something may be opened."""
CANDIDATES = 500
"""Things that could be raised: a greeting or a lull looks through the best of them."""


def run(memories: int = 1_000, turns: int = 200) -> dict[str, Any]:
    """p50 and p95 in milliseconds of each part and of the whole, for one user with so many memories."""
    shipping.sync(timezone.now())
    user = User.objects.create_user(f"bench-{uuid.uuid4().hex[:8]}@localhost")
    fill(user, memories)
    could_raise(user, CANDIDATES)
    persona = characters.default_for(
        user.language
    ).id  # a greeting would open something, and nothing more that day
    conversation = conversations.start_empty(user, persona, timezone.now())
    laps: dict[str, list[float]] = {}
    for number in range(turns + 5):
        idle, asked = IDLE[number // 3 % len(IDLE)], f"{ASKED[number % len(ASKED)]} {number}"
        parts = _one(user, conversation, asked if number % 3 else idle)
        if number >= 5:  # the first turns fill caches and open connections
            for name, spent in parts.items():
                laps.setdefault(name, []).append(spent)
    return {
        "memories": memories,
        "candidates": CANDIDATES,
        "turns": turns,
        "unit": "ms",
        "parts": {name: _spread(values) for name, values in laps.items()},
        "p50": _spread(laps["total"])["p50"],
        "p95": _spread(laps["total"])["p95"],
        "bar_p95": 80.0,
        "bar_choose_p95": 10.0,
        "baseline": {"name": "question embedding alone", **_spread(laps["embed"])},
    }


def could_raise(user: User, count: int) -> None:
    """Open threads that could be raised, ranked as the worker ranks them; and a line of yesterday, so that the user is no
    stranger, to whom nothing is opened."""
    now = timezone.now()
    rows = []
    for number in range(count):
        row = _row(
            user,
            f"你在学第{number}种{WHAT[number % len(WHAT)]}",
            np.ones(8, dtype=np.float32),
            "bench",
            number,
        )
        row.kind, row.phase, row.recorded_at = Kind.THREAD, Phase.OPEN, now - timedelta(days=3)
        row.vector, row.recipe, row.embedded_at = None, "", now
        rows.append(row)
    Memory.objects.bulk_create(rows)
    before = now - timedelta(days=1)
    talk = conversations.start_empty(user, characters.default_for(user.language).id, before)
    line = hearing.receive(user, talk, uuid.uuid4(), "我先去忙了", before).message
    TopicChoice.objects.create(
        user=user,
        conversation=talk,
        reply=line,
        move="open",
        outcome=Outcome.TAKEN_UP,
        at=now - timedelta(days=3),
    )
    offering.refresh(user, now)


def _one(user: User, conversation: Conversation, text: str) -> dict[str, float]:
    parts: dict[str, float] = {}
    began = time.perf_counter()

    def timed(name: str, work: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        done = work()
        parts[name] = 1000 * (time.perf_counter() - start)
        return done

    def store() -> None:
        hearing.receive(user, conversation, uuid.uuid4(), text, timezone.now())

    with ThreadPoolExecutor(1) as side:  # as the socket does: the embedder works while the line is stored
        warming = side.submit(timed, "embed", lambda: turn.warm(user, text))
        timed("receive", store)
        warming.result()
    reply = timed("place", lambda: keeping.begin_reply(conversation.id, timezone.now()))
    heard = timed("hear", lambda: turn.hear(reply.id, timezone.now()))
    ready = timed("prepare", lambda: turn.prepare(heard, timezone.now()))
    parts["total"] = 1000 * (time.perf_counter() - began)
    parts |= ready.timings
    keeping.finish(reply.id, Ended("complete", "好。"), None, timezone.now())  # type: ignore[arg-type]
    return parts


def fill(user: User, count: int) -> None:
    """Rows with real vectors: a few hundred distinct statements are embedded, the rest are those, slightly moved, so that
    filling a large table doesn't take an hour of the embedder."""
    random_ = random.Random(11)
    noise = np.random.default_rng(11)
    statements = [
        f"{who}{does}{what}" if who[0] > "z" else f"{who} {does} {what}"
        for who in WHO
        for does in DOES
        for what in WHAT
    ]
    random_.shuffle(statements)
    base = statements[: min(count, 400)]
    vectors, recipe = providers.embed(base, "passage")
    rows = []
    for number in range(count):
        place = number % len(base)
        moved = vectors[place] + (0 if number < len(base) else noise.normal(0, 0.01, vectors.shape[1]))
        turned = vault.turn(user.id, (moved / np.linalg.norm(moved)).astype(np.float32))
        text = base[place] if number < len(base) else statements[number % len(statements)]
        rows.append(_row(user, text, turned, recipe, number))
        if len(rows) == 500:
            Memory.objects.bulk_create(rows)
            rows = []
    Memory.objects.bulk_create(rows)


def _row(user: User, text: str, vector: np.ndarray, recipe: str, number: int) -> Memory:
    policy = POLICY[Kind.PERSON]
    now = timezone.now()
    return Memory(
        user=user,
        kind=Kind.PERSON,
        subject=f"人{number}",
        attribute="like",
        value=text,
        slot=marks.slot(user.id, Kind.PERSON, f"人{number}", "like"),
        value_key=marks.value_key(user.id, text, 1),
        statement=text,
        lang="en" if text.isascii() else "zh",
        source=Source.STATED,
        importance=policy.importance,
        sensitivity=policy.sensitivity,
        use=policy.use,
        status=Status.CURRENT,
        recorded_at=now,
        vector=vector.tolist(),
        recipe=recipe,
        embedded_at=now,
        keywords=marks.keyword_ids(user.id, text),
    )


def _spread(values: list[float]) -> dict[str, float]:
    return {
        "p50": round(float(np.percentile(values, 50)), 1),
        "p95": round(float(np.percentile(values, 95)), 1),
    }
