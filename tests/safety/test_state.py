from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from safety.levels import Assessment, Level
from safety.state import after, current

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("level", "hours", "expected"),
    [
        (Level.R4, 0, Level.R4),
        (Level.R4, 23.9, Level.R4),
        (Level.R4, 24, Level.R3),
        (Level.R4, 72, Level.R2),
        (Level.R4, 24 * 14, Level.R0),
        (Level.R3, 71, Level.R3),
        (Level.R3, 72, Level.R2),
        (Level.R2, 24 * 13.9, Level.R2),
        (Level.R2, 24 * 14, Level.R0),
        (Level.R1, 0, Level.R0),
        (Level.R0, 0, Level.R0),
    ],
)
def test_levels_decay(level: Level, hours: float, expected: Level) -> None:
    assert current(level, NOW - timedelta(hours=hours), NOW) == expected


def heard(level: Level) -> Assessment:
    return Assessment(level)


def test_risk_raises_and_renews() -> None:
    before = NOW - timedelta(hours=80)
    assert after((Level.R4, before), heard(Level.R2), NOW, denial=False) == (Level.R2, NOW)
    assert after((Level.R2, before), heard(Level.R4), NOW, denial=False) == (Level.R4, NOW)


def test_lower_risk_and_cheer_leave_it_to_time() -> None:
    before = NOW - timedelta(hours=2)
    for level in (Level.R0, Level.R1, Level.R2, Level.R3):
        assert after((Level.R4, before), heard(level), NOW, denial=False) == (Level.R4, before)


@pytest.mark.parametrize(
    ("level", "expected"), [(Level.R4, Level.R3), (Level.R3, Level.R2), (Level.R2, Level.R2)]
)
def test_a_denial_lowers_by_one_and_never_below_r2(level: Level, expected: Level) -> None:
    before = NOW - timedelta(hours=1)
    kept, since = after((level, before), heard(Level.R0), NOW, denial=True)
    assert current(kept, since, NOW) == expected


def test_a_denial_of_something_worse_does_not_lower_it() -> None:
    kept, _ = after((Level.R3, NOW), heard(Level.R4), NOW, denial=True)
    assert kept == Level.R4
