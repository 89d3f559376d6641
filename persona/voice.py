"""The persona's part of the system prompt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from llm import prompts
from persona.characters import Character

FOLDER = Path(__file__).parent
_SPEAKERS = {"zh": ("对方", "你"), "en": ("Them", "You")}


def section(character: Character, lang: str) -> str:
    """Who the model is to be, in the frame of the language that is spoken; the same from turn to turn."""
    them, you = _SPEAKERS[lang]
    return prompts.fill(
        FOLDER,
        "persona",
        lang,
        name=character.name,
        calls_itself=character.calls_itself,
        relation=character.relation,
        backstory=character.backstory,
        personality=_listed(character.personality),
        style=_listed(character.style),
        values=_listed(character.values),
        limits=_listed(character.limits),
        examples="\n\n".join(f"{them}: {said}\n{you}: {reply}" for said, reply in character.examples),
    )


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
