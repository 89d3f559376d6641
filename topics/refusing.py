"""Never again: a matter that the user doesn't want raised, whatever source it comes from."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from accounts.vault import keyword_ids
from memory import curating
from memory.models import Memory
from memory.policy import Use
from memory.standing import lock
from topics.filtering import Refused, same_matter
from topics.grounds import matter_words, stem_of
from topics.models import Candidate, Refusal


def refuse_matter(
    user: User, text: str, now: datetime, *, memory: UUID | None = None, stem: str = ""
) -> Refusal:
    """Raise this never again: its memory is kept and never brought up, and what is about the same matter is held back at once.
    Safe to run twice."""
    ids = keyword_ids(user.id, sorted(matter_words(text)))
    with transaction.atomic():
        lock(user)
        row = Memory.objects.for_user(user).filter(id=memory).first() if memory else None
        if row is not None and row.use != Use.NEVER_RAISE:
            curating.never_raise(user, row.id, now)
        key = stem or (f"memory:{memory}" if memory else f"matter:{'.'.join(map(str, sorted(ids)[:6]))}")
        held, _made = Refusal.objects.get_or_create(
            user=user, stem=key[:160], defaults={"words": ids, "memory": row, "text": text, "at": now}
        )
        same = Refused(held.stem, frozenset(held.words))
        for candidate in Candidate.objects.for_user(user).filter(blocked="").select_related("memory"):
            words = frozenset(keyword_ids(user.id, sorted(matter_words(candidate.statement))))
            if stem_of(candidate.key) == same.stem or same_matter(words, same.words):
                candidate.blocked = "refused"
                candidate.save(update_fields=["blocked"])
    return held
