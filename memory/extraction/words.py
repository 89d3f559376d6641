"""What a statement is made of."""

from __future__ import annotations

from dataclasses import dataclass

from memory.candidates import Span
from memory.policy import Kind


@dataclass(frozen=True)
class Words:
    subject: str
    attribute: str
    value: str
    polarity: int
    when: Span | None
    kind: Kind
