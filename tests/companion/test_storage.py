"""A disk that is full, or a database that is away: the line stays with the person, and is stored once when it can be."""

from __future__ import annotations

import logging
import uuid
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError

from accounts.models import User
from companion import feedback, hearing
from tests.companion.test_socket import Tab, conversation, model, tab, user
from transcript.models import Message, Role

__all__ = ["conversation", "model", "tab", "user"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("static_files", "model")]


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> dict[str, Exception | None]:
    """What storing a line raises, while anything is in it."""
    held: dict[str, Exception | None] = {"error": OperationalError('could not extend file "base/1": 小花')}
    real = hearing.receive

    def receive(*args: Any) -> Any:
        if held["error"]:
            raise held["error"]
        return real(*args)

    monkeypatch.setattr(hearing, "receive", receive)
    return held


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
async def test_a_line_that_cannot_be_stored_is_given_back_and_stored_once(
    tab: Tab,
    full: dict[str, Exception | None],
    error: type[Exception],
    user: User,
    caplog: pytest.LogCaptureFixture,
) -> None:
    full["error"] = error("小花")
    await tab.until("ready")
    client_id = str(uuid.uuid4())
    for _try in range(2):
        with caplog.at_level(logging.DEBUG):
            await tab.say(type="send", client_id=client_id, text="我的猫叫小花")
            refused = await tab.until("error")
        assert (refused["code"], refused["retryable"], refused["client_id"]) == ("storage", True, client_id)
        assert "存不下" in refused["detail"]
    assert "小花" not in caplog.text
    full["error"] = None  # room again: the same socket goes on, and the outbox sends the same line
    await tab.say(type="send", client_id=client_id, text="我的猫叫小花")
    assert (await tab.until("message"))["message"]["client_id"] == client_id
    await tab.reply()
    await tab.say(type="send", client_id=client_id, text="我的猫叫小花")
    await tab.say(type="ping")
    await tab.until("pong")
    mine = Message.objects.for_user(user).filter(role=Role.USER)
    assert await sync_to_async(mine.count)() == 1


async def test_another_verb_that_cannot_be_stored_is_said_too(
    tab: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OperationalError("no room")

    monkeypatch.setattr(feedback, "keep", full)
    await tab.until("ready")
    greeting = await tab.until("finished")
    await tab.say(type="feedback", message=greeting["message"]["id"], value="good", note="")
    refused = await tab.until("error")
    assert (refused["code"], refused["client_id"]) == ("storage", None)
