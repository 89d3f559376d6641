"""What a title is made of, by the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.shelf import titles


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (["我的猫叫小花，今年三岁了"], "我的猫叫小花"),
        (["你好", "在吗", "明天要面试了，好紧张"], "明天要面试了"),
        (["你好呀，我想问一下杭州有什么好吃的吗？"], "杭州有什么好吃的吗"),
        (["早上好，今天要考试啊"], "今天要考试"),
        (["早点睡觉好难"], "早点睡觉好难"),
        (["今天，我去了医院看病"], "今天，我去了医院看病"),
        (["那个，明天搬家"], "明天搬家"),
        (["我来了北京三年"], "我来了北京三年"),
        (["嗯嗯", "好的", "谢谢", "哈哈哈"], ""),
        (["嗨，小暖"], ""),
        (["小暖，我睡不着"], "小暖，我睡不着"),
        (["https://example.org/a 这篇文章怎么样"], "这篇文章怎么样"),
        (["…，今天下雨"], "今天下雨"),
        (["…"], ""),
        (["123", "😀😀", "？？"], ""),
        (["hi there! My cat is called Miso"], "My cat is called Miso"),
        (["Hey", "ok", "thanks"], ""),
        (["ok so I quit my job"], "I quit my job"),
        (["hopefully it rains"], "Hopefully it rains"),
        (["Actually, I was wondering what to cook for my mother-in-law"], "What to cook for my…"),
        (["I'm thinking about moving to Berlin with my partner"], "I'm thinking about…"),
        (["他说过的那句话我一直记得很清楚可是我从来没有告诉过任何人这件事情"], "他说过的那句话我一直记得很清楚可是我从来没有告…"),
        (["我在学 Rust 和 Python"], "我在学 Rust 和 Python"),
    ],
)  # fmt: skip
def test_a_title_is_the_first_thing_that_says_something(lines: list[str], title: str) -> None:
    assert titles.by_rules(lines, "小暖") == title


@given(st.lists(st.text(max_size=80), max_size=4))
def test_a_title_is_short_and_on_one_line(lines: list[str]) -> None:
    title = titles.by_rules(lines)
    assert len(title) <= titles.CHARACTERS
    assert len(title.splitlines()) <= 1


def test_a_sign_is_not_cut_in_two() -> None:
    title = titles.cut("一" * 22 + "👩\u200d👩\u200d👧 一起去公园玩")
    assert title == "一" * 22 + "…"


@pytest.mark.parametrize(
    ("answer", "lang", "title"),
    [
        ("《海边的一天》", "zh", "海边的一天"),
        ("标题：小花的生日。", "zh", "小花的生日"),
        ("A day at the sea", "zh", ""),
        ("在 Berlin 找房子", "zh", "在 Berlin 找房子"),
        ('"A day at the sea."', "en", "A day at the sea"),
        ("海边的一天", "en", ""),
        ("Title: Moving", "en", "Moving"),
        ("", "zh", ""),
        ("这是一段很长很长的话" * 8, "zh", ""),
    ],
)
def test_a_models_title_is_checked(answer: str, lang: str, title: str) -> None:
    assert titles.fit(answer, lang) == title


@pytest.mark.parametrize(
    ("title", "words", "held"),
    [
        ("我的猫叫小花", "我的猫叫小花", True),
        ("我的猫叫小花", "小花", True),
        ("我今天去了医院，医生…", "今天去了医院", True),
        ("明天要面试了", "我的猫叫小花", False),
        ("我喜欢下雨", "我的猫叫小花", False),
        ("My cat is called…", "My cat is called Miso", True),
        ("I quit my job", "My cat is called Miso", False),
    ],
)
def test_withheld_words_are_seen_in_a_title(title: str, words: str, held: bool) -> None:
    assert titles.holds(title, words) is held
