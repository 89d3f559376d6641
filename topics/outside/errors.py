"""What can go wrong with an outside source, named by what the caller may do about it."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Why a source is not read: its address or what it sends has to change first."""

    SCHEME = "scheme"
    PORT = "port"
    CREDENTIALS = "credentials"
    ADDRESS = "address"
    REDIRECTS = "redirects"
    CONTENT_TYPE = "content_type"
    TOO_LARGE = "too_large"
    MALFORMED = "malformed"


class Absence(StrEnum):
    """Why a source could not be read this time."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    STATUS = "status"


class SourceError(Exception):
    """Base of what reading an outside source raises. The texts hold no address: they may be logged."""


class SourceRefused(SourceError):
    """The source will not be read; asking again changes nothing. `reason` says why."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(str(reason))
        self.reason = reason


class SourceAway(SourceError):
    """The source could not be read now; try again later. `status` is the HTTP status, when there was one."""

    def __init__(self, reason: Absence, *, status: int | None = None) -> None:
        super().__init__(str(reason) if status is None else f"{reason} {status}")
        self.reason = reason
        self.status = status
