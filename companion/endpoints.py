"""Which language model serves which purpose. Pure: what is configured goes in, the endpoint comes out.

The environment wins; else what operators saved; else the local model of `make model`; else none, and the offline voice
speaks.
"""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import urlsplit

from llm.provider import Purpose

PURPOSES = (Purpose.CHAT, Purpose.LEARN, Purpose.JUDGE, Purpose.TITLE)
"""What a language model is asked for; vectors come from the embedder."""
NOT_LOCAL = frozenset({Purpose.JUDGE, Purpose.LEARN})
"""Measured: the local model can't tell the same from an update, and takes questions for facts; a wrong verdict is worse than
none. And it answers one request at a time: a batch of learning would keep the next reply waiting."""
RECIPIENT_MAX = 200


class Source(StrEnum):
    """Where a connection comes from."""

    ENVIRONMENT = "environment"
    SAVED = "saved"
    LOCAL = "local"


@dataclass(frozen=True)
class Endpoint:
    """A language model that can be asked. `name` is what people read before they agree that their text goes there;
    `key` opens the secret only when a request is about to leave."""

    source: Source
    name: str
    base_url: str
    model: str
    key: Callable[[], str] = field(default=str, repr=False, compare=False)

    @property
    def leaves(self) -> bool:
        """Whether text leaves this server for it. An address on loopback counts too: it may be a relay."""
        return self.source is not Source.LOCAL

    @property
    def shown_url(self) -> str:
        """The address without user, password or query, which may be secrets."""
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{host_of(self.base_url)}{parts.path}"


@dataclass(frozen=True)
class Row:
    """A saved connection. Without an address it only names another model at the address for everything."""

    base_url: str
    model: str
    name: str
    key: Callable[[], str] = field(default=str, repr=False, compare=False)


def chosen(
    purpose: Purpose,
    environment: Endpoint | None,
    saved: Mapping[str, Row],
    local: Callable[[], Endpoint | None],
) -> Endpoint | None:
    """The endpoint for a purpose, or None. `saved` has a row per purpose, "" for everything; `local` is asked last."""
    if environment is not None:
        return environment
    own, shared = saved.get(purpose), saved.get("")
    place = own if own and own.base_url else shared
    if place is not None and place.base_url:
        model = own.model if own else place.model
        return Endpoint(
            Source.SAVED, reader_name(place.name, place.base_url), place.base_url, model, place.key
        )
    return None if purpose in NOT_LOCAL else local()


def reader_name(name: str, base_url: str) -> str:
    """What people read: the operator's name with the host behind it. The host is part of what was agreed to, so that an
    address changed under an old name asks again."""
    host = host_of(base_url)
    return f"{name} ({host})" if name and name != host else host


def host_of(base_url: str) -> str:
    """Host, and port where one is given; never user or password."""
    return urlsplit(base_url).netloc.rpartition("@")[2].lower()


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def joined(names: Iterable[str]) -> str:
    """Everybody in one line, each once, short enough for the record of a consent."""
    whole = " + ".join(dict.fromkeys(name for name in names if name))
    if len(whole) <= RECIPIENT_MAX:
        return whole
    # A cut alone would let the list change behind the cut and old consents go on counting.
    return f"{whole[: RECIPIENT_MAX - 10]}… {_mark(whole)}"


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
