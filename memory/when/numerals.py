"""Numbers as people write them in dates: 20, 二十, 廿, 两, "three"."""

from __future__ import annotations

NUMBER = r"(?:\d{1,4}|[零〇一二两三四五六七八九十百廿卅]{1,6})"
_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
ENGLISH = {word: value for value, word in enumerate(_WORDS.split())} | {
    "a": 1, "an": 1, "couple": 2, "a couple of": 2, "a couple": 2, "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip
ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "last": -1,
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
}

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}


def chinese(words: str) -> int | None:
    """The number written in `words` (digits or numerals below 1,000, or a row of numerals: 二〇二六)."""
    if words.isascii():
        return int(words) if words.isdigit() else None
    words = words.replace("廿", "二十").replace("卅", "三十")
    if words and all(c in _DIGITS for c in words):
        return int("".join(str(_DIGITS[c]) for c in words))
    total, digit = 0, None
    for c in words:
        if c in _DIGITS:
            digit = _DIGITS[c]
        elif c in "十百":
            total += (1 if digit is None else digit) * (10 if c == "十" else 100)
            digit = None
        else:
            return None
    return total + (digit or 0)


def pair(words: str) -> tuple[int, int] | None:
    """The two numbers of 三四 or 两三: neighbours that stand for one vague number."""
    if words == "九十":
        return 9, 10
    if len(words) != 2 or any(c not in _DIGITS for c in words):
        return None
    low, high = _DIGITS[words[0]], _DIGITS[words[1]]
    return (low, high) if low and 1 <= high - low <= 2 else None


def english(words: str) -> int | None:
    words = words.lower().strip()
    return int(words) if words.isdigit() else ENGLISH.get(words)
