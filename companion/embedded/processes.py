"""Starting and stopping child processes that must not outlive us, and only those."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import psutil

PR_SET_PDEATHSIG = 1
SAME_START = 0.5


class StartError(Exception):
    """A part did not start; the text says what happened and what to do, for a person."""


def spawn(
    command: Sequence[str | Path],
    log: Path,
    *,
    env: Mapping[str, str] | None = None,
    user: int | None = None,
    stop_signal: int | None = signal.SIGTERM,
    cwd: Path | None = None,
) -> subprocess.Popen[bytes]:
    """Start a child in its own process group, its output appended to `log`. On Linux it gets `stop_signal` when we
    die, however we die, so that no orphan keeps a port or a lock; None lets it outlive us."""
    group = None if user is None else pwd.getpwuid(user).pw_gid
    with open(log, "ab") as out:
        return subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=None if env is None else dict(env),
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_die_with_parent(stop_signal),
            user=user,
            group=group,
            extra_groups=None if user is None else [],
        )


def _die_with_parent(number: int | None) -> Callable[[], None] | None:
    if number is None or not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, number)


def stop(pid: int, *, number: int = signal.SIGTERM, patience: float = 15.0) -> None:
    """Ask the process group of `pid` to end, wait, and kill what is left of it."""
    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return
    with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
        process.send_signal(number)
    _wait_for([process], patience)
    left = [member for member in family if alive(member.pid)]
    for member in left:
        with contextlib.suppress(psutil.NoSuchProcess):
            member.kill()
    _wait_for(left, 5)


def _wait_for(family: Sequence[psutil.Process], seconds: float) -> None:
    """Until none of them runs. Our own children are buried, for a server refuses to start beside its dead one's id; a
    zombie that is another's to bury is waited for no longer."""
    deadline = time.monotonic() + seconds
    while any(member.is_running() and alive(member.pid) for member in family) and time.monotonic() < deadline:
        time.sleep(0.02)
    for member in family:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(member.pid, os.WNOHANG)


def alive(pid: int | None) -> bool:
    """Whether a process with this id runs (a zombie does not)."""
    if not pid or not psutil.pid_exists(pid):
        return False
    with contextlib.suppress(psutil.NoSuchProcess):
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    return False


def born(pid: int) -> float:
    """When the process with this id started, in seconds; 0.0 when there is none. Counted from the machine's start where
    that can be had: a corrected clock must not make a running process look like another."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        # The name in brackets may hold spaces and brackets of its own.
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
        return int(fields[19]) / os.sysconf("SC_CLK_TCK")
    with contextlib.suppress(psutil.NoSuchProcess):
        return float(psutil.Process(pid).create_time())
    return 0.0


def same(pid: float, started: float) -> bool:
    """Whether the process that was noted with this id and start still runs: ids are given out again."""
    return alive(int(pid)) and abs(born(int(pid)) - started) < SAME_START


def family(pid: int) -> list[int]:
    """The process with this id and all below it; empty when there is none."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        return [pid, *(child.pid for child in process.children(recursive=True))]
    return []


def working_in(folder: Path) -> set[int]:
    """Ids of the processes whose working folder this is."""
    real, found = str(folder.resolve()), set()
    for process in psutil.process_iter(["pid"]):
        with contextlib.suppress(psutil.Error, OSError):
            if process.cwd() == real and alive(process.pid):
                found.add(process.pid)
    return found


def tail(log: Path, lines: int = 6) -> str:
    """The end of a log, for an error a person reads."""
    with contextlib.suppress(OSError):
        return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])
    return ""


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
