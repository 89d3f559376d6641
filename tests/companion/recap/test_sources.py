"""Which words of a conversation its working memory may be made of."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from accounts.models import User, grant
from companion import keeping, learning
from companion.keeping import Ended
from companion.recap import sources
from companion.recap.sources import Told
from memory import curating, forgetting, switching
from memory.models import Memory
from memory.policy import Kind
from tests.companion.conftest import LATER, NOW, Say
from transcript.models import Conversation, Message, Status

pytestmark = pytest.mark.django_db


def told(chat: Conversation) -> dict[str, Told]:
    """What may be told, by what was said."""
    ids = [spot.id for spot in sources.spots(chat)]
    found = sources.told(chat.user, [chat.id], ids)
    return {row.text: found[row.id] for row in Message.objects.filter(id__in=ids)}


def answer(chat: Conversation, text: str) -> None:
    reply = keeping.begin_reply(chat.id, NOW + timedelta(seconds=30))
    assert reply is not None
    keeping.finish(reply.id, Ended(Status.COMPLETE, text), None, NOW + timedelta(seconds=31))


def test_a_plain_line_is_told_with_its_dates(chat: Conversation, say: Say) -> None:
    say("明天去苏州。带三份样品")
    line = told(chat)["明天去苏州。带三份样品"]
    assert (line.text, line.whole) == ("2026年7月2日去苏州。带三份样品", True)


@pytest.mark.parametrize(
    "said",
    [
        "我的密码是小花1234",
        "我的卡号是6222021234567890123",
        "*她轻声说* 今晚的月色真美",
        "【转发】今天起油价上调",
        "长" * 1_300,
        "我有抑郁症",
        "I was diagnosed with bipolar",
        "我欠了三十万网贷",
        "别再提我前男友了",
        "我今天不想听建议",
    ],
)
def test_what_is_not_for_telling_leaves_nothing(lin: User, chat: Conversation, say: Say, said: str) -> None:
    grant(lin, "health", NOW)  # consented or not: those are for when the user raises them
    grant(lin, "money", NOW)
    say(said)
    line = told(chat)[said]
    assert (line.text, line.whole) == ("", False)


def test_lines_at_risk_and_lines_said_while_paused_are_not_there(
    lin: User, chat: Conversation, say: Say
) -> None:
    say("我不想活了")
    answer(chat, "我在。")
    switching.pause_all(lin, NOW, paused=True)
    say("我明天去苏州", at=NOW + timedelta(minutes=1))
    answer(chat, "苏州好。")
    switching.pause_all(lin, NOW, paused=False)
    say("我后天去无锡", at=NOW + timedelta(minutes=2))
    assert list(told(chat)) == ["我后天去无锡"]


def test_a_paused_kind_is_not_told_of_what_was_said_meanwhile(
    lin: User, chat: Conversation, say: Say
) -> None:
    switching.pause_kind(lin, Kind.PERSON, paused=True)
    say("我的猫叫小花。今天下雨了")
    switching.pause_kind(lin, Kind.PERSON, paused=False)
    assert told(chat)["我的猫叫小花。今天下雨了"].text == "2026年7月1日下雨了"


def test_pausing_a_kind_saying_resuming_and_relearning_learns_nothing(
    lin: User, chat: Conversation, say: Say
) -> None:
    switching.pause_kind(lin, Kind.PERSON, paused=True)
    say("我的猫叫小花")
    learning.learn(chat.id, LATER)
    switching.pause_kind(lin, Kind.PERSON, paused=False)
    learning.relearn(lin, LATER)
    assert not Memory.objects.for_user(lin).exists()
    say("我的狗叫大黄", at=LATER)
    learning.learn(chat.id, LATER + timedelta(minutes=5))
    assert {row.value for row in Memory.objects.for_user(lin)} == {"大黄"}


def test_the_same_for_everything_paused(lin: User, chat: Conversation, say: Say) -> None:
    switching.pause_all(lin, NOW, paused=True)
    say("我的猫叫小花")
    switching.pause_all(lin, NOW, paused=False)
    learning.learn(chat.id, LATER)
    learning.relearn(lin, LATER)
    assert not Memory.objects.for_user(lin).exists()


def test_a_reply_goes_with_the_words_it_answers(chat: Conversation, say: Say) -> None:
    say("我有抑郁症")
    answer(chat, "抑郁症很辛苦，我会陪你。")
    assert all(not line.text for line in told(chat).values())


@pytest.mark.parametrize("deed", ["forget", "never_raise"])
def test_withheld_words_are_told_nowhere(lin: User, chat: Conversation, say: Say, deed: str) -> None:
    say("我的猫叫小花。今天下雨了")
    say("小花打翻了花瓶。我收拾了半天")
    learning.learn(chat.id, LATER)
    memory = Memory.objects.get(attribute="name")
    if deed == "forget":
        forgetting.forget(lin, [memory.id], LATER)
    else:
        curating.never_raise(lin, memory.id, LATER)
    assert [line.text for line in told(chat).values()] == ["2026年7月1日下雨了", "我收拾了半天"]


def test_what_is_said_after_the_deletion_is_told(lin: User, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    learning.learn(chat.id, LATER)
    forgetting.forget(lin, [Memory.objects.get().id], LATER)
    say("小花今天很乖", at=LATER + timedelta(minutes=1))
    assert told(chat)["小花今天很乖"].text == "小花2026年7月1日很乖"


def test_a_limit_is_kept_in_what_was_said_before_it(lin: User, chat: Conversation, say: Say) -> None:
    say("前男友昨天找我了。我没理")
    curating.write_by_hand(lin, Kind.BOUNDARY, "别提前男友", "zh", LATER)
    assert told(chat)["前男友昨天找我了。我没理"].text == "我没理"


def test_only_live_lines_of_this_conversation(lin: User, chat: Conversation, say: Say) -> None:
    gone = say("我去苏州")
    say("我去无锡")
    Message.objects.filter(id=gone.id).update(live=False)
    assert list(told(chat)) == ["我去无锡"]
    assert sources.told(lin, [chat.id], [uuid.uuid4()]) == {}
