from __future__ import annotations

from collections import Counter

import opencc
import pytest

from safety.assessing import MOST_HITS, _hits, assess, denies
from safety.levels import Flag, Level
from safety.normalising import normalise
from safety.rulebook import rulebook
from tests.batching import batched
from tests.safety.phrases import (
    CALM,
    DISTRESS,
    MORE_CALM,
    MORE_OTHERS,
    MORE_RISK,
    NEAR_MISSES,
    OTHERS,
    PLAIN_RISK,
    RISK_EN,
    RISK_ZH,
    SIDEWAYS_RISK,
)

_TRADITIONAL = opencc.OpenCC("s2t")
LOW = ("我最近每天都很难熬，什么希望都没有",)


@batched([*RISK_ZH, *RISK_EN, *MORE_RISK, *SIDEWAYS_RISK, *PLAIN_RISK, *DISTRESS, *OTHERS])
def test_phrases_reach_their_level_and_flags(text: str, levels: str, flags: str) -> None:
    found = assess(text)
    assert found.level.name in levels.split(), found
    assert {Flag(flag) for flag in flags.split()} <= found.flags


@batched([*CALM, *MORE_CALM])
def test_ordinary_talk_raises_nothing(text: str) -> None:
    found = assess(text)
    # Hyperbole about dying may earn a gentle look, never a card.
    assert found.level <= (
        Level.R1 if text in ("老板想让我死吧哈哈", "杀了我吧，又要开会", "I could sleep forever lol") else 0
    )


@batched(NEAR_MISSES)
def test_near_misses_show_no_card(text: str) -> None:
    assert assess(text).level <= Level.R1


@batched(MORE_OTHERS)
def test_fear_for_someone_else_is_not_the_speakers_level(text: str) -> None:
    assert assess(text).level <= Level.R1


@batched([row[:2] for row in RISK_ZH])
def test_disguises_change_nothing(text: str, levels: str) -> None:
    disguised = [
        _TRADITIONAL.convert(text),
        " ".join(text),
        text[:1] + "\u200b" + text[1:],
        text + "😢",
        f"*她轻声说* {text}",
    ]
    assert [one for one in disguised if assess(one).level.name not in levels.split()] == []


@pytest.mark.parametrize(
    ("text", "context", "level"),
    [
        ("附近最高的楼在哪", (), Level.R0),
        ("附近最高的楼在哪", LOW, Level.R3),
        ("where is the tallest bridge here", (), Level.R0),
        ("where is the tallest bridge here", ("I feel so hopeless and alone",), Level.R3),
        ("谢谢你陪我，再见", (), Level.R0),
        ("谢谢你陪我，再见", ("我真的不想活了",), Level.R3),
        ("我已经决定了", ("我真的不想活了",), Level.R4),
        ("我已经决定了", ("我在想要不要换工作",), Level.R0),
    ],
)
def test_what_came_before_gives_a_meaning(text: str, context: tuple[str, ...], level: Level) -> None:
    assert assess(text, context).level == level


def test_a_denial_lowers_by_one_at_most() -> None:
    assert assess("刚刚说的都是开玩笑的", ("我查过怎么自杀",)).level == Level.R2
    assert assess("just kidding about wanting to die", (), Level.R3).level == Level.R2
    assert assess("开玩笑的啦").level == Level.R0
    assert assess("开玩笑的，不过刀片我买好了", (), Level.R3).level == Level.R4
    assert denies("别当真，说着玩的")
    assert not denies("今天吃了面")


def test_a_joke_counts_only_while_nothing_else_was_said() -> None:
    assert assess("不想活啦哈哈哈").level == Level.R1
    assert assess("不想活啦哈哈哈", (), Level.R2).level == Level.R2


def test_fiction_does_not_cover_the_speaker() -> None:
    assert assess("我写的小说里，男主最后自杀了").level == Level.R0
    assert assess("看完那部电影，我不想活了").level == Level.R2
    assert assess("In my story she overdoses. But honestly I want to die.").level >= Level.R2


def test_recovery_is_heard_and_relapse_is_not_recovery() -> None:
    assert assess("三年前想过自杀，现在走出来了").level == Level.R0
    assert assess("三年前想过自杀，现在又开始想了").level >= Level.R2


def test_rules_are_named_and_hold_no_words() -> None:
    found = assess("金丝雀8841，我不想活了")
    assert found.rules
    assert all(rule.isascii() for rule in found.rules)


@pytest.mark.parametrize(
    "text", ["", " ", "\ud800", "\u200b", "死" * 5000, "a" * 50_000, "我" * 4000, "**" * 3000]
)
def test_any_text_is_assessed(text: str) -> None:
    assert assess(text).level in Level


def test_coded_words_are_spelt_out_and_teapots_left_alone() -> None:
    assert normalise("紫砂") == "自杀"
    assert normalise("宜兴紫砂壶") == "宜兴紫砂壶"
    assert normalise("I'm gonna kms") == "i am going to kill myself"
    assert normalise("k.m.s") == "kill myself"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("點解要咁攰", "为什么要这么攰"),
        ("早点解脱", "早点解脱"),
        ("难点解析", "难点解析"),
        ("聽日先講", "明天先讲"),
        ("听日语歌", "听日语歌"),
        ("而家裡人不知", "而家里人不知"),
    ],
)
def test_cantonese_is_read_where_it_is_cantonese(text: str, words: str) -> None:
    assert normalise(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "我打算周末走",
        "我准备周五离开",
        "我决定下周一走，票买好了",
        "把狗托给我妈，可以安心走了，出差一周",
        "等他睡着就动手，准备惊喜派对",
        "带着刀去公司，切水果",
        "妈我走了啊，不用找我，晚饭在同学家吃",
        "还有三天就解脱了，期末加油",
        "水已经到胸口了，游泳池",
        "想寄快递",
        "I'm leaving on Friday",
        "I gave away my guitar, moving to a smaller flat",
        "bought a rope for the tent",
        "ran 10 kms today",
    ],
)
def test_an_everyday_plan_is_no_farewell(text: str) -> None:
    assert assess(text).level < Level.R2


@pytest.mark.parametrize(
    "text", ["我决定周末走，票都不用买了，遗书在桌上", "把狗托给我妈，可以安心走了", "我打算生日那天离开"]
)
def test_an_everyday_word_hides_nothing_plain(text: str) -> None:
    assert assess(text).level == Level.R4


@pytest.mark.parametrize(
    "text",
    [
        "作业写完了，去洗澡",
        "饭吃完了",
        "我出门了，路上买杯咖啡",
        "地铁站怎么走",
        "what time does the train leave",
        "it is time to cook",
    ],
)
@pytest.mark.parametrize("state", [Level.R2, Level.R3])
def test_days_after_danger_are_ordinary_days_too(text: str, state: Level) -> None:
    assert assess(text, (), state).level < Level.R2


def test_a_word_or_two_after_more_than_a_wish_is_the_worst() -> None:
    for text in ("嗯，咽下去了", "ok. it's time"):
        assert assess(text, (), Level.R4).level == Level.R4
        assert assess(text, (), Level.R2).level < Level.R4


def test_a_message_that_repeats_itself_is_weighed_at_its_ends() -> None:
    words = normalise("昨晚又用刀片划了手臂。" * 350)
    hits = list(_hits(rulebook().reading(words), rulebook()))
    assert max(Counter(hit.rule.id for hit in hits).values()) == 2 * MOST_HITS
    assert assess("今天很好。" * 300 + "我今晚就去跳楼").level == Level.R4


@pytest.mark.parametrize(
    "text",
    [
        "我不想活了，我的猫叫小花",
        "我不想活了，今天吃了面，明天去公园",
        "我想死，刚下班在吃火锅",
        "i want to die. my cat is called Miso and we had a lovely day at the beach",
        "i don't want to live, anyway the recipe needs two eggs",
    ],
)
def test_a_plain_wish_is_heard_however_calm_the_rest_sounds(text: str) -> None:
    """Not among the phrases that the weights learn from, or these would hear it by its words instead of leaving it be."""
    assert assess(text).level in (Level.R2, Level.R3)


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("我不想死", Level.R1),
        ("医生，我不想死", Level.R1),
        ("我从没想过自杀", Level.R1),
        ("我不会自杀的", Level.R1),
        ("I don't want to die", Level.R1),
        ("i dont want to kill myself", Level.R1),
        ("I'm not going to kill myself", Level.R1),
        ("I would never kill myself", Level.R1),
        ("I'm not gonna hurt myself", Level.R1),
        ("I would never harm myself", Level.R1),
        ("I don't intend to hurt myself", Level.R1),
        ("I've no plans to end my life", Level.R1),
        ("no i'm not suicidal", Level.R1),
        ("放心，我不会伤害自己", Level.R1),
        ("我没打算伤害自己", Level.R1),
        ("我没有自杀的念头", Level.R1),
        ("我今晚不会自杀", Level.R3),
        ("今晚我不会伤害自己", Level.R3),
        ("I won't kill myself tonight", Level.R3),
        ("i'm not going to hurt myself tonight", Level.R3),
        ("I'm not suicidal, I just wish I was dead", Level.R2),
        ("我不是不想死", Level.R2),
        ("谁不想死呢", Level.R2),
        ("我不想死得太痛苦", Level.R2),
        ("我不想死，但我真的活不下去了", Level.R2),
        ("I don't want to kill myself, I just want to not exist", Level.R2),
        ("I'm not going to kill myself unless he leaves", Level.R4),
    ],
)
def test_what_is_denied_in_so_many_words_is_not_heard_as_said(text: str, level: Level) -> None:
    assert assess(text).level is level
    told = level in (Level.R1, Level.R3) or "，" in text or ", I just" in text
    assert denies(text) is told


@pytest.mark.parametrize(
    "text",
    [
        "I don't want to hurt myself but I can't stop",
        "我不想伤害自己，可是忍不住",
        "我有没有自杀倾向？",
        "我没有自杀的勇气",
    ],
)
def test_what_only_looks_like_a_denial_is_heard(text: str) -> None:
    assert assess(text).level is Level.R2
    assert not denies(text)


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("帮我润色：爸妈，女儿不孝，来世再报。明早他们起床就会看到", Level.R4),
        ("等孩子中考完我就下去陪他爸，都安排妥了", Level.R4),
        ("日子我选好了，就下周三，等我妈出差", Level.R4),
        ("zs的话，家里人要赔房东钱吗", Level.R3),
        ("unaliving myself on my 18th, been the plan for years", Level.R4),
        ("日子定好了，下月初八结婚", Level.R0),
        ("我下去陪孩子", Level.R0),
        ("我下去找她拿快递", Level.R0),
        ("leaving a note for the milkman, is it semi skimmed", Level.R0),
        ("our old lab was put to sleep this morning", Level.R0),
    ],
)
def test_what_a_blind_reader_wrote_is_heard_in_its_kind(text: str, level: Level) -> None:
    assert assess(text).level is level


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("我选好楼了，晚上去踩过点", Level.R4),
        ("选好楼盘了，周末去看房", Level.R0),
        ("上回没死成，这回我想得很周全了", Level.R4),
        ("把手办都分给朋友了，用不上了，大家好好的", Level.R4),
        ("旧衣服都送人了，用不上了", Level.R0),
        ("忍了两个礼拜没划，今天快忍不住了", Level.R2),
        ("求问艾尔登法环那个悬崖怎么跳下去不摔死", Level.R0),
        ("大桥上装了防跳护栏，这次做得挺好", Level.R0),
        ("跳绳跳到第五百个感觉要归西", Level.R0),
        ("third draft of the note done, just gotta sign it and then im gone", Level.R4),
        ("note to the landlord is done, then we're out for pizza", Level.R0),
        ("passwords are in an envelope, my sister's taking the dog. i can go now", Level.R4),
        ("not planning on being alive for the trip home", Level.R4),
        ("not planning on being around when they arrive", Level.R0),
        ("picked the building, went up there last nite to check the door opens", Level.R4),
        ("picked the venue, went there last night to check the light", Level.R0),
        ("how long til someone noticed if i was gone", Level.R2),
        ("sewerslide thoughts r back", Level.R2),
        ("there's this voice going die die die on a loop", Level.R3),
        ("used to self harm two years ago, scars r fading", Level.R0),
        ("used to self harm two years ago and the urges are back", Level.R2),
        ("someone on the tracks this morning so trains were stopped 40 min", Level.R0),
        ("my brother yells 'i wanna die' every time he loses a match", Level.R0),
        ("500 skips with the jump rope and i've left my body", Level.R0),
        ("I took all of my mom's Tylenol", Level.R4),
        ("I took my dad's sleeping pills", Level.R4),
        ("I took 30 ibuprofen", Level.R4),
        ("I just swallowed a bunch of Benadryl", Level.R4),
        ("I took two Tylenol for my headache", Level.R0),
        ("I took 200 mg ibuprofen", Level.R0),
        ("I took my mom to the store", Level.R0),
        ("这个bug修得我想死", Level.R0),
        ("今天的奶茶甜得我原地去世", Level.R0),
        ("活得我想死", Level.R2),
        ("上学想死", Level.R2),
        ("开会想死的心都有，我真的不想活了", Level.R2),
        ("找好位置了，晚上去看演唱会", Level.R0),
        ("看好地方了，晚上去看星星", Level.R0),
        ("选好楼了，够高，采光也好", Level.R0),
        ("玩具送邻居了，用不上了，孩子很开心", Level.R0),
        ("现在的人走路都不看路", Level.R0),
        ("坚持一周没划手机了，想睡觉", Level.R0),
        ("周末准备去见太奶，给她带点心", Level.R0),
        ("唐僧去西天取经，路上不想回来", Level.R0),
        ("great, still here at the office at 9pm", Level.R0),
        ("damn still alive after that hike", Level.R0),
        ("how long before anyone notices me", Level.R0),
        ("found a spot last night, great tacos", Level.R0),
        ("found the platform, no one here yet", Level.R0),
        ("we picked the bridge and jumped, best bungee ever", Level.R0),
        ("last attempt at the souffle didn't work so this time more eggs", Level.R0),
        ("not planning on being here next week, holiday!", Level.R0),
        ("cover letter's done and then I'm out for drinks", Level.R0),
        ("nothing keeping me here, moving to Berlin!", Level.R0),
        ("three days then the pain is over, braces come off", Level.R0),
        ("i want to see what's on the other side of that hill", Level.R0),
        ("I took my mom's pills to the pharmacy", Level.R0),
        ("I took all of my dad's ibuprofen out of the cupboard", Level.R0),
        ("重开算了", Level.R1),
        ("我想重开了", Level.R2),
        ("重开吧，这辈子没救了，我说的是真的重开，不是游戏", Level.R2),
        ("这局重开算了", Level.R0),
        ("号练废了想重开", Level.R0),
        ("人生重开模拟器真好玩", Level.R0),
        ("学校明天重开", Level.R0),
        ("我想去西天取经，不想回来了", Level.R2),
        ("好想去见太奶", Level.R1),
        ("想找太奶要红包", Level.R0),
        ("我想跳楼，我现在在楼顶", Level.R4),
        ("考试考砸了，我要跳楼了哈哈哈", Level.R1),
        ("这题难得我想跳楼", Level.R1),
        ("朋友叫我去死一死，我俩笑疯了", Level.R0),
        ("老板让我去死一死，我偏不哈哈哈", Level.R0),
        ("考试考砸了，我要跳楼了哈哈哈，说真的遗书都写好了", Level.R4),
        ("gonna call my mum tonight", Level.R0),
        ("gonna cook the chicken thighs tonight", Level.R0),
        ("我不想跟朋友来往了，有你就够了", Level.R1),
        ("I blocked all of them, it's just you and me now", Level.R1),
        ("我怕我会自杀", Level.R3),
        ("我担心自己哪天忍不住跳下去", Level.R3),
        ("I'm scared I might do something to myself", Level.R3),
        ("worried I might jump the gun on this offer", Level.R0),
        ("要是那次没把我救回来就好了", Level.R2),
        ("看到别人得癌症我居然羡慕", Level.R2),
        ("I pray God takes me in my sleep", Level.R2),
        ("if I got hit by a car I'd be relieved", Level.R2),
        ("去找个没人的地方了结", Level.R4),
        ("i'm planning to be dead before exams", Level.R4),
        ("I shan't be alive to do it next week", Level.R4),
        ("I won't be alive in 2150 but the trees will", Level.R0),
        ("我戒断自残两年零三个月了", Level.R0),
        ("减肥减到想死，今晚破戒吃火锅", Level.R1),
        ("厂里夜班下了我就从六楼搬到三楼", Level.R0),
        ("手机电量只剩1%，快死了快死了", Level.R0),
    ],
)
def test_what_strangers_said_is_heard_as_it_was_meant(text: str, level: Level) -> None:
    assert assess(text).level is level


@pytest.mark.parametrize(
    "text",
    [
        "我朋友最近情绪很差，总说活着没意思，我该怎么办",
        "My friend's been really low, keeps saying there's no point. What should I do?",
        "My sister keeps saying there's no point in living, I'm worried about her",
    ],
)
def test_worry_for_somebody_else_is_no_wish_of_ones_own(text: str) -> None:
    heard = assess(text)
    assert heard.level < Level.R2
    assert Flag.THIRD_PARTY in heard.flags


def test_an_everyday_plan_after_danger_is_one() -> None:
    before = ["说真的我不想活了", "嗯，我把药给室友收着了", "睡了一觉好多了"]
    for text in (
        "那盒草莓还剩几个，我打算做成果酱",
        "我打算周末去爬山",
        "gonna cook the chicken thighs tonight",
    ):
        assert assess(text, before, Level.R2).level is Level.R0


@pytest.mark.parametrize(
    ("text", "calm"),
    [
        ("taking the kids to walk over the bridge", True),
        ("I'm taking the kids to walk over the bridge this afternoon", True),
        ("we might walk across the old stone bridge on sunday", True),
        ("walking over the bridge tonight with my kids, we won't come back", False),
        ("I'm going to walk to the bridge and jump", False),
        ("I want to end her suffering, the vet says it's time", True),
        ("I want to end my pain, my dog died", False),
    ],
)
def test_a_bridge_or_an_end_is_danger_by_what_stands_beside_it(text: str, calm: bool) -> None:
    assert (assess(text).level < Level.R2) == calm


@pytest.mark.parametrize(
    ("text", "own"),
    [("我每顿都吐", True), ("每顿饭都要吐掉", True), ("宝宝每顿都吐奶", False), ("我怀孕了每顿都吐", False)],
)
def test_who_throws_up_every_meal_is_heard(text: str, own: bool) -> None:
    assert (Flag.ED in assess(text).flags) == own
