"""Never again: a matter that the user doesn't want raised, whatever source it comes from."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from accounts.vault import keyword_ids
from memory import curating
from memory.models import Memory
from memory.policy import Kind, Use
from memory.standing import lock
from memory.states import Status
from topics.filtering import same_matter
from topics.grounds import matter_words, stem_of
from topics.models import Candidate, Refusal


def refuse_matter(
    user: User, text: str, now: datetime, *, memory: UUID | None = None, stem: str = ""
) -> Refusal:
    """Raise this never again: its memory is kept and never brought up, and so is whatever else of theirs is about the same matter.
    Safe to run twice."""
    words = matter_words(text)
    with transaction.atomic():
        lock(user)
        row = Memory.objects.for_user(user).filter(id=memory).first() if memory else None
        key = stem or (f"memory:{memory}" if memory else "")
        held = _refuse(user, key, text, row, now)
        for candidate in Candidate.objects.for_user(user).filter(blocked="").select_related("memory"):
            if stem_of(candidate.key) == held.stem or same_matter(matter_words(candidate.statement), words):
                _refuse(user, stem_of(candidate.key), candidate.statement, candidate.memory, now)
                candidate.blocked = "refused"
                candidate.save(update_fields=["blocked"])
    return held


def _refuse(user: User, stem: str, text: str, memory: Memory | None, now: datetime) -> Refusal:
    ids = keyword_ids(user.id, sorted(matter_words(text)))
    if memory is not None and memory.use != Use.NEVER_RAISE and stem.startswith("memory:"):
        curating.never_raise(user, memory.id, now)
    key = stem or f"matter:{'.'.join(map(str, sorted(ids)[:6]))}"
    mine = (
        memory if stem.startswith("memory:") else None
    )  # a day that is refused leaves the memory of it alone
    held, _made = Refusal.objects.get_or_create(
        user=user, stem=key[:160], defaults={"words": ids, "memory": mine, "text": text, "at": now}
    )
    return held


def take_back(user: User, refusal: UUID, now: datetime) -> bool:
    """The user may hear of it again: the refusal goes with those of the same matter, and with them "never raise" on their memories.
    False when it is not the user's."""
    with transaction.atomic():
        lock(user)
        row = Refusal.objects.for_user(user).filter(id=refusal).first()
        if row is None:
            return False
        mine = frozenset(row.words)
        for other in list(Refusal.objects.for_user(user).select_related("memory")):
            if other.id == row.id or same_matter(mine, frozenset(other.words)):
                if other.memory is not None and other.memory.use == Use.NEVER_RAISE:
                    curating.may_raise(user, other.memory.id, now)
                other.delete()
        _unsay(user, mine, now)
    return True


def _unsay(user: User, words: frozenset[int], now: datetime) -> None:
    """The limits that were only supposed because of it are not so."""
    supposed = Memory.objects.for_user(user).filter(kind=Kind.BOUNDARY, status=Status.PENDING)
    for row in supposed:
        if same_matter(words, frozenset(keyword_ids(user.id, sorted(matter_words(row.value))))):
            curating.reject(user, row.id, now)
