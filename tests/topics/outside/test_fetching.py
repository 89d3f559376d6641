"""A fetch reaches what it may and nothing else, and ends, whatever the other side does."""

from __future__ import annotations

import gzip
import socket
import threading
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from tests.topics.outside.conftest import Server, answer, local, moved
from topics.outside import Absence, Fetched, Refusal, SourceAway, SourceRefused
from topics.outside.fetching import PUBLIC, Dialer, fetch, system_addresses

MIB = 1 << 20


def refused(url: str, dialer: Dialer) -> Refusal:
    with pytest.raises(SourceRefused) as caught:
        fetch(url, dialer=dialer)
    return caught.value.reason


def away(url: str, dialer: Dialer) -> Absence:
    with pytest.raises(SourceAway) as caught:
        fetch(url, dialer=dialer)
    return caught.value.reason


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Whom this process connects to, kept from leaving it but for 127.0.0.1."""
    calls: list[tuple[str, int]] = []

    class Watched(socket.socket):
        def connect(self, address: Any) -> None:
            calls.append(address)
            if address[0] != "127.0.0.1":
                raise ConnectionRefusedError
            super().connect(address)

    monkeypatch.setattr("topics.outside.fetching.socket.socket", Watched)
    return calls


# What comes back


def test_a_feed_comes_as_it_is(server: Server, dialer: Dialer) -> None:
    server.plays["/feed?a=1"] = answer(b"<rss>1</rss>", kind="Application/RSS+XML; charset=utf-8")
    assert fetch(server.url("/feed?a=1#top"), dialer=dialer) == Fetched(
        b"<rss>1</rss>", "application/rss+xml", server.url("/feed?a=1")
    )


def test_the_request_tells_nothing_of_the_user(server: Server, dialer: Dialer) -> None:
    server.plays["/"] = moved("/next")
    server.plays["/next"] = answer(b"{}", "Set-Cookie: a=b", kind="application/json")
    fetch(server.url(host="feeds.example.org"), dialer=dialer)
    for request in server.requests:
        lines = request.split("\r\n")
        assert f"Host: feeds.example.org:{server.port}" in lines
        names = {line.partition(":")[0] for line in lines[1:] if line}
        assert names == {"Host", "User-Agent", "Accept", "Accept-Encoding", "Connection"}


@pytest.mark.parametrize("framing", ["length", "chunked", "close", "gzip", "gzip in chunks", "empty"])
def test_bodies_in_every_frame(server: Server, dialer: Dialer, framing: str) -> None:
    body = b"" if framing == "empty" else b"<rss>" + b"x" * 3000 + b"</rss>"
    packed = gzip.compress(body)
    server.plays["/"] = {
        "length": answer(body + b"more", f"Content-Length: {len(body)}"),
        "empty": answer(b"", "Content-Length: 0"),
        "chunked": answer(chunks(body), "Transfer-Encoding: chunked"),
        "close": answer(body),
        "gzip": answer(packed, "Content-Encoding: gzip"),
        "gzip in chunks": answer(chunks(packed, 7), "Content-Encoding: x-gzip", "Transfer-Encoding: chunked"),
    }[framing]
    assert fetch(server.url(), dialer=dialer).body == body


def chunks(body: bytes, size: int = 1000) -> bytes:
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in [*parts, b""])


@pytest.mark.parametrize(
    "kind",
    [
        "application/rss+xml",
        "application/atom+xml; charset=gbk",
        "application/rdf+xml",
        "application/xml",
        "text/xml",
        "text/plain",
        "application/json",
        "application/geo+json",
        "TEXT/XML ",
    ],
)
def test_content_types_that_are_read(server: Server, dialer: Dialer, kind: str) -> None:
    server.plays["/"] = answer(kind=kind)
    assert fetch(server.url(), dialer=dialer).content_type == kind.partition(";")[0].strip().lower()


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "text/html",
        "application/xhtml+xml",
        "image/svg+xml",
        "application/octet-stream",
        "application/zip",
        "text/javascript",
        "video/mp4",
        "xml",
        "multipart/xml",
    ],
)
def test_content_types_that_are_not(server: Server, dialer: Dialer, kind: str) -> None:
    server.plays["/"] = answer(kind=kind)
    assert refused(server.url(), dialer) is Refusal.CONTENT_TYPE


@pytest.mark.parametrize("status", [204, 206, 304, 400, 401, 403, 404, 410, 429, 500, 503])
def test_any_other_status_means_later(server: Server, dialer: Dialer, status: int) -> None:
    server.plays["/"] = answer(status=f"{status} So")
    with pytest.raises(SourceAway) as caught:
        fetch(server.url(), dialer=dialer)
    assert (caught.value.reason, caught.value.status) == (Absence.STATUS, status)
    assert "127.0.0.1" not in str(caught.value)


def test_nothing_of_the_environment_counts(
    server: Server, dialer: Dialer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1/")
    server.plays["/"] = answer()
    assert fetch(server.url(), dialer=dialer).body == b"<rss/>"


# Where it goes


def test_by_default_this_machine_is_out_of_reach(server: Server, dialled: list[Any]) -> None:
    server.plays["/"] = answer()
    assert refused(server.url(), PUBLIC) is Refusal.PORT
    assert refused("http://127.0.0.1/", PUBLIC) is Refusal.ADDRESS
    assert refused("http://localhost/", PUBLIC) is Refusal.ADDRESS
    assert not dialled
    assert not server.requests


@pytest.mark.parametrize(
    "addresses",
    [
        ["10.0.0.1"],
        ["127.0.0.2"],
        ["169.254.169.254"],
        ["100.64.1.1"],
        ["168.63.129.16"],
        ["::1"],
        ["fe80::1%eth0"],
        ["::ffff:192.168.0.1"],
        ["64:ff9b::7f00:1"],
        ["93.184.215.14", "10.0.0.1"],
        ["10.0.0.1", "93.184.215.14"],
        ["93.184.215.14", "2606:4700::1", "fd00::1"],
        ["93.184.215.14", "not an address"],
    ],
)
@pytest.mark.parametrize("url", ["http://metadata.example.com/", "https://metadata.example.com/"])
def test_a_name_with_any_private_address_is_refused(
    addresses: list[str], url: str, dialled: list[Any]
) -> None:
    assert refused(url, Dialer(resolve=lambda host, port: addresses)) is Refusal.ADDRESS
    assert not dialled


def test_metadata_names_are_refused_by_name_and_by_address(dialled: list[Any]) -> None:
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["169.254.169.254"]

    assert refused("http://metadata.google.internal/", Dialer(resolve=resolve)) is Refusal.ADDRESS
    assert not asked
    assert refused("http://metadata.goog/", Dialer(resolve=resolve)) is Refusal.ADDRESS
    assert asked == ["metadata.goog"]
    assert not dialled


def test_only_the_address_that_was_checked_is_dialled(server: Server, dialled: list[Any]) -> None:
    answers = iter([["127.0.0.1"], ["10.0.0.1"], ["10.0.0.2"]])
    dialer = local(server, resolve=lambda host, port: next(answers))
    server.plays["/"] = answer(b"<rss>first</rss>")
    assert fetch(server.url(host="rebinding.example.org"), dialer=dialer).body == b"<rss>first</rss>"
    assert dialled == [("127.0.0.1", server.port)]
    assert next(answers) == ["10.0.0.1"]  # nobody asked a second time


def test_a_redirect_to_the_same_name_is_checked_again(server: Server, dialled: list[Any]) -> None:
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    dialer = local(server, resolve=lambda host, port: next(answers))
    server.plays["/"] = moved("/again")
    assert refused(server.url(host="rebinding.example.org"), dialer) is Refusal.ADDRESS
    assert dialled == [("127.0.0.1", server.port)]


def test_the_next_address_is_tried_when_one_is_dead(server: Server, dialled: list[Any]) -> None:
    dialer = local(
        server,
        resolve=lambda host, port: [
            *(f"2606:4700::{last}" for last in range(1, 9)),
            "93.184.215.14",
            "127.0.0.1",
        ],
    )
    server.plays["/"] = answer()
    assert fetch(server.url(host="feeds.example.org"), dialer=dialer).body == b"<rss/>"
    assert [address for address, _ in dialled] == [
        "2606:4700::1",
        "2606:4700::2",
        "93.184.215.14",
        "127.0.0.1",
    ]


def test_a_name_with_many_addresses_makes_no_scanner(server: Server, dialled: list[Any]) -> None:
    dialer = local(server, resolve=lambda host, port: [f"93.184.215.{last}" for last in range(1, 255)])
    assert away(server.url(host="feeds.example.org"), dialer) is Absence.CONNECTION
    assert len(dialled) == 2


def test_an_address_in_the_url_is_not_resolved(server: Server, dialer: Dialer) -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise AssertionError(host)

    server.plays["/"] = answer()
    assert fetch(server.url(), dialer=local(server, resolve=resolve)).body == b"<rss/>"


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        ("http://10.0.0.1/", Refusal.ADDRESS),
        ("//169.254.169.254/latest/meta-data/", Refusal.ADDRESS),
        ("http://[::1]/", Refusal.ADDRESS),
        ("http://2130706433/", Refusal.ADDRESS),
        ("http://localhost/", Refusal.ADDRESS),
        ("https://example.com:22/", Refusal.PORT),
        ("file:///etc/passwd", Refusal.SCHEME),
        ("gopher://example.com/", Refusal.SCHEME),
        ("javascript:alert(1)", Refusal.SCHEME),
        ("data:text/xml,<rss/>", Refusal.SCHEME),
        ("http://user:pass@example.com/", Refusal.CREDENTIALS),
        ("http://[::1/", Refusal.MALFORMED),
        ("http://exa mple.com/", Refusal.MALFORMED),
        ("/" + "a" * 3000, Refusal.MALFORMED),
    ],
)
def test_a_redirect_is_checked_like_the_first_url(
    server: Server, dialer: Dialer, dialled: list[Any], to: str, reason: Refusal
) -> None:
    ports = frozenset({server.port, 80})
    server.plays["/"] = moved(to)
    assert refused(server.url(), local(server, ports=ports)) is reason
    assert len(dialled) == 1


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See", "307 Temporary", "308 Permanent"])
def test_three_redirects_are_followed(server: Server, dialer: Dialer, status: str) -> None:
    server.plays |= {f"/{step}": moved(f"{step + 1}", status) for step in range(3)}
    server.plays["/3"] = answer()
    assert fetch(server.url("/0"), dialer=dialer).url == server.url("/3")


def test_four_are_not_and_a_loop_ends(server: Server, dialer: Dialer) -> None:
    server.plays |= {f"/{step}": moved(f"/{step + 1}") for step in range(9)}
    server.plays["/loop"] = moved("/loop")
    assert refused(server.url("/0"), dialer) is Refusal.REDIRECTS
    assert refused(server.url("/loop"), dialer) is Refusal.REDIRECTS
    assert len(server.requests) == 8


def test_a_redirect_to_nowhere_is_a_status(server: Server, dialer: Dialer) -> None:
    server.plays["/"] = answer(status="302 Found")
    assert away(server.url(), dialer) is Absence.STATUS


def test_a_redirect_in_utf8_is_followed(server: Server, dialer: Dialer) -> None:
    server.plays["/"] = moved("/新闻")
    server.plays["/%E6%96%B0%E9%97%BB"] = answer()
    assert fetch(server.url(), dialer=dialer).body == b"<rss/>"


# How much, and how long


def test_just_enough_is_taken_and_one_byte_more_is_not(server: Server, dialer: Dialer) -> None:
    server.plays["/enough"] = answer(b"x" * 4096)
    server.plays["/more"] = answer(b"x" * 4097)
    server.plays["/said"] = answer(b"", "Content-Length: 4097")
    server.plays["/chunks"] = answer(chunks(b"x" * 4097, 64), "Transfer-Encoding: chunked")
    assert len(fetch(server.url("/enough"), dialer=dialer).body) == 4096
    for path in ("/more", "/said", "/chunks"):
        assert refused(server.url(path), dialer) is Refusal.TOO_LARGE


@pytest.mark.parametrize("framing", ["length", "chunked"])
def test_a_gzip_bomb_stays_small(server: Server, dialer: Dialer, framing: str) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(bytes(MIB)) for _ in range(64)) + packer.flush()
    server.plays["/"] = {
        "length": answer(bomb, "Content-Encoding: gzip"),
        "chunked": answer(chunks(bomb), "Content-Encoding: gzip", "Transfer-Encoding: chunked"),
    }[framing]
    tracemalloc.start()
    try:
        assert refused(server.url(), local(server, body_bytes=MIB // 8)) is Refusal.TOO_LARGE
        assert tracemalloc.get_traced_memory()[1] < 4 * MIB
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("coding", ["br", "zstd", "deflate", "gzip, gzip", "compress"])
def test_an_encoding_nobody_asked_for_is_refused(server: Server, dialer: Dialer, coding: str) -> None:
    server.plays["/"] = answer(b"x", f"Content-Encoding: {coding}")
    assert refused(server.url(), dialer) is Refusal.CONTENT_TYPE


def test_what_is_called_gzip_and_is_not(server: Server, dialer: Dialer) -> None:
    server.plays["/"] = answer(b"<rss/>", "Content-Encoding: gzip")
    assert refused(server.url(), dialer) is Refusal.MALFORMED


@pytest.mark.parametrize(
    "play",
    [
        answer(b"<rss", "Content-Length: 400"),
        answer(b"ff\r\n<rss", "Transfer-Encoding: chunked"),
        answer(gzip.compress(b"x" * 900)[:-9], "Content-Encoding: gzip"),
        answer(b"-5\r\n<rss", "Transfer-Encoding: chunked"),
        answer(b"no number\r\n", "Transfer-Encoding: chunked"),
        b"",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 abc\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nA: " + b"b" * 70_000 + b"\r\n\r\n",
    ],
    ids=range(10),
)
def test_an_answer_that_breaks_off_or_is_none(server: Server, dialer: Dialer, play: bytes) -> None:
    server.plays["/"] = play
    assert away(server.url(), dialer) is Absence.CONNECTION


def endless(*parts: bytes) -> Callable[[socket.socket], None]:
    """Sends the first part, then the last one until the client hangs up."""

    def play(connection: socket.socket) -> None:
        connection.sendall(parts[0])
        while True:
            connection.sendall(parts[-1] * 100)

    return play


@pytest.mark.parametrize(
    "play",
    [
        endless(answer(b""), b"x" * 100),
        endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        endless(answer(b"", "Transfer-Encoding: chunked") + b"0\r\n", b"Trailer: x\r\n"),
        endless(answer(b"", "Transfer-Encoding: chunked") + b"-1\r\n", b"x" * 100),
        endless(answer(b"", "Transfer-Encoding: chunked"), b"1;" + b"x" * 900 + b"\r\nx\r\n"),
    ],
    ids=["body", "continue", "trailers", "negative chunk", "chunk extensions"],
)
def test_what_never_ends_is_too_large(server: Server, dialer: Dialer, play: Any) -> None:
    server.plays["/"] = play
    assert refused(server.url(), local(server, whole_s=60.0)) is Refusal.TOO_LARGE


@pytest.mark.parametrize(
    "before", [b"", b"HTTP/1.1 200 OK\r\nX: ", answer(b""), answer(b"", "Transfer-Encoding: chunked")]
)
def test_a_server_that_drips_is_left(server: Server, before: bytes) -> None:
    def drip(connection: socket.socket) -> None:
        connection.sendall(before)
        while not server.done.wait(0.02):
            connection.sendall(b"1")

    server.plays["/"] = drip
    assert away(server.url(), local(server, whole_s=0.4)) is Absence.TIMEOUT


def test_redirects_share_one_time(server: Server) -> None:
    def slow(connection: socket.socket) -> None:
        server.done.wait(0.3)
        connection.sendall(moved("/"))

    server.plays["/"] = slow
    assert away(server.url(), local(server, whole_s=0.5, redirects=100)) is Absence.TIMEOUT


def test_a_server_that_says_nothing_is_left(server: Server) -> None:
    server.plays["/"] = lambda connection: (server.done.wait(5), None)[1]
    assert away(server.url(), local(server, whole_s=0.3)) is Absence.TIMEOUT


def test_a_server_that_does_not_pick_up_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    patience: list[float | None] = []

    class Ringing(socket.socket):
        def connect(self, address: Any) -> None:
            patience.append(self.gettimeout())
            raise TimeoutError

    monkeypatch.setattr("topics.outside.fetching.socket.socket", Ringing)
    dialer = Dialer(resolve=lambda host, port: ["93.184.215.14", "2606:4700::1"], connect_s=3.0)
    assert away("https://feeds.example.org/", dialer) is Absence.TIMEOUT
    assert patience == [3.0, 3.0]


def test_nobody_there(server: Server, dialer: Dialer) -> None:
    url = server.url()
    server.stop()
    assert away(url, dialer) is Absence.CONNECTION


def test_a_resolver_that_keeps_silent_is_left(server: Server) -> None:
    over = threading.Event()
    answered: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        over.wait(10)
        answered.append(host)
        return ["127.0.0.1"]

    assert (
        away(server.url(host="feeds.example.org"), local(server, resolve=resolve, whole_s=0.2))
        is Absence.TIMEOUT
    )
    assert not answered
    over.set()
    assert not server.requests


@pytest.mark.parametrize("failure", [socket.gaierror(-2, "unknown"), UnicodeError("label too long"), None])
def test_a_name_nobody_knows(server: Server, failure: Exception | None) -> None:
    def resolve(host: str, port: int) -> list[str]:
        if failure:
            raise failure
        return []

    assert away(server.url(host="feeds.example.org"), local(server, resolve=resolve)) is Absence.CONNECTION


def test_no_socket_is_left_open(server: Server, dialer: Dialer, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[socket.socket] = []

    class Kept(socket.socket):
        def __init__(self, *more: Any, **named: Any) -> None:
            super().__init__(*more, **named)
            if "fileno" not in named:
                made.append(self)

    monkeypatch.setattr("topics.outside.fetching.socket.socket", Kept)
    server.plays |= {"/": answer(), "/large": answer(b"x" * 9999), "/loop": moved("/loop"), "/cut": b"HT"}
    for path in ("/", "/large", "/loop", "/cut", "/none"):
        try:
            fetch(server.url(path), dialer=dialer)
        except (SourceAway, SourceRefused):
            continue
    assert len(made) == 8
    assert all(sock.fileno() == -1 for sock in made)


def test_the_system_resolver_gives_addresses() -> None:
    assert "127.0.0.1" in system_addresses("127.0.0.1", 80)


def test_the_defaults_are_what_was_promised() -> None:
    assert (PUBLIC.connect_s, PUBLIC.whole_s, PUBLIC.body_bytes, PUBLIC.redirects) == (5.0, 15.0, MIB, 3)
    assert PUBLIC.ports == {80, 443}
    with pytest.raises(AttributeError):
        PUBLIC.whole_s = 60.0  # type: ignore[misc]
