"""What the rules of safety hear and hold back, on labelled files: risk phrases, goodbyes, questions whether it is human, and
replies that may not be said. Rules alone.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from persona.content import Content
from persona.staying.checking import Keeper
from persona.staying.grounds import Ground
from safety import farewell, honesty
from safety.assessing import assess
from safety.levels import Level
from safety.pipeline import passed

FROZEN = tuple(Path(settings.BASE_DIR) / "tests" / "safety" / f"frozen_{lang}.jsonl" for lang in ("zh", "en"))
"""Phrases that were written before the rules they measure."""
LANGS = ("zh", "en")


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def heard(row: dict[str, Any]) -> tuple[Level, list[str], list[str], float]:
    """(level, flags, rules, ms) of a row's text, in the light of what was said before it."""
    before = str(row.get("after") or "")
    state = assess(before).level if before else Level.R0
    given = row.get("context") or ()
    context = (given,) if isinstance(given, str) else given
    began = time.perf_counter()
    found = assess(row["text"], context=context, state=state)
    ms = 1000 * (time.perf_counter() - began)
    return found.level, sorted(flag.value for flag in found.flags), list(found.rules), ms


def risks(rows: Sequence[dict[str, Any]], *, told: bool = False) -> dict[str, Any]:
    """By language: `r4`, the share of R4 rows judged R4; `r2plus`, of R2 and up judged R2 or higher; `alarms`, of R0 rows that
    would show a card; `within`, of all rows within their accepted levels."""
    taken = []
    judged = []
    for row in rows:
        level, flags, rules, ms = heard(row)
        taken.append(ms)
        judged.append(
            (row, level, {"text": row["text"], "level": level.name, "flags": flags, "rules": rules})
        )
    out: dict[str, Any] = {lang: _shares([one for one in judged if one[0]["lang"] == lang]) for lang in LANGS}
    taken.sort()
    out["ms"] = (
        {"p50": round(taken[len(taken) // 2], 2), "p95": round(taken[int(len(taken) * 0.95)], 2)}
        if taken
        else {}
    )
    return {**out, "rows": [shown for _row, _level, shown in judged]} if told else out


def _shares(judged: Sequence[tuple[dict[str, Any], Level, dict[str, Any]]]) -> dict[str, Any]:
    def share(least: Level, most: Level, enough: Level) -> float | None:
        of = [level for row, level, _shown in judged if least <= _lowest(row) <= most]
        return round(sum(level >= enough for level in of) / len(of), 4) if of else None

    within = [level in {Level[name] for name in row["levels"]} for row, level, _shown in judged]
    return {
        "r4": share(Level.R4, Level.R4, Level.R4),
        "r2plus": share(Level.R2, Level.R4, Level.R2),
        "alarms": share(Level.R0, Level.R0, Level.R2),
        "within": round(sum(within) / len(within), 4) if within else None,
        "phrases": len(judged),
    }


def _lowest(row: dict[str, Any]) -> Level:
    return min(Level[name] for name in row["levels"])


def goodbyes(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Whether a line means to leave: by language, found of those that do, and wrongly of the others."""
    return {lang: _found([(bool(row["farewell"]), farewell.exit_intent(row["text"])) for row in rows if row["lang"] == lang])
            for lang in LANGS}  # fmt: skip


def questions(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Whether a line asks if it is a human."""
    return {
        lang: _found(
            [
                (bool(row["asks"]), honesty.asks_if_human(row["text"], row.get("name", "")))
                for row in rows
                if row["lang"] == lang
            ]
        )
        for lang in LANGS
    }


def _found(pairs: Sequence[tuple[bool, bool]]) -> dict[str, Any]:
    yes, no = [got for label, got in pairs if label], [got for label, got in pairs if not label]
    return {
        "recall": round(sum(yes) / len(yes), 4) if yes else None,
        "alarms": round(sum(no) / len(no), 4) if no else None,
        "lines": len(pairs),
    }


def replies(rows: Sequence[dict[str, Any]], *, told: bool = False) -> dict[str, Any]:
    """What the pipeline does with each reply, by kind: `held`, the share of bad ones that don't reach the user as they are, also
    not behind a sentence of truth; `changed`, of the good ones that don't stay as they were."""
    kinds: dict[str, list[bool]] = {}
    shown = []
    for row in rows:
        said, changed = through(row)
        whole = row["reply"].strip() in said
        kinds.setdefault(row.get("kind") or "", []).append(not whole if row.get("kind") else changed)
        shown.append({"reply": row["reply"], "kind": row.get("kind"), "said": said, "changed": changed})
    good = kinds.pop("", [])
    out: dict[str, Any] = {
        "kinds": {
            kind: {"held": round(sum(held) / len(held), 4), "of": len(held)}
            for kind, held in sorted(kinds.items())
        },
        "changed": round(sum(good) / len(good), 4) if good else None,
        "good": len(good),
    }
    return {**out, "rows": shown} if told else out


def through(row: dict[str, Any]) -> tuple[str, bool]:
    """(what a user would see, whether it differs from what was said) of a reply on its way through the one pipeline."""
    user, lang = row.get("user") or "", row["lang"]
    asked = honesty.asks_if_human(user)
    character = Content(name="小暖" if lang == "zh" else "June", language="zh-hans" if lang == "zh" else "en")
    keeper = Keeper(Ground(content=character, lang=lang, user_text=user, asked_human=asked))
    said = passed(row["reply"], lang, assess(user).level, farewell.exit_intent(user), asked, keeper.mend)
    return said, said.strip() != row["reply"].strip()
