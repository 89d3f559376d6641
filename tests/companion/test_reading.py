"""The order in which a page tells a conversation."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion.reading import Turn, _in_place

AT = datetime(2026, 7, 1, tzinfo=UTC)


def order(told: str) -> str:
    """u(ser), c(ompanion), what was learnt by digits, h(elp card) and n(otice), as a page would show them."""
    roles = {"u": "user", "c": "companion"}
    turns = [
        Turn(
            letter,
            roles.get(letter, ""),
            "",
            AT,
            learned=({},) if letter.isdigit() else (),
            card=letter == "h",
            notice=letter == "n",
        )
        for letter in told
    ]
    return "".join(turn.id for turn in _in_place(turns))


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


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("ucu1ch", "uc1uch"),
        ("ucuch1", "uc1uch"),
        ("u1ch2uc3", "12uchuc3"),
        ("uuc1nh", "1uuchn"),
        ("uch1cn", "1uchcn"),
        ("ucuchuch1", "uc1uchuch"),
        ("uch1", "1uch"),
    ],
)
def test_nothing_stands_between_danger_and_help_or_right_under_it(told: str, shown: str) -> None:
    assert order(told) == shown


def test_a_card_stands_behind_its_reply_whatever_was_said_before_that_was_finished() -> None:
    turns = [
        Turn("u1", "user", "", AT),
        Turn("c1", "companion", "", AT),
        Turn("u2", "user", "", AT),
        Turn("h1", "", "", AT, card=True, reply="c1"),
        Turn("c2", "companion", "", AT),
        Turn("h0", "", "", AT, card=True, reply="of an earlier page"),
    ]
    assert [turn.id for turn in _in_place(turns)] == ["u1", "c1", "h1", "u2", "c2", "h0"]
