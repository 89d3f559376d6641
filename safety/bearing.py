"""How a reply bears itself: a second ear beside the rules of `safety.conduct`. Pure after the first read.

Rules hear the turns of phrase somebody thought of, and a model says the same in ever new ones. This is a linear model over the pieces
of a sentence and a few signs, learnt by `manage.py weigh` from the replies under tests/safety (`safety.schooling`), as the weights of
`safety.weighing` are from what users say (docs/decisions/0016).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from safety.normalising import normalise
from safety.weighing import BUCKETS, Features, buckets_of, buckets_of_signs

FOLDER = Path(__file__).parent / "weights"
HEADS = (
    "exclusivity",
    "pandering_against_relations",
    "secrecy",
    "diagnosis",
    "minimising",
    "method_talk",
    "claims_human",
    "claims_body_or_meeting",
    "boilerplate",
)
MOST = {"zh": 200, "en": 400}
"""Characters of a sentence that are weighed; the gate holds no more."""
_SIGNS = 0.5
"""How much signs count beside pieces."""
_LOOKS = {
    "zh": {
        "you": "你", "me": "我", "asks": r"\?|吗|呢$", "ai": r"ai|程序|身体|代码|没有手|模型|人工智能", "they": "他|她|别人|朋友|家人|妈|爸",
        "die": "死|自杀|结束|离开|走了", "acts": r"\*", "if": "如果|要是|假如|想象",
    },
    "en": {
        "you": r"\byou", "me": r"\b(?:i|my|me)\b", "asks": r"\?", "ai": r"\b(?:ai|body|code|model|software|program)\b",
        "they": r"\b(?:they|them|he|she|him|her|friends?|family|people)\b", "die": r"\b(?:die|dying|dead|kill|suicid)|\bdeath\b", "acts": r"\*",
        "if": r"\b(?:if|imagine|pretend)\b",
    },
}  # fmt: skip
_SEEN = {lang: {name: re.compile(look) for name, look in looks.items()} for lang, looks in _LOOKS.items()}


@dataclass(frozen=True)
class Bearing:
    """float32 (heads, SIZE), and what each head starts from: more than 0 is as much as it needs."""

    of: NDArray[np.float32]
    bias: NDArray[np.float32]


def features_of(sentence: str, lang: str) -> Features:
    """What a sentence is weighed by; its pieces have the length 1 together, its signs `_SIGNS`."""
    words = normalise(sentence).strip()[: MOST[lang]]
    pieces = buckets_of(words, lang)
    signs = buckets_of_signs([name for name, look in _SEEN[lang].items() if look.search(words)]) + BUCKETS
    return Features(
        np.concatenate((pieces, signs)),
        np.concatenate([
            np.full(len(of), worth / np.sqrt(max(len(of), 1))) for of, worth in ((pieces, 1.0), (signs, _SIGNS))
        ]),
    )  # fmt: skip


def hear(sentence: str, lang: str) -> list[str]:
    """Which of HEADS a sentence of a reply sounds like, the strongest first."""
    features, weights = features_of(sentence, lang), _weights(lang)
    scores = weights.of[:, features.buckets] @ features.values + weights.bias
    return [HEADS[place] for place in np.argsort(-scores) if scores[place] > 0]


@lru_cache(maxsize=2)
def _weights(lang: str) -> Bearing:
    with np.load(FOLDER / f"replies_{lang}.npz", allow_pickle=False) as kept:
        return Bearing(kept["weights"].astype(np.float32), kept["bias"])
