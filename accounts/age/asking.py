"""Who answers: an e-mail address in the one form that all its spellings share, and the place and browser it comes from. Pure."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

DOTS_MEAN_NOTHING = frozenset({"gmail.com"})
ALSO_CALLED = {"googlemail.com": "gmail.com"}
IPV6_HOME = 64
"""Bits of an IPv6 address that one household has: within it a machine takes new ones all day."""


@dataclass(frozen=True)
class Asker:
    """`mail` is normalised, "" where none was given; `place` is the address bucket, "" where it says nothing about who asks."""

    mail: str
    place: str
    browser: str


@dataclass(frozen=True)
class Connection:
    """What a request says of where it comes from. `behind_proxy`: a proxy of ours writes the last part of `forwarded`."""

    remote: str
    forwarded: str
    behind_proxy: bool
    public: bool
    """A site on a public host."""


def normal_mail(email: str) -> str:
    """One form for the spellings under which a mailbox gets its mail: case, what follows a plus, and the dots of Gmail."""
    local, at, domain = unicodedata.normalize("NFKC", email).strip().casefold().rpartition("@")
    if not at:
        return ""
    domain = ALSO_CALLED.get(domain, domain)
    local = local.partition("+")[0] or local
    return f"{local.replace('.', '') if domain in DOTS_MEAN_NOTHING else local}@{domain}"


def place(connection: Connection) -> str:
    """The bucket of an address: itself, or an IPv6 home. "" where it can't be told: a public site on whose machine everybody
    seems to sit has a proxy that it wasn't told of, and would refuse them all for one."""
    last_hop = connection.forwarded.rpartition(",")[2].strip()
    address = _address(last_hop if connection.behind_proxy else connection.remote)
    if address is None or (connection.public and address.is_loopback):
        return ""
    if isinstance(address, IPv6Address):
        return str(ip_network((address, IPV6_HOME), strict=False))
    return str(address)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
