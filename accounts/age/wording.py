"""What is said to whoever is refused: the same to everybody, so that it tells of nobody."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _


def refused() -> str:
    """The sentence, and what a grown-up can do: some mistyped, and some share a computer with whoever was refused on it."""
    sentence = _("这个网站只面向年满 18 岁的人。")
    shared = _("和别人共用电脑的成年人，过一天再来注册就好。")
    return format_html(
        '{} {} <a href="{}">{}</a>', sentence, shared, reverse("complaint"), _("填错了？告诉我们")
    )
