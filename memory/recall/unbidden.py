"""What comes to mind unbidden: once in a long while, of what the talk of the last lines feels like rather than what it asks.

Every so many lines at the most, never what was told lately, and a few at once: a friend to whom the same things keep occurring
is a bore.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

import numpy as np
from django.db.models import QuerySet

from accounts.models import User
from memory.models import Memory, MemoryUse, Passage
from memory.policy import Kind
from memory.recall.among import Among, Near, Part
from memory.recall.hits import Cue, Hit, hit

LANE = "unbidden"
EVERY, IMPRESSION, MOST = 60, 20, 3
"""Lines of a talk between two such moments, the lines that one is made of, and what comes at once."""
LEAST_LINES = 8
"""Of these lines, how many need a vector: of fewer nothing is felt."""
RESTED = timedelta(days=14)
"""What was told later than that has been in mind lately."""
KINDS = (Kind.EVENT, Kind.MOMENT, Kind.PREFERENCE, Kind.PERSON)
STANDS_OUT = 2.0
"""Standard deviations above what is usual between the talk and the user's memories."""
LEAST_SPREAD = 0.004
LOOKED_AT = 12


def unbidden(user: User, cue: Cue, rows: QuerySet[Memory], now: datetime) -> list[Hit]:
    """What the last lines of this talk bring up by themselves, of the `rows` that may come to mind; mostly nothing."""
    if cue.conversation is None or not _is_due(user, cue.conversation):
        return []
    impression = _impression(user, cue.conversation)
    if impression is None:
        return []
    rested = rows.filter(kind__in=KINDS).exclude(last_used__gt=now - RESTED)
    rested = rested.exclude(valence__lt=0)  # nobody is reminded of a sorrow out of nowhere
    part = Part(LANE, "recipe = %s AND vector IS NOT NULL", (impression.recipe,), "far", LOOKED_AT)
    found, told = Among(rested, ("id",), ("recorded_at",)).find(
        [part], impression, usual_of="recorded_at DESC"
    )
    if told.usual is None:
        return []
    mean, spread = told.usual[0], max(told.usual[1], LEAST_SPREAD)
    near = {one.values[0]: (1 - one.far - mean) / spread for one in found if one.far is not None}
    best = [key for key in sorted(near, key=lambda key: -near[key]) if near[key] >= STANDS_OUT][:MOST]
    table = {row.id: row for row in rows.filter(id__in=best)}
    return [hit(table[key], now, {LANE: round(near[key], 3)}) for key in best if key in table]


def _is_due(user: User, conversation: UUID) -> bool:
    """Whether so many lines were said since the last time, or since the talk began."""
    moments = MemoryUse.objects.filter(user=user, reply__conversation=conversation, lanes__has_key=LANE)
    since = moments.order_by("-at").values_list("at", flat=True).first()
    lines = Passage.objects.for_user(user).filter(conversation=conversation)
    if since is not None:
        lines = lines.filter(at__gt=since)
    return len(lines.order_by("-at").values_list("id")[:EVERY]) == EVERY


def _impression(user: User, conversation: UUID) -> Near | None:
    """The middle of the last lines, of those whose vectors were made by the recipe of the newest."""
    lines = Passage.objects.for_user(user).filter(conversation=conversation).order_by("-at")
    made = [
        (recipe, vector)
        for recipe, vector in lines.values_list("recipe", "vector")[:IMPRESSION]
        if vector is not None
    ]
    alike = [np.asarray(vector, dtype=np.float32) for recipe, vector in made if recipe == made[0][0]]
    if len(alike) < LEAST_LINES:
        return None
    middle = np.mean([vector / np.linalg.norm(vector) for vector in alike], axis=0)
    return Near(middle / np.linalg.norm(middle), made[0][0])
