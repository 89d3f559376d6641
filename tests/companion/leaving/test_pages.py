"""The pages of a deletion, in both languages: what they say, what they don't, and what their buttons do."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from accounts.leaving import asking
from accounts.models import Deletion, User, UserKey, grant
from companion import conversations, schedule
from companion.leaving.middleware import OPEN
from memory import curating
from memory.policy import Kind
from persona import shipping
from persona.content import Content
from persona.making import editing, sharing
from persona.making.picturing import plain_sheet, small
from persona.models import Persona
from tests.reading import foreign, visible
from transcript.models import Conversation

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet_pages")]
PASSWORD = "sturdy-Pass-2931"
WEEK = timedelta(days=7)
LANGUAGE = {"zh": "zh-hans", "en": "en"}
LATEST = {
    "zh": "所以完全不可恢复最迟 7 天。",
    "en": "so nothing at all can be recovered after 7 days.",
}
PERSUASION = re.compile(
    r"确定要|真的要|舍不得|想你|再见|留下来|别走|难过|会想|等你回来|可惜|sure you want|really want|miss you|sorry to see|goodbye|come back|sad to|before you go|stay with",
    re.IGNORECASE,
)


@pytest.fixture(params=["zh", "en"])
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def lin(lang: str) -> User:
    now = timezone.now()
    shipping.sync(now)
    user = User.objects.create_user(
        "lin@example.org",
        PASSWORD,
        birth_date=date(1990, 5, 1),
        language=LANGUAGE[lang],
        time_zone="Asia/Shanghai",
    )
    conversations.start(user, now)
    curating.write_by_hand(user, Kind.PERSON, "猫叫小花", "zh", now)
    editing.create(user, Content(name="阿满", language="zh-hans"), now, small(plain_sheet(3)))
    return user


@pytest.fixture
def client_(lin: User, lang: str) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE={"zh": "zh-CN", "en": "en-US"}[lang])
    client.force_login(lin)
    return client


def leave(client: Client, **more: str) -> Any:
    return client.post(reverse("leave"), {"when": "now", "sure": "on", "password": PASSWORD, **more})


def read(page: Any, lang: str) -> str:
    """A page that speaks one language, as text; names of tables are nobody's language."""
    assert page.status_code == 200
    markup: str = page.content.decode()
    assert foreign(visible(re.sub(r"<code>.*?</code>", "", markup)), lang) == []
    return markup


def plain(markup: str) -> None:
    """Neither a character nor a plea."""
    names = {persona.called for persona in Persona.objects.all()} | {"猫叫小花"}
    assert len(names) > 6
    said = " ".join(visible(markup))
    assert not [name for name in names if name in said]
    assert 'class="mark' not in markup
    assert not re.search(r"<img(?![^>]*favicon)", markup)
    assert not PERSUASION.search(said)
    assert not re.search(r"[?？]", said)


def test_the_page_says_what_goes_and_when(client_: Client, lin: User, lang: str) -> None:
    grant(lin, "model", timezone.now(), "模型商" if lang == "zh" else "Example Models")
    markup = read(client_.get(reverse("leave")), lang)
    plain(markup)
    said = " ".join(visible(markup))
    assert LATEST[lang] in said
    assert {"zh": "模型商", "en": "Example Models"}[lang] in said
    assert reverse("downloads") in markup
    assert 'value="later" checked' in markup


def test_amounts_are_those_that_are_there(client_: Client, lin: User, lang: str) -> None:
    markup = client_.get(reverse("leave")).content.decode()
    amounts = dict(re.findall(r"<li><span>([^<]+)</span> <b>(\d+)</b></li>", markup))
    names = {
        "zh": ("对话", "对话里的消息", "记住的事", "自己做的角色"),
        "en": ("Conversations", "Messages", "Memories", "Characters of your own"),
    }
    assert {name: amounts[name] for name in names[lang]} == dict(zip(names[lang], "1111", strict=True))
    assert "0" not in amounts.values()


@pytest.mark.parametrize("name", ["leave", "downloads"])
def test_pages_before_are_plain(client_: Client, lang: str, name: str) -> None:
    plain(read(client_.get(reverse(name)), lang))


def test_pages_meanwhile_are_plain(client_: Client, lin: User, lang: str) -> None:
    deletion = asking.ask(lin, timezone.now(), WEEK)
    for name in ("leaving", "downloads"):
        plain(read(client_.get(reverse(name)), lang))
    link = re.search(r'href="(/account/receipt/[^"]+)"', client_.get(reverse("leaving")).content.decode())
    assert link
    plain(read(client_.get(link[1]), lang))
    assert deletion.state == "waiting"


def test_two_clicks_from_a_chat(client_: Client) -> None:
    chat = client_.get(reverse("home"), follow=True).content.decode()
    assert f'href="{reverse("settings")}"' in chat
    panel = client_.get(reverse("settings")).content.decode()
    assert f'href="{reverse("leave")}"' in panel.partition('id="leave"')[2]
    assert f'href="{reverse("memory_centre")}"' in panel.partition('id="leave"')[2]


@pytest.mark.parametrize("missing", ["sure", "password"])
def test_without_a_confirmation_or_the_password_nothing_happens(
    client_: Client, lin: User, lang: str, missing: str
) -> None:
    page = leave(client_, **{missing: ""})
    markup = read(page, lang)
    assert 'class="error"' in markup
    assert re.search(r'value="now" checked', markup)  # what was chosen stays chosen
    assert not Deletion.objects.exists()


def test_a_wrong_password_is_told_and_guessing_is_slowed(client_: Client, lin: User, lang: str) -> None:
    for _each in range(12):
        page = leave(client_, password="wrong-Pass-000")
        assert 'class="error"' in read(page, lang)
    assert 'class="error"' in read(leave(client_), lang)
    assert not Deletion.objects.exists()
    cache.clear()
    assert leave(client_).status_code == 302


def test_at_once(client_: Client, lin: User, lang: str) -> None:
    other = Client()
    other.force_login(lin)
    answer = leave(client_)
    assert answer["Location"].startswith("/account/receipt/")
    assert answer["Clear-Site-Data"] == '"storage"'
    assert "_auth_user_id" not in client_.session
    assert other.get(reverse("settings"))["Location"].startswith(reverse("account_login"))
    assert not UserKey.objects.exists()
    tried = client_.post(reverse("account_login"), {"login": lin.email, "password": PASSWORD})
    assert tried.status_code == 200
    markup = read(client_.get(answer["Location"]), lang)
    assert "hx-trigger" in markup  # it looks again by itself until it is done
    schedule.erase_waiting(timezone.now())
    done = read(Client(HTTP_ACCEPT_LANGUAGE=lang).get(answer["Location"]), lang)
    assert "hx-trigger" not in done
    plain(done)
    assert {"zh": "记忆", "en": "Memory"}[lang] in done
    assert "memory.memory" not in done
    assert lin.email not in done
    told = Client().get(f"{answer['Location']}json/")
    assert told["Content-Disposition"].startswith("attachment")
    facts = told.json()
    assert (facts["state"], facts["asked_by"]) == ("done", "self")
    parts = [int(count) for count in re.findall(r'<th scope="row">[^<]+</th><td>(\d+)</td>', done)]
    assert sum(parts) == facts["rows"] == sum(facts["rows_by_table"].values())
    assert facts["rows_by_table"]["persona.picture"] == 1


def test_a_password_of_an_older_cost_signs_nobody_out(client_: Client, lin: User, lang: str) -> None:
    User.objects.filter(pk=lin.pk).update(password=Argon2PasswordHasher().encode(PASSWORD, "0" * 22))
    lin.refresh_from_db()
    client_.force_login(lin)
    assert leave(client_, when="later")["Location"] == reverse("leaving")
    assert client_.get(reverse("leaving")).status_code == 200
    was = lin.password
    lin.refresh_from_db()
    assert lin.password != was


def test_in_a_week(client_: Client, lin: User, lang: str) -> None:
    answer = leave(client_, when="later")
    assert answer["Location"] == reverse("leaving")
    lin.refresh_from_db()
    assert lin.leaving_at is not None
    assert timedelta(days=6, hours=23) < lin.leaving_at - timezone.now() <= WEEK
    said = " ".join(visible(client_.get(reverse("leaving")).content.decode()))
    local = lin.leaving_at.astimezone(lin.zone)
    assert str(local.day) in said
    assert str(local.year) in said


def test_without_a_window_there_is_no_choice(client_: Client, lin: User, lang: str, settings: Any) -> None:
    settings.ACCOUNT_REGRET_DAYS = 0
    assert 'name="when"' not in read(client_.get(reverse("leave")), lang)
    assert client_.post(reverse("leave"), {"sure": "on", "password": PASSWORD})["Location"].startswith(
        "/account/receipt/"
    )


def test_every_other_page_leads_to_the_one(client_: Client, lin: User, lang: str) -> None:
    asking.ask(lin, timezone.now(), WEEK)
    chat = Conversation.objects.get(user=lin)
    there = reverse("leaving")
    closed = (
        "home",
        "memory_centre",
        "topics",
        "settings",
        "personas",
        "leave",
        "account_email",
        "search",
        "mfa_index",
    )
    for name in closed:
        assert client_.get(reverse(name))["Location"] == there, name
    assert client_.get(reverse("conversation", args=[chat.id]))["Location"] == there
    assert client_.post(reverse("new_conversation"))["Location"] == there
    assert (
        client_.post(reverse("save_profile"), {"language": "en", "time_zone": "Europe/Paris"})["Location"]
        == there
    )
    htmx = client_.get(reverse("chats_side"), headers={"HX-Request": "true"})
    assert htmx["HX-Redirect"] == there
    for form in ("json", "md"):
        assert client_.get(reverse("export", args=[chat.id]), {"format": form}).status_code == 200
    persona = Persona.objects.own(lin)[0]
    assert client_.get(reverse("persona_export", args=[persona.id]), {"form": "v3"}).status_code == 200
    assert client_.get("/nothing/here/").status_code == 404
    assert client_.post(reverse("account_logout")).status_code == 302
    answer = client_.post(reverse("account_login"), {"login": lin.email, "password": PASSWORD})
    assert client_.get(answer["Location"])["Location"] == there


def test_what_stays_open_is_there() -> None:
    names = set(get_resolver().reverse_dict)
    assert names >= OPEN


def test_downloads_are_listed_by_their_dates(client_: Client, lin: User, lang: str) -> None:
    markup = client_.get(reverse("downloads")).content.decode()
    chat = Conversation.objects.get(user=lin)
    links = re.findall(r'href="([^"]+export/[^"]*)"', markup)
    assert len(links) >= 6
    for link in links:
        assert client_.get(link).status_code == 200
    assert f"/c/{chat.id}/export/?format=json" in markup
    assert str(timezone.now().year) in markup


def test_taken_back(client_: Client, lin: User, lang: str) -> None:
    asking.ask(lin, timezone.now(), WEEK)
    assert client_.get(reverse("stay")).status_code == 405
    page = client_.post(reverse("stay"), follow=True)
    assert page.status_code == 200
    assert page.request["PATH_INFO"].startswith("/c/")
    lin.refresh_from_db()
    assert lin.is_staying
    assert not Deletion.objects.exists()
    assert client_.get(reverse("leaving"))["Location"] == reverse("settings")
    assert client_.post(reverse("leave_now"), {"sure": "on", "password": PASSWORD})["Location"] == reverse(
        "leave"
    )


def test_hastened(client_: Client, lin: User, lang: str) -> None:
    deletion = asking.ask(lin, timezone.now(), WEEK)
    page = client_.post(reverse("leave_now"), {"sure": "on", "password": "wrong"})
    assert "<details open>" in read(page, lang)
    answer = client_.post(reverse("leave_now"), {"sure": "on", "password": PASSWORD})
    assert answer["Location"].startswith("/account/receipt/")
    deletion.refresh_from_db()
    assert deletion.destroyed_at is not None


def test_taking_back_what_is_gone_signs_out(
    client_: Client, lin: User, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(user: User) -> None:
        raise asking.TooLate

    monkeypatch.setattr(asking, "cancel", late)
    assert client_.post(reverse("stay"))["Location"] == reverse("account_login")
    assert "_auth_user_id" not in client_.session


def test_the_last_owner_is_told_why_not(client_: Client, lin: User, lang: str) -> None:
    User.objects.filter(pk=lin.pk).update(is_staff=True, is_superuser=True)
    for page in (client_.get(reverse("leave")), leave(client_)):
        assert "createsuperuser" in read(page, lang)
    assert not Deletion.objects.exists()


def test_what_an_operator_shared_is_named_as_staying(client_: Client, lin: User, lang: str) -> None:
    User.objects.filter(pk=lin.pk).update(is_staff=True)
    sharing.share(lin, Persona.objects.own(lin)[0].id, timezone.now())
    markup = read(client_.get(reverse("leave")), lang)
    assert {"zh": "你分享给所有人的角色（1 个）", "en": "Characters you shared with everybody (1)"}[
        lang
    ] in markup


def test_a_receipt_is_nobody_elses(client_: Client, lang: str) -> None:
    for secret in ("x", "a" * 43):
        assert client_.get(reverse("receipt", args=[secret])).status_code == 404
        assert client_.get(reverse("receipt_file", args=[secret])).status_code == 404


@pytest.mark.parametrize("name", ["leave", "leaving", "downloads", "stay", "leave_now"])
def test_visitors_are_sent_to_sign_in(name: str) -> None:
    for method in ("get", "post"):
        answer = getattr(Client(), method)(reverse(name))
        assert answer["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("name", ["leave", "stay", "leave_now"])
def test_buttons_need_the_pages_token(client_: Client, lin: User, lang: str, name: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(lin)
    asking.ask(lin, timezone.now(), WEEK)
    assert strict.post(reverse(name), {"sure": "on", "password": PASSWORD}).status_code in (302, 403)
    assert Deletion.objects.get().destroyed_at is None
    lin.refresh_from_db()
    assert lin.leaving_at is not None


def test_operators_see_states_and_times_only(lin: User, lang: str) -> None:
    deletion = asking.ask(lin, timezone.now(), WEEK)
    staff = Client()
    staff.force_login(User.objects.create_user("op@example.org", is_staff=True, language="zh-hans"))
    for page in (
        reverse("admin:accounts_deletion_changelist"),
        reverse("admin:accounts_deletion_change", args=[deletion.pk]),
    ):
        text = staff.get(page).content.decode()
        assert "本人" in text
        assert "还没到时间" in text
        assert str(lin.pk) not in text
        assert lin.email not in text
        assert bytes(deletion.receipt).hex() not in text
    opened = staff.post(
        reverse("admin:accounts_user_change", args=[lin.pk]), {"is_active": "on", "is_staff": "on"}
    )
    assert opened.status_code == 302
    lin.refresh_from_db()
    assert not lin.is_staff  # an account that leaves is let go
