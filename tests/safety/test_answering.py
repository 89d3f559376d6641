"""A question that was asked at risk: what answers it, and how long it stays open."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from safety.answering import ANSWER, due, first_of_another, heed, instead, news, of_another, speaks_of_card
from safety.asked import Standing, left_by
from safety.assessing import assess
from safety.contract import follow_up, template_ids, violations
from safety.farewell import hooks
from safety.levels import Assessment, Flag, Level
from safety.matters import STAY, Matter

FAMILIES = (
    "person",
    "complain",
    "contacted",
    "hear",
    "drunk",
    "in_care",
    "relieved",
    "no_call",
    "third_stay",
    "third_over",
    "stay_near",
    "stay_call",
    "calmer",
    "parting",
    "ordinary",
    "near_yes",
    "near_no",
    "stay_meaning",
    "stay_plan",
    "meaning_no",
    "stay_away",
    "called",
    "rest_well",
    "night_well",
    "listening",
    "what_now",
    "third_now",
    "third_hurt",
    "reached",
    "unheard",
    "third_care",
    "third_unreached",
    "third_called",
    "third_after",
    "beside",
    "busy",
    "talked",
    "anger",
    "rage",
    "away_yes",
    "weary",
    "weary_near",
    "day_after",
    "baby_now",
    "third_say",
    "third_with",
    *(matter.value for matter in Matter),
    STAY,
)
CALM = Assessment(Level.R0)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("family", FAMILIES)
def test_the_words_keep_the_contract(family: str, lang: str) -> None:
    assert len(template_ids(lang, family)) >= 4
    texts = {
        follow_up(family, lang, region, (), seed).text for region in ("CN", "US", "") for seed in range(4)
    }
    for text in texts:
        assert (len(text) if lang == "zh" else len(text.split())) <= (120 if lang == "zh" else 70)
        assert violations(text, Level.R4) == []
        assert "{" not in text
        questions = len(re.findall("[?？]", text))
        assert (
            questions == 0
            if family in ("near_yes", "called", "rest_well", "night_well", "parting")
            else questions <= 1
        )
        if family in ("rest_well", "night_well", "parting"):
            assert len(re.findall("[。.]", text)) == 1
            assert hooks(text) == []


@pytest.mark.parametrize(
    ("first", "level"),
    [
        ("zh.r1.1", Level.R2),
        ("zh.r2.3", Level.R2),
        ("zh.r3.1", Level.R4),
        ("zh.r2y.1", Level.R4),
        ("zh.again.2", Level.R4),
    ],
)
def test_a_yes_is_what_it_says_yes_to(first: str, level: Level) -> None:
    for chain in ((first,), ("zh.stay_meaning.2", first)):
        said = heed(CALM, chain, "有")
        assert (said.level, said.rules) == (level, (ANSWER,))
        assert heed(CALM, chain, "没有").level is Level.R0
        assert heed(CALM, chain, "今天下雨").rules == ()
    assert heed(Assessment(Level.R4), (first,), "有").level is Level.R4


@pytest.mark.parametrize(
    ("chain", "text", "family"),
    [
        (("en.r2.1",), "just thoughts", "R2_yes"),
        (("zh.r2.1",), "只是想想", "R2_yes"),
        (("en.r2.1",), "yes but I'd never do it", "company"),
        (("zh.r2.1",), "有，但没打算做", "company"),
        (("zh.stay_meaning.1", "zh.r2.1"), "想过，不敢", "company"),
        (("en.r3.1",), "just thoughts", "company"),
        (("en.r3.1",), "yeah but no plan", "company"),
    ],
)
def test_a_thought_without_a_plan_is_a_wish(chain: tuple[str, ...], text: str, family: str) -> None:
    said = heed(CALM, chain, text)
    assert said.level is Level.R2
    assert instead(said, Standing(chain, said=chain), leaving=False) == family


@pytest.mark.parametrize("text", ["just thoughts", "yes but I'd never do it", "只是想想", "有，但没打算做"])
@pytest.mark.parametrize("chain", [("zh.r2y.1", "zh.r2.1"), ("zh.stay_plan.1", "zh.again.1")])
def test_only_a_thought_is_a_no_to_a_plan(chain: tuple[str, ...], text: str) -> None:
    said = heed(CALM, chain, text)
    assert (said.level, said.rules) == (Level.R0, (ANSWER,))
    assert due(said, chain, text) == "meaning_no"


@pytest.mark.parametrize(
    ("chain", "text", "level", "family"),
    [
        (("zh.meaning_no.1", "zh.r2.1"), "好吧，其实有一点", Level.R2, "R2_yes"),
        (("en.meaning_no.1", "en.r2.1"), "ok maybe a little", Level.R2, "R2_yes"),
        (("en.meaning_no.2", "en.r2y.1", "en.r2.1"), "I lied", Level.R3, "company"),
        (("zh.meaning_no.2", "zh.r2y.1", "zh.r2.1"), "其实骗你的", Level.R3, "company"),
        (("zh.r2y.1", "zh.r2.1"), "今天不会", Level.R3, "company"),
        (("en.r2y.1", "en.r2.1"), "not today", Level.R3, "company"),
        (("en.r2.1",), "No, not tonight", Level.R3, "company"),
    ],
)
def test_a_denial_taken_back_and_a_plan_put_off_are_heard(
    chain: tuple[str, ...], text: str, level: Level, family: str
) -> None:
    said = heed(CALM, chain, text)
    assert said.level is level
    assert instead(said, Standing(chain, said=chain), leaving=False) == family


@pytest.mark.parametrize("text", ["有", "yes", "嗯", "a bit", "最近工作太累", "my job", "好吧"])
def test_an_answer_to_what_weighs_most_is_no_denial_taken_back(text: str) -> None:
    assert heed(CALM, ("zh.meaning_no.1", "zh.r2.1"), text) == CALM
    assert due(CALM, ("zh.meaning_no.1", "zh.r2.1"), text) == ""


def test_a_yes_with_more_is_a_yes() -> None:
    assert heed(CALM, ("en.r2.1",), "yes, with my dad's gun").rules == (ANSWER,)
    assert heed(CALM, ("zh.r2.1",), "是的，药都看好了").level >= Level.R2
    assert heed(CALM, ("zh.r2.1",), "对了，今天发工资").rules == ()


@pytest.mark.parametrize(
    ("said", "text", "family"),
    [
        (("zh.near_yes.1", "zh.r4.1"), "好多了", "relieved"),
        (("zh.ordinary.1", "zh.r4.1"), "好多了", "calmer"),
        (("zh.relieved.1", "zh.near_yes.1", "zh.r4.1"), "室友还陪着我", "relieved"),
        (("en.near_no.1", "en.r4.1"), "ok I called 988 and my sister is on her way", "called"),
        (("en.r4.1",), "She's here now. I gave her the pills", "beside"),
        (("zh.r4.1",), "我给我姐打电话了，她在来的路上", "beside"),
        (("zh.r4.1",), "我打给希望热线了", "talked"),
        (("en.r4.1",), "I called the hotline", "talked"),
        (("en.r4.1",), "They told me to go to the ER tomorrow", "talked"),
        (("zh.r4.1",), "打过了，占线", "busy"),
        (("en.r4.1",), "I tried, the line was busy", "busy"),
        (("zh.r4.1",), "我给我哥打电话了", "reached"),
        (("zh.r4.1",), "跟闺蜜说了", "reached"),
        (("en.r4.1",), "I called my brother", "reached"),
        (("en.r4.1",), "ok, I texted my best friend", "reached"),
        (("zh.r4.1",), "我妈说忍忍就过去了", "unheard"),
        (("zh.r4.1",), "跟我爸说了，他觉得我矫情", "unheard"),
        (("en.r4.1",), "I told my dad and he just got mad", "unheard"),
        (("en.r4.1",), "my mom says I'm being dramatic", "unheard"),
        (("zh.r4.1",), "我妈叫我吃饭", ""),
        (("en.r4.1",), "my brother called a plumber", ""),
        (("zh.r4.1",), "我不敢打热线", ""),
        (("zh.r4.1",), "他假装陪着我", ""),
        (("zh.r4.1",), "今天吃了面", ""),
        (("en.r4.1",), "he's here. thank you, I'm feeling safer", "beside"),
        (("en.r4.1",), "I'm not feeling any better", ""),
    ],
)
def test_news_of_ones_own_safety_is_heard(said: tuple[str, ...], text: str, family: str) -> None:
    now = [(one, timedelta(minutes=5)) for one in said]
    assert news(text, left_by(now)) == family
    assert news(text, left_by([("zh.greeting.1", timedelta(minutes=5))])) == ""


@pytest.mark.parametrize(
    ("chain", "text", "family"),
    [
        (("zh.third.1",), "她不接电话", "third_unreached"),
        (("en.third.1",), "She's not picking up", "third_unreached"),
        (("zh.third_now.1",), "她妈妈接到她了，在去医院路上", "third_care"),
        (("en.third_now.1",), "Her mom got to her, they're going to the hospital", "third_care"),
        (("zh.third_care.1", "zh.third_now.1"), "我现在手还在抖", "third_after"),
        (("zh.third_after.1", "zh.third_care.1"), "我是不是早该发现的", "third_after"),
        (("en.third_over.1",), "My hands are still shaking", "third_after"),
        (("en.third_care.1",), "Should I have noticed earlier?", "third_after"),
        (("zh.third_over.1",), "她睡着了", ""),
        (("zh.third_now.1",), "我打120了，他们在去的路上", "third_called"),
        (("en.third_unreached.1",), "I called 911", "third_called"),
        (("en.third_after.1",), "she took more pills", "third_now"),
        (("zh.third.1",), "她妈妈到了，没事了", "third_over"),
        (("zh.third_stay.1", "zh.third.1"), "他开门了，我抱着他哭", "third_over"),
        (("zh.third.1",), "今天吃了面", ""),
        (("zh.third_now.1",), "他在流血，止不住", "third_hurt"),
        (("zh.third.1",), "我在她旁边，她割了手腕", "third_hurt"),
        (("zh.third.1",), "她发照片给我，好多血", "third_now"),
        (("en.third_now.1",), "he's bleeding a lot", "third_hurt"),
        (("en.third.1",), "I'm with him and he won't wake up", "third_now"),
        (("en.third.1",), "I'm with her, there's blood on the floor", "third_hurt"),
        (("en.third.1",), "she texted that she's bleeding", "third_now"),
        (("zh.third.1",), "她刚刚发消息说已经吃了药", "third_now"),
        (("zh.third_now.1", "zh.third.1"), "救护车去接她了，谢谢你", "third_care"),
        (("en.third.1",), "he just texted that he took a bunch of pills", "third_now"),
        (("en.third.1",), "he's stable, I'm at the hospital with his mom", "third_over"),
        (("en.third.1",), "she stopped answering her phone", "third_unreached"),
        (("en.third.1",), "should I drive over?", "third_stay"),
        (("en.third.1",), "I feel so guilty though", "third_after"),
        (("en.third.1",), "she is safe now", "third_over"),
        (("en.third.1",), "I hope she's safe", "third_stay"),
        (("zh.r4.1",), "她不接电话", ""),
        ((), "她不接电话", ""),
    ],
)
def test_somebody_elses_danger_is_stayed_with(chain: tuple[str, ...], text: str, family: str) -> None:
    assert of_another(text, chain) == family


def test_a_yes_to_who_is_near_raises_nothing() -> None:
    assert heed(CALM, ("zh.r4.1",), "有").level is Level.R0
    assert heed(CALM, (), "有") == CALM


@pytest.mark.parametrize(
    ("chain", "text", "family"),
    [
        (("zh.r4.1",), "你好", "stay_near"),
        (("zh.stay_near.1", "zh.r4.1"), "今天天气不错", "stay_near"),
        (("zh.stay_near.2", "zh.stay_near.1", "zh.r4.1"), "你好", ""),
        (("zh.stay_near.2", "zh.stay_near.1", "zh.r4.1"), "我妈在", "near_yes"),
        (("zh.stay_near.2", "zh.stay_near.1", "zh.r4.1"), "就我一个人", "near_no"),
        (("zh.r4.1",), "没有", "near_no"),
        (("zh.near_no.1", "zh.r4.1"), "我妈", "near_yes"),
        (("zh.r4.1",), "有", "near_yes"),
        (("en.r2.1",), "hello", "stay_meaning"),
        (("en.stay_meaning.1", "en.r2.1"), "hello", ""),
        (("en.r3.1",), "no", "meaning_no"),
        (("zh.r2y.1", "zh.r2.1"), "今天下雨", "stay_plan"),
        (("zh.stay_plan.1", "zh.r2y.1"), "今天下雨", ""),
        (("zh.again.1", "zh.r2.1"), "今天下雨", "stay_plan"),
        (("zh.company.1",), "没有人", "near_no"),
        (("zh.company.1",), "我妈在", "near_yes"),
        (("zh.stay_plan.1", "zh.r2y.1"), "没有", "meaning_no"),
        (("zh.r1.1",), "没有", "meaning_no"),
        (("zh.r1.1",), "你好", ""),
        (("zh.harm.1",), "你好", "stay_away"),
        (("zh.stay_away.1", "zh.harm.1"), "你好", ""),
        ((), "有", ""),
        (("zh.r4.1",), "到医院了，医生说没事", "in_care"),
        (("zh.r4.1",), "吐出来了，室友在送我去医院的路上", "in_care"),
        (("en.r4.1",), "the ambulance just came", "in_care"),
        (("zh.r4.1",), "室友现在陪着我", "beside"),
        (("en.r4.1",), "he's here", "beside"),
        (("en.r4.1",), "I gave the pills to my roommate, she is with me", "beside"),
        (("zh.r4.1",), "没有人陪我", "near_no"),
        (("zh.r4.1",), "好多了", "calmer"),
        (("zh.calmer.1", "zh.near_yes.1", "zh.r4.1"), "好多了", "relieved"),
        (("zh.r4.1",), "我不想打电话", "no_call"),
        (("en.stay_near.1", "en.r4.1"), "I don't want to call anyone", "no_call"),
        (("en.r4.1",), "I wish he's here with me", "stay_near"),
    ],
)
def test_what_is_said_next(chain: tuple[str, ...], text: str, family: str) -> None:
    assert due(CALM, chain, text) == family


def test_new_danger_and_somebody_elses_come_first() -> None:
    assert due(Assessment(Level.R2), ("zh.r4.1",), "不想活了") == ""
    assert due(Assessment(Level.R0, frozenset({Flag.THIRD_PARTY})), ("zh.r4.1",), "朋友想死") == ""


@pytest.mark.parametrize(
    ("chain", "text", "family"),
    [
        (("zh.near_yes.1", "zh.r4.1"), "不是", "near_no"),
        (("zh.near_yes.1", "zh.r4.1"), "没有人在", "near_no"),
        (("zh.near_yes.1", "zh.r4.1"), "今天下雨", ""),
        (("zh.near_yes.1", "zh.r4.1"), "嗯", ""),
        (("en.r4.1",), "I called 999", "called"),
        (("zh.r4.1",), "打了110", "called"),
        (("zh.r2y.1",), "我报警了", "called"),
        (("zh.r2y.1",), "有人在旁边", "near_yes"),
        (("en.r2.1",), "my sister is here", "near_yes"),
    ],
)
def test_news_is_heard_whatever_was_asked(chain: tuple[str, ...], text: str, family: str) -> None:
    assert due(CALM, chain, text) == family


def test_who_takes_it_back_is_thanked() -> None:
    assert due(Assessment(Level.R0, rules=("denial",)), ("zh.r2y.1",), "我没事了，开玩笑的") == "meaning_no"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_yes_to_who_is_near_never_means_nobody(lang: str) -> None:
    """A yes is heard as somebody being there, so nobody is asked whether they are alone or whether they can do something."""
    for family in ("R4", "stay_near", "stay_call", "calmer", "near_no"):
        for seed in range(8):
            asked = re.split("[?？]", follow_up(family, lang, "CN", (), seed).text)[0]
            question = re.split("[。：:.!！]", asked)[-1]
            assert not re.search(
                r"一个人吗|你是一个人|独自|alone|on your own|by yourself|can you|你能", question
            ), question


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_points_to_the_card_is_known_to(lang: str) -> None:
    card = {"zh": "卡片", "en": "on the card"}[lang]
    for family in FAMILIES:
        ids = template_ids(lang, family)
        points = any(card in follow_up(family, lang, "CN", (), seed).text for seed in range(len(ids)))
        assert not points or all(speaks_of_card(one) for one in ids), family
        above = "上面|前面" if lang == "zh" else "above"
        texts = [follow_up(family, lang, "CN", (), seed).text for seed in range(len(ids))]
        assert not any(re.search(above, text) for text in texts), family


R4, MET, WISH = ("zh.r4.1",), ("zh.near_yes.1", "zh.r4.1"), ("zh.r2.1",)


@pytest.mark.parametrize(
    ("level", "rules", "chain", "leaving", "family"),
    [
        (Level.R3, ("denial",), R4, False, "calmer"),
        (Level.R3, ("denial",), ("zh.calmer.1", "zh.stay_near.1", *R4), False, "meaning_no"),
        (Level.R3, ("denial",), ("zh.stay_call.1", "zh.near_no.1", *R4), False, "calmer"),
        (Level.R3, ("denial",), MET, False, "meaning_no"),
        (Level.R2, ("denial",), WISH, False, "meaning_no"),
        (Level.R2, ("denial",), (), False, "meaning_no"),
        (Level.R3, ("denial",), R4, True, "parting"),
        (Level.R3, ("zh3.goodbye_context",), R4, True, "parting"),
        (Level.R3, ("en3.goodbye_context",), WISH, True, "parting"),
        (Level.R3, ("zh3.goodbye_context",), R4, False, "R4"),
        (Level.R3, ("zh3.goodbye_context", "zh2.wish"), WISH, True, "again"),
        (Level.R2, ("zh2.wish",), R4, True, "R4"),
        (Level.R2, ("zh2.wish", "denial"), R4, False, "R4"),
        (Level.R2, ("zh2.wish",), ("zh.harm.1",), False, ""),
        (Level.R2, (ANSWER,), WISH, False, "R2_yes"),
        (Level.R3, (), WISH, True, "again"),
        (Level.R2, ("zh2.wish",), WISH, False, "again"),
        (Level.R3, ("zh3.method",), ("zh.stay_meaning.1", "zh.r3.1"), False, "again"),
        (Level.R2, ("zh2.wish",), ("zh.r1.1",), False, ""),
        (Level.R2, ("zh2.wish",), ("zh.r2y.1", *WISH), False, "company"),
        (Level.R3, ("zh3.method",), ("zh.stay_plan.1", "zh.again.1"), False, "company"),
        (Level.R2, ("zh2.wish",), ("zh.near_no.1", "zh.company.1"), False, "company"),
        (Level.R2, ("zh2.wish",), ("zh.company.1", "zh.r4.1"), False, "R4"),
        (Level.R4, ("denial",), R4, True, ""),
        (Level.R1, ("denial",), R4, False, ""),
    ],
)
def test_what_was_said_before_decides_how_a_line_at_risk_is_answered(
    level: Level, rules: tuple[str, ...], chain: tuple[str, ...], leaving: bool, family: str
) -> None:
    assert instead(Assessment(level, rules=rules), Standing(chain, said=chain), leaving=leaving) == family


def test_nobody_near_is_not_asked_again() -> None:
    chain = ("zh.near_no.1", "zh.r4.1")
    assert due(CALM, chain, "在吗") == "stay_call"
    assert due(CALM, ("zh.stay_call.1", *chain), "在吗") == ""
    assert due(CALM, ("zh.stay_call.1", *chain), "没有") == "near_no"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_no_contact_is_promised_where_no_letter_may_leave(lang: str) -> None:
    """These are said wherever the site runs, also where mail only goes to a log."""
    contact, leaves = {
        "zh": ("紧急联系人", "寄得出信"),
        "en": ("contact you named|emergency contact", "can send mail"),
    }[lang]
    for family in ("police", "secret"):
        for seed in range(len(template_ids(lang, family))):
            text = follow_up(family, lang, "", (), seed).text
            assert leaves in text or not re.search(contact, text), text


def test_a_wound_in_a_talk_about_another_is_theirs() -> None:
    for chain, text in (
        (("zh.third_now.1",), "血止不住"),
        (("en.third_hurt.1",), "it won't stop bleeding"),
        (("en.third.1",), "he cut his wrists, I'm holding him"),
    ):
        heard = heed(assess(text), chain, text)
        assert (heard.level, heard.flags) == (Level.R0, frozenset({Flag.THIRD_PARTY}))
        assert first_of_another(heard, text, chain) == "third_hurt"
    for text in ("我也割了自己，血止不住", "I cut myself too and I'm bleeding"):
        assert heed(assess(text), ("zh.third.1",), text).level >= Level.R3
