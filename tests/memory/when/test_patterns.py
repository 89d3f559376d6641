"""Every pattern of the time words is linear, by the same measure as the rules of extraction."""

from __future__ import annotations

import re
from re import _parser  # type: ignore[attr-defined]

import pytest

from memory.when import chinese, english
from memory.when.grammar import Grammar
from tests.memory.extraction.test_patterns import alternatives, repeats, spelled, two_ways, unbounded


@pytest.mark.parametrize("grammar", [chinese.GRAMMAR, english.GRAMMAR], ids=["zh", "en"])
def test_time_words_are_linear(grammar: Grammar) -> None:
    around = (grammar.gap, grammar.range_, grammar.until, grammar.since, grammar.past, grammar.future)
    for pattern in [*(atom.pattern for atom in grammar.atoms), *(one.pattern for one in around)]:
        for repeated in repeats(_parser.parse(pattern, re.IGNORECASE)):
            assert not unbounded(repeated), pattern
            words = [word for part in alternatives(repeated) for word in (spelled(part) or ())]
            assert "" not in words, pattern
            assert two_ways(words) is None, pattern
