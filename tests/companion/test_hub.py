"""Live text between processes, over the real Valkey: each hub stands for a process of its own."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest
import redis.asyncio as redis
from django.conf import settings
from django.test import override_settings

from accounts.models import User
from accounts.vault import Sealer
from companion import seam
from companion.hub import CHANNEL, Hub, Piece, buffer_key, buffer_sealer

pytestmark = pytest.mark.django_db(transaction=True)
DEAD = "redis://127.0.0.1:1/0"


class Watcher:
    """A socket of one process that keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def __call__(self, frame: dict[str, Any]) -> None:
        self.heard.append(frame)

    @property
    def text(self) -> str:
        return "".join(frame["text"] for frame in self.heard)

    async def until(self, count: int) -> None:
        for _ in range(500):
            if len(self.heard) >= count:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{len(self.heard)} of {count} frames came")


async def subscribed(count: int) -> None:
    """Wait until as many processes listen: a published note reaches nobody who comes later."""
    client = redis.from_url(settings.REDIS_URL)
    for _ in range(500):
        if (await client.pubsub_numsub(CHANNEL))[0][1] >= count:
            break
        await asyncio.sleep(0.01)
    else:
        raise AssertionError("nobody listens")
    await client.aclose()


@pytest.fixture
async def sealer() -> Sealer:
    message = uuid.uuid4()

    def make() -> Sealer:
        return buffer_sealer(User.objects.create_user("hub@example.org").id, message)

    return await seam.cross(make)


@pytest.fixture
async def hubs() -> AsyncIterator[list[Hub]]:
    made = [Hub(), Hub(), Hub()]
    before = len(seam.running)
    yield made
    for task in list(seam.running)[before:]:
        task.cancel()


def pieces(sealer: Sealer, conversation: uuid.UUID, *texts: str) -> list[Piece]:
    offsets = [sum(len(earlier) for earlier in texts[:number]) for number in range(len(texts))]
    return [Piece(conversation, sealer.row_id, at, text) for at, text in zip(offsets, texts, strict=True)]


async def test_pieces_reach_watchers_of_other_processes_once(hubs: list[Hub], sealer: Sealer) -> None:
    speaking, near, far = hubs
    conversation = uuid.uuid4()
    own, first, second, elsewhere = Watcher(), Watcher(), Watcher(), Watcher()
    speaking.watch(conversation, own)
    near.watch(conversation, first)
    near.watch(conversation, second)
    far.watch(uuid.uuid4(), elsewhere)
    await subscribed(3)
    for piece in pieces(sealer, conversation, "你好，", "🌸 今天", "怎么样？"):
        await speaking.publish(piece, sealer)
    await first.until(3)
    await second.until(3)
    await asyncio.sleep(0.1)  # a doubled piece would come now
    assert [frame["offset"] for frame in first.heard] == [0, 3, 7]
    assert first.text == second.text == "你好，🌸 今天怎么样？"
    assert {frame["message"] for frame in first.heard} == {str(sealer.row_id)}
    assert own.heard == []  # its own process told it already
    assert elsewhere.heard == []


async def test_the_buffer_holds_the_text_so_far_and_is_forgotten(hubs: list[Hub], sealer: Sealer) -> None:
    speaking, near, _far = hubs
    for piece in pieces(sealer, uuid.uuid4(), "先说一句。", "再说一句。"):
        await speaking.publish(piece, sealer)
    assert await near.buffered(sealer.row_id, sealer) == "先说一句。再说一句。"
    client = redis.from_url(settings.REDIS_URL)
    assert 0 < await client.ttl(buffer_key(sealer.row_id)) <= 3_600
    await client.aclose()
    await near.forget(sealer.row_id)
    assert await speaking.buffered(sealer.row_id, sealer) == ""


async def test_what_crosses_is_sealed(hubs: list[Hub], sealer: Sealer) -> None:
    client = redis.from_url(settings.REDIS_URL)
    async with client.pubsub() as channel:
        await channel.subscribe(CHANNEL)
        await channel.get_message(timeout=5)
        await hubs[0].publish(Piece(uuid.uuid4(), sealer.row_id, 0, "nightingale 夜莺"), sealer)
        note = await channel.get_message(ignore_subscribe_messages=True, timeout=5)
    stored = await client.lrange(buffer_key(sealer.row_id), 0, -1)  # type: ignore[misc]
    await client.aclose()
    assert note is not None
    for seen in (note["data"], *stored):
        assert b"nightingale" not in seen
        assert "夜莺".encode() not in seen
        assert rb"\u591c" not in seen


async def test_a_stop_reaches_the_process_that_speaks(hubs: list[Hub]) -> None:
    speaking, near, far = hubs
    conversation, stopped, other = uuid.uuid4(), asyncio.Event(), asyncio.Event()
    speaking.on_stop(conversation, stopped.set)
    far.on_stop(uuid.uuid4(), other.set)
    for hub in (speaking, far):
        hub.watch(uuid.uuid4(), Watcher())
    await subscribed(2)
    await near.request_stop(conversation)
    await asyncio.wait_for(stopped.wait(), 5)
    assert not other.is_set()


async def test_a_stop_in_the_same_process_needs_no_broker(hubs: list[Hub]) -> None:
    conversation, stopped = uuid.uuid4(), asyncio.Event()
    hubs[0].on_stop(conversation, stopped.set)
    with override_settings(REDIS_URL=DEAD):
        await hubs[0].request_stop(conversation)
    assert stopped.is_set()


async def test_a_stop_for_a_reply_that_is_over_does_nothing(hubs: list[Hub]) -> None:
    conversation, stopped = uuid.uuid4(), asyncio.Event()
    hubs[0].on_stop(conversation, stopped.set)
    hubs[0].on_stop(conversation, None)
    await hubs[0].request_stop(conversation)
    assert not stopped.is_set()


async def test_without_a_broker_this_process_loses_nothing(hubs: list[Hub], sealer: Sealer) -> None:
    conversation, watcher = uuid.uuid4(), Watcher()
    with override_settings(REDIS_URL=DEAD):
        hubs[0].watch(conversation, watcher)
        hubs[0].tell(conversation, {"type": "piece", "message": "m", "offset": 0, "text": "还在"})
        await hubs[0].publish(Piece(conversation, sealer.row_id, 0, "还在"), sealer)
        assert await hubs[0].buffered(sealer.row_id, sealer) == ""
        await hubs[0].forget(sealer.row_id)
        await hubs[0].request_stop(conversation)
    assert watcher.text == "还在"


async def test_a_note_that_cannot_be_read_does_not_end_the_listening(hubs: list[Hub], sealer: Sealer) -> None:
    speaking, near, _far = hubs
    conversation, watcher = uuid.uuid4(), Watcher()
    near.watch(conversation, watcher)
    await subscribed(1)
    client = redis.from_url(settings.REDIS_URL)
    other = {
        "by": "other",
        "user": str(uuid.uuid4()),
        "conversation": str(conversation),
        "message": str(uuid.uuid4()),
    }
    for note in (
        "not json",
        "{}",
        json.dumps({**other, "piece": "zz"}),
        json.dumps({**other, "piece": "00"}),
    ):
        await client.publish(CHANNEL, note)
    await client.aclose()
    await speaking.publish(Piece(conversation, sealer.row_id, 0, "听得到"), sealer)
    await watcher.until(1)
    assert watcher.text == "听得到"


async def test_who_left_hears_no_more(hubs: list[Hub]) -> None:
    conversation, stays, leaves = uuid.uuid4(), Watcher(), Watcher()
    hubs[0].watch(conversation, stays)
    hubs[0].watch(conversation, leaves)
    hubs[0].leave(conversation, leaves)
    hubs[0].tell(conversation, {"type": "piece", "message": "m", "offset": 0, "text": "在"})
    assert (stays.text, leaves.text) == ("在", "")
    hubs[0].leave(conversation, stays)
    assert conversation not in hubs[0]._watchers
