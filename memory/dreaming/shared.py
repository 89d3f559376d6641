"""What several short texts have in common: the words that a pattern is named by. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from memory.keywords import COMMON, STOP_CHARACTERS, STOP_WORDS, normalise, stem

LONGEST = 8
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_WORD = re.compile(r"[a-z][a-z'-]+")
_DULL = frozenset(
    [
        "今天",
        "昨天",
        "明天",
        "前天",
        "后天",
        "上午",
        "下午",
        "晚上",
        "早上",
        "中午",
        "周末",
        "一个",
        "一次",
        "一天",
        "一下",
        "有点",
        "觉得",
        "感觉",
        "时候",
        "最近",
        "已经",
        "终于",
        "went",
        "go",
        "got",
        "had",
        "have",
        "did",
        "today",
        "yesterday",
        "tonight",
        "morning",
        "evening",
        "weekend",
        "week",
        "again",
        "really",
        "with",
        "for",
        "after",
        "before",
        "to",
        "a",
        "the",
    ]
)


def common_words(texts: Sequence[str], lang: str, least: int) -> list[tuple[str, tuple[int, ...]]]:
    """Words that at least `least` of the texts share, each with the numbers of those texts; the widest shared first, then the
    longest. In Chinese any run of two to eight characters, in English words by their stem, named as they were first written."""
    held: dict[str, set[int]] = {}
    name: dict[str, str] = {}
    for number, text in enumerate(texts):
        for key, word in _units(normalise(text), lang):
            held.setdefault(key, set()).add(number)
            name.setdefault(key, word)
    wide = [(name[key], tuple(sorted(numbers))) for key, numbers in held.items() if len(numbers) >= least]
    wide.sort(key=lambda pair: (-len(pair[1]), -len(pair[0]), pair[0]))
    return _without_parts(wide) if lang == "zh" else wide


def _units(text: str, lang: str) -> set[tuple[str, str]]:
    if lang != "zh":
        found = _WORD.findall(text)
        return {
            (stem(word), word)
            for word in found
            if word not in STOP_WORDS and word not in _DULL and len(word) > 2
        }
    units = set()
    for run in _HAN.findall(text):
        for size in range(2, min(LONGEST, len(run)) + 1):
            for start in range(len(run) - size + 1):
                part = run[start : start + size]
                if _names_something(part):
                    units.add((part, part))
    return units


def _names_something(part: str) -> bool:
    """Whether a run of characters could name a matter: it neither begins nor ends with a particle, and is no time word."""
    if part[0] in STOP_CHARACTERS or part[-1] in STOP_CHARACTERS or part in COMMON or part in _DULL:
        return False
    return not any(dull in part for dull in _DULL if len(dull) > 1 and not dull.isascii())


def _without_parts(wide: list[tuple[str, tuple[int, ...]]]) -> list[tuple[str, tuple[int, ...]]]:
    """Leave out a run that lies inside a longer one shared as widely: 加班 stands, 班到 goes with 加班到."""
    kept: list[tuple[str, tuple[int, ...]]] = []
    for word, numbers in wide:
        if not any(word in longer and set(numbers) <= set(others) for longer, others in kept):
            kept.append((word, numbers))
    return kept


def commonest(words: Sequence[str]) -> str:
    """The word that occurs most often, the earliest of equals."""
    counts = Counter(words)
    return max(counts, key=lambda word: (counts[word], -words.index(word)))
