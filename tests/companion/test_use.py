"""What a reply used, through the real turn: shown, kept, judged when its line is learnt from, by words or by the model."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import branching, conversations, heard, keeping, learning, schedule, turn
from companion.keeping import Ended
from memory import curating, switching
from memory.models import HeldBack, Memory, MemoryUse
from memory.policy import Kind
from memory.using import aside, settling
from persona.characters import default_for
from tests.companion.conftest import LATER, NOW, Say
from tests.model_server import ModelServer
from transcript.models import Conversation, Message, Status, Summary

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


@pytest.fixture
def cat(lin: User) -> Memory:
    return curating.write_by_hand(lin, Kind.PERSON, "你的猫叫小花", "zh", NOW)


def answer(chat: Conversation, text: str, now: datetime, voice: str = "scripted") -> Message:
    """Answer what waits, with these words of the companion's."""
    begun = keeping.begin_reply(chat.id, now)
    assert begun is not None
    return say_it(begun, text, now, voice)


def say_it(begun: Message, text: str, now: datetime, voice: str = "scripted") -> Message:
    ready = turn.prepare(turn.hear(begun.id, now), now)
    outcome = turn.Outcome(ready=ready, voice=voice)
    kept = keeping.finish(begun.id, Ended(Status.COMPLETE, text), outcome, now)
    assert kept is not None
    return kept


def used(reply: Message) -> dict[str, bool | None]:
    rows = MemoryUse.objects.filter(reply=reply).select_related("memory")
    return {row.memory.statement: row.used for row in rows}


def held(reply: Message) -> dict[str, str]:
    rows = HeldBack.objects.filter(reply=reply).select_related("memory")
    return {row.memory.statement: row.reason for row in rows}


def test_judged_when_the_line_is_learnt_from(lin: User, chat: Conversation, say: Say, cat: Memory) -> None:
    style = curating.write_by_hand(lin, Kind.STYLE, "说话短一点", "zh", NOW)
    curating.write_by_hand(lin, Kind.IDENTITY, "你是小学老师", "zh", NOW)
    say("我的猫叫什么名字，还有我做什么工作")
    reply = answer(chat, "它叫小花。", NOW + timedelta(seconds=5))
    assert used(reply)[style.statement] is None
    schedule.learn_conversation(chat.id, LATER)
    told = used(reply)
    assert (told["你的猫叫小花"], told["说话短一点"]) == (True, True)
    MemoryUse.objects.filter(memory=cat).update(used=False)
    schedule.learn_conversation(chat.id, LATER)
    settling.settle(lin, [reply.id])
    assert used(reply)["你的猫叫小花"] is False  # what is judged is not judged again


def test_the_model_points_in_the_same_call(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say, cat: Memory
) -> None:
    say("我的猫叫什么名字")
    reply = answer(chat, "它叫小花。", NOW + timedelta(seconds=5))
    scripted.script({"match": "", "where": "any", "json": {"items": [], "moods": [], "used": [{"message": 2, "memories": [5, 7]}]}})  # fmt: skip
    schedule.learn_conversation(chat.id, LATER)
    assert used(reply) == {"你的猫叫小花": False}
    asked = [seen["body"]["messages"][-1]["content"] for seen in scripted.requests()]
    assert len(asked) == 1
    assert "[1] 你的猫叫小花" in asked[0]
    assert "[2]: 1" in asked[0]


def test_a_model_that_was_away_leaves_it_to_the_words(
    scripted: ModelServer, chat: Conversation, say: Say, cat: Memory
) -> None:
    say("我的猫叫什么名字")
    reply = answer(chat, "它叫小花。", NOW + timedelta(seconds=5))
    scripted.script({"match": "", "where": "any", "status": 500})
    schedule.learn_conversation(chat.id, LATER)
    assert used(reply) == {"你的猫叫小花": True}


def test_the_model_is_not_told_what_is_never_to_be_raised_since(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say, cat: Memory
) -> None:
    say("我的猫叫什么名字")
    reply = answer(chat, "它叫小花。", NOW + timedelta(seconds=5))
    curating.never_raise(lin, cat.id, NOW)
    schedule.learn_conversation(chat.id, LATER)
    assert used(reply) == {"你的猫叫小花": True}
    asked = [seen["body"]["messages"][-1]["content"] for seen in scripted.requests()]
    assert asked
    assert not any("[1]: " in text or "[1] 你的猫" in text for text in asked)


def test_nothing_shown_costs_no_token(scripted: ModelServer, chat: Conversation, say: Say) -> None:
    say("今天下雨了")
    answer(chat, "带伞了吗？", NOW + timedelta(seconds=5))
    schedule.learn_conversation(chat.id, LATER)
    body = scripted.requests()[-1]["body"]
    assert "used" not in str(body)


def test_what_no_learning_comes_to_is_found_by_the_sweep(
    lin: User, chat: Conversation, say: Say, cat: Memory
) -> None:
    line = say("我的猫叫什么名字")
    reply = answer(chat, "它叫小花。", NOW + timedelta(seconds=5))
    Message.objects.filter(id=line.id).update(learn_bar="risk")
    schedule.learn_conversation(chat.id, LATER)
    assert used(reply) == {"你的猫叫小花": None}
    assert settling.settle_waiting(LATER) == 0
    assert schedule.BY_NAME["uses"].run(NOW + timedelta(hours=2)) == 1
    assert used(reply) == {"你的猫叫小花": True}
    assert settling.settle_waiting(NOW + timedelta(hours=2)) == 0


def test_another_reply_is_judged_for_itself(lin: User, chat: Conversation, say: Say, cat: Memory) -> None:
    say("我的猫叫什么名字")
    first = answer(chat, "它叫小花。", NOW + timedelta(seconds=5))
    schedule.learn_conversation(chat.id, LATER)
    again = branching.regenerate(lin, chat.id, first.id, LATER).message
    say_it(again, "我想不起来了。", LATER)
    schedule.learn_conversation(chat.id, LATER + timedelta(minutes=5))
    assert used(first) == {"你的猫叫小花": True}
    assert used(again) == {"你的猫叫小花": False}


# -- held back ------------------------------------------------------------------------------------------------


def test_what_was_held_back_is_kept_with_the_reply(
    lin: User, chat: Conversation, say: Say, cat: Memory
) -> None:
    curating.pause(lin, cat.id, NOW)
    say("我的猫今天很乖")
    reply = answer(chat, "真好。", NOW + timedelta(seconds=5))
    assert held(reply) == {"你的猫叫小花": "paused"}
    assert used(reply) == {}


def test_an_answer_without_memories_holds_nothing_back(
    lin: User, chat: Conversation, say: Say, cat: Memory
) -> None:
    say("我的猫今天很乖")
    first = answer(chat, "真好。", NOW + timedelta(seconds=5))
    again = branching.regenerate(lin, chat.id, first.id, LATER, without_memory=True).message
    say_it(again, "真好呀。", LATER)
    assert (used(again), held(again)) == ({}, {})


@pytest.mark.parametrize("voice", heard.FIXED)
def test_words_of_code_use_nothing_and_hold_nothing_back(
    lin: User, chat: Conversation, say: Say, cat: Memory, voice: str
) -> None:
    curating.pause(lin, cat.id, NOW)
    say("我的猫今天很乖")
    curating.write_by_hand(lin, Kind.BOUNDARY, "不要提起你爸爸", "zh", NOW)
    reply = answer(chat, "真好。", NOW + timedelta(seconds=5), voice)
    assert (used(reply), held(reply)) == ({}, {})
    assert not Memory.objects.exclude(last_used=None).exists()


def test_a_temporary_conversation_leaves_no_trace(lin: User, say: Say, cat: Memory) -> None:
    quiet = conversations.start_empty(lin, default_for("zh-hans").id, NOW, temporary=True)
    curating.pause(lin, cat.id, NOW)
    say("我的猫今天很乖", where=quiet)
    reply = answer(quiet, "真好。", NOW + timedelta(seconds=5))
    assert (used(reply), held(reply)) == ({}, {})


def test_paused_memory_is_said_to_be_paused(lin: User, chat: Conversation, say: Say, cat: Memory) -> None:
    switching.pause_all(lin, NOW, paused=True)
    say("我的猫今天很乖")
    assert held(answer(chat, "真好。", NOW + timedelta(seconds=5))) == {"你的猫叫小花": "paused"}
    assert learning.learn(chat.id, LATER) is None


def test_what_is_set_aside_is_neither_opened_nor_asked_about_here(
    lin: User, chat: Conversation, say: Say
) -> None:
    say("七月二号要去新加坡开会")
    learning.learn(chat.id, NOW + timedelta(minutes=5))
    schedule.rank_candidates(NOW + timedelta(minutes=6))
    plan = Memory.objects.get(kind=Kind.PLAN)

    def told(text: str, where: Conversation, at: datetime) -> str:
        line = Message(user=lin, conversation=where, role="user", text=text, lang="zh", created_at=at)
        return turn.prepare(turn.hear_message(lin, line, at), at).prompt.messages[-1]["content"]

    tomorrow = NOW + timedelta(hours=12)
    other = conversations.start_empty(lin, default_for("zh-hans").id, tomorrow)
    assert plan.statement in told("早上好", chat, tomorrow)
    aside.set_aside(lin, plan.id, chat.id, tomorrow)
    assert "新加坡" not in told("早上好", chat, tomorrow)
    assert plan.statement in told("早上好", other, tomorrow)


def test_two_statements_are_not_asked_about_where_one_is_set_aside(
    lin: User, chat: Conversation, say: Say
) -> None:
    for text in ("我的猫叫小花", "我的猫叫大黄"):
        say(text)
    learning.learn(chat.id, NOW + timedelta(minutes=5))
    row = Memory.objects.filter(status="conflicted").first()
    assert row is not None
    later = NOW + timedelta(minutes=8)
    line = Message(user=lin, conversation=chat, role="user", text="今天有点闲", lang="zh", created_at=later)
    assert turn.prepare(turn.hear_message(lin, line, later), later).question is not None
    aside.set_aside(lin, row.id, chat.id, later)
    assert turn.prepare(turn.hear_message(lin, line, later), later).question is None


def test_the_words_behind_what_is_set_aside_leave_the_history(
    lin: User, chat: Conversation, say: Say
) -> None:
    said = say("我的猫叫小花，今天下雨了")
    learning.learn(chat.id, NOW + timedelta(minutes=5))
    row = Memory.objects.get(kind=Kind.PERSON)
    line = say("在吗", at=NOW + timedelta(minutes=6))

    def lines() -> list[str]:
        return [line_.text for line_ in turn.hear_message(lin, line, line.created_at).sitting.lines]

    assert lines() == [said.text]
    aside.set_aside(lin, row.id, chat.id, NOW)
    assert lines() == ["…，今天下雨了"]
    aside.take_back(lin, row.id, chat.id)
    assert lines() == [said.text]


def test_a_summary_does_not_tell_what_is_set_aside(lin: User, chat: Conversation, say: Say) -> None:
    said = say("我的猫叫小花")
    learning.learn(chat.id, NOW + timedelta(minutes=5))
    Summary.objects.create(
        user=lin, conversation=chat, text="7月1日\n- 说到小花打翻了花瓶\n- 说到下雨", sources=[said.id], first_at=NOW,
        last_at=NOW, made_at=NOW, lang="zh",
    )  # fmt: skip
    line = say("在吗", at=NOW + timedelta(days=1))
    row = Memory.objects.get(kind=Kind.PERSON)

    def told() -> str:
        return turn.prepare(turn.hear_message(lin, line, line.created_at), line.created_at).prompt.text

    assert "打翻了花瓶" in told()
    aside.set_aside(lin, row.id, chat.id, NOW)
    assert "打翻了花瓶" not in told()
    assert "说到下雨" in told()
