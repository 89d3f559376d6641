"""What the lanes find, before anything is ranked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from django.db.models import QuerySet

from accounts.models import User
from llm.errors import ModelUnavailable
from memory.models import Memory
from memory.recall.lanes import Embed, Lanes, Look, Pool


def no_embedder(texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
    raise ModelUnavailable("away")


def look_up(
    user: User,
    rows: QuerySet[Memory],
    asked: str,
    embed: Embed = no_embedder,
    slots: Sequence[tuple[str, str]] = (),
) -> Pool:
    """What every lane finds among these rows."""
    return Lanes(user, rows).search(Look(asked, slots), embed)
