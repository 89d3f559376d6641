"""What is open for an account outside the database: sockets, running replies, what lies in the broker and the cache. Shut when the
account closes; what fails is the worse for nobody, since the key is gone.
"""

from __future__ import annotations

import logging
from uuid import UUID

from django.conf import settings
from redis import RedisError, from_url
from redis.backoff import NoBackoff
from redis.retry import Retry

from companion import providers
from companion.broadcast import sign_out
from companion.hub import buffer_key, stop_from_sync
from companion.waking import erase_soon
from transcript.models import Message, Status

log = logging.getLogger(__name__)
LATELY = 200
"""Of so many of the newest replies a buffer may still lie in the broker: it goes by itself within the hour."""


def shut(user_id: UUID) -> None:
    """Close the sockets, stop what is being said, and clear the broker of everything under the user's id."""
    sign_out(user_id)
    replies = Message.objects.filter(user=user_id).order_by("-created_at")[:LATELY]
    known = list(replies.values_list("id", "status"))
    for reply, status in known:
        if status == Status.GENERATING:
            stop_from_sync(reply)
    _clear(user_id, [reply for reply, _status in known])
    providers.forget_questions()
    erase_soon()


def _clear(user_id: UUID, replies: list[UUID]) -> None:
    """Take what names the user out of the broker: groups of sockets, counters of attempts, buffers of replies."""
    try:
        with from_url(settings.REDIS_URL, retry=Retry(NoBackoff(), 0)) as client:
            keys = [buffer_key(reply).encode() for reply in replies]
            names = (str(user_id).encode(), user_id.hex.encode())
            about = client.scan_iter(match=f"*{user_id.hex[:8]}*", count=1_000)
            keys += [key for key in about if any(name in key for name in names)]
            if keys:
                client.delete(*keys)
    except (RedisError, OSError) as error:
        log.warning("the broker was not cleared: %s", type(error).__name__)
