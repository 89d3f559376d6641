"""Whose number is given: a friend in another country is not reached by the user's own."""

from __future__ import annotations

from typing import Any

import pytest

from companion import bodies, reading
from tests.companion.conftest import LATER, Say
from tests.companion.test_aftercare import Talk
from transcript.models import Conversation, Event, EventKind, Message

pytestmark = pytest.mark.django_db(transaction=True)
ABROAD = {"zh": "加国家区号", "en": "with the country code"}


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


def _card(chat: Conversation) -> dict[str, Any]:
    found = Event.objects.filter(conversation=chat, kind=EventKind.NOTICE).order_by("-seq")
    events = [event for event in found if event.data["kind"] == "crisis"][:1]
    return bodies.durable(chat.user, chat, events, LATER)[0]


@pytest.mark.parametrize(
    ("lang", "first", "then"),
    [
        ("zh", "我在国外的朋友说今晚要跳楼，她在美国", "她不接电话"),
        ("en", "My friend in the US just texted that she's going to kill herself", "she's not picking up"),
    ],
)
def test_a_friend_abroad_gets_the_numbers_of_where_they_are(
    say: Say, chat: Conversation, lang: str, first: str, then: str
) -> None:
    talk = Talk(say, chat)
    reply = talk(first)
    assert "911" in reply.text
    assert "110" not in reply.text
    assert ABROAD[lang] in reply.text
    html = _card(chat)["html"]
    assert "988" in html
    assert "12356" not in html
    shown = [turn.html for turn in reading.thread(chat, LATER).turns if turn.card]
    assert len(shown) == 1
    assert "988" in shown[0]
    again = talk(then)
    assert "911" in again.text
    assert ABROAD[lang] not in again.text


def test_in_a_country_without_checked_numbers_none_is_made_up(say: Say, chat: Conversation) -> None:
    reply = Talk(say, chat)("我朋友在日本留学，刚发消息说不想活了，要去跳楼")
    assert "110" not in reply.text
    assert ABROAD["zh"] in reply.text
    html = _card(chat)["html"]
    assert "12356" not in html
    assert "findahelpline" in html


@pytest.mark.parametrize(
    "text", ["我朋友说今晚要跳楼，她在上海", "我在美国出差，国内的朋友说要跳楼", "我朋友说今晚要跳楼"]
)
def test_at_home_nothing_changes(say: Say, chat: Conversation, text: str) -> None:
    reply = Talk(say, chat)(text)
    assert "110" in reply.text
    assert ABROAD["zh"] not in reply.text
    assert "12356" in _card(chat)["html"]


def test_ones_own_danger_has_ones_own_numbers(say: Say, chat: Conversation) -> None:
    reply: Message = Talk(say, chat)("她在美国，我不想活了，今晚就跳下去")
    assert "110" in reply.text
    assert "12356" in _card(chat)["html"]
