"""The mood of a line by its words."""

from __future__ import annotations

import pytest

from transcript.mood import READ, mood


@pytest.mark.parametrize(
    "text",
    [
        "今天好开心",
        "太棒了！",
        "终于放松了",
        "感动",
        "没那么难过",
        "不难过",
        "I'm so happy",
        "not sad",
        "great day 🎉",
        "😀",
        "我没有生气",
    ],
)
def test_good(text: str) -> None:
    assert mood(text).valence > 0


@pytest.mark.parametrize(
    "text",
    ["难过", "好焦虑", "委屈死了", "心累", "很孤单", "不开心", "我不是很开心", "没什么期待", "I'm sad", "not happy", "so anxious",
     "I don't feel good", "lonely tonight", "😭", "烦死了"],
)  # fmt: skip
def test_bad(text: str) -> None:
    assert mood(text).valence < 0


@pytest.mark.parametrize(
    "text", ["", "你好", "明天去杭州", "麻烦你了", "the train leaves at nine", "恐怕来不及"]
)
def test_nothing_to_see(text: str) -> None:
    assert mood(text).words == ()
    assert (mood(text).valence, mood(text).arousal) == (0.0, 0.0)


@pytest.mark.parametrize(("more", "less"), [("特别难过", "有点难过"), ("really sad", "slightly sad")])
def test_degree(more: str, less: str) -> None:
    assert mood(more).valence < mood(less).valence < 0


@pytest.mark.parametrize(("plain", "negated"), [("难过", "不开心"), ("sad", "not happy")])
def test_a_negation_is_milder_than_its_opposite(plain: str, negated: str) -> None:
    assert mood(plain).valence < mood(negated).valence < 0


@pytest.mark.parametrize(("stirred", "calm"), [("气死了", "平静"), ("panic", "calm")])
def test_arousal(stirred: str, calm: str) -> None:
    assert mood(stirred).arousal > mood(calm).arousal


def test_the_words_say_why() -> None:
    assert mood("我今天不开心，很焦虑").words == ("不开心", "焦虑")
    assert mood("I'm not happy").words == ("not happy",)


def test_a_negation_stays_in_its_clause() -> None:
    assert mood("不，开心").valence > 0
    assert mood("no, happy").valence > 0


def test_bounds() -> None:
    loud = mood("超级开心死" * 200 + "!!!!!!!!")
    assert -1 <= loud.valence <= 1
    assert 0 <= loud.arousal <= 1
    assert len(loud.words) <= READ
