"""The gate as a browser meets it: at sign-up, on the birth-date page and at the set-up link."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import firstrun
from accounts.models import AgeRefusal, Deletion, User, UserKey
from companion import schedule
from tests.reading import foreign, visible

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]
PASSWORD = "sturdy-Pass-2931"
CHILD, ADULT = "2015-01-01", "1990-05-01"
REFUSED = {
    "zh": "这个网站只面向年满 18 岁的人。 如果你已成年：也许是日期填错了，也许是同一网络里刚有人被拒绝。",
    "en": "This site is only for people aged 18 or over. If you are an adult: the date may be mistyped, or somebody on your network was just refused.",
}
MINORS = {
    "zh": "陪伴类聊天机器人可能不适合某些未成年人。",
    "en": "Companion chatbots may not be suitable for some minors.",
}
ACCEPT = {"zh": "zh-CN", "en": "en-US"}


def browser(lang: str = "zh", agent: str = "Firefox", address: str = "203.0.113.7") -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE=ACCEPT[lang], HTTP_USER_AGENT=agent, REMOTE_ADDR=address)


def sign_up(client: Client, email: str = "lin@example.org", born: str = ADULT, to: str = "") -> Any:
    fields = {"email": email, "password1": PASSWORD, "password2": PASSWORD, "birth_date": born}
    return client.post(to or reverse("account_signup"), fields)


def told(page: Any) -> list[str]:
    """The errors of a form, without their links."""
    found = re.findall(r'<div class="error"[^>]*>(.*?)</div>', page.content.decode(), re.DOTALL)
    return [re.sub(r"<a .*</a>", "", error).strip() for error in found]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_same_calm_sentence_whatever_it_is_for(lang: str) -> None:
    first = sign_up(browser(lang), born=CHILD)
    again = sign_up(browser(lang))
    spelt = sign_up(browser(lang, "Chrome", "198.51.100.1"), email="LIN+2@example.org")
    near = sign_up(browser(lang), email="other@example.org")
    for page in (first, again, spelt, near):
        assert page.status_code == 200
        assert told(page) == [REFUSED[lang]]
        assert foreign(visible(page.content.decode()), lang) == []
    assert not User.objects.exists()
    assert sign_up(browser(lang, "Safari"), email="other@example.org").status_code == 302


def test_a_mistyped_date_is_only_a_mistake() -> None:
    for born in ("2035-01-01", "1850-01-01", "soon"):
        assert REFUSED["zh"] not in sign_up(browser(), born=born).content.decode()
    assert not AgeRefusal.objects.exists()
    assert sign_up(browser()).status_code == 302


def test_an_address_that_has_an_account_is_refused_like_any(client: Client) -> None:
    User.objects.create_user("lin@example.org", PASSWORD, birth_date=date(1990, 5, 1))
    assert REFUSED["zh"] in told(sign_up(browser(), born=CHILD))
    signed_in = browser().post(reverse("account_login"), {"login": "lin@example.org", "password": PASSWORD})
    assert signed_in["Location"] == reverse("home")  # who has an account keeps it


def test_behind_a_proxy_the_last_hop_counts(settings: LazySettings) -> None:
    settings.BEHIND_PROXY = True
    sign_up(Client(HTTP_USER_AGENT="Firefox", HTTP_X_FORWARDED_FOR="1.2.3.4, 203.0.113.7"), born=CHILD)
    forged = Client(HTTP_USER_AGENT="Firefox", HTTP_X_FORWARDED_FOR="9.9.9.9, 203.0.113.7")
    assert sign_up(forged, email="other@example.org").status_code == 200
    another = Client(HTTP_USER_AGENT="Firefox", HTTP_X_FORWARDED_FOR="203.0.113.7, 198.51.100.1")
    assert sign_up(another, email="other@example.org").status_code == 302


@pytest.mark.parametrize("born", [CHILD, ADULT])
def test_who_mistyped_finds_the_page_for_complaints(born: str) -> None:
    sign_up(browser(), born=CHILD)
    page = sign_up(browser(), born=born).content.decode()
    assert f'{REFUSED["zh"]} <a href="/safety/complaint/">告诉我们</a>' in page


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_visitors_read_that_minors_may_not_be_suited(lang: str, name: str) -> None:
    assert MINORS[lang] in visible(browser(lang).get(reverse(name)).content.decode())


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_settings_say_it_too(lang: str) -> None:
    language = {"zh": "zh-hans", "en": "en"}[lang]
    client = browser(lang)
    client.force_login(
        User.objects.create_user("a@example.org", birth_date=date(1990, 5, 1), language=language)
    )
    assert MINORS[lang] in visible(client.get(reverse("settings")).content.decode())


# -- an account without a birth date ------------------------------------------------------------------------------


@pytest.fixture
def operator() -> User:
    return User.objects.create_user("root@example.org", PASSWORD, is_staff=True, is_superuser=True)


def test_an_answer_under_age_ends_the_account(operator: User) -> None:
    client = browser()
    client.force_login(operator)
    page = client.post(reverse("birth_date"), {"birth_date": CHILD})
    assert REFUSED["zh"] in page.content.decode()
    assert "_auth_user_id" not in client.session
    assert not UserKey.objects.exists()
    deletion = Deletion.objects.get()
    assert deletion.by == Deletion.By.UNDER_AGE
    link = re.search(r'href="(/account/receipt/[^"]+)"', page.content.decode())
    assert link
    assert browser().get(link[1]).status_code == 200
    schedule.erase_waiting(timezone.now())
    assert not User.objects.exists()
    assert (
        sign_up(browser(agent="Chrome"), email="root@example.org").status_code == 200
    )  # and is not forgotten


def test_someone_elses_refusal_at_this_browser_ends_nothing(operator: User) -> None:
    sign_up(browser(), born=CHILD)
    client = browser()
    client.force_login(operator)
    page = client.post(reverse("birth_date"), {"birth_date": ADULT})
    assert told(page) == [REFUSED["zh"]]
    assert not Deletion.objects.exists()
    elsewhere = browser(agent="Chrome")
    elsewhere.force_login(operator)
    assert elsewhere.post(reverse("birth_date"), {"birth_date": ADULT}).status_code == 302


def test_an_impossible_date_ends_nothing(operator: User) -> None:
    client = browser()
    client.force_login(operator)
    assert client.post(reverse("birth_date"), {"birth_date": "2035-01-01"}).status_code == 200
    assert not Deletion.objects.exists()
    assert client.get(reverse("birth_date")).status_code == 200


def test_the_setup_link_remembers_too(tmp_path: Path, settings: LazySettings) -> None:
    settings.VAR_DIR = tmp_path
    link = firstrun.link(timezone.now())
    assert MINORS["zh"] in browser().get(link).content.decode()
    assert told(sign_up(browser(), born=CHILD, to=link)) == [REFUSED["zh"]]
    assert told(sign_up(browser(agent="Chrome"), to=link)) == [REFUSED["zh"]]
    assert not User.objects.exists()
    assert sign_up(browser(agent="Chrome"), email="op@example.org", to=link).status_code == 200
    assert sign_up(browser(agent="Safari"), email="op@example.org", to=link).status_code == 302
    assert User.objects.get().is_superuser
