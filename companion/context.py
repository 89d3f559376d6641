"""What every page's template may use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject

from companion import conversations
from companion.reading import grouped


def site(request: HttpRequest) -> dict[str, Any]:
    """`sidebar` is read from the database only by pages that show it."""
    lang = "zh" if (translation.get_language() or "").startswith("zh") else "en"
    return {
        "lang": lang,
        "html_lang": {"zh": "zh-Hans", "en": "en"}[lang],
        "languages": settings.LANGUAGES,
        "sidebar": SimpleLazyObject(lambda: _sidebar(request)),
    }


def _sidebar(request: HttpRequest) -> Any:
    if not request.user.is_authenticated:
        return []
    return grouped(conversations.listed(request.user), timezone.localdate())
