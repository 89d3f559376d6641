"""Two readings of the same lines, joined."""

from __future__ import annotations

from dataclasses import replace

from memory.candidates import Candidate
from memory.extraction.merging import merge
from tests.memory.extraction.lines import learn


def one(text: str) -> Candidate:
    return learn(text)[0]


def theirs(ours: Candidate, **more: object) -> Candidate:
    return replace(ours, origin="model", confidence=0.75, **more)  # type: ignore[arg-type]


def test_agreement_is_one_surer_candidate() -> None:
    ours = one("我住在杭州")
    (merged,) = merge([ours], [theirs(ours)])
    assert merged.origin == "both"
    assert ours.confidence < merged.confidence < 1


def test_a_longer_value_is_the_same_claim() -> None:
    ours = one("我喜欢吃火锅")
    (merged,) = merge([ours], [theirs(ours, value="吃火锅")])
    assert merged.value == "火锅"


def test_another_value_in_a_single_slot_makes_it_less_sure() -> None:
    ours = one("我住在杭州")
    (merged,) = merge([ours], [theirs(ours, value="上海")])
    assert (merged.value, merged.confidence < ours.confidence) == ("杭州", True)


def test_the_opposite_verdict_makes_it_less_sure() -> None:
    ours = one("我不喜欢香菜")
    (merged,) = merge([ours], [theirs(ours, polarity=1)])
    assert (merged.polarity, merged.confidence < ours.confidence) == (-1, True)


def test_many_values_stand_side_by_side() -> None:
    ours = one("我喜欢吃火锅")
    assert [c.value for c in merge([ours], [theirs(ours, value="烤肉")])] == ["火锅", "烤肉"]


def test_what_one_side_found_stays() -> None:
    name, city = one("我叫林晚"), one("我住在杭州")
    assert merge([name], [theirs(city)]) == [name, theirs(city)]
    assert merge([], [theirs(city)]) == [theirs(city)]


def test_repeats_are_dropped() -> None:
    ours = one("我住在杭州")
    assert merge([ours, ours], []) == [ours]
