"""Every text that reaches a user goes through safety's one pipeline. The places where text is made, stored or sent are found by
reading the code; one that is new fails here until it goes through the pipeline and is named.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("companion", "topics", "memory", "persona", "safety", "transcript", "accounts")
OUTSIDE = ("/migrations/", "/benches/")

Place = tuple[str, str]
"""(file, function)."""


@lru_cache(maxsize=1)
def functions() -> list[tuple[Place, ast.AST, ast.Module]]:
    """Every function of the product, with the module it stands in; methods by their own name."""
    return list(_functions())


def _functions() -> Iterator[tuple[Place, ast.AST, ast.Module]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if any(part in f"/{name}" for part in OUTSIDE):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield (name, node.name), node, tree


@cache
def called(node: ast.AST) -> list[tuple[str, ast.Call]]:
    """Calls inside a node, by their dotted name."""
    return [(ast.unparse(one.func), one) for one in ast.walk(node) if isinstance(one, ast.Call)]


def places(wanted: tuple[str, ...]) -> set[Place]:
    return {
        place for place, node, _tree in functions() for name, _call in called(node) if name.endswith(wanted)
    }


def keywords(call: ast.Call) -> dict[str, str]:
    return {word.arg or "": ast.unparse(word.value) for word in call.keywords}


# -- what a model says ----------------------------------------------------------------------------------------------

MODEL_SPEAKS: dict[Place, str] = {
    ("companion/speaking.py", "_model"): "streams into `speak`, and that into `gated`, which holds the Gate",
    ("companion/speakers/trying.py", "say"): "`passed`",
    ("companion/shelf/naming.py", "_by_model"): "titles through `passed`",
    ("companion/recap/working.py", "_ask"): "summaries through summarising, which asks `passed`",
    ("companion/learning.py", "ask"): "statements through `_vetted`",
    ("companion/learning.py", "_ask"): "the function around `ask`",
    ("companion/speakers/steadying.py", "judge"): "points at a reply's own words",
    ("companion/secondlook.py", "opinion_on"): "a level, no words",
}


def test_every_model_call_is_known() -> None:
    assert places(("gateway.stream", "gateway.tell", "gateway.ask")) == set(MODEL_SPEAKS)


@pytest.mark.parametrize(
    "file",
    ["companion/speaking.py", "companion/speakers/trying.py", "companion/shelf/naming.py", "companion/recap/summarising.py",
     "companion/learning.py"],
)  # fmt: skip
def test_what_a_model_says_meets_the_pipeline_in_the_same_file(file: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    names = {name for name, _call in called(tree)}
    assert names & {"passed", "Gate"}, file


@pytest.mark.parametrize(("spoken", "heard_by"), [("speak", "gated"), ("_model", "speak")])
def test_speak_is_heard_through_the_gate_alone(spoken: str, heard_by: str) -> None:
    assert places((f"speaking.{spoken}",)) | {
        place
        for place, node, tree in functions()
        for name, _call in called(node)
        if name == spoken and place[0] == "companion/speaking.py"
    } == {("companion/speaking.py", heard_by)}


# -- what is stored as the companion's words -------------------------------------------------------------------------


def stored() -> Iterator[tuple[Place, ast.AST, ast.Call]]:
    """Rows of the companion's that are made with a text."""
    for place, node, _tree in functions():
        for name, call in called(node):
            words = keywords(call)
            made = name in ("Message", "Message.objects.create") and "COMPANION" in words.get("role", "")
            if made and words.get("text", "''") not in ("''", '""'):
                yield place, node, call


def test_each_stored_text_is_one_that_passed() -> None:
    seen = set()
    for place, node, call in stored():
        seen.add(place)
        text = keywords(call)["text"]
        passes = text.startswith("passed(") or any(
            isinstance(one, ast.Assign)
            and ast.unparse(one.targets[0]) == text
            and ast.unparse(one.value).startswith("passed(")
            for one in ast.walk(node)
        )
        assert passes, f"{place}: {text} did not go through the pipeline"
    assert seen == {
        ("companion/conversations.py", "_say"),
        ("companion/reaching.py", "_write"),
        ("companion/latelook.py", "_say"),
    }


def test_a_running_reply_gets_its_words_from_the_gate() -> None:
    """`finish` and `checkpoint` write what `converse` yielded; the one other that calls them says a sentence of its own, to prove that
    it can be forgotten, as an account made for that."""
    writers = {
        place[0]
        for place, node, _tree in functions()
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute) and ast.unparse(one) in ("keeping.finish", "keeping.checkpoint")
    }
    speaking = {
        "companion/generation.py",
        "companion/replay/playing.py",
        "companion/management/commands/talk.py",
    }
    assert writers == speaking | {"companion/forgotten/proving.py"}
    for file in speaking:
        assert "turn.converse(" in (ROOT / file).read_text(encoding="utf-8"), file


def test_titles_and_summaries_pass() -> None:
    assert places(("Summary.objects.create",)) == {("companion/recap/working.py", "_keep")}
    working = (ROOT / "companion/recap/working.py").read_text(encoding="utf-8")
    assert "summarising." in working


# -- what leaves by mail ---------------------------------------------------------------------------------------------


def test_mail_is_ours_and_holds_nothing_of_a_talk() -> None:
    """Fixed words alone: none of these knows a message, a memory or a model."""
    found = places(("send_mail", "EmailMessage", "EmailMultiAlternatives", "mail_admins", "mail_managers"))
    assert found <= MAILS, sorted(found - MAILS)
    letters = ast.parse((ROOT / "safety/contact/letters.py").read_text(encoding="utf-8"))
    read = {
        name
        for node in ast.walk(letters)
        if isinstance(node, ast.ImportFrom) and node.module
        for name in [node.module]
    }
    assert not any(module.startswith(("transcript", "memory", "companion", "llm")) for module in read)


MAILS = {
    ("companion/reaching.py", "_mail"),
    ("safety/contact/sending.py", "send"),
    ("accounts/leaving/mailing.py", "send_receipt"),
}
