"""The pages and verbs about conversations, by htmx and by plain forms."""

from __future__ import annotations

import json
import uuid
from datetime import date, timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from companion import conversations, hearing, learning
from companion.shelf import arranging, deleting, naming, projects
from memory import curating
from memory.models import Memory
from memory.states import ScopeKind
from persona.characters import default_for
from tests.reading import foreign, visible
from transcript.models import Conversation, Project

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "chats"}


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


@pytest.fixture
def me() -> User:
    return User.objects.create_user("me@example.org", "pw", birth_date=date(1990, 5, 1))


@pytest.fixture
def web(client: Client, me: User) -> Client:
    client.force_login(me)
    return client


@pytest.fixture
def talk(me: User) -> Conversation:
    """A conversation with one thing said in it, and learnt."""
    start = timezone.now() - timedelta(hours=1)
    chat = conversations.start(me, start)
    for n, text in enumerate(("我的猫叫小花", "今天下雨了")):
        hearing.receive(me, chat, uuid.uuid4(), text, start + timedelta(minutes=n))
    learning.learn(chat.id, timezone.now())
    chat.refresh_from_db()
    return chat


def url(name: str, row: Conversation | Project) -> str:
    return reverse(name, args=[row.id])


def in_chat(chat: Conversation, **more: str) -> dict[str, str]:
    return {**HTMX, "HX-Current-URL": f"http://testserver{url('conversation', chat)}", **more}


def test_a_verb_swaps_the_list_and_says_so(web: Client, talk: Conversation) -> None:
    answer = web.post(url("pin", talk), {"on": "1"}, headers=in_chat(talk))
    page = answer.content.decode()
    assert "置顶的" in page
    assert 'aria-current="page"' in page
    assert "<html" not in page
    assert json.loads(answer["HX-Trigger"]) == {"told": {"said": "已置顶。", "good": True}}
    assert web.post(url("pin", talk), {"on": "0"}, headers=in_chat(talk)).status_code == 200
    talk.refresh_from_db()
    assert talk.pinned_at is None


def test_a_list_in_the_page_is_shown_anew(web: Client, talk: Conversation) -> None:
    there = {**HTMX, "HX-Current-URL": f"http://testserver{reverse('archived')}"}
    answer = web.post(url("archive", talk), {"on": "1"}, headers=there)
    assert answer["HX-Refresh"] == "true"
    page = web.get(reverse("archived")).content.decode()
    assert "已归档，仍然可以搜到" in page
    assert "我的猫叫小花" in page


@pytest.mark.parametrize(
    ("verb", "form"),
    [("rename", {"title": "猫"}), ("pin", {"on": "1"}), ("archive", {"on": "1"}), ("move", {"project": ""})],
)
def test_without_a_script_a_verb_comes_back_to_the_conversation(
    web: Client, talk: Conversation, verb: str, form: dict[str, str]
) -> None:
    for _twice in range(2):
        assert web.post(url(verb, talk), form)["Location"] == url("conversation", talk)
    assert web.get(url(verb, talk)).status_code == 405


def test_a_conversation_moves_into_a_project_that_is_made_for_it(
    web: Client, me: User, talk: Conversation
) -> None:
    for _twice in range(2):
        web.post(url("move", talk), {"project": "new", "name": "养猫"}, headers=in_chat(talk))
    row = Project.objects.get(user=me)
    talk.refresh_from_db()
    assert (row.name, talk.project) == ("养猫", row)
    page = web.get(url("project", row)).content.decode()
    assert "我的猫叫小花" in page
    refused = web.post(url("move", talk), {"project": "new", "name": " "}, headers=in_chat(talk))
    assert not json.loads(refused["HX-Trigger"])["told"]["good"]
    assert web.post(url("move", talk), {"project": str(uuid.uuid4())}).status_code == 404
    assert web.post(url("move", talk), {}).status_code == 404
    web.post(url("move", talk), {"project": ""})
    talk.refresh_from_db()
    assert talk.project is None


def test_a_stranger_s_project_takes_nothing_in(web: Client, talk: Conversation) -> None:
    stranger = User.objects.create_user("x@example.org", "pw")
    theirs = projects.create(stranger, "他们的", timezone.now())
    assert web.post(url("move", talk), {"project": str(theirs.id)}).status_code == 404
    assert web.post(reverse("new_conversation"), {"project": str(theirs.id)}).status_code == 404
    talk.refresh_from_db()
    assert talk.project is None


def test_deleting_asks_first(web: Client, me: User, talk: Conversation) -> None:
    page = web.get(url("delete_chat", talk)).content.decode()
    assert "全部忘掉" in page
    assert "小花" in page
    assert "checked" not in page  # nothing is decided for them
    asked_again = web.post(url("delete_chat", talk))
    assert asked_again.status_code == 409
    assert "先选一选" in asked_again.content.decode()
    memory = Memory.objects.for_user(me).get(attribute="name")
    form = {"memories": "all", "listed": str(memory.id)}
    done = web.post(url("delete_chat", talk), form)
    assert done["Location"] == f"{reverse('deleted')}?undo={talk.id}"
    assert not Memory.objects.for_user(me).filter(id=memory.id).exists()
    assert web.get(url("conversation", talk)).status_code == 404
    page = web.get(done["Location"]).content.decode()
    assert "删掉了「" in page
    assert "1 条记忆会一起回来" in page
    assert web.post(url("delete_chat", talk), form).status_code == 302
    for _twice in range(2):
        assert web.post(url("restore_chat", talk))["Location"] == url("conversation", talk)
    assert Memory.objects.for_user(me).filter(id=memory.id).exists()
    assert "最近删除的" not in web.get(url("conversation", talk)).content.decode()


def test_more_was_learnt_while_deciding(web: Client, me: User, talk: Conversation) -> None:
    memory = Memory.objects.for_user(me).get(attribute="name")
    hearing.receive(me, talk, uuid.uuid4(), "我在杭州工作", timezone.now())
    learning.learn(talk.id, timezone.now() + timedelta(minutes=3))
    answer = web.post(url("delete_chat", talk), {"memories": "all", "listed": str(memory.id)})
    assert answer.status_code == 409
    assert "刚刚又记住了新的" in answer.content.decode()
    assert "杭州" in answer.content.decode()


def test_what_was_kept_says_that_its_conversation_is_gone(web: Client, me: User, talk: Conversation) -> None:
    memory = Memory.objects.for_user(me).get(attribute="name")
    web.post(url("delete_chat", talk), {"memories": "none", "listed": str(memory.id)})
    web.post(url("purge_chat", talk))
    page = web.get("/memory/").content.decode()
    assert "我的猫叫小花" in page
    assert str(talk.id) not in page


def test_a_temporary_conversation(web: Client, me: User, talk: Conversation) -> None:
    where = web.post(reverse("new_conversation"), {"temporary": "1"})["Location"]
    row = Conversation.objects.get(user=me, temporary=True)
    assert where == url("conversation", row)
    hearing.receive(me, row, uuid.uuid4(), "悄悄话一句", timezone.now())
    assert web.get("/")["Location"] == url("conversation", talk)
    for page in (
        url("conversation", talk),
        reverse("chats"),
        f"{reverse('search')}?q=悄悄话",
        reverse("archived"),
    ):
        shown = web.get(page).content.decode()
        assert str(row.id) not in shown
        assert "悄悄话一句" not in shown
    for verb in ("pin", "archive", "rename", "move"):
        assert web.post(url(verb, row), {"project": "", "on": "1"}).status_code == 404
    assert web.get(url("chat_menu", row)).status_code == 404
    assert "马上就删" in web.get(url("delete_chat", row)).content.decode()
    assert web.post(url("delete_chat", row))["Location"] == "/"
    assert not Conversation.objects.filter(id=row.id).exists()


def test_the_menu_is_a_page_without_a_script(web: Client, talk: Conversation) -> None:
    page = web.get(url("chat_menu", talk)).content.decode()
    assert "<html" in page
    for part, word in (("", "置顶"), ("rename", "对话的标题"), ("move", "新的项目"), ("nonsense", "置顶")):
        got = web.get(url("chat_menu", talk), {"part": part}, headers=HTMX).content.decode()
        assert word in got
        assert "<html" not in got


def test_the_file_is_handed_over(web: Client, talk: Conversation) -> None:
    answer = web.get(url("export", talk), {"format": "json"})
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "no-store"
    kept = unquote(answer["Content-Disposition"])
    assert kept.startswith("attachment; filename*=utf-8''我的猫叫小花")
    assert json.loads(answer.content)["messages"][-1]["text"] == "今天下雨了"
    assert "我的猫叫小花" in web.get(url("export", talk)).content.decode()
    assert web.get(url("export", talk), {"format": "exe"}).status_code == 404


def test_projects_from_beginning_to_end(web: Client, me: User, talk: Conversation) -> None:
    refused = web.post(reverse("create_project"), {"name": "长" * 61})
    assert refused.status_code == 422
    assert "名字太长了，最多 60 个字。" in refused.content.decode()
    where = web.post(reverse("create_project"), {"name": "换工作"})["Location"]
    row = Project.objects.get(user=me)
    assert where == url("project", row)
    again = web.post(reverse("create_project"), {"name": "换工作"})
    assert "已经有一个项目叫这个名字了。" in again.content.decode()
    web.post(reverse("new_conversation"), {"project": str(row.id)})
    assert Conversation.objects.filter(user=me, project=row).count() == 1
    web.post(url("rename_project", row), {"name": "找工作"})
    assert "找工作" in web.get(reverse("projects")).content.decode()
    memory = Memory.objects.for_user(me).get(attribute="name")
    curating.confine(me, memory.id, curating.Place(ScopeKind.PROJECT, row.id), timezone.now())
    assert web.post(url("delete_project", row)).status_code == 409
    assert web.post(url("delete_project", row), {"memories": "keep"})["Location"] == reverse("projects")
    assert Memory.objects.get(id=memory.id).scope == ScopeKind.EVERYWHERE
    assert Conversation.objects.filter(user=me, project=None).count() == 2
    assert web.post(url("delete_project", row), {"memories": "keep"}).status_code == 404


def test_a_search_as_a_page_and_as_a_part(web: Client, talk: Conversation) -> None:
    whole = web.get(reverse("search"), {"q": "小花"}).content.decode()
    assert "我的猫叫<mark>小花</mark>" in whole
    assert f"{url('conversation', talk)}?at=" in whole
    part = web.get(reverse("search"), {"q": "下雨"}, headers={**HTMX, "HX-Target": "found"}).content.decode()
    assert "<html" not in part
    assert "<mark>下雨</mark>" in part
    nothing = web.get(reverse("search"), {"q": "<b>大象</b>"}).content.decode()
    assert "没有找到「&lt;b&gt;大象&lt;/b&gt;」" in nothing
    for odd in ("x", "-1", "0", "9" * 30, "²"):
        assert web.get(reverse("search"), {"q": "小花", "most": odd}).status_code == 200


def test_the_list_goes_on_by_htmx_and_as_a_page(web: Client, me: User) -> None:
    now = timezone.now()
    version = default_for("zh-hans").id
    for n in range(70):
        naming.rename(me, conversations.start_empty(me, version, now - timedelta(days=n)).id, f"第{n}个")
    page = web.get(reverse("chats")).content.decode()
    assert "第59个" in page
    assert "第60个" not in page
    after = page.split("?after=")[-1].split('"')[0]
    more = web.get(reverse("chats"), {"after": after}, headers=HTMX).content.decode()
    assert "第60个" in more
    assert "<html" not in more
    assert "第69个" in web.get(reverse("chats"), {"after": after}).content.decode()


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_page_speaks_one_language(client: Client, language: str) -> None:
    user = User.objects.create_user("l@example.org", "pw", birth_date=date(1990, 5, 1), language=language)
    client.force_login(user)
    now, zh = timezone.now(), language == "zh-hans"
    names = ("猫", "下雨", "工作") if zh else ("Cats", "Rain", "Work")
    rows = [conversations.start_empty(user, default_for(language).id, now) for _each in names]
    for row, name in zip(rows, names, strict=True):
        naming.rename(user, row.id, name)
    arranging.pin(user, rows[0].id, now, pinned=True)
    arranging.archive(user, rows[1].id, now, archived=True)
    deleting.delete(user, rows[2].id, deleting.Wish(deleting.Fate.KEEP), now)
    folder = projects.create(user, names[2], now)
    pages = [reverse(name) for name in ("chats", "archived", "deleted", "projects", "search")]
    pages += [
        f"{reverse('search')}?q={names[0]}",
        f"{reverse('search')}?q=zz" if not zh else f"{reverse('search')}?q=无",
    ]
    pages += [
        url("project", folder),
        url("delete_project", folder),
        f"{reverse('deleted')}?undo={rows[2].id}",
    ]
    pages += [url("delete_chat", rows[0])]
    pages += [f"{url('chat_menu', rows[0])}?part={part}" for part in ("", "rename", "move")]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert foreign(visible(answer.content.decode()), "zh" if zh else "en") == [], page
