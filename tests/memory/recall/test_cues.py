"""Reading a cue: addresses, the past, and the question inside the chatter."""

from __future__ import annotations

import pytest

from memory.candidates import USER
from memory.marks import subject_key
from memory.recall.cues import questions, read


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("我叫什么名字？", (USER, "name")),
        ("你还记得我叫啥吗", (USER, "name")),
        ("what's my name?", (USER, "name")),
        ("我的猫叫什么？", ("猫", "name")),
        ("我妹妹叫什么来着", ("妹妹", "name")),
        ("what is my cat called?", ("cat", "name")),
        ("What's my sister's name", ("sister", "name")),
        ("我住在哪里", (USER, "city")),
        ("where do I live?", (USER, "city")),
        ("我的生日是哪天", (USER, "birthday")),
        ("when is my birthday", (USER, "birthday")),
        ("我是做什么工作的", (USER, "job")),
    ],
)
def test_addresses(text: str, slot: tuple[str, str]) -> None:
    reading = read(text)
    assert slot in reading.slots
    assert reading.asks


@pytest.mark.parametrize(
    ("text", "memory"),
    [
        ("你记得我说过的那条狗吗？", True),
        ("Do you remember Heidi?", True),
        ("我姐姐喜欢什么？", True),
        ("今天好累", False),
        ("气死我了，凭什么", False),
        ("给我推荐几本书", False),
        ("what do you know about me?", True),
        ("你了解我吗", True),
        ("what's the capital of France?", False),
        ("明天会下雨吗", False),
    ],
)
def test_questions_about_memory(text: str, memory: bool) -> None:
    assert read(text).asks_memory is memory


@pytest.mark.parametrize("text", ["我以前住哪儿", "where did I used to live", "最近去过哪里？"])
def test_the_past(text: str) -> None:
    assert read(text).asks_past


def test_chatter_is_trimmed() -> None:
    chatter = "今天天气真好，我出去走了一圈，看到好多人在放风筝，还有人在跳舞，热闹极了。" * 3
    assert "放风筝" not in " ".join(questions(chatter + "嗯。对了，我的猫叫什么名字来着？"))
    assert questions("我的猫叫什么") == ("我的猫叫什么",)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("我表姐在哪上班？另外，下周的聚餐在哪儿？", ("我表姐在哪上班", "下周的聚餐在哪儿？")),
        (
            "最近好多活动，都快挑花眼了，也不知道哪个有意思。哎，我真正想问的是，那个在杭州的活动是什么？",
            ("那个在杭州的活动是什么？",),
        ),
        (
            "那个主题是「先看海。再爬山？好吗」的活动在哪天？",
            ("那个主题是「先看海。再爬山？好吗」的活动在哪天？",),
        ),
        (
            "Where does my aunt live? Also, what did I cook on Sunday?",
            ("Where does my aunt live?", "what did I cook on Sunday?"),
        ),
        ("It rained and the dog was mad. What I actually wanted to ask is, who won?", ("who won?",)),
        ("还有，今天好累", ("今天好累",)),
        ("  ", ("",)),
        ("\ue000坏字符？", ("坏字符？",)),
    ],
)
def test_each_question_apart(text: str, asked: tuple[str, ...]) -> None:
    assert questions(text) == asked


@pytest.mark.parametrize(
    ("text", "asks"), [("What a lovely day", False), ("what day is it?", True), ("What an idea!", False)]
)
def test_an_exclamation_is_no_question(text: str, asks: bool) -> None:
    assert read(text).asks is asks


@pytest.mark.parametrize(
    ("asked", "whose"),
    [
        ("你还记得我的猫叫什么吗？", "猫"),
        ("还记得我妹妹叫什么名字吗", "妹妹"),
        ("你知道我的狗叫啥吗", "狗"),
        ("今天好累。你记不记得我的猫叫什么", "猫"),
    ],
)
def test_do_you_remember_is_no_part_of_a_name(asked: str, whose: str) -> None:
    assert [(subject_key(subject), attribute) for subject, attribute in read(asked).slots] == [
        (whose, "name")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "帮我订周五的餐厅",
        "能帮我买两张去杭州的高铁票吗",
        "替我给小王发个短信",
        "订个餐厅吧，周五晚上",
        "帮我取消明天的酒店",
        "Can you book a table for Friday?",
        "book me a table for two",
        "please order some flowers for my mom",
    ],
)
def test_something_is_to_be_done(text: str) -> None:
    assert read(text).wants_done


@pytest.mark.parametrize(
    "text",
    [
        "我昨天订好了餐厅",
        "帮我想想周五吃什么",
        "我妈给我买了一条围巾",
        "我已经订了酒店",
        "帮我分析一下",
        "I already booked the hotel",
        "I read a book about bees",
        "my order arrived",
        "他给我发了消息",
    ],
)
def test_nothing_is_to_be_done(text: str) -> None:
    assert not read(text).wants_done
