"""Writing down which memories a reply used. A use that nobody judged is the queue: learning settles those of its exchange,
and what no learning comes to is found by the sweep. Safe to run twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from accounts.models import User
from memory.models import MemoryUse
from memory.using.deciding import Shown, judge
from transcript.models import Status

Opinion = Mapping[tuple[UUID, UUID], bool]
"""(reply, memory) → whether the model says that the one draws on the other; pairs it was not asked about are missing."""
LEARNING_TAKES = timedelta(hours=1)
"""A reply that no learning came to by then (its line may not be learnt from) is judged by its words."""
AT_ONCE = 500


def settle(user: User, replies: Sequence[UUID], opinion: Opinion | None = None) -> int:
    """Judge what these replies of the user were shown and nobody judged yet; the number of uses."""
    waiting = MemoryUse.objects.for_user(user).filter(reply__in=list(replies), used=None)
    return _settle(list(waiting.select_related("memory", "reply__parent")), opinion or {})


def settle_waiting(now: datetime) -> int:
    """Judge by their words the uses that learning left."""
    waiting = MemoryUse.objects.filter(used=None, at__lte=now - LEARNING_TAKES).order_by("at", "id")
    return _settle(list(waiting.select_related("memory", "reply__parent")[:AT_ONCE]), {})


def shown_of(use: MemoryUse) -> Shown:
    """A use as judging reads it."""
    row = use.memory
    return Shown(row.id, row.kind, row.statement, row.value, row.subject)


def by_words(uses: Sequence[MemoryUse], opinion: Opinion | None = None) -> dict[UUID, bool]:
    """Used or not, by use, for uses of one reply."""
    reply, asked = uses[0].reply, opinion or {}
    line = reply.parent.text if reply.parent else ""
    said = {memory: says for (answer, memory), says in asked.items() if answer == reply.id}
    told = judge([shown_of(use) for use in uses], line, reply.text, said)
    return {use.id: told[use.memory_id] for use in uses}


def _settle(waiting: Sequence[MemoryUse], opinion: Opinion) -> int:
    by_reply: dict[UUID, list[MemoryUse]] = {}
    for use in waiting:
        if use.reply.status != Status.GENERATING:
            by_reply.setdefault(use.reply_id, []).append(use)
    judged: dict[bool, list[UUID]] = {True: [], False: []}
    for uses in by_reply.values():
        for key, used in by_words(uses, opinion).items():
            judged[used].append(key)
    for used, keys in judged.items():
        MemoryUse.objects.filter(id__in=keys, used=None).update(used=used)
    return sum(len(keys) for keys in judged.values())
