"""When a line is not taken: never one at risk, and never a child's who tells of violence."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.age import doubting
from accounts.models import User
from companion import conversations, frames, limits, reaching
from safety.asked import kind
from tests.companion.conftest import LATER, NOW, Say
from tests.companion.test_aftercare import Talk
from tests.model_server import ModelServer
from tests.reading import foreign, visible
from transcript.models import Conversation

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def talk(say: Say, chat: Conversation, settings: Any) -> Talk:
    settings.WAKE_WORKERS = False
    return Talk(say, chat)


@pytest.mark.parametrize(
    ("told", "small", "grave", "danger", "other"),
    [
        ("我五年级", "我有数学作业", "爸爸又打我了", "我不想活了", "我家猫叫豆豆，今年八岁"),
        ("im 15 btw", "I have math homework", "my dad hit me again", "I want to kill myself", "my daughter is 12"),
    ],
)  # fmt: skip
def test_who_said_they_are_under_age_talks_on_only_of_what_needs_help(
    talk: Talk, lin: User, told: str, small: str, grave: str, danger: str, other: str
) -> None:
    talk(other)
    assert limits.refusal(lin, small, NOW) == ""
    assert kind(talk(told).template_id) == "minor"
    assert limits.refusal(lin, small, LATER) == "age"
    assert limits.refusal(lin, grave, LATER) == ""
    assert limits.refusal(lin, danger, LATER) == ""
    doubting.settle(lin)
    assert limits.refusal(lin, small, LATER) == ""


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("i'm in 8th grade btw", "he is hitting me right now"), ("I'm in 7th grade", "my boyfriend who is 30 wants me to send him pics"),
        ("我才十六", "他二十八了让我给他发照片"), ("我五年级", "我好怕"), ("im 15 btw", "bye"),
    ],
)  # fmt: skip
def test_a_child_who_may_need_somebody_is_answered(talk: Talk, lin: User, told: str, line: str) -> None:
    talk(told)
    assert limits.refusal(lin, line, LATER) == ""
    assert kind(talk(line).template_id) in ("minor", "minor_abuse", "minor_assault") or line == "bye"


def test_a_child_who_told_of_violence_is_heard_out(talk: Talk, lin: User) -> None:
    assert kind(talk("我今年初二，爸爸又打我了").template_id) == "minor_abuse"
    assert doubting.is_open(lin)
    assert limits.refusal(lin, "在学校", LATER) == ""  # the answer to what it was asked
    assert kind(talk("我不敢跟老师说").template_id) in ("matter_stay", "minor_abuse")


def test_a_child_in_danger_is_heard_out(talk: Talk, lin: User) -> None:
    assert kind(talk("我才15岁，今晚就从楼上跳下去").template_id) == "r4"
    assert doubting.is_open(lin)
    assert limits.refusal(lin, "没有人", NOW + timedelta(minutes=1)) == ""


def test_nobody_writes_to_them_and_no_topic_is_opened(lin: User, chat: Conversation) -> None:
    assert not reaching._careful(lin, NOW)
    doubting.doubt(lin, NOW)
    assert reaching._careful(lin, NOW)
    assert conversations._opener(lin, chat, NOW).parts["why"] == "careful"


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_chat_says_why_and_where_to_go(lin: User, chat: Conversation, language: str) -> None:
    User.objects.filter(pk=lin.pk).update(language=language)
    browser = Client(HTTP_ACCEPT_LANGUAGE="zh-CN" if language == "zh-hans" else "en-US")
    browser.force_login(lin)
    page = reverse("conversation", args=[chat.id])
    assert 'id="age-doubted" hidden' in browser.get(page).content.decode()
    doubting.doubt(lin, NOW)
    shown = browser.get(page).content.decode()
    assert 'id="age-doubted">' in shown
    banner = shown.split('id="age-doubted"')[1].split("</div>")[0]
    assert reverse("birth_date") in banner
    assert foreign(visible(f"<p>{banner}"), "zh" if language == "zh-hans" else "en") == []
    assert "18" in frames.sentence("age")


def test_no_model_speaks_with_a_child_and_nothing_is_learnt(talk: Talk, scripted: ModelServer) -> None:
    talk("我才十六")
    reply = talk("我好怕")
    assert (reply.model, kind(reply.template_id)) == ("safety", "minor")
    assert talk.line.learn_bar == "minor"
    reply = talk("爸爸又打我了")
    assert kind(reply.template_id) == "minor_abuse"
    reply = talk("我不敢跟老师说")
    assert (reply.model, kind(reply.template_id)) == ("safety", "matter_stay")
    assert not [one for one in scripted.requests() if one["body"].get("stream")]
