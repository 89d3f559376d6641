"""What is remembered about a person as a file of their own: plain lines that can be brought in again, or JSON with where each came from
and what became of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from companion.shelf.exporting import File, Form, filename, iso, mark_of
from memory.models import Evidence, Memory
from memory.policy import Kind
from memory.states import OPEN_STATUSES
from safety import notices

SCHEMA, VERSION = "companion.memories", 1


def export(user: User, form: Form, now: datetime) -> File:
    """Everything remembered, as the user's own language and time zone have it. What was deleted is not in it, waiting in the bin or
    not."""
    rows = list(_rows(user))
    name = filename(_("记忆"), form, now)
    if form is Form.TEXT:
        return File(name, "text/plain; charset=utf-8", _lines(user, rows))
    body = json.dumps(_document(user, rows, now), ensure_ascii=False, indent=2) + "\n"
    return File(name, "application/json", body)


def _rows(user: User) -> Iterable[Memory]:
    proofs = Evidence.objects.filter(user=user).order_by("at", "id")
    rows = Memory.objects.for_user(user).order_by("recorded_at", "id")
    return rows.defer("vector", "keywords").prefetch_related(Prefetch("evidence", queryset=proofs))


def _label(user: User) -> str:
    whence = _("从你说过的话里整理")
    return f"{notices.label(user.lang)} · {whence}"


def _lines(user: User, rows: Sequence[Memory]) -> str:
    """`[2026-03-01] - 你喜欢乌龙茶`, one a line, as the import reads them: what holds of the person, and nothing of a part they played."""
    holding = [
        row for row in rows if row.status in OPEN_STATUSES and row.layer == "real" and row.kind != Kind.SELF
    ]
    head = [f"# {_label(user)}", f"# AIGC: {json.dumps(mark_of(user.id), ensure_ascii=False)}"]
    told = [
        f"[{timezone.localtime(row.recorded_at):%Y-%m-%d}] - {' '.join(row.statement.split())}"
        for row in holding
    ]
    return "\n".join([*head, *told]) + "\n"


def _document(user: User, rows: Sequence[Memory], now: datetime) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "label": _label(user),
        "AIGC": mark_of(user.id),
        "exported_at": iso(now),
        "language": user.language,
        "time_zone": user.time_zone,
        "memories": [_memory(row) for row in rows],
    }


def _memory(row: Memory) -> dict[str, Any]:
    return {
        "id": str(row.id),
        "kind": row.kind,
        "statement": row.statement,
        "subject": row.subject,
        "value": row.value,
        "status": row.status,
        "reason": row.reason or None,
        "source": row.source,
        "confidence": row.confidence,
        "importance": row.importance,
        "sensitivity": row.sensitivity,
        "use": row.use,
        "layer": row.layer,
        "scope": row.scope,
        "paused": row.paused,
        "pinned": row.pinned,
        "true_from": _at(row.true_from),
        "true_until": _at(row.true_until),
        "recorded_at": iso(row.recorded_at),
        "closed_at": _at(row.closed_at),
        "closed_by": str(row.closed_by_id) if row.closed_by_id else None,
        "expires_at": _at(row.expires_at),
        "last_confirmed": _at(row.last_confirmed),
        "last_used": _at(row.last_used),
        "use_count": row.use_count,
        "evidence": [
            {
                "quote": proof.quote,
                "speaker": proof.speaker,
                "at": iso(proof.at),
                "message": str(proof.message_id) if proof.message_id else None,
            }
            for proof in row.evidence.all()
        ],
    }


def _at(moment: datetime | None) -> str | None:
    return iso(moment) if moment else None
