"""Conversations get names: by hand, by rules, by a model; and lose them with the words they were made of."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import branching, conversations, keeping, learning, providers, schedule
from companion.keeping import Ended
from companion.shelf import naming
from companion.shelf.naming import title_of
from memory import curating, forgetting
from memory.models import Memory
from tests.companion.conftest import LATER, NOW, Say
from tests.model_server import ModelServer
from transcript.models import Conversation, Message, Status, TitledBy

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


def name(chat: Conversation, at: Any = LATER) -> Conversation:
    schedule.title_waiting(at)
    chat.refresh_from_db()
    return chat


def test_it_is_called_after_its_first_line_at_once(chat: Conversation, say: Say) -> None:
    assert title_of(chat) == ""
    say("你好")
    assert title_of(chat) == "你好"
    say("我的猫叫小花，三岁了")
    assert title_of(chat) == "我的猫叫小花"
    assert chat.titled_by == ""


def test_rules_name_it_after_the_second_line(chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    assert name(chat).titled_by == ""
    say("它三岁了")
    assert (name(chat).title, chat.titled_by) == ("我的猫叫小花", TitledBy.RULES)
    say("今天下雨")
    assert name(chat).title == "我的猫叫小花"


def test_nothing_is_named_while_a_reply_is_on_its_way(chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    say("它三岁了")
    reply = keeping.begin_reply(chat.id, LATER)
    assert reply is not None
    assert name(chat).title is None
    keeping.finish(reply.id, Ended(Status.COMPLETE, "真好。"), None, LATER)
    assert name(chat).title == "我的猫叫小花"


def test_what_says_nothing_is_looked_at_again_while_it_goes_on(chat: Conversation, say: Say) -> None:
    say("你好")
    say("在吗")
    assert (name(chat).title, chat.titled_by) == (None, TitledBy.RULES)
    assert title_of(chat) == "你好"
    say("明天要面试了")
    assert name(chat).title == "明天要面试了"
    Conversation.objects.update(titled_by=TitledBy.RULES)
    chat.title = None
    chat.save()
    assert chat not in naming.waiting(LATER + timedelta(days=1))


def test_risk_secrets_and_temporary_talk_make_no_title(lin: User, chat: Conversation, say: Say) -> None:
    say("我不想活了")
    say("我不想死，我只是累")
    say("I don't want to die")
    say("我的银行卡号是6222021234567890123")
    say("我的密码是小花1234")
    assert set(Message.objects.filter(role="user").values_list("risk_level", flat=True)) >= {1, 2}
    assert title_of(name(chat)) == ""
    hidden = conversations.start_empty(lin, chat.persona_version, NOW, temporary=True)
    say("我的猫叫小花", where=hidden)
    say("它三岁了", where=hidden)
    assert name(hidden).titled_by == ""


@pytest.mark.parametrize(
    "line", ["我老公昨晚又打我了", "my dad collapsed, he's not breathing", "我被骗了三十万"]
)
def test_a_grave_matter_makes_no_title(chat: Conversation, say: Say, line: str) -> None:
    say(line)
    say("我的猫叫小花")
    assert title_of(chat) == "我的猫叫小花"


def test_a_model_names_it_in_the_users_language(chat: Conversation, say: Say, scripted: ModelServer) -> None:
    scripted.script({"match": "起一个标题", "json": {"title": "「给小花过生日」"}})
    say("My cat Miso turns three")
    say("what should I buy")
    assert (name(chat).title, chat.titled_by) == ("给小花过生日", TitledBy.MODEL)
    assert "[1] My cat Miso turns three" in str(scripted.requests()[-1])


def test_a_title_in_the_wrong_language_is_asked_for_once_more(
    chat: Conversation, say: Say, scripted: ModelServer
) -> None:
    scripted.script({"match": "起一个标题", "json": {"title": "小花三岁"}})
    scripted.script({"match": "起一个标题", "json": {"title": "A cat's birthday"}, "times": 1})
    say("我的猫叫小花")
    say("它三岁了")
    assert name(chat).title == "小花三岁"


@pytest.mark.parametrize("rule", [{"json": {"title": "Birthday"}}, {"status": 500}, {"reply": "不知道"}])
def test_without_a_fit_title_the_rules_name_it(
    chat: Conversation, say: Say, scripted: ModelServer, rule: dict[str, Any]
) -> None:
    scripted.script({"match": "起一个标题", **rule})
    say("我的猫叫小花")
    say("它三岁了")
    assert (name(chat).title, chat.titled_by) == ("我的猫叫小花", TitledBy.RULES)


def test_without_consent_no_model_is_asked(
    lin: User, chat: Conversation, say: Say, scripted: ModelServer
) -> None:
    lin.consents.all().delete()
    say("我的猫叫小花")
    say("它三岁了")
    assert name(chat).titled_by == TitledBy.RULES
    assert scripted.requests() == []


def test_a_person_names_it_and_takes_that_back(lin: User, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    say("它三岁了")
    assert naming.rename(lin, chat.id, "  家里的\n事 ") is not None
    assert (name(chat).title, chat.titled_by) == ("家里的 事", TitledBy.USER)
    naming.rename(lin, chat.id, "  ")
    assert (name(chat).title, chat.titled_by) == ("我的猫叫小花", TitledBy.RULES)
    stranger = User.objects.create_user("x@example.org", "pw")
    assert naming.rename(stranger, chat.id, "x") is None


def test_a_name_given_meanwhile_stands(lin: User, chat: Conversation, say: Say, monkeypatch: Any) -> None:
    say("我的猫叫小花")
    say("它三岁了")

    def answer(*_asked: Any) -> str:
        naming.rename(lin, chat.id, "我自己起的")
        return "模型起的"

    monkeypatch.setattr(providers, "for_user", lambda user, purpose: object())
    monkeypatch.setattr(naming, "_by_model", answer)
    assert name(chat).title == "我自己起的"


def test_lines_that_leave_take_the_title_along(lin: User, chat: Conversation, say: Say) -> None:
    first = say("我的猫叫小花")
    say("它三岁了")
    name(chat)
    branching.edit(lin, chat.id, first.id, (uuid.uuid4(), "明天要面试了"), LATER)
    chat.refresh_from_db()
    assert (chat.title, title_of(chat)) == (None, "明天要面试了")


@pytest.mark.parametrize("by", [TitledBy.RULES, TitledBy.MODEL])
def test_a_forgotten_memory_leaves_no_title(lin: User, chat: Conversation, say: Say, by: TitledBy) -> None:
    say("我的猫叫小花")
    say("明天要面试了")
    learning.learn(chat.id, LATER)
    chat.title, chat.titled_by = "小花这个名字", by
    chat.save()
    memory = Memory.objects.for_user(lin).get(attribute="name")
    held = forgetting.forget(lin, [memory.id], LATER).bins[0]
    chat.refresh_from_db()
    assert (chat.title, title_of(chat)) == (None, "明天要面试了")
    assert "小花" not in str(name(chat).title)
    forgetting.restore(lin, held, LATER)
    assert title_of(chat) == "明天要面试了"


def test_a_persons_own_title_stays(lin: User, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    say("它三岁了")
    learning.learn(chat.id, LATER)
    naming.rename(lin, chat.id, "小花的事")
    forgetting.forget(lin, [Memory.objects.for_user(lin).get(attribute="name").id], LATER)
    chat.refresh_from_db()
    assert title_of(chat) == "小花的事"


def test_what_may_not_be_raised_is_not_raised_by_a_title(lin: User, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    say("明天要面试了")
    learning.learn(chat.id, LATER)
    assert name(chat).title == "我的猫叫小花"
    memory = Memory.objects.for_user(lin).get(attribute="name")
    curating.never_raise(lin, memory.id, LATER)
    assert title_of(chat) == "明天要面试了"
    curating.may_raise(lin, memory.id, LATER)
    assert title_of(chat) == "我的猫叫小花"


def test_nobody_can_read_a_title_in_the_database(chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    say("它三岁了")
    name(chat)
    stored = Conversation.objects.filter(id=chat.id).values_list("title", flat=True).get()
    assert stored
    assert "小花".encode() not in bytes(stored)
