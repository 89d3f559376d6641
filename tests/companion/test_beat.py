"""The schedule goes on under a clock that is corrected."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
import time_machine
from celery import Celery

from accounts.models import User
from companion import beat as beats
from companion import limits
from companion.beat import Every, Steady, jumped
from companion.celery import app
from tests.companion.conftest import LATER, NOW, Say

SPRING = datetime(2026, 4, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ago", "due"),
    [(10, False), (40, True), (-1, True), (-10_800, True)],
)
def test_a_last_run_that_lies_ahead_is_long_ago(ago: int, due: bool) -> None:
    every = Every(timedelta(seconds=30), nowfun=lambda: SPRING)
    state = every.is_due(SPRING - timedelta(seconds=ago))
    assert state.is_due is due
    assert 0 < state.next <= 30


@pytest.mark.parametrize(
    ("before", "offset", "moved"),
    [(None, 1e9, False), (1e9, 1e9 + 1, False), (1e9, 1e9 - 3_600, True), (1e9, 1e9 + 3_600, True)],
)
def test_a_jump_is_told_from_the_passing_of_time(before: float | None, offset: float, moved: bool) -> None:
    assert jumped(before, offset) is moved


def test_every_task_goes_on_after_the_clock_was_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Celery's own scheduler runs the fastest task alone until the clock has caught up."""
    sent: list[str] = []
    own = Celery("moved", set_as_current=False, broker="memory://")
    own.conf.beat_schedule = {
        name: {"task": name, "schedule": Every(timedelta(seconds=seconds), app=own)}
        for name, seconds in (("fast", 15), ("slow", 60))
    }
    beat = Steady(app=own, schedule_filename=str(tmp_path / "schedule"), lazy=True)
    beat.apply_async = lambda entry, **_options: sent.append(entry.task)  # type: ignore[method-assign]
    beat.setup_schedule()
    ran = 0.0
    monkeypatch.setattr(beats, "time", SimpleNamespace(time=time.time, monotonic=lambda: ran))

    def two_minutes(clock: time_machine.Traveller) -> set[str]:
        nonlocal ran
        sent.clear()
        for _quarter in range(8):
            clock.shift(15)
            ran += 15
            beat.tick()
            beat.tick()
        return set(sent)

    with time_machine.travel(SPRING, tick=False) as clock:
        assert two_minutes(clock) == {"fast", "slow"}
        clock.shift(-10_800)
        assert two_minutes(clock) == {"fast", "slow"}
        clock.shift(86_400)
        assert two_minutes(clock) == {"fast", "slow"}
    beat.close()


def test_the_product_uses_them() -> None:
    assert app.conf.beat_scheduler == "companion.beat:Steady"
    assert all(isinstance(entry["schedule"], Every) for entry in app.conf.beat_schedule.values())


@pytest.mark.django_db
def test_a_clock_set_back_shuts_nobody_out(lin: User, say: Say, settings: pytest.FixtureRequest) -> None:
    settings.MESSAGES_PER_MINUTE = 2  # type: ignore[attr-defined]
    for word in ("一", "二", "三"):
        say(word)
    assert limits.refusal(lin, "四", NOW + timedelta(seconds=5)) == "limit"
    assert not limits.refusal(lin, "四", NOW - timedelta(hours=3))
    assert not limits.refusal(lin, "四", LATER)
