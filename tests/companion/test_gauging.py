"""Budgets in the model's own tokens: learnt from what its answers report, and safe before that."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from redis.exceptions import ConnectionError as Gone

from companion import gauging
from companion.composing import BUDGET, HISTORY_SHARE, MEMORY_MOST, compose
from companion.scene import Said, Scene
from llm.provider import Message
from llm.tokens import PER_MESSAGE, estimate
from memory.policy import Kind
from memory.recall import Hit, Recalled
from persona.characters import character_of, default_for
from tests.companion.conftest import NOW, ZONE

LONG: list[Message] = [{"role": "user", "content": "今天路上遇见了一只很胖的橘猫。" * 60}]
ESTIMATED = estimate(LONG[0]["content"]) + PER_MESSAGE


@pytest.fixture
def model() -> Iterator[str]:
    name = f"model {uuid.uuid4().hex}"
    yield name
    cache.delete(gauging._key(name))


def test_nothing_is_known_of_a_new_model(model: str) -> None:
    assert gauging.scale_of(model) == 1.0


def test_what_answers_report_is_learnt_step_by_step(model: str) -> None:
    gauging.learn(model, LONG, round(ESTIMATED * 0.7))
    once = gauging.scale_of(model)
    assert 0.9 < once < 1.0
    for _answer in range(40):
        gauging.learn(model, LONG, round(ESTIMATED * 0.7))
    assert abs(gauging.scale_of(model) - 0.7) < 0.01


@pytest.mark.parametrize(("counted", "bound"), [(1, gauging.LEAST), (10**9, gauging.MOST)])
def test_nonsense_stays_within_bounds(model: str, counted: int, bound: float) -> None:
    for _answer in range(60):
        gauging.learn(model, LONG, counted)
    assert abs(gauging.scale_of(model) - bound) < 0.01


def test_a_short_prompt_and_no_count_teach_nothing(model: str) -> None:
    gauging.learn(model, [{"role": "user", "content": "在吗"}], 900)
    gauging.learn(model, LONG, 0)
    assert gauging.scale_of(model) == 1.0


def test_without_the_cache_the_estimate_stands(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_given: Any, **_named: Any) -> None:
        raise Gone

    monkeypatch.setattr(cache, "get", away)
    monkeypatch.setattr(cache, "set", away)
    gauging.learn(model, LONG, 100)
    assert gauging.scale_of(model) == 1.0


@pytest.mark.django_db
@pytest.mark.parametrize("scale", [0.5, 1.0, 1.5])
def test_budgets_are_kept_in_the_model_s_tokens(scale: float) -> None:
    many = tuple(
        Hit(uuid.uuid4(), Kind.EVENT, f"你记得第{n}件事" + "情" * 30, "fact", "current", "freely")
        for n in range(300)
    )
    lines = tuple(Said("user" if n % 2 else "companion", f"第{n}句" + "话" * 60) for n in range(200))
    scene = Scene(
        character_of(default_for("zh-hans").id), "zh", NOW, ZONE, (), "今天好累", Recalled(passive=many)
    )
    alone = compose(replace(scene, token_scale=scale))
    spent = scale * sum(estimate(hit.statement) + 8 for hit in alone.shown)
    assert 0.9 * MEMORY_MOST < spent <= MEMORY_MOST
    beside = compose(replace(scene, history=lines, token_scale=scale))
    told = scale * sum(estimate(message["content"]) for message in beside.messages[1:-1])
    assert 0.85 * HISTORY_SHARE * BUDGET < told <= HISTORY_SHARE * BUDGET
