"""The bin: a deleted memory, sealed whole with its evidence and its ties, until nobody can undo it any more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Q
from django.utils.dateparse import parse_datetime

from accounts.models import User
from memory import marks, writing
from memory.forgetting.spoken import reindex
from memory.history import Change, transition
from memory.models import (
    Alias,
    Bin,
    Derivation,
    Entity,
    Evidence,
    Memory,
    MemoryUse,
    Receipt,
    Relation,
    SetAside,
    Tombstone,
    Withheld,
)
from memory.rivalry import settle_rivals
from memory.standing import lock
from memory.states import TransitionKind
from memory.understanding.entities import alias_key
from transcript.models import Conversation, Message

PLAIN = (
    "kind", "subject", "attribute", "value", "polarity", "statement", "lang", "speaker", "source", "confidence",
    "importance", "sensitivity", "consent", "use", "layer", "scope", "scope_id", "status", "phase", "paused", "pinned",
    "reason", "precision", "use_count", "valence", "arousal", "version",
)  # fmt: skip
TIMES = ("true_from", "true_until", "recorded_at", "closed_at", "expires_at", "last_confirmed", "last_used")


def fill(row: Memory, now: datetime, until: datetime) -> UUID:
    """Put a row that is about to go into the bin; the bin's id."""
    content: dict[str, Any] = {"id": row.id, **{name: getattr(row, name) for name in (*PLAIN, *TIMES)}}
    content["evidence"] = [
        {"message": proof.message_id, "quote": proof.quote, "speaker": proof.speaker, "at": proof.at}
        for proof in row.evidence.all()
    ]
    content["relations"] = [_tie(relation) for relation in _relations(row)]
    content["closed_by"] = row.closed_by_id
    content["closes"] = list(Memory.objects.filter(closed_by=row).values_list("id", flat=True))
    content["uses"] = list(row.uses.values("reply_id", "lanes", "score", "used", "at"))
    content["aside"] = list(row.set_aside.values("conversation_id", "at"))
    content["premises"] = list(row.premises.values_list("premise_id", flat=True))
    content["conclusions"] = list(row.conclusions.values_list("conclusion_id", flat=True))
    made = Bin.objects.create(
        user=row.user,
        content=json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False),
        deleted_at=now,
        purge_at=until,
    )
    return made.id


def _relations(row: Memory) -> list[Relation]:
    ties = Relation.objects.filter(Q(start=row) | Q(end=row)).select_related("entity")
    return list(ties.prefetch_related("entity__aliases"))


def _tie(relation: Relation) -> dict[str, Any]:
    tie: dict[str, Any] = {
        "kind": relation.kind, "start": relation.start_id, "end": relation.end_id, "quote": relation.quote,
        "message": relation.message_id, "origin": relation.origin, "at": relation.at,
    }  # fmt: skip
    if relation.entity is not None:
        calls = [alias.name for alias in relation.entity.aliases.all()]
        tie["entity"] = {"kind": relation.entity.kind, "name": relation.entity.name, "calls": calls}
    return tie


def restore(user: User, bin_id: UUID, now: datetime) -> Memory | None:
    """Undo a deletion within its window: the row, its evidence and its ties return, its tombstones and withholdings go."""
    with transaction.atomic():
        lock(user)
        held = Bin.objects.for_user(user).filter(id=bin_id, purge_at__gt=now).select_for_update().first()
        if held is None:
            return None
        content = json.loads(held.content)
        row = Memory(id=UUID(content["id"]), user=user, **{name: content[name] for name in PLAIN})
        for name in TIMES:
            setattr(row, name, parse_datetime(content[name]) if content[name] else None)
        row.slot = marks.slot(user.id, row.kind, row.subject, row.attribute, row.within)
        row.value_key = marks.value_key(user.id, row.value, row.polarity)
        writing.index(row)
        row.save(force_insert=True)
        for proof in content["evidence"]:
            _restore_evidence(row, proof)
        _tie_again(user, content, now)
        _use_again(row, content)
        _dig_up(row, [proof["quote"] for proof in content["evidence"]])
        transition(row, Change(TransitionKind.RESTORE, "undone"), now)
        _close_again(user, row, content)
        settle_rivals(user, [bytes(row.slot)], now)  # something else may have been said there meanwhile
        held.delete()
        row.refresh_from_db()
    return row


def restore_all(user: User, receipt: UUID, now: datetime) -> list[Memory]:
    """Undo a whole deletion; the rows that came back."""
    made = Receipt.objects.for_user(user).filter(id=receipt).first()
    rows = [restore(user, held, now) for held in made.bins] if made else []
    return [row for row in rows if row is not None]


def _close_again(user: User, row: Memory, content: dict[str, Any]) -> None:
    """Say again which row closed which: deleted once more, the wordings that an edit replaced must go along."""
    Memory.objects.for_user(user).filter(id__in=content.get("closes", []), closed_by=None).update(
        closed_by=row
    )
    heir = content.get("closed_by")
    if heir and Memory.objects.for_user(user).filter(id=heir).exists():
        row.closed_by_id = heir
        row.save(update_fields=["closed_by"])


def _use_again(row: Memory, content: dict[str, Any]) -> None:
    """What it was used for and where it was set aside, as far as those replies and conversations are still there: a wish to
    leave it out of a talk must not be lost by a deletion that was undone."""
    uses, aside = content.get("uses", []), content.get("aside", [])
    replies = Message.objects.for_user(row.user).filter(id__in=[use["reply_id"] for use in uses])
    there = {str(key) for key in replies.values_list("id", flat=True)}
    MemoryUse.objects.bulk_create(
        [MemoryUse(user=row.user, memory=row, **use) for use in uses if use["reply_id"] in there],
        ignore_conflicts=True,
    )
    talks = Conversation.objects.filter(user=row.user, id__in=[one["conversation_id"] for one in aside])
    known = {str(key) for key in talks.values_list("id", flat=True)}
    SetAside.objects.bulk_create(
        [SetAside(user=row.user, memory=row, **one) for one in aside if one["conversation_id"] in known],
        ignore_conflicts=True,
    )


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


def _tie_again(user: User, content: dict[str, Any], now: datetime) -> None:
    """Relations and conclusions whose other end is still there, or back. What came back first leaves its ties to what comes
    back after it: both bins hold them."""
    ties = content.get("relations", [])
    wanted = {UUID(key) for tie in ties for key in (tie["start"], tie["end"]) if key}
    pairs = [(content["id"], key) for key in content.get("premises", [])]
    pairs += [(key, content["id"]) for key in content.get("conclusions", [])]
    wanted |= {UUID(key) for pair in pairs for key in pair}
    there = set(Memory.objects.for_user(user).filter(id__in=wanted).values_list("id", flat=True))
    for tie in ties:
        end = UUID(tie["end"]) if tie["end"] else None
        if UUID(tie["start"]) in there and (end is None or end in there):
            _relate_again(user, tie, end)
    for conclusion, premise in pairs:
        if {UUID(conclusion), UUID(premise)} <= there:
            Derivation.objects.get_or_create(
                user=user, conclusion_id=conclusion, premise_id=premise, defaults={"at": now}
            )


def _relate_again(user: User, tie: dict[str, Any], end: UUID | None) -> None:
    entity = _entity(user, tie["entity"], tie["at"]) if tie.get("entity") else None
    message = Message.objects.for_user(user).filter(id=tie["message"]).first() if tie["message"] else None
    Relation.objects.get_or_create(
        user=user, start_id=tie["start"], kind=tie["kind"], end_id=end, entity=entity,
        defaults={
            "message": message, "quote": tie["quote"], "origin": tie["origin"],
            "at": datetime.fromisoformat(tie["at"]),
        },
    )  # fmt: skip


def _entity(user: User, held: dict[str, Any], at: str) -> Entity:
    """The entity of these calls: the one that is there, else a new one."""
    keys = {call: alias_key(user, call) for call in held["calls"]}
    known = Alias.objects.for_user(user).filter(key__in=list(keys.values())).select_related("entity").first()
    if known is not None:
        found: Entity = known.entity
        return found
    made = Entity.objects.create(
        user=user, kind=held["kind"], name=held["name"], made_at=datetime.fromisoformat(at)
    )
    for call, key in keys.items():
        Alias.objects.create(user=user, entity=made, name=call, key=key)
    return made


def _dig_up(row: Memory, quotes: Sequence[str]) -> None:
    keys = [marks.fact_tombstone(row.user_id, row.subject, row.attribute, row.value)]
    keys += [marks.quote_tombstone(row.user_id, quote) for quote in quotes]
    Tombstone.objects.for_user(row.user).filter(key__in=keys).delete()
    reindex(row.user, [row.id])
    Withheld.objects.for_user(row.user).filter(memory=row.id).delete()
