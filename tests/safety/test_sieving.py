"""A pattern that is not tried could not have matched."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from safety.normalising import as_classes_read, normalise
from safety.rulebook import rulebook
from safety.sieving import Sieve, pieces_of

HERE = Path(__file__).parent
SHAPES = (
    r"\bkill(?:ing)? myself\b", r"(?:想|要)死(?!你)", r"(?<!不)跳楼", r"a{2,3}b?", r"x*y", r"(?:ab|c)+?d", r"[^a]b", r"(?:a|b)?",
    r"[a-c]d", r"(?i:AB)c", r"a.c", r"(a)\1b", r"(?=ab)a", r"^b|c$", r"(?>ab|a)c", r"a*+b",
)  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "pieces"),
    [
        (r"\bkill(?:ing)? myself\b", {" mysel"}),
        (r"想kill", {"想ki"}),
        (r"kill想", {"kil"}),
        (r"(?:想|要)死", {"死"}),
        (r"跳楼|卧轨了", {"跳楼", "卧轨了"}),
        (r"a?b*", None),
        (r"(?:a|b)?c", {"c"}),
        (r"(?:ab|\w)", None),
        (r"[ab]", {"a", "b"}),
        (r"(?:xyz){0,2}", None),
        (r"(?:xyz){1,2}", {"xyz"}),
        (r"(?i:xyz)", None),
        (r"(?i:xy)z", {"z"}),
    ],
)
def test_what_a_pattern_needs(pattern: str, pieces: set[str] | None) -> None:
    assert pieces_of(re.compile(pattern)) == pieces


def test_no_case_is_left_out_where_case_is_ignored() -> None:
    assert pieces_of(re.compile("kill", re.IGNORECASE)) is None
    assert Sieve([re.compile("kill", re.IGNORECASE)]).passing("KILL") == [0]


@settings(max_examples=400, deadline=None)
@given(st.text("abcdxy想要死不跳楼你 AB", max_size=12))
def test_a_sieve_never_keeps_a_match_back(text: str) -> None:
    patterns = [re.compile(shape) for shape in SHAPES]
    passing = Sieve(patterns).passing(text)
    assert {place for place, pattern in enumerate(patterns) if pattern.search(text)} <= set(passing)


def test_every_rule_that_hears_something_passes() -> None:
    book = rulebook()
    names = ("frozen_zh.jsonl", "frozen_en.jsonl", "blind.jsonl")
    rows = [json.loads(line) for name in names for line in (HERE / name).read_text().splitlines()]
    heard, tried = 0, 0.0
    for row in rows[::5]:
        words = normalise(row["text"])
        plain = as_classes_read(words)[0]
        for sieve, patterns, text in (
            (book.rules_sieve, [pattern for _, pattern in book.rules], words),
            (book.masks_sieve, [mask.pattern for mask in book.masks], words),
        ):
            matching = {place for place, pattern in enumerate(patterns) if pattern.search(text)}
            passing = sieve.passing(text)
            assert matching <= set(passing), text
            heard, tried = heard + len(matching), tried + len(passing) / len(patterns)
        for one in book.classes.values():
            standing = {
                name for name, each in zip(one.names, one.patterns, strict=True) if each.search(plain)
            }
            possible = {name for name, _ in one.possible(plain)}
            assert standing <= possible, plain
            heard, tried = heard + len(standing), tried + len(possible) / len(one.names)
    assert heard > 1000
    assert tried / len(rows[::5]) < 1  # of four sieves: less than a quarter is tried
