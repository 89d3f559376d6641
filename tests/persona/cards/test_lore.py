"""A lorebook speaks when it is spoken of, within its budget, and holds nobody up."""

from __future__ import annotations

import time
from typing import Any

import pytest

from persona import voice
from persona.cards import lore, mapping, reading
from tests.persona.cards.files import book, entry, v3


def told(raw: dict[str, Any], *lines: str) -> list[str]:
    return [one.content for one in lore.spoken_of(lore.read(raw), lines)]


def test_keys_bring_an_entry_and_nothing_else_does() -> None:
    raw = book(entry(), entry(keys=["灯塔"], content="灯塔坏了。"))
    assert told(raw, "今天去看海") == ["海是灰色的。"]
    assert told(raw, "今天下雨") == []


def test_a_latin_key_is_a_word_of_its_own_and_case_matters_only_where_it_says_so() -> None:
    assert told(book(entry(keys=["cat"])), "a category") == []
    assert told(book(entry(keys=["cat"])), "my CAT!") == ["海是灰色的。"]
    assert told(book(entry(keys=["cat"], case_sensitive=True)), "my CAT!") == []
    assert told(book(entry(keys=["C++"])), "C++ 真难") == ["海是灰色的。"]


def test_constant_disabled_and_selective() -> None:
    assert told(book(entry(keys=[], constant=True)), "随便") == ["海是灰色的。"]
    assert told(book(entry(enabled=False)), "海") == []
    selective = book(entry(selective=True, secondary_keys=["冬天"]))
    assert told(selective, "海") == []
    assert told(selective, "冬天的海") == ["海是灰色的。"]
    assert told(book(entry(selective=True, secondary_keys=[])), "海") == ["海是灰色的。"]


def test_order_position_and_budget() -> None:
    raw = book(
        entry(content="后", insertion_order=2, position="after_char"),
        entry(content="二", insertion_order=2),
        entry(content="一", insertion_order=1),
    )
    assert told(raw, "海") == ["一", "二", "后"]
    small = book(entry(content="长" * 60), entry(content="要紧", priority=9), token_budget=20)
    assert told(small, "海") == ["要紧"]
    always = book(
        entry(content="长" * 12, priority=9), entry(content="常在", keys=[], constant=True), token_budget=16
    )
    assert told(always, "海") == ["常在"]


def test_only_the_last_lines_are_looked_at() -> None:
    assert told(book(entry(), scan_depth=2), "海", "一", "二") == []
    assert told(book(entry(), scan_depth=3), "海", "一", "二") == ["海是灰色的。"]


def test_entries_bring_others_only_where_the_book_says_so() -> None:
    rows = (entry(content="海边有灯塔。"), entry(keys=["灯塔"], content="灯塔坏了。"))
    assert told(book(*rows), "海") == ["海边有灯塔。"]
    assert told(book(*rows, recursive_scanning=True), "海") == ["海边有灯塔。", "灯塔坏了。"]


def test_patterns_match_and_bad_ones_match_nothing() -> None:
    assert told(book(entry(keys=["海(边|上)"], use_regex=True)), "在海上") == ["海是灰色的。"]
    assert told(book(entry(keys=["("], use_regex=True)), "(") == []
    assert told(book(entry(keys=["x" * 900], use_regex=True)), "x" * 900) == []


def test_patterns_that_never_end_are_given_up_all_together() -> None:
    evil = [entry(keys=["(a+)+$"], use_regex=True, content=str(number)) for number in range(1_999)]
    began = time.process_time()
    assert told(book(*evil, entry(keys=["灯塔"], content="灯塔坏了。")), "灯塔" + "a" * 5_000 + "!") == [
        "灯塔坏了。"
    ]
    assert (
        time.process_time() - began < 5
    )  # one by one they would take most of a minute, without a limit a lifetime


def test_a_great_book_is_looked_through_for_plain_words() -> None:
    many = [entry(keys=[f"词{number}号", f"word {number}"], content=str(number)) for number in range(2_000)]
    began = time.process_time()
    assert told(book(*many), "说起词77号，还有 Word 1204。") == ["77", "1204"]
    assert time.process_time() - began < 2  # a pattern for each of its keys took four seconds


def test_decorators_are_stripped_and_one_is_obeyed() -> None:
    assert told(book(entry(content="@@depth 4\n@@@role user\n海。")), "海") == [
        "@@depth 4\n@@@role user\n海。"
    ]
    assert lore.plain("@@depth 4\n@@@role user\n海。\n@@不是") == "海。\n@@不是"
    assert told(book(entry(content="@@dont_activate\n海。")), "海") == []


def test_an_entry_reaches_the_prompt_flat_and_filled_in() -> None:
    made = v3(character_book=book(entry(content="@@depth 1\n{{char}}怕{{user}}冷。\n<x>{{getvar::secret}}")))
    content = mapping.content_of(reading.lifted(made))
    note = voice.lore_note(content, "zh", ["去看海"], "小林")
    assert "- 小满怕小林冷。 ‹x›" in note
    assert "@@" not in note
    assert "secret" not in note
    assert voice.lore_note(content, "zh", ["下雨"], "") == ""


def test_world_info_becomes_a_book() -> None:
    raw = {"entries": {"0": {"uid": 7, "key": ["海"], "keysecondary": ["冬"], "comment": "c", "content": "灰", "constant": False,
                             "selective": True, "order": 5, "position": 1, "disable": True, "probability": 80}}}  # fmt: skip
    made = lore.from_world_info(raw)["entries"][0]
    assert (made["keys"], made["secondary_keys"], made["insertion_order"], made["enabled"], made["position"], made["id"]) == (
        ["海"], ["冬"], 5, False, "after_char", 7,
    )  # fmt: skip
    assert made["extensions"] == {"probability": 80}


@pytest.mark.parametrize(
    "raw",
    [{}, {"entries": None}, {"entries": [None, 5, {"keys": 3}]}, {"entries": {"a": 1}, "scan_depth": "x"}],
)
def test_odd_books_hold_nothing(raw: dict[str, Any]) -> None:
    assert lore.read(raw).entries == ()
