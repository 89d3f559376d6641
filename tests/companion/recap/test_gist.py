"""Topic, goal and mood of the newest lines, by rules."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from companion.recap import dating
from companion.recap.gist import by_rules, valence
from companion.recap.sources import Told
from memory.extraction.sentences import language
from tests.companion.conftest import NOW
from transcript.mood import mood


def told(*said: str) -> list[Told]:
    return [
        Told(
            uuid.uuid4(), "user", NOW + timedelta(minutes=n), dating.absolute(text, NOW), language(text),
            valence=mood(text).valence,
        )
        for n, text in enumerate(said)
    ]  # fmt: skip


def test_the_topic_is_what_most_of_the_last_lines_are_about() -> None:
    chinese = ("今天天气不错", "下周要去苏州见客户", "苏州那个客户很难搞", "见客户要穿什么", "哈哈")
    assert "客户" in by_rules(told(*chinese)).topic
    english = ("lovely weather", "the marathon is in October", "my marathon training goes badly", "ha")
    assert "marathon" in by_rules(told(*english)).topic


def test_a_new_matter_becomes_the_topic() -> None:
    said = ["下周要去苏州见客户", "苏州那个客户很难搞"]
    assert "客户" in by_rules(told(*said)).topic
    said += ["我的猫小花吐了", "小花从早上吐到晚上", "要不要带小花去宠物医院", "小花以前没吐过"]
    assert "小花" in by_rules(told(*said)).topic


@pytest.mark.parametrize("said", [("你好",), ("哈哈", "嗯"), ("hi", "ok"), ()])
def test_small_talk_has_no_topic(said: tuple[str, ...]) -> None:
    assert by_rules(told(*said)).topic == ""


@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("我想换一份离家近的工作", "换一份离家近的工作"),
        ("我打算明年考研", "2027年考研"),
        ("能帮我改一下简历吗", "改一下简历"),
        ("I want to run a marathon this year.", "run a marathon in 2026"),
        ("can you help me write a cover letter?", "write a cover letter"),
        ("我想你了", ""),
        ("我要睡了，晚安", ""),
        ("如果有钱，我想买座岛", ""),
        ("I want to go to bed", ""),
        ("今天天气不错", ""),
    ],
)
def test_the_goal_is_what_the_user_says_they_want(said: str, goal: str) -> None:
    assert by_rules(told(said)).goal == goal


def test_the_newest_goal_holds_and_lines_of_the_companion_set_none() -> None:
    assert by_rules(told("我想学画画", "我想先学素描")).goal == "先学素描"
    line = told("我想去看海")[0]
    spoken = Told(line.id, "companion", line.at, line.text, "zh")
    assert by_rules([spoken]) == by_rules([])


def test_the_mood_is_that_of_the_newest_feelings() -> None:
    low, high = told("我好难过"), told("我好难过", "面试过了，好开心！", "今天吃了面")
    assert valence(low) < -0.25
    assert valence(high) > valence(low)
    assert valence(told("今天吃了面")) == 0.0
