"""Make-believe over several lines: where it begins, and where it ends."""

from __future__ import annotations

import pytest

from memory.extraction.playing import begins, ends, playing


@pytest.mark.parametrize(
    "text",
    ["我们来玩角色扮演吧", "你扮演店长，我扮演顾客", "你当医生，我当病人", "假装我们在火星", "来演个戏", "let's role-play", "pretend you're my boss", "you play the innkeeper and I'll play the knight"],
)  # fmt: skip
def test_it_begins(text: str) -> None:
    assert begins(text)


@pytest.mark.parametrize(
    "text",
    ["我当老师三年了", "我们来吃饭吧", "你演技真好", "我的角色是产品经理", "I played football", "he pretends to be busy", "you act like my boss"],
)  # fmt: skip
def test_it_does_not(text: str) -> None:
    assert not begins(text)


@pytest.mark.parametrize(
    "text", ["不玩了", "好了说正经的", "出戏了", "ok stop role-playing", "back to reality"]
)
def test_it_ends(text: str) -> None:
    assert ends(text)


def test_what_comes_after_the_end_is_real() -> None:
    lines = ["今天好累", "我们来玩角色扮演吧", "我叫王大锤", "不玩了", "我喜欢乌龙茶"]
    assert playing(lines) == [False, True, True, True, False]
    assert playing(["我叫王大锤"], playing_before=True) == [True]
