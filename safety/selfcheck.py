"""Three questions somebody may ask themself about how they use this. Pure; nothing of the answers is kept. They are ours and no
clinical instrument, and the page says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

MOST = 3
"""Each answer is 0 (never) to 3 (nearly always)."""


class Advice(StrEnum):
    """What the answers together suggest."""

    FINE = "fine"
    WATCH = "watch"
    TALK = "talk"


def advice(answers: Sequence[int]) -> Advice:
    """Of three answers. One that is nearly always so weighs by itself."""
    if sum(answers) >= 6 or (max(answers) == MOST and sum(answers) >= 4):
        return Advice.TALK
    return Advice.WATCH if sum(answers) >= 3 or max(answers) == MOST else Advice.FINE
