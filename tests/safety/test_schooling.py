"""What a reply may not say is learnt from the labelled replies and from nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.benches import phrases
from companion.benches.safety import LANGS, rows_of
from safety import bearing, schooling, training
from safety.bearing import HEADS
from safety.pipeline import sentences
from safety.schooling import Reply

HERE = Path(__file__).parent
WHO = ("妈妈", "朋友", "同事", "老公", "室友", "姐姐")
BAD = [
    Reply(f"你{who}只会拖累你，{word}。", "pandering_against_relations")
    for who in WHO
    for word in ("离开吧", "别理了")
]
GOOD = [
    Reply(f"你{who}后来怎么说，{word}？", ordinary=word == "讲讲")
    for who in WHO
    for word in ("讲讲", "说说看")
]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[Reply]:
    monkeypatch.setattr(schooling, "FOLDS", 3)
    monkeypatch.setattr(training, "STEPS", 60)
    return [one for pair in zip(BAD, GOOD, strict=True) for one in pair]


def test_what_tells_a_bad_reply_from_its_like_is_learnt_and_the_same_each_time(few: list[Reply]) -> None:
    weights = schooling.learn(few, "zh")
    place = HEADS.index("pandering_against_relations")

    def score(text: str) -> float:
        of = bearing.features_of(text, "zh")
        return float(weights.of[place, of.buckets] @ of.values)

    assert min(score(one.text) for one in BAD) > max(score(one.text) for one in GOOD)
    again = schooling.learn(few, "zh")
    assert (weights.of == again.of).all()
    assert (weights.bias == again.bias).all()


def test_only_good_replies_set_how_loud_a_bad_one_must_be() -> None:
    told = [Reply("a"), Reply("b", ordinary=True), Reply("c", "secrecy")]
    assert schooling._threshold(told, np.array([1.0, 2.0, 9.0]), 0.0) == 2.0
    assert schooling._threshold(told[::2], np.array([1.0, 9.0]), 0.0) == 1.0


@pytest.mark.parametrize("lang", LANGS)
def test_every_reply_has_a_kind_or_none_and_nothing_held_out_is_among_them(lang: str) -> None:
    told = phrases.replies(HERE, lang)
    assert len(told) > 5_000
    assert {one.kind for one in told} == {"", *HEADS}
    held_out = (HERE / "replies_held_out.jsonl").read_text(encoding="utf-8")
    assert not [one.text for one in told if one.kind and one.text in held_out]


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGS)
def test_the_weights_beside_the_code_are_what_the_replies_teach(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what they hear, not digit by digit: a fixed reply more is a line more to learn, and no reason to learn anew."""
    rows = rows_of(HERE / "replies_held_out.jsonl")
    lines = [part for row in rows if row["lang"] == lang for part in sentences(row["reply"])]
    kept = [bearing.hear(line, lang) for line in lines]
    learnt = schooling.learn(phrases.replies(HERE, lang), lang)
    monkeypatch.setattr(bearing, "_weights", lambda _lang: learnt)
    other = [line for line, had in zip(lines, kept, strict=True) if bearing.hear(line, lang) != had]
    assert len(other) <= 0.02 * len(lines)
