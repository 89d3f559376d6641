"""Who a request comes from, and whether it was really them a moment ago."""

from __future__ import annotations

from datetime import datetime

from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.http import Http404, HttpRequest

from accounts.models import User

_AT = "signed_in_at"


def person(request: HttpRequest) -> User:
    """The signed-in user. Raises Http404 for a visitor: pages that need one are behind login_required."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def remember_when(request: HttpRequest, now: datetime) -> None:
    """Somebody signed in, by whichever road."""
    request.session[_AT] = now.timestamp()


def is_fresh(request: HttpRequest, now: datetime) -> bool:
    """Whether the user signed in, or gave their password or code again, within `FRESH_SIGN_IN_MINUTES`: a browser that stays signed in
    may be in somebody else's hands."""
    given = [record["at"] for record in get_authentication_records(request, person(request))]
    latest = max([request.session.get(_AT, 0), *given])
    return bool(-_SKEW <= now.timestamp() - latest <= 60 * settings.FRESH_SIGN_IN_MINUTES)


_SKEW = 5
"""Seconds by which clocks of several machines may differ."""
