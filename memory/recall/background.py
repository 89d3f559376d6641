"""What cosine a question has with things it has nothing to do with.

The embedder's cosines are squeezed (unrelated 0.85, paraphrase 0.90) and differ by question, so no fixed threshold
holds. Each question is measured against everyday statements of nobody in particular; its similarity to a memory counts
in standard deviations above those.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

import numpy as np
from django.core.cache import cache
from redis.exceptions import RedisError

STATEMENTS = (
    "你喜欢在周末去公园散步", "你的同事叫王磊", "你住在一座靠海的小城", "你打算下个月去体检", "你最近在学做菜",
    "你的妹妹在读大学", "你不喜欢吃香菜", "你养了一只乌龟", "你小时候在乡下长大", "你在一家设计公司上班",
    "你的生日在冬天", "你对花生过敏", "你喜欢看科幻电影", "你上周和朋友吃了火锅", "你正在准备一场考试",
    "你的车停在地下车库", "你习惯早上喝一杯咖啡", "你不想聊以前的工作", "你希望回答短一点", "你觉得有点累",
    "你姥姥做的饺子很好吃", "你买了一台新相机", "你在练习弹吉他", "你想换一份离家近的工作",
    "You like hiking on weekends", "Your brother works as a nurse", "You live near the river", "You are allergic to dust",
    "You plan to visit your grandparents", "Your dog is afraid of thunder", "You used to play the violin",
    "You prefer tea to coffee", "Your boss is called Martin", "You moved house last spring", "You are learning Spanish",
    "You don't want to talk about your ex", "You felt tired after the meeting", "Your exam is in June",
    "You bought a second-hand bike", "You grew up in a small town", "You want short answers", "Your sister has two kids",
    "You watch football with friends", "You can't stand olives",
)  # fmt: skip
LEAST_SPREAD = 0.008
_held: dict[str, np.ndarray] = {}

Embed = Callable[[Sequence[str], str], tuple[np.ndarray, str]]


def against(query: np.ndarray, recipe: str, embed: Embed) -> dict[str, tuple[float, float]]:
    """Mean and standard deviation of the query's cosine with the background, by language of the statement: a question
    lies nearer to anything in its own language. Raises what `embed` raises."""
    cosines = vectors(recipe, embed) @ query
    chinese = np.array([not text.isascii() for text in STATEMENTS])
    return {
        lang: (float(part.mean()), max(float(part.std()), LEAST_SPREAD))
        for lang, part in (("zh", cosines[chinese]), ("en", cosines[~chinese]))
    }


def vectors(recipe: str, embed: Embed) -> np.ndarray:
    """The background's vectors (n, d), made once per recipe and shared through the cache."""
    if recipe in _held:
        return _held[recipe]
    key = f"recall-background-{recipe}-{len(STATEMENTS)}"
    stored = _cached(key)
    if stored is None:
        made, _recipe = embed(STATEMENTS, "passage")
        stored = np.asarray(made, dtype=np.float32).tobytes()
        with contextlib.suppress(RedisError, OSError):
            cache.set(key, stored, timeout=None)
    _held[recipe] = np.frombuffer(stored, dtype=np.float32).reshape(len(STATEMENTS), -1)
    return _held[recipe]


def _cached(key: str) -> bytes | None:
    """The shared copy. A broker that is away costs one embedding of the background, not the turn."""
    try:
        stored: bytes | None = cache.get(key)
    except (RedisError, OSError):
        return None
    return stored
