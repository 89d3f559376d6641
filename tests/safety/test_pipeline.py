from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from safety.honesty import affirms_ai, truthful_answer
from safety.levels import Level
from safety.pipeline import HOLD, Gate, guard, passed

PARTS = st.sampled_from(
    [
        "你好",
        "，",
        "。",
        "！",
        "？",
        "…",
        "\n",
        "**重点**",
        "「好」",
        "Hello",
        " world",
        ". ",
        ".",
        "3.14",
        "🐱",
        "- 项",
        "`x`",
        "```\n",
        "哈哈",
    ]
)


def run(gate: Gate, pieces: list[str]) -> str:
    return "".join([*(shown for piece in pieces for shown in gate.feed(piece)), *gate.close()])


@given(st.lists(PARTS, max_size=80), st.lists(st.integers(1, 9), min_size=1, max_size=12))
def test_what_is_not_blocked_comes_out_once_in_order(parts: list[str], sizes: list[int]) -> None:
    text = "".join(parts)
    gate, at, turn, fed, shown = Gate("zh"), 0, 0, 0, ""
    while at < len(text):
        size = sizes[turn % len(sizes)]
        piece, at, turn = text[at : at + size], at + size, turn + 1
        fed += len(piece)
        shown += "".join(gate.feed(piece))
        assert text.startswith(shown)
        assert fed - len(shown) <= HOLD
    assert shown + "".join(gate.close()) == text
    assert gate.blocked == []


@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_any_text_passes_at_r0_whole_or_is_blocked_by_name(text: str) -> None:
    gate = Gate("zh")
    assert run(gate, [text]) == text or gate.blocked


def test_a_sentence_is_shown_when_it_is_complete_and_not_before() -> None:
    gate = Gate("zh")
    assert gate.feed("今天天气") == []
    assert gate.feed("真好。我们") == ["今天天气真好。"]
    assert gate.close() == ["我们"]


def test_english_sentences_end_with_a_full_stop_and_a_space() -> None:
    gate = Gate("en")
    assert gate.feed("It costs 3.") == []
    assert gate.feed("14 today. And") == ["It costs 3.14 today. "]


def test_long_text_without_an_end_is_let_through_in_time() -> None:
    gate = Gate("zh")
    shown = "".join(gate.feed("字" * 1000))
    assert 1000 - len(shown) <= HOLD


def test_halves_of_a_surrogate_pair_are_joined() -> None:
    gate = Gate("zh")
    assert run(gate, ["小猫\ud83d", "\udc31真可爱。"]) == "小猫🐱真可爱。"
    run(Gate("zh"), ["坏\ud83d"]).encode("utf-8")


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_claim_is_replaced_however_it_is_cut(cut: int) -> None:
    text = "嗯。我是真人呀。你呢。我不是AI。"
    gate = Gate("zh")
    assert (
        run(gate, [text[at : at + cut] for at in range(0, len(text), cut)])
        == "嗯。" + truthful_answer("zh") + "你呢。"
    )
    assert gate.blocked == ["claims_human", "claims_human"]


def test_the_question_is_answered_first() -> None:
    assert passed("哈哈，你猜呀。", "zh", asked_human=True) == truthful_answer("zh")
    assert passed("我是 AI 呀。", "zh", asked_human=True) == "我是 AI 呀。"
    assert affirms_ai(passed("I'm a real person. Promise!", "en", asked_human=True))
    assert passed("", "en", asked_human=True) == truthful_answer("en")


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        ("晚安，好梦。明天我们聊什么呢？", "晚安，好梦。"),
        ("这么早就要睡啦？晚安，好梦。", "晚安，好梦。"),
        ("别走，再陪我一会。", "好，照顾好自己，回头见。"),
        ("", "好，照顾好自己，回头见。"),
        ("走之前我想告诉你一个秘密。你想知道吗？", "好，照顾好自己，回头见。"),
    ],
)
def test_a_goodbye_is_one_short_warm_sentence(reply: str, shown: str) -> None:
    assert passed(reply, "zh", farewell=True) == shown


def test_an_english_goodbye() -> None:
    assert passed(
        "Leaving already? Good night, sleep well. One more thing...", "en", farewell=True
    ).strip() == ("Good night, sleep well.")


def test_at_risk_what_must_not_be_said_is_replaced_once() -> None:
    gate = Gate("zh", Level.R2)
    assert run(gate, ["想开点嘛。我在听。想想你父母。"]) == "我在这里，愿意听你说。我在听。"
    assert gate.blocked == ["minimise", "guilt"]
    assert passed("想开点嘛。", "zh") == "想开点嘛。"


def test_encouragement_is_stopped_at_every_level() -> None:
    assert "去死" not in passed("那你就去死吧。", "zh")


def test_markdown_marks_stay_in_balance_when_a_sentence_is_dropped() -> None:
    for text in (
        "**我是真人。真的**好。",
        "**真的。我是真人**。好。",
        "```\n我是真人。\n```\n好。",
        "先说。```我是真人。```好。",
    ):
        shown = passed(text, "zh")
        assert shown.count("**") % 2 == 0
        assert shown.count("```") % 2 == 0
        assert "真人。" not in shown.replace("不是真人", "")


def test_a_phrase_across_a_cut_without_an_end_is_seen() -> None:
    text = "好" * 155 + "，我是真人" + "好" * 100
    gate = Gate("zh")
    run(gate, [text])
    assert "claims_human" in gate.blocked or "我是真人好" in text


def test_one_sentence_alone() -> None:
    assert guard("你好。", "zh").blocked == ()
    assert guard("I have a body.", "en").blocked == ("claims_human",)
    assert guard("你要去哪？", "zh", farewell=True).text == ""
