"""What state PostgreSQL's data folder is in, and what may be done with it. Looking and judging; nothing here changes it.

The one rule: a folder that may hold somebody's data is never wiped, nor taken for an empty one.
"""

from __future__ import annotations

import errno
import os
import pwd
import shutil
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.embedded import processes
from companion.embedded.words import both

MARK = ".initialised"
MAJOR = "18"
FIRST_USER_OID = 16_384
"""Databases made by people have numbers from here on; those below come with every new folder."""


class State(StrEnum):
    """What a data folder is."""

    NONE = "none"
    HALF = "half"
    WHOLE = "whole"
    OTHER_VERSION = "other_version"
    DAMAGED = "damaged"
    NOT_OURS = "not_ours"


@dataclass(frozen=True)
class Seen:
    """What was found in a data folder."""

    empty: bool
    marked: bool
    version: str
    complete: bool
    """The control file, a database of people's own, the log: without any of them nothing starts."""
    held_people: bool
    """Whether a database beyond those of a new folder is there."""
    owner: int | None
    """Who owns the files; None when there are none to own."""


def look(folder: Path) -> Seen:
    """Raises OSError when the folder can't be read."""
    if not folder.exists() or not any(folder.iterdir()):
        return Seen(True, False, "", False, False, None)
    version = folder / "PG_VERSION"
    parts = (folder / "global" / "pg_control", folder / "base" / "5", folder / "pg_wal")
    return Seen(
        empty=False,
        marked=(folder / MARK).exists(),
        version=version.read_text(errors="replace").strip() if version.exists() else "",
        complete=all(part.exists() for part in parts),
        held_people=any(
            path.name.isdigit() and int(path.name) >= FIRST_USER_OID for path in folder.glob("base/*")
        ),
        owner=version.stat().st_uid if version.exists() else None,
    )


def judge(seen: Seen, owner: int) -> State:
    """The state of what was seen, for a server that will run as `owner`."""
    if seen.empty:
        return State.NONE
    if seen.version and seen.version != MAJOR:
        return State.OTHER_VERSION
    if seen.version and seen.complete:
        return State.WHOLE if seen.owner == owner else State.NOT_OURS
    return State.DAMAGED if seen.marked or seen.held_people else State.HALF


def refusal(state: State, folder: Path, seen: Seen) -> processes.StartError:
    """What to tell about a folder that can't be used, and what to do."""
    if state is State.OTHER_VERSION:
        return processes.StartError(
            both(
                f"{folder} 是 PostgreSQL {seen.version} 的数据，这里带的是 {MAJOR}。什么也没有改动。"
                f"请用旧版本导出（pg_dump），把这个文件夹移到别处，再启动并导入。",
                f"{folder} holds data of PostgreSQL {seen.version}; this is {MAJOR}. Nothing was changed. "
                "Dump it with the old version (pg_dump), move the folder elsewhere, then start and restore.",
            )
        )
    if state is State.NOT_OURS:
        name = _name(seen.owner)
        return processes.StartError(
            both(
                f"{folder} 里的数据属于用户 {name}。请用第一次启动时的那个用户启动，或改变所有者（chown -R）。什么也没有改动。",
                f"The data in {folder} belongs to {name}. Start as the user who started it first, or change the owner "
                "(chown -R). Nothing was changed.",
            )
        )
    return processes.StartError(
        both(
            f"{folder} 里曾有数据，现在缺了文件，不能启动。什么也没有改动：请从备份恢复这个文件夹；"
            "如果愿意从头开始，把它移到别处再启动。",
            f"{folder} held data and now lacks files, so it can't be started. Nothing was changed: restore the folder from a "
            "backup, or move it elsewhere to begin anew.",
        )
    )


def _name(owner: int | None) -> str:
    try:
        return pwd.getpwuid(owner or 0).pw_name
    except KeyError:
        return str(owner)


def full(path: Path) -> processes.StartError:
    """What to tell when there is no room left."""
    free = shutil.disk_usage(nearest(path)).free // (1024 * 1024)
    return processes.StartError(
        both(
            f"磁盘几乎满了：{path} 所在的磁盘只剩 {free} MB，没有启动。数据都还在；腾出空间后再启动。",
            f"The disk is nearly full: the disk of {path} has {free} MB left. Nothing was started. The data is all there; "
            "make room, then start again.",
        )
    )


def nearest(path: Path) -> Path:
    """The path, or what is there of the folders above it."""
    return next(folder for folder in (path, *path.parents) if folder.exists())


def unreadable(path: Path, error: OSError) -> processes.StartError:
    """What to tell about a folder that can't be written or read."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return full(path)
    where = error.filename or path
    return processes.StartError(
        both(
            f"不能使用 {where}：{error.strerror}。它要归启动 Companion 的用户所有（{_name(os.geteuid())}），并且可写；"
            "也可以用 COMPANION_VAR 指定别的文件夹。",
            f"{where} can't be used: {error.strerror}. It must belong to the user who starts Companion "
            f"({_name(os.geteuid())}) and be writable; COMPANION_VAR can name another folder.",
        )
    )
