"""The vault: one key per user, and everything that is sealed, hashed or turned with it.

Each user has a random 256-bit key, stored wrapped by a key-encryption key that is never in the database.
From the user's key come: AES-256-GCM for text, keyed hashes for keywords, slots and tombstones, and the
orthogonal turn for vectors. Destroying the row `UserKey` makes all of it unreadable at once.

The turn is a second wall, not encryption: within a user all cosines stay what they were.
"""

from __future__ import annotations

import hashlib
import hmac
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from uuid import UUID

import numpy as np
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from accounts import sealing
from accounts.models import UserKey
from accounts.sealing import VaultError

BLOCK = 64
"""Plaintexts are padded to blocks of 64 bytes, so that lengths say little."""
CACHE_SECONDS = 60.0
"""How long a process may go on with a key after another process destroyed it."""


class _Keys:
    """User keys of this process, each for CACHE_SECONDS. Thread-safe."""

    def __init__(self) -> None:
        self._held: dict[UUID, tuple[float, bytes]] = {}
        self._lock = threading.Lock()

    def get(self, user_id: UUID) -> bytes:
        with self._lock:
            held = self._held.get(user_id)
        if held and time.monotonic() - held[0] < CACHE_SECONDS:
            return held[1]
        row = UserKey.objects.filter(user_id=user_id).first()
        if row is None:
            self.drop(user_id)
            raise VaultError("this user's key is destroyed or was never made")
        key = sealing.unwrap(user_id, bytes(row.wrapped))
        with self._lock:
            if len(self._held) > 2_000:
                self._held.clear()
            self._held[user_id] = (time.monotonic(), key)
        return key

    def drop(self, user_id: UUID | None = None) -> None:
        with self._lock:
            if user_id is None:
                self._held.clear()
            else:
                self._held.pop(user_id, None)


keys = _Keys()


def drop(user_id: UUID) -> None:
    """Hold nothing of a destroyed key any longer, in this process: neither the key nor what was made of it."""
    keys.drop(user_id)
    _derive.cache_clear()
    _orthogonal.cache_clear()


def seal(user_id: UUID, label: str, row_id: UUID, text: str) -> bytes:
    """Encrypt `text`, bound to its label, row and user: moved elsewhere it no longer opens."""
    return Sealer.of(user_id, label, row_id).seal(text)


def unseal(user_id: UUID, label: str, row_id: UUID, sealed: bytes) -> str:
    """The text behind `seal`. Raises VaultError when the key, label, row or user is not the same."""
    return Sealer.of(user_id, label, row_id).unseal(bytes(sealed))


@lru_cache(maxsize=4_096)
def _derive(key: bytes, purpose: str) -> bytes:
    return HKDF(hashes.SHA256(), 32, None, purpose.encode()).derive(key)


def keyed_hash(user_id: UUID, purpose: str, *parts: str) -> bytes:
    """32 bytes that tell equal parts of one user from others and say nothing without the key."""
    body = b"\x00".join(part.encode("utf-8") for part in parts)
    return hmac.new(_derive(keys.get(user_id), f"hash.{purpose}"), body, hashlib.sha256).digest()


def keyword_ids(user_id: UUID, words: Iterable[str]) -> list[int]:
    """A 48-bit keyed id per word, in order, repeats kept. Equal words of one user have equal ids."""
    key = _derive(keys.get(user_id), "hash.keyword")
    return [
        int.from_bytes(hmac.new(key, word.encode("utf-8"), hashlib.sha256).digest()[:6], "big")
        for word in words
    ]


def turn(user_id: UUID, vectors: np.ndarray) -> np.ndarray:
    """Turn vectors (n, d) or (d,) by the user's orthogonal matrix: cosines within the user are unchanged."""
    matrix = _orthogonal(_derive(keys.get(user_id), "vector.turn"), vectors.shape[-1])
    turned: np.ndarray = np.asarray(vectors, dtype=np.float32) @ matrix
    return turned


@lru_cache(maxsize=128)
def _orthogonal(key: bytes, dims: int) -> np.ndarray:
    """A random orthogonal (dims, dims) float32 matrix from a key stream: the Q of a Gaussian matrix, which is a
    product of dims Householder reflections, its signs made unique. ChaCha20 and Box-Muller, not numpy's
    generators, because their streams may change between versions and would orphan every stored vector."""
    count = dims * dims
    cipher = Cipher(algorithms.ChaCha20(key, b"\x00" * 16), mode=None).encryptor()
    words = np.frombuffer(cipher.update(b"\x00" * (8 * count)), dtype="<u4").astype(np.float64)
    uniform = (words + 0.5) / 2**32
    normal = np.sqrt(-2 * np.log(uniform[:count])) * np.cos(2 * np.pi * uniform[count:])
    q, r = np.linalg.qr(normal.reshape(dims, dims))
    return np.ascontiguousarray(q * np.sign(np.diag(r)), dtype=np.float32)


def _pad(plain: bytes) -> bytes:
    return plain + b"\x80" + b"\x00" * (-(len(plain) + 1) % BLOCK)


def _unpad(padded: bytes) -> bytes:
    return padded[: padded.rindex(b"\x80")]


@dataclass(frozen=True)
class Sealer:
    """A label and row with the user's key in hand: seals without asking the database, as the event loop must."""

    user_id: UUID
    label: str
    row_id: UUID
    _key: bytes = field(repr=False)

    @classmethod
    def of(cls, user_id: UUID, label: str, row_id: UUID) -> Sealer:
        return cls(user_id, label, row_id, keys.get(user_id))

    def seal(self, text: str) -> bytes:
        bound_to = f"{self.label}|{self.row_id}|{self.user_id}"
        return sealing.encrypt(self._key, _pad(text.encode("utf-8")), bound_to)

    def unseal(self, sealed: bytes) -> str:
        bound_to = f"{self.label}|{self.row_id}|{self.user_id}"
        return _unpad(sealing.decrypt(self._key, sealed, bound_to)).decode("utf-8")
