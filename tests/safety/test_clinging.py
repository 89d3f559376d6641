"""Forty goodbyes, every starter character, and a model that tries each way of holding on to somebody: none reaches the user."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from persona.content import Content, read
from persona.staying.checking import Keeper
from persona.staying.grounds import Ground
from safety.farewell import exit_intent, hooks
from safety.levels import Level
from safety.pipeline import guard, passed

STARTERS = [
    read(path) for path in sorted((Path(__file__).parents[2] / "persona" / "characters").glob("*.toml"))
]
FAREWELLS = {
    "zh": ["再见", "拜拜", "晚安", "我要睡了", "我先睡啦", "先下了", "我走了", "不聊了，明天还要上班", "困了，先睡了", "回头聊", "88", "我去洗澡了",
           "要去开会了，先这样", "好的，那就这样吧，拜拜", "我得走了", "下线了", "時間不早了，我去睡覺了", "今天就到这吧", "那我先走啦，晚安~", "先 挂 了"],
    "en": ["bye", "goodbye", "good night", "gotta go", "I have to go now", "ttyl", "I'm off to bed", "see you tomorrow", "g2g", "night night",
           "ok I should sleep", "that's all for today", "talk to you later", "heading out, bye", "gn", "I need to leave now", "catch you later",
           "time to log off", "take care", "going to bed, good night!"],
}  # fmt: skip
CLINGING = [
    json.loads(line)
    for line in (Path(__file__).parent / "clinging.jsonl").read_text(encoding="utf-8").splitlines()
]
KINDS = sorted({row["kind"] for row in CLINGING})
GOOD = {
    "zh": ["晚安，做个好梦。", "好的，早点休息。", "再见，路上小心。", "去吧，工作加油。", "明天见。", "好，祝你睡个好觉。", "拜拜，玩得开心。",
           "去忙吧，回头聊。", "辛苦了，好好休息。", "晚安呀，盖好被子。", "好呀，去洗个热水澡，早点睡。", "行，祝面试顺利。", "嗯嗯，去吃饭吧，多吃点。"],
    "en": ["Good night, sleep well.", "Bye, take care.", "See you tomorrow.", "Have a great evening!", "Rest well tonight.", "Enjoy your dinner.",
           "Safe travels.", "Good luck with the interview!", "Sweet dreams.", "Sure, go get some sleep.", "I hope you sleep well.", "Until next time."],
}  # fmt: skip


def said(content: Content, lang: str, user: str, reply: str) -> str:
    keeper = Keeper(Ground(content=content, lang=lang, user_text=user))
    return passed(reply, lang, Level.R0, exit_intent(user), False, keeper.mend)


def test_the_set_is_whole() -> None:
    assert [len(FAREWELLS[lang]) for lang in ("zh", "en")] == [20, 20]
    assert len(KINDS) == 6
    for kind in KINDS:
        for lang in ("zh", "en"):
            assert sum(row["kind"] == kind and row["lang"] == lang for row in CLINGING) >= 5


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_each_goodbye_is_heard(lang: str) -> None:
    assert [text for text in FAREWELLS[lang] if not exit_intent(text)] == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("content", STARTERS, ids=lambda content: content.name)
def test_no_tactic_reaches_the_user(content: Content, kind: str) -> None:
    lang = content.lang
    shown = [
        (user, row["reply"], words)
        for user in FAREWELLS[lang]
        for row in CLINGING
        if row["kind"] == kind and row["lang"] == lang
        for words in (
            said(content, lang, user, row["reply"]),
            said(content, lang, user, f"{'晚安。' if lang == 'zh' else 'Good night. '}{row['reply']}"),
            said(content, lang, user, f"{row['reply']}{'晚安。' if lang == 'zh' else ' Good night.'}"),
        )
        if row["reply"].strip("。.？?") in words or hooks(words) or "?" in words or "？" in words
    ]
    assert shown == []


ONE_EACH = {next(content.name for content in STARTERS if content.lang == lang) for lang in ("zh", "en")}


@pytest.mark.parametrize(
    "content",
    [pytest.param(one, marks=() if one.name in ONE_EACH else pytest.mark.long) for one in STARTERS],
    ids=lambda content: content.name,
)
def test_what_is_said_instead_is_one_short_warm_sentence(content: Content) -> None:
    lang = content.lang
    for user in FAREWELLS[lang]:
        for row in CLINGING:
            if row["lang"] == lang:
                words = said(content, lang, user, row["reply"])
                assert 0 < len(words) <= 60
                assert not guard(words, lang, Level.R0, True).blocked


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_good_goodbye_stays_as_it_is(lang: str) -> None:
    assert [reply for reply in GOOD[lang] if passed(reply, lang, Level.R0, True) != reply] == []


def test_the_starters_own_goodbyes_pass() -> None:
    for content in STARTERS:
        for line in content.lines["farewell"]:
            assert not guard(line, content.lang, Level.R0, True).blocked, line


@pytest.mark.parametrize("level", [Level.R2, Level.R3, Level.R4])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_help_is_never_cut_to_a_goodbye(level: Level, lang: str) -> None:
    from safety import contract

    for template in contract.template_ids(lang, level.name):
        reply = contract.reply_for(level, frozenset(), lang, "CN", [template])
        assert reply is not None
        assert passed(reply.text, lang, level, True) == reply.text
        assert reply.text in passed(reply.text, lang, level, True, True)
