"""Deltas of running replies, to every socket that watches, in this process and in others.

Within a process a delta is a queue put. Across processes each reply's pieces are published once on one channel that
every process subscribes to once, and kept in a sealed buffer that a late socket reads first. Channel-layer groups carry
the rare durable frames only: a group_send per delta would cost more than a thousand plain sends a second can bear.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import uuid
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import redis as broker
import redis.asyncio as redis
from django.conf import settings
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.retry import Retry as SyncRetry

from accounts.vault import Sealer
from companion import seam

CHANNEL = "companion:live"
BUFFER_SECONDS = 3_600
log = logging.getLogger(__name__)

Listener = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Piece:
    """A piece of a running reply: `offset` counts Unicode code points before it."""

    conversation: UUID
    message: UUID
    offset: int
    text: str


class Hub:
    """This process's watchers, by conversation, and its link to the other processes."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self._watchers: dict[UUID, set[Listener]] = defaultdict(set)
        self._stops: dict[UUID, Callable[[], None]] = {}
        self._redis: redis.Redis | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = os.getpid()

    def watch(self, conversation: UUID, listener: Listener) -> None:
        self._watchers[conversation].add(listener)
        self._connect()

    def leave(self, conversation: UUID, listener: Listener) -> None:
        self._watchers[conversation].discard(listener)
        if not self._watchers[conversation]:
            del self._watchers[conversation]

    def on_stop(self, reply: UUID, stop: Callable[[], None] | None) -> None:
        """Register how a running reply of this process is stopped; None when it is over."""
        if stop is None:
            self._stops.pop(reply, None)
        else:
            self._stops[reply] = stop

    def tell(self, conversation: UUID, frame: dict[str, Any]) -> None:
        """Hand a frame to the sockets of this process."""
        for listener in list(self._watchers.get(conversation, ())):
            listener(frame)

    async def publish(self, piece: Piece, sealer: Sealer) -> None:
        """Keep a piece in the buffer and tell other processes of it. A broker that is away costs them the live view, not
        the reply."""
        sealed = sealer.seal(json.dumps([piece.offset, piece.text])).hex()
        note = {
            "by": self.process,
            "user": str(sealer.user_id),
            "conversation": str(piece.conversation),
            "message": str(piece.message),
            "piece": sealed,
        }
        try:
            async with self._connect().pipeline(transaction=False) as pipe:
                pipe.rpush(buffer_key(piece.message), sealed)
                pipe.expire(buffer_key(piece.message), BUFFER_SECONDS)
                pipe.publish(CHANNEL, json.dumps(note))
                await pipe.execute()
        except (redis.RedisError, OSError) as error:
            log.warning("a live piece was not published: %s", type(error).__name__)

    async def request_stop(self, reply: UUID) -> None:
        """Stop a running reply, whichever process generates it."""
        if stop := self._stops.get(reply):
            stop()
            return
        try:
            await self._connect().publish(CHANNEL, json.dumps({"by": self.process, "stop": str(reply)}))
        except (redis.RedisError, OSError) as error:
            log.warning("a stop was not published: %s", type(error).__name__)

    async def buffered(self, message: UUID, sealer: Sealer) -> str:
        """The text so far of a reply that any process generates."""
        try:
            pieces = await self._connect().lrange(buffer_key(message), 0, -1)  # type: ignore[misc]
        except (redis.RedisError, OSError):
            return ""
        return "".join(json.loads(sealer.unseal(bytes.fromhex(piece.decode())))[1] for piece in pieces)

    async def forget(self, message: UUID) -> None:
        try:
            await self._connect().delete(buffer_key(message))
        except (redis.RedisError, OSError) as error:
            log.warning("a buffer was not cleared: %s", type(error).__name__)

    def _connect(self) -> redis.Redis:
        """The connection of the running loop, made with its subscription at first use."""
        loop = asyncio.get_running_loop()
        if self._redis is None or self._loop is not loop:
            self._loop = loop
            # No retries: waiting for an absent broker would hold up a reply's own tabs and its checkpoints.
            self._redis = redis.from_url(settings.REDIS_URL, retry=Retry(NoBackoff(), 0))
            seam.spawn(self._listen(self._redis))
        return self._redis

    async def _listen(self, client: redis.Redis) -> None:
        """Hear of replies of other processes until this loop ends; come back after a broker's absence."""
        while True:
            try:
                async with client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for note in channel.listen():
                        if note["type"] == "message":
                            await self._safely_hear(note["data"])
            except (redis.RedisError, OSError):
                await asyncio.sleep(1)

    async def _safely_hear(self, data: bytes) -> None:
        try:
            await self._hear(json.loads(data))
        except Exception as error:
            # One note that can't be read must not end this process's live view for good.
            log.warning("a live note was not understood: %s", type(error).__name__)

    async def _hear(self, note: dict[str, Any]) -> None:
        if note["by"] == self.process:
            return
        if "stop" in note:
            if stop := self._stops.get(UUID(note["stop"])):
                stop()
            return
        conversation = UUID(note["conversation"])
        if conversation not in self._watchers:
            return
        message = UUID(note["message"])
        sealer = await seam.cross(buffer_sealer, UUID(note["user"]), message)
        offset, text = json.loads(sealer.unseal(bytes.fromhex(note["piece"])))
        self.tell(conversation, {"type": "piece", "message": str(message), "offset": offset, "text": text})


def stop_from_sync(reply: UUID) -> None:
    """Stop a running reply from a view or a worker: its process hears of it, this one too. A broker that is away leaves
    it to the reply's next checkpoint, which finds that it was taken away."""
    try:
        with broker.from_url(settings.REDIS_URL, retry=SyncRetry(NoBackoff(), 0)) as client:
            client.publish(CHANNEL, json.dumps({"by": "", "stop": str(reply)}))
    except (broker.RedisError, OSError) as error:
        log.warning("a stop was not published: %s", type(error).__name__)


def buffer_key(message: UUID) -> str:
    return f"companion:reply:{message}"


def buffer_sealer(user_id: UUID, message: UUID) -> Sealer:
    """What seals a reply's pieces outside the database. Takes the user's key: call it across the seam."""
    return Sealer.of(user_id, "reply.buffer.v1", message)


hub = Hub()
