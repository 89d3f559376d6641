"""Before anything starts: is there room, may we write, is the key the one this data was sealed with, is the clock right?

Each finding is a sentence for a person. Looking changes nothing.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import psycopg

from companion.embedded import datafolder, processes
from companion.embedded.places import Places
from companion.embedded.words import both

REFUSE_BYTES = 50 * 1024 * 1024
AGAIN_BYTES = 100 * 1024 * 1024
"""A disk that was full counts as having room from here on: at one threshold it would be full and not full by turns."""
WARN_BYTES = 300 * 1024 * 1024
CLOCK_SLACK = timedelta(minutes=2)
"""Two machines' clocks may differ by so much without anything being wrong."""


class Room(StrEnum):
    """How much room the disk has."""

    PLENTY = "plenty"
    LITTLE = "little"
    NONE = "none"


def room(free: int, before: Room = Room.PLENTY) -> Room:
    """The room that so many free bytes are; `before` is what it was when last looked at."""
    if free < (AGAIN_BYTES if before is Room.NONE else REFUSE_BYTES):
        return Room.NONE
    return Room.LITTLE if free < WARN_BYTES else Room.PLENTY


def free_bytes(places: Places) -> int:
    return shutil.disk_usage(places.var).free


def megabytes(count: int) -> int:
    return count // (1024 * 1024)


def before_start(places: Places) -> str:
    """Raise StartError where nothing can be started: the disk is full, or the folder isn't ours to write. Else a warning,
    or ""."""
    try:
        free = shutil.disk_usage(datafolder.nearest(places.var)).free
        if room(free) is Room.NONE:
            raise datafolder.full(places.var)
        places.make()
        # A folder of another user's, or a disk that became read-only, shows only when something is written.
        with tempfile.TemporaryFile(dir=places.run) as probe:
            probe.write(b"x")
            probe.flush()
    except OSError as error:
        raise datafolder.unreadable(places.var, error) from error
    if room(free) is Room.PLENTY:
        return ""
    return both(
        f"磁盘空间不多了：{places.var} 所在的磁盘还剩 {megabytes(free)} MB。满了之后就不能再发消息。",
        f"The disk is filling up: the disk of {places.var} has {megabytes(free)} MB left. Once it is full no message can be "
        "sent.",
    )


@dataclass(frozen=True)
class KeyState:
    """Whether the key that wraps all users' keys is here, named elsewhere, and needed already."""

    here: bool
    elsewhere: bool
    needed: bool


def may_make_key(state: KeyState) -> bool:
    """Whether a new key may be made: never where data was sealed with one that is missing now."""
    return not state.here and not state.elsewhere and not state.needed


def check_key(places: Places, environ: Mapping[str, str]) -> None:
    """Raise StartError when data is there and its key is not. A new one made silently would open none of it, and what is
    sealed from then on would be lost when the old one comes back."""
    here = (places.keys / "kek").exists()
    elsewhere = bool(environ.get("COMPANION_KEK") or environ.get("COMPANION_KEK_FILE"))
    if here or elsewhere:
        return
    url = environ.get("DATABASE_URL", "")
    needed = holds_keys(url) if url else (places.postgres / datafolder.MARK).exists()
    if may_make_key(KeyState(here, elsewhere, needed)):
        return
    raise processes.StartError(
        both(
            f"数据还在，但打开它的钥匙不见了（{places.keys / 'kek'}）。没有启动，也没有另造一把：新钥匙打不开旧内容。"
            "请从备份放回这个文件，或用 COMPANION_KEK、COMPANION_KEK_FILE 指定它。",
            f"The data is there, but the key that opens it is missing ({places.keys / 'kek'}). Nothing was started and no other "
            "key was made: it would open nothing. Put the file back from a backup, or name it by COMPANION_KEK or "
            "COMPANION_KEK_FILE.",
        )
    )


def holds_keys(url: str) -> bool:
    """Whether this database holds keys of users. Raises StartError when it can't be asked."""
    try:
        with psycopg.connect(url, connect_timeout=10) as session:
            table = session.execute("SELECT to_regclass('accounts_userkey')").fetchone()
            if table is None or table[0] is None:
                return False
            return session.execute("SELECT 1 FROM accounts_userkey LIMIT 1").fetchone() is not None
    except psycopg.Error as error:
        raise processes.StartError(
            both(
                f"连不上 DATABASE_URL 指定的数据库：{type(error).__name__}。",
                f"The database of DATABASE_URL can't be reached: {type(error).__name__}.",
            )
        ) from None


def newest_line(url: str) -> datetime | None:
    """When somebody last said something; None when nobody did, or the database can't be asked."""
    try:
        with psycopg.connect(url, connect_timeout=5) as session:
            table = session.execute("SELECT to_regclass('transcript_conversation')").fetchone()
            if table is None or table[0] is None:
                return None
            row = session.execute("SELECT max(last_message_at) FROM transcript_conversation").fetchone()
            return row[0] if row else None
    except psycopg.Error:
        return None


def clock_behind(newest: datetime | None, now: datetime) -> str:
    """A warning when the clock stands before the newest line: it was set back, or the line came under a wrong one."""
    if newest is None or newest <= now + CLOCK_SLACK:
        return ""
    told, seen = f"{now:%Y-%m-%d %H:%M} UTC", f"{newest.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return both(
        f"这台机器的时钟（{told}）早于最近的一条消息（{seen}）。请检查日期和时间；什么也不会丢，但日期会说错。",
        f"This machine's clock ({told}) stands before the newest message ({seen}). Check date and time; nothing is lost, but "
        "dates will be wrong.",
    )
