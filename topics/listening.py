"""Listening outside: a user's own sources, fetched by the worker when they are due. The row is the queue."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from topics.models import OutsideSource
from topics.outside import READERS, SourceAway, SourceRefused, check, fetch

EVERY, LEASE = timedelta(hours=3), timedelta(minutes=10)
AGAIN, LONGEST = timedelta(hours=1), timedelta(hours=24)
AT_ONCE, MOST = 20, 8
"""Sources that are fetched in one go, and how many a user may have."""
GIVEN_UP = 12
"""Failures in a row after which a source is turned off."""


class TooMany(Exception):
    """The user has as many sources as there may be."""


def add(user: User, kind: str, url: str, now: datetime) -> OutsideSource:
    """A source by its address, off until it is turned on. Raises SourceRefused, TooMany, KeyError for an unknown kind."""
    READERS[kind]
    address = check(url)
    known = OutsideSource.objects.for_user(user)
    for row in known:
        if row.url == address and row.kind == kind:
            return row  # type: ignore[no-any-return]
    if known.count() >= MOST:
        raise TooMany
    return OutsideSource.objects.create(user=user, kind=kind, url=address, created_at=now)


def switch(user: User, source: object, now: datetime, *, on: bool) -> bool:
    """Turn a source on or off; what it told goes when it is off. False when it is not the user's."""
    row = OutsideSource.objects.for_user(user).filter(id=source).first()
    if row is None:
        return False
    row.on, row.fault, row.failures = on, "", 0
    row.next_at = now if on else None
    row.items = row.items if on else None
    row.save(update_fields=["on", "fault", "failures", "next_at", "items"])
    return True


def due(now: datetime) -> QuerySet[OutsideSource]:
    rows: QuerySet[OutsideSource] = OutsideSource.objects.filter(
        on=True, next_at__lte=now, user__in=User.objects.staying()
    )
    return rows.order_by("next_at")


def fetch_waiting(now: datetime) -> int:
    """Fetch what is due; how many told something. A source is claimed first, so that two workers don't both go."""
    told = 0
    for row in list(due(now)[:AT_ONCE]):
        if OutsideSource.objects.filter(id=row.id, next_at=row.next_at).update(next_at=now + LEASE):
            told += _fetch(row, now)
    return told


def _fetch(row: OutsideSource, now: datetime) -> int:
    if not connection.in_atomic_block:
        connection.close()  # a slow server must not keep a connection of the pool
    try:
        items = READERS[row.kind](fetch(row.url).body, now)
    except SourceRefused as refused:
        return _failed(row, str(refused.reason)[:16], now, for_good=True)
    except SourceAway as away:
        return _failed(row, str(away.reason)[:16], now)
    row.items = json.dumps(
        [
            {"key": one.key, "zh": one.texts["zh"], "en": one.texts["en"], "at": (one.at or now).isoformat()}
            for one in items
        ],
        ensure_ascii=False,
    )
    row.fault, row.failures, row.fetched_at, row.next_at = "", 0, now, now + EVERY
    _keep(row, "items", "fault", "failures", "fetched_at", "next_at")
    return 1 if items else 0


def _failed(row: OutsideSource, fault: str, now: datetime, *, for_good: bool = False) -> int:
    row.fault, row.failures = fault, row.failures + 1
    row.on = not (for_good or row.failures >= GIVEN_UP)
    row.next_at = now + min(LONGEST, AGAIN * 2 ** min(row.failures - 1, 5)) if row.on else None
    _keep(row, "fault", "failures", "on", "next_at")
    return 0


def _keep(row: OutsideSource, *fields: str) -> None:
    """Unless it was turned off or taken away meanwhile."""
    if OutsideSource.objects.filter(id=row.id, on=True).exists():
        row.save(update_fields=list(fields))
