"""Moments that were noted under another clock. A clock that was set back must not leave work waiting until it has caught up."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q


def has_come(field: str, now: datetime, longest: timedelta) -> Q:
    """Rows whose moment has come, or lies further ahead than any is ever set: the clock was set back since."""
    return Q(**{f"{field}__lte": now}) | Q(**{f"{field}__gt": now + longest})


def is_over(field: str, now: datetime, age: timedelta) -> Q:
    """Rows whose moment is at least `age` ago, or lies ahead by as much, where no true moment of the past can lie."""
    return has_come(field, now - age, 2 * age)
