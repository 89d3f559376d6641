"""A scratch database made from a migrated template, for commands that must not touch anybody's data."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator
from typing import Any

from django.core.management import call_command
from django.db import connection, connections

TEMPLATE = "companion_template"


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


def _fresh_template() -> None:
    """Make the template, or bring an old one up to date."""
    if not _run("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE]):
        _run(f'CREATE DATABASE "{TEMPLATE}"')
    before = _use(TEMPLATE)
    try:
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        _use(before)


@contextlib.contextmanager
def database() -> Iterator[None]:
    """Run the block on an empty, migrated database of its own, and drop it afterwards."""
    _fresh_template()
    name = f"companion_scratch_{uuid.uuid4().hex[:12]}"
    _run(f'CREATE DATABASE "{name}" TEMPLATE "{TEMPLATE}"')
    before = _use(name)
    try:
        yield
    finally:
        _use(before)
        _run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
