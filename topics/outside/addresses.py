"""Which addresses a source may have. Pure: the shape of a URL, and which IP addresses are public."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Callable, Collection
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import SplitResult, quote, urlsplit

import httpx2

from topics.outside.errors import Refusal, SourceRefused

Address = IPv4Address | IPv6Address
PORTS = frozenset({80, 443})
DEFAULT_PORT = {"http": 80, "https": 443}
MAX_URL = 2000
# Python's own `is_global` takes 6to4, site-local, Azure's metadata service and, by its version, others for public.
_CLOSED_4 = tuple(
    ipaddress.IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "168.63.129.16/32",  # the metadata and wire server of Azure
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
    )
)
_OPEN_6 = ipaddress.IPv6Network("2000::/3")
_CLOSED_6 = tuple(
    ipaddress.IPv6Network(network)
    for network in (
        "2001::/23",  # Teredo and other protocol assignments
        "2001:db8::/32",
        "2002::/16",  # 6to4
        "3fff::/20",
    )
)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_NOT_OUTSIDE = (".localhost", ".local", ".internal", ".home.arpa", ".invalid", ".onion", ".alt")
_PATH_SAFE = "/%:@!$&'()*+,;=~"


def check(url: str) -> str:
    """The URL in normal form, without its fragment, if a source may have it. Asks no network: a name that leads to a
    private address is found by `fetch`.

    Raises SourceRefused: scheme, port, credentials, address (not public, or no full name) or malformed.
    """
    return shaped(url, PORTS, is_public)


def shaped(url: str, ports: Collection[int], permitted: Callable[[Address], bool]) -> str:
    """`check` with other ports and addresses, for a `Dialer`."""
    parts, port = _split(url)
    if port not in ports:
        raise SourceRefused(Refusal.PORT)
    host = _host(parts, permitted)
    place = host if port == DEFAULT_PORT[parts.scheme] else f"{host}:{port}"
    path = quote(parts.path or "/", safe=_PATH_SAFE)
    query = "?" + quote(parts.query, safe=_PATH_SAFE + "?") if parts.query else ""
    return f"{parts.scheme}://{place}{path}{query}"


def literal(host: str) -> Address | None:
    """The address a host is, with or without brackets; None for a name."""
    try:
        return ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    """Whether an address is of the public internet, and nobody's own: none that is private, shared, reserved, local to
    a link or a machine, of a metadata service, or that hides an IPv4 address which is."""
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in network for network in _CLOSED_4)
    if address.scope_id is not None:
        return False
    if address in _NAT64:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    return address in _OPEN_6 and address.is_global and not any(address in network for network in _CLOSED_6)


def _split(url: str) -> tuple[SplitResult, int]:
    """The parts of a URL and its port. Raises SourceRefused."""
    # `urlsplit` drops line breaks and tabs silently, and browsers read a backslash as a slash.
    if len(url) > MAX_URL or any(_is_odd(letter) for letter in url):
        raise SourceRefused(Refusal.MALFORMED)
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise SourceRefused(Refusal.MALFORMED) from error
    if parts.scheme not in DEFAULT_PORT:
        raise SourceRefused(Refusal.SCHEME)
    if "@" in parts.netloc:
        raise SourceRefused(Refusal.CREDENTIALS)
    try:
        port = parts.port
    except ValueError as error:
        raise SourceRefused(Refusal.PORT) from error
    return parts, DEFAULT_PORT[parts.scheme] if port is None else port


def _is_odd(letter: str) -> bool:
    return letter == "\\" or letter.isspace() or unicodedata.category(letter) in ("Cc", "Cf", "Cs")


def _host(parts: SplitResult, permitted: Callable[[Address], bool]) -> str:
    """The host in ASCII, lower case, without a last dot; an IPv6 address in brackets. Raises SourceRefused."""
    bracketed = "[" in parts.netloc
    name = (parts.hostname or "") if bracketed else _ascii(parts.hostname or "")
    address = literal(name)
    if bracketed and not (parts.netloc.startswith("[") and isinstance(address, IPv6Address)):
        raise SourceRefused(Refusal.MALFORMED)
    if address is None:
        return _name(name)
    if not permitted(address):
        raise SourceRefused(Refusal.ADDRESS)
    return f"[{address.compressed}]" if isinstance(address, IPv6Address) else str(address)


def _name(name: str) -> str:
    """A name that DNS may be asked for. Raises SourceRefused."""
    labels = name.split(".")
    # inet_aton takes 2130706433, 0x7f.1 and 0177.0.0.1 for 127.0.0.1; so a last label that is a number is no name.
    if _NUMBER.fullmatch(labels[-1]):
        raise SourceRefused(Refusal.ADDRESS)
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise SourceRefused(Refusal.MALFORMED)
    if len(labels) == 1 or name.endswith(_NOT_OUTSIDE):
        raise SourceRefused(Refusal.ADDRESS)
    return name


def _ascii(host: str) -> str:
    """A host name as DNS knows it. Raises SourceRefused(malformed)."""
    # Resolvers read full-width digits and dots as plain ones: １２７。０。０。１ is an address, not a name.
    name = unicodedata.normalize("NFKC", host).lower()
    if not name.isascii():
        try:
            name = httpx2.URL(f"http://{name}/").raw_host.decode("ascii")
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise SourceRefused(Refusal.MALFORMED) from error
    return name.removesuffix(".")
