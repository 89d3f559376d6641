"""Erasing: one transaction over everything that a memory left behind. Other rooms register their part here.

The row is out of the table at once and waits sealed in the bin; its words are withheld from every prompt, search and
summary at once, while the transcript still shows the user what they said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from memory import marks
from memory.forgetting import bins
from memory.forgetting.previewing import preview, tells
from memory.forgetting.spoken import reindex, unsay
from memory.models import (
    Bin,
    Evidence,
    Memory,
    Proposal,
    Receipt,
    Relation,
    Told,
    Tombstone,
    Verdict,
    Withheld,
)
from memory.rivalry import settle_rivals
from memory.standing import lock
from memory.states import Act, Status
from memory.understanding import entities

UNDO_WINDOW = timedelta(hours=24)

GONE = "…"

Part = Callable[[User, Sequence[UUID]], int]
"""(user, memory ids) → rows removed. Runs inside the deletion's transaction."""
_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """Add a room's part of the deletion manifest (candidate topics, summaries, caches)."""
    _parts[name] = part


class NothingToForget(Exception):
    """No memory of this user has these ids. An empty filter never means everything."""


def forget(user: User, ids: Sequence[UUID], now: datetime) -> Receipt:
    """Delete these memories of the user, with what `preview` says goes along. The receipt names no content; its bins undo
    it until `until`, first those that were asked for. Raises NothingToForget when none of the ids is theirs."""
    with transaction.atomic():
        lock(user)
        rows = list(preview(user, ids).goes)
        if not rows:
            raise NothingToForget
        keys = [row.id for row in rows]
        standing = _standing(user, rows)
        quotes = sum(_bury(row, now, standing) + unsay(row, now) for row in rows)
        reindex(user, keys)
        held = [bins.fill(row, now, now + UNDO_WINDOW) for row in rows]
        counts = {name: part(user, keys) for name, part in _parts.items()}
        counts |= _traces(user, rows)
        Memory.objects.filter(id__in=keys).delete()
        counts["entities"] = entities.sweep(user)
        settle_rivals(user, {bytes(row.slot) for row in rows if row.status == Status.CONFLICTED}, now)
        counts |= {"memories": len(rows), "quotes": quotes}
        return Receipt.objects.create(user=user, counts=counts, bins=held, at=now, until=now + UNDO_WINDOW)


def _traces(user: User, rows: Sequence[Memory]) -> dict[str, int]:
    """What else the room holds of these rows: relations, lines of the Report, proposals that stood on them."""
    keys = [row.id for row in rows]
    messages = [proof.message_id for row in rows for proof in row.evidence.all() if proof.message_id]
    reports = Verdict.objects.for_user(user).filter(Q(message__in=messages) | Q(memory__in=keys))
    told = [line.id for line in reports if line.memory_id in keys or tells(line.text, rows)]
    gone = Q(premises__overlap=keys) | Q(result__in=keys)
    values = [row.value.strip() for row in rows if len(row.value.strip()) > 1]
    relations = Relation.objects.for_user(user)
    _blank(Evidence.objects.for_user(user).filter(message__in=messages).exclude(memory__in=keys), values)
    _blank(relations.filter(message__in=messages).exclude(Q(start__in=keys) | Q(end__in=keys)), values)
    advice = [row.id for row in Told.objects.for_user(user).filter(act=Act.ADVISED) if tells(row.text, rows)]
    return {
        "told": Told.objects.filter(id__in=advice).delete()[0],
        "names": entities.unname(user, [row.value for row in rows if row.attribute in entities.NAMES]),
        "relations": relations.filter(Q(start__in=keys) | Q(end__in=keys)).delete()[0],
        "reports": Verdict.objects.filter(id__in=told).delete()[0],
        "proposals": Proposal.objects.for_user(user).filter(gone).delete()[0],
    }


def _blank(proofs: QuerySet[Any], values: Sequence[str]) -> None:
    """Take the deleted words out of quotes that other memories stand on: one sentence can found two facts, and the one
    that stays must not keep the one that went."""
    for proof in proofs:
        quote = proof.quote
        for value in values:
            quote = re.sub(re.escape(value), GONE, quote, flags=re.IGNORECASE)
        if quote != proof.quote:
            proof.quote = quote
            proof.save(update_fields=["quote"])


def _standing(user: User, going: Sequence[Memory]) -> set[tuple[bytes, bytes]]:
    """What other words of the user's still say, by slot and value: a wording that goes along with its edit is not a fact
    that was to be forgotten."""
    rows = Memory.objects.for_user(user).open().filter(slot__in=[bytes(row.slot) for row in going])
    left = rows.exclude(id__in=[row.id for row in going]).values_list("slot", "value_key")
    return {(bytes(slot), bytes(key)) for slot, key in left}


def _bury(row: Memory, now: datetime, standing: set[tuple[bytes, bytes]]) -> int:
    """Leave tombstones for the fact and its words, and withhold the words where they stand."""
    if (bytes(row.slot), bytes(row.value_key)) not in standing:
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


def _tombstone(user: User, key: bytes, of: str, now: datetime) -> None:
    Tombstone.objects.update_or_create(user=user, key=key, of=of, defaults={"at": now})


def purge(now: datetime) -> int:
    """Empty the bins of what nobody can undo any more; the number of rows."""
    count, _by_table = Bin.objects.filter(purge_at__lte=now).delete()
    Receipt.objects.filter(until__lte=now, purged_at=None).update(purged_at=now)
    return count


def purge_now(user: User, held: Sequence[UUID], now: datetime) -> int:
    """Empty these bins of the user's at once, at their request; the number of rows. There is no undo."""
    with transaction.atomic():
        lock(user)
        count, _by_table = Bin.objects.for_user(user).filter(id__in=list(held)).delete()
        for receipt in Receipt.objects.for_user(user).filter(bins__overlap=list(held), purged_at=None):
            if not Bin.objects.for_user(user).filter(id__in=receipt.bins).exists():
                receipt.purged_at = now
                receipt.save(update_fields=["purged_at"])
    return count
