"""What a new claim does to what is known, as a table."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory.candidates import USER, Candidate, Operation, Precision, Span
from memory.policy import Kind
from memory.reconciliation import Action, Known, reconcile

DAY = datetime(2026, 7, 20, 9, tzinfo=UTC)
OLD = uuid.uuid4()


def claim(
    kind: Kind, attribute: str, value: str, operation: Operation = Operation.STATE, polarity: int = 1,
    when: Span | None = None, subject: str = USER,
) -> Candidate:  # fmt: skip
    return Candidate(
        kind, subject, attribute, value, f"你{value}", "zh", uuid.uuid4(), value, polarity,
        operation=operation, when=when,
    )  # fmt: skip


def known(
    value: str,
    kind: Kind = Kind.IDENTITY,
    polarity: int = 1,
    source: str = "stated",
    day: datetime | None = None,
) -> Known:
    return Known(
        OLD, kind, value, polarity, "current", source, day, day + timedelta(hours=2) if day else None
    )


def span(day: datetime) -> Span:
    return Span(day, day + timedelta(hours=2), Precision.DAY)


S, C, G, X, E, L = (
    Operation.STATE,
    Operation.CORRECT,
    Operation.CHANGE,
    Operation.EXCEPTION,
    Operation.END,
    Operation.LIFT,
)
ID, P, N, B, Y = Kind.IDENTITY, Kind.PREFERENCE, Kind.PERSON, Kind.BOUNDARY, Kind.STYLE

TABLE = [
    ("first statement", claim(ID, "city", "杭州"), [], Action.ADD),
    ("same again", claim(ID, "city", "杭州"), [known("杭州")], Action.CONFIRM),
    ("longer wording of a place", claim(ID, "city", "浙江杭州"), [known("杭州")], Action.CONFIRM),
    ("case and spaces don't matter", claim(ID, "name", "ANNA Lee"), [known("anna lee")], Action.CONFIRM),
    ("bare different value", claim(ID, "city", "苏州"), [known("杭州")], Action.CONFLICT),
    ("explicit correction", claim(ID, "city", "苏州", C), [known("杭州")], Action.CORRECT),
    ("dated change", claim(ID, "job", "负责人", G), [known("区域经理")], Action.CHANGE),
    ("no longer, nothing new", claim(ID, "job", "老师", E), [known("老师")], Action.END),
    ("denied", claim(ID, "hometown", "山东", polarity=-1), [known("山东")], Action.END),
    ("denies what nobody believed", claim(ID, "hometown", "山东", polarity=-1), [], Action.ADD),
    ("takes back a slip of the tongue", claim(ID, "city", "Cork", Operation.CORRECT, -1), [], Action.DROP),
    ("says again what it is not", claim(ID, "city", "Cork", polarity=-1), [known("Cork", polarity=-1)], Action.CONFIRM),
    ("is so after all", claim(ID, "city", "Cork"), [known("Cork", polarity=-1)], Action.ADD),
    ("ages move on", claim(ID, "age", "31"), [known("30")], Action.CHANGE),
    ("said beats guessed", claim(ID, "city", "苏州"), [known("杭州", source="inferred")], Action.CORRECT),
    ("said does not silently beat set", claim(ID, "city", "苏州"), [known("杭州", source="set")], Action.CONFLICT),
    ("this time only", claim(P, "diet", "不吃辣", X), [known("吃辣", P)], Action.EXCEPTION),
    ("many likes stand together", claim(P, "like", "爬山"), [known("游泳", P)], Action.ADD),
    ("polarity flips by change", claim(P, "like", "爬山", G, -1), [known("爬山", P)], Action.CHANGE),
    ("polarity flips barely", claim(P, "like", "爬山", S, -1), [known("爬山", P)], Action.CONFLICT),
    ("a friend's second name is asked about", claim(N, "name", "小雨", subject="妹妹"), [known("小雪", N)], Action.CONFLICT),
    ("a boundary again", claim(B, "boundary", "爸爸"), [known("爸爸", B)], Action.CONFIRM),
    ("another boundary", claim(B, "boundary", "前任"), [known("爸爸", B)], Action.ADD),
    ("a boundary lifted", claim(B, "boundary", "爸爸", L), [known("我爸爸", B)], Action.END),
    ("nothing to lift", claim(B, "boundary", "爸爸", L), [known("前任", B)], Action.DROP),
    ("a newer instruction on the same side", claim(Y, "style", "回答详细一点"), [known("回答短一点", Y)], Action.CHANGE),
    ("an instruction on another side", claim(Y, "style", "别给建议"), [known("回答短一点", Y)], Action.ADD),
]  # fmt: skip


@pytest.mark.parametrize(
    ("candidate", "rows", "action"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_table(candidate: Candidate, rows: list[Known], action: Action) -> None:
    assert reconcile(candidate, rows).action is action


def test_events_are_many() -> None:
    """A second hospital stay is not swallowed by the first."""
    again = claim(Kind.EVENT, "event_what", "住院", when=span(DAY + timedelta(days=60)))
    assert reconcile(again, [known("住院", Kind.EVENT, day=DAY)]).action is Action.ADD
    same = claim(Kind.EVENT, "event_what", "住院", when=span(DAY))
    assert reconcile(same, [known("住院", Kind.EVENT, day=DAY)]).action is Action.CONFIRM


def test_a_plan_moves_and_happens() -> None:
    plan = known("去新加坡开会", Kind.PLAN, day=DAY)
    moved = claim(Kind.PLAN, "event_what", "去新加坡开会", when=span(DAY + timedelta(days=5)))
    assert reconcile(moved, [plan]).action is Action.CHANGE
    told = claim(Kind.EVENT, "event_what", "去新加坡", when=None)
    assert reconcile(told, [plan]).action is Action.HAPPENED
    off = claim(Kind.PLAN, "event_what", "去新加坡开会", E)
    assert reconcile(off, [plan]).action is Action.END


def test_every_target_is_an_open_row() -> None:
    for _name, candidate, rows, _action in TABLE:
        decision = reconcile(candidate, rows)
        assert set(decision.targets) <= {row.id for row in rows}


def test_two_dinners_are_two_plans() -> None:
    friday = known("dinner with Anna", Kind.PLAN, day=DAY)
    bob = claim(Kind.PLAN, "event_what", "dinner with Bob", when=span(DAY + timedelta(days=1)))
    anna = claim(Kind.PLAN, "event_what", "the dinner with Anna", when=span(DAY + timedelta(days=4)))
    assert reconcile(bob, [friday]).action is Action.ADD
    assert reconcile(anna, [friday]).action is Action.CHANGE


def test_a_correction_settles_a_conflict() -> None:
    sides = [known("林晚"), replace(known("林婉"), id=uuid.uuid4())]
    decision = reconcile(claim(Kind.IDENTITY, "name", "林晚", C), sides)
    assert decision.action is Action.CORRECT
    assert set(decision.targets) == {side.id for side in sides}
