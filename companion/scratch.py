"""A scratch database made from a migrated template, for commands that must not touch anybody's data.

It goes when the block ends, however it ends: a command that is told to stop unwinds first, and what a killed one left is
dropped by the next. Each holds a lock on its database's name for as long as it lives, so nobody drops one in use.
"""

from __future__ import annotations

import contextlib
import hashlib
import signal
import threading
import uuid
from collections.abc import Iterator
from typing import Any

from django.core.management import call_command
from django.db import connection, connections
from django.db.utils import DatabaseError

TEMPLATE = "companion_template"
PREFIX = "companion_scratch_"
_up_to_date: set[int] = set()
"""Templates, by their oid, that this process has migrated."""


def _run(statement: str, params: list[Any] | None = None) -> Any:
    """Run one statement on the maintenance database, outside any transaction."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchone() if cursor.description else None


def _use(name: str) -> str:
    """Point the default connection at another database; the name it had."""
    connections.close_all()
    connection.close_pool()  # type: ignore[attr-defined]
    before = str(connection.settings_dict["NAME"])
    connection.settings_dict["NAME"] = name
    return before


def fresh_template() -> None:
    """Make the template, or bring an old one up to date: once in a process, whose migrations don't change."""
    found = _run("SELECT oid FROM pg_database WHERE datname = %s", [TEMPLATE])
    if found and found[0] in _up_to_date:
        return
    if not found:
        _run(f'CREATE DATABASE "{TEMPLATE}"')
    before = _use(TEMPLATE)
    try:
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        _use(before)
    _up_to_date.add(_run("SELECT oid FROM pg_database WHERE datname = %s", [TEMPLATE])[0])


def _lock_of(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)


def _drop_leftovers() -> None:
    """Drop what killed commands left: nobody holds its lock, and nobody is connected to it."""
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{PREFIX}%"])
        for (name,) in cursor.fetchall():
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [_lock_of(name)])
            if cursor.fetchone()[0]:
                with contextlib.suppress(DatabaseError):  # somebody looks into it, or dropped it first
                    cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_lock_of(name)])


@contextlib.contextmanager
def _unwinding() -> Iterator[None]:
    """Turn a request to stop into an exit that runs what has to run last."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def empty(template: str = "template1") -> Iterator[str]:
    """The name of a database that lives as long as the block."""
    name = f"{PREFIX}{uuid.uuid4().hex[:12]}"
    with _unwinding(), connection._nodb_cursor() as holder:
        holder.execute("SELECT pg_advisory_lock(%s)", [_lock_of(name)])
        try:
            holder.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
            yield name
        finally:
            _run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@contextlib.contextmanager
def database() -> Iterator[None]:
    """Run the block on an empty, migrated database of its own, and drop it afterwards."""
    _drop_leftovers()
    fresh_template()
    with empty(TEMPLATE) as name:
        before = _use(name)
        try:
            yield
        finally:
            _use(before)
