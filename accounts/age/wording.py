"""What is said to whoever is refused: the same to everybody, so that it tells of nobody."""

from __future__ import annotations

from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _


def refused() -> str:
    """The sentence, with a way to complain where there is one: some mistyped."""
    sentence, where = _("这个网站只面向年满 18 岁的人。"), complaint_url()
    return (
        format_html('{} <a href="{}">{}</a>', sentence, where, _("填错了？告诉我们")) if where else sentence
    )


def complaint_url() -> str:
    """The page for complaints; "" where this site has none."""
    try:
        return reverse("complaint")
    except NoReverseMatch:
        return ""
