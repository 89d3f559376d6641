"""A worker killed at any statement loses nothing, doubles nothing, and leaves nothing half done: run again, it comes to where
an undisturbed run comes. And what a person does during a long model call wins.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections, transaction

from memory import curating, forgetting, importing, switching, undoing
from memory.candidates import Exchange, Line, Speaker
from memory.dreaming import runs
from memory.extraction.model import Answer
from memory.forgetting import requests
from memory.learning import Job, remember
from memory.models import (
    Alias,
    Bin,
    Derivation,
    Evidence,
    ForgetRequest,
    Memory,
    Receipt,
    Relation,
    Tombstone,
    Transition,
    Verdict,
    Withheld,
)
from memory.states import OPEN_STATUSES, Status
from memory.unlearning import unlearn
from tests.memory.conftest import ZONE
from tests.memory.world import World
from transcript.models import Message

Deed = Callable[[World], object]
LONGEST = 600
"""Statements after which a deed must have come to its end."""


class Killed(BaseException):
    """The process is no more: nothing in the product may catch it."""


@contextmanager
def killed_at(number: int) -> Iterator[None]:
    """Die before the statement of this number; what is rolled back afterwards is the database's doing."""
    left = number

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        left -= not sql.startswith("RELEASE")  # the commit itself is done or not done
        if left == 0:
            raise Killed
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield


def state(world: World) -> dict[str, Any]:
    """All that memory holds of a person, without the ids that each run makes anew."""
    user = world.user
    words: dict[uuid.UUID | None, str] = {None: ""}
    words |= {row.id: f"{row.statement}/{row.recorded_at:%d%H%M%S}" for row in world.rows()}
    rows = [
        (words[row.id], row.status, row.phase, row.reason, round(row.confidence, 4), row.use, row.source, row.version,
         words[row.closed_by_id], sorted((proof.quote, str(proof.message_id)) for proof in row.evidence.all()))
        for row in world.rows()
    ]  # fmt: skip
    steps = Transition.objects.for_user(user)
    ties = Relation.objects.for_user(user)
    proofs = Derivation.objects.for_user(user)
    return {
        "rows": sorted(rows, key=str),
        "steps": sorted((one.kind, one.reason, words[one.old_id], words[one.new_id]) for one in steps),
        "ties": sorted((one.kind, words[one.start_id], words[one.end_id]) for one in ties),
        "proofs": sorted((words[one.conclusion_id], words[one.premise_id]) for one in proofs),
        "names": sorted(alias.name for alias in Alias.objects.for_user(user)),
        "reports": sorted((one.text, one.verdict, one.reason) for one in Verdict.objects.for_user(user)),
        "graves": sorted(bytes(one.key) for one in Tombstone.objects.for_user(user)),
        "withheld": sorted(one.quote for one in Withheld.objects.for_user(user)),
        "bins": Bin.objects.for_user(user).count(),
        "receipts": sorted(str(one.counts) for one in Receipt.objects.for_user(user)),
        "requests": sorted(one.settled_at is None for one in ForgetRequest.objects.for_user(user)),
        "evidence": Evidence.objects.for_user(user).count(),
    }


def row_of(world: World, words: str) -> Memory:
    return next(row for row in world.rows() if words in row.statement)


def lines(world: World, *texts: str) -> Exchange:
    """The last lines, said and not yet learnt from."""
    said = [
        Message.objects.create(
            user=world.user, conversation=world.chat, role="user", text=text, status="received", created_at=world.later()
        )
        for text in texts
    ]  # fmt: skip
    return Exchange(tuple(Line(one.id, Speaker.USER, one.text, one.created_at) for one in said), ZONE)


def to_remember(world: World) -> Deed:
    exchange = lines(
        world, "我上个月搬到苏州了", "不对，我的猫叫豆包", "我妹妹叫小雨，她喜欢画画", "我不喜欢咖啡", "今天不想听建议", "别再提我爸了"
    )  # fmt: skip
    return lambda world: remember(Job(world.user, exchange), world.now)


def to_forget(world: World) -> Deed:
    keys = [row.id for row in world.rows() if "小花" in row.statement or "咖啡" in row.statement]
    assert len(keys) >= 2
    return lambda world: forgetting.forget(world.user, keys, world.now)


def to_restore(world: World) -> Deed:
    receipt = forgetting.forget(
        world.user, [row_of(world, "小花").id, row_of(world, "杭州").id], world.later()
    )
    return lambda world: forgetting.restore_all(world.user, receipt.id, world.now)


def to_undo(world: World) -> Deed:
    world.tell("我住在青岛")
    world.press("confirm", row_of(world, "青岛"))
    act = world.acts[-1]
    world.later()
    return lambda world: undoing.undo(world.user, act, world.now)


def to_confirm(world: World) -> Deed:
    world.tell("我住在青岛")
    key, act = row_of(world, "青岛").id, uuid.uuid4()
    return lambda world: curating.confirm(world.user, key, world.now, act)


def to_edit(world: World) -> Deed:
    row, act = row_of(world, "小花"), uuid.uuid4()
    return lambda world: curating.edit(
        world.user, row.id, curating.Edit("你的猫叫豆包", row.version), world.now, act
    )


def to_reject(world: World) -> Deed:
    world.tell("我住在青岛")
    key, act = row_of(world, "青岛").id, uuid.uuid4()
    return lambda world: curating.reject(world.user, key, world.now, act)


def to_settle(world: World) -> Deed:
    line = Message.objects.get(id=world.tell("忘掉关于小花的一切"))
    request = requests.bind(line, "小花", world.now)
    assert request.memories
    return lambda world: requests.settle(request, None, world.now)


def to_take(world: World) -> Deed:
    text = "[2024-05-01] - 我喜欢爬山\n我在银行上班\nUser lives in Leeds"
    return lambda world: importing.take(world.user, text, range(1, 9), world.now)


def to_unlearn(world: World) -> Deed:
    line = world.tell("我上个月搬到苏州了")
    return lambda world: unlearn(world.user, [line], world.now)


DEEDS = {
    deed.__name__.removeprefix("to_"): deed
    for deed in (
        to_remember, to_forget, to_restore, to_undo, to_confirm, to_edit, to_reject, to_settle, to_take, to_unlearn,
    )
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("name", DEEDS)
def test_killed_at_many_statements(name: str) -> None:
    kill(name, 23)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("name", DEEDS)
def test_killed_at_every_statement(name: str) -> None:
    kill(name, 1)


def kill(name: str, stride: int) -> None:
    """Die at every so-manieth statement, and then run to the end."""
    world = World()
    for text in ("我住在杭州", "我的猫叫小花", "昨天带小花去了医院", "我喜欢喝咖啡", "下周三要去面试"):
        world.tell(text)
    deed = DEEDS[name](world)
    with undone():
        deed(world)
        wanted = state(world)
    before, number, done = state(world), 1, False
    assert wanted != before
    while not done:
        assert number < LONGEST
        with undone():
            try:
                with killed_at(number):
                    deed(world)
                done = True
            except Killed:
                if name != "restore":  # several transactions: the first may have been done
                    assert state(world) == before, number
                deed(world)
            assert state(world) == wanted, number
        number += stride
    assert number > 5


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens inside is as if it had not been."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_a_dream_killed_at_every_statement() -> None:
    world = World()
    world.tell("我的猫叫小花")
    for text in ("昨天带小花去了医院", "今天带小花去医院复查了"):
        world.later(days=3)
        world.tell(text)
    begin, again = world.later(hours=9), world.now + runs.LEASE
    with undone():
        runs.dream(world.user, begin, by_hand=True)
        wanted = [(row.statement, row.status) for row in world.rows()]
    number, done = 0, False
    while not done:
        number += 11
        assert number < LONGEST
        with undone():
            try:
                with killed_at(number):
                    runs.dream(world.user, begin, by_hand=True)
                done = True
            except Killed:
                runs.dream(world.user, again, by_hand=True)
            assert sorted((row.statement, row.status) for row in world.rows()) == sorted(wanted), number


class SlowModel:
    """A model that takes as long as the test wants."""

    def __init__(self) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()

    def __call__(self, messages: list[dict[str, str]], schema: type[Any]) -> Answer:
        self.asked.set()
        assert self.go_on.wait(30)
        return Answer()


def while_the_model_thinks(world: World, text: str, deed: Callable[[], object]) -> None:
    """Somebody does something while a worker waits for its model, and then the worker writes."""
    exchange, model, failed = lines(world, text), SlowModel(), []

    def work() -> None:
        try:
            remember(Job(world.user, exchange, model), world.later(minutes=2))
        except Exception as error:
            failed.append(error)
        finally:
            connections.close_all()

    worker = threading.Thread(target=work)
    worker.start()
    assert model.asked.wait(30)
    deed()
    model.go_on.set()
    worker.join(30)
    assert not failed
    assert not worker.is_alive()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("line", ["我的猫叫小花", "不对，我的猫叫小花", "我的猫现在叫小黑了"])
def test_an_edit_during_the_call_wins(line: str) -> None:
    world = World()
    world.tell("我的猫叫小花")
    row = row_of(world, "小花")
    while_the_model_thinks(world, line, lambda: world.press("edit", row, "你的猫叫豆包"))
    assert [(row.value, row.status) for row in world.rows(*OPEN_STATUSES) if row.attribute == "name"] == [
        ("豆包", Status.CURRENT)
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", ["forget", "reject"])
def test_what_is_deleted_or_rejected_during_the_call_stays_so(deed: str) -> None:
    world = World()
    world.tell("我的猫叫小花")
    row = row_of(world, "小花")
    while_the_model_thinks(
        world, "我的猫叫小花", lambda: world.forget(row) if deed == "forget" else world.press("reject", row)
    )
    assert not [row for row in world.rows(*OPEN_STATUSES) if "小花" in row.statement]
    world.check()


@pytest.mark.django_db(transaction=True)
def test_pausing_during_the_call_writes_nothing() -> None:
    world = World()
    while_the_model_thinks(
        world, "我的猫叫小花", lambda: switching.pause_all(world.user, world.now, paused=True)
    )
    assert not world.rows()
