"""The ledger of deletions: who is gone, by a keyed hash of their id. It is kept outside the database too, because a restored backup
brings deleted people back and knows nothing of their deletion.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID, uuid4

from accounts.models import LedgerEntry
from accounts.models.deletions import KEPT
from accounts.sealing import site_hash

SCHEMA, VERSION = "companion.deletion_ledger", 1


class NoLedger(Exception):
    """A file that isn't a ledger; the message says what is wrong with it."""


@dataclass(frozen=True, order=True)
class Entry:
    """One deletion: a keyed hash as hex digits, what was deleted, when."""

    at: datetime
    key: str
    scope: str = "account"


def key_of(user_id: UUID) -> bytes:
    return site_hash("ledger", str(user_id))


def enter(user_id: UUID, now: datetime) -> None:
    """Write down that an account is deleted. Twice is once."""
    LedgerEntry.objects.get_or_create(key=key_of(user_id), scope="account", defaults={"at": now})


def entries() -> set[Entry]:
    """What the database's own ledger says."""
    return {Entry(row.at, bytes(row.key).hex(), row.scope) for row in LedgerEntry.objects.all()}


def read(path: Path) -> set[Entry]:
    """What a file says. Raises NoLedger."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["schema"] != SCHEMA or told["version"] != VERSION:
            raise NoLedger(f"{path} is not a ledger of version {VERSION}")
        return {
            Entry(_moment(row["at"]), bytes.fromhex(row["key"]).hex(), row["scope"])
            for row in told["entries"]
        }
    except OSError as error:
        raise NoLedger(f"{path} can't be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise NoLedger(f"{path} is not a whole ledger: {error}") from error


def _moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError("a time without its zone")
    return at


def write(path: Path, rows: Iterable[Entry]) -> None:
    """Write the file anew, whole or not at all; only its owner may read it."""
    told = {
        "schema": SCHEMA,
        "version": VERSION,
        "entries": [{"key": row.key, "scope": row.scope, "at": row.at.isoformat()} for row in sorted(rows)],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(told, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()


def keep_file(path: Path, now: datetime) -> int:
    """Bring the file beside the database up to date; how many entries it gained. What only the file knows stays in it: then the
    database is the one that was restored. Raises NoLedger rather than write over a file that it can't read."""
    known = read(path) if path.exists() else set()
    wanted = {row for row in known | entries() if row.at > now - KEPT}
    if wanted != known:
        write(path, wanted)
    return len(wanted - known)


def fade(now: datetime) -> int:
    """Let go of entries that no backup is as old as; the number of rows."""
    return LedgerEntry.objects.filter(at__lte=now - KEPT).delete()[0]
