"""What is said to whoever is refused: the same to everybody, so that it tells of nobody."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _


def refused() -> str:
    """The sentence, and what a grown-up can do: some mistyped, and some share a network with whoever was refused on it. Nothing
    here says how long a refusal lasts, or a child would wait for it."""
    sentence = _("这个网站只面向年满 18 岁的人。")
    shared = _("如果你已成年：也许是日期填错了，也许是同一网络里刚有人被拒绝。")
    return format_html('{} {} <a href="{}">{}</a>', sentence, shared, reverse("complaint"), _("告诉我们"))
