"""A second ear beside the rules: how much a message sounds like danger, by the weights of its pieces. Pure after the first read.

Rules hear the words somebody thought of; this hears what is near them. It is a linear model over character pieces (and words, in
English) that `manage.py weigh` learns from the labelled phrases under tests/safety (docs/decisions/0016): hashed features as in
Weinberger et al. 2009, logistic regression.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "weights"
BUCKETS = 1 << 17
WINDOW = {"zh": 160, "en": 420}
"""Characters that are weighed together: what is dangerous in a long message is said in a few sentences of it."""
MOST_WINDOWS = 24
_CHARACTERS = {"zh": (1, 3), "en": (2, 5)}
_WORDS = 3
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[a-z']+|\d")
_SENTENCE = re.compile(r"[^。.!?！？\n]*[。.!?！？\n]*")
_HAN = re.compile("[\u3400-\u9fff]")

Buckets = NDArray[np.int64]


@dataclass(frozen=True)
class Weighed:
    """How much a message sounds like R2 and more, like R4, and like R1 and more: more than 0 is as much as each needs. Under its
    `floors` hardly anything dangerous sounds: (for signs that are added up, for signs that stand together)."""

    risk: float
    grave: float
    distress: float
    floors: tuple[float, float]


@dataclass(frozen=True)
class Weights:
    """float32 (3, BUCKETS): for R2 and more, for R4, for R1 and more; each with what it starts from, and the floors of the first."""

    of: NDArray[np.float32]
    bias: NDArray[np.float32]
    floors: NDArray[np.float32]


def weigh(words: str) -> Weighed:
    """The heaviest stretch of a normalised text."""
    lang = language_of(words)
    weights = _weights(lang)
    scores = [_score(stretch, lang, weights) for stretch in stretches(words, lang)]
    risk, grave, distress = np.max(scores or [weights.bias], axis=0)
    sums, groups = weights.floors
    return Weighed(float(risk), float(grave), float(distress), (float(sums), float(groups)))


def language_of(words: str) -> str:
    """Whose weights count: a few Chinese characters among English words are a name."""
    han = len(_HAN.findall(words))
    return "zh" if han and han * 4 >= len(_WORD.findall(words)) else "en"


def stretches(words: str, lang: str) -> Iterator[str]:
    """A text that fits into a window; else runs of whole sentences, one from each, that fit into a third of one, lest calm ones
    around it cover one that isn't."""
    if len(words) <= WINDOW[lang]:
        if words.strip():
            yield words
        return
    most = WINDOW[lang] // 3
    sentences = [found.group()[:most] for found in _SENTENCE.finditer(words) if found.group().strip()]
    step = -(-len(sentences) // MOST_WINDOWS)
    for start in range(0, len(sentences), step):
        run = ""
        for place, sentence in enumerate(sentences[start:]):
            if place >= step and len(run) + len(sentence) > most:
                break
            run += sentence
        yield run


def buckets_of(text: str, lang: str) -> Buckets:
    """The buckets of all pieces of a stretch, each once."""
    told = "\n" + _DIGITS.sub("0", text) + "\n"
    codes = np.frombuffer(told.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    least, most = _CHARACTERS[lang]
    parts, hashed = [], codes
    for length in range(1, most + 1):
        if length > 1:
            hashed = hashed[:-1] * np.uint64(1_000_003) + codes[length - 1 :]
        if not len(hashed):
            break
        if length >= least:
            parts.append(_spread(hashed, length))
    if lang == "en":
        parts += _words(told)
    return np.unique(np.concatenate(parts)).astype(np.int64) if parts else np.empty(0, np.int64)


def _words(told: str) -> list[NDArray[np.uint64]]:
    words = ["^", *_WORD.findall(told), "$"]
    codes = np.array([zlib.crc32(word.encode("utf-8", "surrogatepass")) for word in words], dtype=np.uint64)
    parts, hashed = [], codes
    for length in range(1, _WORDS + 1):
        if length > 1:
            hashed = hashed[:-1] * np.uint64(1_000_003) + codes[length - 1 :]
        if len(hashed):
            parts.append(_spread(hashed, 16 + length))
    return parts


def _spread(hashed: NDArray[np.uint64], salt: int) -> NDArray[np.uint64]:
    """Multiplicative hashing (Knuth): the upper bits of a product are the well-mixed ones."""
    mixed = (hashed + np.uint64(salt * 0x9E3779B9)) * np.uint64(0x9E3779B97F4A7C15)
    spread: NDArray[np.uint64] = (mixed >> np.uint64(40)) % np.uint64(BUCKETS)
    return spread


def _score(stretch: str, lang: str, weights: Weights) -> NDArray[np.float32]:
    buckets = buckets_of(stretch, lang)
    scored: NDArray[np.float32] = (
        weights.of[:, buckets].sum(axis=1) / np.sqrt(max(len(buckets), 1)) + weights.bias
    )
    return scored


@lru_cache(maxsize=2)
def _weights(lang: str) -> Weights:
    with np.load(FOLDER / f"{lang}.npz", allow_pickle=False) as kept:
        return Weights(kept["weights"].astype(np.float32), kept["bias"], kept["floors"])
