"""Writing first, carried out: once, at the right hour, and never where it is not wanted."""

from __future__ import annotations

import itertools
import threading
import uuid
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.db import connection

from accounts.models import User
from companion import hearing, keeping, reaching, schedule, turn
from memory.models import Memory
from memory.policy import Kind
from safety.levels import Level
from tests.companion.conftest import NOW, ZONE, Say, at_risk
from tests.topics.conftest import Make
from tests.topics.conftest import make as make_memory
from topics import offering
from topics import reaching as deciding
from topics.models import Outcome, Reachout, TopicChoice
from topics.reaching import Wish
from transcript.models import Conversation, Message, Role

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
MORNING = datetime(2026, 7, 3, 9, 0, tzinfo=ZONE)
make = make_memory


@pytest.fixture
def user(lin: User) -> User:
    return lin


@pytest.fixture
def plan(user: User, make: Make) -> Memory:
    day = datetime(2026, 7, 2, 14, 0, tzinfo=ZONE)
    return make(
        Kind.PLAN, "你打算去字节面试", phase="unconfirmed", true_from=day, true_until=day, recorded_at=NOW
    )


@pytest.fixture
def willing(user: User, chat: Conversation, say: Say, plan: Memory) -> User:
    """Somebody who let it write, spoke the day before yesterday, and has something worth a word."""
    say("后天面试", at=NOW)
    deciding.wish(user, Wish(on=True), NOW)
    return user


def planned(now: datetime = MORNING) -> Reachout:
    reaching.plan_waiting(now)
    return Reachout.objects.get()


def written(user: User) -> list[Message]:
    return list(Message.objects.for_user(user).filter(role=Role.COMPANION, reachout__isnull=False))


def test_one_message_in_the_conversation_with_its_topic_and_an_unread_mark(
    willing: User, chat: Conversation
) -> None:
    row = planned()
    assert reaching.send_waiting(row.planned_for - MINUTE) == 0
    assert reaching.send_waiting(row.planned_for) == 1
    message, chat = written(willing)[0], Conversation.objects.get(id=chat.id)
    assert "字节面试" in message.text
    assert message.conversation == chat
    assert chat.unread_at == row.planned_for
    row.refresh_from_db()
    assert (row.state, row.sent_at, row.message) == ("sent", row.planned_for, message)
    choice = TopicChoice.objects.get(reply=message)
    assert (choice.move, choice.source, choice.parts["occasion"]) == ("open", "plan", "wrote_first")
    reaching.seen(willing, chat.id)
    assert Conversation.objects.get(id=chat.id).unread_at is None


def test_sent_once_however_often_it_is_tried(willing: User) -> None:
    row = planned()
    for minute in range(5):
        reaching.send_waiting(row.planned_for + minute * MINUTE)
        reaching.plan_waiting(row.planned_for + minute * MINUTE)
    assert len(written(willing)) == Reachout.objects.count() == 1


def test_a_worker_killed_before_the_end_leaves_it_to_the_next(
    willing: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = planned()

    def killed(*_args: Any, **_more: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("companion.raising.keep", killed)
        with pytest.raises(KeyboardInterrupt):
            reaching.send(row.id, row.planned_for)
    assert written(willing) == []
    assert Reachout.objects.get().state == "planned"
    assert reaching.send_waiting(row.planned_for + MINUTE) == 1
    assert len(written(willing)) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_one(willing: User) -> None:
    row = planned()
    barrier, sent = threading.Barrier(2), list[Any]()

    def work() -> None:
        try:
            barrier.wait(10)
            sent.append(reaching.send(row.id, row.planned_for))
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert sorted(sent, key=lambda one: one is None) == [written(willing)[0].conversation_id, None]
    assert len(written(willing)) == 1


def _zone(user: User, name: str) -> None:
    User.objects.filter(id=user.id).update(time_zone=name)


@pytest.mark.parametrize(
    "moved",
    [
        "America/Los_Angeles",
        "Pacific/Kiritimati",
        pytest.param("Asia/Tokyo", marks=pytest.mark.long),
        pytest.param("Europe/London", marks=pytest.mark.long),
    ],
)
def test_a_changed_zone_neither_doubles_a_day_nor_disturbs_the_night(willing: User, moved: str) -> None:
    row = planned()
    _zone(willing, moved)
    for hours in range(72):
        now = row.planned_for + hours * HOUR
        reaching.send_waiting(now)
        schedule.rank_candidates(now)
        reaching.plan_waiting(now)
    sent = sorted(message.created_at for message in written(willing))
    for at in sent:
        assert 8 <= at.astimezone(ZoneInfo(moved)).hour < 22
    assert all(later - earlier >= 20 * HOUR for earlier, later in itertools.pairwise(sent))


def test_none_after_opt_out_between_plan_and_sending(willing: User) -> None:
    row = planned()
    deciding.wish(willing, Wish(on=False), row.planned_for - MINUTE)
    assert reaching.send_waiting(row.planned_for) == 0
    assert written(willing) == []


@pytest.mark.parametrize(
    ("happens", "reason"),
    [
        ("quiet", "quiet"), ("risk", "risk"), ("talks", "talking"), ("forgotten", "gone"), ("learnt", "gone"), ("never", "gone"),
        ("late", "day"),
    ],
)  # fmt: skip
def test_the_world_is_looked_at_again_before_sending(
    willing: User, chat: Conversation, plan: Memory, say: Say, happens: str, reason: str
) -> None:
    row = planned()
    at = row.planned_for
    if happens == "quiet":
        deciding.wish(
            willing, Wish(on=True, quiet=(at.astimezone(ZONE).hour, (at.astimezone(ZONE).hour + 2) % 24)), at
        )
    elif happens == "risk":
        at_risk(willing, Level.R3, at - HOUR)
    elif happens == "talks":
        say("在吗", at=at - 10 * MINUTE)
    elif happens == "forgotten":
        from memory import forgetting

        forgetting.forget(willing, [plan.id], at - MINUTE)
    elif happens == "learnt":
        Memory.objects.filter(id=plan.id).update(status="superseded", phase="done")
    elif happens == "never":
        Memory.objects.filter(id=plan.id).update(use="never_raise")
    elif happens == "late":
        at += 13 * HOUR
    reaching.send_waiting(at)
    assert written(willing) == []
    row.refresh_from_db()
    assert (row.state, row.reason) == ("dropped", reason)


def test_silent_after_three_that_nobody_answered(willing: User, make: Make, say: Say) -> None:
    deciding.wish(willing, Wish(on=True, a_week=7), NOW)
    for day in range(12):
        due = MORNING + day * DAY
        make(Kind.PLAN, f"你打算参加第{'一二三四五六七八九十甲乙'[day]}场比赛", phase="ahead", true_from=due + 10 * HOUR, true_until=due + 11 * HOUR, recorded_at=NOW)  # fmt: skip
    for hours in range(0, 12 * 24, 2):
        now = MORNING + hours * HOUR
        schedule.rank_candidates(now)
        reaching.plan_waiting(now)
        reaching.send_waiting(now)
    assert len(written(willing)) == 3
    back = MORNING + 12 * DAY
    line = say("我回来了", at=back)
    reply = keeping.begin_reply(line.conversation_id, back)
    assert reply is not None
    turn.hear(reply.id, back)
    assert not Reachout.objects.filter(state="sent", answered_at=None).exists()


def test_what_they_answer_is_its_outcome(willing: User, chat: Conversation, say: Say) -> None:
    row = planned()
    reaching.send_waiting(row.planned_for)
    line = say("过了！", at=row.planned_for + HOUR)
    reply = keeping.begin_reply(chat.id, row.planned_for + HOUR)
    assert reply is not None
    turn.hear(reply.id, row.planned_for + HOUR)
    assert line.parent_id == written(willing)[0].id
    assert TopicChoice.objects.get(source="plan").outcome == Outcome.TAKEN_UP


def test_a_mail_without_content_once(willing: User, settings: Any) -> None:
    settings.MAIL_CONFIGURED = True
    willing.emailaddress_set.create(email=willing.email, verified=True, primary=True)  # type: ignore[attr-defined]
    deciding.wish(willing, Wish(on=True, by_mail=True), NOW)
    row = planned()
    reaching.send_waiting(row.planned_for)
    assert reaching.mail_waiting(row.planned_for + MINUTE) == 1
    assert reaching.mail_waiting(row.planned_for + 2 * MINUTE) == 0
    assert len(mail.outbox) == 1
    assert "面试" not in f"{mail.outbox[0].subject}{mail.outbox[0].body}"
    assert "/topics/" in mail.outbox[0].body


@pytest.mark.parametrize("why", ["not_wanted", "not_configured", "not_verified"])
def test_no_mail_where_none_is_wanted(willing: User, settings: Any, why: str) -> None:
    settings.MAIL_CONFIGURED = why != "not_configured"
    if why != "not_verified":
        willing.emailaddress_set.create(email=willing.email, verified=True, primary=True)  # type: ignore[attr-defined]
    deciding.wish(willing, Wish(on=True, by_mail=why != "not_wanted"), NOW)
    row = planned()
    reaching.send_waiting(row.planned_for)
    reaching.mail_waiting(row.planned_for + MINUTE)
    assert len(written(willing)) == 1
    assert mail.outbox == []


def test_it_counts_as_the_days_opener(willing: User, chat: Conversation) -> None:
    row = planned()
    reaching.send_waiting(row.planned_for)
    offering.refresh(willing, row.planned_for)
    hearing.receive(willing, chat, uuid.uuid4(), "早", row.planned_for + 3 * HOUR)
    reply = keeping.begin_reply(chat.id, row.planned_for + 3 * HOUR)
    assert reply is not None
    ready = turn.prepare(turn.hear(reply.id, row.planned_for + 3 * HOUR), row.planned_for + 3 * HOUR)
    assert ready.choice.move == "follow"
