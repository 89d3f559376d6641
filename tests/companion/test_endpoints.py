"""Who serves which purpose, by table; and whom a consent names."""

from __future__ import annotations

import pytest

from companion.endpoints import PURPOSES, RECIPIENT_MAX, Endpoint, Row, Source, chosen, joined, reader_name
from llm.provider import Purpose

ENVIRONMENT = Endpoint(Source.ENVIRONMENT, "Env", "https://env.example/v1", "e")
LOCAL = Endpoint(Source.LOCAL, "", "http://127.0.0.1:9/v1", "small")
ALL = Row("https://a.example/v1", "big", "Words")
OTHER_MODEL = Row("", "tiny", "")
OTHER_PLACE = Row("https://b.example/v1", "learner", "")


def who(purpose: Purpose, environment: Endpoint | None, saved: dict[str, Row], local: bool) -> str:
    found = chosen(purpose, environment, saved, lambda: LOCAL if local else None)
    return f"{found.source}:{found.base_url.split('/')[2]}:{found.model}" if found else ""


@pytest.mark.parametrize(
    ("saved", "local", "expected"),
    [
        ({}, False, ("", "", "", "")),
        ({}, True, ("local:127.0.0.1:9:small", "", "", "local:127.0.0.1:9:small")),
        ({"": ALL}, True, ("saved:a.example:big",) * 4),
        (
            {"": ALL, "learn": OTHER_MODEL, "title": OTHER_PLACE},
            True,
            ("saved:a.example:big", "saved:a.example:tiny", "saved:a.example:big", "saved:b.example:learner"),
        ),
        ({"learn": OTHER_MODEL}, False, ("", "", "", "")),
        ({"learn": OTHER_PLACE}, False, ("", "saved:b.example:learner", "", "")),
        (
            {"judge": OTHER_PLACE},
            True,
            ("local:127.0.0.1:9:small", "", "saved:b.example:learner", "local:127.0.0.1:9:small"),
        ),
    ],
)
def test_the_order(saved: dict[str, Row], local: bool, expected: tuple[str, ...]) -> None:
    assert tuple(who(purpose, None, saved, local) for purpose in PURPOSES) == expected
    assert {who(purpose, ENVIRONMENT, saved, local) for purpose in PURPOSES} == {"environment:env.example:e"}


def test_only_what_leaves_is_asked_about() -> None:
    assert ENVIRONMENT.leaves
    assert not LOCAL.leaves
    relay = chosen(Purpose.CHAT, None, {"": Row("http://127.0.0.1:11434/v1", "m", "")}, lambda: None)
    assert relay is not None
    assert relay.leaves


def test_the_host_is_part_of_what_people_read() -> None:
    assert reader_name("Words", "https://A.example/v1") == "Words (a.example)"
    assert reader_name("", "http://127.0.0.1:11434/v1") == "127.0.0.1:11434"
    assert reader_name("a.example", "https://a.example/v1") == "a.example"
    assert "secret" not in reader_name("", "https://me:secret@a.example/v1")


def test_everybody_is_named_once_and_a_long_list_still_tells_lists_apart() -> None:
    assert joined(["A", "", "B", "A"]) == "A + B"
    long = [f"{number}{'x' * 60}" for number in range(4)]
    first, second = joined(long), joined([*long[:3], "y" * 61])
    assert len(first) == len(second) == RECIPIENT_MAX
    assert first[:150] == second[:150]
    assert first != second


def test_no_secret_in_what_is_shown() -> None:
    found = Endpoint(
        Source.ENVIRONMENT, "n", "https://me:secret@a.example/v1?key=secret", "m", lambda: "secret"
    )
    assert "secret" not in found.shown_url
    assert found.shown_url == "https://a.example/v1"
