"""The lines that a reply may be taken from. Pure, apart from reading the shipped files once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from persona.content import read

Lines = Mapping[str, tuple[str, ...]]
SIBLINGS = {"zh": "xiaonuan", "en": "june"}


@dataclass(frozen=True)
class Said:
    """A line with its id: section and number from 1, `reflect.sad.3`."""

    id: str
    text: str


def lines_of(own: Lines, own_lang: str, lang: str) -> Lines:
    """A character's lines in a language: its own, with the sibling's for sections it lacks; the sibling's in the
    other language."""
    return {**_shipped(lang), **(own if own_lang == lang else {})}


@lru_cache(maxsize=2)
def _shipped(lang: str) -> Lines:
    return read(Path(__file__).parent / "characters" / f"{SIBLINGS[lang]}.toml").lines
