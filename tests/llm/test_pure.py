from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm.sanitising import MAX_CHARS, sanitise
from llm.streaming import ThinkingFilter
from llm.tokens import estimate


@given(st.text(st.characters(), max_size=900))
def test_sanitised_text_is_short_whole_and_never_empty(text: str) -> None:
    clean = sanitise(text)
    assert 0 < len(clean) <= MAX_CHARS
    assert clean == unicodedata.normalize("NFKC", clean) or len(clean) > 1
    assert not {unicodedata.category(char) for char in clean} & {"Cc", "Cf", "Co", "Cn", "Cs"}
    clean.encode("utf-8")


def test_sanitising_keeps_ordinary_text() -> None:
    assert sanitise("  我的猫\n叫小花。 ＡＢＣ ") == "我的猫 叫小花。 ABC"


@pytest.mark.parametrize(
    ("text", "true_tokens"),  # the largest of cl100k, o200k and Qwen 2.5, by their published vocabularies
    [("hello world", 2), ("2026", 4), ("你好", 2), ("", 0), ("I'm going to the hospital tomorrow.", 8)],
)
def test_estimates_are_not_below_the_true_count(text: str, true_tokens: int) -> None:
    assert true_tokens <= estimate(text) <= 2 * true_tokens + 2


@given(st.text(max_size=200), st.text(max_size=200))
def test_more_text_is_never_fewer_tokens(one: str, two: str) -> None:
    assert estimate(one + " " + two) >= max(estimate(one), estimate(two))


@given(st.text(max_size=60), st.lists(st.integers(1, 7), max_size=30))
def test_text_without_thinking_passes_whole(text: str, cuts: list[int]) -> None:
    text = "a" + text
    reader, shown, rest = ThinkingFilter(), "", text
    for cut in cuts:
        shown += reader.feed(rest[:cut])
        rest = rest[cut:]
    assert shown + reader.feed(rest) + reader.close() == text
