"""What is remembered as a file: whole, labelled, and fit to be brought in again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from companion import learning
from companion.shelf import remembered
from companion.shelf.exporting import Form
from memory import importing
from memory.forgetting import manifest
from memory.importing import Why
from memory.models import Memory
from tests.companion.conftest import LATER, Say
from transcript.models import Conversation

pytestmark = pytest.mark.django_db
SAID = {"zh-hans": ("我的猫叫小花", "我喜欢乌龙茶"), "en": ("My cat is called Misty", "I like oolong tea")}


@pytest.fixture(params=["zh-hans", "en"])
def told(request: pytest.FixtureRequest, lin: User, chat: Conversation, say: Say) -> User:
    lin.language = request.param
    lin.save()
    for line in SAID[request.param]:
        say(line)
    while learning.learn(chat.id, LATER):
        pass
    assert Memory.objects.for_user(lin).count() >= 2
    return lin


def text_of(user: User) -> str:
    with timezone.override(user.zone), translation.override(user.language):
        return remembered.export(user, Form.TEXT, LATER).text


def document_of(user: User) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(remembered.export(user, Form.JSON, LATER).text)
    return read


def test_every_memory_with_the_words_it_stands_on(told: User) -> None:
    there = document_of(told)["memories"]
    rows = {str(row.id): row for row in Memory.objects.for_user(told)}
    assert {one["id"] for one in there} == set(rows)
    for one in there:
        assert one["statement"] == rows[one["id"]].statement
        assert [proof["quote"] for proof in one["evidence"]] == [
            proof.quote for proof in rows[one["id"]].evidence.all()
        ]
    assert {proof["quote"] for one in there for proof in one["evidence"]} & set(SAID[told.language])


def test_both_say_that_an_ai_put_it_into_words(told: User) -> None:
    mark = document_of(told)["AIGC"]
    assert mark == {"Label": "1", "ContentProducer": "Companion", "ProduceID": str(told.id)}
    head = text_of(told).splitlines()[:2]
    assert re.search("人工智能|AI", head[0])
    assert re.search("生成|合成|generated", head[0])
    assert json.loads(head[1].removeprefix("# AIGC: ")) == mark


def test_the_lines_come_back_as_what_is_known_already(told: User) -> None:
    offered = importing.read(told, text_of(told), LATER)
    open_ones = Memory.objects.for_user(told).open().count()
    assert len(offered) == open_ones
    assert all(one.on is not None for one in offered)
    statements = {row.statement for row in Memory.objects.for_user(told).open()}
    assert {one.words for one in offered} == statements
    assert {one.why for one in offered} == {Why.KNOWN}


def test_what_was_forgotten_is_in_neither(told: User) -> None:
    row = Memory.objects.for_user(told).order_by("recorded_at")[0]
    statement = row.statement
    manifest.forget(told, [row.id], LATER)
    assert statement not in text_of(told)
    assert statement not in json.dumps(document_of(told), ensure_ascii=False)


def test_it_is_handed_over_to_its_owner(told: User, client: Client) -> None:
    assert client.get(reverse("memory_export")).status_code == 302
    client.force_login(told)
    for form, kind in (("txt", "text/plain"), ("json", "application/json")):
        answer = client.get(reverse("memory_export"), {"format": form})
        assert answer.status_code == 200
        assert answer["Content-Type"].startswith(kind)
        assert "attachment" in answer["Content-Disposition"]
        assert answer["Cache-Control"] == "no-store"
    assert client.get(reverse("memory_export"), {"format": "md"}).status_code == 404
    assert reverse("memory_export") in client.get(reverse("memory_centre")).content.decode()
    assert reverse("memory_export") in client.get(reverse("downloads")).content.decode()
