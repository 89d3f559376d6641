"""The rule files read into compiled patterns, once a process."""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from safety.levels import Flag, Level

_FOLDER = Path(__file__).parent / "rules"
_NEVER = re.compile(r"(?!)")
LANGS = ("zh", "en")


@dataclass(frozen=True)
class Rule:
    id: str
    level: Level
    flags: frozenset[Flag]
    pattern: re.Pattern[str]
    firm: bool
    needs: str
    guess: bool

    def at(self, level: Level) -> Rule:
        return replace(self, level=level)


@dataclass(frozen=True)
class Exclusion:
    id: str
    kind: str
    pattern: re.Pattern[str]
    strong: re.Pattern[str]
    unless: re.Pattern[str] | None
    whole: bool
    to: Level
    guesses_alone: bool


@dataclass(frozen=True)
class Rulebook:
    """All languages together: people mix them within one sentence."""

    rules: tuple[Rule, ...]
    masks: tuple[Exclusion, ...]
    lowers: tuple[Exclusion, ...]
    subjects: tuple[re.Pattern[str], ...]
    about_others: tuple[re.Pattern[str], ...]
    distress: re.Pattern[str]
    joke: re.Pattern[str]
    denial: re.Pattern[str]


@lru_cache(maxsize=1)
def version() -> str:
    """12 hex digits that change with any rule."""
    whole = b"".join((_FOLDER / f"{lang}.toml").read_bytes() for lang in LANGS)
    return hashlib.sha256(whole).hexdigest()[:12]


@lru_cache(maxsize=1)
def rulebook() -> Rulebook:
    """The rules of every language. Raises at first use if a file is broken: a site without rules must not serve."""
    books = [tomllib.loads((_FOLDER / f"{lang}.toml").read_text(encoding="utf-8")) for lang in LANGS]
    rules = [_rule(entry) for book in books for entry in book["rule"]]
    exclusions = [_exclusion(entry) for book in books for entry in book["exclude"]]
    zh = books[0]
    return Rulebook(
        rules=tuple(rules),
        masks=tuple(one for one in exclusions if one.kind == "mask"),
        lowers=tuple(one for one in exclusions if one.kind == "lower"),
        subjects=tuple(_compiled(book["third_party"]["subject"]) for book in books),
        about_others=tuple(_compiled(book["third_party"]["about"]) for book in books),
        distress=_compiled("|".join(_joined(book["distress"]["pattern"]) for book in books)),
        joke=_compiled(zh["joke"]["pattern"]),
        denial=_compiled(zh["denial"]["pattern"]),
    )


def _rule(entry: dict[str, Any]) -> Rule:
    return Rule(
        id=entry["id"],
        level=Level[entry["level"]],
        flags=frozenset(Flag(flag) for flag in entry.get("flags", [])),
        pattern=_compiled(entry["pattern"]),
        firm=entry.get("firm", False),
        needs=entry.get("needs", ""),
        guess=entry.get("guess", False),
    )


def _exclusion(entry: dict[str, Any]) -> Exclusion:
    return Exclusion(
        id=entry["id"],
        kind=entry["kind"],
        pattern=_compiled(entry["pattern"]),
        strong=_compiled(entry["strong"]) if "strong" in entry else _NEVER,
        unless=_compiled(entry["unless"]) if "unless" in entry else None,
        whole=entry.get("whole", False),
        to=Level[entry.get("to", "R0")],
        guesses_alone=entry.get("of", "") == "guesses",
    )


def _joined(pattern: str) -> str:
    return "".join(pattern.splitlines())


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(_joined(pattern))
