"""A card's lorebook: entries that come into the prompt when their keys are spoken of. Pure.

Read leniently from V2, V3 and the stand-alone forms; the card keeps the book as it was.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import regex

from llm import tokens

SCAN_DEPTH, SCAN_MOST = 4, 50
"""Lines that are looked at for keys, where the book doesn't say, and at the most."""
BUDGET, BUDGET_MOST = 400, 800
"""Tokens of entries in one prompt, where the book doesn't say, and at the most."""
ENTRIES_MOST = 2_000
PATTERN_MOST = 500
PATTERN_TIME, PATTERNS_TIME = 0.02, 0.15
"""Characters of a pattern, seconds that one may take, and all of a book's together: a card's own patterns must not hold up a
turn."""
ROUNDS = 3
"""How often entries may bring others, in a book that says so."""
_DECORATOR = re.compile(r"\s*@@@?(\w+)[^\S\n]*([^\n]*)(?:\n|$)")


@dataclass(frozen=True)
class Entry:
    """One entry as it is used; `order` as the book counts (lower stands first), `priority` decides what stays in the budget
    (higher stays)."""

    keys: tuple[str, ...]
    content: str
    secondary: tuple[str, ...] = ()
    selective: bool = False
    constant: bool = False
    enabled: bool = True
    use_regex: bool = False
    case_sensitive: bool = False
    order: float = 100.0
    priority: float = 0.0
    first: bool = True
    """Whether it stands before the character's description rather than after it."""


@dataclass(frozen=True)
class Book:
    entries: tuple[Entry, ...] = ()
    scan_depth: int = SCAN_DEPTH
    budget: int = BUDGET
    recursive: bool = False


def book_of(card: Mapping[str, Any] | None) -> Book:
    """The lorebook of a card in its V3 form; an empty one where it has none."""
    data = card.get("data") if card else None
    raw = data.get("character_book") if isinstance(data, Mapping) else None
    return read(raw) if isinstance(raw, Mapping) else Book()


def read(raw: Mapping[str, Any]) -> Book:
    """A `character_book`. What is odd in it is passed over; nothing raises."""
    entries = [_entry(row) for row in rows(raw)[:ENTRIES_MOST]]
    return Book(
        entries=tuple(entry for entry in entries if entry.content.strip()),
        scan_depth=min(int(_number(raw.get("scan_depth"), SCAN_DEPTH)) or SCAN_DEPTH, SCAN_MOST),
        budget=min(int(_number(raw.get("token_budget"), BUDGET)) or BUDGET, BUDGET_MOST),
        recursive=raw.get("recursive_scanning") is True,
    )


def rows(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The entries of a book as they stand in it."""
    listed = raw.get("entries")
    found = list(listed.values()) if isinstance(listed, Mapping) else listed
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def from_world_info(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A world-info file (`entries` by number, `key`, `keysecondary`, `order`, `disable`) as a `character_book`; what it has
    beside is kept in each entry's `extensions`."""
    known = {"uid", "key", "keysecondary", "comment", "content", "constant", "selective", "order",
             "position", "disable"}  # fmt: skip
    entries: list[dict[str, Any]] = []
    for row in rows(raw):
        entries.append(
            {
                "keys": _strings(row.get("key")),
                "content": _text(row.get("content")),
                "extensions": {name: value for name, value in row.items() if name not in known},
                "enabled": not row.get("disable"),
                "insertion_order": _number(row.get("order"), 100),
                "comment": _text(row.get("comment")),
                "id": row.get("uid", len(entries)),
                "selective": bool(row.get("selective")),
                "secondary_keys": _strings(row.get("keysecondary")),
                "constant": bool(row.get("constant")),
                "position": "before_char" if row.get("position") in (0, "0", None) else "after_char",
                "use_regex": False,
            }
        )
    return {"name": _text(raw.get("name")), "extensions": {}, "entries": entries}


def spoken_of(book: Book, lines: Sequence[str]) -> list[Entry]:
    """The entries that the last lines (oldest first) call for, in the book's order, within its budget."""
    patterns = _Patterns()
    text = _Text("\n".join(lines[-book.scan_depth :]))
    called: list[Entry] = []
    rest: list[Entry] = []
    for entry in (entry for entry in book.entries if entry.enabled):
        (called if entry.constant or _called(entry, text, patterns) else rest).append(entry)
    for _round in range(ROUNDS if book.recursive else 0):
        told = _Text("\n".join(plain(entry.content) for entry in called))
        hits = [_called(entry, told, patterns) for entry in rest]
        if not any(hits):
            break
        called += [entry for entry, hit in zip(rest, hits, strict=True) if hit]
        rest = [entry for entry, hit in zip(rest, hits, strict=True) if not hit]
    kept: list[Entry] = []
    room = book.budget
    for entry in sorted(called, key=lambda entry: (not entry.constant, -entry.priority, entry.order)):
        cost = tokens.estimate(plain(entry.content))
        if cost <= room:
            room -= cost
            kept.append(entry)
    return sorted(kept, key=lambda entry: (not entry.first, entry.order))


def plain(content: str) -> str:
    """An entry's text without the decorator lines it opens with (`@@depth 4`, `@@@role user`)."""
    while found := _DECORATOR.match(content):
        content = content[found.end() :]
    return content.strip()


@dataclass(frozen=True)
class _Text:
    """What is looked at for keys."""

    told: str

    @cached_property
    def folded(self) -> str:
        return self.told.lower()


@dataclass
class _Patterns:
    """The regular expressions of a book over one turn: each has its time, and all of them together, compiling included."""

    left: float = PATTERNS_TIME

    def found(self, pattern: str, text: str, *, case: bool) -> bool:
        if self.left <= 0 or len(pattern) > PATTERN_MOST:
            return False
        began = time.monotonic()
        try:
            flags = 0 if case else regex.IGNORECASE
            return regex.search(pattern, text, flags=flags, timeout=min(PATTERN_TIME, self.left)) is not None
        except (regex.error, TimeoutError, OverflowError, RecursionError, MemoryError):
            return False
        finally:
            self.left -= time.monotonic() - began


def _called(entry: Entry, text: _Text, patterns: _Patterns) -> bool:
    if not any(_stands(key, entry, text, patterns) for key in entry.keys):
        return False
    return not (entry.selective and entry.secondary) or any(
        _stands(key, entry, text, patterns) for key in entry.secondary
    )


def _stands(key: str, entry: Entry, text: _Text, patterns: _Patterns) -> bool:
    if not key.strip():
        return False
    if entry.use_regex:
        return patterns.found(key, text.told, case=entry.case_sensitive)
    return (
        _holds(text.told, key.strip()) if entry.case_sensitive else _holds(text.folded, key.strip().lower())
    )


def _holds(text: str, key: str) -> bool:
    """Whether a plain key stands in a text: a Latin word is not found inside another, `cat` in `category`; Chinese has no
    such borders."""
    at = text.find(key)
    while at >= 0:
        end = at + len(key)
        inside = (_latin(key[0]) and _latin(text[at - 1 : at])) or (
            _latin(key[-1]) and _latin(text[end : end + 1])
        )
        if not inside:
            return True
        at = text.find(key, at + 1)
    return False


def _latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _entry(row: Mapping[str, Any]) -> Entry:
    content = _text(row.get("content"))
    decorators = {found[1] for found in _decorators(content)}
    return Entry(
        keys=tuple(_strings(row.get("keys"))),
        content=content,
        secondary=tuple(_strings(row.get("secondary_keys"))),
        selective=row.get("selective") is True,
        constant=row.get("constant") is True or "activate" in decorators,
        enabled=row.get("enabled") is not False and "dont_activate" not in decorators,
        use_regex=row.get("use_regex") is True,
        case_sensitive=row.get("case_sensitive") is True,
        order=_number(row.get("insertion_order"), 100.0),
        priority=_number(row.get("priority"), 0.0),
        first=row.get("position") != "after_char",
    )


def _decorators(content: str) -> list[re.Match[str]]:
    found, at = [], 0
    while match := _DECORATOR.match(content, at):
        found.append(match)
        at = match.end()
    return found


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Any, default: float) -> float:
    """A number, also one that was written as text; programs write "" for none."""
    if isinstance(value, bool):
        return default
    try:
        number = float(value)
    except (TypeError, ValueError):
        return default
    return number if abs(number) < 1e12 else default
