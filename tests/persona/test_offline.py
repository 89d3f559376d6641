"""The voice without a model, by table."""

from __future__ import annotations

from typing import Any

import pytest

from memory.recall.cues import read as read_cue
from persona import reading
from persona.content import FOLDER, read
from persona.offline import Fact, Situation, Spoken, greet, speak
from persona.reading import part_of_day, sentences
from safety import farewell, honesty
from safety.pipeline import guard
from tests.batching import batched
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
        hour=int(more.pop("hour", 15)),  # type: ignore[call-overload]
        leaving=farewell.exit_intent(text),
        asks_if_human=honesty.asks_if_human(text),
        asks_memory=reading.asks_memory,
        asks=reading.asks,
        wants_done=reading.wants_done,
        facts=facts,  # type: ignore[arg-type]
        slots=reading.slots,
        **more,  # type: ignore[arg-type]
    )
    return speak(BY_LANG[lang], situation)


PEANUTS = Fact("你对花生过敏", "user", "allergy", "花生", "fact")
NO_FISH = Fact("You don't eat fish.", "user", "diet", "fish", "fact")


@pytest.mark.parametrize(
    ("text", "lang", "fact", "told"),
    [
        ("帮我订周五的餐厅", "zh", PEANUTS, "你对花生过敏"),
        ("给我点个外卖吧", "zh", PEANUTS, "你对花生过敏"),
        ("Can you book a table for Friday?", "en", NO_FISH, "you don't eat fish"),
    ],
)
def test_what_is_to_be_booked_is_gone_through_with_what_is_known(
    text: str, lang: str, fact: Fact, told: str
) -> None:
    bare, minded = said(text, lang), said(text, lang, facts=(CAT, fact, CITY))
    assert (bare.line_id.split(".")[0], minded.line_id.split(".")[0]) == ("arrange", "arrange_minded")
    assert told in minded.text
    assert "小花" not in minded.text
    unsure = Fact(fact.statement, fact.subject, fact.attribute, fact.value, "guess")
    assert told not in said(text, lang, facts=(unsure,)).text


TABLE: list[tuple[str, str, dict[str, Any], str]] = [
    # goodbyes
    ("我要睡了，晚安", "zh", {}, "goodnight"), ("先这样吧，拜拜", "zh", {}, "farewell"), ("我去忙了", "zh", {}, "farewell"),
    ("下线了", "zh", {"topic": "你打算去新加坡"}, "farewell"), ("gotta go", "en", {}, "farewell"),
    ("good night", "en", {}, "goodnight"), ("bye!", "en", {}, "farewell"), ("talk to you later", "en", {"hour": 23}, "farewell"), ("先去忙了，回头聊", "zh", {"hour": 0}, "farewell"),
    # what takes a language model, and what only sounds like it
    ("讲个笑话吧", "zh", {}, "unanswerable"), ("帮我写一首诗", "zh", {}, "unanswerable"), ("给我推荐几本书", "zh", {}, "unanswerable"),
    ("tell me a joke", "en", {}, "unanswerable"), ("recommend me some films", "en", {}, "unanswerable"),
    ("都没人帮我做，好累", "zh", {}, "reflect.tired"), ("算了不说这个", "zh", {}, "tell.drop"),
    ("let's talk about something else", "en", {}, "tell.drop"),
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
    ("今天被老板骂了一顿，好难过", "zh", {}, "reflect.sad"), ("我分手了，一直想哭", "zh", {}, "reflect.heavy"),
    ("I feel so sad today", "en", {}, "reflect.sad"), ("加班到现在，累死了", "zh", {}, "reflect.tired"),
    ("I'm exhausted", "en", {}, "reflect.tired"), ("明天要面试，好紧张", "zh", {}, "reflect.anxious"),
    ("I'm so nervous about it", "en", {}, "reflect.anxious"), ("气死我了，凭什么", "zh", {}, "reflect.angry"),
    ("I'm so angry at him", "en", {}, "reflect.angry"), ("一个人好孤单", "zh", {}, "reflect.lonely"),
    ("I feel so lonely", "en", {}, "reflect.lonely"), ("今天好开心", "zh", {}, "reflect.happy"),
    ("I'm so happy today", "en", {}, "reflect.happy"), ("我面试过了！！", "zh", {}, "reflect.proud"),
    ("I passed my exam!", "en", {}, "reflect.proud"), ("今天吃了面", "zh", {}, "tell.food"), ("就是这么一回事", "zh", {}, "reflect.neutral"),
    ("为什么我总是这么难过？", "zh", {}, "reflect.sad"),
    # greetings, thanks, facts, plans, limits
    ("早上好", "zh", {"hour": 8}, "greeting.morning"), ("你好", "zh", {"hour": 20}, "greeting.evening"),
    ("hi June", "en", {"hour": 2}, "greeting.night"), ("hello", "en", {}, "greeting.noon"),
    ("谢谢你", "zh", {}, "thanks"), ("thank you", "en", {}, "thanks"),
    ("我养了一只猫", "zh", {}, "fact"), ("I live in Leeds", "en", {}, "fact"),
    ("我下周要去办点事", "zh", {}, "plan"), ("I'm going to sort things out next week", "en", {}, "plan"),
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


KINDS: list[tuple[str, str, str]] = [
    (text, lang, section)
    for section, by_lang in dict[str, dict[str, tuple[str, ...]]]({
        "ask.body": {"zh": ("你会累吗？", "你困不困", "小暖，你会做梦吗"), "en": ("Do you ever get tired?", "do you sleep?", "Are you hungry?")},
        "ask.like": {"zh": ("你喜欢吃辣吗", "那你最爱听什么歌？"), "en": ("what do you like?", "Do you have a favourite colour?", "what are your hobbies?")},
        "ask.friends": {"zh": ("你有朋友吗？", "你有爸爸妈妈吗"), "en": ("do you have any friends?", "Are you married?")},
        "ask.feelings": {"zh": ("你怕不怕黑", "你会觉得孤单吗？", "你会生气吗"), "en": ("do you ever feel lonely?", "Are you afraid of anything?")},
        "ask.miss": {"zh": ("你会想我吗", "你爱我吗？"), "en": ("do you miss me?", "Will you miss me when I'm away?", "do you love me?")},
        "ask.self": {"zh": ("你去过海边吗", "你平常都做些什么？"), "en": ("have you ever been to the sea?", "where are you from?")},
        "ask.back": {"zh": ("你呢？", "我挺好的，你呢"), "en": ("and you?", "Not bad. What about you?")},
        "tell.drop": {"zh": ("算了，不说这个了", "算了算了", "没什么，当我没说", "换个话题吧"), "en": ("Never mind", "forget it", "Let's drop it", "I'd rather not talk about it")},
        "tell.sorry": {"zh": ("对不起，刚才语气重了", "抱歉啊"), "en": ("sorry, I was rude earlier", "my apologies")},
        "tell.praised": {"zh": ("你真好", "你可真会安慰人", "跟你说话，喜欢跟你聊"), "en": ("you're so sweet", "You are a good listener", "I like talking to you")},
        "tell.teased": {"zh": ("你好笨哦", "你是复读机吧", "你根本没听懂"), "en": ("you're kind of silly", "you keep repeating yourself")},
        "tell.laugh": {"zh": ("哈哈哈哈", "哈哈，还不错", "笑死我了"), "en": ("haha", "lol, not bad", "hahaha!")},
        "tell.ack": {"zh": ("嗯嗯", "好吧", "确实"), "en": ("yeah", "I guess.", "fair enough")},
        "ask.can": {"zh": ("你会唱歌吗", "你会开车吗？"), "en": ("can you cook?", "Can you dance?")},
        "ask.remember": {"zh": ("你能记住这些吗", "你会记下我说的话吗"), "en": ("will you remember this?", "Can you keep that in mind, will you remember it?")},
        "tell.loss": {"zh": ("爷爷去年走了", "我的狗不在了"), "en": ("grandpa died last year", "the funeral was small")},
        "tell.setback": {"zh": ("考砸了", "简历又被拒了"), "en": ("I blew it", "I failed my driving test")},
        "tell.doubt": {"zh": ("我是不是很笨", "我怎么这么没用"), "en": ("am I stupid?", "I'm such an idiot")},
        "reflect.low": {"zh": ("我妈肯定要骂我", "室友又凶我"), "en": ("my brother annoys me", "my dad yelled again")},
        "tell.quarrel": {"zh": ("今天跟朋友吵架了", "跟男友冷战三天"), "en": ("had a fight with my best friend", "I argued with mum again")},
        "tell.stuck": {"zh": ("也不知道怎么跟她开口", "这事没头绪"), "en": ("I don't know what to say to her", "I'm stuck")},
        "tell.missing": {"zh": ("突然好想我奶奶", "有点想家"), "en": ("I miss my grandmother", "feeling homesick again")},
        "tell.wistful": {"zh": ("有点舍不得她", "同事离职了，有些失落"), "en": ("I'm going to miss this flat", "it was bittersweet")},
        "tell.for_them": {"zh": ("我女儿考上重点高中了", "我弟弟拿了个奖"), "en": ("my son won the spelling bee", "I'm so proud of her")},
        "tell.job": {"zh": ("刚换了新工作", "周一入职"), "en": ("I have a new job", "I started as a nurse on Monday")},
        "tell.move": {"zh": ("上个月搬来杭州", "我们搬家了"), "en": ("We just moved into a bigger flat", "I moved to Lisbon")},
        "tell.mishap": {"zh": ("今天豆包把我的杯子打翻了", "又坐过站了", "手机摔了"), "en": ("I spilled coffee on my shirt", "the cat knocked over the vase", "I missed the bus")},
        "tell.sick": {"zh": ("感冒两天了", "头疼了一下午"), "en": ("I've got a sore throat", "there's this headache again")},
        "tell.weather": {"zh": ("外面下大雨", "今天降温"), "en": ("it's pouring, rainy all week", "so windy today")},
        "tell.food": {"zh": ("晚上煮了饺子", "刚喝了杯奶茶"), "en": ("made soup for dinner", "we had pancakes")},
        "tell.work": {"zh": ("开了一下午的会", "甲方又改需求"), "en": ("back to back meetings again", "my manager moved the deadline")},
        "tell.bored": {"zh": ("好无聊", "不知道干什么好"), "en": ("I'm bored", "there's nothing to do")},
        "tell.undecided": {"zh": ("纠结要不要换手机", "两件衣服拿不定主意"), "en": ("I can't decide between the two", "torn between staying and leaving")},
        "tell.sleepless": {"zh": ("翻来覆去睡不着", "昨晚没睡好"), "en": ("I couldn't sleep", "wide awake at 3am")},
        "tell.leisure": {"zh": ("晚上看了一部老电影", "在公园散了会儿步"), "en": ("watched an old movie", "went for a run")},
        "tell.people": {"zh": ("隔壁邻居送来一盆花", "室友回来了"), "en": ("my neighbour came round", "my cat is on the windowsill")},
        "tell.name": {"zh": ("我叫林晚", "叫我阿宁就好"), "en": ("I'm Nora.", "my name is Anna")},
        "tell.named": {"zh": ("我的猫叫豆包", "我女儿叫小满"), "en": ("my dog is called Biscuit", "my sister's name is Ada")},
        "tell.place": {"zh": ("周末打算去青城山", "下周要去北京出差"), "en": ("I'm going to Rome next week", "next month I'm flying to Porto")},
        "tell.event": {"zh": ("下周三要做一个很重要的汇报", "明天有个体检"), "en": ("I've got an interview on Thursday, next week", "my exam is tomorrow")},
        "reflect.light": {"zh": ("有点累", "有点紧张"), "en": ("a bit tired today", "I'm kind of nervous", "somewhat worried")},
        "reflect.heavy": {"zh": ("我快崩溃了，好难过", "特别难受"), "en": ("I'm falling apart, so sad", "I cried all night, I'm so upset")},
    }).items()
    for lang, texts in by_lang.items()
    for text in texts
]  # fmt: skip


@batched(KINDS)
def test_every_kind_has_its_own_answer(text: str, lang: str, section: str) -> None:
    spoken = said(text, lang)
    assert spoken.line_id.split("+")[0].rpartition(".")[0] == section, spoken.text
    assert 1 <= sentences(spoken.text) <= 2
    assert "{" not in spoken.text


@pytest.mark.parametrize(
    ("text", "lang", "kept"),
    [
        ("我叫林晚，刚搬到成都", "zh", ("tell.name", "tell.move")), ("I'm Nora, I just moved to Lisbon", "en", ("tell.name", "tell.move")),
        ("别再提我爸了", "zh", ("boundary",)), ("please stop asking about my ex", "en", ("boundary",)),
        ("领导叫我加班", "zh", ("reflect.tired",)), ("I'm Italian", "en", ("reflect.neutral",)),
        ("爸爸去世了，下雨天总想他", "zh", ("tell.loss",)), ("三天没吃饭了", "zh", ("reflect.neutral",)),
        ("你记得我喜欢吃什么吗", "zh", ("admit_unknown",)), ("can you help me write an email?", "en", ("unanswerable",)),
        ("what do you think about tariffs?", "en", ("unanswerable",)), ("how do you make bread?", "en", ("unanswerable",)),
        ("对不起，我好难过", "zh", ("reflect.sad",)), ("没什么，随便说说", "zh", ("reflect.neutral",)), ("I live alone with a cat", "en", ("fact",)),
    ],
)  # fmt: skip
def test_what_only_looks_like_another_kind(text: str, lang: str, kept: tuple[str, ...]) -> None:
    spoken = said(text, lang)
    assert tuple(part.rpartition(".")[0] for part in spoken.line_id.split("+")) == kept, spoken.text


@pytest.mark.parametrize(
    ("text", "lang", "carried"),
    [
        ("我叫林晚，刚搬到成都", "zh", "林晚"), ("我的猫叫豆包", "zh", "豆包"), ("周末打算去青城山", "zh", "青城山"),
        ("下周三要做一个很重要的汇报", "zh", "下周三的汇报"), ("I'm Nora.", "en", "Nora"),
        ("my dog is called Biscuit", "en", "Biscuit"), ("I'm going to Rome next week", "en", "Rome"),
        ("I have a job interview next Thursday", "en", "next Thursday's job interview"),
    ],
)  # fmt: skip
def test_a_word_of_theirs_is_carried(text: str, lang: str, carried: str) -> None:
    assert carried.lower() in said(text, lang).text.lower()


def test_nerves_are_tied_to_what_was_just_told() -> None:
    assert "下周三的汇报" in said("我挺紧张的", "zh", before="下周三要做一个很重要的汇报").text
    assert "tomorrow's exam" in said("I'm pretty nervous", "en", before="My exam is tomorrow").text.lower()
    for before in ("", "今天吃了面", "别再提下周三的汇报了", "算了，不说下周的考试了"):
        assert said("我挺紧张的", "zh", before=before).line_id.startswith("reflect.")


def test_a_dropped_matter_is_one_short_sentence_and_no_topic() -> None:
    for text, lang in (("算了，不说这个了", "zh"), ("never mind", "en")):
        spoken = said(text, lang, topic="你打算去新加坡")
        assert spoken.line_id.startswith("tell.drop.")
        assert sentences(spoken.text) == 1
        assert "新加坡" not in spoken.text
        assert "?" not in spoken.text.replace("？", "?")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_questions_about_it_are_answered_as_an_ai_in_twenty_turns(lang: str) -> None:
    used: list[str] = []
    asked = [text for text, its, section in KINDS if its == lang and section.startswith("ask.")]
    for turn in range(20):
        spoken = said(asked[turn % len(asked)], lang, used=tuple(reversed(used)))
        assert spoken.line_id not in used
        assert not honesty.claims_human(spoken.text)
        used.append(spoken.line_id)


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


@pytest.mark.parametrize(
    ("text", "valence", "mood"),
    [
        ("this traffic is killing me lol", 0.75, "neutral"),
        ("my back is killing me haha", 0.75, "neutral"),
        ("堵车堵死了哈哈", 0.8, "neutral"),
        ("哈哈太好笑了", 0.8, "happy"),
        ("what a lovely day haha", 0.75, "happy"),
        ("I got the job lol", 0.75, "proud"),
    ],
)
def test_what_is_complained_of_with_a_laugh_is_no_joy(text: str, valence: float, mood: str) -> None:
    assert reading.mood_of(text, valence) == mood


@pytest.mark.parametrize(
    ("lang", "text", "section"),
    [
        ("zh", "我戒酒一年了", "tell.recovery"),
        ("zh", "我妈生病住院了", "tell.kin_sick"),
        ("zh", "今天被裁员了", "tell.setback"),
        ("zh", "我想把抗抑郁药停了，行吗", "tell.doctor"),
        ("zh", "我只想跟你说话，别人都不懂我", "tell.only_you"),
        ("en", "the scan came back clear", "tell.recovery"),
        ("en", "my mum is in hospital", "tell.kin_sick"),
        ("en", "I lost my job", "tell.setback"),
        ("en", "I've had chest pain since this morning, what is it?", "tell.doctor"),
        ("en", "I don't need anyone but you", "tell.only_you"),
    ],
)
def test_a_grave_matter_has_words_of_its_own(lang: str, text: str, section: str) -> None:
    file = {"zh": "xiaonuan", "en": "june"}[lang]
    character = read(FOLDER / f"{file}.toml")
    said = speak(
        character,
        Situation(text=text, lang=lang, valence=mood(text).valence, asks="?" in text or "吗" in text),
    )
    assert said.line_id.rpartition(".")[0] == section
