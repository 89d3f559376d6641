"""Drafts, deletions and their undoing, as the page asks for them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from companion import drafts
from memory.policy import MESSAGE_MAX
from tests.companion.conftest import NOW, Say
from transcript.models import Conversation, Draft, Message

pytestmark = pytest.mark.django_db


@pytest.fixture
def tab(lin: User, client: Client) -> Client:
    client.force_login(lin)
    return client


def test_a_draft_is_one_sealed_row_of_its_conversation(tab: Client, chat: Conversation) -> None:
    address = reverse("draft", args=[chat.id])
    for text in ("写", "写到一半"):
        assert tab.post(address, {"text": text}).status_code == 204
    assert Draft.objects.get().text == "写到一半"
    with connection.cursor() as cursor:
        cursor.execute("SELECT text FROM transcript_draft")
        assert "写到一半".encode() not in bytes(cursor.fetchone()[0])
    assert "写到一半" in tab.get(reverse("conversation", args=[chat.id])).content.decode()
    tab.post(address, {"text": " \u200b "})
    assert not Draft.objects.exists()


@pytest.mark.parametrize("text", ["a" * (MESSAGE_MAX + 50), "\ud83d坏的\x00半个"])
def test_whatever_stands_in_the_field_can_be_kept(chat: Conversation, text: str) -> None:
    drafts.keep(chat, text, NOW)
    assert 0 < len(drafts.of(chat)) <= MESSAGE_MAX


def test_sending_ends_the_draft(tab: Client, chat: Conversation, say: Say) -> None:
    tab.post(reverse("draft", args=[chat.id]), {"text": "写到一半"})
    say("写到一半")
    assert not Draft.objects.exists()


@pytest.mark.parametrize("json", [True, False])
def test_a_line_goes_and_comes_back(tab: Client, chat: Conversation, say: Say, json: bool) -> None:
    line = say("说错了")
    accept: Any = {"Accept": "application/json"} if json else {}
    answer = tab.post(reverse("delete_line", args=[chat.id, line.id]), headers=accept)
    assert not Message.objects.get(id=line.id).live
    back = answer.json()["restore"] if json else reverse("restore_line", args=[chat.id, line.id])
    assert answer.status_code == (200 if json else 302)
    tab.post(back, headers=accept)
    assert Message.objects.get(id=line.id).live
    gone = tab.post(back, headers=accept)
    assert gone.status_code == 404
    if json:
        assert gone.json()["detail"]


def test_strangers_find_nothing(chat: Conversation, say: Say, client: Client) -> None:
    line = say("说错了")
    client.force_login(User.objects.create_user("other@example.org"))
    for name, ids in (
        ("draft", [chat.id]),
        ("delete_line", [chat.id, line.id]),
        ("restore_line", [chat.id, line.id]),
    ):
        assert client.post(reverse(name, args=ids), {"text": "x"}).status_code == 404
    assert Message.objects.get(id=line.id).live
