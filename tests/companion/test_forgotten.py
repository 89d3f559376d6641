"""The proof that what was deleted is gone: it holds, and it would see a leak."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from companion import learning
from companion.forgotten import proving
from companion.forgotten.searching import look
from memory import forgetting
from memory.models import Memory, Verdict
from tests.companion.conftest import LATER, NOW, Say
from transcript.models import Conversation, Message

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _alone(settings: Any) -> None:
    settings.WAKE_WORKERS = False
    settings.USE_LANGUAGE_MODELS = False


def found(user: User, words: str) -> set[str]:
    """Where the words are and should not be."""
    return {place.where for place in look(user, words, LATER) if place.found and not place.why}


@pytest.fixture
def forgotten(lin: User, chat: Conversation, say: Say) -> User:
    say("我的猫叫锦鲤糍粑")
    learning.learn(chat.id, LATER)
    assert "memory.memory.statement" in found(lin, "锦鲤糍粑")
    rows = [row.id for row in Memory.objects.all() if "锦鲤糍粑" in row.statement]
    forgetting.forget(lin, rows, LATER)
    assert found(lin, "锦鲤糍粑") == set()
    return lin


def test_the_whole_proof_holds() -> None:
    result = proving.prove(NOW)
    assert result["ok"]
    for proof in result["proofs"].values():
        before, *after = proof["stages"]
        assert not before["ok"]  # the search finds what is there
        assert all(stage["ok"] for stage in after)
        assert after[-1]["found"] == []


def test_a_word_left_in_a_report_would_be_seen(forgotten: User) -> None:
    line = Message.objects.get(role="user")
    Verdict.objects.create(
        user=forgotten, message=line, text="你的猫叫锦鲤糍粑", verdict="add", reason="stated", at=LATER
    )
    assert found(forgotten, "锦鲤糍粑") == {"memory.verdict.text"}


def test_a_row_that_came_back_would_be_seen_in_prompts_too(forgotten: User, chat: Conversation) -> None:
    from memory import curating
    from memory.policy import Kind

    curating.write_by_hand(forgotten, Kind.STYLE, "叫我的猫锦鲤糍粑", "zh", LATER)
    places = found(forgotten, "锦鲤糍粑")
    assert {"memory.memory.statement", "memory.memory.keywords", "prompts and recall"} <= places


def test_a_cache_that_kept_it_would_be_seen(forgotten: User) -> None:
    cache.set("summary-of-yesterday", "锦鲤糍粑", 60)
    assert "broker and cache" in found(forgotten, "锦鲤糍粑")
    cache.delete("summary-of-yesterday")


def test_another_persons_words_are_not_looked_at(forgotten: User) -> None:
    other = User.objects.create_user("other@example.org")
    assert look(other, "锦鲤糍粑", LATER + timedelta(minutes=1))
    assert found(other, "锦鲤糍粑") == set()
