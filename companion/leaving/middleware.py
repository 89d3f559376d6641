"""An account that is about to be deleted has one page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

OPEN = frozenset(
    {
        "leaving", "stay", "leave_now", "downloads", "receipt", "receipt_file", "export", "memory_export", "persona_export", "account_export",
        "download", "account_reauthenticate", "mfa_reauthenticate", "account_logout", "set_language", "healthz", "help",
    }
)  # fmt: skip
"""What somebody who is leaving can still open: taking it back, hastening it, downloading, signing out."""


class Leaving:
    """Every other address leads to that page. Nothing is learnt from, and nothing written in, an account that leaves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if getattr(request.user, "leaving_at", None) is None:
            return None
        if request.resolver_match and request.resolver_match.view_name in OPEN:
            return None
        if getattr(request, "htmx", False):
            return HttpResponseClientRedirect(reverse("leaving"))
        return redirect("leaving")
