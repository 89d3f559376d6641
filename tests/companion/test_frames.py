"""What the socket speaks: frames in are checked, frames out are built from rows as they are now."""

from __future__ import annotations

import contextlib
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from companion import bodies, conversations, frames, keeping, learning
from companion.frames import BadFrame, Hello, Ping, Regenerate, Send, Stop, read
from companion.keeping import Ended
from memory import forgetting
from memory.models import Memory
from tests.companion.conftest import LATER, NOW, Say
from transcript.models import Conversation, Event, EventKind, Message, Status

ID = "0b6f1a9e-5f0e-4a58-9f0c-0d6c3a1f2b11"


@pytest.mark.parametrize(
    ("content", "frame"),
    [
        ({"type": "hello"}, Hello(0)),
        ({"type": "hello", "after": 7}, Hello(7)),
        ({"type": "send", "client_id": ID, "text": " 你好\x00 "}, Send(uuid.UUID(ID), "你好")),
        ({"type": "regenerate", "message": ID}, Regenerate(uuid.UUID(ID))),
        ({"type": "stop", "more": 1}, Stop()),
        ({"type": "ping"}, Ping()),
    ],
)
def test_good_frames(content: Any, frame: Any) -> None:
    assert read(content) == frame


@pytest.mark.parametrize(
    ("content", "code", "client_id"),
    [
        (None, "malformed", None),
        ([], "malformed", None),
        ("hello", "malformed", None),
        (7, "malformed", None),
        ({}, "unknown_type", None),
        ({"type": None}, "unknown_type", None),
        ({"type": ["hello"]}, "unknown_type", None),
        ({"type": "Hello"}, "unknown_type", None),
        ({"type": "hello", "after": -1}, "bad_field", None),
        ({"type": "hello", "after": True}, "bad_field", None),
        ({"type": "hello", "after": 1.5}, "bad_field", None),
        ({"type": "hello", "after": "1"}, "bad_field", None),
        ({"type": "hello", "after": None}, "bad_field", None),
        ({"type": "hello", "after": 2**53}, "bad_field", None),
        ({"type": "send", "text": "hi"}, "bad_field", None),
        ({"type": "send", "client_id": 5, "text": "hi"}, "bad_field", None),
        ({"type": "send", "client_id": "x", "text": "hi"}, "bad_field", "x"),
        ({"type": "send", "client_id": ID}, "bad_field", ID),
        ({"type": "send", "client_id": ID, "text": None}, "bad_field", ID),
        ({"type": "send", "client_id": ID, "text": "\u200b\n"}, "empty", ID),
        ({"type": "send", "client_id": ID, "text": "长" * 20_001}, "too_long", ID),
        ({"type": "regenerate"}, "bad_field", None),
        ({"type": "regenerate", "message": {"id": ID}}, "bad_field", None),
    ],
)
def test_bad_frames_are_named(content: Any, code: str, client_id: str | None) -> None:
    with pytest.raises(BadFrame) as caught:
        read(content)
    assert (caught.value.code, caught.value.client_id) == (code, client_id)
    error = frames.error(caught.value)
    assert (error["type"], error["retryable"]) == ("error", False)
    assert error["detail"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
KINDS = st.sampled_from(["hello", "send", "regenerate", "stop", "ping", "topic", "edit"])


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {"type": KINDS | JSON}, optional=dict.fromkeys(("after", "client_id", "text", "message"), JSON)
    )
    | JSON
)
def test_nothing_but_a_bad_frame_is_ever_raised(content: Any) -> None:
    with contextlib.suppress(BadFrame):
        assert isinstance(read(content), Hello | Send | Regenerate | Stop | Ping)


PARTS = st.lists(st.sampled_from(["一句话。", "**重", "点**", "\n\n", "\n", "```\n", "x", "🌸"]), max_size=14)


@settings(max_examples=200, deadline=None)
@given(PARTS, PARTS)
def test_deltas_carry_the_fresh_text_once(before: list[str], fresh: list[str]) -> None:
    said, new = "".join(before), "".join(fresh)
    made = frames.deltas("m", said, new)
    assert "".join(frame["text"] for frame in made) == new
    at = len(said)
    for frame in made:
        assert frame["offset"] == at
        at += len(frame["text"])
    assert [frame["block"] for frame in made] == sorted({frame["block"] for frame in made})


def test_a_delta_shows_its_whole_block() -> None:
    (frame,) = frames.deltas("m", "今天**很", "开心**。")
    assert frame["html"].strip() == '<p dir="auto">今天<strong>很开心</strong>。</p>'


# -- from rows ------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


def of(kind: EventKind, user: User) -> list[dict[str, Any]]:
    events = list(Event.objects.filter(kind=kind).order_by("seq"))
    return bodies.durable(user, events[0].conversation, events, NOW) if events else []


def test_a_beginning_has_the_label_and_the_greeting(lin: User) -> None:
    chat = conversations.start(lin, NOW)
    notice, greeting = bodies.durable(lin, chat, bodies.events_after(lin, chat, 0), NOW)
    assert (notice["type"], notice["seq"], notice["kind"]) == ("notice", 1, "ai")
    assert (greeting["type"], greeting["seq"]) == ("finished", 2)
    assert greeting["message"]["html"].startswith("<p")
    assert bodies.events_after(lin, chat, 2) == []


def test_a_message_has_its_fields(lin: User, say: Say) -> None:
    message = say("你好 <b>")
    (frame,) = of(EventKind.MESSAGE, lin)
    body = frame["message"]
    assert set(body) >= {
        "id",
        "client_id",
        "role",
        "html",
        "text",
        "at",
        "status",
        "parent",
        "versions",
        "memories",
    }
    assert (body["id"], body["role"], body["text"]) == (str(message.id), "user", "你好 <b>")
    assert body["html"] == '<p dir="auto">你好 &lt;b&gt;</p>'
    assert body["at"].endswith("Z") or "+" in body["at"]


def test_what_was_deleted_is_not_told_again(lin: User, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    say("我在杭州工作")
    learning.learn(chat.id, LATER)
    (frame,) = of(EventKind.LEARNED, lin)
    assert len(frame["items"]) == 2
    assert set(frame["items"][0]) == {"id", "statement", "status", "here"}
    cat = next(row for row in Memory.objects.all() if "小花" in row.statement)
    forgetting.forget(lin, [cat.id], LATER)
    (frame,) = of(EventKind.LEARNED, lin)
    assert "小花" not in str(frame)
    assert len(frame["items"]) == 1


def test_events_hold_no_words(lin: User, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    learning.learn(chat.id, LATER)
    assert "小花" not in str(list(Event.objects.values()))


def test_the_card_speaks_the_users_language(lin: User, chat: Conversation, say: Say) -> None:
    say("我不想活了")
    reply = keeping.begin_reply(chat.id, NOW)
    assert reply is not None
    keeping.finish(reply.id, Ended(Status.COMPLETE, "我在。"), None, NOW)
    (card,) = of(EventKind.NOTICE, lin)
    assert card["kind"] == "crisis"
    assert "12356" in card["html"]
    lin.language = "en"
    with translation.override("zh-hans"):
        (english,) = of(EventKind.NOTICE, lin)
    assert english["html"] != card["html"]


def test_replay_is_bounded(lin: User, chat: Conversation, monkeypatch: pytest.MonkeyPatch, say: Say) -> None:
    for number in range(5):
        say(f"第{number}句")
    monkeypatch.setattr(bodies, "REPLAY_MOST", 2)
    assert [event.seq for event in bodies.events_after(lin, chat, 1)] == [2, 3]


def test_anothers_events_are_not_there(lin: User, chat: Conversation, say: Say) -> None:
    say("在吗")
    other = User.objects.create_user("other@example.org")
    assert bodies.events_after(other, chat, 0) == []


def test_a_running_reply_is_found(lin: User, chat: Conversation, say: Say) -> None:
    assert keeping.is_running(chat) is None
    say("在吗")
    reply = keeping.begin_reply(chat.id, NOW)
    assert keeping.is_running(chat) == reply
    Message.objects.update(live=False, checkpoint_at=NOW + timedelta(seconds=1))
    assert keeping.is_running(chat) is None
