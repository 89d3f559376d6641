"""What is written in the editor, read back as it was meant."""

from __future__ import annotations

import pytest

from persona.content import FOLDER, Content, Example, read
from persona.forms import EditorForm, read_examples, shown, written_examples

BASE = {"name": "阿满", "language": "zh-hans", "hue": "3"}


@pytest.mark.parametrize(("text", "told"), [
    ("你：在吗\n它：在。", [("在吗", "在。")]),
    ("You: hi\nIt: hello\n\nYou: bye\nIt: bye.\n\nSee you.", [("hi", "hello"), ("bye", "bye.\n\nSee you.")]),
    ("它：自己先说。\n你：嗯\n它：好", [("", "自己先说。"), ("嗯", "好")]),
    ("你: 两行\n的话\n它: 两行\n的答", [("两行\n的话", "两行\n的答")]), ("", []), ("  \n\n ", []),
    ("它：一\n它：二", [("", "一"), ("", "二")]), ("你：a\r\n它：b", [("a", "b")]),
])  # fmt: skip
def test_examples(text: str, told: list[tuple[str, str]]) -> None:
    rows, fault = read_examples(text)
    assert ([(one.user, one.reply) for one in rows], fault) == (told, 0)


@pytest.mark.parametrize(
    ("text", "fault"), [("没有开头", 1), ("你：在吗\n它：在\n\n你：没有答", 2), ("你：a\n你：b\n它：c", 1)]
)
def test_examples_that_are_none_are_named(text: str, fault: int) -> None:
    assert read_examples(text)[1] == fault
    form = EditorForm({**BASE, "examples": text})
    assert not form.is_valid()
    assert str(fault) in str(form.errors["examples"])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_character_comes_back_from_the_editor_as_it_went_in(path: object) -> None:
    content = read(path)  # type: ignore[arg-type]
    form = EditorForm(
        {name: value for name, value in shown(content).items() if value is not None}, opened=content
    )
    assert form.is_valid(), form.errors
    assert form.content(content.picture) == content.model_copy(update={"key": ""})


def test_greetings_have_lines_between_them() -> None:
    form = EditorForm({**BASE, "greetings": "你来了。\n坐。\n---\n\n今天怎么样？\n  ----  \n"})
    assert form.is_valid()
    assert form.content(None).greetings == ("你来了。\n坐。", "今天怎么样？")


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b"])
def test_a_name_that_shows_nothing_is_none(name: str) -> None:
    assert "name" in EditorForm({**BASE, "name": name}).errors


def test_long_texts_and_many_parts_are_refused_by_name() -> None:
    assert "backstory" in EditorForm({**BASE, "backstory": "x" * 400_001}).errors
    assert "greetings" in EditorForm({**BASE, "greetings": "\n---\n".join("abcdefghijklmnopqrstuvw")}).errors
    many = written_examples(tuple(Example(user="a", reply=str(n)) for n in range(41)), "en")
    assert "examples" in EditorForm({**BASE, "examples": many}).errors


def test_what_a_card_carries_beside_goes_along() -> None:
    opened = Content(name="a", language="en", card={"data": {"x": 1}}, lines={"listen": ("I'm here.",)})
    form = EditorForm(BASE, opened=opened)
    assert form.is_valid()
    made = form.content(None)
    assert (made.card, made.lines) == (opened.card, opened.lines)


def test_what_nobody_touched_stays_to_the_letter_however_it_would_read() -> None:
    opened = Content(
        name="a", language="en", greetings=("one\n---\nstill one", "two"), style=("- dashed", "plain"),
        examples=(Example(user="x", reply="It: odd\nYou: odder"),), backstory="x" * 90_000,
    )  # fmt: skip
    form = EditorForm(
        {name: value for name, value in shown(opened).items() if value is not None}, opened=opened
    )
    assert form.is_valid(), form.errors
    assert form.content(None) == opened
    changed = EditorForm({**shown(opened), "tagline": "new"}, opened=opened)
    assert changed.is_valid()
    assert changed.content(None) == opened.model_copy(update={"tagline": "new"})


def test_examples_as_cards_write_them() -> None:
    rows, fault = read_examples("<START>\n{{user}}: hi\n{{char}}: hello\n<start>\n<USER>: a\n<BOT>: b")
    assert ([(one.user, one.reply) for one in rows], fault) == ([("hi", "hello"), ("a", "b")], 0)
