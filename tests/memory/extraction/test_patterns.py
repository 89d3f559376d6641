"""Every Chinese pattern is linear: nothing repeated can be read in two ways, and nothing unbounded repeats inside."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

MODULES = [
    "memory.extraction.refusals", "memory.extraction.sentences", "memory.extraction.zh.events",
    "memory.extraction.zh.identity", "memory.extraction.zh.life", "memory.extraction.zh.limits",
    "memory.extraction.zh.reading", "memory.extraction.zh.subjects", "memory.extraction.zh.table",
    "memory.extraction.zh.things", "memory.extraction.zh.verdicts",
]  # fmt: skip
MOST = 2_000


def patterns(value: Any, depth: int = 0) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list) and depth < 3:
        for one in value:
            yield from patterns(one, depth + 1)
    elif isinstance(value, dict) and depth < 2:
        for one in value.values():
            yield from patterns(one, depth + 1)
    elif isinstance(getattr(value, "pattern", None), re.Pattern):
        yield value.pattern


def inside(kind: str, value: Any) -> list[Any]:
    """The parts of a node."""
    if kind in ("MAX_REPEAT", "MIN_REPEAT"):
        return [value[2]]
    if kind == "SUBPATTERN":
        return [value[3]]
    if kind == "BRANCH":
        return list(value[1])
    if kind in ("ASSERT", "ASSERT_NOT"):
        return [value[1]]
    return [part for part in value[1:] if part] if kind == "GROUPREF_EXISTS" else []


def repeats(tree: Any) -> Iterator[Any]:
    """What may repeat without an end (or often), anywhere in a pattern."""
    for op, value in tree:
        kind = str(op)
        if kind in ("MAX_REPEAT", "MIN_REPEAT") and (value[1] is _constants.MAXREPEAT or value[1] > 4):
            yield value[2]
        for part in inside(kind, value):
            yield from repeats(part)


def unbounded(tree: Any) -> bool:
    return any(
        (str(op) in ("MAX_REPEAT", "MIN_REPEAT") and value[1] is _constants.MAXREPEAT)
        or (
            str(op) not in ("ASSERT", "ASSERT_NOT")
            and any(unbounded(part) for part in inside(str(op), value))
        )
        for op, value in tree
    )


def spelled(tree: Any) -> list[str] | None:
    """All texts a part can match, or None where they are not few."""
    texts = [""]
    for op, value in tree:
        kind = str(op)
        if kind == "LITERAL":
            here: list[str] | None = [chr(value)]
        elif kind in ("BRANCH", "SUBPATTERN"):
            parts = [spelled(part) for part in inside(kind, value)]
            here = None if None in parts else [text for part in parts for text in part or ()]
        elif kind == "IN" and all(str(o) == "LITERAL" for o, _ in value):
            here = [chr(char) for _, char in value]
        elif kind in ("MAX_REPEAT", "MIN_REPEAT") and value[1] is not _constants.MAXREPEAT and value[1] <= 2:
            one = spelled(value[2])
            here = (
                None
                if one is None
                else [t for n in range(value[0], value[1] + 1) for t in ([""] if not n else one)]
            )
        else:
            here = [""] if kind in ("ASSERT", "ASSERT_NOT", "AT") else None
        if here is None or len(texts) * len(here) > MOST:
            return None
        texts = [left + right for left in texts for right in here]
    return texts


def alternatives(tree: Any) -> list[Any]:
    if len(tree) == 1 and str(tree[0][0]) == "SUBPATTERN":
        tree = tree[0][1][3]
    return list(tree[0][1][1]) if len(tree) == 1 and str(tree[0][0]) == "BRANCH" else [tree]


def two_ways(words: list[str]) -> str | None:
    """A word that others spell out together: repeated, it doubles the work with each time."""
    known = set(words)
    for word in known:
        ways = [1] + [0] * len(word)
        for end in range(1, len(word) + 1):
            ways[end] = sum(ways[start] for start in range(end) if word[start:end] in known)
        if ways[-1] > 1 or words.count(word) > 1:
            return word
    return None


@pytest.mark.parametrize("module", MODULES)
def test_patterns_are_linear(module: str) -> None:
    seen: set[str] = set()
    for value in vars(importlib.import_module(module)).values():
        for pattern in patterns(value):
            if pattern.pattern in seen:
                continue
            seen.add(pattern.pattern)
            for repeated in repeats(_parser.parse(pattern.pattern, pattern.flags)):
                assert not unbounded(repeated), f"nested: {pattern.pattern[:200]}"
                words = [w for part in alternatives(repeated) for w in (spelled(part) or ())]
                assert "" not in words, f"empty: {pattern.pattern[:200]}"
                assert two_ways(words) is None, f"{two_ways(words)} in {pattern.pattern[:200]}"
    assert seen
