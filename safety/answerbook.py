"""`answers/zh.toml` and `en.toml`, read once a process: how what people answer and tell is worded. Pure after the first read."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "answers"
_HAN = re.compile("[\u3400-\u9fff]")


def language_of(words: str) -> str:
    """`zh` where a normalised line has a Chinese character, else `en`."""
    return "zh" if _HAN.search(words) else "en"


@lru_cache(maxsize=2)
def book(lang: str) -> dict[str, Any]:
    """The file of a language, section by section. Whoever reads it leaves it as it is."""
    return tomllib.loads((_FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))


def patterns_of(lang: str, section: str) -> dict[str, re.Pattern[str]]:
    """A section whose values are regular expressions, compiled."""
    return {name: re.compile(pattern) for name, pattern in book(lang)[section].items()}
