"""What is deleted is gone from where the companion said it, from titles, and from what a model reads to learn."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import keeping, learning
from companion.keeping import Ended
from companion.shelf.naming import title_of
from companion.sitting import sitting_before
from memory import forgetting
from memory.models import Memory
from tests.companion.conftest import LATER, NOW, Say
from tests.model_server import ModelServer
from transcript.models import Conversation, Status

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


def talk(chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    begun = keeping.begin_reply(chat.id, NOW + timedelta(seconds=1))
    assert begun is not None
    keeping.finish(begun.id, Ended(Status.COMPLETE, "小花这个名字真好听。"), None, NOW)
    learning.learn(chat.id, LATER)


def test_the_companions_own_words_do_not_bring_it_back(lin: User, chat: Conversation, say: Say) -> None:
    talk(chat, say)
    assert title_of(chat) == "我的猫叫小花"
    receipt = forgetting.forget(lin, [Memory.objects.get().id], LATER)
    next_line = say("今天天气不错", at=LATER + timedelta(minutes=1))
    history = " ".join(line.text for line in sitting_before(lin, next_line).lines)
    assert "这个名字真好听" in history
    assert "小花" not in history
    assert "小花" not in title_of(chat)
    forgetting.restore(lin, receipt.bins[0], LATER)
    assert "小花" in " ".join(line.text for line in sitting_before(lin, next_line).lines)


def test_a_model_that_learns_does_not_read_it(
    lin: User, chat: Conversation, say: Say, scripted: ModelServer
) -> None:
    scripted.script({"match": "", "json": {"items": []}})
    talk(chat, say)
    forgetting.forget(lin, [Memory.objects.get().id], LATER)
    asked = len(scripted.requests())
    learning.relearn(lin, LATER + timedelta(hours=1))
    assert len(scripted.requests()) > asked
    assert "小花" not in str(scripted.requests()[asked:])
    assert not Memory.objects.exists()
