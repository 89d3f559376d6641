"""How a candidate is put: to the model with its limit, to the user as a reason, in both languages."""

from __future__ import annotations

import re
from datetime import date, datetime

from django.utils.translation import gettext as _

from topics.almanac.hours import MONTHS
from topics.grounds import Ground

LIMITS = {
    "zh": {
        "passed": "{statement}。日子已经过了，还不知道结果：可以问一次怎么样了，不要当成还没发生。",
        "ahead": "{statement}。就快到了：可以提一句，不催，也不替对方安排。",
        "promise": "{statement}。到时候了：可以提起这个约定。",
        "thread": "{statement}。这件事还在进行：可以轻轻问一句近况。",
        "loose_end": "{statement}。可以说一句“想说的时候接着说”，不追问。",
        "birthday": "{statement}。这是记下的日子：可以提一句，不替对方安排。",
        "anniversary": "{statement}。可以当作一起记得的事轻轻带一句；对方不接就放下。",
        "calendar": "{statement}。可以应景说一句，用陈述，不问对方怎么过。",
        "outside": "{statement}。这是外面的消息，不是对方说的：可以当话头提一句，不当成对方的事。",
        "shared": "{statement}。这是对方以前说过的：与眼前的话顺得上，就用一句陈述连起来，不追问，不转走话题。",
    },
    "en": {
        "passed": "{statement}. The day has passed and the outcome isn't known: you may ask once how it went; don't treat it as still ahead.",
        "ahead": "{statement}. It is close: you may mention it; don't push and don't arrange it for them.",
        "promise": "{statement}. It is due: you may come back to this promise.",
        "thread": "{statement}. This is still going on: you may gently ask how it is.",
        "loose_end": "{statement}. You may say they can go on whenever they like; don't press.",
        "birthday": "{statement}. It is a day you were told of: you may mention it; don't arrange it for them.",
        "anniversary": "{statement}. You may bring it up lightly as something you both remember; drop it if they don't respond.",
        "calendar": "{statement}. You may say a word for the occasion, as a statement; don't ask how they spend it.",
        "outside": "{statement}. This is news from outside, not something they said: a word to begin with, never about them.",
        "shared": "{statement}. They told you this before: if it fits what they say now, connect the two in one statement; no questions, and stay with their subject.",
    },
}  # fmt: skip


def line(ground: Ground, now: datetime) -> str:
    """What to raise and how far to go, in the ground's language."""
    how = ("passed" if ground.passed(now) else "ahead") if ground.source == "plan" else ground.source
    return LIMITS[ground.lang][how].format(statement=ground.statement.rstrip("。.!！"))


def spoken(ground: Ground, today: date) -> str:
    """The bare statement as somebody says it on that day: 昨天 for a date that was yesterday, and no year that goes without saying."""
    zh = ground.lang == "zh"

    def near(found: re.Match[str]) -> str:
        day = _day(found, zh)
        if day is None:
            return found[0]
        word = _NEAR[ground.lang].get((day - today).days)
        if word is None and zh and day.year == today.year:
            return f"{day.month}月{day.day}日"
        return found[0] if word is None else word

    return (_DATE_ZH if zh else _DATE_EN).sub(near, ground.statement)


_DATE_ZH = re.compile(r"(?P<y>\d{4})年(?P<m>\d{1,2})月(?P<d>\d{1,2})日")
_DATE_EN = re.compile(
    r"\b(?:on )?(?:(?P<m>[A-Z][a-z]+) (?P<d>\d{1,2}),? (?P<y>\d{4})|(?P<d2>\d{1,2}) (?P<m2>[A-Z][a-z]+) (?P<y2>\d{4}))\b"
)
_NEAR = {
    "zh": {-2: "前天", -1: "昨天", 0: "今天", 1: "明天", 2: "后天"},
    "en": {-1: "yesterday", 0: "today", 1: "tomorrow"},
}


def _day(found: re.Match[str], zh: bool) -> date | None:
    parts = found.groupdict()
    year, month, day = (str(parts.get(name) or parts.get(f"{name}2")) for name in "ymd")
    try:
        return date(int(year), int(month) if zh else MONTHS.index(month) + 1, int(day))
    except ValueError:
        return None


def why(source: str, *, passed: bool = False) -> str:
    """Why something is offered, for the user, in the active language."""
    if source == "plan":
        return _("你说过的打算，日子过了，还不知道结果") if passed else _("你说过的打算，快到了")
    return {
        "thread": _("你说起过，好像还在进行"),
        "promise": _("说好的事，到时候了"),
        "loose_end": _("你上次没说完"),
        "birthday": _("记下的生日快到了"),
        "anniversary": _("那天的事又到了这一天"),
        "calendar": _("日历上的日子"),
        "outside": _("你打开的外面的来源"),
        "shared": _("和你以前说过的事有关"),
    }.get(source, "")


def blocked(reason: str) -> str:
    """Why a candidate is held back, for the user, in the active language."""
    return {
        "risk": _("你最近不太好，先不提别的"),
        "paused": _("记忆暂停着"),
        "never_raise": _("你说过别再提"),
        "refused": _("你说过别再提"),
        "sensitive": _("私密的事，等你自己提起"),
        "boundary": _("碰到你定的界限"),
        "grief": _("也许是难过的日子，不主动提"),
        "unproven": _("只是猜测，还没得到你确认"),
        "not_current": _("已经过去了"),
        "told": _("已经提过了"),
        "resting": _("先放一放"),
        "same": _("和另一条说的是同一件事"),
    }.get(reason, reason)
