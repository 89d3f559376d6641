"""Files with what was told in confidence are handed over to whoever just signed in; a browser left open gives none."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.leaving import asking
from accounts.models import User
from companion import conversations
from persona import shipping
from persona.content import Content
from persona.making import editing
from persona.making.picturing import plain_sheet, small
from persona.models import Persona
from tests.reading import foreign, visible

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet_pages")]
PASSWORD = "sturdy-Pass-2931"


@pytest.fixture(params=["zh-hans", "en"])
def somebody(request: pytest.FixtureRequest) -> User:
    shipping.sync(timezone.now())
    return User.objects.create_user(
        "ada@example.com",
        PASSWORD,
        birth_date=date(1990, 5, 1),
        language=request.param,
        time_zone="Asia/Shanghai",
    )


@pytest.fixture
def client_(somebody: User) -> Client:
    client = Client(headers={"Accept-Language": somebody.language})
    client.post(reverse("account_login"), {"login": somebody.email, "password": PASSWORD})
    return client


def _long_ago(client: Client) -> None:
    """The sign-in, and whatever was given since, is an hour old."""
    session = client.session
    session["signed_in_at"] -= 3600
    for record in session.get("account_authentication_methods", []):
        record["at"] -= 3600
    session.save()


def _files(user: User) -> dict[str, str]:
    chat = conversations.start(user, timezone.now())
    editing.create(user, Content(name="阿满", language="zh-hans"), timezone.now(), small(plain_sheet(3)))
    own = Persona.objects.own(user)[0]
    return {
        "export": reverse("export", args=[chat.id]) + "?format=json",
        "memory_export": reverse("memory_export") + "?format=json",
        "persona_export": reverse("persona_export", args=[own.id]) + "?form=v3",
    }


def test_a_fresh_sign_in_takes_every_file_along(somebody: User, client_: Client) -> None:
    for path in _files(somebody).values():
        assert client_.get(path).status_code == 200


def test_after_a_while_the_password_is_asked_for_and_the_file_follows(
    somebody: User, client_: Client
) -> None:
    for path in _files(somebody).values():
        _long_ago(client_)
        refused = client_.get(path)
        assert refused.status_code == 302
        assert refused["Location"].startswith(reverse("account_reauthenticate"))
        asked = client_.get(refused["Location"])
        kept = re.search(r'name="next" value="([^"]+)"', asked.content.decode())
        assert kept
        wrong = client_.post(reverse("account_reauthenticate"), {"password": "wrong", "next": kept[1]})
        assert wrong.status_code == 200
        assert client_.get(path).status_code == 302
        right = client_.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": kept[1]})
        begins = client_.get(right["Location"])
        markup = begins.content.decode()
        assert foreign(visible(markup), "en" if somebody.language == "en" else "zh") == []
        assert f"url={path}" in markup.replace("&amp;", "&")
        assert client_.get(path).status_code == 200
        cache.clear()  # how often a password may be tried


def test_a_session_from_before_is_no_fresh_one(somebody: User, client_: Client) -> None:
    session = client_.session
    for name in ("signed_in_at", "account_authentication_methods"):
        session.pop(name, None)
    session.save()
    assert client_.get(reverse("memory_export")).status_code == 302


def test_a_moment_that_lies_ahead_is_none(somebody: User, client_: Client) -> None:
    session = client_.session
    session["signed_in_at"] += 9000
    session["account_authentication_methods"] = []
    session.save()
    assert client_.get(reverse("memory_export")).status_code == 302


def test_the_minutes_are_a_setting(somebody: User, client_: Client, settings: Any) -> None:
    settings.FRESH_SIGN_IN_MINUTES = 120
    _long_ago(client_)
    assert client_.get(reverse("memory_export")).status_code == 200


def test_who_leaves_can_still_take_files_along(somebody: User, client_: Client) -> None:
    path = _files(somebody)["memory_export"]
    asking.ask(somebody, timezone.now(), timedelta(days=7))
    client_.post(reverse("account_login"), {"login": somebody.email, "password": PASSWORD})
    _long_ago(client_)
    there = client_.get(path)["Location"]
    assert client_.get(there).status_code == 200
    begins = client_.post(
        there, {"password": PASSWORD, "next": f"{reverse('download')}?{urlencode({'file': path})}"}
    )
    assert reverse("downloads") in client_.get(begins["Location"]).content.decode()


@pytest.mark.parametrize(
    "file",
    [
        "",
        "/",
        "//evil.example/memory/export/",
        "https://evil.example/memory/export/",
        "/account/delete/",
        "javascript:alert(1)",
        "/nothing/here/",
    ],
)
def test_only_files_of_ones_own_begin_by_themselves(client_: Client, file: str) -> None:
    assert client_.get(reverse("download"), {"file": file}).status_code == 404


def test_no_address_of_a_file_is_left_out(client_: Client) -> None:
    """A new export without the question would be a way around it."""
    _long_ago(client_)
    named = [one for one in _names(get_resolver()) if "export" in one]
    assert len(named) >= 3
    for name in named:
        needs = [{}, {"conversation": uuid4()}, {"persona": uuid4()}]
        path = next(filter(None, (_path(name, given) for given in needs)))
        assert client_.get(path)["Location"].startswith(reverse("account_reauthenticate")), name


def _path(name: str, given: dict[str, Any]) -> str:
    try:
        return reverse(name, kwargs=given)
    except Exception:  # another set of arguments is its
        return ""


def _names(resolver: URLResolver) -> list[str]:
    found: list[str] = []
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            found += [one.name] if one.name else []
        elif not one.namespace:
            found += _names(one)
    return found


def test_these_pages_can_be_left_at_once(client_: Client) -> None:
    for page in (Client().get(reverse("account_login")), client_.get(reverse("downloads"))):
        assert "data-quick-exit" in page.content.decode()
