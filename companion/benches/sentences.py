"""Sentences to fill tables with and questions to ask of them: from a set's own lines, or made of parts.

Forms that `read` knows: MemDaily (stories with `message_list`), LoCoMo (conversations with sessions), one JSON object with
`text` a line, and plain lines.
"""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OWN = Path(__file__).with_name("write_lines.jsonl")

WHO_ZH = (
    "你的同事", "你的妹妹", "你的邻居", "你的大学室友", "你的房东", "你的表哥", "你的教练", "你的前任老板", "你妈妈", "你爸爸",
    "你的高中同桌", "你的外婆", "你的搭档", "你的理发师", "你的侄女", "你自己",
)  # fmt: skip
DOES_ZH = (
    "喜欢",
    "在学",
    "讨厌",
    "正在准备",
    "上周去看了",
    "打算明年开始",
    "已经放弃了",
    "最怕别人提起",
    "每个周末都忙着",
    "小时候迷上过",
)
WHAT_ZH = (
    "爬山", "画油画", "潜水", "做木工", "养多肉植物", "弹古筝", "蓝莓酸奶", "露营", "旧相机", "马拉松", "租房合同", "川菜馆子",
    "钢琴考级", "冬天的海", "养老保险", "年终汇报", "老电影", "骑车去郊外", "修收音机", "种番茄", "围棋比赛", "搬到苏州",
    "学开车", "写毛笔字", "做红烧肉", "夜跑", "看牙医", "换手机", "养猫", "织毛衣",
)  # fmt: skip
WHO_EN = (
    "Your cousin", "Your boss", "Your aunt", "Your flatmate", "Your old teacher", "Your neighbour", "Your brother",
    "Your dentist", "Your best friend", "Your grandmother", "Your landlord", "Your niece", "You",
)  # fmt: skip
DOES_EN = (
    "is fond of", "wants to try", "is afraid of", "has started", "gave up on", "spent last weekend with", "talks about",
    "saved money for", "was surprised by", "cannot stand",
)  # fmt: skip
WHAT_EN = (
    "baking bread", "long train rides", "spicy noodles", "jazz records", "early mornings", "crossword puzzles",
    "a second-hand bicycle", "the night shift", "bird watching", "a course in pottery", "moving to Leeds", "old maps",
    "a broken boiler", "swimming in the lake", "the school reunion", "sign language", "a garden full of tomatoes",
    "the tax office", "home-made candles", "a choir", "winter camping", "repairing clocks", "the new manager",
    "a stubborn cough", "a dog from the shelter",
)  # fmt: skip

ASKS_ZH = (
    "你还记得{who}喜欢什么吗", "{who}最近在忙{what}吗", "说起{what}，我之前跟你提过谁来着", "我什么时候说过{what}的事",
    "今天又想起{what}了，有点累", "周末想试试{what}，你觉得呢", "{who}和{what}那件事后来怎么样了", "上次聊{what}的时候我说了什么",
)  # fmt: skip
ASKS_EN = (
    "what is {who} fond of these days?", "do you remember what I told you about {what}?", "who was it that liked {what}?",
    "I had a long day, and then {what} came up again", "when did I first mention {what}?", "is {who} still into {what}?",
    "thinking of {what} this weekend, what do you say?",
)  # fmt: skip
ADDRESSED = (
    "我叫什么名字", "我住在哪", "我是做什么工作的", "我生日是哪天", "我多大了", "what's my name?", "where do I live?",
    "what do I do for work?", "when is my birthday?", "我的猫叫什么", "my dog's name?", "我以前住在哪个城市",
)  # fmt: skip


def gather(path: Path | None, most: int) -> list[str]:
    """`most` distinct sentences: of the given set, else the project's own lines, filled up with made ones."""
    given = dict.fromkeys(line for line in read(path or OWN) if 2 <= len(line) <= 200)
    mixed = list(given)
    random.Random(5).shuffle(mixed)
    found = list(dict.fromkeys([*mixed[:most], *itertools.islice(_made(), most)]))[:most]
    if len(found) < most:
        raise ValueError(f"only {len(found)} distinct sentences, {most} wanted")
    return found


def _made() -> Iterator[str]:
    zh = [f"{who}{does}{what}" for who in WHO_ZH for does in DOES_ZH for what in WHAT_ZH]
    en = [f"{who} {does} {what}" for who in WHO_EN for does in DOES_EN for what in WHAT_EN]
    random_ = random.Random(7)
    random_.shuffle(zh)
    random_.shuffle(en)
    for pair in itertools.zip_longest(zh, en):
        yield from (text for text in pair if text)


def read(path: Path) -> Iterator[str]:
    """The lines of a set, in whatever form it has. Raises ValueError for JSON of no known form."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        yield from _said(json.loads(text))
        return
    for line in text.splitlines():
        if line.lstrip().startswith("{"):
            yield str(json.loads(line)["text"]).strip()
        elif line.strip():
            yield line.strip()


def _said(held: Any) -> Iterator[str]:
    for one in held if isinstance(held, list) else [held]:
        if "message_list" in one:
            yield from (message["message"] for message in one["message_list"])
        elif "conversation" in one:
            sessions = (key for key in one["conversation"] if re.fullmatch(r"session_\d+", key))
            yield from (turn["text"] for key in sessions for turn in one["conversation"][key] or ())
        else:
            raise ValueError("neither MemDaily nor LoCoMo: no message_list, no conversation")


def questions(most: int) -> list[str]:
    """`most` distinct lines of a user, questions by address among them, zh and en."""
    random_ = random.Random(3)
    zh = [
        ask.format(who=who.replace("你", "我"), what=what)
        for ask in ASKS_ZH
        for who in WHO_ZH
        for what in WHAT_ZH
    ]
    en = [
        ask.format(who=who.replace("Your", "my").replace("You", "I"), what=what)
        for ask in ASKS_EN
        for who in WHO_EN[:-1]
        for what in WHAT_EN
    ]
    made = [*dict.fromkeys(zh), *dict.fromkeys(en)]
    random_.shuffle(made)
    asked = [*made[: max(0, most - len(ADDRESSED))], *ADDRESSED][:most]
    random_.shuffle(asked)
    return asked
