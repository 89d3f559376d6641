"""The model as a second opinion in learning: asked again when it was away, and heard about moods."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from companion import learning, schedule
from memory.models import Evidence, Memory
from tests.companion.conftest import LATER, Say, item
from tests.model_server import ModelServer
from transcript.models import Conversation

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


@pytest.mark.parametrize("away", [{"status": 500}, {"json": "nonsense"}])
def test_a_model_that_was_away_is_asked_again(
    scripted: ModelServer, chat: Conversation, say: Say, away: dict[str, Any]
) -> None:
    message = say("我的猫叫小花，走起路来像个大小姐")
    scripted.script({"match": "", **away})
    schedule.learn_conversation(chat.id, LATER)
    message.refresh_from_db()
    assert message.learnt_at is not None
    assert message.ask_again_at == LATER + learning.ASK_AGAIN_AFTER
    assert Memory.objects.get().statement == "你的猫叫小花"
    assert not Conversation.objects.to_learn(LATER).exists()

    scripted.reset()
    found = item(1, "走起路来像个大小姐", "像个大小姐", "你的猫走起路来像个大小姐", attribute="trait")
    scripted.script({"match": "", "json": {"items": [found]}})
    schedule.learn_waiting(LATER + timedelta(minutes=2))
    assert sorted(row.attribute for row in Memory.objects.all()) == ["name", "trait"]
    assert Evidence.objects.filter(memory__attribute="name").count() == 1
    message.refresh_from_db()
    assert message.ask_again_at is None


def test_a_model_that_stays_away_is_let_go(scripted: ModelServer, chat: Conversation, say: Say) -> None:
    message = say("我的猫叫小花")
    scripted.script({"match": "", "status": 500})
    now = LATER
    for _each in range(learning.MODEL_TRIES + 2):
        schedule.learn_conversation(chat.id, now)
        now += timedelta(days=1)
    message.refresh_from_db()
    assert (message.ask_again_at, message.model_tries) == (None, learning.MODEL_TRIES)
    chat.refresh_from_db()
    assert chat.learning_failures == learning.MODEL_TRIES


def test_the_models_opinion_of_a_mood_is_kept(scripted: ModelServer, chat: Conversation, say: Say) -> None:
    message = say("呵呵，又是我加班")
    moods = [{"message": 1, "valence": -0.7, "arousal": 0.6}, {"message": 9, "valence": 1, "arousal": 1}]
    scripted.script({"match": "", "json": {"items": [], "moods": moods}})
    schedule.learn_conversation(chat.id, LATER)
    message.refresh_from_db()
    assert (message.valence, message.arousal) == (-0.7, 0.6)
