"""What changed between two versions of a character, field by field. Pure."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Any

from persona.content import Content, Example
from persona.making.fields import FIELDS


@dataclass(frozen=True)
class Line:
    """One line of a changed field: `kept`, `gone` or `new`."""

    state: str
    text: str


@dataclass(frozen=True)
class Change:
    field: str
    lines: tuple[Line, ...]


def changes(old: Content, new: Content) -> list[Change]:
    """The fields that differ, in the editor's order, with their lines as they were and are."""
    found = []
    for name in (*FIELDS, "lines"):
        before, after = _lines(old, name), _lines(new, name)
        if before != after:
            found.append(Change(name, tuple(_compared(before, after))))
    if _carried(old) != _carried(new):
        found.append(Change("card", ()))
    return found


def felt(old: Content, new: Content) -> bool:
    """Whether who talks with it could notice: a line in the list of characters or a colour is no change of character."""
    quiet = {"tagline", "hue", "picture"}
    return any(change.field not in quiet for change in changes(old, new))


def _compared(before: list[str], after: list[str]) -> list[Line]:
    told = []
    for mark in difflib.ndiff(before, after):
        if not mark.startswith("?"):
            state = {"- ": "gone", "+ ": "new"}.get(mark[:2], "kept")
            told.append(Line(state, mark[2:]))
    return told


def _lines(content: Content, name: str) -> list[str]:
    value: Any = getattr(content, name)
    if name == "lines":
        return [f"{section}: {line}" for section, rows in sorted(value.items()) for line in rows]
    if name == "hue":
        return [str(value + 1)]
    if name == "picture":
        return ["▣" + str(value)[:4]] if value else []
    if name == "examples":
        return [row for example in value for row in _of_example(example)]
    if isinstance(value, tuple):
        return [line for text in value for line in text.splitlines()]
    return str(value).splitlines() if value not in (None, "") else []


def _of_example(example: Example) -> list[str]:
    return [f"“{example.user}”", f"→ {example.reply}"]


def _carried(content: Content) -> Any:
    """What the card holds beside the fields: its lorebook."""
    return (content.card or {}).get("data", {}).get("character_book")
