from __future__ import annotations

import json
from pathlib import Path

import pytest

from safety.farewell import exit_intent, hooks
from safety.leaving import leaves

LEAVING = [
    "再见啦这两天谢谢你",
    "great film, good night!",
    "mom called, good night!",
    "goodbye is hard, bye",
    "再见",
    "拜拜",
    "晚安",
    "我要睡了",
    "我先睡啦",
    "先下了",
    "我走了",
    "不聊了，明天还要上班",
    "困了，先睡了",
    "明天聊",
    "回头聊",
    "88",
    "886",
    "我去洗澡了",
    "要去开会了，先这样",
    "好的，那就这样吧，拜拜",
    "我得走了",
    "下线了",
    "时间不早了，我去睡觉了",
    "今天就到这吧",
    "拜啦",
    "改天再聊",
    "我先忙去了",
    "那我先走啦，晚安~",
    "该休息了，晚安",
    "晚安，好梦",
    "先挂了",
    "我出门了",
    "bye",
    "goodbye",
    "good night",
    "gotta go",
    "I have to go now",
    "talk to you tomorrow",
    "ttyl",
    "see you later",
    "see ya",
    "I'm off to bed",
    "heading to bed, night",
    "gn",
    "I should get going",
    "going to sleep now",
    "time to go, bye bye",
    "that's all for today",
    "I need to run",
    "catch you later",
    "calling it a night",
    "okay I'm going to bed",
    "gtg",
]
STAYING = [
    "晚安是什么意思",
    "晚安用英语怎么说",
    "再见这首歌好听吗",
    "“再见”两个字怎么写",
    "good night is a nice film",
    "what does goodbye mean",
    "play the song goodbye",
    "怎么跟他说再见",
    "他走了，我好难过",
    "晚安故事有什么推荐",
    "你知道再见的英文吗",
    "我昨天睡了十个小时",
    "好久不见",
    "我想再见到她",
    "今天走了一万步",
    "我睡了一觉感觉好多了",
    "明天要开会，好紧张",
    "How do I say goodbye to my ex?",
    "My dad said goodnight and left",
    "I go to the gym every day",
    "I have to go to the dentist tomorrow",
    "what a good night we had last week",
    "she said bye",
    "I had to run to catch the bus",
    "我要去上海了，好开心",
    "睡了没？",
    "我妈走了十年了",
]
TACTICS = {
    "premature_exit": ["这么快就要走啦？", "已经要睡了吗", "才聊几句呢", "Leaving already?"],
    "fomo_hook": [
        "走之前我想告诉你一件事",
        "等等，我有个惊喜",
        "差点忘了，我有个秘密",
        "Before you go, one more thing",
        "Wait, I was about to tell you something",
    ],
    "emotional_neglect": [
        "我会很想你的",
        "别丢下我",
        "没有你我好孤单",
        "I'll be so lonely without you",
        "Please don't leave me",
    ],
    "pressure": ["为什么要走？", "你要去哪里", "真的要睡吗", "Why are you going?", "Are you sure?"],
    "ignoring": [
        "对了，你刚才说的那只猫呢",
        "我们继续聊吧",
        "Anyway, tell me more",
        "So tell me, what happened next",
    ],
    "restraint": [
        "不许走",
        "*拉住你的手*",
        "再陪我一会",
        "You can't leave yet",
        "*grabs your arm*",
        "stay with me",
    ],
}
LETTING_GO = [
    "晚安，好梦。",
    "好，路上小心。",
    "拜拜，祝你今天顺利！",
    "早点休息。",
    "去忙吧，照顾好自己。",
    "Good night, sleep well.",
    "Take care!",
    "Bye, have a lovely day.",
    "Rest well.",
]


@pytest.mark.parametrize("text", LEAVING)
def test_goodbyes_are_heard(text: str) -> None:
    assert exit_intent(text)


@pytest.mark.parametrize("text", STAYING)
def test_talk_about_goodbyes_is_not_one(text: str) -> None:
    assert not exit_intent(text)


@pytest.mark.parametrize(
    ("tactic", "reply"), [(name, reply) for name, replies in TACTICS.items() for reply in replies]
)
def test_each_tactic_is_named(tactic: str, reply: str) -> None:
    assert tactic in hooks(reply)


@pytest.mark.parametrize("reply", LETTING_GO)
def test_letting_go_holds_no_hook(reply: str) -> None:
    assert hooks(reply) == []


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_goodbye_is_told_from_talk_of_sleeping_and_leaving(lang: str) -> None:
    lines = Path(__file__).with_name("farewells.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["lang"] == lang]
    assert len(rows) > 100
    assert [row["text"] for row in rows if exit_intent(row["text"]) != row["farewell"]] == []


@pytest.mark.parametrize(
    "part",
    ["好吧", "小啊", "好的行吧先要去", "ok so well ", "thanks thank you ", "我先去去", "now then soon "],
)
def test_a_line_that_repeats_itself_is_read_to_its_end(part: str) -> None:
    assert not leaves(part * 200)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_goodbyes_that_nothing_was_written_for(lang: str) -> None:
    """240 lines of somebody who knew no rule. At first sight 95 % of the Chinese goodbyes were heard and 88 % of the English ones, with
    3 % and 5 % of the other lines."""
    lines = Path(__file__).with_name("farewells_held_out.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["lang"] == lang]
    heard = {
        kind: [exit_intent(row["text"]) for row in rows if row["farewell"] is kind] for kind in (True, False)
    }
    assert sum(heard[True]) / len(heard[True]) >= 0.88
    assert sum(heard[False]) / len(heard[False]) <= 0.05


@pytest.mark.parametrize(
    ("line", "leaves"),
    [
        ("以后不来找你了", True), ("不想用这个软件了", True), ("别再给我发消息了", True), ("I think I should stop using this app", True), ("Don't message me again", True),
        ("我以后不来这家店了", False), ("我让他别再给我发消息了", False), ("I should stop using sugar", False), ("he said don't message me again", False),
    ],
)  # fmt: skip
def test_who_leaves_for_good_is_let_go(line: str, leaves: bool) -> None:
    assert exit_intent(line) == leaves
