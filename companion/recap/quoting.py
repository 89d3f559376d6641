"""Lines that recall found, as a prompt may tell them: whole exchanges, dated, through the filters of what may be told."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from accounts.models import User
from companion.recap import sources
from companion.scene import Words
from memory.models import Evidence
from memory.recall import Recalled, cues
from memory.recall.hits import Line
from transcript.models import Conversation, Message, Role, Status

QUOTES_MOST = 3
QUOTE_MOST = 160
"""Characters of a line that are told: what is longer is told by its beginning."""


def quotes(user: User, recalled: Recalled) -> tuple[Words, ...]:
    """What may be told of the lines that were found, best first. A line that a memory stands on which is told anyway is
    left out, and so is one of which nothing may be told."""
    known = Evidence.objects.for_user(user).filter(memory__in=[hit.id for hit in recalled.all])
    told_anyway = set(known.filter(message__isnull=False).values_list("message", flat=True))
    found: list[Words] = []
    seen: set[UUID] = set()
    for line in recalled.lines:
        if line.message in told_anyway or line.message in seen:
            continue
        pair = _exchange(line)
        seen |= set(pair)
        if told_anyway.isdisjoint(pair) and (quote := _quote(user, line, pair)):
            found.append(quote)
        if len(found) == QUOTES_MOST:
            break
    return tuple(found)


def _exchange(line: Line) -> list[UUID]:
    """A line with its answer, or with what it answers."""
    row = Message.objects.filter(id=line.message).first()
    if row is None:
        return []
    if row.role == Role.COMPANION:
        return [row.parent_id, row.id] if row.parent_id else [row.id]
    replies = Message.objects.filter(parent=row, role=Role.COMPANION, live=True)
    answer = replies.exclude(status__in=[Status.GENERATING, Status.FAILED]).first()
    return [row.id, *([answer.id] if answer else [])]


def _quote(user: User, line: Line, pair: Sequence[UUID]) -> Words | None:
    conversation = Conversation.objects.for_user(user).filter(id=line.conversation).first()
    if conversation is None:
        return None
    told = sources.told(user, conversation, pair)
    if line.message not in told or not told[line.message].text:
        return None
    kept = [told[key] for key in pair if key in told and told[key].text]
    if any(row.by_user and cues.read(row.text).asks_memory for row in kept):
        return None  # it was asked before: neither the question nor "I don't remember" answers it
    return Words(kept[0].at, tuple((row.role, _short(row.text)) for row in kept))


def _short(text: str) -> str:
    return text if len(text) <= QUOTE_MOST else f"{text[:QUOTE_MOST]}…"
