"""The receipt: what was deleted, how much of it and when. No content, no name; its address is a secret of whoever asked."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from accounts.models import Deletion
from accounts.sealing import lock_of, site_hash

SCHEMA, VERSION = "companion.account_deletion", 1


def secret(deletion: UUID) -> str:
    """The secret part of a receipt's address. It can be made again, and is not in the database."""
    return base64.urlsafe_b64encode(site_hash("receipt", str(deletion))).decode().rstrip("=")


def find(given: str) -> Deletion | None:
    """The deletion whose secret this is."""
    return Deletion.objects.select_related("user").filter(receipt=lock_of(given)).first()


def path(deletion: Deletion) -> str:
    return reverse("receipt", args=[secret(deletion.id)])


def address(deletion: Deletion) -> str:
    """The whole address, for a mail."""
    return str(settings.SITE_URL).rstrip("/") + path(deletion)


def facts(deletion: Deletion) -> dict[str, Any]:
    """Everything the receipt says, as plain values; times in UTC, None for what hasn't happened."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "scope": "account",
        "state": deletion.state.value,
        "asked_by": deletion.by,
        "asked_at": _iso(deletion.asked_at),
        "planned_for": _iso(deletion.user.leaving_at)
        if deletion.user and not deletion.destroyed_at
        else None,
        "key_destroyed_at": _iso(deletion.destroyed_at),
        "rows_deleted_at": _iso(deletion.done_at),
        "key_backups_gone_by": _iso(deletion.key_backups_until),
        "backups_gone_by": _iso(deletion.backups_until),
        "rows": sum(deletion.counts.values()),
        "rows_by_table": dict(sorted(deletion.counts.items())),
    }


def _iso(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z") if at else None
