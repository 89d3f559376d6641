"""Replies that were labelled right or wrong, by kind, by somebody who didn't know the rules."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from companion.benches.character import found, measure, rows_of
from persona.content import FOLDER, Content, read
from persona.staying import checking
from persona.staying.grounds import Ground, Kind

HERE = Path(__file__).parent
STARTERS = [read(path) for path in sorted(FOLDER.glob("*.toml"))]


@pytest.mark.parametrize("name", ["replies", "unseen", "third"])
def test_the_tables(name: str) -> None:
    """`unseen` and `third` were written when the rules were; what they made of them at first sight stands in docs/benchmarks.md."""
    told = measure(HERE / f"{name}.jsonl", told=True)
    print(json.dumps(told["misses"], ensure_ascii=False, indent=1))
    for kind, figures in told["kinds"].items():
        assert figures["precision"] >= (0.95 if name == "replies" else 0.9), (kind, figures)
        assert figures["recall"] >= 0.85, (kind, figures)
    assert told["precision"] >= 0.95


def test_there_are_enough_of_each() -> None:
    rows = rows_of(HERE / "replies.jsonl")
    counts = Counter((row["lang"], row["kind"]) for row in rows)
    assert len(rows) >= 120
    assert all(counts[lang, kind] >= 10 for lang in ("zh", "en") for kind in (*Kind, None))


def test_a_rule_that_finds_everything_or_nothing_would_be_seen(tmp_path: Path) -> None:
    rows = rows_of(HERE / "replies.jsonl")
    right, wrong = (next(row for row in rows if bool(row["kind"]) is label) for label in (False, True))
    swapped = [{**right, "kind": "lecturing"}, {**wrong, "kind": None}]
    (tmp_path / "a.jsonl").write_text("\n".join(json.dumps(row) for row in swapped))
    assert found(wrong) == {wrong["kind"]}
    told = measure(tmp_path / "a.jsonl")
    assert (told["recall"], told["precision"]) == (0.0, 0.0)


@pytest.mark.parametrize("content", STARTERS, ids=lambda content: content.key)
def test_no_starter_is_out_of_its_own_character(content: Content) -> None:
    for example in content.examples:
        ground = Ground(content=content, lang=content.lang, user_text=example.user)
        assert checking.check(example.reply, ground) == [], example.reply


@pytest.mark.parametrize("content", STARTERS, ids=lambda content: content.key)
def test_no_line_of_a_starter_is_out_of_its_own_character(content: Content) -> None:
    ground = Ground(content=content, lang=content.lang)
    for section, lines in content.lines.items():
        for line in lines:
            said = line.format_map({"me": content.name}) if line.count("{") == line.count("{me}") else ""
            assert checking.check(said, ground) == [], (section, line)
