"""What a user does in the memory centre: confirm, reject, edit, write by hand, pause.

Each is safe to run twice. An edit closes the old row and opens a new one, so that history stays and the vector follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from memory import marks, writing
from memory.learning import lock
from memory.models import Evidence, Memory, MemorySettings, Tombstone, Withheld
from memory.policy import POLICY, Kind, Use
from memory.states import Source, Status, TransitionKind

STATEMENT_MAX = 500
BY_HAND = (Kind.IDENTITY, Kind.PREFERENCE, Kind.PERSON, Kind.STYLE, Kind.BOUNDARY, Kind.THREAD)
"""Kinds a person can write down themselves; the others come from what is said."""


class Stale(Exception):
    """The row changed since the page was shown; show it again before asking."""


@dataclass(frozen=True)
class Edit:
    """New words for a memory; `version` is the one the page showed, None to overwrite whatever stands."""

    statement: str
    version: int | None = None


def find(user: User, memory: UUID) -> Memory:
    """The user's memory by id; raises Memory.DoesNotExist for anybody else's."""
    return Memory.objects.for_user(user).get(id=memory)


def confirm(user: User, memory: UUID, now: datetime) -> Memory:
    """The user says it is so: authority rises to theirs, and what stood against it is closed."""
    with transaction.atomic():
        lock(user)
        row = find(user, memory)
        if row.status == Status.CONFLICTED:
            rivals = Memory.objects.for_user(user).filter(slot=bytes(row.slot), status=Status.CONFLICTED)
            for rival in rivals.exclude(id=row.id):
                rival.reason = "corrected"
                rival.save(update_fields=["reason"])
                writing.close(rival, Status.SUPERSEDED, now, row)
                writing.transition(rival, TransitionKind.CORRECT, "user_chose", now, row)
        row.status, row.closed_at, row.closed_by = Status.CURRENT, None, None
        row.confidence, row.last_confirmed = 0.99, now
        if row.source in (Source.INFERRED, Source.SUMMARY, Source.IMPORTED):
            row.source = Source.STATED
        row.version += 1
        row.save()
        writing.transition(row, TransitionKind.CONFIRM, "user_confirmed", now)
    return row


def reject(user: User, memory: UUID, now: datetime) -> Memory:
    """The user says it is not so: kept as rejected, never used, and its evidence can't found it again."""
    with transaction.atomic():
        lock(user)
        row = find(user, memory)
        if row.status == Status.REJECTED:
            return row
        rivals = {bytes(row.slot)} if row.status == Status.CONFLICTED else set()
        writing.close(row, Status.REJECTED, now)
        writing.settle_rivals(user, rivals, now)
        writing.transition(row, TransitionKind.RETRACT, "user_rejected", now)
        fact = marks.fact_tombstone(user.id, row.subject, row.attribute, row.value)
        Tombstone.objects.update_or_create(user=user, key=fact, of="fact", defaults={"at": now})
    return row


def edit(user: User, memory: UUID, change: Edit, now: datetime) -> Memory:
    """Replace the words. The new row is the user's own (`set`); the old one is closed behind it. Raises Stale."""
    statement = change.statement.strip()[:STATEMENT_MAX]
    with transaction.atomic():
        lock(user)
        row = find(user, memory)
        if change.version is not None and change.version != row.version:
            raise Stale
        if not statement or statement == row.statement:
            return row
        new = _successor(row, statement, now)
        new.save(force_insert=True)
        for proof in row.evidence.all():
            Evidence.objects.create(
                user=user,
                memory=new,
                message_id=proof.message_id,
                quote=proof.quote,
                speaker=proof.speaker,
                at=proof.at,
            )
        row.reason = "edited"
        row.save(update_fields=["reason"])
        writing.close(row, Status.SUPERSEDED, now, new)
        writing.transition(row, TransitionKind.EDIT, "user_edited", now, new)
        writing.settle_rivals(user, {bytes(row.slot)}, now)
    return new


def _successor(row: Memory, statement: str, now: datetime) -> Memory:
    value = edited_value(row.statement, row.value, statement)
    new = Memory(
        user=row.user,
        kind=row.kind,
        subject=row.subject,
        attribute=row.attribute,
        value=value,
        polarity=row.polarity,
        slot=bytes(row.slot),
        value_key=marks.value_key(row.user_id, value, row.polarity),
        statement=statement,
        lang=row.lang,
        source=Source.SET,
        confidence=1.0,
        importance=row.importance,
        sensitivity=row.sensitivity,
        consent=row.consent,
        use=row.use,
        scope=row.scope,
        scope_id=row.scope_id,
        status=Status.CURRENT,
        phase=row.phase,
        paused=row.paused,
        pinned=row.pinned,
        reason="user_edited",
        true_from=row.true_from,
        true_until=row.true_until,
        precision=row.precision,
        recorded_at=now,
        expires_at=row.expires_at,
        last_confirmed=now,
    )
    writing.index(new)
    return new


def edited_value(old_statement: str, old_value: str, statement: str) -> str:
    """The value inside an edited statement: what stands where the old value stood, else the statement itself."""
    head, found, tail = old_statement.partition(old_value)
    if found and old_value and statement.startswith(head) and statement.endswith(tail):
        middle = statement[len(head) : len(statement) - len(tail) or None]
        if middle.strip():
            return middle.strip()
    return statement


def write_by_hand(user: User, kind: Kind, statement: str, lang: str, now: datetime) -> Memory:
    """A fact or an instruction the user writes down. The same words twice are one row."""
    statement = statement.strip()[:STATEMENT_MAX]
    policy = POLICY[kind]
    attribute = {Kind.STYLE: "style", Kind.BOUNDARY: "boundary", Kind.THREAD: "goal"}.get(kind, "note")
    with transaction.atomic():
        lock(user)
        key = marks.value_key(user.id, statement, 1)
        slot = marks.slot(user.id, kind, "user", attribute)
        same = Memory.objects.for_user(user).open().filter(slot=slot, value_key=key).first()
        if same:
            return same
        row = Memory(
            user=user,
            kind=kind,
            subject="user",
            attribute=attribute,
            value=statement,
            slot=slot,
            value_key=key,
            statement=statement,
            lang=lang,
            source=Source.SET,
            confidence=1.0,
            importance=max(policy.importance, 0.8),
            sensitivity=policy.sensitivity,
            use=policy.use,
            status=Status.CURRENT,
            phase="open" if kind is Kind.THREAD else "",
            reason="written_by_hand",
            recorded_at=now,
            last_confirmed=now,
        )
        writing.index(row)
        row.save()
    return row


def never_raise(user: User, memory: UUID, now: datetime) -> Memory:
    """Keep it, but never bring it up: out of recall, and its words out of every prompt. Not a deletion."""
    with transaction.atomic():
        lock(user)
        row = find(user, memory)
        row.use = Use.NEVER_RAISE
        row.version += 1
        row.save(update_fields=["use", "version"])
        for proof in row.evidence.filter(message__isnull=False):
            Withheld.objects.get_or_create(
                user=user,
                message_id=proof.message_id,
                memory=row.id,
                defaults={"quote": proof.quote, "at": now},
            )
    return row


def pause_all(user: User, now: datetime, *, paused: bool) -> MemorySettings:
    """Stop or resume forming and using memories. Pausing again keeps the first moment."""
    with transaction.atomic():
        settings = lock(user)
        settings.paused_at = (settings.paused_at or now) if paused else None
        settings.save(update_fields=["paused_at"])
    return settings


def pause_kind(user: User, kind: Kind, *, paused: bool) -> MemorySettings:
    with transaction.atomic():
        settings = lock(user)
        kinds = set(settings.paused_kinds) - {kind.value}
        settings.paused_kinds = sorted(kinds | {kind.value} if paused else kinds)
        settings.save(update_fields=["paused_kinds"])
    return settings


def is_paused(user: User) -> bool:
    return MemorySettings.objects.filter(user=user).exclude(paused_at=None).exists()
