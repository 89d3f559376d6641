"""After a restore: whoever is in the ledger and is back is deleted again, before anything is served."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from accounts.leaving import asking, erasing, ledger
from accounts.leaving.ledger import Entry
from accounts.models import Deletion, User


@dataclass(frozen=True)
class Replayed:
    """How many accounts were deleted again, and how many rows that were."""

    accounts: int
    rows: int


def replay(told: Collection[Entry], now: datetime) -> Replayed:
    """Delete again. Safe to run twice and after a kill: an account that was begun is in the queue."""
    gone = {row.key for row in told if row.scope == "account"}
    accounts = rows = 0
    for user in User.objects.iterator():
        if ledger.key_of(user.pk).hex() in gone:
            deletion = asking.ask(user, now, by=Deletion.By.REPLAY)
            rows += erasing.carry_out(deletion.id, now)
            accounts += 1
    return Replayed(accounts, rows)
