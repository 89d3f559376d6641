"""A clock that was set back, or ahead and back: work goes on, and nothing is taken twice."""

from __future__ import annotations

from datetime import timedelta

import pytest

from companion import keeping, learning
from companion.learning import LEASE
from memory.models import Memory
from tests.companion.conftest import LATER, NOW, Say
from transcript.models import Conversation, Message, Status

pytestmark = pytest.mark.django_db
HOURS = timedelta(hours=5)
BEFORE = NOW - HOURS
"""The clock after it was set back."""


def test_a_lease_of_a_time_to_come_keeps_nobody_out(chat: Conversation, say: Say) -> None:
    """A worker died at its lease, and the clock was set back since."""
    say("我的猫叫小花")
    Conversation.objects.update(learning_until=LATER + LEASE)
    assert not Conversation.objects.to_learn(LATER).exists()  # a lease that runs
    assert learning.learn(chat.id, LATER) is None
    assert Conversation.objects.to_learn(LATER - HOURS).get() == chat
    assert learning.learn(chat.id, LATER - HOURS) is not None
    assert Memory.objects.count() > 0


def test_the_last_line_is_learnt_from_before_the_clock_has_caught_up(chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    assert not Message.objects.settled_unlearnt(NOW + timedelta(seconds=5)).exists()  # its turn may go on
    assert Message.objects.settled_unlearnt(BEFORE).exists()
    assert learning.learn(chat.id, BEFORE) is not None


def test_the_model_is_asked_again_before_the_clock_has_caught_up(say: Say) -> None:
    line = say("我的猫叫小花")
    longest = learning.ASK_AGAIN_AFTER * 4 ** (learning.MODEL_TRIES - 2)
    Message.objects.filter(id=line.id).update(learnt_at=NOW, ask_again_at=NOW + longest)
    assert not Message.objects.to_ask_again(NOW).exists()
    assert Message.objects.to_ask_again(NOW - timedelta(days=1)).exists()


def test_a_reply_whose_process_died_is_found_under_either_clock(chat: Conversation, say: Say) -> None:
    say("你好")
    reply = keeping.begin_reply(chat.id, NOW)
    assert reply is not None
    assert keeping.give_up_abandoned(NOW + timedelta(seconds=2)) == []
    assert keeping.give_up_abandoned(NOW - timedelta(seconds=2)) == []  # two machines' clocks
    assert [found.id for found in keeping.give_up_abandoned(BEFORE)] == [reply.id]
    assert Message.objects.get(id=reply.id).status in (Status.INTERRUPTED, Status.FAILED)


def test_lines_keep_their_order_under_a_clock_that_was_set_back(chat: Conversation, say: Say) -> None:
    said = [say("先说的"), say("后说的", at=BEFORE), say("再后来", at=BEFORE + timedelta(seconds=1))]
    assert list(Message.objects.order_by("created_at")) == said
