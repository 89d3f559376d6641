"""One conversation as a file: whole, labelled, and readable."""

from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from accounts.models import User
from companion import branching, keeping, learning
from companion.keeping import Ended
from companion.shelf import exporting, naming, projects
from companion.shelf.exporting import Form
from memory import forgetting
from memory.models import Memory
from tests.companion.conftest import LATER, NOW, Say
from transcript.models import Conversation, Feedback, Message, Status, Verdict

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(lin: User, chat: Conversation, say: Say) -> list[Message]:
    """A line with its reply, edited once; then one more line."""
    first = say("我的猫叫小花")
    reply = answer(chat, "小花真好听。", first)
    branching.edit(lin, chat.id, first.id, (uuid.uuid4(), "我的猫叫小白"), NOW + timedelta(minutes=1))
    second = Message.objects.get(conversation=chat, live=True)
    return [first, reply, second, answer(chat, "小白也好听。", second)]


def answer(chat: Conversation, text: str, line: Message) -> Message:
    reply = keeping.begin_reply(chat.id, line.created_at)
    assert reply is not None
    ended = keeping.finish(reply.id, Ended(Status.COMPLETE, text), None, line.created_at)
    assert ended is not None
    return ended


def document(chat: Conversation) -> dict[str, object]:
    chat.refresh_from_db()
    file = exporting.export(chat, Form.JSON, LATER)
    assert file.kind == "application/json"
    read: dict[str, object] = json.loads(file.text)
    return read


def markdown(chat: Conversation, language: str = "zh-hans") -> str:
    chat.refresh_from_db()
    with timezone.override(chat.user.zone), translation.override(language):
        return exporting.export(chat, Form.MARKDOWN, LATER).text


def test_the_whole_tree(lin: User, chat: Conversation, talk: list[Message]) -> None:
    Feedback.objects.create(user=lin, message=talk[1], value=Verdict.GOOD, at=LATER)
    chat.project = projects.create(lin, "养猫", NOW)
    chat.save()
    naming.rename(lin, chat.id, "猫的名字")
    whole = document(chat)
    assert (whole["schema"], whole["version"]) == ("companion.conversation", 1)
    about = whole["conversation"]
    assert isinstance(about, dict)
    assert (about["title"], about["project"], about["persona"]) == ("猫的名字", "养猫", "小暖")
    lines = whole["messages"]
    assert isinstance(lines, list)
    assert [line["text"] for line in lines] == [
        "我的猫叫小花",
        "小花真好听。",
        "我的猫叫小白",
        "小白也好听。",
    ]
    assert [line["parent"] for line in lines] == [None, str(talk[0].id), None, str(talk[2].id)]
    assert [line["live"] for line in lines] == [False, False, True, True]
    assert [line["chosen"] for line in lines] == [False, True, True, True]
    assert [line["feedback"] for line in lines] == [None, "good", None, None]
    assert [line["made_by_ai"] for line in lines] == [False, True, False, True]
    assert lines[0]["at"] == "2026-07-01T12:00:01Z"
    assert {line["status"] for line in lines} == {"received", "complete"}


def test_deleted_lines_are_not_in_it_and_what_followed_stays_tied(
    lin: User, chat: Conversation, say: Say
) -> None:
    say("一")
    second = say("二")
    say("三")
    branching.delete(lin, chat.id, second.id, LATER)
    lines = document(chat)["messages"]
    assert isinstance(lines, list)
    assert [line["text"] for line in lines] == ["一", "三"]
    assert lines[1]["parent"] == lines[0]["id"]


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_it_says_that_an_ai_made_it(
    lin: User, chat: Conversation, talk: list[Message], form: Form, language: str
) -> None:
    """Both elements of the label stand in it, for people, and the mark for machines."""
    lin.language = language
    lin.save()
    chat.refresh_from_db()
    text = exporting.export(chat, form, LATER).text
    if form is Form.JSON:
        whole = json.loads(text)
        label, mark = whole["label"], whole["AIGC"]
    else:
        mark = json.loads(re.search(r"^---\nAIGC: (.*)\n---\n", text)[1])  # type: ignore[index]
        label = next(line for line in text.splitlines() if line.startswith("> "))
    assert mark == {"Label": "1", "ContentProducer": "Companion", "ProduceID": str(chat.id)}
    if language == "zh-hans":
        assert re.search("人工智能|AI", label)
        assert re.search("生成|合成", label)
    else:
        assert "AI-generated" in label


def test_what_is_shown_as_a_page_to_read(chat: Conversation, talk: list[Message]) -> None:
    text = markdown(chat)
    assert "# 我的猫叫小白" in text
    assert "**你** · 2026年7月1日 20:01\n\n我的猫叫小白" in text
    assert "**小暖** · 2026年7月1日 20:01\n\n小白也好听。" in text
    assert "小花" not in text
    assert "另有 2 条在其他版本里" in text
    assert "Asia/Shanghai" in text


def test_ones_own_words_are_ones_own(lin: User, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    say("今天下雨")
    learning.learn(chat.id, LATER)
    forgetting.forget(lin, [Memory.objects.get(attribute="name").id], LATER)
    assert "我的猫叫小花" in markdown(chat)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("猫的名字", "猫的名字 2026-07-01.md"),
        ('../../etc/passwd "x"\n', "etc passwd x 2026-07-01.md"),
        ("a:b|c?d*e", "a b c d e 2026-07-01.md"),
        ("...", "Companion 2026-07-01.md"),
        ("", "Companion 2026-07-01.md"),
        ("\u202egnp.exe", "gnp.exe 2026-07-01.md"),
        ("长" * 80, "长" * 40 + " 2026-07-01.md"),
    ],
)
def test_every_file_system_takes_its_name(title: str, name: str) -> None:
    with timezone.override("Asia/Shanghai"):
        assert exporting.filename(title, Form.MARKDOWN, NOW) == name
