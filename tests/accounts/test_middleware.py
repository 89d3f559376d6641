"""Which language a visitor reads."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]


@pytest.mark.parametrize(
    ("told", "lang"),
    [
        ("fr-FR,fr;q=0.9", "en"),
        ("ja-JP", "en"),
        ("fr-FR,en-US;q=0.8", "en"),
        ("zh-TW,zh;q=0.9", "zh-Hans"),
        ("ja,zh-CN;q=0.5", "zh-Hans"),
        ("*", "zh-Hans"),
        ("", "zh-Hans"),
        ("<script>", "zh-Hans"),
    ],
)
def test_a_visitor_reads_a_language_they_can(client: Client, told: str, lang: str) -> None:
    page = client.get(reverse("help"), headers={"accept-language": told}).content.decode()
    assert f'<html lang="{lang}"' in page


def test_what_was_chosen_here_stays(client: Client) -> None:
    client.cookies["django_language"] = "zh-hans"
    page = client.get(reverse("help"), headers={"accept-language": "fr-FR"}).content.decode()
    assert "求助" in page
