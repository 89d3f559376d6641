"""Telling a word that anybody could be called by (妹妹, cat) from a name."""

from __future__ import annotations

import re

from memory.extraction.en import words as english
from memory.extraction.zh.words import KIN, PETS, any_of

_RELATION = re.compile(
    rf"(?:.{{0,8}}(?:{any_of([*KIN, *PETS])})|(?:[\w' -]{{0,16}}\b)?(?:{english.KIN}|{english.PETS}))",
    re.IGNORECASE,
)
_ANIMAL = re.compile(
    rf"(?:.{{0,8}}(?:{any_of(PETS)}|[猫狗兔鼠鸟鱼龟])|(?:[\w' -]{{0,16}}\b)?(?:{english.PETS}))",
    re.IGNORECASE,
)


def names_relation(word: str) -> bool:
    """Whether a word says who somebody is to the user, or what animal, and is no name of their own."""
    return bool(_RELATION.fullmatch(word.strip()))


def names_animal(word: str) -> bool:
    return bool(_ANIMAL.fullmatch(word.strip()))
