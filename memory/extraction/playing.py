"""Where a line stands inside a game of make-believe that an earlier line began: 我们来玩角色扮演, "pretend you're my boss".
Nothing said there is true of the user, however plainly it is put, until somebody ends it or the sitting does. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_BEGINS = re.compile(
    r"角色扮演|(?:来|一起|我们|咱们|咱)(?:来)?(?:玩|演)(?:个|一个|一场|一下|一段)?(?:游戏|角色|戏|剧|cosplay|过家家|剧本)|(?:你|我)(?:来)?(?:扮演|扮|演|当)[^，。！？]{1,16}[，,]\s*(?:你|我)(?:来)?(?:扮演|扮|演|当|就是)|"
    r"假装(?:你|我|我们|咱)|(?:现在|从现在(?:开始|起))[，,]?(?:你|我)就是|(?:你|我)(?:来)?扮演|"
    r"\brole-?play|\blet'?s (?:pretend|play pretend|play a game where)|\bpretend (?:that )?(?:you|i|we)(?:'re| are|'m| am)?\b|\bact as (?:my|if you|a|an|the)\b|\byou play [^.!?]{1,40}\bi(?:'ll)? play\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"不玩了|不演了|玩够了|演完了|游戏结束|扮演结束|结束(?:角色)?扮演|出戏|回到现实|说正经的|说真的[，,]|不闹了|"
    r"\b(?:stop|end|done|enough|quit) (?:the |with the |of the )?(?:role-?play(?:ing)?|pretending|game)|\bback to reality\b|\bout of character\b|\bgame over\b|\bseriously though\b|^\(?\(?ooc\b|\bno more pretending\b",
    re.IGNORECASE,
)


def begins(text: str) -> bool:
    """Whether a line begins make-believe."""
    return bool(_BEGINS.search(text)) and not _ENDS.search(text)


def ends(text: str) -> bool:
    return bool(_ENDS.search(text))


def playing(texts: Iterable[str], playing_before: bool = False) -> list[bool]:
    """For each line in order, whether it is said in play. The line that ends it is still none of the real ones; what comes
    after is."""
    told = []
    inside = playing_before
    for text in texts:
        inside = inside or begins(text)
        told.append(inside)
        if inside and ends(text):
            inside = False
    return told
