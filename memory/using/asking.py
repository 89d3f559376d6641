"""The model's opinion of what a reply drew on, asked for in the learning call: it points at numbered memories, and code
takes only numbers that exist, of replies that were shown them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from pydantic import BaseModel, Field

from accounts.models import User
from llm.prompts import fill
from memory.models import MemoryUse
from memory.policy import Use
from memory.states import OPEN_STATUSES
from memory.using.deciding import IN_FORCE

APP = Path(__file__).resolve().parent.parent
PAIRS_MOST = 60
STATEMENT_MOST = 200


class UsedIn(BaseModel):
    """What one companion message drew on, as the model answers it."""

    message: int
    memories: list[int] = Field(
        default_factory=list, description="numbers of the memories it really draws on"
    )


@dataclass(frozen=True)
class Beside:
    """A memory that a reply was shown, and that waits to be judged."""

    reply: UUID
    memory: UUID
    statement: str


def waiting(user: User, replies: Iterable[UUID]) -> tuple[Beside, ...]:
    """What a model may be asked about these replies. What shapes every reply needs no opinion; what was paused, closed or is
    never to be raised since stays out of every prompt."""
    uses = (
        MemoryUse.objects.for_user(user)
        .filter(reply__in=list(replies), used=None, memory__status__in=OPEN_STATUSES, memory__paused=False)
        .exclude(memory__kind__in=IN_FORCE)
        .exclude(memory__use=Use.NEVER_RAISE)
        .select_related("memory")
        .order_by("at", "-score", "id")
    )
    return tuple(Beside(use.reply_id, use.memory_id, use.memory.statement) for use in uses[:PAIRS_MOST])


def section(beside: Sequence[Beside], messages: Sequence[UUID], lang: str) -> str:
    """The part of the prompt that asks; `messages` are the ids of the numbered messages. "" where there is nothing to ask."""
    pairs = [one for one in beside if one.reply in messages]
    if not pairs:
        return ""
    numbers = _numbers(pairs)
    told = {one.memory: _flat(one.statement) for one in pairs}
    listed = "\n".join(f"[{number}] {told[key]}" for key, number in numbers.items())
    seen = []
    for place, message in enumerate(messages, 1):
        if mine := sorted(numbers[one.memory] for one in pairs if one.reply == message):
            seen.append(f"[{place}]: {', '.join(map(str, mine))}")
    return fill(APP, "used", lang, memories=listed, seen="\n".join(seen))


def read(
    told: Sequence[UsedIn], beside: Sequence[Beside], messages: Sequence[UUID]
) -> dict[tuple[UUID, UUID], bool]:
    """The opinion in ids: for every message that the model spoke of, each memory it was shown is used or not."""
    pairs = [one for one in beside if one.reply in messages]
    numbers = _numbers(pairs)
    spoken = {
        messages[one.message - 1]: set(one.memories) for one in told if 1 <= one.message <= len(messages)
    }
    return {
        (one.reply, one.memory): numbers[one.memory] in spoken[one.reply]
        for one in pairs
        if one.reply in spoken
    }


def _numbers(pairs: Sequence[Beside]) -> dict[UUID, int]:
    """Each memory's number, in the order of the list."""
    keys = dict.fromkeys(one.memory for one in pairs)
    return {key: number for number, key in enumerate(keys, 1)}


def _flat(text: str) -> str:
    return " ".join(text.split())[:STATEMENT_MOST]
