"""What an answer to the question for the birth date means. Pure."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

ADULT = 18
OLDEST = 120


class Age(StrEnum):
    """What a birth date says."""

    IMPOSSIBLE = "impossible"
    UNDER = "under"
    ADULT = "adult"


def age_on(birth_date: date, today: date) -> int:
    """Full years lived on `today`."""
    before_birthday = (today.month, today.day) < (birth_date.month, birth_date.day)
    return today.year - birth_date.year - before_birthday


def judge(birth_date: date, today: date) -> Age:
    """A date in the future or of more than OLDEST years ago is a mistake, not an age."""
    if birth_date > today or age_on(birth_date, today) > OLDEST:
        return Age.IMPOSSIBLE
    return Age.UNDER if age_on(birth_date, today) < ADULT else Age.ADULT
