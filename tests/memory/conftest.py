"""A user, a conversation, and a way to have said things."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from memory.candidates import Exchange, Line, Speaker
from memory.learning import Ask, Job, remember
from memory.report import Report
from transcript.models import Conversation, Message, Role, Status

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 1, 20, 0, tzinfo=ZONE)


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("lin@example.org", time_zone="Asia/Shanghai")


@pytest.fixture
def conversation(user: User) -> Conversation:
    return Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW
    )


Tell = Callable[..., Report]


@pytest.fixture
def tell(user: User, conversation: Conversation) -> Tell:
    """Say lines as the user, and learn from them: `tell("我叫林晚", at=NOW)`."""
    said: list[Message] = []

    def tell(*texts: str, at: datetime = NOW, ask: Ask | None = None, again: bool = False) -> Report:
        lines = said if again else []
        for number, text in enumerate(texts):
            lines.append(
                Message.objects.create(
                    user=user,
                    conversation=conversation,
                    role=Role.USER,
                    text=text,
                    status=Status.RECEIVED,
                    created_at=at + timedelta(seconds=number),
                )
            )
        if not again:
            said.extend(lines)
        exchange = Exchange(
            tuple(Line(line.id, Speaker.USER, line.text, line.created_at) for line in lines), ZONE
        )
        return remember(Job(user, exchange, ask), at + timedelta(minutes=2))

    return tell
