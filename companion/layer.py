"""The channel layer, on a broker that may be away for a while: sockets stay open, and hear of durable frames again when it
is back. Until then their pings bring what is new.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from channels_redis.core import RedisChannelLayer
from redis.exceptions import RedisError

PAUSE = 0.5
log = logging.getLogger(__name__)


class SteadyLayer(RedisChannelLayer):  # type: ignore[misc]
    """channels-redis lets the client library's errors through, and a consumer whose `receive` fails dies with its
    socket: every chat would break off with the broker, and no new one could open."""

    async def receive(self, channel: str) -> Any:
        while True:
            try:
                return await super().receive(channel)
            except (RedisError, OSError) as error:
                log.warning("the broker is away: %s", type(error).__name__)
                await asyncio.sleep(PAUSE)

    async def join(self, *groups: str, channel: str) -> None:
        """Be a member of groups; safe to repeat. A socket does so with every ping: a broker that was killed may have
        forgotten its last members."""
        try:
            for group in groups:
                await self.group_add(group, channel)
        except (RedisError, OSError) as error:
            log.warning("a socket joined no group: %s", type(error).__name__)

    async def part(self, *groups: str, channel: str) -> None:
        """Leave groups; those that can't be left forget the channel by themselves."""
        try:
            for group in groups:
                await self.group_discard(group, channel)
        except (RedisError, OSError) as error:
            log.warning("a socket left no group: %s", type(error).__name__)
