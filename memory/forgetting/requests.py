"""A request to forget, made in a chat: which memories it is about, bound to their ids when it is made, carried out only after
a yes, and only on those ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts.models import User
from memory.forgetting.manifest import NothingToForget, forget
from memory.keywords import KIN, fold, normalise, whom, words
from memory.models import Alias, ForgetRequest, Memory, Receipt
from memory.standing import lock
from transcript.models import Message

WAITS = timedelta(hours=1)
"""How long a yes is taken for an answer to it."""
MOST = 200


def matching(user: User, matter: str) -> list[Memory]:
    """The user's memories about a matter, whatever their state: its words in the statement, the value or the quotes, or
    somebody who is called so. An empty matter matches nothing: everything is never deleted by a sentence."""
    wanted = normalise(matter).strip()
    if not wanted:
        return []
    rows = list(Memory.objects.for_user(user).prefetch_related("evidence").order_by("-recorded_at"))
    somebody = _about_somebody(user, wanted)
    found = [row for row in rows if row.id in somebody or speaks_of(_told(row), wanted)]
    return found[:MOST]


def _told(row: Memory) -> str:
    return " ".join([row.statement, row.subject, row.value, *(proof.quote for proof in row.evidence.all())])


def speaks_of(told: str, matter: str) -> bool:
    """Whether a text is about a matter: all of its words, or a word of kin for the same person (我爸, 父亲). Pure."""
    plain, wanted = normalise(told), normalise(matter)
    kin = whom(wanted)
    if kin and fold(wanted) in {fold(word) for group in KIN for word in group}:
        return not kin.isdisjoint(whom(plain))
    if not wanted.isascii():
        return wanted in plain
    needed = set(words(wanted))
    return bool(needed) and needed <= set(words(plain))


def _about_somebody(user: User, wanted: str) -> set[UUID]:
    """Memories tied to an entity that is called by these words."""
    held = Alias.objects.for_user(user).select_related("entity")
    called = {alias.entity_id for alias in held if normalise(alias.name) == wanted}
    rows = Memory.objects.for_user(user).filter(leads_to__entity__in=called)
    return set(rows.values_list("id", flat=True))


def bind(message: Message, matter: str, now: datetime) -> ForgetRequest:
    """The request a line makes, with the ids it is about. The same line again is the same request."""
    with transaction.atomic():
        lock(message.user)
        if (held := getattr(message, "forget_request", None)) is not None:
            known: ForgetRequest = held
            return known
        open_ones = ForgetRequest.objects.for_user(message.user).filter(settled_at=None)
        open_ones.filter(conversation=message.conversation_id).update(settled_at=now)
        ids = [row.id for row in matching(message.user, matter)]
        made: ForgetRequest = ForgetRequest.objects.create(
            user=message.user,
            conversation_id=message.conversation_id,
            message=message,
            memories=ids,
            at=now,
            until=now + WAITS,
        )
        return made


def open_request(user: User, conversation: UUID, now: datetime) -> ForgetRequest | None:
    """The request of this conversation that waits for a yes or no."""
    held = ForgetRequest.objects.for_user(user).filter(
        conversation=conversation, settled_at=None, until__gt=now
    )
    found: ForgetRequest | None = held.exclude(memories=[]).order_by("-at").first()
    return found


def answered_by(message: Message) -> ForgetRequest | None:
    """The request that a line has already settled: its reply may be made again."""
    found: ForgetRequest | None = ForgetRequest.objects.for_user(message.user).filter(answer=message).first()
    return found


def settle(
    request: ForgetRequest, answer: Message | None, now: datetime, chosen: Sequence[UUID] | None = None
) -> Receipt | None:
    """Carry a request out, on what is still there of its ids (or of those `chosen` among them), or let it be when `chosen`
    is empty. The receipt, None where nothing was deleted. Safe to run twice."""
    with transaction.atomic():
        lock(request.user)
        held: ForgetRequest = ForgetRequest.objects.select_for_update(of=("self",), no_key=True).get(
            id=request.id
        )
        if held.settled_at is not None:
            return _receipt(held)
        wanted = held.memories if chosen is None else [key for key in held.memories if key in set(chosen)]
        try:
            held.receipt = forget(held.user, wanted, now) if wanted else None
        except NothingToForget:
            held.receipt = None
        held.settled_at, held.answer = now, answer
        held.save(update_fields=["settled_at", "answer", "receipt"])
    return _receipt(held)


def _receipt(request: ForgetRequest) -> Receipt | None:
    made: Receipt | None = request.receipt
    return made
