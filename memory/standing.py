"""What holds for a user at this moment: the lock under which their memories are written, and what they agreed to."""

from __future__ import annotations

from accounts.models import User
from memory.models import MemorySettings
from memory.policy import CONSENT_CLASSES


def lock(user: User) -> MemorySettings:
    """The user's switches, locked: two tabs and two workers write one after the other. Call inside a transaction."""
    MemorySettings.objects.get_or_create(user=user)
    return MemorySettings.objects.select_for_update(no_key=True).get(user=user)


def consents_of(user: User) -> frozenset[str]:
    """Classes of special kinds the user agreed to have remembered."""
    rows = user.consents.filter(purpose__in=CONSENT_CLASSES, withdrawn_at=None)
    return frozenset(rows.values_list("purpose", flat=True))
