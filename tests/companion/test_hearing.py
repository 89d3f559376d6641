"""What is taken as a line, and that it is taken once."""

from __future__ import annotations

import threading
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from accounts.models import User
from companion import hearing
from companion.hearing import Fault, clean, fault, language_of
from companion.limits import refusal
from memory import switching
from safety.models import RiskEvent
from safety.unlinking import mark
from tests.companion.conftest import NOW, Say
from transcript.models import Conversation, Event, EventKind, Message

FAMILY = "👨‍👩‍👧"


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\t", "\u3000", "\u200b", "\u200b\u200d\ufeff", "\u2060 \u00ad", "\u2028\u2029", "\x00", "\ud800",
     "\x00\u200b\n", "\ufe0f", "\u202e\u202c", "\u0301", "\u180e", "\u3164", "\u115f\u2800"],
)  # fmt: skip
def test_nothing_said_is_refused(text: str) -> None:
    assert fault(clean(text)) is Fault.EMPTY


@pytest.mark.parametrize("text", ["。", "？", "1", "嗯", "🙂", FAMILY, "\u200b在\u200b", "é", "ก็", "…", "+1"])
def test_something_said_is_taken(text: str) -> None:
    assert fault(clean(text)) is None


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a\x00b", "ab"),
        ("a\ud800b", "ab"),
        ("\udc00你好\ud83d", "你好"),
        ("  你好 \n", "你好"),
        ("cafe\u0301", "café"),
        (f" {FAMILY} ", FAMILY),
        ("一\n\n二", "一\n\n二"),
    ],
)
def test_a_line_is_kept_as_it_was_meant(given: str, kept: str) -> None:
    assert clean(given) == kept
    assert clean(kept) == kept
    kept.encode()


def test_the_length_is_counted_in_characters() -> None:
    assert fault("长" * 20_000) is None
    assert fault("🙂" * 20_000) is None
    assert fault("长" * 20_001) is Fault.TOO_LONG


@pytest.mark.parametrize(
    ("text", "default", "lang"),
    [
        ("我在学 Python", "en", "zh"),
        ("I live in 北京 now with my two cats", "zh-hans", "en"),
        ("🙂", "zh-hans", "zh"),
        ("🙂", "en", "en"),
        ("42", "en", "en"),
    ],
)
def test_the_language_is_the_lines_own(text: str, default: str, lang: str) -> None:
    assert language_of(text, default) == lang


@pytest.mark.django_db(transaction=True)
def test_the_same_client_id_from_two_tabs_at_once_is_one_line(
    lin: User, chat: Conversation, settings: Any
) -> None:
    settings.WAKE_WORKERS = False
    client_id, gate, taken = uuid.uuid4(), threading.Barrier(4), []

    def send() -> None:
        try:
            gate.wait(10)
            taken.append(hearing.receive(lin, chat, client_id, "在吗", NOW))
        finally:
            connections.close_all()

    tabs = [threading.Thread(target=send) for _ in range(4)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join(30)
    assert sorted(received.new for received in taken) == [False, False, False, True]
    assert len({received.message.id for received in taken}) == 1
    assert Message.objects.count() == 1
    assert list(Event.objects.values_list("kind", "seq")) == [(EventKind.MESSAGE, 1)]


@pytest.mark.django_db(transaction=True)
def test_lines_at_once_are_numbered_without_gaps(lin: User, chat: Conversation, settings: Any) -> None:
    settings.WAKE_WORKERS = False

    def send(number: int) -> None:
        try:
            hearing.receive(lin, chat, uuid.uuid4(), f"第{number}句", NOW + timedelta(seconds=number))
        finally:
            connections.close_all()

    tabs = [threading.Thread(target=send, args=(number,)) for number in range(8)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join(30)
    assert list(Event.objects.order_by("seq").values_list("seq", flat=True)) == list(range(1, 9))
    chat.refresh_from_db()
    assert chat.seq == 8


@pytest.mark.django_db
def test_a_client_id_of_another_conversation_is_another_line(lin: User, chat: Conversation) -> None:
    from companion.conversations import start_empty

    other, client_id = start_empty(lin, chat.persona_version, NOW), uuid.uuid4()
    first = hearing.receive(lin, chat, client_id, "在吗", NOW)
    second = hearing.receive(lin, other, client_id, "在吗", NOW)
    assert first.new
    assert second.new


@pytest.mark.django_db
def test_what_forbids_learning_is_written_at_once(lin: User, chat: Conversation, say: Say) -> None:
    assert say("今天天气不错").learn_bar == ""
    assert say("我想去死").learn_bar == "risk"
    switching.pause_all(lin, NOW, paused=True)
    assert say("我的猫叫小花").learn_bar == "paused"
    chat.temporary = True
    chat.save(update_fields=["temporary"])
    assert say("我的狗叫大黄", where=chat).learn_bar == "temporary"


@pytest.mark.django_db
def test_risk_and_mood_are_noted_without_words(lin: User, say: Say) -> None:
    message = say("我不想活了，太难受了")
    assert message.risk_level >= 2
    assert message.valence is not None
    assert message.valence < 0
    event = RiskEvent.objects.get(line=mark("line", message.id, message.created_at))
    assert "不想活" not in str(event.__dict__)


@pytest.mark.django_db
def test_a_line_at_risk_is_taken_whatever_the_limit(lin: User, say: Say, settings: Any) -> None:
    settings.MESSAGES_PER_MINUTE = 2
    say("一", at=NOW)
    assert not refusal(lin, "二", NOW)
    say("二", at=NOW)
    assert refusal(lin, "三", NOW) == "limit"
    assert not refusal(lin, "我不想活了", NOW)
    assert not refusal(lin, "三", NOW + timedelta(seconds=61))
