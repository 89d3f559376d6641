"""Words that say something by themselves: a text that holds one speaks of the same matter. Pure."""

from __future__ import annotations

from memory.keywords import STOP_CHARACTERS, matter, whom

_EVERYDAY = """
知道 记得 现在 时候 事情 东西 告诉 觉得 因为 所以 但是 如果 自己 大家 今晚 昨天 后来 之前 以后 已经 可能 应该 需要 希望 感觉 问题 时间 意思
帮忙 晚上 早上 下午 中午 周末 刚刚 一些 有些 一直 真的 当然 really thing feel good well much make let see take come give need also
only still sure sound great nice love hope
"""
EVERYDAY = frozenset(_EVERYDAY.split())
"""What any sentence says, and no sign that two speak of the same."""


def telling(text: str) -> set[str]:
    """The words of a text that can't be there by chance: no pair of characters with a particle in it, no number."""
    return {
        word for word in matter(text) - EVERYDAY if not word.isdigit() and not set(word) & STOP_CHARACTERS
    }


def signs(text: str) -> set[str]:
    """What brings up a row of the keyword index: the telling words, and whom the text names."""
    return telling(text) | whom(text)
