"""The chat page, its list of conversations, signing out, and what strangers see."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User, grant
from companion import conversations, reading
from companion.broadcast import user_group
from memory import curating, forgetting, switching
from memory.policy import Kind
from tests.reading import foreign, visible
from transcript.models import Conversation, EventKind, Message, Role, Status, record

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]


def person(email: str = "lin@example.org", language: str = "zh-hans") -> User:
    return User.objects.create_user(email, "pw", birth_date=date(1990, 5, 1), language=language)


@pytest.fixture
def user() -> User:
    return person()


@pytest.fixture
def signed_in(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def conversation(user: User) -> Conversation:
    return conversations.start(user, timezone.now())


def line(
    conversation: Conversation, text: str, role: Role, at: datetime, status: Status = Status.COMPLETE
) -> Message:
    return Message.objects.create(
        user=conversation.user, conversation=conversation, role=role, text=text, status=status, created_at=at
    )


def address(conversation: Conversation) -> str:
    return reverse("conversation", args=[conversation.id])


def test_a_sign_of_life_asks_no_database(client: Client, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_visitors_are_asked_to_sign_in(client: Client) -> None:
    for path in ("/", "/memory/", "/account/settings/", f"/c/{uuid.uuid4()}/"):
        assert client.get(path)["Location"].startswith("/account/login/")


def test_home_is_the_latest_conversation(signed_in: Client, user: User) -> None:
    first = signed_in.get("/")["Location"]
    assert Conversation.objects.for_user(user).count() == 1
    assert signed_in.get("/")["Location"] == first


def test_new_is_a_post(signed_in: Client, conversation: Conversation) -> None:
    assert signed_in.get(reverse("new_conversation")).status_code == 405
    line(conversation, "你好", Role.USER, timezone.now())
    assert signed_in.post(reverse("new_conversation"))["Location"] != address(conversation)


def test_strangers_find_nothing(client: Client, conversation: Conversation) -> None:
    client.force_login(person("other@example.org"))
    page = client.get(address(conversation))
    assert page.status_code == 404
    assert "这里什么也没有" in page.content.decode()


@pytest.mark.parametrize(("language", "lang"), [("zh-hans", "zh"), ("en", "en")])
def test_the_page_speaks_one_language(client: Client, language: str, lang: str) -> None:
    user = person("x@example.org", language)
    client.force_login(user)
    page = client.get(client.get("/")["Location"]).content.decode()
    assert foreign(visible(page), lang) == []
    words = re.search(r'<script id="words"[^>]*>(.*?)</script>', page)
    assert words
    with translation.override(language):
        from companion.pages import words as made
    with translation.override(language):
        assert foreign(list(made().values()), lang) == []


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429"])
@pytest.mark.parametrize(("language", "lang"), [("zh-hans", "zh"), ("en", "en")])
def test_errors_speak_one_language(rf: RequestFactory, name: str, language: str, lang: str) -> None:
    with translation.override(language):
        page = render_to_string(f"{name}.html", {"user": AnonymousUser(), "lang": lang}, rf.get("/"))
    assert foreign(visible(page), lang) == []


def test_the_last_page_needs_nothing() -> None:
    """When everything else is broken there is no request to ask and no language to know."""
    page = render_to_string("500.html")
    assert "出错了" in page
    assert "Something went wrong" in page


def test_texts_are_escaped_and_rendered(signed_in: Client, conversation: Conversation) -> None:
    now = timezone.now()
    line(conversation, "<script>alert(1)</script>", Role.USER, now)
    line(
        conversation,
        "**重点**在这里 <img src=x onerror=alert(1)>",
        Role.COMPANION,
        now + timedelta(seconds=1),
    )
    page = signed_in.get(address(conversation)).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<strong>重点</strong>" in page
    assert "<img src=x" not in page


def test_no_inline_style_or_handler(signed_in: Client, conversation: Conversation) -> None:
    for path in (address(conversation), reverse("memory_centre"), reverse("settings")):
        page = signed_in.get(path)
        assert not re.search(r"\sstyle=|\son\w+=|javascript:", page.content.decode())
        assert "unsafe" not in page["Content-Security-Policy"]


def test_the_newest_fifty_and_the_way_up(signed_in: Client, conversation: Conversation) -> None:
    start = timezone.now() + timedelta(minutes=1)
    lines = [line(conversation, f"第{n}句", Role.USER, start + timedelta(seconds=n)) for n in range(70)]
    page = signed_in.get(address(conversation)).content.decode()
    assert "第69句" in page
    assert "第20句" in page
    assert "第19句" not in page
    earlier = re.search(r"\?before=([\w-]+)", page)
    assert earlier
    above = signed_in.get(f"{address(conversation)}?before={earlier[1]}", headers={"HX-Request": "true"})
    assert "<html" not in above.content.decode()
    assert "第19句" in above.content.decode()
    assert "第20句" not in above.content.decode()
    whole = signed_in.get(f"{address(conversation)}?before={earlier[1]}").content.decode()
    assert 'data-live="no"' in whole
    found = signed_in.get(f"{address(conversation)}?at={lines[2].id}").content.decode()
    assert f'id="m-{lines[2].id}"' in found
    assert signed_in.get(f"{address(conversation)}?before=nonsense&at=nonsense").status_code == 200


def test_a_reply_that_was_set_aside_is_not_shown(signed_in: Client, conversation: Conversation) -> None:
    old = line(conversation, "断了的回复", Role.COMPANION, timezone.now(), Status.INTERRUPTED)
    assert "断了的回复" in signed_in.get(address(conversation)).content.decode()
    Message.objects.filter(id=old.id).update(live=False)
    assert "断了的回复" not in signed_in.get(address(conversation)).content.decode()


def test_a_help_card_stays_after_a_reload(signed_in: Client, conversation: Conversation) -> None:
    now = timezone.now() + timedelta(minutes=1)
    line(conversation, "我不想活了", Role.USER, now)
    record(conversation, EventKind.NOTICE, now + timedelta(seconds=1), data={"kind": "crisis", "level": 4})
    page = signed_in.get(address(conversation)).content.decode()
    assert 'class="crisis big" role="region"' in page
    assert 'href="tel:120"' in page
    assert page.index("我不想活了") < page.index('class="crisis big"')


def test_what_was_learnt_stays_after_a_reload(signed_in: Client, conversation: Conversation) -> None:
    """Where it was told, as far as it still stands, and with the way to take it back."""
    now = timezone.now()
    user = conversation.user
    line(conversation, "我住在杭州", Role.USER, now)
    kept, lost = (
        curating.write_by_hand(user, Kind.IDENTITY, words, "zh", now) for words in ("住在杭州", "怕狗")
    )
    told = {"memories": [str(kept.id), str(lost.id)]}
    event = record(conversation, EventKind.LEARNED, now + timedelta(seconds=1), data=told)
    record(conversation, EventKind.LEARNED, now + timedelta(seconds=2), data={"memories": [str(lost.id)]})
    line(conversation, "下一句", Role.USER, now + timedelta(seconds=3))
    forgetting.forget(user, [lost.id], now)
    page = signed_in.get(address(conversation)).content.decode()
    assert page.count('class="aside learned"') == 1
    assert page.index("我住在杭州") < page.index(f'id="learned-{event.seq}"') < page.index("下一句")
    assert f'action="{reverse("memory_delete", args=[kept.id])}"' in page
    assert "怕狗" not in page


def test_the_offline_voice_says_what_it_is(signed_in: Client, user: User, conversation: Conversation) -> None:
    page = signed_in.get(address(conversation)).content.decode()
    assert "没有连接语言模型" in page
    assert reverse("models") not in page
    User.objects.filter(id=user.id).update(is_staff=True)
    assert reverse("models") in signed_in.get(address(conversation)).content.decode()


@override_settings(
    LLM_BASE_URL="https://models.example/v1", LLM_MODEL="m", LLM_PROVIDER_NAME="Example Models"
)
def test_a_model_is_named_and_asks_for_consent(
    signed_in: Client, user: User, conversation: Conversation
) -> None:
    page = signed_in.get(address(conversation)).content.decode()
    assert "你没有同意发送文字" in page
    grant(user, "model", timezone.now(), "Example Models")
    page = signed_in.get(address(conversation)).content.decode()
    assert "离线应答" not in page
    assert "文字会发送给 Example Models" in page


def test_paused_memory_is_said_where_one_writes(
    signed_in: Client, user: User, conversation: Conversation
) -> None:
    hidden = '<form class="banner paused" id="paused" hidden'
    assert hidden in signed_in.get(address(conversation)).content.decode()
    switching.pause_all(user, timezone.now(), paused=True)
    page = signed_in.get(address(conversation)).content.decode()
    assert "记忆已暂停" in page
    assert hidden not in page
    back = signed_in.post(reverse("memory_pause"), {"paused": "0", "next": address(conversation)})
    assert back["Location"] == address(conversation)
    assert not switching.is_paused(user)


def test_signing_out_closes_sockets(signed_in: Client, user: User) -> None:
    layer = get_channel_layer()

    async def listen() -> str:
        name = await layer.new_channel()
        await layer.group_add(user_group(user.id), name)
        return str(name)

    async def hear(name: str) -> object:
        return await layer.receive(name)

    name = async_to_sync(listen)()
    assert signed_in.post(reverse("account_logout")).status_code == 302
    assert async_to_sync(hear)(name) == {"type": "signed_out"}
    assert signed_in.get("/")["Location"].startswith("/account/login/")


def test_days_are_the_readers() -> None:
    """One line a minute before midnight in Shanghai, one after: two days there, one in London."""
    turns = [
        reading.Turn("1", "user", "", datetime(2026, 7, 1, 15, 59, tzinfo=UTC)),
        reading.Turn("2", "user", "", datetime(2026, 7, 1, 16, 1, tzinfo=UTC)),
    ]
    with timezone.override(ZoneInfo("Asia/Shanghai")):
        assert [turn.day for turn in reading._with_days(turns)] == [date(2026, 7, 1), date(2026, 7, 2)]
    with timezone.override(ZoneInfo("Europe/London")):
        assert [turn.day for turn in reading._with_days(turns)] == [date(2026, 7, 1), None]
