"""The order in which a page tells a conversation."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion.reading import Turn, _after_answers

AT = datetime(2026, 7, 1, tzinfo=UTC)


def order(told: str) -> str:
    """u(ser), c(ompanion) and asides by digits, as a page would show them."""
    roles = {"u": "user", "c": "companion"}
    turns = [Turn(letter, roles.get(letter, ""), "", AT) for letter in told]
    return "".join(turn.id for turn in _after_answers(turns))


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("cu1cu2c", "cuc1uc2"),
        ("u12c", "uc12"),
        ("uc1", "uc1"),
        ("u1", "u1"),
        ("u1u2c", "u1uc2"),
        ("1uc", "1uc"),
        ("", ""),
    ],
)
def test_what_was_learnt_stands_after_the_answer(told: str, shown: str) -> None:
    assert order(told) == shown
