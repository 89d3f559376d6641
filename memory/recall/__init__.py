"""How memories come back to mind: `recall(user, cue, now) → Recalled`. The gate decides what may, in SQL; lanes find, fusion
ranks, and a few slots hold what is always kept in mind.
"""

from __future__ import annotations

from memory.recall.hits import Cue, Hit, Recalled
from memory.recall.recalling import limits_only, recall
from memory.recall.slots import active_slots

__all__ = ["Cue", "Hit", "Recalled", "active_slots", "limits_only", "recall"]
