"""What fixed replies ask, and how long it stays open."""

from __future__ import annotations

from datetime import timedelta

import pytest

from safety.asked import Asked, asked_by, left_by
from safety.contract import template_ids

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_each_question_of_a_fixed_reply_is_known(lang: str) -> None:
    for family, asked in {
        "R1": Asked.MEANING,
        "R2": Asked.MEANING,
        "R2_yes": Asked.MEANING,
        "again": Asked.MEANING,
        "company": Asked.NEAR,
        "R3": Asked.MEANING,
        "R4": Asked.NEAR,
        "harm_others": Asked.AWAY,
        "rage": Asked.AWAY,
        "away_yes": None,
        "baby_now": Asked.NEAR,
        "weary": Asked.MEANING,
        "day_after": Asked.MEANING,
        "weary_near": Asked.NEAR,
        "third_say": Asked.OTHER,
        "third_with": Asked.OTHER,
        "police": None,
        "private": None,
        "person": None,
        "complain": None,
        "contacted": None,
        "hear": None,
        "drunk": None,
        "stay_near": Asked.NEAR,
        "stay_call": Asked.NEAR,
        "calmer": Asked.NEAR,
        "parting": None,
        "ordinary": None,
        "near_no": Asked.NEAR,
        "stay_meaning": Asked.MEANING,
        "stay_plan": Asked.MEANING,
        "stay_away": Asked.AWAY,
        "near_yes": Asked.NEAR,
        "called": None,
        "rest_well": None,
        "night_well": None,
        "listening": None,
        "what_now": None,
        "third_now": Asked.OTHER,
        "third_hurt": Asked.OTHER,
        "reached": Asked.NEAR,
        "unheard": Asked.NEAR,
        "beside": Asked.NEAR,
        "meaning_no": Asked.BACK,
        "no_call": Asked.NEAR,
        "in_care": None,
        "relieved": None,
        "third_party": Asked.OTHER,
        "third_stay": Asked.OTHER,
        "third_over": Asked.OTHER,
        "third_care": Asked.OTHER,
        "third_after": Asked.OTHER,
        "third_unreached": Asked.OTHER,
        "third_called": Asked.OTHER,
        "busy": None,
        "talked": None,
    }.items():
        assert {asked_by(one) for one in template_ids(lang, family)} == {asked}
    assert asked_by("greeting.morning.2") is asked_by("") is asked_by("forgot") is None


def test_what_stands_open() -> None:
    def open_after(*replies: tuple[str, timedelta]) -> tuple[str, ...]:
        return left_by(replies).chain

    assert open_after() == ()
    assert open_after(("zh.stay_near.1", MINUTE), ("zh.r4.1", HOUR), ("zh.r2.1", HOUR)) == (
        "zh.stay_near.1",
        "zh.r4.1",
    )
    assert open_after(("zh.called.1", MINUTE), ("zh.r4.1", HOUR)) == ()
    assert open_after(("told.good.1", MINUTE), ("zh.r4.1", HOUR)) == ()
    assert open_after(("zh.r4.1", 24 * HOUR)) == ("zh.r4.1",)
    assert open_after(("zh.r4.1", 25 * HOUR)) == ()
    assert open_after(("zh.r2.1", 7 * HOUR)) == ()


def test_danger_is_not_long_ago_for_a_while() -> None:
    assert left_by([("told.good.1", MINUTE), ("zh.r4.1", HOUR)]).lately
    assert not left_by([("told.good.1", MINUTE), ("zh.r1.1", HOUR)]).lately
    assert not left_by([("zh.r4.1", 25 * HOUR)]).lately


def test_who_comes_back_after_hours_is_asked_how_it_stands() -> None:
    assert left_by([("zh.r2.1", 7 * HOUR)]).come_back
    assert not left_by([("zh.r2.1", 5 * HOUR)]).come_back
    assert not left_by([("zh.r4.1", 7 * HOUR)]).come_back  # whether somebody is near stands open
    assert not left_by([("zh.day_after.1", MINUTE), ("zh.r2.1", 8 * HOUR)]).come_back
    assert not left_by([("en.away_yes.1", 8 * HOUR), ("en.harm.1", 9 * HOUR)]).come_back
    assert left_by([("zh.r2.1", 5 * HOUR)]).just_now
    assert not left_by([("told.good.1", MINUTE), ("zh.r2.1", 7 * HOUR)]).just_now
