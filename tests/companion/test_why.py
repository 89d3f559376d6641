"""为什么这样说: what the page of a reply tells, and what its buttons do, without any script."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User, grant
from companion import branching, conversations, generation, keeping, learning
from companion.keeping import Ended
from companion.why import gathering
from memory import curating, forgetting
from memory.models import HeldBack, Memory, MemoryUse, SetAside
from memory.policy import Kind, Use
from persona.characters import default_for
from tests.companion.conftest import LATER, NOW, Say
from tests.companion.test_use import answer, say_it
from transcript.models import Conversation, Message, Status

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


@pytest.fixture
def told(lin: User, chat: Conversation, say: Say) -> Message:
    """A reply that used the cat's name, saw the job, and was kept from the flat that is used elsewhere."""
    say("我的猫叫小花")
    learning.learn(chat.id, NOW + timedelta(minutes=4))
    curating.write_by_hand(lin, Kind.THREAD, "你在准备考试", "zh", NOW)
    flat = curating.write_by_hand(lin, Kind.IDENTITY, "你的猫住在旧房子里", "zh", NOW)
    curating.pause(lin, flat.id, NOW)
    say("我的猫叫什么名字", at=LATER)
    return answer(chat, "它叫小花。", LATER + timedelta(seconds=5))


@pytest.fixture
def client(lin: User, client: Client) -> Client:
    client.force_login(lin, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def statements(items: tuple[gathering.Item, ...]) -> list[str]:
    return [item.row.statement for item in items]


def page(client: Client, reply: Message) -> str:
    response = client.get(reverse("why", args=[reply.id]), HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert response.status_code == 200
    return response.content.decode()


def test_used_seen_and_held_back(lin: User, told: Message, client: Client) -> None:
    why = gathering.gather(lin, told)
    assert statements(why.used) == ["你的猫叫小花"]
    assert statements(why.unused) == ["你在准备考试"]
    assert [(item.row.statement, item.why) for item in why.held_back] == [
        ("你的猫住在旧房子里", "它暂停着，所以没用")
    ]
    learning.learn(told.conversation_id, LATER + timedelta(minutes=5))
    assert gathering.gather(lin, told) == why  # judged since, and the same
    assert MemoryUse.objects.filter(reply=told, used=None).count() == 0
    shown = page(client, told)
    proof = MemoryUse.objects.get(reply=told, memory__kind=Kind.PERSON).memory.evidence.get()
    assert "2026年7月1日，你说：" in shown
    assert f"?at={proof.message_id}#m-{proof.message_id}" in shown
    assert "你亲手写下的" in shown
    for words in ("改正", "这次别用", "别再提", "忘掉", "不用记忆重答"):
        assert words in shown


def test_what_was_reworded_and_what_ended(lin: User, told: Message) -> None:
    cat = Memory.objects.get(kind=Kind.PERSON)
    new = curating.edit(lin, cat.id, curating.Edit("你的猫叫小花花"), LATER)
    newest = curating.edit(lin, new.id, curating.Edit("你的猫叫大花"), LATER)
    item = gathering.gather(lin, told).used[0]
    assert (item.row.statement, item.reworded, item.key) == ("你的猫叫小花", "你的猫叫大花", newest.id)
    curating.reject(lin, newest.id, LATER)
    item = gathering.gather(lin, told).used[0]
    assert (item.today, item.reworded, item.ended) == (None, "", "改过了")


def test_what_was_deleted_is_nowhere(lin: User, told: Message, client: Client) -> None:
    cat = Memory.objects.get(kind=Kind.PERSON)
    new = curating.edit(lin, cat.id, curating.Edit("你的猫叫大花"), LATER)
    assert "你的猫叫大花" in page(client, told)
    forgetting.forget(lin, [new.id], LATER)
    shown = page(client, told)
    assert "你的猫叫" not in shown
    forgetting.forget(lin, [row.id for row in Memory.objects.all()], LATER)
    assert not HeldBack.objects.exists()
    assert "没有用到任何记忆" in page(client, told)


def test_set_aside_and_back(lin: User, told: Message, client: Client) -> None:
    cat = Memory.objects.get(kind=Kind.PERSON)
    address = reverse("why_aside", args=[told.id, cat.id])
    for _twice in range(2):
        response = client.post(address, {"on": "1"}, follow=True)
        assert response.redirect_chain[-1][0] == reverse("why", args=[told.id])
    assert "这个对话里不用" in response.content.decode()
    row = SetAside.objects.get()
    assert (row.memory_id, row.conversation_id) == (cat.id, told.conversation_id)
    response = client.post(address, {"on": "0"}, follow=True)
    assert "这个对话里不用" not in response.content.decode()
    assert not SetAside.objects.exists()


def test_every_act_comes_back_here_and_can_be_undone(lin: User, told: Message, client: Client) -> None:
    here, cat = reverse("why", args=[told.id]), Memory.objects.get(kind=Kind.PERSON)
    response = client.post(reverse("memory_never_raise", args=[cat.id]), {"next": here})
    assert response.status_code == 302
    assert response["Location"].startswith(f"{here}?act=")
    act = response["Location"].partition("act=")[2]
    assert reverse("memory_undo", args=[act]) in client.get(response["Location"]).content.decode()
    response = client.post(reverse("memory_undo", args=[act]), {"next": here})
    assert response["Location"] == here
    cat.refresh_from_db()
    assert cat.use != Use.NEVER_RAISE

    form = client.get(reverse("memory_edit", args=[cat.id]), {"next": here}).content.decode()
    assert f'name="next" value="{here}"' in form
    words = {"statement": "你的猫叫大花", "version": cat.version, "next": here}
    response = client.post(reverse("memory_edit", args=[cat.id]), words)
    assert response["Location"].startswith(f"{here}?act=")
    assert "你的猫叫大花" in client.get(response["Location"]).content.decode()

    new = Memory.objects.get(kind=Kind.PERSON, status="current")
    preview = f"{reverse('memory_forget')}?id={new.id}&next={here}"
    assert "你的猫叫大花" in client.get(preview).content.decode()
    response = client.post(preview, {"id": [str(new.id)]})
    assert response["Location"].startswith(f"{here}?receipt=")
    shown = client.get(response["Location"]).content.decode()
    receipt = response["Location"].partition("receipt=")[2]
    assert reverse("memory_restore_all", args=[receipt]) in shown
    response = client.post(reverse("memory_restore_all", args=[receipt]), {"next": here})
    assert response["Location"] == here
    assert Memory.objects.filter(kind=Kind.PERSON, status="current").exists()


@pytest.mark.parametrize(
    "elsewhere", ["https://example.org/", "//example.org/", "javascript:alert(1)", "why/x", ""]
)
def test_no_act_ends_on_another_site(lin: User, told: Message, client: Client, elsewhere: str) -> None:
    cat = Memory.objects.get(kind=Kind.PERSON)
    response = client.post(reverse("memory_never_raise", args=[cat.id]), {"next": elsewhere})
    assert response["Location"].startswith(reverse("memory_centre"))


def test_a_reply_without_memory_says_so(lin: User, told: Message, chat: Conversation, client: Client) -> None:
    again = branching.regenerate(lin, chat.id, told.id, LATER, without_memory=True).message
    assert client.get(reverse("why", args=[again.id])).status_code == 404  # not said yet
    say_it(again, "我不知道。", LATER)
    assert "没有用记忆，是你要它这样的" in page(client, again)
    assert client.get(reverse("why", args=[told.id])).status_code == 404  # not what is shown any more


def test_fixed_words_and_temporary_ones_say_so(lin: User, say: Say, client: Client) -> None:
    quiet = conversations.start_empty(lin, default_for("zh-hans").id, NOW, temporary=True)
    say("我的猫今天很乖", where=quiet)
    assert "这是临时对话" in page(client, answer(quiet, "真好。", NOW + timedelta(seconds=5)))
    chat = conversations.start_empty(lin, default_for("zh-hans").id, NOW)
    say("我的猫今天很乖", where=chat)
    assert "这是固定的话" in page(client, answer(chat, "我在。", NOW + timedelta(seconds=5), "safety"))


def test_private_matters_are_explained(lin: User, chat: Conversation, say: Say, client: Client) -> None:
    grant(lin, "health", NOW, "")
    curating.write_by_hand(lin, Kind.PERSON, "你妈妈叫李芳", "zh", NOW)
    ill = curating.write_by_hand(lin, Kind.PERSON, "你妈妈确诊了乳腺癌", "zh", NOW)
    Memory.objects.filter(id=ill.id).update(kind=Kind.SPECIAL, consent="health")
    say("李芳会喜欢什么花")
    reply = answer(chat, "康乃馨怎么样？", NOW + timedelta(seconds=5))
    assert "这件事比较私密，你没有提起，所以没说" in page(client, reply)


def test_strangers_find_nothing(told: Message, db: None) -> None:
    stranger, other = User.objects.create_user("other@example.org", "pw"), Client()
    other.force_login(stranger, backend="allauth.account.auth_backends.AuthenticationBackend")
    cat = Memory.objects.get(kind=Kind.PERSON)
    assert other.get(reverse("why", args=[told.id])).status_code == 404
    assert other.post(reverse("why_again", args=[told.id])).status_code == 404
    assert other.post(reverse("why_aside", args=[told.id, cat.id])).status_code == 404
    mine = curating.write_by_hand(stranger, Kind.PERSON, "别人的猫", "zh", NOW)
    assert other.post(reverse("why_aside", args=[told.id, mine.id])).status_code == 404
    assert not SetAside.objects.exists()


def test_anothers_memory_is_not_set_aside_in_ones_own_talk(lin: User, told: Message, client: Client) -> None:
    other = User.objects.create_user("other@example.org", "pw")
    theirs = curating.write_by_hand(other, Kind.PERSON, "别人的猫", "zh", NOW)
    assert client.post(reverse("why_aside", args=[told.id, theirs.id])).status_code == 404
    assert client.post(reverse("why_aside", args=[told.id, uuid.uuid4()])).status_code == 404
    assert not SetAside.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_once_more_without_memory(
    lin: User, told: Message, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Message] = []
    monkeypatch.setattr(generation, "run", begun.append)
    response = client.post(reverse("why_again", args=[told.id]))
    assert response["Location"] == reverse("conversation", args=[told.conversation_id])
    assert [(reply.without_memory, reply.parent_id) for reply in begun] == [(True, told.parent_id)]
    keeping.finish(begun[0].id, Ended(Status.COMPLETE, "嗯。"), None, LATER)
    assert client.post(reverse("why_again", args=[told.id])).status_code == 404  # not shown any more


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_in_both_languages(lin: User, told: Message, client: Client, language: str) -> None:
    lin.language = language
    lin.save(update_fields=["language"])
    shown = client.get(reverse("why", args=[told.id]), HTTP_ACCEPT_LANGUAGE=language).content.decode()
    assert ("Why this answer" in shown) is (language == "en")
    assert ("It is paused" in shown) is (language == "en")
