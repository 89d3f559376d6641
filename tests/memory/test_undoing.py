"""One press of a button can be taken back, with everything that it did."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from memory import curating
from memory.curating import Place, Stale
from memory.models import Memory, Tombstone, Transition, Withheld
from memory.states import ScopeKind, Status
from memory.undoing import NothingToUndo, undo
from tests.memory.test_unlearning import NOW, Teller, chat, lin, state, tell  # noqa: F401
from transcript.models import Conversation

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


def one(user: User) -> Memory:
    return Memory.objects.for_user(user).open().earliest("recorded_at")


@pytest.mark.parametrize(
    "press",
    [
        lambda user, row, act: curating.confirm(user, row.id, LATER, act),
        lambda user, row, act: curating.reject(user, row.id, LATER, act),
        lambda user, row, act: curating.edit(user, row.id, curating.Edit("你的猫叫小白"), LATER, act),
        lambda user, row, act: curating.never_raise(user, row.id, LATER, act),
        lambda user, row, act: curating.pause(user, row.id, LATER, act),
        lambda user, row, act: curating.confine(
            user, row.id, Place(ScopeKind.CONVERSATION, uuid.uuid4()), LATER, act
        ),
    ],
)
@pytest.mark.parametrize("rivals", [False, True])
def test_a_press_is_taken_back_whole(lin: User, tell: Teller, press: Any, rivals: bool) -> None:  # noqa: F811
    tell("我的猫叫小花")
    if rivals:
        tell("我的猫叫小白")
        assert Memory.objects.for_user(lin).filter(status=Status.CONFLICTED).count() == 2
    before, act = state(lin), uuid.uuid4()
    press(lin, one(lin), act)
    assert Transition.objects.for_user(lin).filter(act=act).exists()
    assert undo(lin, act, LATER)
    assert state(lin) == before
    assert not Tombstone.objects.for_user(lin).exists()
    assert not Withheld.objects.for_user(lin).exists()
    assert all(
        row.use != "never_raise" and not row.paused and row.scope == ScopeKind.EVERYWHERE
        for row in Memory.objects.for_user(lin)
    )
    with pytest.raises(NothingToUndo):
        undo(lin, act, LATER)


def test_may_raise_again_and_back(lin: User, tell: Teller) -> None:  # noqa: F811
    tell("我的猫叫小花")
    row, act = one(lin), uuid.uuid4()
    curating.never_raise(lin, row.id, LATER)
    assert Withheld.objects.for_user(lin).count() == 1
    curating.may_raise(lin, row.id, LATER, act)
    assert not Withheld.objects.for_user(lin).exists()
    undo(lin, act, LATER)
    row.refresh_from_db()
    assert row.use == "never_raise"
    assert Withheld.objects.for_user(lin).count() == 1


def test_what_changed_again_since_is_not_put_back(lin: User, tell: Teller) -> None:  # noqa: F811
    tell("我的猫叫小花")
    row, act = one(lin), uuid.uuid4()
    new = curating.edit(lin, row.id, curating.Edit("你的猫叫小白"), LATER, act)
    curating.edit(lin, new.id, curating.Edit("你的猫叫小黑"), LATER)
    with pytest.raises(Stale):
        undo(lin, act, LATER)
    assert one(lin).statement == "你的猫叫小黑"


def test_an_act_is_its_users_and_lasts_a_day(lin: User, tell: Teller) -> None:  # noqa: F811
    tell("我的猫叫小花")
    act = uuid.uuid4()
    curating.pause(lin, one(lin).id, LATER, act)
    other = User.objects.create_user("other@example.org", "pw")
    with pytest.raises(NothingToUndo):
        undo(other, act, LATER)
    with pytest.raises(NothingToUndo):
        undo(lin, act, LATER + timedelta(hours=25))
    assert one(lin).paused


def test_pressing_twice_is_one_act(lin: User, tell: Teller, chat: Conversation) -> None:  # noqa: F811
    tell("我的猫叫小花")
    act = uuid.uuid4()
    curating.pause(lin, one(lin).id, LATER)
    curating.pause(lin, one(lin).id, LATER, act)
    with pytest.raises(NothingToUndo):
        undo(lin, act, LATER)
