"""Telling every tab that a durable event is there. The note carries no content: each socket reads the events it lacks."""

from __future__ import annotations

import logging
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)


def group_of(conversation: UUID) -> str:
    return f"conversation.{conversation.hex}"


async def announce(conversation: UUID) -> None:
    """Wake the sockets of a conversation. A broker that is away delays them until their next ping, nothing more."""
    try:
        layer = get_channel_layer()
        await layer.group_send(group_of(conversation), {"type": "durable"})
    except Exception as error:  # channels-redis lets the client library's errors through
        log.warning("sockets were not woken: %s", type(error).__name__)


def announce_from_sync(conversation: UUID) -> None:
    """The same, from a worker."""
    async_to_sync(announce)(conversation)


def tell_gone(conversation: UUID) -> None:
    """Close every socket of a conversation that was thrown away. With the broker away they stay until they are looked
    after: whatever is sent meanwhile is refused."""
    try:
        async_to_sync(get_channel_layer().group_send)(group_of(conversation), {"type": "gone"})
    except Exception as error:
        log.warning("sockets were not closed: %s", type(error).__name__)


def sign_out(user: UUID) -> None:
    """Close every socket of a user. With the broker away they close at their next frame: each looks its session up."""
    try:
        async_to_sync(get_channel_layer().group_send)(user_group(user), {"type": "signed_out"})
    except Exception as error:
        log.warning("sockets were not closed: %s", type(error).__name__)


async def tell_break(user: UUID, minutes: int) -> None:
    """Let every tab of a user say that a break is due. With the broker away they say so when they come back."""
    try:
        await get_channel_layer().group_send(user_group(user), {"type": "rest", "minutes": minutes})
    except Exception as error:
        log.warning("sockets were not told: %s", type(error).__name__)


def user_group(user: UUID) -> str:
    """The group of all sockets of a user."""
    return f"user.{user.hex}"
