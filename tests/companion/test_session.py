"""A tab that joins a running reply, whatever comes in between."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from accounts.models import User
from accounts.vault import Sealer
from companion.hub import hub
from companion.socket import Session
from transcript.models import Conversation, Message, Role, Status

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def reply(lin: User, chat: Conversation) -> Message:
    return Message.objects.create(
        user=lin,
        conversation=chat,
        role=Role.COMPANION,
        text="",
        status=Status.GENERATING,
        created_at=chat.created_at,
        checkpoint_at=chat.created_at,
    )


def piece(reply: Message, offset: int, text: str) -> dict[str, Any]:
    return {"type": "piece", "message": str(reply.id), "offset": offset, "text": text}


async def test_a_piece_that_comes_while_the_buffer_is_read_leaves_no_gap(
    lin: User, chat: Conversation, reply: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[dict[str, Any]] = []
    session = Session(lin, chat, "", frames.append)
    session.seen = 0

    async def buffered(message: uuid.UUID, sealer: Sealer) -> str:
        session.hear(piece(reply, 4, "今天"))
        return "你好呀，"

    monkeypatch.setattr(hub, "buffered", buffered)
    await session._join(reply)
    session.hear(piece(reply, 6, "好吗"))
    assert frames[0]["type"] == "started"
    assert "".join(frame["text"] for frame in frames[1:]) == "你好呀，今天好吗"


async def test_a_late_piece_does_not_open_an_ended_reply_again(
    lin: User, chat: Conversation, reply: Message
) -> None:
    frames: list[dict[str, Any]] = []
    session = Session(lin, chat, "", frames.append)
    session.seen = 0
    session._over.add(str(reply.id))
    session.hear(piece(reply, 0, "你好"))
    assert frames == []
