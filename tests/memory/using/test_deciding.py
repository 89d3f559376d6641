"""Which memories a reply drew on, by their words and by the model's pointing."""

from __future__ import annotations

import uuid

import pytest

from memory.policy import Kind
from memory.using import asking
from memory.using.asking import Beside, UsedIn
from memory.using.deciding import Shown, judge, overlaps

CAT = ("你的猫叫小花", "小花", "猫")
ONE, TWO, FIRST, SECOND = (uuid.UUID(int=number) for number in range(1, 5))


def shown(statement: str, value: str, subject: str = "user", kind: str = Kind.PERSON) -> Shown:
    return Shown(uuid.uuid4(), kind, statement, value, subject)


@pytest.mark.parametrize(
    ("memory", "line", "reply", "used"),
    [
        (CAT, "我的猫叫什么？", "它叫小花呀。", True),
        (CAT, "我的猫叫什么？", "我不知道呢。", False),
        (CAT, "小花今天好吗", "小花听起来很精神。", False),  # the user said the name themself
        (CAT, "小花今天吐了", "小花是吃坏了吗？猫咪吐一次不要紧。", True),  # that she is a cat, only memory knew
        (CAT, "今天好累", "那就早点睡。", False),
        (("你住在杭州", "杭州"), "周末去哪儿好", "杭州的西湖边走走？", True),
        (("你住在杭州", "杭州"), "杭州热不热", "杭州这两天三十五度。", False),
        (("你对花生过敏", "花生"), "帮我想个点心", "那就不放花生的曲奇吧。", True),
        (("你喜欢爬山", "爬山"), "周末想动一动", "要不要去爬山？", True),
        (
            ("你打算2026年7月20日去新加坡开会", "去新加坡开会"),
            "最近有点忙",
            "新加坡的会准备得怎么样了？",
            True,
        ),
        (("你打算2026年7月20日去新加坡开会", "去新加坡开会"), "几号了", "今天20号。", False),
        (("You live in Leeds", "Leeds"), "What shall I do today?", "Leeds has a nice market.", True),
        (("You live in Leeds", "Leeds"), "Is Leeds nice?", "Leeds is lovely.", False),
        (("Your cat is called Miso", "Miso", "cat"), "Who is waiting at home?", "Miso, of course.", True),
        (("You are afraid of flying since the storm", "afraid of flying since the storm"),
         "How do I get to Oslo?", "You could take the train after the storm.", False),
        (("You are afraid of flying since the storm", "afraid of flying since the storm"),
         "How do I get to Oslo?", "As flying makes you afraid, take the train.", True),
    ],
)  # fmt: skip
def test_by_what_the_words_have_in_common(memory: tuple[str, ...], line: str, reply: str, used: bool) -> None:
    assert overlaps(shown(*memory), line, reply) is used


def test_limits_and_style_are_in_force_whatever_is_said() -> None:
    limit = shown("不要提起你爸爸", "爸爸", kind=Kind.BOUNDARY)
    style = shown("说话短一点", "短一点", kind=Kind.STYLE)
    cat = shown(*CAT)
    assert judge([limit, style, cat], "在吗", "在。") == {limit.id: True, style.id: True, cat.id: False}
    told = judge([limit, style], "在吗", "在。", {limit.id: False, style.id: False})
    assert set(told.values()) == {True}


def test_the_model_is_heard_where_it_was_asked() -> None:
    cat, city = shown(*CAT), shown("你住在杭州", "杭州")
    told = judge([cat, city], "我的猫叫什么？", "它叫小花呀。", {cat.id: False, city.id: True})
    assert told == {cat.id: False, city.id: True}
    assert judge([cat, city], "我的猫叫什么？", "它叫小花呀。", {city.id: False}) == {
        cat.id: True,
        city.id: False,
    }


BESIDE = (
    Beside(ONE, FIRST, "你的猫叫小花"),
    Beside(ONE, SECOND, "你住在\n杭州"),
    Beside(TWO, SECOND, "你住在\n杭州"),
)


def test_the_prompt_names_each_memory_once() -> None:
    line = uuid.uuid4()
    text = asking.section(BESIDE, [line, ONE, TWO], "zh")
    assert "[1] 你的猫叫小花\n[2] 你住在 杭州" in text
    assert "[2]: 1, 2\n[3]: 2" in text
    assert asking.section(BESIDE, [line], "zh") == ""
    assert asking.section((), [line, ONE], "en") == ""


@pytest.mark.parametrize(
    ("answer", "opinion"),
    [
        ([(2, [1])], {(ONE, FIRST): True, (ONE, SECOND): False}),
        ([(2, []), (3, [2])], {(ONE, FIRST): False, (ONE, SECOND): False, (TWO, SECOND): True}),
        ([(3, [1, 9, -1])], {(TWO, SECOND): False}),  # a number of another reply's, and numbers of nothing
        ([(1, [1]), (0, [1]), (-1, [1]), (9, [1])], {}),  # the user's line, and messages that aren't there
        ([], {}),
    ],
)
def test_only_numbers_that_exist_are_taken(
    answer: list[tuple[int, list[int]]], opinion: dict[tuple[uuid.UUID, uuid.UUID], bool]
) -> None:
    told = [UsedIn(message=message, memories=numbers) for message, numbers in answer]
    assert asking.read(told, BESIDE, [uuid.uuid4(), ONE, TWO]) == opinion
