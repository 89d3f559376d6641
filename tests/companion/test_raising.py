"""What a reply raised is what it said, and is told to every tab once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import bodies, conversations, keeping, raising, turn
from companion.keeping import Ended
from memory.models import Memory, Told
from memory.policy import Kind
from tests.companion.conftest import NOW, ZONE, Say
from tests.topics.conftest import Make
from tests.topics.conftest import make as make_memory
from topics import answering, feedback, offering
from topics.models import Candidate, TopicChoice
from transcript.models import Conversation, Event, EventKind, Message, Status

make = make_memory
MORNING = datetime(2026, 7, 3, 9, 0, tzinfo=ZONE)


@pytest.fixture
def user(lin: User) -> User:
    return lin


@pytest.fixture
def plan(user: User, make: Make, say: Say) -> Memory:
    day = datetime(2026, 7, 2, 14, 0, tzinfo=ZONE)
    row = make(
        Kind.PLAN, "你打算去字节面试", phase="unconfirmed", true_from=day, true_until=day, recorded_at=NOW
    )
    say("后天面试", at=NOW)
    offering.refresh(user, MORNING)
    Candidate.objects.filter(source="calendar").delete()
    return row


def answer(say: Say, line: str, reply: str, now: datetime = MORNING) -> Message:
    """A line, and a model's words to it."""
    message = say(line, at=now)
    place = keeping.begin_reply(message.conversation_id, now)
    assert place is not None
    ready = turn.prepare(turn.hear(place.id, now), now)
    done = keeping.finish(
        place.id, Ended(Status.COMPLETE, reply), turn.Outcome(ready=ready, voice="model"), now
    )
    assert done is not None
    return done


def frames(user: User, chat: Conversation) -> list[dict[str, Any]]:
    events = list(Event.objects.filter(conversation=chat, kind=EventKind.TOPICS).select_related("message"))
    return bodies.durable(user, chat, events, MORNING)


def test_what_was_said_is_raised_and_told(user: User, chat: Conversation, plan: Memory, say: Say) -> None:
    reply = answer(say, "早", "早呀。面试怎么样了？")
    choice = TopicChoice.objects.get(reply=reply)
    assert (choice.move, choice.text, choice.memory) == ("open", "你打算去字节面试", plan)
    assert Candidate.objects.get(memory=plan).raised_at == MORNING
    assert Told.objects.filter(memory=plan, reply=reply).exists()
    frame = frames(user, chat)[-1]
    assert frame["type"] == "topics"
    assert frame["items"] == [
        {
            "id": str(choice.id), "reply": str(reply.id), "text": "你打算去字节面试", "move": "open",
            "why": "你说过的打算，日子过了，还不知道结果", "outcome": "", "wrote_first": False,
        }
    ]  # fmt: skip


def test_what_the_reply_left_out_was_not_raised(
    user: User, chat: Conversation, plan: Memory, say: Say
) -> None:
    reply = answer(say, "早", "早呀，睡得好吗？")
    choice = TopicChoice.objects.get(reply=reply)
    assert (choice.move, choice.text, choice.parts) == ("follow", None, {"why": "not_said"})
    assert Candidate.objects.get(memory=plan).raised_at is None
    assert not Told.objects.filter(memory=plan).exists()
    assert frames(user, chat) == []


def test_a_press_tells_every_tab_and_a_strangers_finds_nothing(
    user: User, chat: Conversation, plan: Memory, say: Say
) -> None:
    reply = answer(say, "早", "早呀。面试怎么样了？")
    choice = TopicChoice.objects.get(reply=reply)
    raising.press(user, chat.id, choice.id, "not_now", MORNING)
    assert [frame["items"][0]["outcome"] for frame in frames(user, chat)][-1] == "deflected"
    stranger = User.objects.create_user("else@example.org")
    for who, where in ((stranger, chat.id), (user, plan.id)):
        with pytest.raises(answering.NoSuchTopic):
            raising.press(who, where, choice.id, "never", MORNING)


def test_the_next_line_is_its_outcome_before_anything_is_chosen(
    user: User, chat: Conversation, plan: Memory, say: Say, make: Make
) -> None:
    answer(say, "早", "早呀。面试怎么样了？")
    make(Kind.THREAD, "你在准备字节的面试", phase="open", recorded_at=NOW)
    offering.refresh(user, MORNING)
    later = MORNING + timedelta(minutes=1)
    message = say("别问了", at=later)
    place = keeping.begin_reply(message.conversation_id, later)
    assert place is not None
    ready = turn.prepare(turn.hear(place.id, later), later)
    assert "面试" not in ready.prompt.messages[-1]["content"].replace("别问了", "")
    assert not [one for one in offering.offers(user, later) if "面试" in one.ground.statement]


def test_after_two_questions_it_states(user: User, chat: Conversation, say: Say) -> None:
    answer(say, "我今天做了饭", "做了什么？")
    answer(say, "番茄炒蛋", "好吃吗？", MORNING + timedelta(minutes=1))
    later = MORNING + timedelta(minutes=2)
    message = say("还行", at=later)
    place = keeping.begin_reply(message.conversation_id, later)
    assert place is not None
    ready = turn.prepare(turn.hear(place.id, later), later)
    assert ready.choice.state_only
    assert "不提问" in ready.prompt.messages[-1]["content"]


def test_who_turns_away_is_asked_nothing_else(user: User, chat: Conversation, plan: Memory, say: Say) -> None:
    assert feedback.turns_away("别问了")
    assert feedback.turns_away("let's talk about something else")
    assert not feedback.turns_away("面试过了！")


def test_what_they_asked_for_needs_no_chips(user: User, chat: Conversation, plan: Memory) -> None:
    candidate = Candidate.objects.get(memory=plan)
    talk = conversations.about(user, candidate.id, MORNING)
    choice = TopicChoice.objects.get(conversation=talk)
    assert (choice.move, choice.outcome, choice.parts["occasion"]) == ("open", "taken_up", "asked")
    stranger = User.objects.create_user("else@example.org")
    with pytest.raises(answering.NoSuchTopic):
        conversations.about(stranger, candidate.id, MORNING)
