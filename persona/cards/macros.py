"""Placeholders of cards, `{{char}}`, `{{user}}` and the rest. Pure.

What is known is filled in; what isn't is left out, since a model that reads `{{getvar::x}}` says it. The card itself keeps
them all.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

_ANGLE = re.compile(r"<(BOT|CHAR|USER)>", re.IGNORECASE)
_MACRO = re.compile(r"\{\{((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}")
_ROLL = re.compile(r"d?(\d{1,6})\Z", re.IGNORECASE)
_COMMA = re.compile(r"(?<!\\),")
_DEPTH = 4
"""Macros inside macros, `{{reverse:{{char}}}}`, are opened so often."""


@dataclass(frozen=True)
class Names:
    """Who is meant by the placeholders. `seed` decides what `{{random}}`, `{{pick}}` and `{{roll}}` give: the same seed the
    same choice, so that a prompt stays as it was."""

    char: str
    user: str
    seed: str = ""


def filled(text: str, names: Names) -> str:
    """The text with its placeholders filled in; unknown ones and notes are left out."""
    text = _ANGLE.sub(lambda found: names.user if found[1].lower() == "user" else names.char, text)
    for _round in range(_DEPTH):
        count = 0

        def one(found: re.Match[str]) -> str:
            nonlocal count
            count += 1
            return _value(found[1], names, f"{names.seed}\0{count}\0{found[1]}")

        text = _MACRO.sub(one, text)
        if not count:
            break
    return _MACRO.sub("", text)


def _value(macro: str, names: Names, seed: str) -> str:
    plain = macro.strip()
    name, colon, rest = plain.partition(":")
    key = name.strip().lower()
    if not colon:
        return {"char": names.char, "bot": names.char, "user": names.user, "newline": "\n"}.get(key, "")
    if key in ("random", "pick"):
        given = rest.removeprefix(":").split("::") if rest.startswith(":") else _COMMA.split(rest)
        options = [option.replace("\\,", ",").strip() for option in given]
        return options[_number(seed) % len(options)]
    if key == "roll" and (dice := _ROLL.match(rest.strip())) and int(dice[1]):
        return str(_number(seed) % int(dice[1]) + 1)
    if key == "reverse":
        return rest[::-1]
    return ""


def _number(seed: str) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode("utf-8", "replace")).digest()[:6], "big")
