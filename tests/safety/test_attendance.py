from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from safety import attendance
from safety.models import UseClock, UseDay
from safety.using import Sign

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
pytestmark = pytest.mark.django_db


@pytest.fixture
def lin() -> User:
    return User.objects.create_user("lin@example.org", "a long pass word", time_zone="Asia/Shanghai")


def test_two_hours_over_any_number_of_tabs_are_one_notice(lin: User) -> None:
    found = [attendance.touch(lin, NOW + n * 5 * MINUTE) for n in range(49)]
    assert [(n * 5, touch.break_minutes) for n, touch in enumerate(found) if touch.break_minutes] == [
        (120, 120),
        (240, 240),
    ]
    assert [touch.fresh for touch in found].count(True) == 1
    assert attendance.touch(lin, NOW + 240 * MINUTE).break_minutes == 0
    day = UseDay.objects.get(user=lin)
    assert (day.seconds, day.sessions) == (240 * 60, 1)


def test_who_only_reads_is_told_too(lin: User) -> None:
    for n in range(12):
        attendance.touch(lin, NOW + n * 10 * MINUTE)
    assert attendance.look(lin, NOW + 119 * MINUTE) == 0
    assert attendance.look(lin, NOW + 121 * MINUTE) == 121
    assert attendance.look(lin, NOW + 122 * MINUTE) == 0
    assert attendance.shown_lately(lin, NOW + 123 * MINUTE) == 121
    assert attendance.shown_lately(lin, NOW + 140 * MINUTE) == 0


def test_a_pause_begins_anew(lin: User) -> None:
    for n in range(11):
        attendance.touch(lin, NOW + n * 10 * MINUTE)
    later = NOW + 130 * MINUTE
    assert attendance.touch(lin, later) == attendance.Touch(fresh=True)
    assert attendance.touch(lin, later + 10 * MINUTE).break_minutes == 0
    assert UseDay.objects.get(user=lin).sessions == 2


def test_the_users_own_interval_is_shorter_or_none(lin: User, settings: Any) -> None:
    attendance.choose_interval(lin, 45, NOW)
    assert attendance.interval(lin) == 45
    found = [attendance.touch(lin, NOW + n * 5 * MINUTE).break_minutes for n in range(13)]
    assert [minutes for minutes in found if minutes] == [45]
    attendance.choose_interval(lin, 500, NOW)
    assert attendance.interval(lin) == 120
    settings.BREAK_NOTICE_MINUTES = 60
    assert attendance.interval(lin) == 60


def test_signs_are_told_once_a_day(lin: User) -> None:
    today = NOW.astimezone(lin.zone).date()
    for back in range(6):
        UseDay.objects.create(user=lin, day=today - timedelta(days=back), seconds=8000)
    attendance.touch(lin, NOW)
    assert attendance.warn(lin, NOW) == [Sign.LONG_DAYS]
    assert attendance.warn(lin, NOW + MINUTE) == []
    assert attendance.warn(lin, NOW + timedelta(days=1)) == [Sign.LONG_DAYS]
    assert attendance.warn(User.objects.create_user("new@example.org", "pw"), NOW) == []


def test_resting(lin: User) -> None:
    assert attendance.resting_until(lin, NOW) is None
    until = NOW + timedelta(days=7)
    attendance.rest(lin, until, NOW)
    assert attendance.resting_until(lin, NOW) == until
    assert attendance.resting_until(lin, until) is None
    attendance.rest(lin, None, NOW)
    assert attendance.resting_until(lin, NOW) is None


def test_days_go_after_three_months(lin: User) -> None:
    for back in (10, 89, 92, 400):
        UseDay.objects.create(user=lin, day=NOW.date() - timedelta(days=back), seconds=60)
    assert attendance.purge(NOW) == 2
    assert len(attendance.lately(lin, NOW, 14)) == 14


def test_the_tables_know_times_alone() -> None:
    for model in (UseClock, UseDay):
        kinds = {field.get_internal_type() for field in model._meta.concrete_fields}
        assert kinds <= {"OneToOneField", "ForeignKey", "UUIDField", "DateField", "DateTimeField", "PositiveIntegerField",
                         "PositiveSmallIntegerField"}  # fmt: skip
