"""The signed-in user's language and time zone for each request."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation.trans_real import parse_accept_lang_header


class Preferences:
    """Activate the user's own language and zone; a visitor keeps the browser's language and the site's zone. Whose browser knows
    neither Chinese nor English reads English: French readers make more of it than of the site's own Chinese."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            if _is_foreign(request):
                translation.activate("en")
                request.LANGUAGE_CODE = "en"
            return self.get_response(request)
        translation.activate(user.language)
        request.LANGUAGE_CODE = user.language
        try:
            zone = user.zone
        except (ZoneInfoNotFoundError, ValueError):  # a zone that this system's data doesn't know
            return self.get_response(request)
        with timezone.override(zone):
            return self.get_response(request)


def _is_foreign(request: HttpRequest) -> bool:
    """Whether no language was chosen here, and the browser names some, none of which the site speaks."""
    if settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        return False
    told = [
        tag
        for tag, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())
        if tag != "*"
    ]
    return bool(told) and not any(tag.partition("-")[0] in ("zh", "en") for tag in told)
