"""What a user does in the memory centre: confirm, reject, edit, write by hand, pause, narrow to one place.

Each is safe to run twice. An edit closes the old row and opens a new one, so that history stays and the vector follows.
`act` names one press of a button; `memory.undoing` takes everything that it did back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from memory import marks, writing
from memory.forgetting.previewing import REPLACED
from memory.forgetting.spoken import reindex
from memory.history import Change, close, hand_on_proofs, snapshot, transition
from memory.models import Memory, Tombstone, Withheld
from memory.policy import POLICY, Kind, Use
from memory.rivalry import matter, overrule, rivals, settle_rivals
from memory.standing import lock
from memory.states import ScopeKind, Source, Status, TransitionKind

STATEMENT_MAX = 500
BY_HAND = (Kind.IDENTITY, Kind.PREFERENCE, Kind.PERSON, Kind.STYLE, Kind.BOUNDARY, Kind.THREAD)
"""Kinds a person can write down themselves; the others come from what is said."""


class Stale(Exception):
    """The row changed since the page was shown; show it again before asking."""


@dataclass(frozen=True)
class Place:
    """Where a memory may be used: everywhere, or with one persona, in one conversation or one project (`id`)."""

    kind: ScopeKind = ScopeKind.EVERYWHERE
    id: UUID | None = None


@dataclass(frozen=True)
class Edit:
    """New words for a memory; `version` is the one the page showed, None to overwrite whatever stands."""

    statement: str
    version: int | None = None


def find(user: User, memory: UUID) -> Memory:
    """The user's memory by id; raises Memory.DoesNotExist for anybody else's."""
    return Memory.objects.for_user(user).get(id=memory)


def confirm(user: User, memory: UUID, now: datetime, act: UUID | None = None) -> Memory:
    """The user says it is so: authority rises to theirs, and what stood against it is closed."""
    with transaction.atomic():
        lock(user)
        row = find(user, memory)
        before = snapshot(row)
        _choose(row, now, act)
        row.status, row.closed_at, row.closed_by = Status.CURRENT, None, None
        row.confidence, row.last_confirmed = 0.99, now
        if row.source in (Source.INFERRED, Source.SUMMARY, Source.IMPORTED):
            row.source = Source.STATED
        row.version += 1
        row.save()
        transition(row, Change(TransitionKind.CONFIRM, "user_confirmed", act=act, before=before), now)
    return row


def _choose(row: Memory, now: datetime, act: UUID | None) -> None:
    """Of what can't hold together the user chose this row: rivals in question were errors, what held until now is over."""
    for rival in rivals(row):
        overrule(rival, row, now, act)


def reject(user: User, memory: UUID, now: datetime, act: UUID | None = None) -> Memory:
    """The user says it is not so: kept as rejected, never used, and its evidence can't found it again."""
    with transaction.atomic():
        lock(user)
        row = find(user, memory)
        if row.status == Status.REJECTED:
            return row
        before, slots = snapshot(row), [bytes(row.slot)] if row.status == Status.CONFLICTED else []
        close(row, Status.REJECTED, now)
        transition(row, Change(TransitionKind.RETRACT, "user_rejected", act=act, before=before), now)
        settle_rivals(user, slots, now, act)
        fact = marks.fact_tombstone(user.id, row.subject, row.attribute, row.value)
        Tombstone.objects.update_or_create(user=user, key=fact, of="fact", defaults={"at": now})
    return row


def edit(user: User, memory: UUID, change: Edit, now: datetime, act: UUID | None = None) -> Memory:
    """Replace the words. The new row is the user's own (`set`); the old one is closed behind it. Raises Stale."""
    statement = change.statement.strip()[:STATEMENT_MAX]
    with transaction.atomic():
        lock(user)
        row = find(user, memory)
        if change.version is not None and change.version != row.version:
            raise Stale
        if not statement or statement == row.statement:
            return row
        before, new = snapshot(row), _successor(row, statement, now)
        new.save(force_insert=True)
        hand_on_proofs(row, new)
        row.reason = "edited"
        row.save(update_fields=["reason"])
        close(row, Status.SUPERSEDED, now, new)
        made = Change(TransitionKind.EDIT, "user_edited", new=new, made=True, act=act, before=before)
        transition(row, made, now)
        _choose(new, now, act)
        settle_rivals(user, [bytes(row.slot)], now, act)
    return new


def _successor(row: Memory, statement: str, now: datetime) -> Memory:
    value = edited_value(row.statement, row.value, statement)
    attribute = _attribute(row, value, statement)
    new = Memory(
        user=row.user,
        kind=row.kind,
        subject=row.subject,
        attribute=attribute,
        value=value,
        polarity=row.polarity,
        slot=marks.slot(row.user_id, row.kind, row.subject, attribute, row.within),
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


def _attribute(row: Memory, value: str, statement: str) -> str:
    """Where edited words belong: 你小时候住在深圳 is no answer to which city it is, and must not stand against one."""
    other = value == statement and row.value != row.statement and matter(row)[1] == ""
    return "note" if other else row.attribute


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
        if kind is Kind.STYLE:  # the newer instruction about the same side of the voice holds
            _choose(row, now, None)
    return row


def never_raise(user: User, memory: UUID, now: datetime, act: UUID | None = None) -> Memory:
    """Keep it, but never bring it up: out of recall, and its words out of every prompt. Not a deletion."""
    with transaction.atomic():
        row = _set(user, memory, now, act, "never_raised", use=Use.NEVER_RAISE)
        for proof in row.evidence.filter(message__isnull=False):
            Withheld.objects.get_or_create(
                user=user,
                message_id=proof.message_id,
                memory=row.id,
                defaults={"quote": proof.quote, "at": now},
            )
        reindex(user, [row.id])
    return row


def may_raise(user: User, memory: UUID, now: datetime, act: UUID | None = None) -> Memory:
    """Take "never raise" back: the kind's own use holds again."""
    with transaction.atomic():
        row = _set(user, memory, now, act, "may_raise", use=POLICY[Kind(find(user, memory).kind)].use)
        former = Memory.objects.for_user(user).filter(closed_by=row, reason__in=REPLACED)
        told = [row.id, *former.values_list("id", flat=True)]
        reindex(user, told)
        Withheld.objects.for_user(user).filter(memory__in=told).delete()
    return row


def pause(user: User, memory: UUID, now: datetime, act: UUID | None = None, *, paused: bool = True) -> Memory:
    """Keep one memory and leave it out of recall until it is resumed."""
    return _set(user, memory, now, act, "paused" if paused else "resumed", paused=paused)


def pin(user: User, memory: UUID, now: datetime, act: UUID | None = None, *, pinned: bool = True) -> Memory:
    """Have it hold a slot of what is always kept in mind, before what only competes for one."""
    return _set(user, memory, now, act, "pinned" if pinned else "unpinned", pinned=pinned)


def confine(user: User, memory: UUID, place: Place, now: datetime, act: UUID | None = None) -> Memory:
    """Use it in one place only, or everywhere again. The caller has checked that the place is the user's."""
    row = find(user, memory)
    within = place.id if place.kind is ScopeKind.PERSONA else None
    slot = marks.slot(user.id, row.kind, row.subject, row.attribute, within)
    return _set(user, memory, now, act, "confined", scope=place.kind, scope_id=place.id, slot=slot)


def _set(user: User, memory: UUID, now: datetime, act: UUID | None, reason: str, **fields: Any) -> Memory:
    """Change plain fields of a row under the user's lock, with a transition; nothing when they are so already."""
    with transaction.atomic():
        lock(user)
        row = find(user, memory)
        before = snapshot(row)
        if all(getattr(row, name) == value for name, value in fields.items()):
            return row
        for name, value in fields.items():
            setattr(row, name, value)
        row.version += 1
        row.save(update_fields=[*fields, "version"])
        transition(row, Change(TransitionKind.SET, reason, act=act, before=before), now)
    return row
