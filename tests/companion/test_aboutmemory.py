"""Lines that ask something of memory itself: answered by code, bound to ids, never recited."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import hearing, keeping, learning, turn
from companion.keeping import Ended
from memory.models import ForgetRequest, Memory, Told
from memory.states import Act
from tests.companion.conftest import NOW, Say
from transcript.models import Conversation, Message, Status

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


def answer(chat: Conversation, now: datetime) -> str:
    """The reply to the line that waits, by the real turn."""
    reply = keeping.begin_reply(chat.id, now)
    assert reply is not None
    outcome = turn.Outcome()

    async def speak() -> str:
        return "".join([piece async for piece in turn.converse(reply.id, now, outcome)])

    text = asyncio.run(speak())
    keeping.finish(reply.id, Ended(Status.COMPLETE, text), outcome, now)
    return text


def known() -> str:
    return " ".join(row.statement for row in Memory.objects.all())


@pytest.fixture
def told(chat: Conversation, say: Say) -> datetime:
    """Someone told of a cat, and of coffee; the moment after."""
    for text in ("我的猫叫小花", "我喜欢喝咖啡"):
        say(text)
        answer(chat, NOW + timedelta(seconds=30))
    later = NOW + timedelta(minutes=10)
    while learning.learn(chat.id, later):
        pass
    assert "小花" in known()
    return later


def test_it_asks_without_reciting_and_forgets_after_a_yes(
    chat: Conversation, say: Say, told: datetime
) -> None:
    say("忘掉关于小花的一切", at=told)
    asked = answer(chat, told)
    assert "小花" not in asked
    assert "确认忘掉" in asked
    assert "小花" in known()
    say("确认忘掉", at=told + timedelta(minutes=1))
    done = answer(chat, told + timedelta(minutes=1))
    assert "忘掉了" in done
    assert "小花" not in known()
    assert "咖啡" in known()


def test_no_keeps_everything(chat: Conversation, say: Say, told: datetime) -> None:
    say("忘掉关于小花的一切", at=told)
    answer(chat, told)
    say("算了", at=told + timedelta(minutes=1))
    assert "都留着" in answer(chat, told + timedelta(minutes=1))
    assert "小花" in known()
    say("好的", at=told + timedelta(minutes=2))
    answer(chat, told + timedelta(minutes=2))
    assert "小花" in known()


def test_a_yes_an_hour_and_a_day_later_is_no_answer(chat: Conversation, say: Say, told: datetime) -> None:
    say("忘掉关于小花的一切", at=told)
    answer(chat, told)
    late = told + timedelta(days=1)
    say("好的", at=late)
    answer(chat, late)
    assert "小花" in known()


def test_the_prompt_of_that_reply_holds_no_word_of_it(
    lin: User, chat: Conversation, say: Say, told: datetime
) -> None:
    message = say("忘掉我的猫的名字", at=told)
    ready = turn.prepare(turn.hear_message(lin, message, told), told)
    assert "小花" not in " ".join(hit.statement for hit in ready.recalled.all)
    assert not ready.prompt.shown


def test_the_words_of_the_request_teach_nothing(chat: Conversation, say: Say, told: datetime) -> None:
    before = known()
    say("帮我忘记我妈妈住院的事", at=told)
    answer(chat, told)
    later = told + timedelta(minutes=10)
    while learning.learn(chat.id, later):
        pass
    assert known() == before


def test_everything_is_never_deleted_by_a_sentence(chat: Conversation, say: Say, told: datetime) -> None:
    before = known()
    say("忘掉一切", at=told)
    assert "记忆中心" in answer(chat, told)
    say("确认", at=told + timedelta(minutes=1))
    answer(chat, told + timedelta(minutes=1))
    assert known() == before
    assert not ForgetRequest.objects.exists()


def test_why_was_it_not_remembered(lin: User, chat: Conversation, say: Say, told: datetime) -> None:
    say("如果我养一只狗就好了", at=told)
    answer(chat, told)
    say("为什么没记住？", at=told + timedelta(minutes=5))
    learning.learn(chat.id, told + timedelta(minutes=5))
    assert "假设" in answer(chat, told + timedelta(minutes=5))


def test_what_became_of_a_line_is_told(chat: Conversation, say: Say, told: datetime) -> None:
    say("刚才那句你记住了吗", at=told)
    reply = answer(chat, told)
    assert "记住了" in reply
    assert "咖啡" in reply


def test_an_unconsented_matter_is_named_without_its_words(
    chat: Conversation, say: Say, told: datetime
) -> None:
    say("我有抑郁症", at=told)
    answer(chat, told)
    say("为什么没记住？", at=told + timedelta(minutes=5))
    learning.learn(chat.id, told + timedelta(minutes=5))
    reply = answer(chat, told + timedelta(minutes=5))
    assert "同意" in reply
    assert "抑郁" not in reply


def test_a_reply_made_again_says_the_same(lin: User, chat: Conversation, say: Say, told: datetime) -> None:
    say("忘掉关于小花的一切", at=told)
    answer(chat, told)
    yes = say("确认忘掉", at=told + timedelta(minutes=1))
    first = answer(chat, told + timedelta(minutes=1))
    Message.objects.filter(parent=yes).delete()  # its process died before the reply was kept
    assert answer(chat, told + timedelta(minutes=2)) == first


def test_english(lin: User, chat: Conversation, say: Say, told: datetime) -> None:
    say("forget everything about 小花", at=told)
    assert "confirm" in answer(chat, told).lower()
    say("yes please", at=told + timedelta(minutes=1))
    answer(chat, told + timedelta(minutes=1))
    assert "小花" not in known()


def test_hearing_marks_the_request(say: Say) -> None:
    assert say("forget my phone number").learn_bar == "request"
    assert say("I can't forget my ex").learn_bar == ""
    assert hearing.fault("忘掉") is None


def test_a_question_that_was_not_spoken_was_not_asked(
    lin: User, chat: Conversation, say: Say, told: datetime
) -> None:
    """Two names for the cat wait to be asked about; a reply by code, and one that was cut off, ask nothing."""
    say("我的猫叫小黑", at=told)
    answer(chat, told)
    later = told + timedelta(minutes=5)
    say("忘掉关于火锅的一切", at=later)
    learning.learn(chat.id, later)
    assert "没弄清" not in answer(chat, later)
    say("算了", at=later + timedelta(minutes=1))
    line = keeping.begin_reply(chat.id, later + timedelta(minutes=1))
    assert line is not None
    heard = turn.hear(line.id, later + timedelta(minutes=1))
    outcome = turn.Outcome(ready=turn.prepare(heard, later + timedelta(minutes=1)))
    assert outcome.ready is not None
    assert outcome.ready.question is not None
    keeping.finish(line.id, Ended(Status.STOPPED, "嗯"), outcome, later + timedelta(minutes=1))
    assert not Told.objects.exists()
    say("今天有点忙", at=later + timedelta(minutes=2))
    assert "没弄清" in answer(chat, later + timedelta(minutes=2))
    assert Told.objects.filter(act=Act.CONFLICT).count() == 2
