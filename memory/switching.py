"""The user's switches: all of memory, a kind of it, and consolidation in the background."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from memory.models import MemorySettings
from memory.policy import Kind
from memory.standing import lock


def pause_all(user: User, now: datetime, *, paused: bool) -> MemorySettings:
    """Stop or resume forming and using memories. Pausing again keeps the first moment."""
    with transaction.atomic():
        settings = lock(user)
        settings.paused_at = (settings.paused_at or now) if paused else None
        settings.save(update_fields=["paused_at"])
    return settings


def pause_kind(user: User, kind: Kind, *, paused: bool) -> MemorySettings:
    """Stop or resume forming and using one kind. Limits can't be switched off as a kind: they are always in force."""
    with transaction.atomic():
        settings = lock(user)
        kinds = set(settings.paused_kinds) - {kind.value}
        off = paused and kind is not Kind.BOUNDARY
        settings.paused_kinds = sorted(kinds | {kind.value} if off else kinds)
        settings.save(update_fields=["paused_kinds"])
    return settings


def let_dream(user: User, *, on: bool) -> MemorySettings:
    """Allow or stop consolidation in the background."""
    with transaction.atomic():
        settings = lock(user)
        settings.dreams = on
        settings.save(update_fields=["dreams"])
    return settings


def is_paused(user: User) -> bool:
    return MemorySettings.objects.filter(user=user).exclude(paused_at=None).exists()
