"""Evidence recall of the lanes and of their fusion, on a public set in its own form; no language model is used.

`--data PATH` takes a file in the form of MemDaily (stories with `message_list` and `question_list`) or of LoCoMo (a list of
conversations with `qa`). Texts are ranked by the product's own BM25, the product's own embedder, and fusions of both; each
question's texts are its story's (MemDaily, with `--noise FILE` lines among them) or its conversation's (LoCoMo).
"""

from __future__ import annotations

import json
import random
import re
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion import providers
from memory.keywords import words
from memory.recall import fusion
from memory.recall.lanes import bm25

DEPTHS = (5, 10)
NOISE_LINES = 1_000


@dataclass(frozen=True)
class Question:
    """A question, the texts it is asked over (by key of a shared list), and the places of its evidence."""

    text: str
    texts: tuple[str, ...]
    evidence: frozenset[int]


def run(path: Path, noise: Path | None, stories: int) -> dict[str, Any]:
    """R@5 and R@10 in percent for each ranker, over the first `stories` stories or conversations."""
    found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    texts = Texts()
    count = 0
    for question in _questions(path, noise, stories):
        count += 1
        for name, order in _rankings(question, texts).items():
            place = {index: rank for rank, index in enumerate(order)}
            for depth in DEPTHS:
                hit = sum(place[index] < depth for index in question.evidence)
                found[name][depth].append(hit / len(question.evidence))
    return {
        "data": path.name,
        "questions": count,
        "unit": "% of evidence found",
        "rankers": {
            name: {f"R@{depth}": round(100 * float(np.mean(values)), 1) for depth, values in depths.items()}
            for name, depths in found.items()
        },
        "baseline": "bm25",
    }


class Texts:
    """Vectors and words of texts, each made once."""

    def __init__(self) -> None:
        self._vectors: dict[str, np.ndarray] = {}
        self._ids: dict[str, int] = {}
        self._words: dict[str, list[int]] = {}

    def vectors(self, texts: Sequence[str]) -> np.ndarray:
        missing = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if missing:
            made, _recipe = providers.embed(missing, "passage")
            self._vectors.update(zip(missing, made, strict=True))
        return np.stack([self._vectors[text] for text in texts])

    def words(self, text: str) -> list[int]:
        if text not in self._words:
            self._words[text] = [self._ids.setdefault(word, len(self._ids)) for word in words(text)]
        return self._words[text]


def _rankings(question: Question, texts: Texts) -> dict[str, list[int]]:
    keys = [uuid.UUID(int=index) for index in range(len(question.texts))]
    bags = [texts.words(text) for text in question.texts]
    wanted = list(dict.fromkeys(texts.words(question.text)))
    asked = set(wanted)
    matching = [(key, bag) for key, bag in zip(keys, bags, strict=True) if asked.intersection(bag)]
    said = bm25(matching, wanted, len(keys), float(np.mean([len(bag) for bag in bags])), most=len(keys))
    query, _recipe = providers.embed([question.text], "query")
    cosine = texts.vectors(question.texts) @ query[0]
    near = (cosine - cosine.mean()) / (cosine.std() + 1e-9)
    keyword = np.array([said.get(key, 0.0) for key in keys])
    spread = keyword.std() + 1e-9
    keyword = (keyword - keyword.mean()) / spread
    return {
        "bm25": _order(keyword),
        "vector": _order(near),
        "reciprocal rank": _order(_reciprocal(near) + _reciprocal(keyword)),
        "z-scores, ours": _order(fusion.VECTOR_WEIGHT * near + fusion.KEYWORD_WEIGHT * keyword),
        "z-scores, equal": _order(near + keyword),
        "z-scores, words half": _order(near + 0.5 * keyword),
    }


def _order(scores: np.ndarray) -> list[int]:
    return [int(index) for index in np.argsort(-scores, kind="stable")]


def _reciprocal(scores: np.ndarray) -> np.ndarray:
    ranks = np.empty(len(scores))
    ranks[_order(scores)] = np.arange(1, len(scores) + 1)
    return np.asarray(1 / (60 + ranks))


def _questions(path: Path, noise: Path | None, stories: int) -> Iterator[Question]:
    held = json.loads(path.read_text(encoding="utf-8"))
    if held and "message_list" in held[0]:
        yield from _memdaily(_spaced(held, stories), noise)
    else:
        yield from _locomo(held[:stories])


def _spaced(items: list[Any], most: int) -> list[Any]:
    """`most` items spread over the whole file: its kinds stand in blocks."""
    return items[:: max(1, len(items) // most)][:most]


def _memdaily(held: list[Any], noise: Path | None) -> Iterator[Question]:
    pool = noise.read_text(encoding="utf-8").splitlines() if noise else []
    lines = random.Random(7).sample(pool, min(NOISE_LINES, len(pool)))
    for number, story in enumerate(held):
        own = [message["message"] for message in story["message_list"]]
        texts: list[tuple[str, Any]] = [(line, None) for line in lines]
        places = sorted(
            random.Random(number).sample(range(len(lines) + 1), min(len(own), len(lines) + 1)), reverse=True
        )
        places += [0] * (len(own) - len(places))
        for place, message in zip(places, reversed(story["message_list"]), strict=True):
            texts.insert(place, (message["message"], message["mid"]))
        at = {key: index for index, (_text, key) in enumerate(texts) if key is not None}
        for asked in story["question_list"]:
            evidence = frozenset(at[key] for key in asked["target_step_id"])
            yield Question(asked["question"], tuple(text for text, _key in texts), evidence)


def _locomo(held: list[Any]) -> Iterator[Question]:
    for sample in held:
        talk = sample["conversation"]
        sessions = sorted(
            (key for key in talk if re.fullmatch(r"session_\d+", key)), key=lambda key: int(key[8:])
        )
        turns = [turn for key in sessions for turn in talk[key] or []]
        at = {turn["dia_id"]: index for index, turn in enumerate(turns)}
        texts = tuple(f"{turn['speaker']}: {turn['text']}" for turn in turns)
        for asked in sample["qa"]:
            named = re.findall(r"D\d+:\d+", " ".join(asked.get("evidence") or []))
            evidence = frozenset(at[key] for key in named if key in at)
            if evidence and asked["category"] != 5:  # the adversarial ones ask about the wrong speaker
                yield Question(str(asked["question"]), texts, evidence)
