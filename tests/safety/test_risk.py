from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.postgres.fields import ArrayField
from django.db import connection, models, transaction

from accounts.models import User
from safety import events, risk
from safety.events import Line
from safety.levels import Assessment, Flag, Level, Reason
from safety.models import RiskCount, RiskEvent, RiskState
from safety.unlinking import mark

NOW = datetime(2026, 7, 31, 23, 30, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def lin() -> User:
    return User.objects.create_user("lin@example.org", "a long pass word")


def line(at: datetime = NOW) -> Line:
    return Line(uuid.uuid4(), at, "zh", took_ms=3)


def note(user: User, one: Line, level: Level, *flags: Flag, reason: Reason = Reason.RULES) -> None:
    with transaction.atomic():
        risk.note(user, one, Assessment(level, frozenset(flags), ("zh2.wish",)), reason)


def test_the_event_table_has_no_room_for_words_or_persons() -> None:
    fields = RiskEvent._meta.get_fields()
    assert not [field for field in fields if field.is_relation]
    for field in fields:
        assert not isinstance(field, models.TextField | models.JSONField | models.FileField), field.name
        inner = field.base_field if isinstance(field, ArrayField) else field
        if isinstance(inner, models.CharField | models.BinaryField):
            assert inner.max_length is not None, field.name
            assert inner.max_length <= 64, field.name
        assert inner.__class__ in (
            models.UUIDField, models.DateTimeField, models.BinaryField, models.PositiveSmallIntegerField,
            models.PositiveIntegerField, models.CharField, models.BooleanField,
        ), field.name  # fmt: skip
    free = {"judge", "template", "rules", "lines_shown"}  # names of ours
    for field in fields:
        inner = field.base_field if isinstance(field, ArrayField) else field
        if isinstance(inner, models.CharField) and field.name not in free:
            assert inner.choices, field.name


def test_counters_know_no_person() -> None:
    names = {field.name for field in RiskCount._meta.get_fields()}
    assert names == {"id", "day", "level", "language", "flag", "events", "referrals", "clicks"}


def test_the_state_is_sealed_and_everybody_has_one(lin: User) -> None:
    calm = User.objects.create_user("calm@example.org", "a long pass word")
    note(lin, line(), Level.R4)
    note(calm, line(), Level.R0)
    assert risk.level(lin, NOW) == Level.R4
    assert risk.level(calm, NOW) == Level.R0
    with connection.cursor() as cursor:
        cursor.execute("SELECT kept FROM safety_riskstate ORDER BY user_id")
        rows = [bytes(row[0]) for row in cursor.fetchall()]
    assert len(rows) == 2
    assert len({len(row) for row in rows}) == 1  # not even by its size
    assert not any(b"level" in row or b"zh2" in row for row in rows)


def test_the_same_line_judged_again_stands_as_it_is_judged_now(lin: User) -> None:
    note(lin, line(NOW - timedelta(hours=1)), Level.R3)
    one = line()
    note(lin, one, Level.R4)
    assert risk.level(lin, NOW) == Level.R4
    assert risk.before(lin, one.id, NOW) == Level.R3
    note(lin, one, Level.R2, reason=Reason.LOWERED)
    assert risk.level(lin, NOW) == Level.R3
    event = RiskEvent.objects.get(line=mark("line", one.id, one.at))
    assert (event.level, event.reason) == (2, "lowered")
    assert RiskEvent.objects.count() == 2


def test_a_lowered_line_leaves_no_state(lin: User) -> None:
    one = line()
    note(lin, one, Level.R2)
    note(lin, one, Level.R0, reason=Reason.LOWERED)
    assert risk.level(lin, NOW) == Level.R0
    assert not RiskCount.objects.exclude(events=0).exists()


def test_rows_of_a_person_belong_together_for_a_month_and_to_nobody(lin: User) -> None:
    july, august = line(), line(NOW + timedelta(hours=1))
    for one in (july, august):
        note(lin, one, Level.R2)
    note(lin, line(), Level.R2)
    marks = [bytes(row.who) for row in RiskEvent.objects.order_by("at")]
    assert marks[0] == marks[1] != marks[2]
    assert lin.id.bytes not in b"".join(marks)


def test_a_card_is_counted_once_and_so_is_its_number(lin: User) -> None:
    one = line()
    note(lin, one, Level.R3, Flag.ED)
    for _twice in range(2):
        events.replied(one, "zh.r3.1", ["cn-12356"])
        assert events.clicked(one.id, one.at)
    assert not events.clicked(uuid.uuid4(), NOW)
    counts = {row.flag: (row.events, row.referrals, row.clicks) for row in RiskCount.objects.all()}
    assert counts == {"": (1, 1, 1), "ed": (1, 1, 1)}
    event = RiskEvent.objects.get()
    assert (event.template, event.lines_shown, event.card_shown) == ("zh.r3.1", ["cn-12356"], True)


def test_counts_follow_a_line_that_is_judged_again(lin: User) -> None:
    one = line()
    note(lin, one, Level.R2)
    events.replied(one, "zh.r2.1", [])
    note(lin, one, Level.R4, reason=Reason.RAISED)
    assert {row.level: (row.events, row.referrals) for row in RiskCount.objects.all()} == {
        2: (0, 0),
        4: (1, 1),
    }


def test_events_go_after_half_a_year_and_counters_stay(lin: User) -> None:
    note(lin, line(NOW - timedelta(days=181)), Level.R2)
    note(lin, line(NOW - timedelta(days=179)), Level.R2)
    assert events.purge(NOW) == 1
    assert events.purge(NOW) == 0
    assert sum(RiskCount.objects.values_list("events", flat=True)) == 2


def test_a_late_judge_is_written_down_and_counts_as_nothing(lin: User) -> None:
    note(lin, line(), Level.R0, reason=Reason.TIMEOUT)
    assert RiskEvent.objects.get().reason == "judge_timeout"
    assert not RiskCount.objects.exists()


def test_the_reply_that_was_given_is_remembered_beside_the_state(lin: User) -> None:
    risk.used_template(lin, "zh.r2.1", NOW)
    note(lin, line(), Level.R2)
    assert risk.last_template(lin) == "zh.r2.1"
    assert risk.level(lin, NOW) == Level.R2
    kept: Any = RiskState.objects.get(user=lin)
    assert "zh.r2.1" in kept.kept
