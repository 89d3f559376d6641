"""Celery's clock, made to bear a clock that is corrected: a laptop's after a flat battery, a server's by NTP.

Celery compares wall-clock times. Set back by three hours, its tasks would all wait three hours for what they take to have
just run.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

from celery.beat import PersistentScheduler
from celery.schedules import schedstate, schedule

JUMP_SECONDS = 5.0


class Every(schedule):
    """Every so often. A last run that lies ahead happened under another clock: it counts as long ago."""

    def is_due(self, last_run_at: datetime) -> schedstate:
        if self.maybe_make_aware(last_run_at) > self.maybe_make_aware(self.now()):
            return schedstate(is_due=True, next=self.seconds)
        due: schedstate = super().is_due(last_run_at)
        return due


def jumped(before: float | None, offset: float) -> bool:
    """Whether the wall clock moved against the one that only runs. The arguments are their differences, then and now."""
    return before is not None and abs(offset - before) > JUMP_SECONDS


class Steady(PersistentScheduler):
    """Orders its tasks anew after a jump: those that were ordered under the old clock would never come to the top."""

    offset: float | None = None

    def tick(self, *args: Any, **kwargs: Any) -> float:
        offset = time.time() - time.monotonic()
        if jumped(self.offset, offset):
            self._heap = None
        self.offset = offset
        pause: float = super().tick(*args, **kwargs)
        return pause
