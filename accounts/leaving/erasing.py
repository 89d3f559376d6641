"""The rows go: table by table, some hundred at a time, each with its count in the same transaction. A killed process leaves what is
left to the next; two at once wait for each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from accounts import closing
from accounts.leaving import destroying, mailing, tables
from accounts.models import Deletion, User

BATCH = 500


def waiting(now: datetime) -> QuerySet[Deletion]:
    """Deletions that are to be carried out, the longest waiting first."""
    return Deletion.objects.due(now).order_by("asked_at")


def carry_out(deletion: UUID, now: datetime) -> int:
    """Do everything that is left of a deletion; the number of rows that went now. Safe to run twice, beside another worker, and
    after a kill at any point."""
    row = waiting(now).filter(id=deletion).first()
    if row is None:
        return 0
    gone = 0
    if row.user_id is not None:
        destroying.destroy(row.user_id, now)
        if not Deletion.objects.filter(id=deletion, destroyed_at__isnull=False).exists():
            return 0  # taken back meanwhile
        _let_go(row.user_id)
        for rows in _steps(row.user_id):
            while taken := _take(deletion, row.user_id, rows):
                gone += taken
    return gone + _finish(deletion, row.user_id, now)


def _let_go(user_id: UUID) -> None:
    for table, key in tables.holding():
        table.of(user_id).filter(**{f"{key.name}__isnull": False}).update(**{key.name: None})


def _steps(user_id: UUID) -> Iterator[QuerySet[Any]]:
    for table in tables.owned():
        yield table.of(user_id)
    yield sessions_of(user_id)
    yield log_about_users().filter(object_id=str(user_id))


def sessions_of(user_id: UUID) -> QuerySet[Session]:
    """The user's sessions: only their content says whose they are."""
    found = [
        row.pk
        for row in Session.objects.iterator(chunk_size=500)
        if row.get_decoded().get(SESSION_KEY) == str(user_id)
    ]
    return Session.objects.filter(pk__in=found)


def log_about_users() -> QuerySet[LogEntry]:
    """What the operators' log says of accounts: it names their e-mail addresses."""
    return LogEntry.objects.filter(content_type__app_label="accounts", content_type__model="user")


def _take(deletion: UUID, user_id: UUID, rows: QuerySet[Any]) -> int:
    """Delete some of the rows and count them, in one transaction."""
    with transaction.atomic():
        # not a lock on the key: what a running reply still stores may be stored, and goes with the rest
        User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
        some = list(rows.values_list("pk", flat=True)[:BATCH])
        if not some:
            return 0
        count, taken = rows.model._base_manager.filter(pk__in=some).delete()
        _count(deletion, taken)
    return int(count)


def _count(deletion: UUID, taken: dict[str, int]) -> None:
    held = Deletion.objects.select_for_update().get(id=deletion)
    more = Counter({name.lower(): count for name, count in taken.items() if count})
    held.counts = dict(Counter(held.counts) + more)
    held.save(update_fields=["counts"])


def _finish(deletion: UUID, user_id: UUID | None, now: datetime) -> int:
    """The user's own row, with whatever was written meanwhile; then the receipt is whole, and is mailed to the address that the
    row had."""
    gone = 0
    with transaction.atomic():
        user = User.objects.select_for_update().filter(pk=user_id).first() if user_id else None
        if user is not None:
            gone, taken = User.objects.filter(pk=user.pk).delete()
            _count(deletion, taken)
            closing.after_commit(user.pk)  # the broker may have been away when the key went
        done = Deletion.objects.filter(id=deletion, done_at=None).update(
            done_at=now, backups_until=now + timedelta(days=settings.BACKUP_DAYS)
        )
    if done and user is not None:
        mailing.send_receipt(Deletion.objects.get(id=deletion), user.email, user.language)
    return gone
