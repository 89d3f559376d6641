"""Public sets of questions over talks, read in their own forms: LoCoMo's and MemDaily's. None of them is part of the project."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.benches.talks import Spoken

NOISE_LINES = 1_000
CATEGORIES = {4: "single-hop", 1: "multi-hop", 2: "temporal", 3: "open-domain", 5: "adversarial"}
"""LoCoMo's numbers for its kinds of question."""
_TURN = re.compile(r"D:?(\d+):0*(\d+)")
_EN = re.compile(r"(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)")
_ZH = re.compile(r"(\d+)年(\d+)月(\d+)日 周. (\d+):(\d+)")


@dataclass(frozen=True)
class Question:
    """A question, its kind, and the places of the lines that answer it."""

    text: str
    kind: str
    evidence: frozenset[int]


@dataclass(frozen=True)
class Set:
    """One talk and what is asked about it."""

    lines: tuple[Spoken, ...]
    questions: tuple[Question, ...]
    now: datetime


class UnknownForm(ValueError):
    """The file is neither LoCoMo's form nor MemDaily's."""


def read(path: Path, noise: Path | None, most: int) -> Iterator[Set]:
    """The talks of a file, at most so many, spread over it: its kinds stand in blocks. Raises UnknownForm."""
    held = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(held, list) or not held or not isinstance(held[0], dict):
        raise UnknownForm(path.name)
    chosen = held[:: max(1, len(held) // most)][:most]
    if "message_list" in held[0]:
        yield from _memdaily(chosen, noise)
    elif "conversation" in held[0] and "qa" in held[0]:
        yield from map(_locomo, chosen)
    else:
        raise UnknownForm(path.name)


def _memdaily(held: Sequence[Any], noise: Path | None) -> Iterator[Set]:
    """Each story's own lines, scattered among the same lines of noise as if said over the days between."""
    pool = noise.read_text(encoding="utf-8").splitlines() if noise else []
    others = random.Random(7).sample(pool, min(NOISE_LINES, len(pool)))
    for number, story in enumerate(held):
        own = [
            Spoken(message["message"], "user", at=_zh(message["time"])) for message in story["message_list"]
        ]
        lines = [Spoken(text, "user") for text in others]
        at: dict[int, Spoken] = {}
        places = random.Random(number).sample(range(len(lines) + 1), min(len(own), len(lines) + 1))
        places = [0] * (len(own) - len(places)) + sorted(places)
        for place, line, message in zip(
            reversed(places), reversed(own), reversed(story["message_list"]), strict=True
        ):
            lines.insert(place, line)
            at[message["mid"]] = line
        found = {id(line): place for place, line in enumerate(lines)}
        where = {key: found[id(line)] for key, line in at.items()}
        kind = story["kind"].rsplit("_", 1)[0]
        asked = [
            Question(one["question"], kind, frozenset(where[key] for key in one["target_step_id"]))
            for one in story["question_list"]
        ]
        last = _zh(story["question_list"][0]["time"]) or datetime.now(UTC)
        yield Set(tuple(lines), tuple(asked), last)


def _locomo(sample: Any) -> Set:
    talk = sample["conversation"]
    numbers = sorted(int(key.split("_")[1]) for key in talk if re.fullmatch(r"session_\d+", key))
    lines, at = list[Spoken](), dict[str, int]()
    for number in numbers:
        when = _en(talk.get(f"session_{number}_date_time", ""))
        for turn in talk[f"session_{number}"] or []:
            seen = f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""
            at[turn["dia_id"]] = len(lines)
            lines.append(Spoken(turn.get("text", "") + seen, turn["speaker"], number, when))
    asked = []
    for one in sample["qa"]:
        keys = {f"D{a}:{b}" for said in one.get("evidence") or [] for a, b in _TURN.findall(said)}
        evidence = frozenset(at[key] for key in keys if key in at)
        if evidence and CATEGORIES[one["category"]] != "adversarial":  # those ask about the wrong speaker
            asked.append(Question(str(one["question"]), CATEGORIES[one["category"]], evidence))
    return Set(tuple(lines), tuple(asked), lines[-1].at or datetime.now(UTC))


def _en(text: str) -> datetime | None:
    found = _EN.match(text)
    if found is None:
        return None
    hour, minute, half, day, month, year = found.groups()
    said = f"{day} {month} {year} {hour}:{minute} {half}"
    return datetime.strptime(said, "%d %B %Y %I:%M %p").replace(tzinfo=UTC)


def _zh(text: str) -> datetime | None:
    found = _ZH.match(text)
    return datetime(*map(int, found.groups()), tzinfo=UTC) if found else None  # type: ignore[misc, arg-type]
