"""The signed-in user's language and time zone for each request, and the password once more before a file is handed over."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import urlencode
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts import signedin


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


def signed_in(sender: Any, request: HttpRequest | None, **kwargs: Any) -> None:
    """A receiver of Django's signal, which every road of a sign-in sends."""
    if request is not None and hasattr(request, "session"):
        signedin.remember_when(request, timezone.now())


def fresh_sign_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For views that hand over a file with what was told in confidence: after a while the password is asked for again, and the file
    follows by itself."""

    @wraps(view)
    def asking_first(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if signedin.is_fresh(request, timezone.now()):
            return view(request, *args, **kwargs)
        begins = f"{reverse('download')}?{urlencode({'file': request.get_full_path()})}"
        return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': begins})}")

    return asking_first
