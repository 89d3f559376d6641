"""From what was just said: a story half told, a question of the user's that got no answer."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from accounts.models import User
from memory.extraction.sentences import language, sentences
from memory.extraction.special import is_special
from memory.judging import SECRETS
from memory.models import Withheld
from memory.switching import is_paused
from topics.grounds import Ground
from transcript.models import Message, Role, Status

LATELY = timedelta(days=3)
"""A story that was left open longer ago is over: nobody waits for it any more."""
RESTS = timedelta(minutes=20)
"""How long the user is left to go on by themselves."""
LINES, MOST, LONGEST = 60, 8, 60
HALF_TOLD = re.compile(
    r"(?:回头|下次|改天|以后|晚点|晚上|待会儿?|等会儿?|有空)(?:再|我再|的时候)?(?:跟|和|给|同)?你?(?:细|慢慢)?(?:说|讲|聊|告诉)|说来话长|先不(?:说|讲)了|"
    r"先说到这|还没说完|没讲完|接下来更"
    r"|\b(?:tell you|more on that|get into (?:it|that)|talk about (?:it|that)) (?:more )?(?:later|another time|next time|tomorrow)\b|\blong story\b"
    r"|\bto be continued\b|\bI'?ll finish (?:this|it|the story)\b",
    re.IGNORECASE,
)
WORDS = {
    "zh": {"half_told": "你上次话没说完：“{quote}”", "unanswered": "你问过、还没有得到回答：“{quote}”"},
    "en": {"half_told": "You left a story unfinished: “{quote}”", "unanswered": "You asked this and got no answer: “{quote}”"},
}  # fmt: skip


def grounds(user: User, now: datetime) -> list[Ground]:
    """Loose ends of the user's last days, newest first. Lines at risk, lines that are not to be learnt from, special matters
    and secrets are none."""
    if is_paused(user):
        return []
    rows = (
        Message.objects.for_user(user)
        .filter(
            role=Role.USER, live=True, risk_level=0, learn_bar="", created_at__gte=now - LATELY, created_at__lte=now - RESTS,
            conversation__temporary=False, conversation__deleted_at=None, conversation__project=None,
            conversation__apart=False,
        )
        .order_by("-created_at", "-id")[:LINES]
    )  # fmt: skip
    lines = list(rows)
    held = set(Withheld.objects.for_user(user).filter(message__in=lines).values_list("message_id", flat=True))
    failed = set(
        Message.objects.filter(parent__in=lines, live=True, status__in=[Status.FAILED, Status.INTERRUPTED])
        .values_list("parent_id", flat=True)
    )  # fmt: skip
    found = [_loose_end(line, line.id in failed) for line in lines if line.id not in held]
    return [ground for ground in found if ground is not None][:MOST]


def _loose_end(line: Message, unanswered: bool) -> Ground | None:
    text, lang = line.text, language(line.text)
    if SECRETS.search(text) or is_special(text):
        return None
    kind = (
        "half_told"
        if HALF_TOLD.search(text)
        else "unanswered"
        if unanswered and text.rstrip().endswith(("?", "？"))
        else ""
    )
    if not kind:
        return None
    quote = _quote(text, lang)
    return Ground(
        memory=None,
        source="loose_end",
        statement=WORDS[lang][kind].format(quote=quote),
        subject="",
        lang=lang,
        importance=0.5,
        confidence=0.9,
        heard=line.created_at,
        key=f"line:{line.id}",
        message=line.id,
        until=line.created_at + LATELY,
    )


def _quote(text: str, lang: str) -> str:
    """The sentence that broke off, with the one before it where that says of what."""
    parts = [text[one.start : one.end + len(one.ends)].strip() for one in sentences(text, lang)] or [text]
    place = next((n for n, part in enumerate(parts) if HALF_TOLD.search(part)), len(parts) - 1)
    quote = ("" if lang == "zh" else " ").join(parts[max(0, place - 1) : place + 1])
    return quote if len(quote) <= LONGEST else f"{quote[:LONGEST]}…"
