"""Settings under which the promises of deletion would be empty are refused."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import checks


@pytest.mark.parametrize(("days", "errors"), [(0, 0), (7, 0), (8, 1), (-1, 1)])
def test_the_regret_window_is_a_week_at_the_most(days: int, errors: int, settings: Any) -> None:
    settings.ACCOUNT_REGRET_DAYS = days
    assert len(checks.regret_is_short()) == errors


@pytest.mark.parametrize(("keys", "rows", "errors"), [(7, 30, 0), (30, 30, 1), (31, 30, 1), (0, 30, 1)])
def test_backups_of_keys_go_first(keys: int, rows: int, errors: int, settings: Any) -> None:
    settings.KEY_BACKUP_DAYS, settings.BACKUP_DAYS = keys, rows
    assert len(checks.keys_go_before_rows()) == errors
