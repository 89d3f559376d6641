"""Whoever said that they are under age gives the date again; a mistake costs nothing."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from accounts.age import doubting, reviewing
from accounts.models import AgeRefusal, Deletion, User
from tests.reading import foreign, visible

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]
NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("UTC"))
BORN = date(1990, 5, 1)


@pytest.fixture(params=["zh", "en"])
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def lin(lang: str) -> User:
    language = {"zh": "zh-hans", "en": "en"}[lang]
    return User.objects.create_user("lin@example.org", "pw", birth_date=BORN, language=language)


def client(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def test_saying_it_again_changes_nothing(lin: User) -> None:
    doubting.doubt(lin, NOW)
    doubting.doubt(User.objects.get(), NOW + timedelta(days=1))
    assert User.objects.get().age_doubted_at == NOW
    doubting.settle(lin)
    assert not doubting.is_open(lin)


def test_the_known_date_settles_it_and_no_other_does(lin: User, lang: str) -> None:
    page = reverse("birth_date")
    assert client(lin).get(page)["Location"] == reverse("home")  # nothing is open
    doubting.doubt(lin, NOW)
    browser = client(lin)
    shown = visible(browser.get(page).content.decode())
    assert foreign(shown, lang) == []
    settings = browser.get(reverse("settings")).content.decode()
    assert "1990" not in settings  # what is asked for can't be read off the page before
    assert page in settings
    for wrong in ("1990-05-02", "2013-05-01", "soon", ""):
        answer = browser.post(page, {"birth_date": wrong})
        assert answer.status_code == 200
        assert 'class="error"' in answer.content.decode()
        assert doubting.is_open(lin)
    assert User.objects.get().birth_date == BORN
    assert not Deletion.objects.exists()
    assert not AgeRefusal.objects.exists()
    assert browser.post(page, {"birth_date": "1990-05-01"})["Location"] == reverse("home")
    assert not doubting.is_open(lin)


def test_help_and_the_ways_out_stay_open(lin: User) -> None:
    doubting.doubt(lin, NOW)
    browser = client(lin)
    page = browser.get(reverse("birth_date")).content.decode()
    for name in ("help", "downloads", "leave", "complaint"):
        assert reverse(name) in page
        assert browser.get(reverse(name)).status_code == 200


def test_an_operator_who_heard_the_person_settles_it_too(lin: User) -> None:
    doubting.doubt(lin, NOW)
    operator = User.objects.create_user("op@example.org", "pw", is_staff=True)
    reviewing.change(lin, date(1991, 6, 2), "complaint", operator, NOW)
    assert not doubting.is_open(lin)


def test_a_child_by_the_operators_date_stays_shut_out(lin: User) -> None:
    doubting.doubt(lin, NOW)
    operator = User.objects.create_user("op@example.org", "pw", is_staff=True)
    reviewing.change(lin, date(2013, 6, 2), "under_age", operator, NOW)
    assert doubting.is_open(lin)
    assert not User.objects.get(pk=lin.pk).is_active
