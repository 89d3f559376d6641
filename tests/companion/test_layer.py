"""A broker that is away costs sockets nothing but time."""

from __future__ import annotations

from typing import Any

import pytest
from channels_redis.core import RedisChannelLayer
from django.conf import settings
from redis.exceptions import ConnectionError as BrokerAway

from companion import layer
from companion.layer import SteadyLayer


async def test_a_socket_goes_on_listening(monkeypatch: pytest.MonkeyPatch) -> None:
    failures: list[Exception] = [BrokerAway("gone"), OSError("refused")]

    async def receive(self: RedisChannelLayer, channel: str) -> Any:
        if failures:
            raise failures.pop()
        return {"type": "durable", "channel": channel}

    monkeypatch.setattr(RedisChannelLayer, "receive", receive)
    monkeypatch.setattr(layer, "PAUSE", 0)
    heard = await SteadyLayer(hosts=["redis://127.0.0.1:1"]).receive("specific.x!y")
    assert heard == {"type": "durable", "channel": "specific.x!y"}
    assert not failures


async def test_groups_can_wait() -> None:
    away = SteadyLayer(hosts=["redis://127.0.0.1:1"])
    await away.join("a", "b", channel="c")
    await away.part("a", channel="c")


async def test_joining_again_is_joining_once() -> None:
    steady = SteadyLayer(hosts=[settings.REDIS_URL])
    channel = await steady.new_channel()
    for _each in range(3):
        await steady.join("company", channel=channel)
    await steady.group_send("company", {"type": "durable", "n": 1})
    await steady.group_send("company", {"type": "durable", "n": 2})
    assert [(await steady.receive(channel))["n"] for _each in range(2)] == [1, 2]
    await steady.part("company", channel=channel)
