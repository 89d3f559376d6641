"""Memories that might be raised, made as rows and as plain values."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from memory import marks, writing
from memory.models import Memory
from memory.policy import POLICY, Kind
from topics.grounds import Ground

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 20, 20, 0, tzinfo=ZONE)
Make = Callable[..., Memory]


def ground(source: str = "plan", **more: Any) -> Ground:
    """A ground that may be raised, changed by `more`."""
    values: dict[str, Any] = {
        "memory": uuid.uuid4(),
        "statement": "你打算2026年7月19日去新加坡开会",
        "subject": "user",
        "lang": "zh",
        "status": "current",
        "phase": {"plan": "unconfirmed", "promise": "due"}.get(source, "open"),
        "origin": "stated",
        "use": "freely",
        "sensitivity": "ordinary",
        "paused": False,
        "importance": 0.6,
        "confidence": 0.9,
        "proofs": 1,
        "heard": NOW - timedelta(days=10),
        "key": f"{source}:{uuid.uuid4()}",
        "due_at": NOW - timedelta(days=1) if source != "thread" else None,
        "ends": NOW - timedelta(days=1) if source == "plan" else None,
    }
    return Ground(source=source, **{**values, **more})


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("lin@example.org", time_zone="Asia/Shanghai")


@pytest.fixture
def make(user: User) -> Make:
    """A memory row of the user: `make(Kind.THREAD, "你在找工作", phase="open")`."""

    def make(kind: Kind, statement: str, **more: Any) -> Memory:
        policy = POLICY[kind]
        row = Memory(
            user=user,
            kind=kind,
            subject=more.pop("subject", "user"),
            attribute=more.pop("attribute", "goal"),
            value=more.pop("value", statement),
            statement=statement,
            lang="zh",
            source="stated",
            sensitivity=policy.sensitivity,
            use=policy.use,
            importance=policy.importance,
            status="current",
            recorded_at=more.pop("recorded_at", NOW - timedelta(days=3)),
        )
        for name, value in more.items():
            setattr(row, name, value)
        row.slot = marks.slot(user.id, kind, row.subject, statement)
        row.value_key = marks.value_key(user.id, row.value, 1)
        writing.index(row)
        row.save()
        return row

    return make
