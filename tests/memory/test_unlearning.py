"""Lines that leave the path take with them what they alone taught, and what they did to other rows."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from memory import curating, forgetting
from memory.candidates import Exchange, Line, Speaker
from memory.learning import Job, remember
from memory.models import Evidence, Memory, Tombstone, Transition
from memory.states import Status
from memory.unlearning import Unlearnt, unlearn
from transcript.models import Conversation, Message, Role
from transcript.models import Status as Said

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 1, 20, 0, tzinfo=ZONE)

pytestmark = pytest.mark.django_db


@pytest.fixture
def lin(db: None) -> User:
    return User.objects.create_user("lin@example.org", "pw", time_zone="Asia/Shanghai")


@pytest.fixture
def chat(lin: User) -> Conversation:
    return Conversation.objects.create(
        user=lin, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW
    )


class Teller:
    """Says lines and learns from each at once."""

    def __init__(self, user: User, chat: Conversation) -> None:
        self.user, self.chat, self.at = user, chat, NOW

    def __call__(self, text: str) -> uuid.UUID:
        self.at += timedelta(minutes=5)
        row = Message.objects.create(
            user=self.user, conversation=self.chat, role=Role.USER, text=text, status=Said.RECEIVED,
            created_at=self.at, learnt_at=self.at,
        )  # fmt: skip
        self.learn(row.id, text)
        return row.id

    def learn(self, key: uuid.UUID, text: str) -> None:
        lines = (Line(key, Speaker.USER, text, self.at),)
        remember(Job(self.user, Exchange(lines=lines, zone=ZONE)), self.at)


@pytest.fixture
def tell(lin: User, chat: Conversation) -> Teller:
    return Teller(lin, chat)


def known(user: User, status: str = Status.CURRENT) -> list[str]:
    return sorted(row.statement for row in Memory.objects.for_user(user).filter(status=status))


def state(user: User) -> list[tuple[Any, ...]]:
    """Everything that counts about the rows, without what only numbers their versions."""
    return sorted(
        (row.statement, row.status, row.phase, round(row.confidence, 4), row.true_until, row.closed_by_id,
         row.expires_at, row.evidence.count())
        for row in Memory.objects.for_user(user)
    )  # fmt: skip


def test_what_one_line_taught_goes_with_it(lin: User, tell: Teller) -> None:
    cat = tell("我的猫叫小花")
    tell("我在杭州工作")
    assert unlearn(lin, [cat], tell.at) == Unlearnt(gone=1)
    assert all("小花" not in statement for statement in known(lin))
    assert all("小花" not in proof.quote for proof in Evidence.objects.for_user(lin))
    assert len(known(lin)) == 1
    assert Message.objects.get(id=cat).learnt_at is None
    assert not Tombstone.objects.for_user(lin).exists()


def test_what_another_line_proves_too_stays_with_that_proof(lin: User, tell: Teller) -> None:
    first = tell("我的猫叫小花")
    before = state(lin)
    again = tell("我的猫叫小花啊")
    assert Evidence.objects.for_user(lin).count() == 2
    assert unlearn(lin, [again], tell.at) == Unlearnt(put_back=1, weakened=1)
    assert state(lin) == before
    tell("我的猫叫小花啊")
    assert unlearn(lin, [first], tell.at).gone == 0
    assert Evidence.objects.for_user(lin).count() == 1


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("我住在北京", "我上个月搬到上海了"),
        ("我的猫叫小花", "不对，我的猫叫小草"),
        ("我的猫叫小花", "我的猫叫小白"),
        ("我明天要去体检", "体检取消了"),
        ("我对花生过敏", "我对花生过敏"),
        ("我不吃香菜", "我现在吃香菜了"),
        ("以后回答短一点", "以后回答详细一点"),
        ("别提我爸", "可以聊我爸了"),
        ("我是设计师", "我不当设计师了"),
    ],
)
def test_a_line_that_changed_something_leaves_it_as_it_stood(
    lin: User, tell: Teller, first: str, then: str
) -> None:
    tell(first)
    before = state(lin)
    assert before, first
    second = tell(then)
    unlearn(lin, [second], tell.at)
    assert state(lin) == before
    assert unlearn(lin, [second], tell.at) == Unlearnt()
    assert state(lin) == before


def test_a_chain_of_changes_loses_its_middle(lin: User, tell: Teller) -> None:
    tell("我住在北京")
    middle = tell("不对，我住在上海")
    tell("不对，我住在杭州")
    assert known(lin) == ["你住在杭州"]
    unlearn(lin, [middle], tell.at)
    assert known(lin) == ["你住在杭州"]
    beijing = next(row for row in Memory.objects.for_user(lin) if "北京" in row.statement)
    assert beijing.status == Status.SUPERSEDED
    assert beijing.closed_by is not None
    assert "杭州" in beijing.closed_by.statement


def test_lines_that_come_back_are_learnt_again(lin: User, tell: Teller) -> None:
    tell("我住在北京")
    moved = tell("我上个月搬到上海了")
    before = state(lin)
    unlearn(lin, [moved], tell.at)
    tell.learn(moved, "我上个月搬到上海了")
    mended = [row[:1] + row[1:4] for row in state(lin)]
    assert mended == [row[:1] + row[1:4] for row in before]


@pytest.mark.parametrize("verb", ["edit", "confirm", "never_raise"])
def test_what_the_user_made_their_own_stays_without_the_words(lin: User, tell: Teller, verb: str) -> None:
    said = tell("我的猫叫小花")
    cat = Memory.objects.for_user(lin).get()
    if verb == "edit":
        curating.edit(lin, cat.id, curating.Edit("你的猫叫小白"), tell.at)
    elif verb == "confirm":
        curating.confirm(lin, cat.id, tell.at)
    else:
        curating.never_raise(lin, cat.id, tell.at)
    unlearn(lin, [said], tell.at)
    assert Memory.objects.for_user(lin).open().count() == 1
    assert not Evidence.objects.for_user(lin).exists()


def test_a_rejected_one_goes_and_stays_rejected(lin: User, tell: Teller) -> None:
    said = tell("我的猫叫小花")
    curating.reject(lin, Memory.objects.for_user(lin).get().id, tell.at)
    unlearn(lin, [said], tell.at)
    assert not Memory.objects.for_user(lin).exists()
    tell.learn(said, "我的猫叫小花")
    assert not Memory.objects.for_user(lin).open().exists()


def test_a_deleted_fact_does_not_come_back_by_a_branch(lin: User, tell: Teller) -> None:
    said = tell("我的猫叫小花")
    forgetting.forget(lin, [Memory.objects.for_user(lin).get().id], tell.at)
    unlearn(lin, [said], tell.at)
    tell.learn(said, "我的猫叫小花")
    assert not Memory.objects.for_user(lin).exists()


def test_what_the_user_did_since_is_not_put_back(lin: User, tell: Teller) -> None:
    tell("我住在北京")
    moved = tell("我的猫叫小花")
    city = next(row for row in Memory.objects.for_user(lin) if "北京" in row.statement)
    conflicting = tell("我住在上海")
    curating.confirm(lin, city.id, tell.at)
    unlearn(lin, [conflicting, moved], tell.at)
    city.refresh_from_db()
    assert city.status == Status.CURRENT
    assert city.confidence == pytest.approx(0.99)
    assert "你住在北京" in known(lin)


def test_a_strangers_lines_are_not_touched(lin: User, tell: Teller) -> None:
    said = tell("我的猫叫小花")
    other = User.objects.create_user("other@example.org", "pw")
    assert unlearn(other, [said], tell.at) == Unlearnt()
    assert len(known(lin)) == 1
    assert Message.objects.get(id=said).learnt_at is not None


def test_history_says_which_line_did_it(lin: User, tell: Teller) -> None:
    tell("我的猫叫小花")
    again = tell("我的猫叫小花啊")
    step = Transition.objects.for_user(lin).get()
    assert step.message_id == again
    assert step.before["status"] == Status.CURRENT
    assert "小花" not in str(step.before)
