"""Who a request comes from."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from accounts.models import User


def person(request: HttpRequest) -> User:
    """The signed-in user. Raises Http404 for a visitor: pages that need one are behind login_required."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user
