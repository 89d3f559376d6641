"""When the companion may write first. Sending is tested with the companion's own room."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from memory.policy import Kind
from tests.topics.conftest import NOW, ZONE, Make
from topics import offering, reaching
from topics.models import Reachout
from topics.reaching import Standing, Wish, in_quiet, may_not_write, moment_for
from transcript.models import Conversation, Message, Role, Status

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NOON = NOW.replace(hour=12)


def standing(**more: Any) -> Standing:
    values: dict[str, Any] = {
        "on": True, "quiet": (22, 8), "a_week": 3, "careful": False, "paused": False, "sent": [], "unanswered": 0, "opened": [],
        "spoke": NOON - DAY,
    }  # fmt: skip
    return Standing(**{**values, **more})


@pytest.mark.parametrize(
    ("stands", "reason"),
    [
        (standing(), ""), (standing(on=False), "off"), (standing(careful=True), "risk"), (standing(paused=True), "paused"),
        (standing(quiet=(11, 13)), "quiet"), (standing(unanswered=3), "unanswered"), (standing(unanswered=2), ""),
        (standing(sent=[NOON - 10 * HOUR]), "one_a_day"), (standing(sent=[NOON - 25 * HOUR]), ""),
        (standing(sent=[NOON - 2 * DAY, NOON - 3 * DAY, NOON - 5 * DAY]), "week"),
        (standing(sent=[NOON - 2 * DAY, NOON - 3 * DAY, NOON - 8 * DAY]), ""),
        (standing(a_week=7, sent=[NOON - n * DAY for n in range(2, 7)]), ""),
        (standing(spoke=NOON - HOUR), "talking"), (standing(spoke=None), ""),
        (standing(opened=[NOON - 3 * HOUR]), "opened"), (standing(opened=[NOON - 30 * HOUR]), ""),
    ],
)  # fmt: skip
def test_what_forbids_it(user: User, stands: Standing, reason: str) -> None:
    assert may_not_write(stands, user, NOON) == reason


@pytest.mark.parametrize(
    ("hour", "quiet", "inside"),
    [
        (22, (22, 8), True), (3, (22, 8), True), (7, (22, 8), True), (8, (22, 8), False), (21, (22, 8), False),
        (1, (0, 6), True), (6, (0, 6), False), (12, (5, 5), False),
    ],
)  # fmt: skip
def test_quiet_hours(hour: int, quiet: tuple[int, int], inside: bool) -> None:
    assert in_quiet(hour, quiet) is inside


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/Los_Angeles", "Europe/London", "Asia/Kolkata"])
@pytest.mark.parametrize("hour", range(0, 24, 3))
def test_a_moment_is_never_quiet_and_of_the_same_day(user: User, zone: str, hour: int) -> None:
    user.time_zone = zone
    now = datetime(2026, 7, 20, hour, 5, tzinfo=ZoneInfo(zone))
    at = moment_for(user, now, (22, 8))
    if at is None:
        assert hour >= 18
        return
    local = at.astimezone(user.zone)
    assert local.date() == now.date()
    assert 10 <= local.hour < 20
    assert at >= now + reaching.EARLIEST


@pytest.fixture
def plan(user: User, make: Make) -> None:
    make(Kind.PLAN, "你打算去字节面试", phase="unconfirmed", true_from=NOON - DAY, true_until=NOON - DAY)
    _line(user, NOON - DAY)
    offering.refresh(user, NOON)


def _line(user: User, at: datetime) -> Message:
    talk = Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=at, last_message_at=at
    )
    return Message.objects.create(
        user=user, conversation=talk, role=Role.USER, text="我来了", status=Status.COMPLETE, created_at=at
    )


@pytest.mark.usefixtures("plan")
def test_nothing_is_planned_until_they_opt_in(user: User) -> None:
    assert reaching.plan(user, NOON, careful=False) is None
    reaching.wish(user, Wish(on=True), NOON)
    made = reaching.plan(user, NOON, careful=False)
    assert made is not None
    assert (made.source, made.day, made.state) == ("plan", NOON.date(), "planned")
    assert not in_quiet(made.planned_for.astimezone(ZONE).hour, (22, 8))


@pytest.mark.usefixtures("plan")
def test_one_plan_a_day_and_none_at_risk(user: User) -> None:
    reaching.wish(user, Wish(on=True), NOON)
    assert reaching.plan(user, NOON, careful=True) is None
    assert reaching.plan(user, NOON, careful=False)
    assert reaching.plan(user, NOON + HOUR, careful=False) is None
    assert Reachout.objects.count() == 1


@pytest.mark.usefixtures("plan")
def test_opting_out_drops_what_was_planned(user: User) -> None:
    reaching.wish(user, Wish(on=True), NOON)
    reaching.plan(user, NOON, careful=False)
    reaching.wish(user, Wish(on=False), NOON)
    row = Reachout.objects.get()
    assert (row.state, row.reason) == ("dropped", "off")
    assert not reaching.due(NOON + DAY)


def test_a_thread_alone_is_worth_no_message_until_they_were_away(user: User, make: Make) -> None:
    make(Kind.THREAD, "你在学吉他", phase="open", recorded_at=NOON - 9 * DAY)
    reaching.wish(user, Wish(on=True), NOON)
    _line(user, NOON - DAY)
    offering.refresh(user, NOON)
    assert reaching.plan(user, NOON, careful=False) is None
    Message.objects.update(created_at=NOON - 5 * DAY)
    assert reaching.plan(user, NOON, careful=False) is not None


@pytest.mark.parametrize(("step", "left"), [(7, 3), (3, 1)])
def test_fewer_is_one_step_fewer(user: User, step: int, left: int) -> None:
    reaching.wish(user, Wish(on=True, a_week=step), NOON)
    row = reaching.fewer(user, NOON)
    assert row is not None
    assert (row.on, row.a_week) == (True, left)


def test_fewer_than_one_a_week_is_off(user: User) -> None:
    reaching.wish(user, Wish(on=True, a_week=1), NOON)
    row = reaching.fewer(user, NOON)
    assert row is not None
    assert not row.on
    assert reaching.fewer(User.objects.create_user("x@example.org"), NOON) is None
