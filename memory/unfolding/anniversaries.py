"""Birthdays that come round, solar and lunar, read from how they were told. Pure."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from memory.candidates import Precision
from memory.when import find

_YEAR = re.compile(r"(?:公元)?(?:1[89]|20)\d\d\s*(?:年|[-/.])|[,，]?\s*(?:1[89]|20)\d\d\b")


def next_on(value: str, lang: str, now: datetime) -> date | None:
    """The next day, today included, on which a birthday told as `value` falls; None where no day is named. `now` is aware,
    in the user's zone."""
    morning = datetime.combine(now.date(), time(0, 1), now.tzinfo)
    told = _YEAR.sub("", value).strip()
    for found in find(told, morning, lang):
        if found.span.precision is Precision.DAY:
            return found.span.start.date() if found.span.start.date() >= now.date() else None
    return None
