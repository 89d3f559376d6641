"""How something is erased. One transaction over a manifest; a tombstone that every write path consults; an undo window;
then purge. Other rooms register their part of the manifest here.

The row is out of the table at once and waits sealed in the bin; its words are withheld from every prompt, search and
summary at once, while the transcript still shows the user what they said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Q
from django.utils.dateparse import parse_datetime

from accounts.models import User
from memory import marks, writing
from memory.history import Change, settle_rivals, transition
from memory.learning import lock
from memory.models import Bin, Evidence, Memory, Tombstone, Withheld
from memory.states import OPEN_STATUSES, TransitionKind
from memory.states import Status as MemoryStatus
from transcript.models import Message, Role, Status

UNDO_WINDOW = timedelta(hours=24)
UNSAID_MOST = 2_000
PLAIN = (
    "kind", "subject", "attribute", "value", "polarity", "statement", "lang", "speaker", "source", "confidence",
    "importance", "sensitivity", "consent", "use", "layer", "scope", "scope_id", "status", "phase", "paused", "pinned",
    "reason", "precision", "use_count", "valence", "arousal", "version",
)  # fmt: skip
TIMES = ("true_from", "true_until", "recorded_at", "closed_at", "expires_at", "last_confirmed", "last_used")

Part = Callable[[User, Sequence[UUID]], int]
"""(user, memory ids) → rows removed. Runs inside the deletion's transaction."""
_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """Add a room's part of the deletion manifest (candidate topics, summaries, caches)."""
    _parts[name] = part


@dataclass(frozen=True)
class Receipt:
    """What was deleted, by table, without content; `bins` undo it until `until`."""

    counts: dict[str, int]
    bins: tuple[UUID, ...]
    at: datetime
    until: datetime


class NothingToForget(Exception):
    """No memory of this user has these ids. An empty filter never means everything."""


def forget(user: User, ids: Sequence[UUID], now: datetime) -> Receipt:
    """Delete these memories of the user. Raises NothingToForget when none of the ids is theirs."""
    with transaction.atomic():
        lock(user)
        rows = list(Memory.objects.for_user(user).filter(id__in=list(ids)).select_for_update())
        if not rows:
            raise NothingToForget
        rows += _former(user, rows)
        bins, quotes = [], 0
        for row in rows:
            quotes += _bury(row, now)
            quotes += _unsay(row, now)
            bins.append(_bin(row, now))
        keys = [row.id for row in rows]
        counts = {name: part(user, keys) for name, part in _parts.items()}
        Memory.objects.filter(id__in=keys).delete()
        settle_rivals(user, {bytes(row.slot) for row in rows if row.status == MemoryStatus.CONFLICTED}, now)
    counts |= {"memories": len(rows), "quotes": quotes}
    return Receipt(counts, tuple(bins), now, now + UNDO_WINDOW)


def _former(user: User, rows: Sequence[Memory]) -> list[Memory]:
    """Closed rows that say the same, and the wordings that an edit replaced: asked about the past, they would tell what
    was deleted."""
    same = Q(closed_by__in=rows, reason="edited")
    for row in rows:
        same |= Q(slot=bytes(row.slot), value_key=bytes(row.value_key))
    closed = Memory.objects.for_user(user).exclude(status__in=OPEN_STATUSES)
    return list(closed.filter(same).exclude(id__in=[row.id for row in rows]).select_for_update())


def _bury(row: Memory, now: datetime) -> int:
    """Leave tombstones for the fact and its words, and withhold the words where they stand."""
    fact = marks.fact_tombstone(row.user_id, row.subject, row.attribute, row.value)
    _tombstone(row.user, fact, "fact", now)
    count = 0
    for proof in row.evidence.all():
        _tombstone(row.user, marks.quote_tombstone(row.user_id, proof.quote), "quote", now)
        if proof.message_id:
            Withheld.objects.create(
                user=row.user, message_id=proof.message_id, quote=proof.quote, memory=row.id, at=now
            )
            count += 1
    return count


def _unsay(row: Memory, now: datetime) -> int:
    """Withhold the fact where the companion itself said it: its own words in the history would bring it back in the next
    prompt. Its newest lines since the fact was heard; one character alone is no fact."""
    heard = min([row.recorded_at, *(proof.at for proof in row.evidence.all())])
    lines = Message.objects.for_user(row.user).filter(role=Role.COMPANION, created_at__gte=heard)
    wanted = [words for words in (row.statement.rstrip("。.!！ "), row.value.strip()) if len(words) > 1]
    told = re.compile("|".join(map(re.escape, wanted)), re.IGNORECASE) if wanted else None
    found = [
        Withheld(user=row.user, message=line, quote=words, memory=row.id, at=now)
        for line in lines.exclude(status=Status.GENERATING).order_by("-created_at")[:UNSAID_MOST]
        for words in (sorted(set(told.findall(line.text)), key=len, reverse=True) if told else ())
    ]
    Withheld.objects.bulk_create(found)
    return len(found)


def _tombstone(user: User, key: bytes, of: str, now: datetime) -> None:
    Tombstone.objects.update_or_create(user=user, key=key, of=of, defaults={"at": now})


def _bin(row: Memory, now: datetime) -> UUID:
    content: dict[str, Any] = {"id": row.id, **{name: getattr(row, name) for name in (*PLAIN, *TIMES)}}
    content["evidence"] = [
        {"message": proof.message_id, "quote": proof.quote, "speaker": proof.speaker, "at": proof.at}
        for proof in row.evidence.all()
    ]
    made = Bin.objects.create(
        user=row.user,
        content=json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False),
        deleted_at=now,
        purge_at=now + UNDO_WINDOW,
    )
    return made.id


def restore(user: User, bin_id: UUID, now: datetime) -> Memory | None:
    """Undo a deletion within its window: the row and its evidence return, its tombstones and withholdings go."""
    with transaction.atomic():
        lock(user)
        held = Bin.objects.for_user(user).filter(id=bin_id, purge_at__gt=now).select_for_update().first()
        if held is None:
            return None
        content = json.loads(held.content)
        row = Memory(id=UUID(content["id"]), user=user, **{name: content[name] for name in PLAIN})
        for name in TIMES:
            setattr(row, name, parse_datetime(content[name]) if content[name] else None)
        row.slot = marks.slot(user.id, row.kind, row.subject, row.attribute)
        row.value_key = marks.value_key(user.id, row.value, row.polarity)
        writing.index(row)
        row.save(force_insert=True)
        if row.status == MemoryStatus.CONFLICTED:  # the side that held alone meanwhile is one of two again
            same = Memory.objects.for_user(user).filter(slot=row.slot, status=MemoryStatus.CURRENT)
            same.update(status=MemoryStatus.CONFLICTED)
        for proof in content["evidence"]:
            _restore_evidence(row, proof)
        _dig_up(row, [proof["quote"] for proof in content["evidence"]])
        transition(row, Change(TransitionKind.RESTORE, "undone"), now)
        held.delete()
    return row


def words_of(user: User, bin_id: UUID) -> list[UUID]:
    """The user's own lines that a deleted memory stood on, while they are still there: they can be deleted too."""
    held = Bin.objects.for_user(user).filter(id=bin_id).first()
    if held is None:
        return []
    proofs = [proof["message"] for proof in json.loads(held.content)["evidence"] if proof["message"]]
    lines = Message.objects.for_user(user).filter(id__in=proofs, role=Role.USER, live=True)
    return list(lines.order_by("created_at").values_list("id", flat=True))


def _restore_evidence(row: Memory, proof: dict[str, Any]) -> None:
    message = (
        Message.objects.for_user(row.user).filter(id=proof["message"]).first() if proof["message"] else None
    )
    Evidence.objects.create(
        user_id=row.user_id,
        memory=row,
        message=message,
        quote=proof["quote"],
        speaker=proof["speaker"],
        at=datetime.fromisoformat(proof["at"]),
    )


def _dig_up(row: Memory, quotes: Sequence[str]) -> None:
    keys = [marks.fact_tombstone(row.user_id, row.subject, row.attribute, row.value)]
    keys += [marks.quote_tombstone(row.user_id, quote) for quote in quotes]
    Tombstone.objects.for_user(row.user).filter(key__in=keys).delete()
    Withheld.objects.for_user(row.user).filter(memory=row.id).delete()


def purge(now: datetime) -> int:
    """Empty the bin of what nobody can undo any more; the number of rows."""
    count, _by_table = Bin.objects.filter(purge_at__lte=now).delete()
    return count


def without_withheld(user: User, texts: dict[UUID, str]) -> dict[UUID, str]:
    """Message texts by id, with the words of deleted and never-to-be-raised memories taken out: what a prompt,
    search or summary may see."""
    held = Withheld.objects.for_user(user).filter(message_id__in=list(texts))
    cleaned = dict(texts)
    for row in held:
        cleaned[row.message_id] = cleaned[row.message_id].replace(row.quote, "…")
    return cleaned
