"""Reading the address of a model as an operator typed it. Pure: the address as it will be used, or what is wrong with it
and, where it can be guessed, the address that was meant."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from companion.endpoints import is_loopback

ADDRESS_MAX = 300
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_HOST = re.compile(r"(?!-)[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\]", re.IGNORECASE)
_VERSION = re.compile(r"/v\d+[a-z0-9]*(/|$)", re.IGNORECASE)
_CALL = re.compile(r"/(chat/completions|completions|chat|models|embeddings|responses)$", re.IGNORECASE)
_HERE = (".local", ".lan", ".internal", ".home", ".home.arpa", ".localhost")


class Fault(StrEnum):
    """What is wrong with an address. An operator may insist on the last two."""

    SPACES = "spaces"
    WIDE = "wide"
    SCHEME = "scheme"
    NOT_AN_ADDRESS = "not_an_address"
    CREDENTIALS = "credentials"
    EXTRA = "extra"
    CALL = "call"
    NO_VERSION = "no_version"
    IN_CLEAR = "in_clear"


DOUBTS = frozenset({Fault.NO_VERSION, Fault.IN_CLEAR})


@dataclass(frozen=True)
class Reading:
    """`url` is what can be used ("" while there is a fault); `better` what may have been meant ("" when unknown)."""

    url: str = ""
    fault: Fault | None = None
    better: str = ""


def read_address(text: str, insisted: bool = False) -> Reading:
    """`insisted` takes an address in spite of doubts."""
    fault = _fault_in(text)
    if fault is None or (insisted and fault in DOUBTS):
        return Reading(url=text.strip().rstrip("/"))
    guess = _guess(text)
    return Reading(fault=fault, better=guess if guess and _fault_in(guess) in (None, Fault.IN_CLEAR) else "")


def _fault_in(text: str) -> Fault | None:
    text = text.strip()
    if _narrow(text) != text:
        return Fault.WIDE
    if re.search(r"[\s\x00-\x1f\x7f\u200b-\u200f\u2060\ufeff]", text):
        return Fault.SPACES
    if not _SCHEME.match(text) or not text.lower().startswith(("http://", "https://")):
        return Fault.SCHEME
    parts = _split(text)
    if parts is None or not _host_is_one(parts):
        return Fault.NOT_AN_ADDRESS
    if "@" in parts.netloc:
        return Fault.CREDENTIALS
    if parts.query or parts.fragment or text.endswith(("?", "#")):
        return Fault.EXTRA
    path = parts.path.rstrip("/")
    if _CALL.search(path):
        return Fault.CALL
    if not _VERSION.search(path):
        return Fault.NO_VERSION
    return Fault.IN_CLEAR if parts.scheme.lower() == "http" and not _near(parts.hostname or "") else None


def _guess(text: str) -> str:
    """The address with everything put right that can be; "" when there is no host to be seen."""
    plain = re.sub(r"[\s\u200b-\u200f\u2060\ufeff]+", "", _narrow(text))
    if not _SCHEME.match(plain):
        first = _split(f"https://{plain}")
        host = (first.hostname or "") if first else ""
        plain = f"{'http' if _near(host) else 'https'}://{plain}"
    parts = _split(plain)
    if parts is None or not _host_is_one(parts):
        return ""
    scheme = parts.scheme.lower()
    if scheme not in ("http", "https"):
        return ""
    scheme = "https" if scheme == "http" and not _near(parts.hostname or "") else scheme
    path = _CALL.sub("", parts.path.rstrip("/")).rstrip("/")
    path = path if _VERSION.search(path) else f"{path}/v1"
    return f"{scheme}://{parts.netloc.rpartition('@')[2]}{path}"


def _narrow(text: str) -> str:
    """What an input method left full-width, as it was meant."""
    return unicodedata.normalize("NFKC", text.strip()).replace("。", ".").replace("、", "/")


def _split(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        return parts if parts.hostname and (parts.port is None or parts.port > 0) else None
    except ValueError:  # a port that is no number, a bracket that is never closed
        return None


def _host_is_one(parts: SplitResult) -> bool:
    host = parts.netloc.rpartition("@")[2]
    host = host.rpartition(":")[0] if re.search(r":\d*$", host) else host
    try:
        named = host.encode("idna").decode() if not host.startswith("[") else host
    except UnicodeError:
        return False
    return bool(_HOST.fullmatch(named)) and (len(named) <= 253)


def _near(host: str) -> bool:
    """Whether the way there stays inside this machine or network, where plain http is usual."""
    if is_loopback(host) or "." not in host.strip("[]") or host.lower().endswith(_HERE):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
