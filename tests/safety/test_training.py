"""The weights come from the labelled phrases and from nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.benches import phrases
from companion.benches.safety import LANGS
from safety import training, weighing
from safety.levels import Level
from safety.training import Phrase, Table
from safety.weighing import Features

HERE = Path(__file__).parent
DANGER = [
    f"今晚我就从{place}下去，{word}"
    for place in ("楼顶", "桥上", "窗口", "天台")
    for word in ("别等我", "对不起", "不回来了")
]
CALM = [
    f"今晚我就从{place}出发，{word}"
    for place in ("公司", "学校", "家里", "车站")
    for word in ("别等我", "对不起", "不回来了")
]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[Phrase]:
    monkeypatch.setattr(training, "FOLDS", 3)
    monkeypatch.setattr(training, "STEPS", 60)
    danger = [Phrase(text, Level.R4, Level.R4) for text in DANGER]
    calm = [Phrase(text, Level.R0, Level.R0, ordinary=place % 2 == 0) for place, text in enumerate(CALM)]
    return [one for pair in zip(danger, calm, strict=True) for one in pair]


def test_what_tells_danger_from_its_like_is_learnt_and_the_same_each_time(few: list[Phrase]) -> None:
    weights = training.learn(few, "zh")
    scores = [weighing._score(training._features(one, "zh"), weights)[1] for one in few]
    assert min(scores[0::2]) > max(scores[1::2])
    again = training.learn(few, "zh")
    assert (weights.of == again.of).all()
    assert (weights.bias == again.bias).all()


def test_what_may_be_either_teaches_nothing(few: list[Phrase]) -> None:
    either = [*few, *(Phrase(text.replace("今晚", "明天"), Level.R3, Level.R4) for text in CALM)]
    features = [training._features(one, "zh") for one in either]
    weights, _ = training._fit(either, features, Level.R4)
    known, _ = training._fit(few, features[: len(few)], Level.R4)
    assert np.allclose(weights, known)


def test_twins_teach_and_set_no_threshold() -> None:
    told = [
        Phrase("a", Level.R0, Level.R0),
        Phrase("b", Level.R0, Level.R0, twin=True),
        Phrase("c", Level.R4, Level.R4),
    ]
    assert training._threshold(told, np.array([0.0, 9.0, 5.0])) == 0.0


def test_a_table_multiplies_like_its_matrix() -> None:
    rows = [([1, 5], [0.6, 0.8]), ([], []), ([5], [1.0])]
    table = Table([Features(np.array(places, np.int64), np.array(values)) for places, values in rows])
    dense = np.zeros((3, weighing.SIZE))
    dense[0, [1, 5]], dense[2, 5] = (0.6, 0.8), 1
    weights, of_rows = np.zeros(weighing.SIZE), np.array([1.0, 2.0, 3.0])
    weights[[1, 5]] = 2, 3
    assert np.allclose(table.times(weights), dense @ weights)
    assert np.allclose(table.turned_times(of_rows), dense.T @ of_rows)
    assert table.often().columns.tolist() == [5, 5]


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGS)
def test_every_phrase_has_a_level_and_is_in_one_language(lang: str) -> None:
    told = phrases.of(HERE, lang)
    assert len(told) > 5_000
    assert {int(one.least) for one in told} == {0, 1, 2, 3, 4}
    assert all(one.least <= one.most and one.words.strip() for one in told)
    assert all(one.most == Level.R0 for one in told if one.ordinary)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGS)
def test_the_weights_beside_the_code_are_what_the_phrases_teach(lang: str) -> None:
    learnt = training.learn(phrases.of(HERE, lang), lang)
    kept = weighing._weights(lang)
    assert np.allclose(learnt.of, kept.of, atol=0.01)
    assert np.allclose(learnt.bias, kept.bias, atol=0.01)
    assert np.allclose(learnt.floors, kept.floors, atol=0.01)
