"""Early pytest plugin: real PostgreSQL, Valkey and embedder in a temporary folder, before settings are read. With
`-n` each worker has its own three, so that no test meets the rows or the messages of another."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.embedded.places import Places

ROOT = Path(__file__).resolve().parent.parent
NEEDS_NOTHING = {"--help", "-h", "--version", "-V", "--co", "--collect-only", "--fixtures", "--markers"}


def _needs_parts() -> bool:
    """Not where parts are given, nothing runs, or workers run it all."""
    shares_out = any(argument.startswith(("-n", "--numprocesses")) for argument in sys.argv)
    return "COMPANION_PARTS" not in os.environ and not NEEDS_NOTHING & set(sys.argv) and not shares_out


def _bring_up() -> None:
    from companion.embedded.parts import Parts
    from companion.embedded.places import Places

    for name in (
        "DATABASE_URL",
        "REDIS_URL",
        "EMBEDDING_BASE_URL",
        "LLM_BASE_URL",
        "LLM_API_KEY",
        "LLM_MODEL",
    ):
        os.environ.pop(name, None)
    folder = Path(tempfile.mkdtemp(prefix="companion-test-"))
    folder.chmod(0o755)
    parts = Parts(Places(folder / "var"), ROOT)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(parts.stop)
    _stops.append(parts.stop)
    parts.bring_up()
    os.environ.update(parts.env, COMPANION_VAR=str(folder / "var"), COMPANION_PARTS="tests")
    _commit_without_waiting(parts.places)


def _commit_without_waiting(places: Places) -> None:
    """What is committed here need not outlive the machine: each commit would wait for its disk."""
    import psycopg

    from companion.embedded import postgres

    with psycopg.connect(postgres.dsn(places, "postgres"), autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


_stops: list[Callable[[], None]] = []


def pytest_unconfigure() -> None:
    """A worker of pytest-xdist may be ended without its exit handlers."""
    for stop in _stops:
        stop()


if _needs_parts():
    _bring_up()
