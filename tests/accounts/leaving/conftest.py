"""Somebody with a little of everything that accounts alone know, and the clock."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User, grant

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("UTC"))
WEEK = timedelta(days=7)
PASSWORD = "sturdy-Pass-2931"


@pytest.fixture(autouse=True)
def _quiet(settings: Any, tmp_path: Any) -> None:
    settings.WAKE_WORKERS = False
    settings.DELETION_LEDGER_FILE = tmp_path / "ledger" / "deletions.json"


def person(name: str = "lin", **more: Any) -> User:
    user = User.objects.create_user(
        f"{name}@example.org", PASSWORD, birth_date=date(1990, 5, 1), language="zh-hans", **more
    )
    grant(user, "health", NOW)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    Client().force_login(user)
    return user


@pytest.fixture
def lin(db: None) -> User:
    return person()
