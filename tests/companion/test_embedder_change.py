"""Another embedder: what was written under one is found again under the other, and their vectors never meet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from companion import providers, schedule
from companion.embedded import parts as embedded
from companion.embedded import processes
from companion.embedded.engines import SECOND, SMALL
from companion.embedded.parts import Parts
from companion.embedded.places import Places
from memory.models import Memory
from memory.recall import Cue, Recalled, recall
from tests.companion.conftest import LATER, Say
from tests.memory.recall.finding import look_up
from transcript.models import Conversation

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The second embedder, running, as the environment that names it."""
    places = Places(tmp_path_factory.mktemp("second") / "var")
    places.make()
    port = embedded.free_port()
    process = embedded.start_embedder(places, ROOT, port, SECOND)
    yield embedded.embedder_env(port, SECOND)
    processes.stop(process.pid)


@pytest.fixture(autouse=True)
def _looked_through_by_nobody() -> Iterator[None]:
    yield
    cache.clear()


def switch(settings: Any, env: dict[str, str]) -> None:
    settings.EMBEDDING_BASE_URL, settings.EMBEDDED_RECIPE = env["EMBEDDING_BASE_URL"], env["EMBEDDED_RECIPE"]


def ask(user: User, text: str) -> Recalled:
    return recall(user, Cue(text), LATER, providers.embed)


def told(recalled: Recalled) -> str:
    return " / ".join(hit.statement for hit in recalled.all)


def test_memories_outlive_a_change_of_the_embedder(
    lin: User, chat: Conversation, say: Say, second: dict[str, str], settings: Any
) -> None:
    for line in ("我叫林晚，住在杭州。", "我的猫叫小花", "我特别喜欢爬山"):
        say(line)
    schedule.run_all(LATER)
    assert set(Memory.objects.values_list("recipe", flat=True)) == {SMALL.recipe}
    question = "周末我想出去运动运动，你说去哪儿好"
    assert "爬山" in told(ask(lin, question))

    switch(settings, second)
    rows = Memory.objects.for_user(lin)
    assert (
        look_up(lin, rows, question, providers.embed).lanes["vector"] == {}
    )  # not one vector of the other recipe
    assert "小花" in told(ask(lin, "我的猫叫什么名字？"))  # words and addresses find meanwhile

    schedule.run_all(LATER)
    assert set(Memory.objects.values_list("recipe", flat=True)) == {SECOND.recipe}
    assert not Memory.objects.to_embed().exists()
    assert len(look_up(lin, rows, question, providers.embed).lanes["vector"]) == rows.count()
    assert "小花" in told(ask(lin, "我的猫叫什么名字？"))
    assert ask(lin, "你知道我最讨厌的乐队吗").nothing_found

    switch(settings, {name: os.environ[name] for name in second})  # and back
    schedule.run_all(LATER)
    assert set(Memory.objects.values_list("recipe", flat=True)) == {SMALL.recipe}
    assert "爬山" in told(ask(lin, question))


def test_the_table_is_looked_through_once(lin: User, say: Say, settings: Any, second: dict[str, str]) -> None:
    say("我的猫叫小花")
    schedule.run_all(LATER)
    row = Memory.objects.get()
    Memory.objects.filter(id=row.id).update(recipe="of-a-late-worker.v1")
    assert schedule.follow_recipe(LATER) == 0
    cache.clear()  # an hour later
    assert schedule.follow_recipe(LATER) == 1
    assert schedule.follow_recipe(LATER) == 0


def test_vectors_of_two_recipes_are_never_compared(lin: User, say: Say) -> None:
    """Two rows with the very same numbers, made by different recipes, are not taken for one memory told twice."""
    for line in ("我特别喜欢爬山", "我特别喜欢游泳"):
        say(line)
    schedule.run_all(LATER)
    old, new = Memory.objects.order_by("recorded_at")
    Memory.objects.filter(id=old.id).update(vector=new.vector, recipe="older.v1")
    both = ask(lin, "我喜欢什么运动")
    assert {"爬山", "游泳"} <= {word for word in ("爬山", "游泳") if word in told(both)}


def test_a_running_embedder_is_adopted_with_its_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, second: dict[str, str]
) -> None:
    places = Places(tmp_path / "var")
    places.make()
    port = int(second["EMBEDDING_BASE_URL"].split(":")[2].split("/")[0])
    (places.run / "embedder.json").write_text(f'{{"port": {port}, "pid": 1, "engine": "second"}}')
    monkeypatch.delenv("EMBEDDING_BASE_URL")
    monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/x")
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere/0")
    found = Parts(places, ROOT)
    found.bring_up()
    assert found.env == second
    assert found.started == {}
    (places.run / "embedder.json").write_text(f'{{"port": {port}, "pid": 1, "engine": "unheard-of"}}')
    assert embedded.running_embedder(places) is None


def test_a_choice_that_does_not_exist_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_EMBEDDER", "third")
    with pytest.raises(processes.StartError, match="只能是 small, second") as refused:
        embedded.chosen_engine()
    assert "must be one of small, second" in str(refused.value)
