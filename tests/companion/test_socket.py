"""The socket, on the real database, broker and embedder, with a scripted model server."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import override_settings
from django.utils import timezone

from accounts.models import User, grant
from companion import conversations, keeping, schedule
from companion.asgi import application
from memory import switching
from memory.models import Memory, MemoryUse
from tests.model_server import ModelServer
from transcript.models import Conversation, Event, Message, Role, Status

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("static_files")]


@pytest.fixture
def model() -> Iterator[ModelServer]:
    server = ModelServer()
    server.start()
    with override_settings(
        LLM_BASE_URL=server.url, LLM_API_KEY="k", LLM_MODEL="scripted", LLM_PROVIDER_NAME="Scripted"
    ):
        yield server
    server.stop()


@pytest.fixture
def user() -> User:
    person = User.objects.create_user("lin@example.org", "pw")
    grant(person, "model", timezone.now(), "Scripted")
    return person


@pytest.fixture
def conversation(user: User) -> Conversation:
    return conversations.start(user, timezone.now())


class Tab:
    """A browser tab, without the browser."""

    def __init__(self, user: User, conversation: Conversation, key: str) -> None:
        from urllib.parse import quote

        self.socket = WebsocketCommunicator(
            application,
            f"/ws/chat/{conversation.id}/",
            headers=[
                (b"origin", b"http://localhost"),
                (b"host", b"localhost"),
                (b"cookie", f"sessionid={quote(key)}".encode()),
            ],
        )
        self.frames: list[dict[str, Any]] = []

    async def open(self, after: int = 0) -> None:
        connected, _code = await self.socket.connect(timeout=10)
        assert connected
        await self.say(type="hello", after=after)

    async def say(self, **frame: Any) -> None:
        await self.socket.send_json_to(frame)

    async def until(self, kind_: str, **wanted: Any) -> dict[str, Any]:
        """The next frame of a kind (with these fields); all frames on the way are kept."""
        while True:
            frame: dict[str, Any] = await self.socket.receive_json_from(timeout=15)
            self.frames.append(frame)
            if frame["type"] == kind_ and all(frame.get(key) == value for key, value in wanted.items()):
                return frame

    async def reply(self) -> dict[str, Any]:
        while True:
            frame = await self.until("finished")
            if frame["message"]["parent"]:
                return dict(frame["message"])


def session_of(user: User) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


@pytest.fixture
async def tab(user: User, conversation: Conversation) -> AsyncIterator[Tab]:
    key = await sync_to_async(session_of)(user)
    opened = Tab(user, conversation, key)
    await opened.open()
    yield opened
    await opened.socket.disconnect()


async def test_hello_brings_notice_and_greeting(tab: Tab) -> None:
    await tab.until("ready")
    notice = await tab.until("notice")
    greeting = await tab.until("finished")
    assert (notice["kind"], notice["seq"], greeting["seq"]) == ("ai", 1, 2)
    assert "AI" in notice["html"]
    assert greeting["message"]["role"] == "companion"


async def test_a_line_is_stored_and_the_reply_streams(model: ModelServer, tab: Tab) -> None:
    model.script({"match": "你好", "reply": "你好呀，**今天**过得怎么样。我在呢。"})
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="你好")
    mine = await tab.until("message")
    await tab.until("started")
    reply = await tab.reply()
    assert mine["message"]["text"] == "你好"
    assert reply["text"] == "你好呀，**今天**过得怎么样。我在呢。"
    assert "<strong>今天</strong>" in reply["html"]
    deltas = [frame for frame in tab.frames if frame["type"] == "delta"]
    assert "".join(frame["text"] for frame in deltas) == reply["text"]
    assert [frame["offset"] for frame in deltas] == sorted({frame["offset"] for frame in deltas})
    seqs = [frame["seq"] for frame in tab.frames if "seq" in frame and frame["type"] != "ready"]
    assert seqs == list(range(1, len(seqs) + 1))


async def test_the_same_client_id_is_the_same_message(model: ModelServer, tab: Tab, user: User) -> None:
    client_id = str(uuid.uuid4())
    await tab.say(type="send", client_id=client_id, text="在吗")
    await tab.reply()
    assert "delivered" not in [frame["type"] for frame in tab.frames]
    await tab.say(type="send", client_id=client_id, text="在吗")
    assert await tab.until("delivered") == {"type": "delivered", "client_id": client_id}
    await tab.say(type="ping")
    await tab.until("pong")
    assert await Message.objects.filter(user=user, role=Role.USER).acount() == 1
    assert await Message.objects.filter(user=user, role=Role.COMPANION).acount() == 2  # greeting and reply


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"type": "send", "client_id": "x", "text": "hi"}, "bad_field"),
        ({"type": "send", "client_id": str(uuid.uuid4()), "text": "\u200b \u3000\n"}, "empty"),
        ({"type": "send", "client_id": str(uuid.uuid4()), "text": "长" * 20_001}, "too_long"),
        ({"type": "send", "client_id": str(uuid.uuid4()), "text": 7}, "bad_field"),
        ({"type": "hello", "after": "many"}, "bad_field"),
        ({"type": "dance"}, "unknown_type"),
        ([1, 2], "malformed"),
    ],
)
async def test_bad_frames_are_answered_and_the_socket_stays(
    tab: Tab, user: User, frame: Any, code: str
) -> None:
    await tab.socket.send_json_to(frame)
    error = await tab.until("error")
    assert error["code"] == code
    await tab.say(type="ping")
    await tab.until("pong")
    assert not await Message.objects.filter(user=user, role=Role.USER).aexists()


async def test_what_is_not_json_is_answered(tab: Tab) -> None:
    await tab.socket.send_to(text_data="{nope")
    assert (await tab.until("error"))["code"] == "malformed"


async def test_stop_keeps_what_came_and_cancels_upstream(model: ModelServer, tab: Tab) -> None:
    model.script({"match": "慢", "reply": "第一句话。" + "后面还有很多话。" * 40, "delay_ms": 60})
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="慢慢说")
    await tab.until("delta")
    await tab.say(type="stop")
    reply = await tab.reply()
    assert reply["status"] == "stopped"
    assert reply["text"].startswith("第一句话。")
    await asyncio.sleep(0.3)
    assert model.requests()[-1]["aborted"]


async def test_two_tabs_see_the_same(
    model: ModelServer, tab: Tab, user: User, conversation: Conversation
) -> None:
    other = Tab(user, conversation, await sync_to_async(session_of)(user))
    await other.open()
    model.script({"match": "两边", "reply": "两边都看得到。" * 6, "delay_ms": 15})
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="两边都能看到吗")
    mine, theirs = await tab.reply(), await other.reply()
    assert mine == theirs
    late = Tab(user, conversation, await sync_to_async(session_of)(user))
    await late.open()
    assert (await late.reply()) == mine
    await other.socket.disconnect()
    await late.socket.disconnect()


async def test_a_tab_that_opens_in_the_middle_gets_the_text_so_far(
    model: ModelServer, tab: Tab, user: User, conversation: Conversation
) -> None:
    model.script({"match": "长", "reply": "一句接一句。" * 30, "delay_ms": 40})
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="说长一点")
    for _ in range(4):
        await tab.until("delta")
    late = Tab(user, conversation, await sync_to_async(session_of)(user))
    await late.open()
    first = await late.until("delta")
    assert first["offset"] == 0
    reply = await late.reply()
    deltas = [frame for frame in late.frames if frame["type"] == "delta"]
    assert "".join(frame["text"] for frame in deltas) == reply["text"]
    await late.socket.disconnect()


async def test_a_closed_tab_loses_nothing(
    model: ModelServer, tab: Tab, user: User, conversation: Conversation
) -> None:
    model.script({"match": "关", "reply": "写完了也还在。" * 8, "delay_ms": 20})
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="我关掉窗口")
    await tab.until("delta")
    await tab.socket.disconnect()
    for _ in range(100):
        reply = (
            await Message.objects.filter(conversation=conversation, role=Role.COMPANION)
            .order_by("-created_at")
            .afirst()
        )
        if reply and reply.status == Status.COMPLETE and reply.parent_id:
            break
        await asyncio.sleep(0.1)
    assert reply is not None
    assert reply.text == "写完了也还在。" * 8


async def test_a_dead_model_fails_kindly_and_can_be_tried_again(model: ModelServer, tab: Tab) -> None:
    model.script({"match": "喂", "status": 500, "times": 1})
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="喂")
    failed = await tab.reply()
    assert failed["status"] == "failed"
    model.script({"match": "喂", "reply": "我回来了。"})
    await tab.say(type="regenerate", message=failed["id"])
    again = await tab.reply()
    assert (again["status"], again["text"]) == ("complete", "我回来了。")


async def test_a_cut_stream_keeps_its_part(model: ModelServer, tab: Tab) -> None:
    model.script({"match": "断", "reply": "先说这一句。然后就断了，后面没有了。", "cut_after": 3})
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="断线试试")
    reply = await tab.reply()
    assert reply["status"] == "interrupted"
    assert reply["text"].startswith("先说这一句。")


async def test_an_abandoned_reply_is_found_at_the_next_open(user: User, conversation: Conversation) -> None:
    def die() -> None:
        Message.objects.create(
            user=user, conversation=conversation, role=Role.USER, text="在吗", status=Status.RECEIVED,
            created_at=timezone.now(),
        )  # fmt: skip
        reply = keeping.begin_reply(conversation.id, timezone.now())
        assert reply is not None
        keeping.checkpoint(reply.id, "说到一半", timezone.now() - timedelta(minutes=1))

    await sync_to_async(die)()
    opened = Tab(user, conversation, await sync_to_async(session_of)(user))
    await opened.open()
    reply = await opened.reply()
    assert (reply["status"], reply["text"]) == ("interrupted", "说到一半")
    await opened.socket.disconnect()


async def test_strangers_and_visitors_get_nothing(user: User, conversation: Conversation) -> None:
    other = await sync_to_async(User.objects.create_user)("other@example.org")
    for key in (await sync_to_async(session_of)(other), "nobody"):
        tab = Tab(other, conversation, key)
        assert (await tab.socket.connect())[0]
        closed = await tab.socket.receive_output(timeout=5)
        assert closed["type"] == "websocket.close"


async def test_a_foreign_origin_is_refused(user: User, conversation: Conversation) -> None:
    tab = Tab(user, conversation, await sync_to_async(session_of)(user))
    tab.socket.scope["headers"][0] = (b"origin", b"https://evil.example")
    assert not (await tab.socket.connect())[0]


async def test_learning_is_told_and_enters_the_next_prompt(
    model: ModelServer, tab: Tab, user: User, conversation: Conversation
) -> None:
    for text in ("我的猫叫小花", "今天天气不错"):
        await tab.say(type="send", client_id=str(uuid.uuid4()), text=text)
        await tab.reply()
    await sync_to_async(schedule.learn_waiting)(timezone.now())
    learned = await tab.until("learned")
    assert [item["statement"] for item in learned["items"]] == ["你的猫叫小花"]
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="我的猫叫什么名字？")
    reply = await tab.reply()
    asked = [seen for seen in model.requests() if "我的猫叫什么名字" in str(seen["body"]["messages"][-1])]
    assert "你的猫叫小花" in asked[-1]["body"]["messages"][-1]["content"]
    assert reply["memories"] >= 1
    assert await MemoryUse.objects.filter(reply_id=reply["id"]).aexists()


async def test_a_pause_elsewhere_is_told_to_the_open_chat(tab: Tab, user: User) -> None:
    """In `ready`, then only when it changes."""
    assert (await tab.until("ready"))["paused"] is False
    await sync_to_async(switching.pause_all)(user, timezone.now(), paused=True)
    for _again in range(2):
        await tab.say(type="ping")
    await tab.until("notice", kind="paused")
    await tab.until("pong")
    told = [frame for frame in tab.frames if frame.get("kind") == "paused"]
    assert [(frame["data"], "seq" in frame) for frame in told] == [({"paused": True}, False)]
    await tab.say(type="hello", after=0)
    assert (await tab.until("ready"))["paused"] is True


async def test_without_consent_the_offline_voice_speaks(model: ModelServer, tab: Tab, user: User) -> None:
    await user.consents.aupdate(withdrawn_at=timezone.now())
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="今天好难过")
    reply = await tab.reply()
    assert reply["status"] == "complete"
    assert reply["text"]
    assert not model.requests()


@pytest.mark.parametrize(("text", "big"), [("我不想活了", False), ("我已经站在天台上了", True)])
async def test_a_crisis_gets_the_fixed_reply_and_the_card(
    model: ModelServer, tab: Tab, user: User, text: str, big: bool
) -> None:
    await tab.say(type="send", client_id=str(uuid.uuid4()), text=text)
    reply = await tab.reply()
    notice = await tab.until("notice", kind="crisis")
    assert "AI" in reply["text"]
    assert notice["data"]["big"] is big
    assert 'href="tel:' in notice["html"]
    assert not [seen for seen in model.requests() if seen["body"].get("stream")]
    await sync_to_async(schedule.learn_waiting)(timezone.now() + timedelta(minutes=5))
    assert not await Memory.objects.aexists()


async def test_signed_out_sockets_are_closed(tab: Tab, user: User) -> None:
    from channels.layers import get_channel_layer

    from companion.broadcast import user_group

    await tab.until("ready")
    await get_channel_layer().group_send(user_group(user.id), {"type": "signed_out"})
    while (event := await tab.socket.receive_output(timeout=5))["type"] != "websocket.close":
        continue
    assert event["code"] == 4401


async def test_events_hold_ids_and_no_text(model: ModelServer, tab: Tab) -> None:
    await tab.say(type="send", client_id=str(uuid.uuid4()), text="金丝雀八八四一")
    await tab.reply()
    async for event in Event.objects.all():
        assert "金丝雀" not in str(event.data)
