"""A message is weighed by its pieces: the same for everybody, and never too long to be heard."""

from __future__ import annotations

import numpy as np
import pytest

from safety import weighing
from safety.assessing import LEARNT, assess
from safety.levels import Level
from safety.normalising import normalise
from safety.rulebook import rulebook
from safety.weighing import (
    BUCKETS,
    SIGN_BUCKETS,
    Weighed,
    buckets_of,
    buckets_of_signs,
    features_of,
    language_of,
    stretches,
    weigh,
)

GRAVE = {
    "zh": "车停在河边，我数到十就踩油门",
    "en": "doing 90. theres a wall after the exit. seatbelts off. youve been nice",
}
CALM = {
    "zh": "今天和同事去吃了新开的面馆，排队半小时，味道还不错。",
    "en": "We tried the new noodle place after work and queued for half an hour, worth it.",
}


def weighed(text: str) -> Weighed:
    return weigh(text, rulebook().reading(text).signs())


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_pieces_are_the_same_in_every_process(lang: str) -> None:
    """Weights are kept by bucket: a hash that changed would make them mean something else."""
    known = {"zh": (14, 5603), "en": (31, 58808)}
    found = buckets_of({"zh": "不想活了", "en": "hi all"}[lang], lang)
    assert len(found) == len(set(found.tolist())) > 0
    assert (found >= 0).all()
    assert (found < BUCKETS).all()
    assert (len(found), int(found.sum() % 65_521)) == known[lang]


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "😊", "\ud83d", "a", "我", "。", "1" * 5_000, "啊" * 5_000, "word " * 2_000]
)
def test_anything_can_be_weighed(text: str) -> None:
    heard = weighed(text)
    assert np.isfinite([heard.risk, heard.grave]).all()


def test_numbers_are_one_kind_of_piece() -> None:
    assert (buckets_of("我吃了30片", "zh") == buckets_of("我吃了500片", "zh")).all()


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("我想你", "zh"),
        ("ok我知道了", "zh"),
        ("I miss 妈 a lot and I am going home soon", "en"),
        ("see you", "en"),
        ("", "en"),
    ],
)
def test_which_weights_count(text: str, lang: str) -> None:
    assert language_of(text) == lang


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("times", [10, 400])
def test_a_long_message_is_cut_between_sentences_and_loses_none(lang: str, times: int) -> None:
    told = [normalise(f"{number} {CALM[lang]}\n") for number in range(times)]
    whole = "".join(told)
    parts = list(stretches(whole, lang))
    assert 1 < len(parts) <= weighing.MOST_WINDOWS
    assert all(any(sentence in part for _, _, part in parts) for sentence in told)
    assert all(whole[start:end].startswith(part[:20]) for start, end, part in parts)


def test_signs_are_the_same_in_every_process_and_in_any_order() -> None:
    found = buckets_of_signs(["means", "soon", "goodbye"])
    assert (found == buckets_of_signs({"goodbye", "means", "soon"})).all()
    assert (found >= 0).all()
    assert (found < SIGN_BUCKETS).all()
    assert (len(found), int(found.sum() % 65_521)) == (6, 17503)
    assert buckets_of_signs([]).tolist() == []


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_signs_of_a_long_message_are_weighed_with_the_stretch_they_stand_in(lang: str) -> None:
    whole = normalise("\n".join([CALM[lang]] * 10 + [GRAVE[lang]] + [CALM[lang]] * 10))
    signs = rulebook().reading(whole).signs()
    together = buckets_of_signs({name for _, name in signs})
    of_stretches = [one.buckets[one.buckets >= BUCKETS] - BUCKETS for one in features_of(whole, signs, lang)]
    assert all(np.isin(one[:1], together).all() for one in of_stretches)
    assert max(len(one) for one in of_stretches) < len(together)
    assert {len(one) for one in of_stretches} != {0}


@pytest.mark.parametrize(
    ("text", "name"), [("我想真的想死", "wish_dead"), ("i really truly want to die", "wish_dead")]
)
def test_a_sign_has_its_place_in_the_words_as_they_were(text: str, name: str) -> None:
    places = [place for place, found in rulebook().reading(text).signs() if found == name]
    assert places
    assert all(0 <= place < len(text) for place in places)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("before", [0, 6])
def test_what_no_rule_knows_is_heard_by_its_sound_wherever_it_stands(lang: str, before: int) -> None:
    found = assess("\n".join([CALM[lang]] * before + [GRAVE[lang]] + [CALM[lang]] * before))
    assert found.level == Level.R4
    assert LEARNT in found.rules


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_ordinary_talk_sounds_calm(lang: str) -> None:
    heard = weighed(normalise(CALM[lang]))
    assert heard.risk < 0 > heard.grave
    assert max(heard.floors) < 0
    assert assess(CALM[lang]).level == Level.R0


@pytest.mark.parametrize(
    "text",
    [
        "goodbye",
        "那我先走了，再见",
        "我要回家了，再见",
        "I took my pills",
        "我决定下周一走，票买好了",
        "水已经到胸口了，游泳池",
    ],
)
def test_few_words_a_goodbye_and_an_everyday_plan_are_not_told_by_their_sound(text: str) -> None:
    assert LEARNT not in assess(text).rules
