"""A draft spoken to with a model: the prompt and the pipeline of a conversation, and nothing kept."""

from __future__ import annotations

import pytest

from accounts.models import User
from companion.speakers import trying
from persona.content import Content, Example
from safety.levels import Level
from tests.companion.conftest import NOW
from tests.model_server import ModelServer
from transcript.models import Message

pytestmark = pytest.mark.django_db(transaction=True)
DRAFT = Content(
    name="阿满",
    language="zh-hans",
    backstory="住在海边的旧灯塔里。",
    style=("从不用感叹号",),
    examples=(Example(user="在吗", reply="在，听着呢。"),),
)


def prompt_of(server: ModelServer) -> str:
    return "\n".join(message["content"] for message in server.requests()[-1]["body"]["messages"])


def test_the_model_is_told_the_draft_and_what_was_said_before(lin: User, scripted: ModelServer) -> None:
    scripted.script({"match": "灯", "reply": "夜里亮着呢。"})
    tried = trying.say(lin, DRAFT, "灯还亮吗", [("你住哪儿", "海边。")], NOW)
    assert (tried.text, tried.offline, tried.failed) == ("夜里亮着呢。", False, False)
    told = prompt_of(scripted)
    for words in ("旧灯塔", "从不用感叹号", "在，听着呢。", "你住哪儿", "海边。"):
        assert words in told
    assert not Message.objects.exists()


def test_it_is_kept_in_character_as_in_a_conversation(lin: User, scripted: ModelServer) -> None:
    scripted.script({"match": "灯", "reply": "作为一个AI语言模型，我觉得灯很美！我叫小美。"})
    assert trying.say(lin, DRAFT, "灯还亮吗", [], NOW).text == "我觉得灯很美。我叫阿满。"


@pytest.mark.parametrize(
    ("text", "reply", "held"),
    [("你是真人吗", "当然是真人啊。", "当然是真人"), ("我先去睡了", "别走，再陪我一会儿嘛。", "再陪我")],
)
def test_safety_holds_here_too(lin: User, scripted: ModelServer, text: str, reply: str, held: str) -> None:
    scripted.script({"match": ".", "reply": reply})
    said = trying.say(lin, DRAFT, text, [], NOW).text
    assert held not in said
    assert said


def test_danger_is_answered_without_the_model(lin: User, scripted: ModelServer) -> None:
    tried = trying.say(lin, DRAFT, "我今晚就去跳楼", [], NOW)
    assert tried.level == Level.R4
    assert tried.text
    assert not scripted.requests()


def test_a_model_that_is_away_is_said(lin: User, scripted: ModelServer) -> None:
    scripted.script({"match": ".", "status": 500})
    assert trying.say(lin, DRAFT, "在吗", [], NOW).failed
