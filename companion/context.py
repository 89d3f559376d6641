"""What every page's template may use."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import translation


def site(request: HttpRequest) -> dict[str, Any]:
    return {"html_lang": "zh-Hans" if (translation.get_language() or "").startswith("zh") else "en"}
