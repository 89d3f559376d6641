"""How something ended, in the words people use."""

from __future__ import annotations

import pytest

from memory.unfolding.outcomes import Outcome, read


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("很顺利", Outcome.DONE),
        ("过了！", Outcome.DONE),
        ("没考上", Outcome.DONE),
        ("砸了，问的都不会", Outcome.DONE),
        ("玩得很开心", Outcome.DONE),
        ("还行吧，一般般", Outcome.DONE),
        ("取消了", Outcome.CANCELLED),
        ("后来不去了", Outcome.CANCELLED),
        ("泡汤了", Outcome.CANCELLED),
        ("没去成", Outcome.UNDONE),
        ("没做到，又熬夜了", Outcome.UNDONE),
        ("忘了", Outcome.UNDONE),
        ("还没呢，改到下周五", Outcome.NOT_YET),
        ("还在等结果", Outcome.NOT_YET),
        ("It went well", Outcome.DONE),
        ("I passed!", Outcome.DONE),
        ("pretty awful", Outcome.DONE),
        ("it got cancelled", Outcome.CANCELLED),
        ("we called it off", Outcome.CANCELLED),
        ("didn't make it", Outcome.UNDONE),
        ("not yet, it moved to Friday", Outcome.NOT_YET),
        ("still waiting to hear", Outcome.NOT_YET),
    ],
)
def test_an_outcome(text: str, outcome: Outcome) -> None:
    assert read(text) is outcome


@pytest.mark.parametrize(
    "text",
    [
        "今天吃了火锅，",
        "你呢？",
        "顺利吗？",
        "什么面试",
        "What interview?",
        "the weather in Leeds",
        "嗯",
        "哦" * 90,
    ],
)
def test_no_outcome(text: str) -> None:
    assert read(text) is None
