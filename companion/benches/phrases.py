"""The labelled phrases and replies that safety's weights are learnt from, in a fixed order."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from companion.benches.safety import rows_of
from safety import contract
from safety.bearing import HEADS
from safety.levels import Level
from safety.normalising import normalise
from safety.pipeline import sentences
from safety.rulebook import rulebook
from safety.schooling import Reply
from safety.training import Phrase
from safety.weighing import language_of

LABELLED = ("frozen_zh", "frozen_en", "unseen_oblique", "unseen_risk", "blind", "far", "twins")
"""Files of the form of risk_dev.jsonl."""


def of(folder: Path, lang: str) -> list[Phrase]:
    """Every phrase of one language: the labelled ones as they were written, then the ordinary lines."""
    told = [*_labelled(folder), *_of_rules(folder), *_of_families(folder)]
    return [one for one in told if language_of(one.words) == lang] + list(
        _ordinary(folder / f"ordinary_{lang}.txt")
    )


def _phrase(text: str, least: Level, most: Level, *, ordinary: bool = False, twin: bool = False) -> Phrase:
    words = normalise(text)
    return Phrase(words, least, most, ordinary, twin, rulebook().reading(words).signs())


def _labelled(folder: Path) -> Iterator[Phrase]:
    for name in LABELLED:
        for row in rows_of(folder / f"{name}.jsonl"):
            if not row.get("after") and not row.get("context"):
                levels = [Level[level] for level in row["levels"]]
                yield _phrase(row["text"], min(levels), max(levels), twin=name == "twins")


def _of_rules(folder: Path) -> Iterator[Phrase]:
    """What the rules are tested with: rows of (text, levels, flags), and texts that are no danger."""
    for name, rows in tomllib.loads((folder / "phrases.toml").read_text(encoding="utf-8")).items():
        for row in rows:
            if isinstance(row, str):
                yield _phrase(row, Level.R0, Level.R0 if "calm" in name else Level.R1, twin=True)
            else:
                levels = [Level[level] for level in row[1].split()]
                yield _phrase(row[0], min(levels), max(levels))


def _of_families(folder: Path) -> Iterator[Phrase]:
    """What each family hears, and the sentences that share words with it."""
    for rule, heard, harmless in tomllib.loads(
        (folder / "phrases_families.toml").read_text(encoding="utf-8")
    )["families"]:
        for text in heard:
            yield _phrase(text, Level[rule[:2].upper()], Level.R4)
        for text in harmless:
            yield _phrase(text, Level.R0, Level.R1, twin=True)


def _ordinary(path: Path) -> Iterator[Phrase]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield _phrase(line, Level.R0, Level.R0, ordinary=True)


REPLIES = ("replies_learnt", "replies")
"""Files of replies with what is wrong with them; `replies_held_out` is never learnt from."""


def replies(folder: Path, lang: str) -> list[Reply]:
    """Every labelled reply of one language, goodbyes aside, then what is said of the user, and the ordinary lines."""
    told = [row for name in REPLIES for row in rows_of(folder / f"{name}.jsonl") if row["lang"] == lang]
    free = (folder / "replies_free.txt").read_text(encoding="utf-8").splitlines()
    said, ordinary = (
        (folder / f"{name}_{lang}.txt").read_text(encoding="utf-8").splitlines()
        for name in ("ordinary", "replies_ordinary")
    )
    return [
        *(Reply(row["reply"], row["kind"] or "") for row in told if row["kind"] in (None, *HEADS)),
        *(Reply(line) for line in free if line.strip() and (language_of(line) == lang)),
        *(Reply(line, ordinary=True, of_user=True) for line in said if line.strip()),
        *(Reply(line, ordinary=True) for line in (*ordinary, *_own_words(lang)) if line.strip()),
    ]


def _own_words(lang: str) -> Iterator[str]:
    """What the characters and the fixed replies say in one language, in a fixed order: whole, and where there are several sentences each
    of them, since that is what is weighed."""
    base = Path(settings.BASE_DIR)
    for path in sorted((base / "persona" / "characters").glob("*.toml")):
        for line in _texts(tomllib.loads(path.read_text(encoding="utf-8"))):
            if language_of(line) == lang and " " in line.strip() + " " * (lang == "zh"):
                yield from _parts(line)
    for family in tomllib.loads((base / "safety" / "replies" / f"{lang}.toml").read_text(encoding="utf-8")):
        for text in contract.texts(lang, family):
            yield from _parts(text)


def _parts(text: str) -> list[str]:
    parts = sentences(text)
    return [text, *parts] if len(parts) > 1 else [text]


def _texts(part: object) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for name, inner in part.items():
            yield from () if name == "id" else _texts(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _texts(inner)
