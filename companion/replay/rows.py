"""What a story shows: memories, candidates and steps as plain JSON values."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from memory.models import Memory
from topics.models import Candidate


def row_of(row: Memory) -> dict[str, Any]:
    """A memory as stories see it."""
    proof = row.evidence.order_by("at").first()
    return {
        "id": str(row.id), "statement": row.statement, "kind": row.kind, "subject": row.subject,
        "attribute": row.attribute, "value": row.value, "polarity": row.polarity, "status": row.status,
        "phase": row.phase or None, "paused": row.paused, "layer": row.layer, "source": row.source,
        "confidence": round(row.confidence, 3), "importance": round(row.importance, 3),
        "sensitivity": row.sensitivity, "use": row.use, "scope": row.scope, "lang": row.lang,
        "true_from": _iso(row.true_from, row), "true_until": _iso(row.true_until, row), "precision": row.precision or None,
        "quote": proof.quote if proof else None, "reason": row.reason,
    }  # fmt: skip


def _iso(at: datetime | None, row: Memory) -> str | None:
    """A time in the user's own zone: 20 July there is no 19 July here."""
    return at.astimezone(row.user.zone).isoformat() if at else None


def candidate(row: Candidate) -> dict[str, Any]:
    return {
        "text": row.statement, "source": row.source, "score": row.score, "parts": row.parts,
        "blocked": row.blocked or None,
        "due_at": row.due_at.astimezone(row.user.zone).isoformat() if row.due_at else None,
    }  # fmt: skip


def blank() -> dict[str, Any]:
    return {
        "learned": [], "report": [], "recalled": [], "nothing_found": False, "move": "follow", "topic": None,
        "risk": "R0", "flags": [], "said": "", "prompt": "",
    }  # fmt: skip


def nothing_learned() -> dict[str, Any]:
    return {"learned": [], "report": []}


def text_of(given: str) -> str:
    """An import's text, or the text of the file it names."""
    path = Path(given)
    if "\n" not in given and len(given) < 200 and path.is_file():
        return path.read_text(encoding="utf-8")
    return given


def words_of(step: dict[str, Any]) -> dict[str, Any]:
    """A regenerated reply's words may stand under `text`, as an edit's do."""
    return {"reply": step["text"]} if "text" in step and "reply" not in step else {}
