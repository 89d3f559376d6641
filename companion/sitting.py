"""The sitting: the recent lines of a conversation since its last long silence, as a prompt may see them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from accounts.models import User
from companion.recap import sources
from companion.scene import About, Earlier, Said
from memory.forgetting import without_withheld
from memory.forgetting.previewing import tells
from memory.models import Memory, Withheld
from memory.switching import is_paused
from memory.using.aside import aside_rows, without_aside
from transcript.models import SITTING_QUIET, Message, Role, Status, Summary

LINES_MOST = 60
SUMMARIES_MOST = 12
"""Rows looked at for a prompt: more never find room in it."""


@dataclass(frozen=True)
class Sitting:
    """Lines before the one to be answered, oldest first; `began` is the first one's time, None when there is none."""

    lines: tuple[Said, ...] = ()
    began: datetime | None = None
    cut: bool = False
    """Whether the sitting has older lines than these."""


@dataclass(frozen=True)
class Backdrop:
    """What is known of a conversation without its lines: summaries, oldest first, and what this sitting is about."""

    earlier: tuple[Earlier, ...] = ()
    about: About = field(default_factory=About)


def is_question(text: str) -> bool:
    """Whether a reply asks something: a question mark outside of what it quotes."""
    return bool(_ASKS.search(_QUOTED.sub("", text)))


_ASKS = re.compile(r"[?？]")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|「[^」]*」")


def sitting_before(user: User, message: Message) -> Sitting:
    """The lines of this conversation that came before `message` without a six-hour silence between them. Words of deleted
    memories, and of those set aside here, are taken out; replies that failed or are still running are left out."""
    earlier = (
        Message.objects.for_user(user)
        .filter(conversation=message.conversation_id, live=True, created_at__lte=message.created_at)
        .exclude(id=message.id)
        .exclude(role=Role.COMPANION, status__in=[Status.GENERATING, Status.FAILED])
        .order_by("-created_at", "-id")[: LINES_MOST + 1]
    )
    kept: list[Message] = []
    after = message.created_at
    for line in earlier:
        if after - line.created_at > SITTING_QUIET:
            break
        kept.append(line)
        after = line.created_at
    cut = len(kept) > LINES_MOST
    kept = kept[:LINES_MOST][::-1]
    texts = without_withheld(user, {line.id: line.text for line in kept})
    texts = without_aside(user, message.conversation_id, texts)
    said = tuple(
        Said(line.role, texts[line.id], line.created_at) for line in kept if texts[line.id].strip(" …")
    )
    return Sitting(said, kept[0].created_at if kept else None, cut)


def backdrop(user: User, message: Message, sitting: Sitting) -> Backdrop:
    """The working memory that the answer to `message` may use: never what was made of words withheld since, nor a line
    about what the user wants kept quiet or set aside here; nothing while memory is paused, and nothing in a temporary conversation."""
    talk = message.conversation
    if talk.user_id != user.id or talk.temporary or is_paused(user):
        return Backdrop()

    @cache
    def kept_quiet() -> tuple[sources.Quiet, list[Memory]]:  # asked for only where there is something to tell
        return sources.quiet_of(user), aside_rows(user, message.conversation_id)

    def hushed(words: str) -> bool:
        quiet, aside = kept_quiet()
        return quiet.holds(words) or tells(words, aside)

    earlier = _earlier(user, message, hushed)
    at = talk.worked_out_at
    if at is None or talk.valence is None or sitting.began is None or at < sitting.began:
        return Backdrop(earlier)  # not worked out yet, or it tells of another sitting
    held = Withheld.objects.for_user(user).filter(message__conversation=talk, at__gte=at)
    if held.exists():
        return Backdrop(earlier)
    topic, goal = ("" if words and hushed(words) else words for words in (talk.topic or "", talk.goal or ""))
    return Backdrop(earlier, About(topic, goal, talk.valence))


def _earlier(user: User, message: Message, hushed: Callable[[str], bool]) -> tuple[Earlier, ...]:
    """The summaries of what was said before a line, oldest first, as they may be told now."""
    made = Summary.objects.for_user(user).filter(
        conversation=message.conversation_id, last_at__lt=message.created_at
    )
    rows = list(made.order_by("-last_at")[:SUMMARIES_MOST])[::-1]
    if not rows:
        return ()
    spoilt = sources.spoilt(user, {row.id: (row.sources, row.made_at) for row in rows})
    told = {row.id: [line for line in row.text.splitlines() if not hushed(line)] for row in rows}
    return tuple(
        Earlier("\n".join(told[row.id]), row.last_at)
        for row in rows
        if row.id not in spoilt and any(line.startswith("- ") for line in told[row.id])
    )
