"""The only file here that opens a connection: one GET of a user's URL that can't be turned against this server.

Every hop is resolved once, all its addresses must be public, and the connection is made to the address that was
checked. Nothing of the environment (proxies, netrc) and nothing of the user (cookies, referrer) goes along.
"""

from __future__ import annotations

import http.client
import io
import queue
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import SplitResult, urljoin, urlsplit

from topics.outside.addresses import DEFAULT_PORT, PORTS, Address, check, is_public, literal, shaped
from topics.outside.errors import Absence, Refusal, SourceAway, SourceRefused

__all__ = ["PUBLIC", "Dialer", "Fetched", "SourceAway", "SourceRefused", "check", "fetch"]

ACCEPT = (
    "application/atom+xml, application/rss+xml, application/xml, application/json, text/xml, text/plain;q=0.5"
)
AGENT = "Companion (outside source reader)"
REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SUBTYPES = frozenset({"xml", "json", "plain", "rss", "atom", "rdf", "x-rss"})
_CHUNK = 16 * 1024
_HEADERS = 128 * 1024
_DIALLED = 2
"""Of the addresses of a name, so many of each version are tried."""


@dataclass(frozen=True)
class Fetched:
    """What came: the body without its transfer and content encoding, its media type, and the URL it came from."""

    body: bytes
    content_type: str
    url: str


def system_addresses(host: str, port: int) -> list[str]:
    """The addresses the system's resolver knows for a name. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in found))


@dataclass(frozen=True)
class Dialer:
    """Where a fetch may go and how much it may take. Only tests have a reason for another one than `PUBLIC`, and
    nothing outside the code can make one."""

    resolve: Callable[[str, int], Sequence[str]] = system_addresses
    permitted: Callable[[Address], bool] = is_public
    ports: frozenset[int] = PORTS
    tls: Callable[[], ssl.SSLContext] = ssl.create_default_context
    connect_s: float = 5.0
    whole_s: float = 15.0
    body_bytes: int = 1 << 20
    redirects: int = 3


PUBLIC = Dialer()


def fetch(url: str, *, dialer: Dialer = PUBLIC) -> Fetched:
    """Get what a source has now. Takes `dialer.whole_s` seconds at most, whatever the other side does.

    Raises SourceRefused (what the URL, a redirect or the answer is, won't be read) or SourceAway (try again later).
    """
    end = _End(time.monotonic() + dialer.whole_s)
    for _ in range(dialer.redirects + 1):
        url = shaped(url, dialer.ports, dialer.permitted)
        with _errors():
            answer = _hop(url, dialer, end)
        if isinstance(answer, Fetched):
            return answer
        try:
            url = urljoin(url, answer)
        except ValueError as error:
            raise SourceRefused(Refusal.MALFORMED) from error
    raise SourceRefused(Refusal.REDIRECTS)


@dataclass(frozen=True)
class _End:
    """When the fetch has to be over, on the monotonic clock."""

    at: float

    def left(self, most: float = float("inf")) -> float:
        """Seconds left, `most` at most. Raises SourceAway(timeout) when there are none."""
        left = min(self.at - time.monotonic(), most)
        if left <= 0:
            raise SourceAway(Absence.TIMEOUT)
        return left


class _Wire(io.RawIOBase):
    """The bytes of a connection, for `HTTPResponse`: each read ends in time, and all of them together are few enough."""

    def __init__(self, sock: socket.socket, end: _End, most: int) -> None:
        self._sock = sock
        self._end = end
        self._most = most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        # A time-out per read alone would let a byte a second hold a worker for days.
        self._sock.settimeout(self._end.left())
        count = self._sock.recv_into(buffer)
        self._most -= count
        # http.client reads headers, chunk sizes and trailers without asking how many there are.
        if self._most < 0:
            raise SourceRefused(Refusal.TOO_LARGE)
        return count

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)


def _hop(url: str, dialer: Dialer, end: _End) -> Fetched | str:
    """One request: what it brought, or where it was sent on to."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or DEFAULT_PORT[parts.scheme]
    with closing(_dialled(_addresses(host, port, dialer, end), port, dialer, end)) as plain:
        sock = plain
        if parts.scheme == "https":
            plain.settimeout(end.left())
            sock = dialer.tls().wrap_socket(plain, server_hostname=host)
        with closing(sock):
            sock.settimeout(end.left())
            sock.sendall(_request(parts))
            wire = cast("socket.socket", _Wire(sock, end, dialer.body_bytes + _HEADERS))
            with closing(http.client.HTTPResponse(wire, method="GET")) as response:
                response.begin()
                return _answer(response, url, dialer)


def _addresses(host: str, port: int, dialer: Dialer, end: _End) -> list[Address]:
    """All addresses of a host, each of them permitted. Raises SourceRefused(address) if one is not."""
    own = literal(host)
    names = [host] if own else _resolved(host, port, dialer, end)
    addresses = [address for name in names if (address := literal(name))]
    # One public address beside a private one is how a name gets a checker to agree and a connection to go astray.
    if len(addresses) < len(names) or not all(dialer.permitted(address) for address in addresses):
        raise SourceRefused(Refusal.ADDRESS)
    if not addresses:
        raise SourceAway(Absence.CONNECTION)
    return addresses


def _resolved(host: str, port: int, dialer: Dialer, end: _End) -> Sequence[str]:
    """What the resolver answers, in time."""
    answers: queue.SimpleQueue[Sequence[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put(dialer.resolve(host, port))
        except Exception as error:
            answers.put(error)

    # getaddrinfo knows no time-out: a name server that keeps silent would hold the worker for half a minute.
    threading.Thread(target=ask, name="outside-resolver", daemon=True).start()
    try:
        answer = answers.get(timeout=end.left())
    except queue.Empty:
        raise SourceAway(Absence.TIMEOUT) from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _dialled(addresses: Sequence[Address], port: int, dialer: Dialer, end: _End) -> socket.socket:
    """A connection to the first address that answers. Raises OSError of the last one, or SourceAway(timeout)."""
    failure: OSError = OSError("no address")
    # A name with eight IPv6 addresses must not use up all attempts where there is no IPv6.
    first = [address for address in addresses if address.version == addresses[0].version]
    other = [address for address in addresses if address.version != addresses[0].version]
    for address in (*first[:_DIALLED], *other[:_DIALLED]):
        sock = socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6, socket.SOCK_STREAM)
        try:
            sock.settimeout(end.left(dialer.connect_s))
            sock.connect((str(address), port))
        except OSError as error:
            sock.close()
            failure = error
        except SourceAway:
            sock.close()
            raise
        else:
            return sock
    raise failure


def _request(parts: SplitResult) -> bytes:
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    lines = (
        f"GET {target} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"User-Agent: {AGENT}",
        f"Accept: {ACCEPT}",
        "Accept-Encoding: gzip",
        "Connection: close",
    )
    return "\r\n".join((*lines, "", "")).encode("ascii")


def _answer(response: http.client.HTTPResponse, url: str, dialer: Dialer) -> Fetched | str:
    location = response.getheader("Location")
    if response.status in REDIRECTS and location:
        # http.client reads headers as Latin-1; servers write UTF-8.
        return location.encode("latin-1", "replace").decode("utf-8", "replace").strip()
    if response.status != 200:
        raise SourceAway(Absence.STATUS, status=response.status)
    content_type = (response.getheader("Content-Type") or "").partition(";")[0].strip().lower()
    if not _is_readable(content_type):
        raise SourceRefused(Refusal.CONTENT_TYPE)
    return Fetched(_body(response, dialer.body_bytes), content_type, url)


def _is_readable(content_type: str) -> bool:
    main, _, sub = content_type.partition("/")
    kind = sub.rpartition("+")[2]
    return main in ("application", "text") and sub != "xhtml+xml" and kind in _SUBTYPES


def _body(response: http.client.HTTPResponse, most: int) -> bytes:
    """The decoded body. Raises SourceRefused when it is too large or encoded as nobody asked."""
    coding = (response.getheader("Content-Encoding") or "identity").strip().lower()
    if coding not in ("identity", "gzip", "x-gzip"):
        raise SourceRefused(Refusal.CONTENT_TYPE)
    if response.length is not None and response.length > most:
        raise SourceRefused(Refusal.TOO_LARGE)
    unpacking = None if coding == "identity" else zlib.decompressobj(31)
    body = bytearray()
    while chunk := response.read(_CHUNK):
        # Unpacking a chunk whole would take a thousand times its size.
        body += unpacking.decompress(chunk, most + 1 - len(body)) if unpacking else chunk
        if len(body) > most:
            raise SourceRefused(Refusal.TOO_LARGE)
    if response.length or (unpacking and not unpacking.eof):
        raise SourceAway(Absence.CONNECTION)
    return bytes(body)


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except zlib.error as error:
        raise SourceRefused(Refusal.MALFORMED) from error
    except TimeoutError as error:
        raise SourceAway(Absence.TIMEOUT) from error
    # ValueError: http.client lets it out for a chunk of negative length, and a resolver for a name it can't encode.
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise SourceAway(Absence.CONNECTION) from error
