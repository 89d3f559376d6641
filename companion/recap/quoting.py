"""Lines that recall found, as a prompt may tell them: whole exchanges, dated, through the filters of what may be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from companion.recap import sources
from companion.scene import Words
from memory.models import Evidence
from memory.recall import Recalled, cues
from memory.recall.hits import Line
from transcript.models import Message, Role, Status

QUOTES_MOST = 3
QUOTE_MOST = 160
"""Characters of a line that are told: what is longer is told by its beginning."""


def quotes(user: User, recalled: Recalled) -> tuple[Words, ...]:
    """What may be told of the lines that were found, best first. A line that a memory stands on which is told anyway is
    left out, and so is one of which nothing may be told."""
    if not recalled.lines:
        return ()
    known = Evidence.objects.for_user(user).filter(memory__in=[hit.id for hit in recalled.all])
    told_anyway = set(known.filter(message__isnull=False).values_list("message", flat=True))
    lines = [line for line in recalled.lines if line.message not in told_anyway]
    pairs = _exchanges(user, lines)
    told = sources.told(
        user, {line.conversation for line in lines}, {key for pair in pairs.values() for key in pair}
    )
    found: list[Words] = []
    seen: set[UUID] = set()
    for line in lines:
        pair = pairs[line.message]
        if line.message not in seen and told_anyway.isdisjoint(pair) and (quote := _quote(line, pair, told)):
            found.append(quote)
        seen |= set(pair)
        if len(found) == QUOTES_MOST:
            break
    return tuple(found)


def _exchanges(user: User, lines: Sequence[Line]) -> dict[UUID, list[UUID]]:
    """Each line with its answer, or with what it answers."""
    keys = [line.message for line in lines]
    rows = Message.objects.for_user(user).filter(
        Q(id__in=keys) | Q(parent__in=keys, role=Role.COMPANION, live=True)
    )
    answers: dict[UUID, UUID] = {}
    asked: dict[UUID, UUID | None] = {}
    for key, role, parent, status in rows.order_by("created_at", "id").values_list(
        "id", "role", "parent", "status"
    ):
        if role == Role.COMPANION and parent:
            asked[key] = parent
            if status not in (Status.GENERATING, Status.FAILED):
                answers.setdefault(parent, key)
        else:
            asked[key] = None
    return {
        key: [one for one in (asked.get(key), key, answers.get(key)) if one] for key in keys if key in asked
    } | {key: [] for key in keys if key not in asked}


def _quote(line: Line, pair: Sequence[UUID], told: Mapping[UUID, sources.Told]) -> Words | None:
    if line.message not in told or not told[line.message].text:
        return None
    kept = [told[key] for key in pair if key in told and told[key].text]
    if any(row.by_user and cues.read(row.text).asks_memory for row in kept):
        return None  # it was asked before: neither the question nor "I don't remember" answers it
    return Words(kept[0].at, tuple((row.role, _short(row.text)) for row in kept))


def _short(text: str) -> str:
    return text if len(text) <= QUOTE_MOST else f"{text[:QUOTE_MOST]}…"
