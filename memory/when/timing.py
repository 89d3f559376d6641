"""One time from a short text, for whoever needs an answer and not offsets."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from memory.when.finding import Bound, find

_NOW = re.compile(
    r"现在|現在|此[时時刻]|当前|當前|目前|眼下|\bright now\b|\bat the moment\b|^now$", re.IGNORECASE
)


def resolve(text: str, base: datetime) -> tuple[datetime, datetime] | None:
    """The first time that `text` names, as (start, end), or None. Both are naive where `base` is; a naive `base`
    is the user's own wall clock. "By Friday" runs from `base`, "since May" up to it."""
    now = base if base.tzinfo else base.replace(tzinfo=UTC)
    found = find(text, now)
    if found:
        start, end = found[0].span.start, found[0].span.end
        if found[0].bound is Bound.UNTIL and now < end:
            start = now
        elif found[0].bound is Bound.SINCE and start < now:
            end = now
    elif _NOW.search(text):
        start = end = now
    else:
        return None
    return (start, end) if base.tzinfo else (start.replace(tzinfo=None), end.replace(tzinfo=None))
