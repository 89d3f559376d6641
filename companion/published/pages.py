"""The published pages: for everybody, signed in or not, in the language that they read. Each has its text in a template of its own
per language, and its facts from the running configuration.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.http import require_GET

from companion.published import facts

NAMES = ("index", "protocol", "ai", "privacy", "recipients", "deletion", "counts")


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    return _page(request, "index", {"contact": settings.SAFETY_CONTACT})


@require_GET
def protocol(request: HttpRequest) -> HttpResponse:
    return _page(request, "protocol", facts.protocol(_lang()))


@require_GET
def ai(request: HttpRequest) -> HttpResponse:
    return _page(request, "ai", facts.notice(_lang()))


@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    return _page(request, "privacy", facts.privacy())


@require_GET
def recipients(request: HttpRequest) -> HttpResponse:
    return _page(request, "recipients", {"recipients": facts.recipients()})


@require_GET
def deletion(request: HttpRequest) -> HttpResponse:
    return _page(request, "deletion", facts.privacy())


@require_GET
def counts(request: HttpRequest) -> HttpResponse:
    return _page(request, "counts", {"years": facts.counts(timezone.localdate())})


def _page(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    if not settings.SAFETY_PAGES:
        raise Http404
    return render(request, f"published/{name}.{_lang()}.html", {**context, "page": name})


def _lang() -> str:
    return "zh" if (translation.get_language() or "").startswith("zh") else "en"
