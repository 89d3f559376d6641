"""Keyed hashes that tie an event to its person and line within a month, and to nobody without the key."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from accounts import sealing


def mark(kind: str, key: UUID, at: datetime) -> bytes:
    """32 bytes for this id in the month of `at` (UTC); `kind` keeps persons and lines apart."""
    return sealing.site_hash(f"risk.{at.astimezone(UTC):%Y-%m}", kind, str(key))
