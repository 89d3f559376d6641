"""Search words: Chinese by one- and two-grams, English by light stems, kinship folded."""

from __future__ import annotations

import pytest

from memory.keywords import fold, stem, words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("小花", {"小", "花", "小花"}),
        ("灯", {"灯"}),
        ("安装简单", {"简单", "装简"}),
        ("I love hiking", {"hike"}),
        ("我媽媽在醫院", {"医院", "~妈妈"}),
        ("my cat's name", {"cat", "~猫"}),
        ("我妹在读大学", {"大学", "~妹妹"}),
        ("母亲", {"~妈妈"}),
        ("mixed 中文 and English", {"中文", "english"}),
    ],
)
def test_found(text: str, wanted: set[str]) -> None:
    assert wanted <= set(words(text))


@pytest.mark.parametrize("text", ["的了吗", "the and of", "", "！？。", "\u200b"])
def test_empty_words_are_left_out(text: str) -> None:
    assert words(text) == []


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("hiking", "hike"),
        ("hikes", "hike"),
        ("stopped", "stop"),
        ("studies", "study"),
        ("cats", "cat"),
        ("loved", "love"),
        ("happiness", "happy"),
        ("organized", "organizing"),
        ("relational", "relations"),
    ],
)
def test_stems_meet(a: str, b: str) -> None:
    assert stem(a) == stem(b)


def test_fold_is_for_equality() -> None:
    assert fold("Ａnna  Lee!") == fold("anna lee")
    assert fold("杭州。") == fold(" 杭州 ")
