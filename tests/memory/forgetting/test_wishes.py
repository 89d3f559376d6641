"""What a line asks of memory itself, and what only sounds like it."""

from __future__ import annotations

import pytest

from memory.forgetting.wishes import Ask, Wish, read


@pytest.mark.parametrize(
    ("text", "matter"),
    [
        ("忘掉关于我前男友的一切", "前男友"),
        ("把我前男友的事都忘了吧", "前男友"),
        ("请忘掉我的电话号码", "电话号码"),
        ("删掉关于工作的记忆", "工作"),
        ("把和小雨有关的都删掉", "小雨"),
        ("删掉那条狗的所有信息", "狗"),
        ("请你把关于我父亲的所有事情都忘掉", "父亲"),
        ("帮我忘记我妈妈生病的事好吗", "妈妈生病"),
        ("forget everything about my ex", "ex"),
        ("Please delete all you know about Tom.", "Tom"),
        ("could you forget what I told you about my job", "job"),
        ("forget my phone number", "phone number"),
        ("forget that I am pregnant", "pregnant"),
        ("忘掉一切", ""),
        ("把所有记忆都删掉", ""),
        ("forget everything", ""),
        ("forget everything about me", ""),
    ],
)
def test_an_order_to_forget(text: str, matter: str) -> None:
    wish = read(text)
    assert wish is not None
    assert (wish.ask, wish.matter) == (Ask.FORGET, matter)


@pytest.mark.parametrize(
    ("text", "name", "matter"),
    [
        ("阿蓝，忘掉关于我的猫的一切", "阿蓝", "猫"),
        ("嘿阿蓝，请忘掉我的电话号码", "阿蓝", "电话号码"),
        ("阿蓝忘掉关于工作的记忆", "阿蓝", "工作"),
        ("忘掉关于工作的记忆吧，阿蓝", "阿蓝", "工作"),
        ("Hey Rowan, forget everything about my ex", "Rowan", "ex"),
        ("please forget my phone number, Rowan.", "Rowan", "phone number"),
    ],
)
def test_an_order_said_to_the_companion_by_its_name(text: str, name: str, matter: str) -> None:
    assert read(text, name) == Wish(Ask.FORGET, matter)


@pytest.mark.parametrize(
    "text", ["关于阿蓝的一切", "阿蓝忘了带伞", "我梦见阿蓝，忘掉了一切", "Rowan forgot everything"]
)
def test_a_name_makes_no_order(text: str) -> None:
    assert read(text, "阿蓝") is None
    assert read(text, "Rowan") is None


@pytest.mark.parametrize(
    "text",
    [
        "我想忘掉他",
        "忘了带伞",
        "忘记密码了",
        "你忘了吗",
        "你忘记我的生日了吗",
        "忘掉他吧",
        "把窗户关了",
        "我忘了关于合同的事",
        "我永远忘不掉那天",
        "never forget this",
        "I forgot my umbrella",
        "I want to forget everything about him",
        "I can't forget my ex",
        "don't forget about me",
        "今天天气不错",
    ],
)
def test_what_only_sounds_like_one(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("确认忘掉", Ask.YES),
        ("好的", Ask.YES),
        ("都忘了吧", Ask.YES),
        ("yes please", Ask.YES),
        ("do it", Ask.YES),
        ("算了", Ask.NO),
        ("先不删了", Ask.NO),
        ("never mind", Ask.NO),
        ("no thanks", Ask.NO),
        ("为什么没记住？", Ask.WHY),
        ("刚才那句你记住了吗", Ask.WHY),
        ("why didn't you remember that?", Ask.WHY),
    ],
)
def test_an_answer_or_a_question(text: str, ask: Ask) -> None:
    wish = read(text)
    assert wish is not None
    assert wish.ask is ask
