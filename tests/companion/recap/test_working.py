"""The working memory of a conversation: when it is due, what it holds, and that it goes with the words it was made of."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.models import User, grant
from companion import branching, conversations, hearing, keeping, learning, schedule, turn
from companion.keeping import Ended
from companion.recap import working
from companion.recap.stretches import STRETCH, WINDOW
from companion.sitting import backdrop, sitting_before
from memory import curating, forgetting, switching, undoing
from memory.models import Memory
from memory.policy import Kind
from tests.companion.conftest import NOW, Say
from tests.model_server import ModelServer
from transcript.models import Conversation, Message, Role, Status, Summary

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)
QUIET = timedelta(minutes=30)
NEXT_DAY = NOW + timedelta(hours=14)
STORY = (
    "我下周三要去苏州见客户", "带我的同事叫方晴", "我还没准备好样品", "方晴说她来准备样品", "那我决定先写报价单",
    "报价单写了两页", "苏州的客户姓顾", "我有点紧张", "妈妈寄了一箱杨梅", "杨梅很酸", "今天下了很大的雨", "我买了一把新伞",
)  # fmt: skip

Talk = Callable[..., list[Message]]


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


@pytest.fixture
def talk(say: Say) -> Talk:
    """Say these lines, half a minute apart."""

    def talk(*lines: str, at: datetime = NOW) -> list[Message]:
        return [say(text, at=at + n * MINUTE / 2) for n, text in enumerate(lines)]

    return talk


def worked(chat: Conversation, at: datetime) -> Conversation:
    schedule.work_out_waiting(at)
    chat.refresh_from_db()
    return chat


def texts(chat: Conversation) -> str:
    return "\n".join(row.text for row in Summary.objects.filter(conversation=chat).order_by("first_at"))


def prompt(user: User, chat: Conversation, text: str, at: datetime) -> str:
    """What the model would be told if this were said now."""
    line = Message(
        user=user, conversation=chat, role=Role.USER, text=text, lang="zh", created_at=at, status=Status.RECEIVED
    )  # fmt: skip
    return turn.prepare(turn.hear_message(user, line, at), at).prompt.text


# -- when it is due -------------------------------------------------------------------------------------------


def test_it_waits_until_it_is_quiet_and_is_done_once(chat: Conversation, talk: Talk) -> None:
    talk("我想换一份离家近的工作")
    assert schedule.work_out_waiting(NOW + MINUTE) == 0
    assert schedule.work_out_waiting(NOW + 2 * MINUTE) == 1
    assert schedule.work_out_waiting(NOW + 3 * MINUTE) == 0
    chat.refresh_from_db()
    assert chat.goal == "换一份离家近的工作"


def test_not_while_a_reply_runs_and_again_after_it(chat: Conversation, talk: Talk) -> None:
    talk("我想换工作")
    reply = keeping.begin_reply(chat.id, NOW)
    assert reply is not None
    assert working.work_out(chat.id, NOW + QUIET) == 0
    keeping.finish(reply.id, Ended(Status.COMPLETE, "嗯。"), None, NOW + MINUTE)
    assert working.work_out(chat.id, NOW + QUIET) == 1
    talk("我想学画画", at=NOW + QUIET)
    answered = keeping.begin_reply(chat.id, NOW + QUIET)
    assert answered is not None
    keeping.finish(answered.id, Ended(Status.COMPLETE, "好。"), None, NOW + QUIET)
    assert worked(chat, NOW + 2 * QUIET).goal == "学画画"


def test_a_long_talk_without_a_pause_is_summarised_on_the_way(chat: Conversation, talk: Talk) -> None:
    talk(*STORY, *STORY, *STORY)
    at = NOW + 18 * MINUTE
    assert schedule.work_out_waiting(at) == 1
    assert [len(row.sources) for row in Summary.objects.order_by("first_at")] == [STRETCH, STRETCH]


def test_the_end_of_a_sitting_makes_it_due_once_more(chat: Conversation, talk: Talk) -> None:
    talk(*STORY)
    worked(chat, NOW + QUIET)
    assert not Summary.objects.exists()
    assert schedule.work_out_waiting(NOW + timedelta(hours=3)) == 0
    assert schedule.work_out_waiting(NEXT_DAY) == 1
    assert schedule.work_out_waiting(NEXT_DAY + MINUTE) == 0
    assert [len(row.sources) for row in Summary.objects.all()] == [len(STORY)]


def test_a_worker_that_died_is_followed_by_another(
    chat: Conversation, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk("我想换工作")

    def die(*_args: object) -> int:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(working, "_keep", die)
        assert schedule.work_out_waiting(NOW + QUIET) == 0
    assert schedule.work_out_waiting(NOW + QUIET + MINUTE) == 0  # its lease holds
    assert schedule.work_out_waiting(NOW + QUIET + working.LEASE + MINUTE) == 1
    chat.refresh_from_db()
    assert chat.goal == "换工作"


def test_a_worker_that_comes_back_late_writes_nothing(
    chat: Conversation, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(*STORY)
    first, keep = NEXT_DAY, working._keep

    def late(row: Conversation, drafts: working.Drafts, now: datetime) -> int:
        if now == first:
            assert working.work_out(chat.id, first + working.LEASE + MINUTE) == 1
        return keep(row, drafts, now)

    monkeypatch.setattr(working, "_keep", late)
    assert working.work_out(chat.id, first) == 0
    assert Summary.objects.get().made_at == first + working.LEASE + MINUTE


def test_two_workers_at_once_make_it_once(chat: Conversation, talk: Talk) -> None:
    talk(*STORY, *STORY)
    done: list[int] = []
    start = threading.Barrier(2)

    def work() -> None:
        start.wait()
        done.append(working.work_out(chat.id, NEXT_DAY))
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(done) == [0, 1]
    assert Summary.objects.count() == 2


def test_a_temporary_conversation_has_none(lin: User, chat: Conversation, say: Say) -> None:
    hidden = conversations.start_empty(lin, chat.persona_version, NOW, temporary=True)
    say("我想换工作", where=hidden)
    assert working.work_out(hidden.id, NEXT_DAY) == 0
    hidden.refresh_from_db()
    assert (hidden.topic, hidden.goal, hidden.valence) == (None, None, None)
    assert not Summary.objects.filter(conversation=hidden).exists()


def test_while_memory_is_paused_it_is_neither_made_nor_told(
    lin: User, chat: Conversation, talk: Talk
) -> None:
    talk(*STORY)
    switching.pause_all(lin, NOW + QUIET, paused=True)
    assert schedule.work_out_waiting(NEXT_DAY) == 0
    switching.pause_all(lin, NEXT_DAY, paused=False)
    worked(chat, NEXT_DAY)
    assert "苏州" in prompt(lin, chat, "早", NEXT_DAY + MINUTE)
    switching.pause_all(lin, NEXT_DAY, paused=True)
    assert "苏州" not in prompt(lin, chat, "早", NEXT_DAY + MINUTE)


# -- what it holds --------------------------------------------------------------------------------------------


def test_yesterday_is_known_by_its_dates_without_its_lines(lin: User, chat: Conversation, talk: Talk) -> None:
    talk(*STORY)
    worked(chat, NEXT_DAY)
    row = Summary.objects.get()
    assert row.made_by == "rules"
    assert row.text.startswith("2026年7月1日：")
    assert "2026年7月8日要去苏州见客户" in row.text
    told = prompt(lin, chat, "早", NEXT_DAY + MINUTE)
    assert "2026年7月8日要去苏州见客户" in told
    assert "下周三" not in told
    assert "[assistant]" not in told


def test_the_newest_lines_stay_as_they_were_said(lin: User, chat: Conversation, talk: Talk) -> None:
    lines = talk(*STORY, *STORY)
    worked(chat, NOW + QUIET)
    row = Summary.objects.get()
    assert set(row.sources).isdisjoint(line.id for line in lines[-WINDOW:])
    told = prompt(lin, chat, "然后呢", NOW + QUIET)
    assert told.count("我下周三要去苏州见客户") == 2  # all lines have room: none is told twice
    assert "之前聊过的" not in told


def test_where_lines_have_no_room_their_summary_stands_for_them(
    lin: User, chat: Conversation, talk: Talk
) -> None:
    padded = [f"{line}，{'嗯' * 90}" for line in (*STORY, *STORY)]
    talk(*padded)
    worked(chat, NOW + QUIET)
    told = prompt(lin, chat, "然后呢", NOW + QUIET)
    head, _line, after = told.partition("</备注>")
    assert "2026年7月8日要去苏州见客户" in head
    assert after.count("嗯" * 90) == STRETCH


def test_topic_goal_and_mood_are_told_within_their_sitting(lin: User, chat: Conversation, talk: Talk) -> None:
    talk("我想换一份离家近的工作", "现在的工作离家太远", "工作太远，我好难过")
    worked(chat, NOW + QUIET)
    told = prompt(lin, chat, "嗯", NOW + QUIET)
    for part in ("这次聊到的：", "对方这次想做的：换一份离家近的工作", "这次聊天的气氛：偏低落"):
        assert part in told
    tomorrow = prompt(lin, chat, "早", NEXT_DAY)
    for part in ("这次聊到的", "这次想做的", "气氛"):
        assert part not in tomorrow


def test_an_answer_without_memory_has_none_of_it(lin: User, chat: Conversation, talk: Talk) -> None:
    talk(*STORY)
    worked(chat, NEXT_DAY)
    line = talk("早", at=NEXT_DAY + MINUTE)[0]
    reply = keeping.begin_reply(chat.id, NEXT_DAY + MINUTE)
    assert reply is not None
    Message.objects.filter(id=reply.id).update(without_memory=True)
    heard = turn.hear(reply.id, NEXT_DAY + MINUTE)
    assert line.id == heard.message.id
    assert "苏州" not in turn.prepare(heard, NEXT_DAY + MINUTE).prompt.text


# -- by a model -----------------------------------------------------------------------------------------------


def said_by_model(**answer: Any) -> dict[str, Any]:
    return {"match": "要摘要的部分", "json": {"summary": "", "topic": "", "goal": "", "mood": 0.0, **answer}}


def test_a_model_makes_summary_topic_and_goal_in_one_call(
    chat: Conversation, talk: Talk, scripted: ModelServer
) -> None:
    scripted.script(
        said_by_model(
            summary="- 对方2026年7月8日要去苏州见客户，方晴准备样品",
            topic="去苏州见客户",
            goal="写报价单",
            mood=-0.4,
        )
    )
    talk(*STORY, *STORY)
    worked(chat, NOW + QUIET)
    assert len(scripted.requests()) == 1
    asked = str(scripted.requests()[0]["body"])
    assert "2026年7月8日要去苏州见客户" in asked
    assert "下周三" not in asked
    row = Summary.objects.get()
    assert row.made_by == "scripted"
    assert row.text == "2026年7月1日：\n- 对方2026年7月8日要去苏州见客户，方晴准备样品"
    assert (chat.topic, chat.goal, chat.valence) == ("去苏州见客户", "写报价单", -0.4)


@pytest.mark.parametrize(
    "rule",
    [
        said_by_model(summary="- 对方下周三去苏州", topic="天气预报", goal="去火星"),
        said_by_model(summary="- 对方和李强去杭州", topic="", goal=""),
        {"match": "要摘要的部分", "status": 500},
        {"match": "要摘要的部分", "reply": "不知道"},
    ],
)
def test_what_code_cannot_stand_behind_is_left_to_the_rules(
    chat: Conversation, talk: Talk, scripted: ModelServer, rule: dict[str, Any]
) -> None:
    scripted.script(rule)
    talk(*STORY, *STORY)
    worked(chat, NOW + QUIET)
    row = Summary.objects.get()
    assert row.made_by == "rules"
    assert "2026年7月8日要去苏州见客户" in row.text
    assert chat.topic not in (None, "天气预报")
    assert chat.goal != "去火星"


def test_without_consent_no_model_is_asked(
    lin: User, chat: Conversation, talk: Talk, scripted: ModelServer
) -> None:
    lin.consents.all().delete()
    talk(*STORY, *STORY)
    worked(chat, NOW + QUIET)
    assert not scripted.requests()
    assert Summary.objects.get().made_by == "rules"


def test_what_changes_while_the_model_thinks_is_not_kept(
    lin: User, chat: Conversation, talk: Talk, scripted: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = talk(*STORY, *STORY)
    ask = working._ask

    def slow(*args: Any) -> Any:
        branching.delete(lin, chat.id, lines[0].id, NOW + QUIET)
        return ask(*args)

    with monkeypatch.context() as patch:
        patch.setattr(working, "_ask", slow)
        assert schedule.work_out_waiting(NOW + QUIET) == 0
    assert not Summary.objects.exists()
    assert schedule.work_out_waiting(NEXT_DAY) == 1
    assert all(lines[0].id not in row.sources for row in Summary.objects.all())


# -- what it was made of leaves -------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["edit", "delete"])
def test_a_source_that_leaves_takes_the_summary_along_and_it_is_made_again(
    lin: User, chat: Conversation, talk: Talk, verb: str
) -> None:
    lines = talk(*STORY)
    worked(chat, NEXT_DAY)
    assert "报价单" in texts(chat)
    if verb == "edit":
        branching.edit(lin, chat.id, lines[4].id, (uuid.uuid4(), "那我决定先写合同"), NEXT_DAY + MINUTE)
    else:
        branching.delete(lin, chat.id, lines[4].id, NEXT_DAY + MINUTE)
        branching.delete(lin, chat.id, lines[5].id, NEXT_DAY + MINUTE)
    chat.refresh_from_db()
    assert not Summary.objects.exists()
    assert (chat.topic, chat.goal, chat.worked_out_at) == (None, None, None)
    worked(chat, NEXT_DAY + timedelta(days=1))
    assert "报价单" not in texts(chat)
    assert "2026年7月8日要去苏州见客户" in texts(chat)
    assert ("合同" in texts(chat)) is (verb == "edit")


def test_a_line_that_comes_back_is_told_again(lin: User, chat: Conversation, talk: Talk) -> None:
    lines = talk(*STORY)
    branching.delete(lin, chat.id, lines[4].id, NOW + 20 * MINUTE)
    worked(chat, NEXT_DAY)
    assert "决定先写报价单" not in texts(chat)
    branching.restore(lin, chat.id, lines[4].id, NEXT_DAY + MINUTE)
    Conversation.objects.update(worked_out_at=None)
    worked(chat, NEXT_DAY + 2 * MINUTE)
    assert "决定先写报价单" in texts(chat)
    assert Summary.objects.count() == 1


@pytest.fixture
def cat(lin: User, chat: Conversation, talk: Talk) -> Memory:
    """A cat that is learnt, summarised, and is what the talk is about."""
    talk("我的猫叫小花，它今年三岁了", "小花昨天打翻了花瓶", "我想给小花买个猫爬架", "我决定搬到苏州")
    learning.learn(chat.id, NOW + QUIET)
    worked(chat, NEXT_DAY)
    assert "小花" in texts(chat)
    assert "小花" in f"{chat.topic}{chat.goal}"
    return Memory.objects.get(attribute="name")


def everything(user: User, chat: Conversation, at: datetime) -> str:
    """All that is kept of the talk beside its lines, and the prompt."""
    chat.refresh_from_db()
    return "\n".join([texts(chat), chat.topic or "", chat.goal or "", prompt(user, chat, "早", at)])


def test_a_deletion_takes_it_out_at_once_and_for_good(lin: User, chat: Conversation, cat: Memory) -> None:
    receipt = forgetting.forget(lin, [cat.id], NEXT_DAY + MINUTE)
    assert receipt.counts["summaries"] == 1
    assert "小花" not in everything(lin, chat, NEXT_DAY + MINUTE)
    worked(chat, NEXT_DAY + 2 * MINUTE)
    after = everything(lin, chat, NEXT_DAY + 3 * MINUTE)
    assert "小花" not in after
    assert "我决定搬到苏州" in after


def test_never_raise_takes_it_out_at_once_and_undo_brings_it_back(
    lin: User, chat: Conversation, cat: Memory
) -> None:
    act = uuid.uuid4()
    curating.never_raise(lin, cat.id, NEXT_DAY + MINUTE, act)
    assert "小花" not in prompt(lin, chat, "早", NEXT_DAY + MINUTE)
    assert schedule.work_out_waiting(NEXT_DAY + 2 * MINUTE) == 1
    after = everything(lin, chat, NEXT_DAY + 3 * MINUTE)
    assert "小花" not in after
    assert "我决定搬到苏州" in after
    assert schedule.work_out_waiting(NEXT_DAY + 3 * MINUTE) == 0
    undoing.undo(lin, act, NEXT_DAY + 4 * MINUTE)
    Conversation.objects.update(worked_out_at=None)
    Summary.objects.all().delete()
    worked(chat, NEXT_DAY + 5 * MINUTE)
    assert "小花" in texts(chat)


def test_a_new_limit_is_kept_at_once(lin: User, chat: Conversation, cat: Memory) -> None:
    curating.write_by_hand(lin, Kind.BOUNDARY, "别提小花", "zh", NEXT_DAY + MINUTE)
    told = prompt(lin, chat, "早", NEXT_DAY + MINUTE)
    assert "打翻了花瓶" not in told
    assert "我决定搬到苏州" in told


def test_special_matters_are_in_none_of_it(lin: User, chat: Conversation, talk: Talk) -> None:
    grant(lin, "health", NOW)
    talk(*STORY[:4], "我有糖尿病，每天打针", "我想治好糖尿病", *STORY[4:])
    worked(chat, NEXT_DAY)
    assert "糖尿病" not in everything(lin, chat, NEXT_DAY + MINUTE)


def test_nobody_elses(lin: User, chat: Conversation, talk: Talk) -> None:
    talk(*STORY)
    worked(chat, NEXT_DAY)
    stranger = User.objects.create_user("other@example.org", "pw", time_zone="Asia/Shanghai")
    other = conversations.start_empty(stranger, chat.persona_version, NOW)
    line = hearing.receive(stranger, other, uuid.uuid4(), "早", NEXT_DAY).message
    assert backdrop(stranger, line, sitting_before(stranger, line)).earlier == ()
    line.conversation = chat
    assert backdrop(stranger, line, sitting_before(stranger, line)).earlier == ()
    assert working.forget_words(stranger, list(Memory.objects.values_list("id", flat=True))) == 0
