"""Parts around a command: `manage.py talk` works whether or not `make up` runs.

Every user of the parts holds a shared lock. Whoever leaves last, and only then, stops what such commands started;
what `make up` started is its own to stop. What a killed command left is adopted by the next one, or cleared by `make up`.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.embedded import checking, preparing, processes
from companion.embedded.parts import Parts
from companion.embedded.places import Places

WITHOUT_PARTS = frozenset(
    {
        "help",
        "version",
        "makemessages",
        "compilemessages",
        "collectstatic",
        "startapp",
        "messages",
        "diffsettings",
    }
)
"""Commands that touch neither database, broker nor embedder."""
BEFORE_TABLES = frozenset(
    {"prepare", "migrate", "makemigrations", "showmigrations", "sqlmigrate", "check", "dbshell"}
)
"""Commands that make or look at the tables themselves; the others find them made."""


def around(argv: Sequence[str], root: Path) -> contextlib.AbstractContextManager[None]:
    """The context a `manage.py` command runs in: embedded parts where it needs them and no URL names others."""
    command = next((word for word in argv[1:] if not word.startswith("-")), "help")
    if command in WITHOUT_PARTS or "--help" in argv or "-h" in argv or os.environ.get("COMPANION_PARTS"):
        return contextlib.nullcontext()
    places = Places.here(root)
    return running(places, root, tables=command not in BEFORE_TABLES)


@contextlib.contextmanager
def running(places: Places, root: Path, *, tables: bool = False) -> Iterator[None]:
    """Adopt or start the parts, put their addresses into the environment, and leave as little as was found. With `tables`
    the database is brought up to date first, so that a command works on a fresh clone."""
    _check(places)
    with open(places.run / "users.lock", "w") as users:
        parts = Parts(places, root, outlive=True)
        try:
            with _exclusive(places, "starting.lock"):
                fcntl.flock(users, fcntl.LOCK_SH)
                parts.bring_up()
                _remember(places, parts.started)
        except processes.StartError as error:
            parts.stop()
            sys.exit(str(error))
        os.environ.update(parts.env, COMPANION_PARTS="adopted")
        try:
            if tables:
                _make_tables(places, root)
            yield
        finally:
            with _exclusive(places, "starting.lock"):
                _leave(places, users)


def _check(places: Places) -> None:
    try:
        if warning := checking.before_start(places):
            print(warning, file=sys.stderr)
        checking.check_key(places, os.environ)
    except processes.StartError as error:
        sys.exit(str(error))


def _make_tables(places: Places, root: Path) -> None:
    with _exclusive(places, "preparing.lock"):
        if preparing.is_due(places, root):
            try:
                preparing.run(os.environ, places, root)
            except processes.StartError as error:
                sys.exit(str(error))


def clear_leftovers(places: Places) -> None:
    """Stop what a killed command left behind, unless another command still uses it."""
    places.make()
    with open(places.run / "users.lock", "w") as users, _exclusive(places, "starting.lock"):
        _leave(places, users)


@contextlib.contextmanager
def _exclusive(places: Places, name: str) -> Iterator[None]:
    with open(places.run / name, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _remember(places: Places, started: dict[str, int]) -> None:
    path = places.run / "transient.json"
    known = _transient(places)
    path.write_text(json.dumps({**known, **started}))


def _transient(places: Places) -> dict[str, int]:
    try:
        held: dict[str, int] = json.loads((places.run / "transient.json").read_text())
    except (OSError, ValueError):
        return {}
    return {name: pid for name, pid in held.items() if processes.alive(pid)}


def _leave(places: Places, users: object) -> None:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)  # type: ignore[arg-type]
    except BlockingIOError:
        return  # someone else still uses them, and will stop them
    for name, pid in reversed(_transient(places).items()):
        processes.stop(pid, number=signal.SIGINT if name == "database" else signal.SIGTERM)
    (places.run / "transient.json").unlink(missing_ok=True)
