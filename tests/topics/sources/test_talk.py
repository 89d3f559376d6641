"""What was left open in the talk of the last days."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from memory.models import MemorySettings, Withheld
from tests.topics.conftest import NOW
from topics.sources import talk
from transcript.models import Conversation, Message, Project, Role, Status

HOUR = timedelta(hours=1)


@pytest.fixture
def chat(user: User) -> Conversation:
    return Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW
    )


def said(chat: Conversation, text: str, ago: timedelta = HOUR, **more: Any) -> Message:
    return Message.objects.create(
        user=chat.user,
        conversation=chat,
        role=Role.USER,
        text=text,
        status=Status.COMPLETE,
        created_at=NOW - ago,
        **more,
    )


@pytest.mark.parametrize(
    "text",
    [
        "今天遇到个老同学。回头跟你说", "说来话长，改天再聊", "先不说了，晚点告诉你结果", "我跟小雨的事下次再慢慢讲给你听",
        "It's a long story", "something odd happened at work, tell you later", "To be continued!",
    ],
)  # fmt: skip
def test_a_story_half_told(user: User, chat: Conversation, text: str) -> None:
    line = said(chat, text)
    found = talk.grounds(user, NOW)
    assert [one.message for one in found] == [line.id]
    assert found[0].statement.startswith(("你上次话没说完", "You left a story"))


@pytest.mark.parametrize(
    "text",
    [
        "今天吃了面",
        "我先去洗澡",
        "他说以后会来",
        "later that day it rained",
        "我确诊了抑郁症，回头跟你细说",
        "密码回头再告诉你",
    ],
)
def test_what_is_none(user: User, chat: Conversation, text: str) -> None:
    said(chat, text)
    assert talk.grounds(user, NOW) == []


def test_a_question_that_got_no_answer(user: User, chat: Conversation) -> None:
    line, other = said(chat, "那家店叫什么来着？"), said(chat, "你觉得我该去吗？", HOUR / 2)
    Message.objects.create(
        user=user,
        conversation=chat,
        role=Role.COMPANION,
        text="",
        status=Status.FAILED,
        parent=line,
        created_at=NOW - HOUR,
    )
    Message.objects.create(
        user=user,
        conversation=chat,
        role=Role.COMPANION,
        text="去吧",
        status=Status.COMPLETE,
        parent=other,
        created_at=NOW,
    )
    assert [one.message for one in talk.grounds(user, NOW)] == [line.id]


@pytest.mark.parametrize(
    "more",
    [
        {"risk_level": 2},
        {"learn_bar": "paused"},
        {"live": False},
        {"ago": timedelta(days=4)},
        {"ago": timedelta(minutes=5)},
    ],
)
def test_what_is_left_alone(user: User, chat: Conversation, more: dict[str, Any]) -> None:
    said(chat, "回头跟你说", **more)
    assert talk.grounds(user, NOW) == []


@pytest.mark.parametrize("where", ["temporary", "deleted", "project", "paused", "withheld", "stranger"])
def test_where_nothing_is_looked_for(user: User, chat: Conversation, where: str) -> None:
    line = said(chat, "回头跟你说")
    if where == "temporary":
        Conversation.objects.update(temporary=True)
    elif where == "deleted":
        Conversation.objects.update(deleted_at=NOW)
    elif where == "project":
        Conversation.objects.update(project=Project.objects.create(user=user, name="书", created_at=NOW))
    elif where == "paused":
        MemorySettings.objects.update_or_create(user=user, defaults={"paused_at": NOW})
    elif where == "withheld":
        Withheld.objects.create(user=user, message=line, memory=uuid.uuid4(), quote="回头", at=NOW)
    other = User.objects.create_user("else@example.org") if where == "stranger" else user
    assert talk.grounds(other, NOW) == []
