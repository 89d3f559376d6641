"""A reply has one place, keeps its text while it runs, and ends once."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections

from accounts.models import User
from companion import keeping
from companion.keeping import Ended
from companion.turn import Outcome
from llm.provider import Usage
from tests.companion.conftest import NOW, Say
from transcript import finding
from transcript.models import ABANDONED_AFTER, Conversation, Event, EventKind, Message, Role, Status

pytestmark = pytest.mark.django_db


@pytest.fixture
def reply(chat: Conversation, say: Say) -> Message:
    say("在吗")
    begun = keeping.begin_reply(chat.id, NOW + timedelta(seconds=2))
    assert begun is not None
    return begun


def end(reply: Message, status: Status, text: str = "") -> Message | None:
    return keeping.finish(reply.id, Ended(status, text), None, NOW + timedelta(seconds=9))


def test_a_reply_answers_the_latest_line(chat: Conversation, say: Say) -> None:
    assert keeping.begin_reply(chat.id, NOW) is None
    say("一")
    last = say("二")
    begun = keeping.begin_reply(chat.id, NOW)
    assert begun is not None
    assert begun.parent == last
    assert begun.created_at >= last.created_at
    assert (begun.status, begun.role, begun.risk_level) == (
        Status.GENERATING,
        Role.COMPANION,
        last.risk_level,
    )
    assert keeping.begin_reply(chat.id, NOW) is None


@pytest.mark.django_db(transaction=True)
def test_two_processes_begin_one_reply(chat: Conversation, say: Say, settings: Any) -> None:
    settings.WAKE_WORKERS = False
    say("在吗")
    gate, begun = threading.Barrier(4), []

    def begin() -> None:
        try:
            gate.wait(10)
            begun.append(keeping.begin_reply(chat.id, NOW))
        finally:
            connections.close_all()

    processes = [threading.Thread(target=begin) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(30)
    assert sum(reply is not None for reply in begun) == 1
    assert Message.objects.filter(role=Role.COMPANION).count() == 1


def test_the_text_so_far_is_stored(reply: Message) -> None:
    later = NOW + timedelta(seconds=3)
    assert keeping.checkpoint(reply.id, "说到一半", later)
    reply.refresh_from_db()
    assert (reply.text, reply.checkpoint_at, reply.status) == ("说到一半", later, Status.GENERATING)


@pytest.mark.parametrize("change", [{"live": False}, {"status": Status.INTERRUPTED}])
def test_a_reply_taken_away_is_not_written_to(reply: Message, change: dict[str, Any]) -> None:
    Message.objects.filter(id=reply.id).update(**change)
    assert not keeping.checkpoint(reply.id, "迟到的话", NOW)
    assert Message.objects.get(id=reply.id).text == ""


def test_a_reply_ends_once(reply: Message) -> None:
    assert end(reply, Status.COMPLETE, "在呢。") is not None
    assert end(reply, Status.INTERRUPTED, "另一个结尾") is None
    kept = Message.objects.get(id=reply.id)
    assert (kept.status, kept.text, kept.checkpoint_at) == (Status.COMPLETE, "在呢。", None)
    assert Event.objects.filter(kind=EventKind.FINISHED, message=reply).count() == 1


def test_an_end_without_words_keeps_those_that_came(reply: Message) -> None:
    keeping.checkpoint(reply.id, "说到一半", NOW)
    end(reply, Status.INTERRUPTED)
    assert Message.objects.get(id=reply.id).text == "说到一半"


def test_what_it_cost_is_kept(reply: Message) -> None:
    outcome = Outcome(usage=Usage(120, 30, "m", 900), template_id="t" * 90, voice="v" * 200)
    keeping.finish(reply.id, Ended(Status.COMPLETE, "好"), outcome, NOW)
    kept = Message.objects.get(id=reply.id)
    assert (kept.prompt_tokens, kept.completion_tokens) == (120, 30)
    assert (len(kept.template_id), len(kept.model)) == (64, 120)


@pytest.mark.parametrize(
    ("status", "card"),
    [(Status.COMPLETE, True), (Status.STOPPED, True), (Status.INTERRUPTED, True), (Status.FAILED, False)],
)
def test_a_line_at_risk_brings_the_card_after_the_reply(
    chat: Conversation, say: Say, status: Status, card: bool
) -> None:
    say("我不想活了")
    begun = keeping.begin_reply(chat.id, NOW)
    assert begun is not None
    end(begun, status, "我在。")
    cards = Event.objects.filter(kind=EventKind.NOTICE, data__kind="crisis")
    assert cards.exists() is card


def test_only_the_abandoned_are_given_up(reply: Message, lin: User) -> None:
    keeping.checkpoint(reply.id, "说到一半", NOW)
    assert keeping.give_up_abandoned(NOW + ABANDONED_AFTER - timedelta(seconds=1)) == []
    given_up = keeping.give_up_abandoned(NOW + ABANDONED_AFTER)
    assert [row.id for row in given_up] == [reply.id]
    assert keeping.give_up_abandoned(NOW + ABANDONED_AFTER) == []
    assert given_up[0].text == "说到一半"
    assert given_up[0].status == Status.INTERRUPTED


@pytest.mark.django_db(transaction=True)
def test_a_line_and_the_end_of_the_reply_before_it_wait_for_nobody(
    lin: User, chat: Conversation, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line refers to the reply that is being closed: each held what the other waited for, and the line was not stored."""
    say("你好")
    reply = keeping.begin_reply(chat.id, NOW + timedelta(seconds=5))
    assert reply is not None
    holds, said = threading.Event(), threading.Event()
    index = finding.index

    def meanwhile(message: Message, text: str, now: datetime) -> None:
        if message.role == Role.COMPANION:  # the reply's row is held now
            holds.set()
            assert said.wait(10)
        index(message, text, now)

    monkeypatch.setattr(finding, "index", meanwhile)

    def speak() -> None:
        assert holds.wait(10)
        say("我又想到一件事", at=NOW + timedelta(seconds=6))
        said.set()
        connection.close()

    speaking = threading.Thread(target=speak)
    speaking.start()
    keeping.finish(reply.id, Ended(Status.COMPLETE, "你好呀"), None, NOW + timedelta(seconds=7))
    speaking.join(20)
    assert said.is_set()
    assert Message.objects.filter(conversation=chat, role=Role.USER).count() == 2
