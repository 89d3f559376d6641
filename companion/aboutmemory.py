"""Lines in the chat that ask something of memory itself, answered by code and not by a voice: forget everything about …,
yes or no to that, why was that not remembered. No matter is recited, and nothing is claimed before it is so.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from companion.heard import Heard
from memory import reporting
from memory.forgetting import requests
from memory.forgetting.wishes import Ask, Wish, read
from safety.levels import Level
from transcript.models import Message, Role

LANGUAGES = {"zh": "zh-hans", "en": "en"}
LINES_BACK = 3
"""How far back "why didn't you remember that" may reach."""


@dataclass(frozen=True)
class Told:
    """What is said to such a line, under a name of its own."""

    name: str
    text: str


def wish(heard: Heard) -> Wish | None:
    """What the line asks of memory; never while somebody is in danger, and yes is only an answer to a question."""
    if heard.level >= Level.R2:
        return None
    return read(heard.text, heard.character.name)


def holds_back(found: Wish | None) -> bool:
    """Whether nothing is to be recalled for this line: what shall be forgotten must not be recited."""
    return found is not None and found.ask in (Ask.FORGET, Ask.WHY)


def answer(heard: Heard, now: datetime) -> Told | None:
    """Do what the line asks of memory; None where it asks nothing. A reply that is made again says the same."""
    found = wish(heard)
    if found is None:
        return None
    with override(LANGUAGES.get(heard.lang, heard.user.language)):
        if found.ask is Ask.FORGET:
            return _asked(heard, found, now)
        if found.ask is Ask.WHY:
            return _why(heard, now)
        return _settled(heard, found, now)


def _asked(heard: Heard, found: Wish, now: datetime) -> Told:
    if not found.matter:
        return Told(
            "forget.everything",
            _("全部忘掉是件大事，我不在聊天里做。记忆中心里可以按类清空，设置里可以删除整个账户。"),
        )
    request = requests.bind(heard.message, found.matter, now)
    count = len(request.memories)
    if not count:
        return Told("forget.none", _("我翻了一遍，没有和它有关的记忆。之后也不会主动提。"))
    text = ngettext(
        "和它有关的记忆有 %(count)d 条，内容我就不念了。回复“确认忘掉”，我就把它忘掉；想先看一眼，在记忆中心的“要忘掉的”里。",
        "和它有关的记忆有 %(count)d 条，内容我就不念了。回复“确认忘掉”，我就把它们都忘掉；想先看一眼、留下几条，在记忆中心的“要忘掉的”里。",
        count,
    )
    return Told("forget.ask", text % {"count": count})


def _settled(heard: Heard, found: Wish, now: datetime) -> Told | None:
    """Yes or no, where something was asked. Anywhere else these are ordinary words."""
    request = requests.answered_by(heard.message) or requests.open_request(
        heard.user, heard.message.conversation_id, now
    )
    if request is None:
        return None
    chosen = None if found.ask is Ask.YES else ()
    receipt = requests.settle(request, heard.message, now, chosen)
    if receipt is None:
        return Told("forget.kept", _("好，都留着，什么也没动。"))
    count = receipt.counts.get("memories", 0)
    text = ngettext(
        "忘掉了 %(count)d 条。原话还在聊天记录里，只有你看得见；24 小时内可以在记忆中心撤销，之后彻底抹去。",
        "忘掉了 %(count)d 条。原话还在聊天记录里，只有你看得见；24 小时内可以在记忆中心撤销，之后彻底抹去。",
        count,
    )
    return Told("forget.done", text % {"count": count})


def _why(heard: Heard, now: datetime) -> Told:
    """What became of the user's last lines, newest first with something to tell."""
    before = Message.objects.for_user(heard.user).filter(
        conversation=heard.message.conversation_id,
        role=Role.USER,
        live=True,
        created_at__lt=heard.message.created_at,
    )
    for line in before.order_by("-created_at")[:LINES_BACK]:
        told = reporting.explain(heard.user, line)
        if told:
            return Told("report", told)
    return Told("report.none", _("前面没有要记的话。告诉我一件关于你的事，我会记住。"))
