"""Regenerate, edit, go back to another version, delete: what is shown of a conversation changes, and nothing is
overwritten. What was learnt from lines that leave goes with them; lines that come back are learnt from again.

Each is one transaction that takes the user's memory lock, then the conversation; the tabs read the thread anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import transaction

from accounts.models import User
from companion import hearing, keeping
from companion.waking import learn_soon
from memory.standing import lock
from memory.unlearning import unlearn
from transcript import branches
from transcript.models import (
    BROUGHT_BACK_WITHIN,
    Conversation,
    EventKind,
    Message,
    Role,
    Status,
    Summary,
    TitledBy,
    record,
)


class Verb(StrEnum):
    """What was done, as the `thread` event tells it."""

    REGENERATE = "regenerate"
    EDIT = "edit"
    SHOW = "show"
    DELETE = "delete"
    RESTORE = "restore"


class Why(StrEnum):
    """Why a verb can't be carried out."""

    GONE = "gone"
    BUSY = "busy"
    NOT_A_REPLY = "not_a_reply"
    NOT_YOURS = "not_yours"
    SHOWN = "shown"


class CannotBranch(Exception):
    """The verb can't be carried out; nothing was changed."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True)
class Branched:
    """What stands now: the line the verb was about or made, replies that were running and have to be stopped, and
    whether it was done before (the same edit twice)."""

    message: Message
    stop: tuple[UUID, ...] = ()
    again: bool = False


@dataclass(frozen=True)
class Held:
    """A conversation and one line of it, both locked against other verbs."""

    user: User
    conversation: Conversation
    message: Message
    now: datetime


def _held(user: User, conversation: UUID, message: UUID, now: datetime, *, deleted: bool = False) -> Held:
    """Take the locks, in the order that everybody takes them. Raises CannotBranch when either is not there."""
    lock(user)
    row = Conversation.objects.for_user(user).select_for_update(no_key=True).filter(id=conversation).first()
    found = Message.objects.filter(conversation=row, id=message).first() if row else None
    if row is None or found is None or (found.deleted_at is not None) is not deleted:
        raise CannotBranch(Why.GONE)
    return Held(user, row, found, now)


def regenerate(
    user: User, conversation: UUID, message: UUID, now: datetime, *, without_memory: bool = False
) -> Branched:
    """Another reply beside this one, already running when this returns. Every version is kept."""
    with transaction.atomic():
        held = _held(user, conversation, message, now)
        line = held.message.parent
        if held.message.role != Role.COMPANION or line is None or line.role != Role.USER:
            raise CannotBranch(Why.NOT_A_REPLY)
        if not line.live:
            raise CannotBranch(Why.GONE)
        if keeping.is_running(held.conversation):
            raise CannotBranch(Why.BUSY)
        reply = keeping.make_place(line, now, without_memory=without_memory)
        branches.choose(held.conversation, reply)
        # what the reply promised is learnt with its line: the line is read again with the new one
        Message.objects.filter(id=line.id, learn_bar="").update(learnt_at=None)
        return Branched(reply, _settle(held, Verb.REGENERATE, reply))


def edit(user: User, conversation: UUID, message: UUID, words: tuple[UUID, str], now: datetime) -> Branched:
    """The line said anew, (client id, cleaned text), on a branch of its own; what followed the old one stays there. The
    same client id again is the same edit."""
    client_id, text = words
    with transaction.atomic():
        held = _held(user, conversation, message, now)
        if held.message.role != Role.USER:
            raise CannotBranch(Why.NOT_YOURS)
        stop = _running(held.conversation)
        received = hearing.receive(
            user, held.conversation, client_id, text, now, hearing.Instead(held.message.parent)
        )
        if not received.new:
            return Branched(received.message, again=True)
        branches.choose(held.conversation, received.message)
        left = _settle(held, Verb.EDIT, received.message)
        return Branched(received.message, tuple({*stop, *left}))


def show(user: User, conversation: UUID, message: UUID, now: datetime) -> Branched:
    """Go to another version of a line, with everything that stands below it."""
    with transaction.atomic():
        held = _held(user, conversation, message, now)
        if held.message.live:
            return Branched(held.message, again=True)
        group = Message.objects.filter(
            conversation=held.conversation, parent_id=held.message.parent_id, role=held.message.role
        )
        if not group.filter(live=True).exists():
            raise CannotBranch(Why.GONE)
        stop = _running(held.conversation)
        branches.choose(held.conversation, held.message)
        return Branched(held.message, tuple({*stop, *_settle(held, Verb.SHOW, held.message)}))


def delete(user: User, conversation: UUID, message: UUID, now: datetime) -> Branched:
    """Take a line away, with its answers when it is the user's; what follows stays. It can be brought back for a day."""
    with transaction.atomic():
        held = _held(user, conversation, message, now)
        if not held.message.live:
            raise CannotBranch(Why.GONE)
        stop = _running(held.conversation)
        gone = Message.objects.filter(conversation=held.conversation, deleted_at=None)
        if held.message.role == Role.USER:
            gone = gone.filter(id=held.message.id) | gone.filter(parent=held.message, role=Role.COMPANION)
        else:
            gone = gone.filter(id=held.message.id)
            _show_another_version(held)
        gone.update(deleted_at=now)
        return Branched(held.message, tuple({*stop, *_settle(held, Verb.DELETE, held.message)}))


def restore(user: User, conversation: UUID, message: UUID, now: datetime) -> Branched:
    """Bring a deleted line back, with what was deleted together with it."""
    with transaction.atomic():
        held = _held(user, conversation, message, now, deleted=True)
        at = held.message.deleted_at
        if at is None or at <= now - BROUGHT_BACK_WITHIN:
            raise CannotBranch(Why.GONE)
        together = Message.objects.filter(conversation=held.conversation, deleted_at=at)
        together.update(deleted_at=None)
        if not held.message.chosen:
            branches.choose(held.conversation, held.message)
        return Branched(held.message, _settle(held, Verb.RESTORE, held.message))


def _show_another_version(held: Held) -> None:
    """A deleted reply that nothing follows gives way to the version before it."""
    if Message.objects.filter(parent=held.message).exists():
        return
    group = Message.objects.filter(
        conversation=held.conversation,
        parent_id=held.message.parent_id,
        role=held.message.role,
        deleted_at=None,
    )
    other = group.exclude(id=held.message.id).exclude(status=Status.FAILED).order_by("-created_at").first()
    if other is not None:
        branches.choose(held.conversation, other)


def _running(conversation: Conversation) -> tuple[UUID, ...]:
    running = keeping.is_running(conversation)
    return (running.id,) if running else ()


def _settle(held: Held, verb: Verb, message: Message) -> tuple[UUID, ...]:
    """Bring the path, memory and summaries in line, and tell the tabs; the running replies that left the path."""
    moved = branches.settle(held.conversation)
    message.refresh_from_db(fields=["live", "chosen", "deleted_at"])
    unlearn(held.user, moved.left, held.now)
    forget_derived(held.conversation, moved.left)
    wait_to_be_learnt(moved.came)
    learn_soon(held.conversation.id)
    data = {"verb": verb.value, "message": str(message.id)}
    record(held.conversation, EventKind.THREAD, held.now, data=data)
    left = Message.objects.filter(id__in=moved.left, status=Status.GENERATING)
    return tuple(left.values_list("id", flat=True))


def wait_to_be_learnt(messages: Sequence[UUID]) -> None:
    """Lines that are shown again are learnt from again."""
    lines = Message.objects.filter(id__in=messages, role=Role.USER, learn_bar="")
    lines.update(learnt_at=None, ask_again_at=None, model_tries=0)


def forget_derived(conversation: Conversation, messages: Sequence[UUID]) -> None:
    """What was concluded from these lines on the conversation itself goes at once: summaries that used one, topic, goal
    and a title that no person gave. All are made again of what is left."""
    if not messages:
        return
    Summary.objects.filter(conversation=conversation, sources__overlap=list(messages)).delete()
    conversation.topic = conversation.goal = conversation.valence = conversation.worked_out_at = None
    if conversation.titled_by != TitledBy.USER:
        conversation.title, conversation.titled_by = None, ""
    conversation.save(update_fields=["topic", "goal", "valence", "worked_out_at", "title", "titled_by"])
