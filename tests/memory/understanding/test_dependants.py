"""What a change makes doubtful, and what it leaves alone."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from accounts.models import User
from memory.models import Memory, Transition
from memory.states import Status, TransitionKind
from memory.understanding.dependants import DOUBTED, Fact, depends
from tests.memory.conftest import NOW, Tell

DAY = timedelta(days=1)


def fact(attribute: str, value: str, kind: str = "preference", statement: str = "") -> Fact:
    return Fact(uuid.uuid4(), kind, "user", attribute, value, statement or f"你{value}")


CAR = fact("item_has", "车", statement="我把车卖了")
CAR_EN = fact("item_has", "my car", statement="I sold my car")


@pytest.mark.parametrize(
    ("changed", "other"),
    [
        (CAR, fact("habit", "每天开车上班")),
        (CAR, fact("item_has", "停车位")),
        (CAR, fact("event_what", "续车险", "plan")),
        (CAR_EN, fact("habit", "drive to work", statement="Your habit: drive to work")),
        (
            CAR_EN,
            fact("event_what", "renew the car insurance", "plan", "You have to renew the car insurance"),
        ),
        (fact("city", "苏州", "identity"), fact("place_live", "湖东小区", "identity")),
        (fact("city", "苏州", "identity"), fact("habit", "坐地铁通勤")),
        (fact("job", "老师", "identity"), fact("habit", "和同事吃午饭")),
        (fact("employer", "海康", "identity"), fact("position", "主管", "identity")),
        (fact("pet", "狗", "person"), fact("habit", "每天遛狗")),
        (fact("relation", "男朋友", "person", "和男朋友分手了"), fact("event_what", "和他见家长", "plan")),
    ],
)
def test_it_is_doubtful(changed: Fact, other: Fact) -> None:
    assert depends(changed, other)


@pytest.mark.parametrize(
    ("changed", "other"),
    [
        (CAR, fact("like", "开车")),
        (CAR, fact("habit", "每天跑步")),
        (CAR, fact("event_what", "开车去了青海", "event")),
        (fact("city", "苏州", "identity"), fact("name", "林晚", "identity")),
        (fact("city", "苏州", "identity"), fact("like", "爬山")),
        (fact("job", "老师", "identity"), fact("birthday", "5月3日", "identity")),
    ],
)
def test_it_is_not(changed: Fact, other: Fact) -> None:
    assert not depends(changed, other)


def test_somebody_elses_change_touches_nothing_of_mine() -> None:
    theirs = Fact(uuid.uuid4(), "person", "妹妹", "item_has", "车", "妹妹把车卖了")
    assert not depends(theirs, fact("habit", "每天开车上班"))


@pytest.mark.django_db(transaction=True)
def test_a_sold_car_asks_about_the_commute(user: User, tell: Tell) -> None:
    tell("我每天开车上班", "我喜欢喝咖啡")
    habit = next(row for row in Memory.objects.all() if "开车" in row.statement)
    report = tell("我把车卖了", at=NOW + DAY)
    habit.refresh_from_db()
    assert (habit.status, habit.reason) == (Status.PENDING, DOUBTED)
    assert [item.memory for item in report.items if item.verdict == "doubt"] == [habit.id]
    assert Transition.objects.filter(old=habit, kind=TransitionKind.DOUBT).count() == 1
    others = Memory.objects.exclude(id=habit.id).values_list("status", flat=True)
    assert set(others) <= {Status.CURRENT, Status.SUPERSEDED}


@pytest.mark.django_db(transaction=True)
def test_what_is_said_in_the_same_breath_is_not_doubtful(user: User, tell: Tell) -> None:
    tell("我住在深圳")
    tell("我搬到苏州了，每天坐地铁通勤", at=NOW + DAY)
    assert not Memory.objects.filter(reason=DOUBTED).exists()
