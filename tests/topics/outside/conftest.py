"""A web server of a few lines that can misbehave, and dialers that may reach it: the default one may not."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from topics.outside.addresses import is_public
from topics.outside.fetching import Dialer

NOW = datetime(2026, 7, 20, 12, 0, tzinfo=UTC)
Play = bytes | Callable[[socket.socket], None]


def answer(
    body: bytes = b"<rss/>", *headers: str, status: str = "200 OK", kind: str = "application/rss+xml"
) -> bytes:
    """A whole HTTP answer that ends with the connection."""
    lines = [f"HTTP/1.1 {status}", *([f"Content-Type: {kind}"] if kind else []), *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def moved(to: str, status: str = "302 Found") -> bytes:
    return answer(b"", f"Location: {to}", status=status)


class Server:
    """Plays what `plays` holds for a path, and keeps what it was asked."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.plays: dict[str, Play] = {}
        self.requests: list[str] = []
        self.done = threading.Event()
        self._tls = tls
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._threads = [threading.Thread(target=self._serve, daemon=True)]
        self._threads[0].start()

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}{path}"

    def stop(self) -> None:
        self.done.set()
        # Closing alone doesn't wake a thread that waits in accept.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for thread in self._threads:
            thread.join(5)

    def _serve(self) -> None:
        while not self.done.is_set():
            try:
                connection = self._socket.accept()[0]
            except OSError:
                return
            thread = threading.Thread(target=self._talk, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _talk(self, plain: socket.socket) -> None:
        # A client that has had enough hangs up in the middle: that is what most of these tests are about.
        with contextlib.suppress(OSError), plain:
            plain.settimeout(5)
            connection = self._tls.wrap_socket(plain, server_side=True) if self._tls else plain
            with connection:
                request = b""
                while b"\r\n\r\n" not in request and (chunk := connection.recv(4096)):
                    request += chunk
                if not request.startswith(b"GET "):
                    self.done.wait(5)
                    return
                self.requests.append(request.decode(errors="replace"))
                play = self.plays.get(
                    request.split()[1].decode(errors="replace"), answer(b"", status="404 Not Found")
                )
                if callable(play):
                    play(connection)
                else:
                    connection.sendall(play)


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def dialer(server: Server) -> Dialer:
    """May reach the server on 127.0.0.1, and what is public; takes little."""
    return local(server)


def local(server: Server, **more: Any) -> Dialer:
    base = Dialer(
        resolve=lambda host, port: ["127.0.0.1"],
        permitted=lambda address: str(address) == "127.0.0.1" or is_public(address),
        ports=frozenset({server.port}),
        connect_s=10.0,
        whole_s=30.0,
        body_bytes=4096,
    )
    return replace(base, **more)
