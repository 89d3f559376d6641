"""The signed-in user's language and time zone for each request."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class Preferences:
    """Activate the user's own language and zone; a visitor keeps the browser's language and the site's zone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return self.get_response(request)
        translation.activate(user.language)
        request.LANGUAGE_CODE = user.language
        try:
            zone = user.zone
        except (ZoneInfoNotFoundError, ValueError):  # a zone that this system's data doesn't know
            return self.get_response(request)
        with timezone.override(zone):
            return self.get_response(request)
