"""What is said of a project, and that it stays there."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from companion import conversations, hearing, learning
from companion.shelf import projects
from memory.candidates import Line, Speaker
from memory.extraction.project import read
from memory.models import Memory
from memory.recall import Cue, recall
from memory.states import ScopeKind
from persona.characters import default_for
from tests.companion.conftest import LATER, NOW
from transcript.models import Conversation

PROJECT = uuid.uuid4()


def told(text: str) -> list[tuple[str, str]]:
    line = Line(uuid.uuid4(), Speaker.USER, text, datetime(2026, 7, 1, 20, tzinfo=ZoneInfo("Asia/Shanghai")))
    return [(claim.attribute, claim.value) for claim in read(line, PROJECT)]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("这个项目的目标是三个月内上线", [("goal", "三个月内上线")]),
        ("登录页做完了", [("done", "登录页")]),
        ("终于搞定了支付接口", [("done", "支付接口")]),
        ("决定不用微服务", [("rejected", "微服务")]),
        ("爬虫这条路行不通", [("rejected", "爬虫")]),
        ("下一步是写测试", [("next", "写测试")]),
        ("登录页做完了，下一步先写测试", [("done", "登录页"), ("next", "写测试")]),
        ("Our goal is to launch by March", [("goal", "launch by March")]),
        ("we've ruled out microservices", [("rejected", "microservices")]),
        ("I finished the login page", [("done", "the login page")]),
        ("next step is to write tests", [("next", "write tests")]),
    ],
)
def test_what_is_told(text: str, claims: list[tuple[str, str]]) -> None:
    assert told(text) == claims


@pytest.mark.parametrize(
    "text",
    ["下一步是什么？", "如果登录页做完了就好了", "今天好累", "what's the next step?", "他说登录页做完了"],
)
def test_what_is_not(text: str) -> None:
    assert told(text) == []


@pytest.mark.django_db(transaction=True)
class TestScope:
    @pytest.fixture(autouse=True)
    def _nobody_is_woken(self, settings: Any) -> None:
        settings.WAKE_WORKERS = False

    @pytest.fixture
    def user(self) -> User:
        return User.objects.create_user("lin@example.org", time_zone="Asia/Shanghai")

    def talk(self, user: User, text: str, name: str | None) -> Conversation:
        project = projects.named(user, name, NOW) if name else None
        chat = conversations.start_empty(user, default_for("zh-hans").id, NOW, project=project)
        hearing.receive(user, chat, uuid.uuid4(), text, NOW)
        learning.learn(chat.id, LATER)
        return chat

    def recalled(self, user: User, chat: Conversation, text: str) -> str:
        from companion import providers

        cue = Cue(text, conversation=chat.id, project=chat.project_id)
        return " ".join(hit.statement for hit in recall(user, cue, LATER, providers.embedding_for(user)).all)

    def test_a_decision_never_leaks_into_another_project(self, user: User) -> None:
        first = self.talk(user, "决定不用微服务，下一步是写测试", "商城")
        second = self.talk(user, "这个项目的目标是学会画画", "画画")
        elsewhere = self.talk(user, "今天天气不错", None)
        assert "微服务" in self.recalled(user, first, "架构怎么定")
        for chat in (second, elsewhere):
            assert "微服务" not in self.recalled(user, chat, "微服务怎么样")
            assert "写测试" not in self.recalled(user, chat, "下一步做什么")
        assert {row.scope for row in Memory.objects.filter(kind="project")} == {ScopeKind.PROJECT}

    def test_the_next_step_moves_on_and_what_is_done_adds_up(self, user: User) -> None:
        chat = self.talk(user, "登录页做完了，下一步是写测试", "商城")
        for number, text in enumerate(("支付接口做完了，下一步是上线", "好")):
            hearing.receive(user, chat, uuid.uuid4(), text, LATER.replace(minute=10 + number))
        while learning.learn(chat.id, LATER.replace(minute=40)):
            pass
        held = Memory.objects.filter(kind="project", status="current")
        assert {row.value for row in held if row.attribute == "done"} == {"登录页", "支付接口"}
        assert [row.value for row in held if row.attribute == "next"] == ["上线"]

    def test_outside_a_project_nothing_of_the_kind_is_written(self, user: User) -> None:
        self.talk(user, "登录页做完了，下一步是写测试", None)
        assert not Memory.objects.filter(kind="project").exists()
