"""What the settings of deletion must fulfil, or its promises would be empty."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks

REGRET_MOST = 7


def regret_is_short(**_kwargs: Any) -> list[checks.CheckMessage]:
    """A deletion can be taken back for a week at the most."""
    if 0 <= settings.ACCOUNT_REGRET_DAYS <= REGRET_MOST:
        return []
    return [checks.Error(f"ACCOUNT_REGRET_DAYS must be from 0 to {REGRET_MOST}.", id="accounts.E001")]
