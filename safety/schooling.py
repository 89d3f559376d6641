"""How the weights of `safety.bearing` are learnt from labelled replies, by the same regression as `safety.training`. Pure: nothing is
random, so the same replies give the same weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from safety.bearing import FOLDER, HEADS, Bearing, features_of
from safety.pipeline import sentences
from safety.training import STRENGTH, Table, descend
from safety.weighing import SIZE, Features

FOLDS = 5
ALARMS = 0.008
"""Share of good replies that were written to look like bad ones that a head may hear wrongly, in folds it hasn't learnt from."""
ORDINARY_ALARMS = {"zh": 0.0003, "en": 0.001}
"""The same of ordinary lines. Pieces of one or two Chinese characters carry further from what was learnt than those of English words."""
CARE = {"boilerplate": 2.0}
"""How much louder than that something must be: a formula that stands costs little, one that is cut takes along what it said."""

_OF_A_LIFE = ("claims_human", "claims_body_or_meeting")
"""What only a companion may not say."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Reply:
    """A reply of one language with what is wrong with it, "" for nothing. `ordinary`: nothing in it was chosen to look wrong. `of_user`: a
    person said it, who has a body and a life."""

    text: str
    kind: str = ""
    ordinary: bool = False
    of_user: bool = False


def learn(replies: Sequence[Reply], lang: str) -> Bearing:
    """The weights of one language. A reply is learnt as a whole, since its label doesn't say which sentence it is for, and weighed by
    its sentences, as the gate does; the level of each head is set there."""
    known = _Known(replies, lang)
    weights, bias = np.zeros((len(HEADS), SIZE), np.float32), np.zeros(len(HEADS), np.float32)
    for place, head in enumerate(HEADS):
        kept = [
            one
            for one, reply in enumerate(replies)
            if reply.kind in ("", head) and not (reply.of_user and head in _OF_A_LIFE)
        ]
        scores = np.zeros(len(replies))
        for fold in range(FOLDS):
            of, start = known.fit([one for one in kept if one % FOLDS != fold])
            for one in kept:
                if one % FOLDS == fold:
                    scores[one] = known.score(one, of, start)
        weights[place], start = known.fit(kept)
        least = _threshold([replies[one] for one in kept], scores[kept], ORDINARY_ALARMS[lang])
        bias[place] = start - least - CARE.get(head, 0.0)
    return Bearing(weights, bias)


class _Known:
    """Replies with their features, as a whole and by sentence."""

    def __init__(self, replies: Sequence[Reply], lang: str) -> None:
        self.replies = replies
        self.whole = [features_of(one.text, lang) for one in replies]
        self.parts: list[list[Features]] = [
            [features_of(part, lang) for part in sentences(one.text)] for one in replies
        ]

    def fit(self, places: Sequence[int]) -> tuple[Floats, float]:
        table = Table([self.whole[one] for one in places]).often()
        bad = np.array([bool(self.replies[one].kind) for one in places])
        counts = np.where(bad, (~bad).sum() / max(bad.sum(), 1) / 3, 1.0) * STRENGTH
        return descend(table, np.where(bad, 1.0, -1.0), counts)

    def score(self, place: int, weights: Floats, start: float) -> float:
        return max(float(weights[part.buckets] @ part.values) for part in self.parts[place]) + start


def _threshold(replies: Sequence[Reply], scores: Floats, alarms: float) -> float:
    good = np.array([not one.kind for one in replies])
    ordinary = np.array([one.ordinary for one in replies])
    ends = [np.quantile(scores[good & ~ordinary], 1 - ALARMS)]
    if ordinary.any():
        ends.append(np.quantile(scores[ordinary], 1 - alarms))
    return float(max(ends))


def write(weights: Bearing, lang: str) -> Path:
    """Keep the weights beside the code, half as exact as they were learnt."""
    path = FOLDER / f"replies_{lang}.npz"
    np.savez_compressed(path, weights=weights.of.astype(np.float16), bias=weights.bias)
    return path
