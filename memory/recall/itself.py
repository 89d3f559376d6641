"""What the companion has said of itself and bears on a line: so that it stays consistent. Kept apart from what is known of
the user: its own taste answers no question about theirs.
"""

from __future__ import annotations

import re
from datetime import datetime

from django.db.models import QuerySet

from memory.keywords import matter
from memory.models import Memory
from memory.policy import Kind
from memory.recall.hits import READ, Cue, Hit, hit

LOOKED_AT, TOLD_MOST = 200, 4
_OF_IT = re.compile(
    r"(?:你|妳|您)(?:自己|也|还|最|更|呢|平时|一般|真的|到底|以前|从来|那么|这么|觉得|对)*[^，。！？,.!?]{0,6}(?:喜欢|爱|讨厌|怕|偏|爱好|口味|看过|读过|听过|试过|相信|最)"
    r"|\b(?:do|don'?t|did|are|would|have) you\b[^.!?]{0,20}\b(?:like|love|hate|prefer|enjoy|afraid|fond|into|read|seen|heard|tried|favou?rite|believe)\b"
    r"|\bwhat(?:'s| is| are) your (?:favou?rite|taste|opinion)",
    re.IGNORECASE,
)
"""A question about its tastes at large, which names none."""
_GENERAL = frozenset({"喜欢", "不喜", "讨厌", "最喜", "like", "love", "favourit", "favorit"})


def own(rows: QuerySet[Memory], cue: Cue, now: datetime) -> tuple[Hit, ...]:
    """What this persona said of itself that a line touches, the nearest first; where the line asks what it likes at large,
    the newest of it."""
    if cue.persona is None:
        return ()
    said = rows.filter(kind=Kind.SELF, scope_id=cue.persona).only(*READ, "recorded_at")
    held = list(said.order_by("-recorded_at")[:LOOKED_AT])
    if not held:
        return ()
    about = matter(cue.text) - _GENERAL
    near = [(len((matter(row.statement) - _GENERAL) & about), row) for row in held]
    touched = [row for shared, row in sorted(near, key=lambda pair: -pair[0]) if shared]
    if not touched and _OF_IT.search(cue.text):
        touched = held
    return tuple(hit(row, now) for row in touched[:TOLD_MOST])
