"""Until the day comes: everything stands still, sockets are refused, and it can be taken back whole."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from accounts.leaving import asking
from accounts.models import User
from companion import conversations, hearing, keeping, learning, reaching, schedule, seam, socket
from companion.speakers import steadying
from memory.dreaming import runs
from memory.models import Memory
from tests.companion.conftest import LATER, NOW, Say
from tests.model_server import ModelServer
from tests.test_strangers import session_of
from tests.test_strangers import socket as tab_of
from topics import listening, offering
from topics import reaching as deciding
from topics.models import OutsideSource, Reachout
from topics.reaching import Wish
from transcript.models import Conversation, Message, Status

pytestmark = pytest.mark.django_db(transaction=True)
DAY, WEEK = timedelta(days=1), timedelta(days=7)


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


def test_nothing_is_learnt_from_whoever_leaves(lin: User, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    asking.ask(lin, NOW, WEEK)
    assert schedule.learn_waiting(LATER) == 0
    assert schedule.learn_conversation(chat.id, LATER) == 0
    assert not Memory.objects.exists()
    asking.cancel(lin)
    assert schedule.learn_waiting(LATER) == 1
    assert Memory.objects.filter(user=lin).exists()


def test_no_model_is_asked_about_them(lin: User, chat: Conversation, say: Say, scripted: ModelServer) -> None:
    for text in ("我在杭州工作", "我的猫叫小花", "它三岁了"):
        say(text)
    asking.ask(lin, NOW, WEEK)
    for later in (LATER, NOW + 3 * DAY):
        schedule.run_all(later)
    assert scripted.requests() == []
    asking.cancel(lin)
    schedule.run_all(LATER)
    assert scripted.requests()


def test_queues_of_people_leave_them_out(lin: User, chat: Conversation, say: Say) -> None:
    say("后天面试")
    learning.learn(chat.id, LATER)
    deciding.wish(lin, Wish(on=True), NOW)
    source = listening.add(lin, "rss", "https://news.example.org/feed.xml", NOW)
    OutsideSource.objects.filter(pk=source.pk).update(on=True, next_at=NOW)
    later = NOW + DAY
    row = Reachout.objects.create(user=lin, source="plan", day=later.date(), planned_for=later)

    def queued() -> list[bool]:
        return [
            deciding.wanting().filter(pk=lin.pk).exists(),
            runs.due(later).filter(pk=lin.pk).exists(),
            offering.to_refresh(later).filter(pk=lin.pk).exists(),
            listening.due(later).exists(),
            deciding.due(later).filter(pk=row.pk).exists(),
        ]

    assert queued() == [True] * 5
    asking.ask(lin, NOW, WEEK)
    assert queued() == [False] * 5
    asking.cancel(lin)
    assert queued() == [True] * 5


def test_nothing_is_mailed(lin: User, chat: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "may_mail", lambda user: True)
    sent: list[object] = []

    def post(row: Reachout) -> int:
        sent.append(row)
        return 1

    monkeypatch.setattr(reaching, "_mail", post)
    for number in range(2):
        Reachout.objects.create(
            user=lin, source="plan", day=NOW.date() + number * DAY, planned_for=NOW, state="sent", sent_at=NOW, mail="due"
        )  # fmt: skip
        if number:
            asking.ask(lin, NOW, WEEK)
        reaching.mail_waiting(NOW)
    assert len(sent) == 1


def test_a_line_still_unsteadied_is_left_alone(lin: User, chat: Conversation) -> None:
    hearing.receive(lin, chat, uuid.uuid4(), "你好", NOW)
    begun = keeping.begin_reply(chat.id, NOW)
    assert begun
    Message.objects.filter(pk=begun.pk).update(status=Status.COMPLETE, model="scripted")
    later = NOW + timedelta(hours=1)
    assert steadying.conversations_waiting(later) == [chat.id]
    asking.ask(lin, NOW, WEEK)
    assert steadying.conversations_waiting(later) == []


# -- sockets ------------------------------------------------------------------------------------------------------


async def opened(user: User, chat: Conversation) -> WebsocketCommunicator:
    tab = tab_of(chat.id, await seam.cross(session_of, user))
    assert (await tab.connect(timeout=10))[0]
    return tab


@pytest.fixture
def here(lin: User) -> tuple[User, Conversation]:
    return lin, conversations.start(lin, timezone.now())


@pytest.mark.parametrize("wait", [WEEK, timedelta(0)], ids=["later", "at once"])
async def test_open_sockets_close_and_new_ones_are_refused(here: Any, wait: timedelta) -> None:
    lin, chat = here
    tab = await opened(lin, chat)
    await tab.send_json_to({"type": "hello", "after": 0})
    assert (await tab.receive_json_from(timeout=10))["type"]
    await seam.cross(asking.ask, lin, timezone.now(), wait)
    while (said := await tab.receive_output(timeout=10))["type"] != "websocket.close":
        continue
    assert said["code"] == 4401
    again = await opened(lin, chat)
    assert (await again.receive_output(timeout=10))["code"] == 4401


async def test_a_socket_that_was_not_told_closes_at_its_next_frame(
    here: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lin, chat = here
    tab = await opened(lin, chat)
    await tab.send_json_to({"type": "hello", "after": 0})
    await seam.cross(User.objects.filter(pk=lin.pk).update, leaving_at=timezone.now() + WEEK)
    monkeypatch.setattr(socket, "SESSION_CHECK_SECONDS", 0.0)
    await tab.send_json_to({"type": "ping"})
    while (said := await tab.receive_output(timeout=10))["type"] != "websocket.close":
        continue
    assert said["code"] == 4401


def test_a_running_reply_is_stopped(lin: User, chat: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.leaving import shutting

    stopped: list[object] = []
    monkeypatch.setattr(shutting, "stop_from_sync", stopped.append)
    hearing.receive(lin, chat, uuid.uuid4(), "你好", NOW)
    begun = keeping.begin_reply(chat.id, NOW)
    assert begun
    asking.ask(lin, NOW)
    assert stopped == [begun.id]
