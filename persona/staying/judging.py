"""A model's opinion of whether replies stayed in character. It points at numbered replies and copies words; code decides what
counts. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from llm import prompts
from persona import voice
from persona.content import Content
from persona.staying.checking import slip
from persona.staying.grounds import Kind, Slip

_KINDS = frozenset({Kind.CONTRADICTS_SELF, Kind.CONTRADICTS_CHARACTER, Kind.TAKES_USER_FACTS, Kind.WRONG_NAME, Kind.BOILERPLATE,
                    Kind.LECTURING})  # fmt: skip
QUOTE_LEAST, SLIPS_MOST = 2, 3


class Item(BaseModel):
    """One slip, as the model answers it."""

    reply: int = Field(description="number of the reply")
    kind: str
    quote: str = Field(description="exact words copied from that reply")


class Opinion(BaseModel):
    items: list[Item] = Field(default_factory=list)


@dataclass(frozen=True)
class Said:
    """A line of the talk: `number` from 1 for a reply that is judged, 0 for any other."""

    user: bool
    text: str
    number: int = 0


def asked(content: Content, lang: str, own: Sequence[str], lines: Sequence[Said]) -> list[dict[str, str]]:
    """The question to the model."""
    told = [
        f"{'user' if line.user else f'[{line.number}] reply' if line.number else 'reply'}: {_flat(line.text)}"
        for line in lines
    ]
    text = prompts.fill(
        voice.FOLDER,
        "steady",
        lang,
        persona=voice.section(content, lang),
        own="\n".join(f"- {_flat(words)}" for words in own) or "-",
        lines="\n".join(told),
    )
    return [{"role": "user", "content": text}]


def read(opinion: Opinion, replies: Mapping[int, str], lang: str) -> dict[int, list[Slip]]:
    """What of an opinion stands: words that the reply really holds, of a kind that exists, a few a reply."""
    found: dict[int, list[Slip]] = {}
    for item in opinion.items:
        quote, reply = item.quote.strip(), replies.get(item.reply, "")
        if item.kind not in _KINDS or len(quote) < QUOTE_LEAST or quote not in reply:
            continue
        slips = found.setdefault(item.reply, [])
        if len(slips) < SLIPS_MOST and all(one.kind != item.kind for one in slips):
            slips.append(slip(Kind(item.kind), quote, lang))
    return found


def _flat(text: str) -> str:
    return " ".join(text.split())
