"""Asking for a deletion, taking that back, and who may not ask."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import transaction

from accounts import closing, sealing
from accounts.leaving import destroying, receipts
from accounts.models import Deletion, User

By = Deletion.By
AT_ONCE = timedelta(0)
OF_THEIR_OWN_WILL = (By.SELF, By.OPERATOR)


class LastOwner(Exception):
    """Nobody else could manage the installation; nothing was changed."""


class TooLate(Exception):
    """The key is destroyed: there is nothing left to keep."""


def is_last_owner(user: User) -> bool:
    """Whether no other account that stays may do everything."""
    return (
        user.is_superuser
        and not User.objects.staying().filter(is_superuser=True).exclude(pk=user.pk).exists()
    )


def ask(user: User, now: datetime, wait: timedelta = AT_ONCE, by: str = By.SELF) -> Deletion:
    """Have the account deleted after a wait; without one its key is destroyed in this transaction. Asked again it becomes no
    later, and may become earlier. Raises LastOwner."""
    with transaction.atomic():
        list(
            User.objects.select_for_update().filter(is_superuser=True).order_by("pk")
        )  # two owners don't both go
        if by in OF_THEIR_OWN_WILL and is_last_owner(user):
            raise LastOwner
        held = User.objects.select_for_update().get(pk=user.pk)
        deletion = Deletion.objects.filter(user=held).first() or _begin(held, by, now)
        if held.leaving_at is None or now + wait < held.leaving_at:
            user.leaving_at = now + wait
            User.objects.filter(pk=user.pk).update(leaving_at=user.leaving_at)
        if not wait:
            destroying.destroy(user.pk, now)
        else:
            closing.after_commit(user.pk)
    return Deletion.objects.get(pk=deletion.pk)


def _begin(user: User, by: str, now: datetime) -> Deletion:
    key = uuid.uuid4()
    return Deletion.objects.create(
        id=key, user=user, by=by, asked_at=now, receipt=sealing.lock_of(receipts.secret(key))
    )


def cancel(user: User) -> None:
    """The account stays, and nothing remembers that it was to go. Twice is once. Raises TooLate."""
    with transaction.atomic():
        held = User.objects.select_for_update().filter(pk=user.pk).first()
        deletion = Deletion.objects.filter(user=user.pk).first()
        if held is None or (deletion is not None and deletion.destroyed_at is not None):
            raise TooLate
        if deletion is not None:
            deletion.delete()
        User.objects.filter(pk=user.pk).update(leaving_at=None)
        user.leaving_at = None
