"""One time from a short text."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime

import pytest

from memory.when.timing import resolve

BASE = datetime(2026, 7, 1, 20, 0)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("周五之前", "2026-07-01T20:00:00", "2026-07-03T23:59:59"),
        ("by Friday", "2026-07-01T20:00:00", "2026-07-03T23:59:59"),
        ("五月起", "2027-05-01T00:00:00", "2027-05-31T23:59:59"),
        ("去年九月起", "2025-09-01T00:00:00", "2026-07-01T20:00:00"),
        ("since March", "2026-03-01T00:00:00", "2026-07-01T20:00:00"),
        ("现在", "2026-07-01T20:00:00", "2026-07-01T20:00:00"),
        ("right now", "2026-07-01T20:00:00", "2026-07-01T20:00:00"),
    ],
)
def test_resolve(text: str, start: str, end: str) -> None:
    assert resolve(text, BASE) == (datetime.fromisoformat(start), datetime.fromisoformat(end))


def test_no_time_is_none() -> None:
    assert resolve("两点意见", BASE) is None


def test_an_aware_base_gives_aware_times() -> None:
    found = resolve("明天", BASE.replace(tzinfo=UTC))
    assert found
    assert found[0].tzinfo is UTC


def test_times_need_no_django() -> None:
    code = "import sys, memory.when.timing; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
