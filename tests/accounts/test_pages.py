"""Account pages: every one of them, in both languages, and what their forms do."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.conf import LazySettings, settings
from django.core import mail
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone, translation

from accounts import firstrun
from accounts.models import Consent, User
from tests.reading import foreign, visible

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]
PASSWORD = "sturdy-Pass-2931"
GUEST_PAGES = ("account_login", "account_signup", "account_reset_password", "account_reset_password_done",
               "account_inactive", "account_email_verification_sent", "account_reset_password_from_key_done")  # fmt: skip
OWN_PAGES = ("settings", "account_email", "account_change_password", "mfa_index", "account_logout")


@pytest.fixture(params=["zh", "en"])
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def guest(lang: str, client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = {"zh": "zh-CN", "en": "en-US"}[lang]
    return client


@pytest.fixture
def user(lang: str) -> User:
    return User.objects.create_user(
        "lin@example.org", PASSWORD, birth_date=date(1990, 5, 1), language={"zh": "zh-hans", "en": "en"}[lang]
    )


@pytest.fixture
def signed_in(guest: Client, user: User) -> Client:
    answer = guest.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    assert answer.status_code == 302
    return guest


def lines(mailed: EmailMessage) -> list[str]:
    return [str(mailed.subject), *str(mailed.body).splitlines()]


def sign_up(client: Client, **changes: str) -> int:
    fields = {
        "email": "new@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "birth_date": "1990-05-01",
        "time_zone": "Asia/Tokyo",
    }
    return client.post(reverse("account_signup"), {**fields, **changes}).status_code


@pytest.mark.parametrize("name", GUEST_PAGES)
def test_guest_pages_speak_one_language(guest: Client, lang: str, name: str) -> None:
    page = guest.get(reverse(name))
    assert page.status_code == 200
    assert foreign(visible(page.content.decode()), lang) == []


@pytest.mark.parametrize("name", [*OWN_PAGES, "account_reauthenticate"])
def test_own_pages_speak_one_language(signed_in: Client, lang: str, name: str) -> None:
    page = signed_in.get(reverse(name))
    assert page.status_code == 200
    assert foreign(visible(page.content.decode()), lang) == []


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("account_login", {"login": "nobody@example.org", "password": "wrong-Pass-000"}),
        ("account_login", {}),
        ("account_login", {"login": "not an address", "password": ""}),
        ("account_signup", {}),
        ("account_signup", {"email": "bad", "password1": "1234567", "password2": "x", "birth_date": "soon"}),
        ("account_signup", {"email": "a@example.org", "password1": "password123", "password2": "password123",
                            "birth_date": "2020-01-01"}),
        ("account_reset_password", {"email": "nope"}),
    ],
)  # fmt: skip
def test_faults_are_told_in_one_language(guest: Client, lang: str, name: str, fields: dict[str, str]) -> None:
    page = guest.post(reverse(name), fields)
    assert page.status_code == 200
    texts = visible(page.content.decode())
    assert b'class="error"' in page.content or b'role="alert"' in page.content
    assert foreign(texts, lang) == []


def test_two_step_verification(signed_in: Client, lang: str) -> None:
    """On with an authenticator, codes made and shown, asked for at sign-in, off again."""

    def read(url: str) -> str:
        page = signed_in.get(url)
        assert page.status_code == 200
        markup = page.content.decode()
        assert (
            foreign([text for text in visible(markup) if not re.fullmatch(r"[A-Z2-7\s]{16,}", text)], lang)
            == []
        )
        return markup

    signed_in.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    secret = re.search(r"<code>(\w+)</code>", read(reverse("mfa_activate_totp")))
    assert secret
    wrong = signed_in.post(reverse("mfa_activate_totp"), {"code": "000000"})
    assert foreign([text for text in visible(wrong.content.decode()) if text != secret[1]], lang) == []
    counter = int(timezone.now().timestamp()) // 30
    code = format_hotp_value(hotp_value(secret[1], counter))
    assert signed_in.post(reverse("mfa_activate_totp"), {"code": code}).status_code == 302
    for name in (
        "mfa_index",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_deactivate_totp",
    ):
        read(reverse(name))
    assert foreign([line for mailed in mail.outbox for line in lines(mailed)], lang) == []
    signed_in.post(reverse("account_logout"))
    signed_in.post(reverse("account_login"), {"login": "lin@example.org", "password": PASSWORD})
    read(reverse("mfa_authenticate"))


def test_password_change_faults(signed_in: Client, lang: str) -> None:
    page = signed_in.post(
        reverse("account_change_password"), {"oldpassword": "no", "password1": "123", "password2": "4"}
    )
    assert foreign(visible(page.content.decode()), lang) == []


def test_signing_up_makes_a_person(guest: Client, lang: str) -> None:
    address = f"new-{lang}@example.org"
    assert sign_up(guest, email=address, training_consent="on") == 302
    user = User.objects.get(email=address)
    assert (user.lang, user.time_zone, user.birth_date) == (lang, "Asia/Tokyo", date(1990, 5, 1))
    assert [row.purpose for row in Consent.objects.for_user(user)] == ["training"]
    assert foreign(lines(mail.outbox[0]), lang) == []


def test_an_address_is_confirmed_by_its_mail(guest: Client, lang: str) -> None:
    sign_up(guest, email=f"confirm-{lang}@example.org")
    link = next(line for line in lines(mail.outbox[-1]) if line.startswith("http")).partition("testserver")[2]
    page = guest.get(link)
    assert foreign(visible(page.content.decode()), lang) == []
    guest.post(link)
    page = guest.get(reverse("account_email"))
    assert foreign(visible(page.content.decode()), lang) == []
    assert 'class="chip pending"' not in page.content.decode()
    broken = guest.get(reverse("account_confirm_email", args=["no-such-key"]))
    assert foreign(visible(broken.content.decode()), lang) == []


def test_mails_speak_one_language(user: User, lang: str) -> None:
    """Every mail that allauth may send, by its templates."""
    known = {"user": user, "email": "a@example.org", "from_email": "a@example.org", "to_email": "b@example.org",
             "deleted_email": "a@example.org", "password_reset_url": "https://x.example/", "signup_url": "https://x.example/",
             "activate_url": "https://x.example/"}  # fmt: skip
    found = sorted((Path(settings.BASE_DIR) / "templates").glob("*/email/*_message.txt"))
    assert len(found) >= 14
    with translation.override(user.language):
        for path in found:
            folder = path.parent.parent.name
            for name in (path.name, path.name.replace("_message", "_subject")):
                said = render_to_string(f"{folder}/email/{name}", known)
                assert said.strip()
                assert foreign(said.splitlines(), lang) == [], name


def test_minors_are_turned_away(client: Client) -> None:
    today = timezone.localdate()
    assert sign_up(client, birth_date=f"{today.year - 10}-01-01") == 200
    assert not User.objects.exists()


def test_an_unknown_zone_is_the_sites(client: Client, settings: LazySettings) -> None:
    assert sign_up(client, time_zone="Mars/Olympus") == 302
    assert User.objects.get().time_zone == settings.DEFAULT_USER_TIME_ZONE


@override_settings(
    LLM_BASE_URL="https://models.example/v1", LLM_MODEL="m", LLM_PROVIDER_NAME="Example Models"
)
def test_the_recipient_is_named_and_consent_can_be_withdrawn(client: Client) -> None:
    page = client.get(reverse("account_signup")).content.decode()
    assert "Example Models" in page
    assert "checked" not in page
    assert sign_up(client, model_consent="on") == 302
    user = User.objects.get()
    assert user.consented("model", "Example Models")
    assert client.post(reverse("save_consents"), {}).status_code == 302
    assert not user.consented("model")
    assert Consent.objects.for_user(user).count() == 1


def test_language_and_zone_are_kept(signed_in: Client, user: User) -> None:
    signed_in.post(reverse("save_profile"), {"language": "en", "time_zone": "Europe/Paris"})
    user.refresh_from_db()
    assert (user.language, user.time_zone) == ("en", "Europe/Paris")
    page = signed_in.post(reverse("save_profile"), {"language": "xx", "time_zone": "Mars/Olympus"})
    assert page.status_code == 200
    user.refresh_from_db()
    assert user.language == "en"


def test_visitors_choose_a_language(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "en", "next": "/account/login/"})
    assert "Welcome back." in client.get(reverse("account_login")).content.decode()


def test_who_has_no_birth_date_is_asked_once(client: Client) -> None:
    user = User.objects.create_user("root@example.org", PASSWORD, is_staff=True, is_superuser=True)
    client.force_login(user)
    assert client.get(reverse("home"))["Location"] == reverse("birth_date")
    assert client.post(reverse("new_conversation"))["Location"] == reverse("birth_date")
    assert client.post(reverse("birth_date"), {"birth_date": "1980-01-01"})["Location"] == reverse("home")
    client.post(reverse("birth_date"), {"birth_date": "1970-01-01"})
    user.refresh_from_db()
    assert user.birth_date == date(1980, 1, 1)


@pytest.fixture
def var(tmp_path: Path, settings: LazySettings) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def test_the_first_operator(client: Client, var: Path) -> None:
    link = firstrun.link(timezone.now())
    assert client.get(link).status_code == 200
    fields = {
        "email": "op@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "birth_date": "1980-01-01",
    }
    assert client.post(link, {**fields, "birth_date": "soon"}).status_code == 200
    assert client.post(link, fields)["Location"] == reverse("home")
    user = User.objects.get()
    assert user.is_staff
    assert user.is_superuser
    assert client.get(reverse("settings")).status_code == 200
    assert client.get(link).status_code == 410
    assert client.post(link, {**fields, "email": "two@example.org"}).status_code == 410
    assert User.objects.count() == 1


def test_a_made_up_setup_link_says_so(client: Client, var: Path) -> None:
    firstrun.link(timezone.now())
    page = client.get(reverse("first_operator", args=["guess"]))
    assert page.status_code == 410
    assert "设置链接" in page.content.decode()


def test_a_link_taken_meanwhile_leaves_no_account(
    client: Client, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = firstrun.link(timezone.now())
    monkeypatch.setattr(firstrun, "make_operator", lambda user, token: False)
    fields = {
        "email": "op@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "birth_date": "1980-01-01",
    }
    assert client.post(link, fields).status_code == 410
    assert not User.objects.exists()


def test_a_password_reset_goes_all_the_way(guest: Client, user: User, lang: str) -> None:
    guest.post(reverse("account_reset_password"), {"email": user.email})
    body = str(mail.outbox[-1].body)
    assert foreign(lines(mail.outbox[-1]), lang) == []
    link = next(line for line in body.splitlines() if line.startswith("http"))
    page = guest.get(link.partition("testserver")[2], follow=True)
    assert foreign(visible(page.content.decode()), lang) == []
    fresh = {"password1": "another-Pass-771", "password2": "another-Pass-771"}
    assert guest.post(page.request["PATH_INFO"], fresh).status_code == 302
    user.refresh_from_db()
    assert user.check_password("another-Pass-771")
