"""How a person's risk state moves: down with time, up with words. Pure; the row is kept elsewhere."""

from __future__ import annotations

from datetime import datetime, timedelta

from safety.levels import Assessment, Level

TO_R3 = timedelta(hours=24)
TO_R2 = timedelta(hours=72)
TO_R0 = timedelta(days=14)


def current(level: Level, since: datetime, now: datetime) -> Level:
    """The state now, for a level set at `since`: R4 for 24 h, at most R3 until 72 h, at most R2 until 14 days.

    R1 and R0 are not kept: distress without a wish to die colours its own message only.
    """
    age = now - since
    if level < Level.R2 or age >= TO_R0:
        return Level.R0
    if age >= TO_R2:
        return min(level, Level.R2)
    return min(level, Level.R3) if age >= TO_R3 else level


def after(
    state: tuple[Level, datetime], assessment: Assessment, now: datetime, denial: bool
) -> tuple[Level, datetime]:
    """The (level, since) to keep after a message, given the kept (level, since).

    Equal or higher risk sets the clock anew. A denial lowers the present level by one at most, never below R2, and
    starts no new clock. Anything else, idioms and cheer included, leaves the state to time.
    """
    level, since = state
    present = current(level, since, now)
    if assessment.level > present and assessment.level >= Level.R2:
        return assessment.level, now
    if denial and present > Level.R2:
        return Level(present - 1), since
    if assessment.level == present and assessment.level >= Level.R2:
        return present, now
    return level, since
