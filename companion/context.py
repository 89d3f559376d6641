"""What every page's template may use."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject

from companion.shelf import listing
from safety import notices


def site(request: HttpRequest) -> dict[str, Any]:
    """`sidebar` is read from the database only by pages that show it."""
    lang = "zh" if (translation.get_language() or "").startswith("zh") else "en"
    return {
        "lang": lang,
        "html_lang": {"zh": "zh-Hans", "en": "en"}[lang],
        "ai_label": notices.label(lang),
        "quick_exit": settings.QUICK_EXIT_URL,
        "languages": settings.LANGUAGES,
        "current": _current(request),
        "sidebar": SimpleLazyObject(lambda: _sidebar(request)),
        "speakers": SimpleLazyObject(lambda: _speakers(request)),
    }


def _sidebar(request: HttpRequest) -> Any:
    if not request.user.is_authenticated:
        return listing.Sidebar()
    here = _current(request)
    return listing.sidebar(request.user, timezone.now(), UUID(here) if here else None)


def _speakers(request: HttpRequest) -> Any:
    if not request.user.is_authenticated:
        return listing.Speakers()
    here = _current(request)
    return listing.speakers(request.user, UUID(here) if here else None)


def _current(request: HttpRequest) -> str:
    """The conversation of the page, or of the page that asks for a part of itself."""
    path = getattr(getattr(request, "htmx", None), "current_url_abs_path", None) or request.path
    start, _slash, rest = path.partition("/c/")
    try:
        return str(UUID(rest.split("/")[0])) if not start else ""
    except ValueError:
        return ""


def in_a_chat(request: HttpRequest) -> bool:
    """Whether the page, or the one that asks for a part of itself, shows a conversation."""
    return bool(_current(request))
