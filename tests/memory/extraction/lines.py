"""Lines and exchanges for the extraction tests."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from memory.candidates import Candidate, Exchange, Line, Speaker
from memory.extraction import rules

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 1, 20, 0, tzinfo=SHANGHAI)  # a Wednesday
_SPACE = UUID("5f0c1a52-6a0e-4a55-9f0e-7a4a7d1c2b11")


def line(text: str, speaker: Speaker = Speaker.USER, at: datetime = NOW) -> Line:
    return Line(uuid5(_SPACE, f"{speaker}{text}"), speaker, text, at)


def exchange(*texts: str, before: tuple[str, ...] = (), people: tuple[str, ...] = ()) -> Exchange:
    return Exchange(
        tuple(line(t) for t in texts), SHANGHAI, before=tuple(line(t) for t in before), people=people
    )


def learn(*texts: str, before: tuple[str, ...] = (), people: tuple[str, ...] = ()) -> list[Candidate]:
    return rules.extract(exchange(*texts, before=before, people=people))


def shown(candidates: list[Candidate]) -> list[tuple[str, str, str, int]]:
    return [(c.subject, c.attribute, c.value, c.polarity) for c in candidates]
