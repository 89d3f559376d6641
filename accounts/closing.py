"""An account that closes, whatever the reason: what other rooms hold open for it is shut as soon as that is true."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from accounts import vault

Shut = Callable[[UUID], None]
_shut: list[Shut] = []


def shut_by(function: Shut) -> None:
    """Register what closes sockets, stops replies and clears caches of a user."""
    _shut[:] = [function]


def after_commit(user_id: UUID) -> None:
    """When this transaction is done, shut everything. What fails then changes nothing: no session, no socket and no key of the
    account is good for anything any more."""
    transaction.on_commit(lambda: _close(user_id), robust=True)


def _close(user_id: UUID) -> None:
    vault.drop(user_id)
    for shut in _shut:
        shut(user_id)
