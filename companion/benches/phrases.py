"""The labelled phrases that safety's weights are learnt from, in a fixed order."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.benches.safety import rows_of
from safety.levels import Level
from safety.normalising import normalise
from safety.rulebook import rulebook
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
