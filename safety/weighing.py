"""A second ear beside the rules: how much a message sounds like danger, by the weights of its pieces and signs. Pure after the first
read.

Rules hear the words somebody thought of; this hears what is near them. It is a linear model over character pieces (and words, in
English) and over the word classes that stand together, which `manage.py weigh` learns from the labelled phrases under tests/safety
(docs/decisions/0016): hashed features as in Weinberger et al. 2009, logistic regression.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "weights"
BUCKETS = 1 << 17
SIGN_BUCKETS = 1 << 16
"""After those of the pieces: for word classes and for each two of them in one stretch."""
SIZE = BUCKETS + SIGN_BUCKETS
_SIGNS = 0.5
"""How much signs count beside pieces."""
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
Sign = tuple[int, str]
"""Where in a text a word class stands, and its name."""


@dataclass(frozen=True)
class Features:
    """Buckets and how much each counts, both (features,)."""

    buckets: Buckets
    values: NDArray[np.float64]


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
    """float32 (3, SIZE): for R2 and more, for R4, for R1 and more; each with what it starts from, and the floors of the first."""

    of: NDArray[np.float32]
    bias: NDArray[np.float32]
    floors: NDArray[np.float32]


def weigh(words: str, signs: Sequence[Sign]) -> Weighed:
    """The heaviest stretch of a normalised text in which these word classes stand."""
    lang = language_of(words)
    weights = _weights(lang)
    scores = [_score(features, weights) for features in features_of(words, signs, lang)]
    risk, grave, distress = np.max(scores or [weights.bias.astype(np.float64)], axis=0)
    sums, groups = weights.floors
    return Weighed(float(risk), float(grave), float(distress), (float(sums), float(groups)))


def language_of(words: str) -> str:
    """Whose weights count: a few Chinese characters among English words are a name."""
    han = len(_HAN.findall(words))
    return "zh" if han and han * 4 >= len(_WORD.findall(words)) else "en"


def features_of(words: str, signs: Sequence[Sign], lang: str) -> Iterator[Features]:
    """What each stretch of a text is weighed by; pieces have the length 1 together, and signs have _SIGNS."""
    for start, end, stretch in stretches(words, lang):
        pieces = buckets_of(stretch, lang)
        together = buckets_of_signs({name for place, name in signs if start <= place < end})
        yield Features(
            np.concatenate((pieces, together + BUCKETS)),
            np.concatenate([
                np.full(len(of), worth / np.sqrt(max(len(of), 1)))
                for of, worth in ((pieces, 1.0), (together, _SIGNS))
            ]),
        )  # fmt: skip


def stretches(words: str, lang: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, text) of a text that fits into a window; else of runs of whole sentences, one from each, that fit into a third of
    one, lest calm ones around it cover one that isn't."""
    if len(words) <= WINDOW[lang]:
        if words.strip():
            yield 0, len(words), words
        return
    most = WINDOW[lang] // 3
    sentences = [found for found in _SENTENCE.finditer(words) if found.group().strip()]
    step = -(-len(sentences) // MOST_WINDOWS)
    for first in range(0, len(sentences), step):
        run, end = "", 0
        for place, sentence in enumerate(sentences[first:]):
            if place >= step and len(run) + min(len(sentence.group()), most) > most:
                break
            run += sentence.group()[:most]
            end = sentence.end()
        yield sentences[first].start(), end, run


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


def buckets_of_signs(names: Collection[str]) -> Buckets:
    """The buckets of word classes and of each two of them, from 0 to SIGN_BUCKETS, each once."""
    codes = np.array([_code(name) for name in sorted(names)], dtype=np.uint64)
    first, second = np.triu_indices(len(codes), 1)
    pairs = codes[first] * np.uint64(1_000_003) + codes[second]
    hashed = np.concatenate((_spread(codes, 32), _spread(pairs, 33)))
    return np.unique(hashed % np.uint64(SIGN_BUCKETS)).astype(np.int64)


@cache
def _code(name: str) -> int:
    return zlib.crc32(name.encode())


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


def _score(features: Features, weights: Weights) -> NDArray[np.float64]:
    scored: NDArray[np.float64] = weights.of[:, features.buckets] @ features.values + weights.bias
    return scored


@lru_cache(maxsize=2)
def _weights(lang: str) -> Weights:
    with np.load(FOLDER / f"{lang}.npz", allow_pickle=False) as kept:
        return Weights(kept["weights"].astype(np.float32), kept["bias"], kept["floors"])
