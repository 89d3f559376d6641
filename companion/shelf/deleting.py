"""Throwing a conversation away: what goes and what stays is asked first, for a day all of it can be fetched back, then it
is gone for good. A temporary one is gone at once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from companion import keeping
from companion.shelf import listing
from companion.shelf.arranging import NotThere
from companion.waking import learn_soon
from memory import forgetting
from memory.models import Bin, Evidence, Memory
from memory.standing import lock
from transcript.models import BROUGHT_BACK_WITHIN, Conversation, Event, Message


class Fate(StrEnum):
    """What becomes of the memories that stand on this conversation alone."""

    FORGET = "all"
    KEEP = "none"
    SOME = "some"


@dataclass(frozen=True)
class Goes:
    """What goes with a conversation: its lines, and the memories that nothing else proves. `elsewhere` counts those that
    other conversations prove too, which stay."""

    messages: int
    memories: tuple[Memory, ...]
    elsewhere: int


@dataclass(frozen=True)
class Wish:
    """What the user decided: `listed` are the memories they were shown, `chosen` those to be forgotten where some are."""

    fate: Fate
    listed: frozenset[UUID] = frozenset()
    chosen: frozenset[UUID] = frozenset()


@dataclass(frozen=True)
class Thrown:
    """A deletion that is done: replies that were running and have to be stopped, and how many memories went with it."""

    stop: tuple[UUID, ...] = ()
    forgotten: int = 0


class Changed(Exception):
    """More was learnt since the user looked: they are asked again. Nothing was changed."""


def there(user: User, conversation: UUID) -> Conversation:
    """A conversation of the user's that can be thrown away, temporary ones too. Raises NotThere."""
    row = Conversation.objects.for_user(user).filter(id=conversation).first()
    if row is None:
        raise NotThere
    return row


def preview(user: User, conversation: Conversation) -> Goes:
    """What would go with it."""
    lines = Message.objects.filter(conversation=conversation, deleted_at=None)
    known = _proved_by(user, conversation)
    only = _by_nothing_else(known, conversation)
    return Goes(lines.count(), tuple(only.order_by("recorded_at", "id")), known.count() - only.count())


def _proved_by(user: User, conversation: Conversation) -> QuerySet[Memory]:
    here = Evidence.objects.filter(memory=OuterRef("pk"), message__conversation=conversation)
    return Memory.objects.for_user(user).filter(Exists(here)).defer("vector", "keywords")


def _by_nothing_else(rows: QuerySet[Memory], conversation: Conversation) -> QuerySet[Memory]:
    """A proof whose line is gone for good still counts: it was said somewhere else."""
    other = Evidence.objects.filter(memory=OuterRef("pk")).exclude(message__conversation=conversation)
    return rows.exclude(Exists(Evidence.objects.filter(memory=OuterRef("pk"), message=None))).exclude(
        Exists(other)
    )


def delete(user: User, conversation: UUID, wish: Wish, now: datetime) -> Thrown:
    """Throw it away, with the memories the user gave up; done before, it stays done. Raises NotThere, and Changed when
    "all" would be more than they were shown."""
    with transaction.atomic():
        lock(user)
        row = (
            Conversation.objects.for_user(user).select_for_update(no_key=True).filter(id=conversation).first()
        )
        if row is None and _gone(user, now).filter(id=conversation).exists():
            return Thrown()
        if row is None:
            raise NotThere
        running = keeping.is_running(row)
        stop = (running.id,) if running else ()
        if row.temporary:
            row.delete()
            return Thrown(stop)
        gone = _given_up({memory.id for memory in preview(user, row).memories}, wish)
        row.forgotten = list(forgetting.forget(user, sorted(gone), now).bins) if gone else []
        row.deleted_at = now
        row.save(update_fields=["deleted_at", "forgotten"])
    return Thrown(stop, len(gone))


def _given_up(only: Collection[UUID], wish: Wish) -> set[UUID]:
    """The memories to forget: never one that the user wasn't shown, or that something else proves."""
    if wish.fate is Fate.KEEP:
        return set()
    if wish.fate is Fate.SOME:
        return set(only) & wish.chosen & wish.listed
    if set(only) - wish.listed:
        raise Changed
    return set(only)


@dataclass(frozen=True)
class Gone:
    """A deleted conversation that can still be fetched back, and how many memories would come with it."""

    item: listing.Listed
    deleted_at: datetime
    until: datetime
    memories: int


def gone(user: User, now: datetime) -> list[Gone]:
    """What was thrown away within the last day, newest first."""
    rows = list(_gone(user, now).order_by("-deleted_at"))
    held = set(
        Bin.objects.for_user(user)
        .filter(id__in=[key for row in rows for key in row.forgotten])
        .values_list("id", flat=True)
    )
    return [
        Gone(item, row.deleted_at, row.deleted_at + BROUGHT_BACK_WITHIN, len(held & set(row.forgotten)))
        for row, item in zip(rows, listing.listed(user, rows), strict=True)
        if row.deleted_at
    ]


def _gone(user: User, now: datetime) -> QuerySet[Conversation]:
    return Conversation.objects.filter(user=user, temporary=False).deleted(now)


def restore(user: User, conversation: UUID, now: datetime) -> Conversation:
    """Fetch it back, with the memories that were forgotten with it. One that is back already stays as it is. Raises
    NotThere when its day is over."""
    with transaction.atomic():
        lock(user)
        back = Conversation.objects.for_user(user).kept().filter(id=conversation).first()
        if back is not None:
            return back
        row = _gone(user, now).select_for_update().filter(id=conversation).first()
        if row is None:
            raise NotThere
        for held in reversed(row.forgotten):
            forgetting.restore(user, held, now)
        row.deleted_at, row.forgotten = None, []
        row.save(update_fields=["deleted_at", "forgotten"])
        learn_soon(row.id)
    return row


def purge_now(user: User, conversation: UUID, now: datetime) -> None:
    """Don't wait for the day to end: the lines, and the memories that were forgotten with them, are gone for good. Raises
    NotThere."""
    with transaction.atomic():
        lock(user)
        row = _gone(user, now).select_for_update().filter(id=conversation).first()
        if row is None:
            raise NotThere
        Bin.objects.for_user(user).filter(id__in=row.forgotten).delete()
        row.delete()


# -- in the background ----------------------------------------------------------------------------------------


def purge(conversation: UUID, now: datetime) -> int:
    """Take one conversation out of the database whose time is over. Kept memories keep their quotes."""
    with transaction.atomic():
        due = Conversation.objects.to_purge(now).filter(id=conversation)
        row = due.select_related("user").first()
        if row is None:
            return 0
        lock(row.user)
        held = due.select_for_update().first()  # it may have been fetched back while the lock was waited for
        if held is None:
            return 0
        held.delete()
    return 1


def purge_lines(conversation: UUID, now: datetime) -> int:
    """Take the deleted lines of one conversation out of the database whose time is over; the number of lines."""
    with transaction.atomic():
        held = Conversation.objects.select_for_update().get(id=conversation)
        due = list(Message.objects.filter(conversation=held).to_purge(now).order_by("-created_at", "-id"))
        for line in due:
            _close_the_gap(line)
            # the numbers of a conversation's events have no gaps: what happened stays, without the line
            Event.objects.filter(message=line).update(message=None)
            line.delete()
    return len(due)


def _close_the_gap(line: Message) -> None:
    """What followed a line follows the one before it. Below a version that was not shown nothing may come to light."""
    below = Message.objects.filter(parent=line)
    if not line.chosen:
        below.update(chosen=False)
    below.update(parent=line.parent_id)


def due(now: datetime) -> QuerySet[Conversation]:
    """Conversations whose time is over."""
    return Conversation.objects.to_purge(now).order_by("last_message_at")


def with_lines_due(now: datetime) -> QuerySet[Conversation]:
    """Conversations that hold deleted lines whose time is over."""
    lines = Message.objects.to_purge(now).filter(conversation=OuterRef("pk"))
    return Conversation.objects.filter(Q(Exists(lines)))
