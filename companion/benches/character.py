"""How well the persona's rules tell replies that are in character from those that aren't, by kind, on a labelled file."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from persona.content import Content
from persona.staying import checking
from persona.staying.grounds import Ground, Kind, OfUser


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON Lines file: lang, kind (null where nothing is wrong), user, reply, name, user_names, facts, own,
    character."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def ground_of(row: dict[str, Any]) -> Ground:
    """What a row's reply is held against."""
    character = row["character"]
    content = Content(
        name=row["name"],
        language="zh-hans" if row["lang"] == "zh" else "en",
        style=tuple(character.get("style", ())),
        limits=tuple(character.get("limits", ())),
        address=character.get("address", ""),
    )
    facts = tuple(OfUser(one["subject"], one["attribute"], one["value"]) for one in row["facts"])
    others = [one.value for one in facts if one.attribute == "name" and one.subject != "user"]
    return Ground(
        content=content,
        lang=row["lang"],
        user_text=row["user"],
        user_names=tuple(row["user_names"]),
        named=(*others, row["name"]),
        facts=facts,
        own=tuple(row["own"]),
    )


def found(row: dict[str, Any]) -> set[str]:
    """The kinds of slips that the rules find in a row's reply."""
    return {str(slip.kind) for slip in checking.check(row["reply"], ground_of(row))}


def measure(path: Path, *, told: bool = False) -> dict[str, Any]:
    """Precision and recall by kind and over all; with `told`, the rows that went wrong."""
    hit: Counter[str] = Counter()
    of: Counter[str] = Counter()
    wrongly: Counter[str] = Counter()
    misses = []
    rows = rows_of(path)
    for row in rows:
        kinds, label = found(row), row["kind"]
        if label:
            of[label] += 1
            hit[label] += label in kinds
        others = kinds - {label}
        wrongly.update(others)
        if others or (label and label not in kinds):
            misses.append({"id": row["id"], "kind": label, "found": sorted(kinds), "reply": row["reply"]})
    kinds_ = {
        kind.value: {
            "rows": of[kind],
            "recall": round(hit[kind] / of[kind], 3) if of[kind] else None,
            "precision": round(hit[kind] / (hit[kind] + wrongly[kind]), 3)
            if hit[kind] + wrongly[kind]
            else None,
        }
        for kind in Kind
    }
    total, alarms = sum(hit.values()), sum(wrongly.values())
    return {
        "rows": len(rows),
        "recall": round(total / max(sum(of.values()), 1), 3),
        "precision": round(total / max(total + alarms, 1), 3),
        "kinds": kinds_,
        **({"misses": misses} if told else {}),
    }
