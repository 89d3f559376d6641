"""Rows as a dream sees them, for deciding without a database."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from memory.dreaming.material import Material, Row, Said, Tie, material
from memory.policy import Kind
from memory.states import RelationKind
from transcript.mood import mood

NOW = datetime(2026, 7, 30, 20, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
DAY = timedelta(days=1)


def row(kind: Kind, value: str, ago: int, statement: str = "", **extra: Any) -> Row:
    """A row that the user's words of so many days ago stand behind, each in a conversation of its own."""
    at = NOW - ago * DAY
    lang = extra.pop("lang", "en" if (statement or value).isascii() else "zh")
    given = {
        "subject": "user", "attribute": "event_what", "polarity": 1, "status": "current", "source": "stated",
        "confidence": 0.9, "importance": 0.5, "version": 1, **extra,
    }  # fmt: skip
    return Row(
        id=uuid.uuid4(), kind=kind, value=value, statement=statement or f"你{value}", lang=lang, recorded_at=at,
        days=frozenset({at.date()}), messages=frozenset({uuid.uuid4()}), conversations=frozenset({uuid.uuid4()}), **given,
    )  # fmt: skip


def event(value: str, ago: int, **extra: Any) -> Row:
    return row(Kind.EVENT, value, ago, **extra)


def state(value: str, ago: int, **extra: Any) -> Row:
    return row(Kind.STATE, value, ago, **{"attribute": "mood", **extra})


def likes(value: str, ago: int = 10, **extra: Any) -> Row:
    return row(Kind.PREFERENCE, value, ago, **{"attribute": "like", **extra})


def felt(*pairs: tuple[Row, Row]) -> list[Tie]:
    return [Tie(event.id, RelationKind.FELT, state.id, None) for event, state in pairs]


def said(text: str, ago: int, minute: int = 0, mine: bool = True) -> Said:
    at = NOW - ago * DAY + timedelta(minutes=minute)
    return Said(uuid.uuid4(), mine, text, at, at.date(), mood(text).valence)


def held(*rows: Row, lines: list[Said] | None = None, ties: list[Tie] | None = None) -> Material:
    return material(NOW, sorted(rows, key=lambda one: one.recorded_at), lines or [], ties or [])
