"""A reply through the real turn: mended while it streams, written down, owned up to, and looked at by the model second."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import conversations, keeping, schedule, turn
from companion.keeping import Ended
from companion.speakers import steadying
from memory import forgetting
from memory.models import Memory
from persona.characters import default_for
from persona.models import Finding
from tests.companion.conftest import LATER, NOW, Say
from tests.model_server import ModelServer
from transcript.models import Conversation, Message, Status

pytestmark = pytest.mark.django_db(transaction=True)
SOON = NOW + timedelta(seconds=30)


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


def answered(chat: Conversation, now: datetime) -> Message:
    """The model's answer to what waits, by the road that the site takes."""
    begun = keeping.begin_reply(chat.id, now)
    assert begun is not None
    outcome = turn.Outcome()

    async def collect() -> str:
        return "".join([piece async for piece in turn.converse(begun.id, now, outcome)])

    text = asyncio.run(collect())
    kept = keeping.finish(begun.id, Ended(Status.COMPLETE, text), outcome, now)
    assert kept is not None
    return kept


def told_of_a_cat(chat: Conversation, say: Say) -> None:
    """The user has a cat, and it was learnt."""
    say("我的猫叫小花", at=NOW - timedelta(days=1))
    schedule.learn_conversation(chat.id, NOW - timedelta(hours=20))


def prompt_of(server: ModelServer) -> str:
    chats = [one["body"] for one in server.requests() if one["body"].get("stream")]
    return "\n".join(message["content"] for message in chats[-1]["messages"])


def test_a_slip_is_mended_before_anybody_sees_it(
    lin: User, chat: Conversation, say: Say, scripted: ModelServer
) -> None:
    told_of_a_cat(chat, say)
    scripted.script(
        {"match": "猫", "reply": "作为一个AI语言模型，我很开心。我的猫小花也爱睡窗台。希望这些对你有帮助！"}
    )
    say("我的猫又在窗台上睡着了")
    reply = answered(chat, SOON)
    assert reply.text.strip() == "我很开心。你的猫小花也爱睡窗台。"
    found = {row.kind: row for row in Finding.objects.for_user(lin)}
    assert set(found) == {"boilerplate", "takes_user_facts"}
    assert all(row.mended and row.by == "rules" for row in found.values())
    assert steadying.slips_of(chat, SOON) == ()


def test_what_was_seen_is_owned_up_to_once(
    lin: User, chat: Conversation, say: Say, scripted: ModelServer
) -> None:
    say("你吃香菜吗", at=NOW)
    scripted.script({"match": "香菜吗", "reply": "我不喜欢香菜。"})
    answered(chat, SOON)
    schedule.learn_conversation(chat.id, LATER)
    scripted.script({"match": "加香菜", "reply": "多放点，我最爱香菜。"})
    say("面里要加香菜不", at=LATER + timedelta(minutes=1))
    wrong = answered(chat, LATER + timedelta(minutes=2))
    (row,) = Finding.objects.for_user(lin).filter(reply=wrong)
    assert (row.kind, row.mended, row.owned_at) == ("contradicts_self", False, None)
    scripted.script({"match": "你不是不吃", "reply": "刚才说岔了，我不吃香菜。"})
    say("你不是不吃的吗", at=LATER + timedelta(minutes=3))
    answered(chat, LATER + timedelta(minutes=4))
    assert "你上一次说错的" in prompt_of(scripted)
    assert "我不喜欢香菜" in prompt_of(scripted)
    row.refresh_from_db()
    assert row.owned_at is not None
    assert steadying.slips_of(chat, LATER + timedelta(minutes=5)) == ()
    say("好吧", at=LATER + timedelta(minutes=6))
    scripted.script({"match": "好吧", "reply": "嗯。"})
    answered(chat, LATER + timedelta(minutes=7))
    assert "你上一次说错的" not in prompt_of(scripted)


def test_a_temporary_conversation_leaves_no_trace(lin: User, scripted: ModelServer) -> None:
    import uuid

    from companion import hearing

    hidden = conversations.start_empty(lin, default_for("zh-hans").id, NOW, temporary=True)
    hearing.receive(lin, hidden, uuid.uuid4(), "在吗", NOW)
    scripted.script({"match": "在吗", "reply": "作为一个AI助手，我在。"})
    assert answered(hidden, SOON).text == "我在。"
    assert not Finding.objects.exists()


def test_the_model_is_asked_second_and_only_what_it_can_point_at_counts(
    lin: User, chat: Conversation, say: Say, scripted: ModelServer
) -> None:
    say("今天去看海了")
    scripted.script({"match": "看海", "reply": "我年轻时也在海边住过一阵子，浪很大。"})
    reply = answered(chat, SOON)
    scripted.script(
        {
            "match": "角色以前说过",
            "where": "any",
            "json": {
                "items": [
                    {"reply": 1, "kind": "contradicts_character", "quote": "我年轻时也在海边住过"},
                    {"reply": 1, "kind": "contradicts_character", "quote": "浪很大"},
                    {"reply": 1, "kind": "wrong_name", "quote": "这句话不存在"},
                    {"reply": 7, "kind": "boilerplate", "quote": "浪"},
                    {"reply": 1, "kind": "nonsense", "quote": "浪很大"},
                ]
            },
        }
    )
    assert schedule.steady_waiting(SOON + timedelta(seconds=10)) == 0  # it is too fresh
    assert schedule.steady_waiting(LATER) == 1
    (row,) = Finding.objects.for_user(lin)
    assert (row.kind, row.by, row.mended, row.reply_id) == ("contradicts_character", "model", False, reply.id)
    assert "年轻时" in str(row.detail)
    asked = len(scripted.requests())
    assert schedule.steady_waiting(LATER) == 0
    assert len(scripted.requests()) == asked


def test_a_model_that_is_away_costs_an_opinion_and_nothing_else(
    lin: User, chat: Conversation, say: Say, scripted: ModelServer
) -> None:
    say("今天去看海了")
    scripted.script({"match": "看海", "reply": "真好。"})
    answered(chat, SOON)
    scripted.script({"match": "角色以前说过", "where": "any", "status": 500})
    assert schedule.steady_waiting(LATER) == 0
    assert not Finding.objects.exists()


def test_without_a_model_nothing_waits(lin: User, chat: Conversation, say: Say) -> None:
    say("今天去看海了")
    answered(chat, SOON)
    assert steadying.conversations_waiting(LATER) == []


def test_words_of_slips_go_with_a_deletion_and_with_time(
    lin: User, chat: Conversation, say: Say, scripted: ModelServer
) -> None:
    told_of_a_cat(chat, say)
    cat = Memory.objects.for_user(lin).get(attribute="name")
    scripted.script({"match": "猫", "reply": "我的猫小花也爱睡窗台。"})
    say("我的猫又在窗台上睡着了")
    answered(chat, SOON)
    assert Finding.objects.exclude(detail=None).exists()
    forgetting.forget(lin, [cat.id], LATER)
    assert not Finding.objects.exclude(detail=None).exists()
    assert Finding.objects.count() == 1
    row = Finding.objects.get()
    row.detail = "x"
    row.save()
    assert steadying.fade(SOON + timedelta(hours=20)) == 0
    assert steadying.fade(SOON + timedelta(days=2)) == 1
