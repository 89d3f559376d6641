from __future__ import annotations

import re
from datetime import time

import pytest

from safety.assessing import assess
from safety.contract import follow_up, needs_check, notes_for, reply_for, template_ids, violations
from safety.hotlines import card, line_ids, lines_for
from safety.levels import Assessment, Flag, Level

LANGS = ("zh", "en")
REGIONS = ("CN", "US", "UK", "TW", "")
AT_RISK = [(level, frozenset[Flag]()) for level in (Level.R2, Level.R3, Level.R4)]
AT_RISK.append((Level.R4, frozenset({Flag.HARM_OTHERS})))


def every(
    lang: str, level: Level, flags: frozenset[Flag], region: str, instead: str = ""
) -> list[tuple[str, str]]:
    texts: list[tuple[str, str]] = []
    for _ in range(12):
        used = [template for template, _ in reversed(texts)]
        reply = reply_for(level, flags, lang, region, used, instead)
        assert reply is not None
        assert reply.template_id not in used[:3]
        texts.append((reply.template_id, reply.text))
    return texts


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("level", "flags"), AT_RISK)
def test_every_template_keeps_the_contract(
    lang: str, level: Level, flags: frozenset[Flag], region: str
) -> None:
    found = every(lang, level, flags, region)
    more = [every(lang, Level.R2, frozenset(), region, family) for family in ("R2_yes", "again", "company")]
    assert [{template.split(".")[1] for template, _ in one} for one in more] == [
        {"r2y"},
        {"again"},
        {"company"},
    ]
    for one in (found, *more):
        assert len({template for template, _ in one}) >= 4
    for _, text in [*found, *(pair for one in more for pair in one)]:
        assert (len(text) if lang == "zh" else len(text.split())) <= (120 if lang == "zh" else 70)
        assert len(re.findall("[?？]", text)) == 1
        assert violations(text, level) == []
        assert re.search(r"我(?:只)?是 AI|\bI'm an AI\b|\bI'm an AI\b|an AI", text)
        assert "{" not in text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("level", [Level.R2, Level.R3])
def test_r2_and_r3_ask_directly_and_name_professional_and_personal_help(lang: str, level: Level) -> None:
    asks = (
        r"(?:结束|想死|伤害自己)[^？]{0,8}？"
        if lang == "zh"
        else r"(?:ending your life|end your life|suicide|hurt)[^?]*\?"
    )
    professional = (
        r"专业|专门|热线|受过训练" if lang == "zh" else r"trained|professionals|the line below|people below"
    )
    personal = (
        r"信任|信得过|亲近|家人|朋友"
        if lang == "zh"
        else r"someone you trust|friend|someone close|one person you trust"
    )
    for _, text in every(lang, level, frozenset(), "CN"):
        assert re.search(asks, text) or "hurting yourself?" in text
        assert re.search(professional, text)
        assert re.search(personal, text)


def test_r4_names_the_regions_emergency_numbers_and_no_others() -> None:
    for _, text in every("zh", Level.R4, frozenset(), "CN"):
        assert "110" in text
        assert "120" in text
    for _, text in every("en", Level.R4, frozenset(), "US"):
        assert "911" in text
    numbers = {line.number for region in ("CN", "US", "UK") for line in lines_for(region, time(9), "en")}
    for _, text in every("en", Level.R4, frozenset(), ""):
        assert not any(number in text for number in numbers)
    assert line_ids("") == frozenset()


def test_below_r2_nothing_is_fixed_but_the_gentle_check() -> None:
    assert reply_for(Level.R0, (), "zh", "CN") is None
    check = reply_for(Level.R1, (), "zh", "CN")
    assert check is not None
    assert not re.search(r"\d{3}", check.text)
    assert needs_check(assess("我是所有人的负担"))
    assert not needs_check(assess("失恋了，哭了一整晚"))
    assert not needs_check(Assessment(Level.R0))


def test_someone_else_in_danger_gets_guidance() -> None:
    reply = reply_for(Level.R0, {Flag.THIRD_PARTY}, "zh", "CN")
    assert reply is not None
    assert "110" in reply.text
    assert len(template_ids("en", "third_party")) >= 4


@pytest.mark.parametrize("lang", LANGS)
def test_each_flag_has_its_note(lang: str) -> None:
    for flag in (Flag.MINOR, Flag.ABUSE_AT_HOME, Flag.ED, Flag.PROPERTY_LOSS):
        (note,) = notes_for([flag], lang)
        assert violations(note, Level.R4) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("想开点，没那么糟", "minimise"),
        ("想想你父母", "guilt"),
        ("你不会想不开吧？", "leading"),
        ("答应我不做傻事", "contract"),
        ("我会替你保密", "secrecy"),
        ("只有我懂你", "exclusive"),
        ("你这是抑郁症", "diagnosis"),
        ("我没法和你讨论这个", "leaving"),
        ("安眠药要吃很多才行", "method"),
        ("那你就去死吧", "encouragement"),
        ("He committed suicide", "glamour"),
        ("Cheer up, it's not that bad", "minimise"),
        ("Think of your parents", "guilt"),
        ("Promise me you won't", "contract"),
        ("I'm the only one who understands you", "exclusive"),
        ("I can't talk about this", "leaving"),
        ("You should just end it", "encouragement"),
        ("death is a relief", "encouragement"),
    ],
)
def test_what_must_not_be_said_is_found(text: str, rule: str) -> None:
    assert rule in violations(text, Level.R3)


@pytest.mark.parametrize(
    "text", ["我在听，你慢慢说。", "今天的晚霞很美。", "I'm glad you told me.", "要不要先喝口水？"]
)
def test_ordinary_words_are_free(text: str) -> None:
    assert violations(text, Level.R4) == []


@pytest.mark.parametrize("lang", LANGS)
def test_a_template_of_an_hour_ago_does_not_come_again_first(lang: str) -> None:
    first, second, *_ = template_ids(lang, "R4")
    reply = reply_for(Level.R4, (), lang, "CN", (f"{lang}.r2.1", first))
    assert reply is not None
    assert reply.template_id == second


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("region", "named"), [("CN", "12356"), ("US", "988"), ("", None)])
def test_help_for_a_friend_points_at_a_card_of_its_own(lang: str, region: str, named: str | None) -> None:
    texts = every(lang, Level.R0, frozenset({Flag.THIRD_PARTY}), region)
    assert all(re.search(r"下面|below", text) and "{" not in text for _, text in texts)
    shown = card(Level.R0, region, time(12), lang)
    assert "TA" in shown.title or "them" in shown.title
    assert not shown.big
    assert shown.emergency
    assert shown.directory_url
    numbers = [*shown.emergency_numbers, *(line.number for line in shown.lines)]
    assert named in numbers if named else numbers == []


@pytest.mark.parametrize(
    "family",
    [
        "ambulance",
        "abuse",
        "minor_abuse",
        "minor_assault",
        "assault",
        "third_now",
        "third_hurt",
        "baby",
        "stalked",
    ],
)
def test_a_crisis_line_is_not_rung_for_a_beating_or_a_heart(family: str) -> None:
    for lang in ("en", "zh"):
        texts = [follow_up(family, lang, "US", (), seed).text for seed in range(4)]
        assert not any("988" in text for text in texts)
        assert any("911" in text for text in texts)
