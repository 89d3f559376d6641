from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from safety import using
from safety.using import Day, Sign, Spell, Stretch

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
SHANGHAI = ZoneInfo("Asia/Shanghai")


@pytest.mark.parametrize(
    ("gap", "goes_on"),
    [(0, True), (1, True), (14.9, True), (15, False), (600, False), (-1, True), (-20, False)],
)
def test_a_short_pause_belongs_to_the_stretch(gap: float, goes_on: bool) -> None:
    before = Stretch(NOW - HOUR, NOW, 1)
    after, spell = using.touched(before, NOW + gap * MINUTE)
    if goes_on:
        assert (after.began, after.marks) == (before.began, 1)
        assert (spell.end - spell.start if spell else timedelta(0)) == max(gap, 0) * MINUTE
    else:
        assert (after, spell) == (Stretch(NOW + gap * MINUTE, NOW + gap * MINUTE), None)


@pytest.mark.parametrize(
    ("minutes", "marks", "due"),
    [
        (0, 0, 0),
        (119, 0, 0),
        (120, 0, 120),
        (125, 0, 125),
        (121, 1, 0),
        (240, 1, 240),
        (300, 0, 300),
        (359, 2, 0),
    ],
)
def test_a_break_is_due_every_two_hours(minutes: int, marks: int, due: int) -> None:
    stretch = Stretch(NOW - minutes * MINUTE, NOW, marks)
    assert using.break_due(stretch, NOW, 120 * MINUTE) == due
    if due:
        told = Stretch(stretch.began, NOW, using.marks_by(stretch, NOW, 120 * MINUTE))
        assert using.break_due(told, NOW, 120 * MINUTE) == 0


def test_no_break_for_who_is_gone() -> None:
    stretch = Stretch(NOW - 3 * HOUR, NOW - 16 * MINUTE)
    assert using.break_due(stretch, NOW, 120 * MINUTE) == 0


def test_a_night_falls_on_its_days() -> None:
    start = datetime(2026, 7, 1, 23, 0, tzinfo=SHANGHAI)
    found = using.by_day(Spell(start, start + 7 * HOUR), SHANGHAI)
    assert found == [Day(date(2026, 7, 1), 3600, 0), Day(date(2026, 7, 2), 6 * 3600, 5 * 3600)]


def test_a_day_with_another_clock_adds_up() -> None:
    zone = ZoneInfo("America/New_York")
    for start in (datetime(2026, 3, 8, 0, 30, tzinfo=zone), datetime(2026, 11, 1, 0, 30, tzinfo=zone)):
        begin = start.astimezone(UTC)
        found = using.by_day(Spell(begin, begin + 10 * HOUR), zone)
        assert sum(day.seconds for day in found) == 10 * 3600


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ([Day(date(2026, 7, n), 7200) for n in range(1, 6)], [Sign.LONG_DAYS]),
        ([Day(date(2026, 7, n), 7200) for n in range(1, 5)], []),
        ([Day(date(2026, 7, n), 7199) for n in range(1, 8)], []),
        ([Day(date(2026, 6, n), 9000) for n in range(20, 31)], []),
        ([Day(date(2026, 7, 3), 7200, 3600)], [Sign.NIGHTS]),
        ([Day(date(2026, 7, 3), 3500, 3500)], []),
        ([Day(date(2026, 7, 3), 36000, 3600)], []),
        ([Day(date(2026, 7, n), 9000, 5000) for n in range(1, 8)], [Sign.LONG_DAYS, Sign.NIGHTS]),
        ([], []),
    ],
)
def test_signs_of_too_much(days: list[Day], found: list[Sign]) -> None:
    assert using.signs(days, date(2026, 7, 7)) == found
