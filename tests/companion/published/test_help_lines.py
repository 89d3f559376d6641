"""The page of help lines is there for everybody, whatever else is not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User

pytestmark = pytest.mark.django_db
HELP = reverse("help")


def test_somebody_unknown_gets_the_lines_of_their_language(client: Client, settings: Any) -> None:
    settings.SAFETY_PAGES = False
    chinese = client.get(HELP, headers={"accept-language": "zh-hans"}).content.decode()
    assert "tel:12356" in chinese
    assert "tel:988" not in chinese
    english = client.get(HELP, headers={"accept-language": "en"}).content.decode()
    assert "local emergency" in english
    assert "tel:988" not in english  # a wrong country's number is worse than none
    assert "?region=US" in english


@pytest.mark.parametrize(
    ("told", "number"),
    [
        ("en-US,en;q=0.9", "tel:988"),
        ("en-GB,en;q=0.9,en-US;q=0.8", "tel:116123"),
        ("en,en-IE;q=0.8", "tel:116123"),
        ("fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7", "tel:112"),
        ("de-DE", "tel:112"),
    ],
)
def test_a_browser_that_names_a_country_is_believed(client: Client, told: str, number: str) -> None:
    page = client.get(HELP, headers={"accept-language": told}).content.decode().replace(" ", "")
    assert number in page


@pytest.mark.parametrize("told", ["ja-JP", "es-MX,en-US;q=0.8", "en,zh-CN;q=0.8", "en-AU,en-US;q=0.5"])
def test_a_country_without_lines_is_not_taken_for_another(client: Client, told: str) -> None:
    page = client.get(HELP, headers={"accept-language": told}).content.decode()
    assert not any(number in page for number in ("tel:12356", "tel:110", "tel:988", "tel:911"))


def test_who_is_not_known_is_promised_no_mark_for_the_hour(client: Client) -> None:
    page = client.get(HELP, headers={"accept-language": "zh-CN"}).content.decode()
    assert "每个号码旁边写着什么时候有人接" in page
    assert "此刻可能没人接" not in page


def test_any_region_can_be_looked_up_and_nothing_else(client: Client) -> None:
    assert "tel:988" in client.get(HELP, {"region": "US"}).content.decode()
    assert "tel:116123" in client.get(HELP, {"region": "UK"}).content.decode().replace(" ", "")
    wrong = client.get(HELP, {"region": "<script>"}, headers={"accept-language": "zh-hans"})
    assert wrong.status_code == 200
    assert "tel:12356" in wrong.content.decode()


def test_a_person_gets_the_lines_of_their_zone_and_hour(client: Client, lin: User, monkeypatch: Any) -> None:
    lin.time_zone = "Asia/Shanghai"
    lin.save()
    client.force_login(lin)
    for hour, closed in ((4, False), (18, True)):  # noon and two at night there
        monkeypatch.setattr(timezone, "now", lambda hour=hour: datetime(2026, 7, 1, hour, tzinfo=UTC))
        page = client.get(HELP).content.decode()
        assert "tel:12356" in page
        assert ('class="closed"' in page) is closed


def test_whoever_is_leaving_can_still_open_it(client: Client, lin: User) -> None:
    lin.leaving_at = timezone.now()
    lin.save()
    client.force_login(lin)
    assert client.get(reverse("settings")).status_code == 302
    assert client.get(HELP).status_code == 200


def test_it_can_be_reached_from_every_page(client: Client, lin: User) -> None:
    assert f'href="{HELP}"' in client.get(reverse("safety")).content.decode()
    client.force_login(lin)
    for name in ("home", "rest", "settings", "memory_centre"):
        page = client.get(reverse(name), follow=True).content.decode()
        assert f'href="{HELP}"' in page, name
