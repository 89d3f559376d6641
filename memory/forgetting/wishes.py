"""What a line in the chat asks of memory itself: forget everything about something, yes or no to that, and "why didn't you
remember that?". Pure. An order is an order only at the beginning of a sentence: 我想忘掉他 tells of a pain, 忘了带伞 of a
mishap.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

MATTER_MAX = 40


class Ask(StrEnum):
    FORGET = "forget"
    YES = "yes"
    NO = "no"
    WHY = "why"


@dataclass(frozen=True)
class Wish:
    """What is asked, and of what; a `matter` of "" asks for everything there is."""

    ask: Ask
    matter: str = ""


_I = re.IGNORECASE
_LEAD = r"^(?:请|麻烦|帮我|帮忙|你|您|那就?|能不能|可不可以|可以|能|就|都|[，, ])*"
_VERB = r"(?:忘掉|忘记|忘了|删掉|删除|删了|清除|清掉|抹掉|抹去)"
_ALL = r"(?:一切|所有(?:的)?(?:事情?|内容|记忆|东西|信息)?|全部(?:记忆|内容)?|任何事|(?:那|这)(?:些|件)事情?|事情?|记忆|记录|信息)"
_END = r"(?:都|全都?)?(?:吧|好吗|好不好|可以吗|行吗|谢谢|[。.！!？?~～ ])*$"
_FORGET_ZH = (
    re.compile(
        rf"{_LEAD}{_VERB}(?:掉)?(?:我(?:说|提|讲|告诉你)过?的?)?(?P<mark>关于|有关|跟|和|与)?(?P<m>[^，。！？,!?]{{1,30}}?)(?:有关|相关)?的?(?P<all>{_ALL})?{_END}"
    ),
    re.compile(
        rf"{_LEAD}(?:把|将)(?P<mark>关于|有关|跟|和|与)?(?P<m>[^，。！？,!?]{{1,30}}?)(?:有关|相关)?的?(?P<all>{_ALL})?(?:都|全|全都|全部)?{_VERB}(?:掉|了)?{_END}"
    ),
)
_MINE = re.compile(r"^我(?:的|家的?)?(?:(?:那|这)[个只条件次位]?)?")
_POINTED = re.compile(r"^(?:那|这)[个只条件次位些]?(?=.)")
_EVERYTHING = re.compile(
    rf"{_LEAD}(?:把)?(?:我的)?(?:一切|所有(?:事情?|记忆|东西)?|全部(?:记忆)?)?(?:都|全)?{_VERB}(?:一切|所有(?:事情?|记忆|东西)?|全部(?:记忆)?){_END}|"
    rf"{_LEAD}把(?:一切|所有(?:事情?|记忆|东西)?|全部(?:记忆)?)(?:都|全|全都)?{_VERB}(?:掉|了)?{_END}|"
    r"^(?:please |can you )*(?:forget|delete|erase|wipe) (?:everything|all of it|all (?:your |my )?memories)[.! ]*$",
    re.IGNORECASE,
)
_FORGET_EN = re.compile(
    r"^(?:please|can you|could you|would you|ok(?:ay)?|hey|just|now|[, ])*(?:forget|delete|erase|wipe|remove)\s+"
    r"(?:(?P<all>everything|all|anything|whatever|what)\b[^.!?]{0,40}?\b(?:about|on|regarding)\s+|(?P<mine>my|that i(?:'m| am|'ve| have)?)\s+)"
    r"(?P<m>[^.!?,]{1,40}?)(?:,? please|,? thanks?| from your memor(?:y|ies))?[.!? ]*$",
    _I,
)
_ALL_OF_IT = frozenset({"我", "我的", "自己", "所有", "全部", "一切", "me", "myself", "us", "everything"})
_ASKED = re.compile(r"(?:了|没|没有)[吗么]?[？?]*$|你忘|为什么|怎么")
_YES = re.compile(
    r"^(?:确认|确定|对|是|是的|好|好的|好吧|嗯+|可以|行|同意|(?:全部?|都)?(?:忘|删)(?:了|掉)?吧?|确认(?:全部)?(?:忘掉|删除|删掉)|yes|yep|yeah|yup|sure|"
    r"yes,? forget (?:it|them)|confirm(?:ed)?|do it|go ahead|please do|ok(?:ay)?|forget (?:it|them)(?: all)?)[，, ]*(?:吧|谢谢|please|thanks)?[。.！!~～ ]*$",
    _I,
)
_NO = re.compile(
    r"^(?:算了|不了|不用了?|不要|别(?:忘|删)?了?|先不(?:用|要|删)?了?|取消|留着吧?|还是留着吧?|no|nope|cancel|never ?mind|don'?t|keep (?:it|them))"
    r"[，, ]*(?:吧|谢谢|please|thanks)?[。.！!~～ ]*$",
    _I,
)
_WHY = re.compile(
    r"(?:为什么|为啥|怎么|咋)(?:又|还)?没(?:有)?(?:记住|记下|记得|存)|(?:刚才|刚刚|那句|这句|上面)(?:的|那句|这句|话|说的)*(?:你)?(?:记住|记下)(?:了)?(?:吗|没|什么|哪些)|"
    r"why (?:didn'?t|did(?:n't| not)) you (?:remember|save|keep|store)|did you (?:remember|save|keep|store) (?:that|it|this)\b|"
    r"what did you (?:just )?(?:remember|save|keep|learn)",
    _I,
)


def read(text: str, name: str = "") -> Wish | None:
    """The wish a line expresses, None for any other line. `name` is what the companion is called: 小暖，忘掉… is said to it."""
    line = _without_address(text.strip(), name)
    if len(line) > 80:
        return None
    if _WHY.search(line):
        return Wish(Ask.WHY)
    if _YES.match(line):
        return Wish(Ask.YES)
    if _NO.match(line):
        return Wish(Ask.NO)
    if _EVERYTHING.match(line):
        return Wish(Ask.FORGET)
    matter = _zh(line)
    matter = _en(line) if matter is None else matter
    return None if matter is None else Wish(Ask.FORGET, matter)


def _without_address(line: str, name: str) -> str:
    """The line without the companion's name before or behind it."""
    if not name:
        return line
    called = re.escape(name)
    return re.sub(
        rf"^(?:(?:嘿|喂|hey|hi|ok(?:ay)?|please)[，, ]*)?{called}(?:[，,!！~ ]+|(?={_VERB}|请|把|将|帮))|[，, ]+{called}(?=[。.!！?？~ ]*$)",
        "", line, flags=_I,
    )  # fmt: skip


def _zh(line: str) -> str | None:
    if _ASKED.search(line):
        return None
    for pattern in _FORGET_ZH:
        found = pattern.match(line)
        if found is None:
            continue
        matter = found["m"].strip()
        mine = bool(_MINE.match(matter))
        if not (found["mark"] or found["all"] or mine):
            continue
        if matter in _ALL_OF_IT:
            return ""
        return _POINTED.sub("", _MINE.sub("", matter)).strip()[:MATTER_MAX]
    return None


def _en(line: str) -> str | None:
    found = _FORGET_EN.match(line)
    if found is None:
        return None
    matter = re.sub(r"^(?:my|our|the)\s+", "", found["m"].strip(), flags=_I)
    return "" if matter.lower() in _ALL_OF_IT else matter[:MATTER_MAX]
