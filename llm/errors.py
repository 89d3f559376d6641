"""What can go wrong on the road to a model, named by what the caller may do about it."""

from __future__ import annotations


class LLMError(Exception):
    """Base of all errors of this room. `status` is the HTTP status, when there was one."""

    def __init__(self, detail: str = "", *, status: int | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.status = status


class ModelUnavailable(LLMError):
    """No usable answer came: not reachable, too slow, overloaded, misconfigured, or cut off. Try again later.

    `retry_after` is the number of seconds the provider asked us to wait, or None.
    """

    def __init__(
        self, detail: str = "", *, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(detail, status=status)
        self.retry_after = retry_after


class BadAnswer(LLMError):
    """The model answered, but not in the shape asked for; one repair was already tried."""


class Refused(LLMError):
    """The provider will not serve this request; sending it again changes nothing.

    `by_filter` is True when a content filter or the model itself declined.
    """

    def __init__(self, detail: str = "", *, status: int | None = None, by_filter: bool = False) -> None:
        super().__init__(detail, status=status)
        self.by_filter = by_filter
