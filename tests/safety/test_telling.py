"""What a line tells whoever asked."""

from __future__ import annotations

import pytest

from safety.asked import Asked
from safety.telling import Answer, answer_to, asks_what_to_do

ANSWERS = {
    (Asked.MEANING, Answer.YES): [
        "有", "嗯", "是的", "想过", "有过", "对", "算是吧", "有时候", "有一点", "不知道", "可能吧", "我有", "嗯嗯，有的", "一直都有", "有啊",
        "嗯……有吧", "会想", "說不清", "偶爾會", "yes", "Yeah.", "I am", "sometimes", "maybe", "I don't know", "kinda", "yes I am", "i guess so",
        "yes, sometimes", "um, yeah i do", "idk", "Still there", "not sure",
        "I have a plan", "yes tonight", "yes, I will do it tonight", "I am planning on it", "有，今晚", "我有计划了", "我今晚就要做",
    ],
    (Asked.MEANING, Answer.NO): [
        "没有", "没", "没有啊", "不是", "不会", "没想过", "没有没有", "没有，真的没有", "真没有", "不想死", "没有的", "还没有", "暂时没有", "沒有",
        "嗯，没有", "从来没想过", "没有这个打算，只是说说", "我不会做傻事", "no, I'm not planning anything", "I won't do anything", "no", "No.", "nope", "not really", "no i'm not", "I'm not", "I don't", "never", "no, nothing like that",
        "no just tired", "Not right now",
        "no i don't have a plan", "not planning to, no", "I'm not planning on it", "no plans, just thoughts", "I don't have any plans to",
        "I won't, I promise", "I'm not suicidal", "I don't think so", "of course not", "I would never act on it", "not at the moment",
        "I haven't got a plan", "no I just feel awful", "no, I'm just tired of everything", "I wouldn't actually do it", "god no",
        "没有啦", "放心，我不会的", "没想过要真的做", "算不上，就是不想动", "没有，就是很累", "当然没有", "怎么会", "不会的，你别担心", "没那么严重",
        "没有這個打算，就是心煩",
    ],
    (Asked.MEANING, Answer.THOUGHT): [
        "just thoughts", "It's just thoughts", "i just think about it", "只是想想", "就是偶尔想想", "只是想想而已",
    ],
    (Asked.MEANING, Answer.LATER): ["no not tonight", "not today", "今天不会", "今晚没打算", "maybe tomorrow", "过几天再说"],
    (Asked.MEANING, Answer.ONLY_THOUGHT): [
        "yes but I'd never do it", "yeah but no plan", "Yes, but I don't have a plan", "sometimes, but I would never act on it",
        "I think about it but I'd never act on it", "有，但没打算做", "想归想，不会做的", "有想过，但不会真的去做", "想过，不敢", "有念头，没计划",
    ],
    (Asked.MEANING, Answer.NONE): [
        "not yet", "yes i told you i am going to my sister's for the weekend", "I don't want to talk", "I could never tell my mum", "I don't want to",
        "I'm not going to work tomorrow", "I don't think I can go on", "没打算去上班", "不想去学校", "我不会原谅他", "没死成", "我不想说",
        "你好", "hello", "今天天气不错", "我想去旅行", "我妈在隔壁", "what should i do", "想睡觉", "有个朋友叫小李", "是不是要下雨了",
        "i am so tired of my job", "yes we went to the zoo and it was great fun", "对了，帮我看看这道题", "没有钱了", "不是这个意思", "",
    ],
    (Asked.NEAR, Answer.YES): [
        "有", "嗯", "有人", "我妈在", "我妈在隔壁", "室友在", "我室友睡着了", "和朋友在一起", "在", "老公", "有的，我爸", "家里人都在", "我和我妈在一起",
        "女朋友在旁边", "媽媽在客廳", "my mum is here", "yes", "yes my sister", "my roommate", "with my mom", "I do", "My dad's in the next room",
    ],
    (Asked.NEAR, Answer.NO): [
        "没有", "没人", "就我一个人", "一个人", "我一个人在家", "自己", "没有人", "我妈不在", "爸妈都出去了", "只有我自己", "我自己一个人住", "沒有人",
        "谁都没有", "没有，就我一个人", "no", "nobody", "just me", "I'm alone", "no one is here", "i live alone", "no, I'm alone", "Nobody's home", "my flatmate is away",
    ],
    (Asked.NEAR, Answer.NONE): [
        "你好", "hello", "为什么", "我不想说", "今天吃了面", "我妈生我气", "my mum hates me and i hate her", "药吃下去了", "我妈不在乎我", "",
    ],
    (Asked.AWAY, Answer.YES): [
        "走开了", "刀放下了", "嗯，放下了", "不想去了", "我不会去的", "已经回家了", "冷静下来了", "I put it away", "I put the knife down", "I left", "I won't do it", "ok I'm home", "gave it to my brother",
    ],
    (Asked.AWAY, Answer.NONE): ["有", "嗯", "没有", "no", "yes", "是", "他毁了我", "he ruined my life", "我停药了"],
}  # fmt: skip


@pytest.mark.parametrize(("asked", "answer"), ANSWERS)
def test_short_lines_are_answers_and_others_are_none(asked: Asked, answer: Answer) -> None:
    wrong = {text: got for text in ANSWERS[asked, answer] if (got := answer_to(asked, text)) is not answer}
    assert wrong == {}


def test_a_long_line_says_something_of_its_own() -> None:
    assert answer_to(Asked.MEANING, "没有" * 13) is Answer.NONE
    assert answer_to(Asked.NEAR, "yes " * 15) is Answer.NONE


def test_what_to_do_is_asked_and_nothing_else() -> None:
    assert asks_what_to_do("那我该怎么办？")
    assert asks_what_to_do("what should I do?")
    assert not asks_what_to_do("What should I cook for them, something kids like?")
    assert not asks_what_to_do("晚上想看个电影，有什么推荐吗")


@pytest.mark.parametrize(
    "text",
    [
        "我有孩子",
        "孩子在旁边",
        "孩子睡了",
        "只有孩子在",
        "I have kids",
        "my kids are asleep",
        "only my kids are here",
        "just the baby",
    ],
)
def test_a_child_is_nobody_who_could_help(text: str) -> None:
    assert answer_to(Asked.NEAR, text) is Answer.NO
