"""What a model counts where we estimate: the ratio of its own tokenizer's count, which its answers report, to our estimate.

Budgets are kept in the model's tokens once it has answered a few times; until then, and for a model that reports nothing, the
estimate stands, which errs to the high side.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.core.cache import cache
from redis.exceptions import RedisError

from llm.provider import Message
from llm.tokens import PER_MESSAGE, estimate

LEAST, MOST = 0.5, 1.5
"""Bounds of the ratio: a server that reports nonsense neither floods a prompt nor empties it."""
STEP = 0.2
"""How far one answer moves it."""
READ_FROM = 400
"""Estimated tokens of a prompt that says something; of less the frame around it is too large a part."""
KEPT_SECONDS = 60 * 86_400


def scale_of(model: str) -> float:
    """The model's tokens for one that we estimate; 1.0 where nobody knows, or the cache is away."""
    try:
        held = cache.get(_key(model))
    except (RedisError, OSError):
        return 1.0
    return float(held) if held else 1.0


def learn(model: str, messages: Sequence[Message], counted: int) -> None:
    """Take in what a model counted for a prompt. A broker that is away costs nothing but that."""
    estimated = sum(estimate(message["content"]) + PER_MESSAGE for message in messages)
    if estimated < READ_FROM or counted <= 0:
        return
    ratio = min(MOST, max(LEAST, counted / estimated))
    held = scale_of(model)
    try:
        cache.set(_key(model), held + STEP * (ratio - held), timeout=KEPT_SECONDS)
    except (RedisError, OSError):
        return


def _key(model: str) -> str:
    return f"token-scale-{model[:120]}".replace(" ", "_")
