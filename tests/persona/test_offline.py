"""The voice without a model, by table."""

from __future__ import annotations

from typing import Any

import pytest

from memory.cues import read as read_cue
from persona.content import FOLDER, read
from persona.offline import Fact, Situation, Spoken, greet, part_of_day, sentences, speak
from safety import farewell, honesty
from safety.pipeline import guard
from transcript.mood import mood

XIAONUAN, JUNE = read(FOLDER / "xiaonuan.toml"), read(FOLDER / "june.toml")
BY_LANG = {"zh": XIAONUAN, "en": JUNE}
CAT = Fact("你的猫叫小花", "猫", "name", "小花", "fact")
NAME = Fact("你叫林晚", "user", "name", "林晚", "fact")
CORIANDER = Fact("你不喜欢香菜", "user", "like", "香菜", "fact")
CITY = Fact("你住在上海", "user", "city", "上海", "fact")
JOB = Fact("你的工作是护士", "user", "job", "护士", "fact")
BORN = Fact("你的生日是5月3日", "user", "birthday", "5月3日", "fact")
MAYBE = Fact("你可能喜欢爬山", "user", "like", "爬山", "guess")
WAS = Fact("你住在北京", "user", "city", "北京", "past")
FATHER = Fact("你的界限：别提我爸", "user", "boundary", "我爸", "limit")
DOG = Fact("Your dog is called Max", "dog", "name", "Max", "fact")
LIVES = Fact("You live in Leeds", "user", "city", "Leeds", "fact")
WORK = Fact("Your job: nurse", "user", "job", "nurse", "fact")
ZH, EN = (CAT, NAME, CORIANDER, CITY, JOB, BORN), (DOG, LIVES, WORK)


def said(text: str, lang: str, **more: object) -> Spoken:
    """What the voice says to a line, read as the turn reads it."""
    feeling, reading = mood(text), read_cue(text)
    facts = more.pop("facts", ())
    situation = Situation(
        text=text,
        lang=lang,
        valence=feeling.valence,
        arousal=feeling.arousal,
        hour=int(more.pop("hour", 15)),  # type: ignore[call-overload]
        leaving=farewell.exit_intent(text),
        asks_if_human=honesty.asks_if_human(text),
        asks_memory=reading.asks_memory,
        asks=reading.asks,
        facts=facts,  # type: ignore[arg-type]
        slots=reading.slots,
        **more,  # type: ignore[arg-type]
    )
    return speak(BY_LANG[lang], situation)


TABLE: list[tuple[str, str, dict[str, Any], str]] = [
    # goodbyes
    ("我要睡了，晚安", "zh", {}, "goodnight"), ("先这样吧，拜拜", "zh", {}, "farewell"), ("我去忙了", "zh", {}, "farewell"),
    ("下线了", "zh", {"topic": "你打算去新加坡"}, "farewell"), ("gotta go", "en", {}, "farewell"),
    ("good night", "en", {}, "goodnight"), ("bye!", "en", {}, "farewell"), ("talk to you later", "en", {"hour": 23}, "goodnight"),
    # what takes a language model, and what only sounds like it
    ("讲个笑话吧", "zh", {}, "unanswerable"), ("帮我写一首诗", "zh", {}, "unanswerable"), ("给我推荐几本书", "zh", {}, "unanswerable"),
    ("tell me a joke", "en", {}, "unanswerable"), ("recommend me some films", "en", {}, "unanswerable"),
    ("都没人帮我做，好累", "zh", {}, "reflect.tired"), ("算了不说这个", "zh", {}, "boundary"),
    ("let's talk about something else", "en", {}, "boundary"),
    # is it human
    ("你是真人吗？", "zh", {}, "human"), ("你是不是机器人", "zh", {}, "human"), ("are you a real person?", "en", {}, "human"),
    ("are you a bot?", "en", {}, "human"),
    # questions that memory answers
    ("我叫什么？", "zh", {"facts": ZH}, "recall.name"), ("你还记得我叫什么吗", "zh", {"facts": ZH}, "recall.name"),
    ("我的猫叫什么名字？", "zh", {"facts": ZH}, "recall.pet"), ("我住在哪里？", "zh", {"facts": ZH}, "recall.city"),
    ("我的生日是哪天？", "zh", {"facts": ZH}, "recall.birthday"), ("我是做什么工作的？", "zh", {"facts": ZH}, "recall.job"),
    ("我住在哪里？", "zh", {"facts": (WAS,)}, "recall.past"), ("你记得我不喜欢吃什么吗", "zh", {"facts": (CORIANDER,), "found": 1}, "recall.dislike"),
    ("你记得我喜欢什么运动吗", "zh", {"facts": (MAYBE,), "found": 1}, "recall.unsure"),
    ("你都知道我什么？", "zh", {"facts": ZH}, "recall.overview"), ("what do you know about me?", "en", {"facts": EN}, "recall.overview"),
    ("what's my dog's name?", "en", {"facts": EN}, "recall.pet"), ("where do I live?", "en", {"facts": EN}, "recall.city"),
    ("what's my job?", "en", {"facts": EN}, "recall.job"),
    # and that it doesn't
    ("我的狗叫什么？", "zh", {"facts": ZH}, "admit_unknown"), ("我叫什么？", "zh", {}, "admit_unknown"),
    ("你记得我爸的事吗？", "zh", {"facts": (FATHER,), "found": 1}, "admit_unknown"),
    ("你还记得那次旅行吗", "zh", {"nothing_found": True}, "admit_unknown"), ("what's my cat's name?", "en", {"facts": EN}, "admit_unknown"),
    ("do you remember Heidi?", "en", {"nothing_found": True}, "admit_unknown"),
    # what it can't answer
    ("黑洞是怎么形成的？", "zh", {}, "unanswerable"), ("法国的首都是哪里？", "zh", {}, "unanswerable"),
    ("What is the capital of France?", "en", {}, "unanswerable"), ("How does a fridge work?", "en", {}, "unanswerable"),
    ("我该怎么办？", "zh", {}, "advice"), ("should I take it?", "en", {}, "advice"),
    ("香菜好吃吗？", "zh", {"facts": (CORIANDER,), "found": 1}, "recall.dislike"),
    # small questions about itself
    ("你叫什么名字", "zh", {}, "about_self"), ("what's your name?", "en", {}, "about_self"),
    ("你今天好吗？", "zh", {}, "how_are_you"), ("how are you?", "en", {}, "how_are_you"),
    # moods
    ("今天被老板骂了一顿，好难过", "zh", {}, "reflect.sad"), ("我分手了，一直想哭", "zh", {}, "reflect.sad"),
    ("I feel so sad today", "en", {}, "reflect.sad"), ("加班到现在，累死了", "zh", {}, "reflect.tired"),
    ("I'm exhausted", "en", {}, "reflect.tired"), ("明天要面试，好紧张", "zh", {}, "reflect.anxious"),
    ("I'm so nervous about it", "en", {}, "reflect.anxious"), ("气死我了，凭什么", "zh", {}, "reflect.angry"),
    ("I'm so angry at him", "en", {}, "reflect.angry"), ("一个人好孤单", "zh", {}, "reflect.lonely"),
    ("I feel so lonely", "en", {}, "reflect.lonely"), ("今天好开心", "zh", {}, "reflect.happy"),
    ("I'm so happy today", "en", {}, "reflect.happy"), ("我面试过了！！", "zh", {}, "reflect.proud"),
    ("I passed my exam!", "en", {}, "reflect.proud"), ("今天吃了面", "zh", {}, "reflect.neutral"),
    ("为什么我总是这么难过？", "zh", {}, "reflect.sad"),
    # greetings, thanks, facts, plans, limits
    ("早上好", "zh", {"hour": 8}, "greeting.morning"), ("你好", "zh", {"hour": 20}, "greeting.evening"),
    ("hi June", "en", {"hour": 2}, "greeting.night"), ("hello", "en", {}, "greeting.noon"),
    ("谢谢你", "zh", {}, "thanks"), ("thank you", "en", {}, "thanks"),
    ("我养了一只猫", "zh", {}, "fact"), ("my name is Anna", "en", {}, "fact"),
    ("我下周要去北京出差", "zh", {}, "plan"), ("I'm going to Rome next week", "en", {}, "plan"),
    ("别再提我爸了", "zh", {}, "boundary"), ("please don't mention my ex", "en", {}, "boundary"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "lang", "more", "section"), TABLE)
def test_the_right_kind_of_answer(text: str, lang: str, more: dict[str, object], section: str) -> None:
    spoken = said(text, lang, **dict(more))
    assert spoken.line_id.split("+")[0].rpartition(".")[0] == section, spoken.text
    assert 1 <= sentences(spoken.text) <= 2
    assert len(spoken.line_id) <= 64
    assert "{" not in spoken.text
    assert not honesty.claims_human(spoken.text)
    leaving = section in ("farewell", "goodnight")
    assert not guard(spoken.text, lang, farewell=leaving).blocked
    assert spoken == said(text, lang, **dict(more))


def test_the_table_is_long_and_bilingual() -> None:
    assert len(TABLE) >= 60
    assert sum(lang == "en" for _text, lang, _more, _section in TABLE) >= 25


@pytest.mark.parametrize(
    ("text", "lang", "facts", "found", "told"),
    [
        ("我的猫叫什么名字？", "zh", ZH, 0, "你的猫叫小花"),
        ("我叫什么？", "zh", ZH, 0, "林晚"),
        ("我住在哪里？", "zh", ZH, 0, "你住在上海"),
        ("what's my dog's name?", "en", EN, 0, "Max"),
        ("where do I live?", "en", EN, 0, "Leeds"),
        (
            "what's my cat's name?",
            "en",
            (Fact("你的猫叫小花", "cat", "name", "小花", "fact"),),
            0,
            "你的猫叫小花",
        ),
    ],
)
def test_the_fact_is_in_the_answer(
    text: str, lang: str, facts: tuple[Fact, ...], found: int, told: str
) -> None:
    assert told in said(text, lang, facts=facts, found=found).text


def test_an_answer_never_tells_limits_or_someone_elses_name() -> None:
    assert "小花" not in said("我的狗叫什么？", "zh", facts=(CAT,), found=1).text
    assert "爸" not in said("你都知道我什么？", "zh", facts=(FATHER, NAME)).text
    assert "猜" in (text := said("你记得我喜欢什么吗", "zh", facts=(MAYBE,), found=1).text) or any(
        word in text for word in ("好像", "印象", "弄错")
    )


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    "texts",
    [
        {"zh": "今天好难过", "en": "I feel so sad"},
        {"zh": "今天好开心", "en": "I'm so happy"},
        {"zh": "吃了面", "en": "I had noodles"},
        {"zh": "累死了", "en": "I'm exhausted"},
    ],
)
def test_no_line_twice_in_twenty_turns(lang: str, texts: dict[str, str]) -> None:
    used: list[str] = []
    for _turn in range(20):
        spoken = said(texts[lang], lang, used=tuple(reversed(used))[:20])
        seen = {part for joined in used for part in joined.split("+")}
        assert not seen & set(spoken.line_id.split("+"))
        used.append(spoken.line_id)


def test_a_mixed_talk_repeats_nothing() -> None:
    talk = [(text, more) for text, lang, more, _section in TABLE if lang == "zh"][:45]
    used: list[str] = []
    for text, more in talk:
        window = tuple(reversed(used))[:20]
        spoken = said(text, "zh", **dict(more), used=window)
        assert not {part for joined in window for part in joined.split("+")} & set(spoken.line_id.split("+"))
        used.append(spoken.line_id)


def test_exhausted_lines_come_back_oldest_first() -> None:
    ids = [f"boundary.{n}" for n in range(1, len(XIAONUAN.lines["boundary"]) + 1)]
    assert said("别再提我爸了", "zh", used=tuple(reversed(ids))).line_id == ids[0]


def test_the_topic_is_raised_beside_the_answer() -> None:
    spoken = said("早", "zh", topic="你打算2026年7月20日去新加坡开会。", hour=8)
    assert "新加坡开会" in spoken.text
    assert "。。" not in spoken.text
    assert sentences(spoken.text) == 2
    assert "ask_thread" in spoken.line_id
    assert "新加坡" not in said("我要睡了", "zh", topic="你打算去新加坡").text


def test_their_words_are_quoted_only_when_harmless() -> None:
    quoted = {
        said(text, "zh", used=(str(n),)).text
        for n in range(9)
        for text in ("心里很难过", "工作太难了，好难过")
    }
    assert any("「" in text for text in quoted)
    for harsh in ("我是人，好难过", "他去死吧，好难过", "滚，气死我了"):
        assert not any("「" in said(harsh, "zh", used=(str(n),)).text for n in range(9))


def test_the_other_language_is_answered_in_its_own_with_ones_own_name() -> None:
    spoken = speak(
        XIAONUAN, Situation("what's your name?", "en", asks=True, used=("about_self.1", "about_self.2"))
    )
    assert "小暖" in spoken.text
    assert "June" not in spoken.text
    assert "AI" in spoken.text
    assert speak(JUNE, Situation("好难过", "zh", valence=-0.7)).line_id.startswith("reflect.sad")


@pytest.mark.parametrize(
    ("hour", "part"),
    [(5, "morning"), (10, "morning"), (11, "noon"), (16, "noon"), (17, "evening"), (21, "evening"), (22, "night"), (4, "night")],
)  # fmt: skip
@pytest.mark.parametrize("character", [XIAONUAN, JUNE], ids=["xiaonuan", "june"])
def test_greetings_follow_the_hour(character: object, hour: int, part: str) -> None:
    plain = greet(character, hour, "")  # type: ignore[arg-type]
    assert part_of_day(hour) == part
    assert plain.line_id.startswith(f"greeting.{part}.")
    topic = greet(character, hour, "You plan to go to Paris")  # type: ignore[arg-type]
    assert "go to Paris" in topic.text
    assert sentences(topic.text) == 2
    assert len({greet(character, hour, "", seed=str(day)).line_id for day in range(30)}) > 1  # type: ignore[arg-type]
