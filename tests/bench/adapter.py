"""The product's raw lane as a ranker of an evaluation outside the project: `rank(query, docs, meta)` writes the turns as
messages of a user of their own and asks what recall asks. Run from the project's root, `--ranker tests.bench.adapter:rank`.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_stack = contextlib.ExitStack()
_held: dict[int, Any] = {}


def _begin() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    from companion.embedded import ensure
    from companion.embedded.places import Places

    if not os.environ.get("COMPANION_PARTS"):
        _stack.enter_context(ensure.running(Places.here(ROOT), ROOT, tables=True))
    import django

    django.setup()
    from companion import scratch
    from companion.benches.talks import Vectors

    _stack.enter_context(scratch.database())
    atexit.register(_stack.close)
    _held[0] = Vectors()


def rank(query: str, docs: Sequence[Mapping[str, Any]], meta: Mapping[str, Any]) -> list[int]:
    """Indices of `docs`, best first; those that no lane reached come last, in order."""
    if not _held:
        _begin()
    from companion.benches.talks import Spoken, Talk

    if _held.get(1) is not docs:
        if old := _held.get(2):
            old.forget()
        now = (
            datetime.fromisoformat(meta["time"]).replace(tzinfo=UTC)
            if meta.get("time")
            else datetime.now(UTC)
        )
        lines = [
            Spoken(
                doc["text"],
                doc["speaker"],
                doc["session"],
                datetime.fromisoformat(doc["time"]).replace(tzinfo=UTC) if doc["time"] else None,
            )
            for doc in docs
        ]
        _held[1], _held[2] = docs, Talk(lines, _held[0], now)
    found: list[int] = _held[2].search(query, len(docs))
    reached = set(found)
    return found + [place for place in range(len(docs)) if place not in reached]
