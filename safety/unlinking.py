"""Keyed hashes that tie an event to its person and line within a month, and to nobody without the key."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime
from uuid import UUID

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from accounts import sealing


def mark(kind: str, key: UUID, at: datetime) -> bytes:
    """32 bytes for this id in the month of `at` (UTC); `kind` keeps persons and lines apart."""
    month = at.astimezone(UTC).strftime("%Y-%m")
    monthly = HKDF(hashes.SHA256(), 32, None, f"risk.{month}".encode()).derive(sealing.key_encryption_key())
    return hmac.new(monthly, f"{kind}|{key}".encode(), hashlib.sha256).digest()
