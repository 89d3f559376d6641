"""Settings under which the promises of deletion would be empty are refused."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import checks


@pytest.mark.parametrize(("days", "errors"), [(0, 0), (7, 0), (8, 1), (-1, 1)])
def test_the_regret_window_is_a_week_at_the_most(days: int, errors: int, settings: Any) -> None:
    settings.ACCOUNT_REGRET_DAYS = days
    assert len(checks.regret_is_short()) == errors
