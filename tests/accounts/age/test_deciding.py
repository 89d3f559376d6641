"""What a birth date says, on the days around which it changes."""

from __future__ import annotations

from datetime import date

import pytest

from accounts.age.deciding import Age, age_on, judge

TODAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("born", "said"),
    [
        (date(2008, 12, 1), Age.ADULT),  # eighteen today
        (date(2008, 12, 2), Age.UNDER),  # tomorrow
        (date(2026, 12, 1), Age.UNDER),  # born today: a child, not a mistake
        (date(2026, 12, 2), Age.IMPOSSIBLE),
        (date(1906, 12, 1), Age.ADULT),  # a hundred and twenty
        (date(1905, 12, 1), Age.IMPOSSIBLE),
        (date(1, 1, 1), Age.IMPOSSIBLE),
    ],
)
def test_judge(born: date, said: Age) -> None:
    assert judge(born, TODAY) is said


@pytest.mark.parametrize(
    ("today", "age"),
    [(date(2027, 2, 28), 18), (date(2027, 3, 1), 19), (date(2028, 2, 28), 19), (date(2028, 2, 29), 20)],
)
def test_born_on_a_leap_day(today: date, age: int) -> None:
    assert age_on(date(2008, 2, 29), today) == age
