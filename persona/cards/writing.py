"""A character as a file to carry elsewhere: JSON, or a portrait with the card in it. Pure."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from enum import StrEnum

from persona.cards import mapping, png
from persona.cards.reading import Card
from persona.content import Content


class Form(StrEnum):
    PNG = "png"
    V3 = "v3"
    V2 = "v2"


@dataclass(frozen=True)
class File:
    name: str
    kind: str
    data: bytes


def export(content: Content, form: Form, portrait: bytes = b"") -> File:
    """The file; `portrait` is the PNG that carries the card, needed for that form alone."""
    card = mapping.card_of(content)
    stem = "".join(c if c.isalnum() else "-" for c in content.name).strip("-") or "card"
    if form is Form.PNG:
        texts = {"chara": _base64(mapping.lowered(card)), "ccv3": _base64(card)}
        return File(f"{stem}.png", "image/png", png.with_texts(portrait, texts))
    told = card if form is Form.V3 else mapping.lowered(card)
    return File(f"{stem}.json", "application/json", written(told))


def written(card: Card) -> bytes:
    """A card as JSON: the same card is always the same bytes."""
    return json.dumps(card, ensure_ascii=False, indent=2).encode("utf-8")


def _base64(card: Card) -> str:
    plain = json.dumps(card, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return base64.b64encode(plain).decode("ascii")
