from __future__ import annotations

import pytest

from safety.honesty import TRUTHFUL, affirms_ai, asks_if_human, claims_human, truthful_answer

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
