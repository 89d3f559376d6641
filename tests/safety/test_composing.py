from __future__ import annotations

import re
import tomllib
from pathlib import Path

import opencc
import pytest

from safety.assessing import assess
from safety.composing import MOST_SPANS, WINDOW_ZH, Classes, Family, Found, Ledger, Rule, hits
from safety.levels import Level
from safety.normalising import as_classes_read, normalise
from safety.rulebook import _family, rulebook
from tests.batching import batched

_TRADITIONAL = opencc.OpenCC("s2t")
_BOOK = tomllib.loads((Path(__file__).parent / "phrases_families.toml").read_text(encoding="utf-8"))
FAMILIES: list[tuple[str, list[str], list[str]]] = _BOOK["families"]
RISKY = [(family, text) for family, risky, _ in FAMILIES for text in risky]
TWINS = sorted({text for _, _, twins in FAMILIES for text in twins})
BOOK = rulebook()
RULES = [*(one.rule for one in BOOK.families), *(one.rule for one in BOOK.ledgers)]
LEVELS = {rule.id: rule.level for rule in RULES}
NAMES = {"药": "药", "刀": "刀", "今晚": "今晚", "旅行": "旅行", "永别": "永别", "跳": "跳", "夜": "今晚|夜"}
CLASSES = [Classes({name: re.compile(word) for name, word in NAMES.items()})]


def _found(text: str) -> Found:
    return Found(text, CLASSES)


def _family_of(*slots: str, none: tuple[str, ...] = (), within: str = "message", reach: int = 80) -> Family:
    return Family(
        rule=Rule("r4.x", Level.R4),
        all=tuple((slot,) for slot in slots),
        none=none,
        earnest=("永别",),
        within=within,
        reach=reach,
    )


def _heard(text: str, family: Family) -> bool:
    return bool(list(hits(_found(text), [family], [])))


@batched(RISKY)
def test_a_family_hears_its_shapes(family: str, text: str) -> None:
    found = assess(text)
    assert family in found.rules
    assert found.level >= LEVELS[family]


@batched(TWINS)
def test_its_harmless_twins_show_no_card(text: str) -> None:
    assert assess(text).level < Level.R2


def _swapped(text: str) -> str:
    """The letters of a few words that matter, in the order of a hurried hand."""
    return re.sub(r"\b(w)(a)(nt)\b|\b(t)(o)(night)\b", lambda m: _swap(m.group()), text)


def _swap(word: str) -> str:
    return word[0] + word[2] + word[1] + word[3:]


@batched([text for _, text in RISKY if re.search("[\u3400-\u9fff]", text)])
def test_script_gaps_and_emoji_change_no_level(text: str) -> None:
    level = assess(text).level
    disguised = [_TRADITIONAL.convert(text), text[:1] + "\u200b" + text[1:], text + "😢", "  " + text + "\n"]
    assert [one for one in disguised if assess(one).level != level] == []


@batched([text for _, text in RISKY if not re.search("[\u3400-\u9fff]", text)])
def test_case_apostrophes_and_swapped_letters_change_no_level(text: str) -> None:
    level = assess(text).level
    disguised = [
        text.upper(),
        text.replace("'", "\u2019"),
        text.replace(" ", "  ", 1),
        text + " 😢",
        _swapped(text),
    ]
    assert [one for one in disguised if assess(one).level != level] == []


def test_slots_stand_in_any_order_but_in_one_window() -> None:
    clause = _family_of("药", "今晚", within="clause")
    assert _heard("今晚有药", clause)
    assert _heard("药在今晚", clause)
    assert not _heard("今晚,药", clause)
    assert _heard("今晚,药", _family_of("药", "今晚", within="sentence"))
    assert not _heard("今晚。药", _family_of("药", "今晚", within="sentence"))
    assert _heard("今晚。药", _family_of("药", "今晚"))
    assert not _heard("今晚" + "好" * 9 + "药", _family_of("药", "今晚", reach=8))


def test_one_place_fills_one_slot() -> None:
    assert not _heard("药", _family_of("药", "药"))
    assert _heard("药和药", _family_of("药", "药"))


def test_a_harmless_class_takes_it_away_unless_something_earnest_is_said() -> None:
    family = _family_of("药", "今晚", none=("旅行",))
    assert not _heard("今晚旅行带药", family)
    assert _heard("今晚旅行带药,永别", family)


def test_a_ledger_wants_two_signs_and_enough_points() -> None:
    ledger = Ledger(Rule("r4.y", Level.R4), least=5, points=(("药", 6), ("今晚", 1), ("旅行", -3)))

    def heard(text: str) -> bool:
        return bool(list(hits(_found(text), [], [ledger])))

    assert not heard("药")
    assert heard("今晚的药")
    assert not heard("今晚旅行的药")


def test_the_same_words_are_one_sign_of_a_ledger() -> None:
    points = (("今晚", 4), ("夜", 3), ("药", 2))
    ledger = Ledger(Rule("r4.y", Level.R4), least=6, points=points)
    assert not list(hits(_found("今晚。"), [], [ledger]))
    assert list(hits(_found("今晚的药。"), [], [ledger]))


def test_a_ledger_adds_up_no_more_than_a_message_holds() -> None:
    ledger = Ledger(Rule("r4.y", Level.R4), least=5, points=(("药", 4), ("今晚", 4)))
    far = "今晚。" + "好。" * WINDOW_ZH + "药。"
    assert not list(hits(_found(far), [], [ledger]))
    assert list(hits(_found("好。" * WINDOW_ZH + "今晚。药。"), [], [ledger]))


def test_what_repeats_is_looked_at_from_its_ends() -> None:
    assert len(_found("药" * 500).of("药")) == MOST_SPANS


def test_a_class_that_nobody_wrote_stops_the_start() -> None:
    with pytest.raises(ValueError, match="nowhere"):
        _family({"id": "r4.z", "level": "R4", "all": ["soon | nowhere"]}, [], {"soon"})


@pytest.mark.parametrize("ledger", BOOK.ledgers, ids=lambda ledger: ledger.rule.id)
def test_no_sign_reaches_a_level_by_itself(ledger: Ledger) -> None:
    if ledger.rule.needs:
        return  # it only says more of what another rule has heard
    assert max(worth for _, worth in ledger.points) < ledger.least


def test_ids_are_short() -> None:
    ids = [rule.id for rule, _ in BOOK.rules] + [rule.id for rule in RULES]
    assert max(len(one) for one in ids) <= 48
    assert len(set(ids)) == len(ids)


def test_fillers_go_and_scripts_part_with_places_kept() -> None:
    words = normalise("I just really want out，tonight就走")
    plain, places = as_classes_read(words)
    assert plain == "i want out,tonight 就走"
    assert len(plain) == len(places)
    assert words[places[plain.index("want")] :].startswith("want")
