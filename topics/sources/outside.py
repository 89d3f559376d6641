"""From outside: what the feeds and weather services told that the user turned on."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from django.utils.dateparse import parse_datetime

from accounts.models import User
from topics.grounds import Ground
from topics.models import OutsideSource

FRESH = timedelta(days=2)
"""News that is older is none."""
MOST = 20


def grounds(user: User, now: datetime) -> list[Ground]:
    """What is new enough to be worth a word, newest first."""
    found = []
    for source in OutsideSource.objects.for_user(user).filter(on=True):
        for item in json.loads(source.items or "[]"):
            at = parse_datetime(item["at"])
            if at is None or not now - FRESH <= at <= now + timedelta(days=1):
                continue
            found.append(
                Ground(
                    memory=None,
                    source="outside",
                    statement=item[user.lang],
                    subject="",
                    lang=user.lang,
                    importance=0.5 if source.kind == "weather" else 0.3,
                    confidence=0.8,
                    key=f"outside:{source.id}:{item['key']}"[:160],
                    due_at=at,
                    until=at + FRESH,
                )
            )
    return sorted(found, key=lambda one: one.due_at or now, reverse=True)[:MOST]
