"""The innermost layer of the vault: authenticated encryption, and the key that wraps the users' keys. No tables."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

VERSION = b"\x01"


class VaultError(Exception):
    """A key is missing or wrong, or a sealed value was moved or altered. Never retry; never write over it."""


def key_encryption_key() -> bytes:
    """The 32-byte key that wraps user keys, from COMPANION_KEK (base64) or its file. Raises VaultError."""
    raw = settings.COMPANION_KEK
    if not raw:
        try:
            raw = settings.COMPANION_KEK_FILE.read_text(encoding="ascii").strip()
        except OSError as error:
            raise VaultError(f"no key-encryption key: {settings.COMPANION_KEK_FILE} can't be read") from error
    try:
        key = base64.b64decode(raw, validate=True)
    except ValueError as error:
        raise VaultError("the key-encryption key is not base64") from error
    if len(key) != 32:
        raise VaultError("the key-encryption key must hold 32 bytes")
    return key


def wrap(user_id: UUID, key: bytes) -> bytes:
    return encrypt(key_encryption_key(), key, f"user-key|{user_id}")


def unwrap(user_id: UUID, wrapped: bytes) -> bytes:
    return decrypt(key_encryption_key(), bytes(wrapped), f"user-key|{user_id}")


def new_key() -> bytes:
    return os.urandom(32)


def site_hash(purpose: str, *parts: str) -> bytes:
    """32 bytes that tell equal parts from others, for what belongs to no user or outlives one. Without the key-encryption key,
    which is never in the database, nobody can try what they stand for. Raises VaultError."""
    key = HKDF(hashes.SHA256(), 32, None, f"site.{purpose}".encode()).derive(key_encryption_key())
    return hmac.new(key, b"\x00".join(part.encode() for part in parts), hashlib.sha256).digest()


def lock_of(secret: str) -> bytes:
    """What a row keeps of a secret that opens it: enough to know it by, and nothing that opens."""
    return hashlib.sha256(secret.encode()).digest()


def encrypt(key: bytes, plain: bytes, bound_to: str) -> bytes:
    nonce = os.urandom(12)
    return VERSION + nonce + AESGCM(key).encrypt(nonce, plain, bound_to.encode())


def decrypt(key: bytes, sealed: bytes, bound_to: str) -> bytes:
    if sealed[:1] != VERSION:
        raise VaultError("a sealed value of an unknown version")
    try:
        return AESGCM(key).decrypt(sealed[1:13], sealed[13:], bound_to.encode())
    except (InvalidTag, ValueError) as error:
        raise VaultError("a sealed value does not open: wrong key, row, user or label") from error
