"""Kinds, statements, operations and times of what the rules find."""

from __future__ import annotations

from datetime import date

import pytest

from memory.candidates import USER, Exchange, Operation, Speaker
from memory.extraction import rules
from memory.extraction.rules import LINE_MAX
from memory.policy import PASTED_OVER, Kind
from tests.memory.extraction.lines import SHANGHAI, learn, line


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("我叫林晚", "你叫林晚"),
        ("我住在杭州", "你住在杭州"),
        ("我的猫叫小花", "你的猫叫小花"),
        ("我不喜欢香菜", "你不喜欢香菜"),
        ("我妹妹在读大学", "你妹妹在读大学"),
        ("七月二十号要去新加坡开会", "你打算2026年7月20日去新加坡开会"),
        ("公司年会的时间是下周三", "公司年会的时间是2026年7月8日"),
        ("昨天和男朋友吵架了", "你2026年6月30日和男朋友吵架了"),
        ("别再提我爸了", "你的界限：别再提你爸"),
        ("My cat's name is Miso", "Your cat is called Miso"),
        ("I live in Leeds", "You live in Leeds"),
        ("I can't stand cilantro", "You don't like cilantro"),
        ("my boyfriend lives in Paris", "Your boyfriend lives in Paris"),
        ("I'm moving to Lisbon in September", "You are moving to Lisbon in September 2026"),
        ("I hate my job", "You don't like your job"),
    ],
)
def test_statement(text: str, statement: str) -> None:
    assert statement in [c.statement for c in learn(text)]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("养了只橘猫叫年糕，三岁了", ["你养了橘猫", "你的橘猫叫年糕"]),
        ("家里还有一只金毛，叫豆包", ["你的金毛叫豆包"]),
        ("我养了只新的猫，叫汤圆", ["你的猫叫汤圆"]),
        ("我朋友养了只狗，叫大黄", ["你的朋友的狗叫大黄"]),
        ("他养了只猫叫小白", []),
        ("我妈住院了", ["你妈妈住院了"]),
        ("我对青霉素过敏，别的没啥", ["你对青霉素过敏"]),
        ("公司说下个月调我去无锡，还没定", []),
        ("我一个人在家", []),
        ("我是个人力资源主管", ["你的工作是人力资源主管"]),
        ("失业了，天天人在家", ["你失业了"]),
        ("今天本来打算早点睡，外卖还洒了一地", []),
        ("今天被老板气死", []),
        ("今天被老板骂了", ["你2026年7月1日被老板骂了"]),
        ("气死我了", ["你气死了"]),
        ("I hate myself", []),
        ("I hate my life", []),
        ("I can't stand everyone", []),
        ("I hate living in the city", ["You don't like living in the city"]),
    ],
)
def test_exactly_these(text: str, statements: list[str]) -> None:
    assert [c.statement for c in learn(text)] == statements


@pytest.mark.parametrize(
    ("text", "kind", "consent"),
    [
        ("我叫林晚", Kind.IDENTITY, None),
        ("我不喜欢香菜", Kind.PREFERENCE, None),
        ("我妹妹叫林晓", Kind.PERSON, None),
        ("我对花生过敏", Kind.PREFERENCE, None),
        ("我有抑郁症", Kind.SPECIAL, "health"),
        ("我奶奶得了糖尿病", Kind.SPECIAL, "health"),
        ("我信佛", Kind.SPECIAL, "belief"),
        ("我是双性恋", Kind.SPECIAL, "sexuality"),
        ("我欠了三十万的债", Kind.SPECIAL, "money"),
        ("我小时候被校园霸凌过", Kind.SPECIAL, "trauma"),
        ("最近老是头疼", Kind.STATE, None),
        ("我好难过", Kind.STATE, None),
        ("我最近在备考雅思", Kind.THREAD, None),
        ("别再提我爸了", Kind.BOUNDARY, None),
        ("你回答短一点", Kind.STYLE, None),
        ("我答应你明天去跑步", Kind.PROMISE, None),
        ("下周三有个面试", Kind.PLAN, None),
        ("昨天和男朋友吵架了", Kind.EVENT, None),
        ("I have depression", Kind.SPECIAL, "health"),
        ("I owe $20k in student loans", Kind.SPECIAL, "money"),
    ],
)
def test_kind_and_consent(text: str, kind: Kind, consent: str | None) -> None:
    assert [(c.kind, c.consent) for c in learn(text)] == [(kind, consent)]


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("我住在杭州", Operation.STATE),
        ("不对，我住在苏州", Operation.CORRECT),
        ("actually I live in Manchester", Operation.CORRECT),
        ("上个月升区域负责人了", Operation.CHANGE),
        ("我现在在北京工作", Operation.CHANGE),
        ("I used to love running", Operation.CHANGE),
        ("这次就吃辣吧", Operation.EXCEPTION),
        ("我不当老师了", Operation.END),
        ("可以聊我爸了", Operation.LIFT),
        ("you can talk about my dad again", Operation.LIFT),
    ],
)
def test_operation(text: str, operation: Operation) -> None:
    assert learn(text)[0].operation is operation


@pytest.mark.parametrize(
    ("said", "corrected", "attribute", "value"),
    [
        ("我住在深圳", "不是深圳，是苏州", "city", "苏州"),
        ("我的猫叫小花", "不是小花，是小华", "name", "小华"),
        ("I live in York", "no, it's Leeds", "city", "Leeds"),
    ],
)
def test_a_correction_takes_its_slot_from_what_was_said(
    said: str, corrected: str, attribute: str, value: str
) -> None:
    (found,) = learn(corrected, before=(said,))
    assert (found.attribute, found.value, found.operation) == (attribute, value, Operation.CORRECT)
    assert value in found.statement


def test_a_correction_of_nothing_known_says_nothing() -> None:
    assert learn("不是深圳，是苏州") == []


def test_one_line_gives_atoms() -> None:
    found = learn("换工作很焦虑，现在不想听建议")
    assert [(c.kind, c.sitting_only) for c in found] == [
        (Kind.STATE, False),
        (Kind.EVENT, False),
        (Kind.STATE, True),
    ]


def test_a_plan_carries_its_day() -> None:
    (plan,) = learn("七月二十号要去新加坡开会")
    assert plan.when is not None
    assert plan.when.start.date() == plan.when.end.date() == date(2026, 7, 20)


def test_a_change_carries_its_month() -> None:
    (change,) = learn("上个月升区域负责人了")
    assert change.when is not None
    assert (change.when.start.month, change.when.end.month) == (6, 6)


def test_quotes_and_values_are_substrings() -> None:
    text = "你好呀，我叫林晚，住在杭州。我的猫叫小花！"
    found = learn(text)
    assert len(found) == 3
    assert all(c.quote in text and c.value in c.quote for c in found)


@pytest.mark.parametrize("text", ["上个月查出来甲减", "got diagnosed with ADHD last month"])
def test_no_event_keeps_what_needs_consent(text: str) -> None:
    assert [c.consent for c in learn(text)] == ["health"]


def test_only_user_lines_state_facts() -> None:
    spoken = line("我住在杭州，我叫林晚", Speaker.COMPANION)
    assert rules.extract(Exchange((spoken,), SHANGHAI)) == []


@pytest.mark.parametrize(
    "text", ["我会记得明天问你面试的事", "I'll remember to ask you about the interview tomorrow."]
)
def test_the_companion_promises(text: str) -> None:
    (promise,) = rules.extract(Exchange((line(text, Speaker.COMPANION),), SHANGHAI))
    assert (promise.kind, promise.speaker) == (Kind.PROMISE, Speaker.COMPANION)


def test_pasted_text_yields_nothing() -> None:
    assert learn("我叫林晚。" + "今天天气很好。" * (PASTED_OVER // 6)) == []
    assert learn("我叫林晚。" + "啊" * LINE_MAX) == []


def test_known_people_are_subjects() -> None:
    assert learn("阿杰住在杭州") == []
    (found,) = learn("阿杰住在杭州", people=("阿杰",))
    assert (found.subject, found.attribute) == ("阿杰", "city")


def test_names_of_people_are_listed() -> None:
    found = learn("我妹妹叫林晓")
    assert found[0].names == ("林晓",)
    assert found[0].subject != USER


def test_what_another_did_is_told_of_them() -> None:
    (event,) = [c for c in learn("今天豆包把我的杯子打翻了") if c.attribute == "event_what"]
    assert event.statement.endswith("，豆包把你杯子打翻了")
    assert not event.statement.startswith("你")
