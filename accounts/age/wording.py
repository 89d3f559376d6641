"""What is said to whoever is refused: the same to everybody, so that it tells of nobody."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _


def refused() -> str:
    """The sentence, with the way to complain: some mistyped."""
    sentence = _("这个网站只面向年满 18 岁的人。")
    return format_html('{} <a href="{}">{}</a>', sentence, reverse("complaint"), _("填错了？告诉我们"))
