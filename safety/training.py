"""How the weights of `safety.weighing` are learnt from labelled phrases. Pure: arrays in, arrays out.

Logistic regression with an L2 penalty, by accelerated gradient steps with restarts (Nesterov 1983; O'Donoghue and Candès 2015).
Nothing in it is random, so the same phrases give the same weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from safety.levels import Level
from safety.weighing import FOLDER, SIZE, Features, Sign, Weights, features_of

HEADS = (Level.R2, Level.R4, Level.R1)
STRENGTH = 25.0
"""How much a phrase counts beside the penalty on weights."""
STEPS = 400
TWIN = 1.5
FOLDS = 10
LEAST_SEEN = 2
"""A feature that only one phrase has says nothing of the next."""
ALARMS, ORDINARY_ALARMS = 0.02, 0.002
"""Shares of harmless phrases that were written to look like danger (twins aside), and of ordinary lines, that may be heard wrongly
in folds not learnt from."""
BELOW = (0.07, 0.05)
"""Shares of dangerous phrases that may sound calmer than the floors: for signs that are added up, and that stand together."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Phrase:
    """A normalised text of one language with the least and the highest level that are right for it. `ordinary`: nothing in it was
    chosen to look like danger. `twin`: it was written to have the very words of another one that is danger, as people's words
    seldom are. `signs`: the word classes that stand in it."""

    words: str
    least: Level
    most: Level
    ordinary: bool = False
    twin: bool = False
    signs: tuple[Sign, ...] = ()


class Table:
    """The features of phrases as a sparse matrix: (rows, SIZE)."""

    def __init__(self, features: Sequence[Features]) -> None:
        self.count = len(features)
        self.rows = np.repeat(np.arange(self.count), [len(one.buckets) for one in features])
        self.columns = np.concatenate([one.buckets for one in features])
        self.values = np.concatenate([one.values for one in features])

    def often(self) -> Table:
        """Without the features that hardly any phrase has; what the rows were divided by stays."""
        seen = np.bincount(self.columns, minlength=SIZE)[self.columns] >= LEAST_SEEN
        kept = Table.__new__(Table)
        kept.count = self.count
        kept.rows, kept.columns, kept.values = self.rows[seen], self.columns[seen], self.values[seen]
        return kept

    def times(self, weights: Floats) -> Floats:
        told = weights[self.columns] * self.values
        return np.bincount(self.rows, weights=told, minlength=self.count).astype(np.float64)

    def turned_times(self, of_rows: Floats) -> Floats:
        told = of_rows[self.rows] * self.values
        return np.bincount(self.columns, weights=told, minlength=SIZE).astype(np.float64)


def learn(phrases: Sequence[Phrase], lang: str) -> Weights:
    """The weights of one language, with the level of each head at 0: there, in folds that it hadn't seen, it would have alarmed as
    rarely as ALARMS and ORDINARY_ALARMS allow."""
    features = [_features(phrase, lang) for phrase in phrases]
    weights, bias = np.zeros((len(HEADS), SIZE), np.float32), np.zeros(len(HEADS), np.float32)
    floors = np.zeros(len(BELOW), np.float32)
    for place, head in enumerate(HEADS):
        weights[place], start = _fit(phrases, features, head)
        scores = _unseen(phrases, features, head)
        least = _threshold(phrases, scores)
        bias[place] = start - least
        if head is HEADS[0]:
            floors[:] = np.quantile(scores[[one.least >= head for one in phrases]], BELOW) - least
    return Weights(weights, bias, floors)


def _features(phrase: Phrase, lang: str) -> Features:
    nothing = Features(np.empty(0, np.int64), np.empty(0))
    return next(features_of(phrase.words, phrase.signs, lang), nothing)


def _fit(phrases: Sequence[Phrase], features: Sequence[Features], head: Level) -> tuple[Floats, float]:
    """(weights, bias) of one head. A phrase that may be either side of it is left out; danger, which is rarer, counts as a quarter of
    all, and a harmless twin, of which there are few, for TWIN."""
    told = [place for place, one in enumerate(phrases) if one.least >= head or one.most < head]
    table = Table([features[place] for place in told]).often()
    danger = np.array([phrases[place].least >= head for place in told])
    calm = np.where([phrases[place].twin for place in told], TWIN, 1.0)
    counts = np.where(danger, calm.sum() / max(danger.sum(), 1) / 3, calm) * STRENGTH
    return descend(table, np.where(danger, 1.0, -1.0), counts)


def descend(table: Table, side: Floats, counts: Floats) -> tuple[Floats, float]:
    """(weights, bias) that tell the rows of side 1 from those of side -1, each counting `counts`; both (rows,)."""
    steepest = 1 / (1 + 0.25 * (_largest(table, counts) + counts.sum()))
    weights = ahead = np.zeros(SIZE)
    bias = bias_ahead = 0.0
    speed = 1.0
    for _ in range(STEPS):
        margin = side * (table.times(ahead) + bias_ahead)
        slope = -side * counts / (1 + np.exp(np.clip(margin, -50, 50)))
        new = ahead - (table.turned_times(slope) + ahead) * steepest
        new_bias = bias_ahead - slope.sum() * steepest
        if ((ahead - new) * (new - weights)).sum() > 0:  # it went too far: start the run-up anew
            speed, ahead, bias_ahead = 1.0, new, new_bias
        else:
            faster = (1 + np.sqrt(1 + 4 * speed * speed)) / 2
            ahead = new + (speed - 1) / faster * (new - weights)
            bias_ahead = new_bias + (speed - 1) / faster * (new_bias - bias)
            speed = faster
        weights, bias = new, new_bias
    return weights, float(bias)


def _largest(table: Table, counts: Floats) -> float:
    """The largest eigenvalue of what bounds the curvature, by power iteration."""
    vector, size = np.ones(SIZE), 0.0
    for _ in range(8):
        vector = table.turned_times(counts * table.times(vector / np.linalg.norm(vector)))
        size = float(np.linalg.norm(vector))
    return size


def _unseen(phrases: Sequence[Phrase], features: Sequence[Features], head: Level) -> Floats:
    """The score of each phrase by weights that weren't learnt from it. Folds are stretches of the list: neighbours are by one hand,
    and would tell on each other."""
    scores = np.zeros(len(phrases))
    for fold in np.array_split(np.arange(len(phrases)), FOLDS):
        others = np.setdiff1d(np.arange(len(phrases)), fold)
        weights, bias = _fit([phrases[one] for one in others], [features[one] for one in others], head)
        for one in fold:
            scores[one] = weights[features[one].buckets] @ features[one].values + bias
    return scores


def _threshold(phrases: Sequence[Phrase], scores: Floats) -> float:
    """The score above which a phrase is heard."""
    calm = np.array([one.least == Level.R0 for one in phrases])
    ordinary = np.array([one.ordinary for one in phrases])
    twin = np.array([one.twin for one in phrases])
    hard = scores[calm & ~ordinary & ~twin]
    ends = [np.quantile(hard, 1 - ALARMS)]
    if ordinary.any():
        ends.append(np.quantile(scores[ordinary], 1 - ORDINARY_ALARMS))
    return float(max(ends))


def write(weights: Weights, lang: str) -> Path:
    """Keep the weights beside the code, half as exact as they were learnt."""
    path = FOLDER / f"{lang}.npz"
    np.savez_compressed(path, weights=weights.of.astype(np.float16), bias=weights.bias, floors=weights.floors)
    return path
