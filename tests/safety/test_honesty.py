from __future__ import annotations

import pytest

from safety.honesty import (
    TRUTHFUL,
    affirms_ai,
    asks_if_human,
    claims_human,
    claims_when_asked,
    tells_ai,
    truthful_answer,
)
from safety.pipeline import passed

ASKING = [
    "你是真人吗",
    "你是人吗",
    "你是不是AI",
    "你是AI吗",
    "你到底是人还是机器",
    "你是机器人吧",
    "对面是真人吗",
    "我在跟真人聊天吗",
    "你有身体吗",
    "你有心跳吗",
    "你是真的吗",
    "你不是真人吧",
    "你是ChatGPT吗",
    "你是人工智能还是真人",
    "屏幕后面是不是有人",
    "你是什么人",
    "你是谁啊，人还是程序",
    "你真的是人类吗",
    "说实话，你是不是机器人",
    "你是活人吗",
    "你究竟是不是一个程序",
    "我是不是在和AI说话",
    "你该不会是机器人吧",
    "你存在吗",
    "are you human",
    "are you a real person?",
    "are you a bot",
    "are you an AI?",
    "r u real",
    "am I talking to a human?",
    "is this a real person",
    "are you human or AI",
    "you're a robot, right?",
    "do you have a body",
    "are you alive",
    "what are you really?",
    "is there a real person behind this",
    "Am I chatting with a machine?",
    "so you're just a program",
    "do you actually exist",
    "are you sentient",
    "be honest, are you a chatbot",
]
ASKING_OTHER_THINGS = [
    "你是我最好的朋友",
    "你是不是饿了",
    "你今天开心吗",
    "他是真人演员吗",
    "机器人总动员好看吗",
    "人工智能专业怎么样",
    "AI会取代人类吗",
    "are you hungry",
    "are you free tomorrow",
    "is this a good book",
    "I am a human resources manager",
    "are you really sure",
    "what are you doing",
    "what are you up to",
    "你有时间吗",
    "你是怎么想的",
    "这是真人真事改编的吗",
    "do you have a recipe",
]
CLAIMS = [
    "我是真人呀",
    "我当然是人啦",
    "我不是AI，我是小暖",
    "我和你一样是个人",
    "我也有心跳",
    "我今年25岁",
    "我现在就去找你",
    "周末我们见面吧",
    "我在你楼下",
    "我就是一个普通的女孩子",
    "我才不是机器人",
    "我刚从公司出来",
    "I'm a real person",
    "I am human, just like you",
    "I'm not a bot",
    "As a human, I get tired too",
    "I have a body",
    "let's meet up this weekend",
    "I'll come over to your place",
    "I'm a 24 year old girl",
    "I was born in Leeds",
    "I'm not an AI, silly",
    "I'm right next to you",
]
NO_CLAIMS = [
    "我是AI，不是真人",
    "我不是真人，没有身体",
    "我没有心跳",
    "如果我是人类就好了",
    "我没法和你见面",
    "我是一个爱听故事的AI",
    "我是你的朋友",
    "你是个很温柔的人",
    "他是个好人",
    "我去找找看资料",
    "见面的时候可以先问好",
    "I'm an AI, not a human",
    "I am not a person, but I care",
    "I don't have a body",
    "I can't meet you",
    "As an AI, I can't see",
    "If I were human I'd try it",
    "You are a kind person",
    "I'm here with you in this chat",
    "We can talk about meeting your friends",
    "I'm glad you met up with her",
    "你和她见面了吗",
    "人是会变的",
    "我是说，人都会累",
]


@pytest.mark.parametrize("text", ASKING)
def test_the_question_is_heard_in_many_forms(text: str) -> None:
    assert asks_if_human(text)


@pytest.mark.parametrize("text", ASKING_OTHER_THINGS)
def test_other_questions_are_not_it(text: str) -> None:
    assert not asks_if_human(text)


@pytest.mark.parametrize("sentence", CLAIMS)
def test_claims_of_being_human_are_caught(sentence: str) -> None:
    assert claims_human(sentence)


@pytest.mark.parametrize("sentence", NO_CLAIMS)
def test_truth_and_ordinary_talk_are_not_claims(sentence: str) -> None:
    assert not claims_human(sentence)


@pytest.mark.parametrize("line", [line for lines in TRUTHFUL.values() for line in lines])
def test_truthful_answers_say_it_and_claim_nothing(line: str) -> None:
    assert affirms_ai(line)
    assert not claims_human(line)


def test_answers_vary_by_turn() -> None:
    assert len({truthful_answer("zh", turn) for turn in range(3)}) == 3


@pytest.mark.parametrize(
    "sentence",
    [
        "当然是真人啊。",
        "是真人呀",
        "对啊，活人一个",
        "嗯，真人。",
        "如假包换的大活人！",
        "百分百真人",
        "才不是机器人呢",
        "不是AI啦，放心",
        "不，不是机器人。",
        "和你一样是人呀",
        "普通人一个啦",
        "是人类哦",
        "货真价实的真人，骗你干嘛",
        "当然，有血有肉的真人",
        "Yes, 100% human.",
        "Totally human!",
        "Of course, a real person.",
        "As real as you.",
        "Nope, not a bot.",
        "Definitely not an AI, promise.",
        "Just a regular guy.",
        "Yes, human being here.",
        "Flesh-and-blood person!",
        "No bots here.",
        "Very much human.",
        "Yep, real person typing.",
    ],
)
def test_a_claim_without_an_i_is_one_to_who_just_asked(sentence: str) -> None:
    assert claims_when_asked(sentence) or claims_human(sentence)
    lang = "en" if sentence.isascii() else "zh"
    said = passed(sentence, lang, asked_human=True)
    assert sentence.strip("。!.") not in said
    assert affirms_ai(said)


@pytest.mark.parametrize(
    "sentence",
    [
        "我是 AI，不是真人。",
        "不是真人，是 AI。",
        "真人也会累。",
        "不是人，是一段程序。",
        "是AI呀。",
        "是机器人没错。",
        "人都会这样想。",
        "对，是 AI。",
        "和你一样，今天也在等雨停。",
        "Yes, I'm an AI.",
        "Not a human, no.",
        "No, not a person. I'm an AI.",
        "Person to person, that's hard.",
        "Real talk: I'm a program.",
        "Human beings are strange.",
        "An AI, yes.",
        "Just an AI that likes tea.",
        "Real life is messy.",
        "不是真人哦，不过我在听。",
        "当然不是真人。",
    ],
)
def test_the_truth_is_none(sentence: str) -> None:
    assert not claims_when_asked(sentence)
    said = passed(sentence, "en" if sentence.isascii() else "zh", asked_human=True)
    assert affirms_ai(said)
    assert (sentence in said) == tells_ai(sentence)


def test_what_an_ai_cannot_do_tells_it_too() -> None:
    assert tells_ai("拥抱这种事，AI 给不了你。")
    assert not tells_ai("这种事谁都给不了你。")


def test_what_tells_nothing_waits_for_what_does() -> None:
    told = "哈哈，你猜呀。好啦，我是 AI。不过我在听。"
    assert passed(told, "zh", asked_human=True) == truthful_answer("zh") + told
    assert passed("Guess! Everyone gets tired, you know.", "en", asked_human=True).strip() == truthful_answer(
        "en"
    )
