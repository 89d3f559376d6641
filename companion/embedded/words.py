"""One calm line for the terminal, in the operator's language."""

from __future__ import annotations

import os


def chinese() -> bool:
    """Whether the terminal's locale is Chinese. Django is not there yet, so its catalogues are not either."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    return spoken.lower().startswith("zh")


def both(zh: str, en: str) -> str:
    """What must be understood whatever the terminal's language: an error, a warning."""
    return f"{zh}\n{en}"


def say(name_zh: str, state_zh: str, name_en: str, state_en: str) -> None:
    name, state = (name_zh, state_zh) if chinese() else (name_en, state_en)
    print(f"  · {name}{'：' if chinese() and state else '  ' if state else ''}{state}", flush=True)
