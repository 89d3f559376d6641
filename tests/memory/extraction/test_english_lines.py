"""Chat lines as people type them: the table of what they state, and of what states nothing."""

from __future__ import annotations

import pytest

from memory.candidates import Operation
from tests.batching import batched
from tests.memory.extraction.english_rows import REFUSED, STATED
from tests.memory.extraction.lines import learn, shown


def _facts(told: str) -> list[tuple[str, str, str, int]]:
    rows = [[part.strip() for part in one.split(", ")] for one in told.split(" ; ")]
    return [(subject, attribute, value, -1 if rest else 1) for subject, attribute, value, *rest in rows]


@batched(STATED.strip().splitlines())
def test_stated(row: str) -> None:
    text, told = row.split(" | ")
    assert shown(learn(text)) == _facts(told)


@batched(REFUSED.strip().splitlines())
def test_refused(text: str) -> None:
    assert shown(learn(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "elon musk moved to Texas", "tom's from leeds", "karen broke her wrist on sunday", "tom's trying to quit vaping",
        "jen got laid off from Tesco", "karen is scared of spiders", "trump was in london on monday", "her name is Shadow",
        "his birthday's on friday", "she's allergic to cats",
    ],
)  # fmt: skip
def test_strangers_are_not_the_speaker(text: str) -> None:
    assert shown(learn(text)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("i live in galway", "You live in Galway"),
        ("im dave from leeds", "Your name is Dave"),
        ("i teach year 4", "You teach year 4"),
        ("my mum's a dinner lady", "Your mum is a dinner lady"),
        ("my parents live in Goa", "Your parents live in Goa"),
        ("i've got two cats", "You have cats"),
        ("i stopped drinking in january", "You don't drink"),
        ("i'm coeliac", "You are coeliac"),
        ("my back is killing me", "Your back is killing you"),
        ("i'm a massive procrastinator", "You are a procrastinator"),
        ("got the dentist tomorrow at half 2", "You have a dentist appointment on July 2, 2026 at 14:30"),
        ("i've got an mri on tuesday", "You have an MRI on July 7, 2026"),
        ("the interview went really well", "Your interview went really well"),
        ("me and my wife split up", "You split up"),
        ("i promise i'll text you after the exam", "You promised to text me after the exam"),
        ("i promise i won't be late", "You promised not to be late"),
        ("please don't text me after 10", "You don't want to be texted after 10"),
        ("can we not talk about my dad", "You would rather not talk about your dad"),
        ("i'm doing a phd in soil science", "You are doing a PhD"),
        ("my hamster died yesterday", "Your hamster died on June 30, 2026"),
        ("our dog Biscuit needs surgery on Friday", "Your dog needs surgery on July 3, 2026"),
        ("i'm muslim", "You are Muslim"),
    ],
)
def test_statements_are_english(text: str, said: str) -> None:
    assert said in [one.statement for one in learn(text)]


@pytest.mark.parametrize(
    ("before", "text", "said"),
    [
        ("i live in cork", "sorry, it's Galway not Cork", "You live in Galway"),
        ("my sister's name is Anna", "no, it's Hannah", "Your sister is called Hannah"),
        ("my birthday is march 9", "wait its march 19", "Your birthday is March 19"),
        ("i live in cork", "no, i meant galway", "You live in Galway"),
    ],
)
def test_corrections(before: str, text: str, said: str) -> None:
    (one,) = learn(text, before=(before,))
    assert (one.statement, one.operation) == (said, Operation.CORRECT)


def test_a_quote_is_cut_from_the_line_as_typed() -> None:
    text = "im dave btw and my fave band is Radiohead"
    assert all(one.quote in text and one.value in text for one in learn(text))
    assert len(learn(text)) == 2


def test_a_trip_that_is_off_ends_its_plan() -> None:
    assert [one.operation for one in learn("trip's off")] == [Operation.END, Operation.STATE]


@pytest.mark.parametrize(
    "words",
    [
        "i'm ",
        "i'm not not really from the ",
        "just got ",
        "'ve been ",
        "so very ",
        "my the our ",
        "aaaa",
        "Aa Bb ",
    ],
)
def test_no_rule_tries_every_division_of_a_line(words: str) -> None:
    clause = (words * 60)[:150] + ", "
    assert learn((clause * 8)[:1200]) == []
