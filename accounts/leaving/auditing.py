"""Looking for what a deletion left behind: rows of users who are not there, or whose key is gone. There must be none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Exists, OuterRef, QuerySet

from accounts.leaving import erasing, tables
from accounts.models import Deletion, User, UserKey

IN_TIME = timedelta(hours=24)
"""How long the rows of a deletion may take."""
NAMES = frozenset({"user", "user_id", "owner", "owner_id"})


@dataclass(frozen=True)
class Audit:
    """Rows by table: those that should not be there, and those of deletions that are under way and in time."""

    found: dict[str, int]
    under_way: dict[str, int]
    looked: int
    """How many tables were looked through."""

    @property
    def ok(self) -> bool:
        return not self.found


def audit(now: datetime) -> Audit:
    """Look through every table. Changes nothing."""
    found: dict[str, int] = {}
    under_way: dict[str, int] = {}
    looked = 0
    for name, rows, owner in _tables():
        keys, busy = UserKey.objects.filter(user=OuterRef(owner)), _busy(now).filter(user=OuterRef(owner))
        lost = rows.filter(**{f"{owner}__isnull": False}).exclude(Exists(keys))
        if count := lost.count():
            waiting = lost.filter(Exists(busy)).count()
            _add(under_way, name, waiting)
            _add(found, name, count - waiting)
        looked += 1
    for name, count in _by_content():
        _add(found, name, count)
        looked += 1
    return Audit(found, under_way, looked)


def _busy(now: datetime) -> QuerySet[Deletion]:
    return Deletion.objects.filter(done_at=None, destroyed_at__gt=now - IN_TIME)


def _add(counts: dict[str, int], name: str, count: int) -> None:
    if count:
        counts[name] = counts.get(name, 0) + count


def _tables() -> Iterator[tuple[str, QuerySet[Any], str]]:
    """Each table and the lookup of its owner; also one that names a user by a plain id."""
    yield "accounts.user", User._base_manager.all(), "id"
    for table in tables.owned():
        if table.model is not UserKey:
            yield from ((table.name, table.rows, owner) for owner in table.owners)
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, models.UUIDField) and field.name in NAMES:
                yield model._meta.label_lower, model._base_manager.all(), field.name


def _by_content() -> Iterator[tuple[str, int]]:
    """What names a user in its content only: sessions, and the operators' log."""
    there = {str(key) for key in User.objects.filter(data_key__isnull=False).values_list("pk", flat=True)}
    there |= {str(key) for key in Deletion.objects.filter(done_at=None).values_list("user_id", flat=True)}
    whose = [row.get_decoded().get(SESSION_KEY) for row in Session.objects.iterator(chunk_size=500)]
    yield "sessions.session", sum(key is not None and key not in there for key in whose)
    yield "admin.logentry", erasing.log_about_users().exclude(object_id__in=there).count()
