"""How something ended, read from what is said about it. Pure."""

from __future__ import annotations

import re
from enum import StrEnum

ANSWER_MAX = 80
"""A longer line tells a story, and its outcome is found like any other claim."""


class Outcome(StrEnum):
    """What an answer says of a plan, or of a promise."""

    DONE = "done"  # it happened, was kept
    UNDONE = "undone"  # it did not come about, was not kept
    CANCELLED = "cancelled"  # called off, released
    NOT_YET = "not_yet"  # still open


_I = re.IGNORECASE
_NOT_YET = re.compile(
    r"还没(?:有)?(?:到|开始|出|结果|去|做|考|消息|定|轮到)?|还在等|等消息|没消息|过几天|下(?:周|个?月|次)(?:才|再)|改期|推迟|延期|延后|改到|挪到|"
    r"\bnot yet\b|\bstill waiting\b|\bhaven'?t (?:heard|gone|had|done)\b|\bpostponed\b|\bpushed back\b|\bmoved to\b|\brescheduled\b",
    _I,
)
_CANCELLED = re.compile(
    r"取消|不去了|不办了|不做了|不弄了|不用了|不考了|泡汤|黄了|吹了|作罢|算了|放弃了|"
    r"\bcancel|\bcalled (?:it )?off\b|\bfell through\b|\bnot going\b|\bdidn'?t end up\b|\bnever ?mind\b|\bgave up\b|\b(?:is|'s|was) off\b|\blet it go\b",
    _I,
)
_UNDONE = re.compile(
    r"没(?:去|做|弄|办|考|见|赶|写|跑|睡|戒|忍)[^，。]{0,3}(?:成|到|完|上|了)|没(?:去|做|弄|办)\b|没(?:能|有)?(?:做到|去成|办成|完成|坚持|忍住|戒掉|早睡)|又(?:忘|熬夜|拖|没)|忘了|没去$|没有$|"
    r"\bdidn'?t (?:go|make it|happen|do it|manage|keep|finish)\b|\bforgot\b|\bfailed to\b|\bcouldn'?t make it\b|^no\b|^nope\b",
    _I,
)
_FAILED = re.compile(
    r"没(?:考上|过|通过|录取|中|成功|赢|拿到)|\bdidn'?t (?:get (?:in|it|the)|pass|win)\b", _I
)
"""It took place, and ended badly."""
_DONE = re.compile(
    r"顺利|不错|挺好|很好|还好|还行|一般|完美|成功|通过|过了|考上|没考上|没过|挂了|失败|砸了|搞砸|不太好|不好|糟|去了|去过了|完了|结束|搞定|做到|做完|办好|拿到|见到|见了|玩得|开心|累死|"
    r"回来了|说了|买了|写完|跑完|睡了|戒了|好了$|"
    r"\bwent\b|\bgreat\b|\bgood\b|\bfine\b|\bok(?:ay)?\b|\bwell\b|\bbad(?:ly)?\b|\bterribl[ey]\b|\bpassed\b|\bfailed\b|\bgot (?:it|the|in)\b|\bdid it\b|\bdone\b|"
    r"\bfinished\b|\bmade it\b|\bsuccess|\blovely\b|\bfun\b|\bawful\b|\ball right\b|\balright\b|\bkept it\b|^yes\b|^yep\b|^yeah\b",
    _I,
)
_ASKS = re.compile(r"[?？]|吗[。！!]?$|呢[。！!]?$")


def read(text: str) -> Outcome | None:
    """The outcome that an answer to "how did it go" tells, or None where it tells none."""
    line = text.strip()
    if len(line) > ANSWER_MAX or _ASKS.search(line):
        return None
    for pattern, outcome in (
        (_NOT_YET, Outcome.NOT_YET),
        (_CANCELLED, Outcome.CANCELLED),
        (_FAILED, Outcome.DONE),
        (_UNDONE, Outcome.UNDONE),
        (_DONE, Outcome.DONE),
    ):
        if pattern.search(line):
            return outcome
    return None
