"""Learning happens exactly once, whoever dies, comes late, or changes their mind meanwhile."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from accounts.models import User
from companion import conversations, keeping, learning, schedule
from companion.keeping import Ended
from llm import gateway, tokens
from memory import learning as memory_learning
from memory import switching
from memory.models import Evidence, Memory, Transition
from memory.report import Report
from tests.companion.conftest import LATER, NOW, Say, item
from tests.companion.test_secondlook import answer
from tests.model_server import ModelServer
from transcript.models import Conversation, Event, EventKind, Message, Status

pytestmark = pytest.mark.django_db(transaction=True)
PAST_LEASE = LATER + learning.LEASE + timedelta(seconds=1)

Meanwhile = Callable[[Callable[[], Any]], None]


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Have something happen while the model is being asked: after its answer was made, before it is written."""

    def arrange(deed: Callable[[], Any]) -> None:
        real = gateway.ask

        def ask(*args: Any) -> Any:
            answer = real(*args)
            deed()
            return answer

        monkeypatch.setattr(gateway, "ask", ask)

    return arrange


def statements() -> list[str]:
    return sorted(row.statement for row in Memory.objects.all())


def everything() -> dict[str, Any]:
    """All that learning could have changed."""
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in (Memory, Evidence, Transition, Event, Conversation, Message)
    }


def untouched(message: Message) -> bool:
    """Nothing was written, and the line still waits."""
    return not Memory.objects.exists() and Message.objects.get(id=message.id).learnt_at is None


def test_two_workers_at_once_learn_once(scripted: ModelServer, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    scripted.script({"match": "", "json": {"items": []}, "delay_ms": 150})
    gate, reports = threading.Barrier(2), []

    def work() -> None:
        try:
            gate.wait(10)
            reports.append(learning.learn(chat.id, LATER))
        finally:
            connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert sorted(report is None for report in reports) == [False, True]
    assert statements() == ["你的猫叫小花"]
    assert Evidence.objects.count() == 1
    assert len(scripted.requests()) == 1


def test_a_dead_workers_conversation_is_taken_over_after_the_lease(chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    assert learning._claim(chat.id, LATER)  # and then its process is killed
    assert learning.learn(chat.id, LATER + timedelta(seconds=30)) is None
    assert not Conversation.objects.to_learn(LATER + timedelta(seconds=30)).exists()
    assert schedule.learn_waiting(PAST_LEASE) == 1
    assert statements() == ["你的猫叫小花"]


def test_a_late_worker_writes_nothing(
    scripted: ModelServer, meanwhile: Meanwhile, chat: Conversation, say: Say
) -> None:
    message = say("我的猫叫小花")
    meanwhile(lambda: learning._claim(chat.id, PAST_LEASE))
    assert learning.learn(chat.id, LATER) is None
    assert untouched(message)
    assert (
        Conversation.objects.get(id=chat.id).learning_until == PAST_LEASE + learning.LEASE
    )  # the newer claim's


def test_a_late_worker_adds_nothing_to_what_its_successor_wrote(
    scripted: ModelServer, meanwhile: Meanwhile, chat: Conversation, say: Say
) -> None:
    say("我的猫叫小花")
    done: list[Report | None] = []

    def successor() -> None:
        if not done:
            done.append(None)
            done.append(learning.learn(chat.id, PAST_LEASE))

    meanwhile(successor)
    assert learning.learn(chat.id, LATER) is None
    assert done[1] is not None
    assert statements() == ["你的猫叫小花"]
    assert Evidence.objects.count() == 1
    assert Event.objects.filter(kind=EventKind.LEARNED).count() == 1


def test_a_line_taken_away_during_the_call_is_not_learnt(
    scripted: ModelServer, meanwhile: Meanwhile, chat: Conversation, say: Say
) -> None:
    gone, stays = say("我的猫叫小花"), say("我在杭州工作")
    meanwhile(lambda: Message.objects.filter(id=gone.id).update(live=False))
    schedule.learn_conversation(chat.id, LATER)
    assert untouched(stays)
    schedule.learn_conversation(chat.id, LATER)
    assert "小花" not in "".join(statements())
    assert Message.objects.get(id=gone.id).learnt_at is None
    assert Message.objects.get(id=stays.id).learnt_at is not None


def test_pausing_during_the_call_writes_nothing(
    scripted: ModelServer, meanwhile: Meanwhile, lin: User, chat: Conversation, say: Say
) -> None:
    message = say("我的猫叫小花")
    meanwhile(lambda: switching.pause_all(lin, LATER, paused=True))
    assert schedule.learn_conversation(chat.id, LATER) == 0
    assert untouched(message)
    assert Conversation.objects.get(id=chat.id).learning_until is None


def test_while_memory_is_paused_no_model_is_asked(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    message = say("我的猫叫小花")
    switching.pause_all(lin, LATER, paused=True)
    assert schedule.learn_waiting(LATER) == 0
    assert not scripted.requests()
    switching.pause_all(lin, LATER, paused=False)
    assert schedule.learn_waiting(LATER) == 1  # it was said before the pause
    assert Message.objects.get(id=message.id).learnt_at == LATER


def test_what_was_said_while_paused_is_never_learnt(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    switching.pause_all(lin, NOW, paused=True)
    message = say("我的猫叫花卷")
    switching.pause_all(lin, NOW, paused=False)
    say("今天天气不错")
    schedule.learn_waiting(LATER)
    learning.relearn(lin, LATER)
    assert message.learn_bar == "paused"
    assert untouched(message)
    assert "花卷" not in str(scripted.requests())  # nor as context of what is read


def test_what_was_answered_to_a_paused_line_is_not_read_either(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    switching.pause_all(lin, NOW, paused=True)
    say("我的猫叫花卷")
    reply = keeping.begin_reply(chat.id, NOW + timedelta(seconds=5))
    assert reply is not None
    keeping.finish(reply.id, Ended(Status.COMPLETE, "花卷真可爱。"), None, NOW + timedelta(seconds=6))
    switching.pause_all(lin, NOW, paused=False)
    say("今天天气不错", at=NOW + timedelta(seconds=20))
    assert schedule.learn_waiting(LATER) == 1
    assert "花卷" not in str(scripted.requests())


def test_temporary_conversations_are_never_learnt_from(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    Conversation.objects.filter(id=chat.id).update(temporary=True)
    chat.refresh_from_db()
    message = say("我的猫叫小花", where=chat)
    schedule.learn_waiting(LATER)
    Conversation.objects.filter(id=chat.id).update(temporary=False)
    schedule.learn_waiting(LATER)
    learning.relearn(lin, LATER)
    assert message.learn_bar == "temporary"
    assert untouched(message)
    assert not scripted.requests()


@pytest.mark.parametrize("text", ["我不想活了，我的猫叫小花", "i want to die. my cat is called Miso"])
def test_lines_at_risk_are_never_learnt_from(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say, text: str
) -> None:
    message = say(text)
    say("今天天气不错")
    schedule.learn_waiting(LATER)
    learning.relearn(lin, LATER)
    assert message.learn_bar == "risk"
    assert untouched(message)
    assert text[-6:] not in str(scripted.requests())


def test_batches_are_bounded_and_ask_once_each(scripted: ModelServer, chat: Conversation, say: Say) -> None:
    for number in range(30):
        say(f"第{number}天：" + "今天在学校里忙了一整天，" * (4 + number % 9))
    batches = 0
    while batch := learning._batch(chat, LATER):
        assert len(batch) == 1 or sum(tokens.estimate(line.text) for line in batch) <= learning.BATCH_TOKENS
        assert learning.learn(chat.id, LATER) is not None
        batches += 1
    assert batches > 3
    assert len(scripted.requests()) == batches
    assert not Message.objects.filter(learnt_at=None).exists()


def test_a_line_longer_than_a_batch_is_one_of_its_own(chat: Conversation, say: Say) -> None:
    say("长" * 3_000)
    say("短")
    assert [len(line.text) for line in learning._batch(chat, LATER)] == [3_000]


def test_the_models_and_the_rules_claim_are_one_row(
    scripted: ModelServer, chat: Conversation, say: Say
) -> None:
    say("我的猫叫小花")
    scripted.script({"match": "小花", "json": {"items": [item(1, "我的猫叫小花", "小花", "你的猫叫小花")]}})
    schedule.learn_conversation(chat.id, LATER)
    assert statements() == ["你的猫叫小花"]
    assert Evidence.objects.count() == 1


def test_a_model_that_is_away_costs_only_its_own_part(
    scripted: ModelServer, chat: Conversation, say: Say
) -> None:
    say("我的猫叫小花")
    scripted.script({"match": "", "status": 500})
    report = learning.learn(chat.id, LATER)
    assert report is not None
    assert report.model_failed
    assert statements() == ["你的猫叫小花"]
    assert Conversation.objects.get(id=chat.id).learning_failures == 1


@pytest.mark.parametrize("step", ["still_ours", "announce"])
def test_a_worker_killed_between_steps_leaves_nothing_half_written(
    monkeypatch: pytest.MonkeyPatch, chat: Conversation, say: Say, step: str
) -> None:
    message = say("我的猫叫小花")
    real = learning._job

    def job(*args: Any) -> Any:
        made = real(*args)
        finished = getattr(made, step)

        def then_die(*given: Any) -> None:
            finished(*given)
            raise KeyboardInterrupt

        changed: dict[str, Any] = {step: then_die}
        return dataclasses.replace(made, **changed)

    monkeypatch.setattr(learning, "_job", job)
    with pytest.raises(KeyboardInterrupt):
        learning.learn(chat.id, LATER)
    assert untouched(message)
    assert not Event.objects.filter(kind=EventKind.LEARNED).exists()
    monkeypatch.setattr(learning, "_job", real)
    assert schedule.learn_waiting(LATER) == 0
    assert schedule.learn_waiting(PAST_LEASE) == 1
    assert statements() == ["你的猫叫小花"]


def test_a_worker_killed_after_its_transaction_did_the_work(
    monkeypatch: pytest.MonkeyPatch, chat: Conversation, say: Say
) -> None:
    say("我的猫叫小花")

    def die(*_args: Any) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(learning, "_release", die)
        with pytest.raises(KeyboardInterrupt):
            learning.learn(chat.id, LATER)
    assert schedule.learn_waiting(PAST_LEASE) == 0
    assert statements() == ["你的猫叫小花"]
    assert Event.objects.filter(kind=EventKind.LEARNED).count() == 1


def test_learning_again_over_old_lines_changes_nothing(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    for text in (
        "我叫林晚，在杭州当小学老师",
        "我的猫叫小花",
        "我不喜欢香菜",
        "七月二十号要去新加坡开会",
        "别再提我爸了",
        "我搬到上海了",
    ):
        say(text)
    scripted.script({"match": "小花", "json": {"items": [item(2, "我的猫叫小花", "小花", "你的猫叫小花")]}})
    schedule.learn_waiting(LATER)
    schedule.embed_waiting(LATER)
    before = everything()
    assert len(before["Memory"]) >= 5
    for days in (1, 2):
        reports = learning.relearn(lin, LATER + timedelta(days=days))
        assert reports
        assert everything() == before


def test_one_that_cannot_be_learnt_from_does_not_stop_the_others(
    chat: Conversation, say: Say, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    chats = [chat, conversations.start_empty(chat.user, chat.persona_version, NOW)]
    for where, words in zip(chats, ("我住在杭州", "我的猫叫小花"), strict=True):
        say(words, where=where)

    def remember(job: Any, now: Any) -> Report:
        if "杭州" in job.exchange.lines[0].text:
            raise ValueError(job.exchange.lines[0].text)
        return memory_learning.remember(job, now)

    monkeypatch.setattr("companion.learning.remember", remember)
    assert schedule.learn_waiting(LATER) == 1
    assert statements() == ["你的猫叫小花"]
    assert "ValueError" in caplog.text
    assert "杭州" not in caplog.text


def test_fixed_words_of_the_house_are_nobodys_promise(chat: Conversation, say: Say) -> None:
    """先保证安全 stands in what is said to whoever is beaten, and was remembered as something the companion had promised."""
    for number, line in enumerate(("我老公昨晚又打我了", "我叫林晓")):
        at = NOW + timedelta(minutes=number)
        say(line, at=at)
        reply = answer(chat, at + timedelta(seconds=5))
        assert number or "先保证安全" in reply.text
    schedule.learn_conversation(chat.id, LATER)
    attributes = {memory.attribute for memory in Memory.objects.all()}
    assert "name" in attributes
    assert "promise" not in attributes
