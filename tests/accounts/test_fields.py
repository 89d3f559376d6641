"""Sealed fields: plain in Python, bytes in the database, never written in clear by accident."""

from __future__ import annotations

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from transcript.models import Conversation, Message, Role, Status

pytestmark = pytest.mark.django_db


@pytest.fixture
def message() -> Message:
    import uuid

    user = User.objects.create_user("fields@example.org")
    now = timezone.now()
    conversation = Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=now, last_message_at=now
    )
    return Message.objects.create(
        user=user,
        conversation=conversation,
        role=Role.USER,
        text="金丝雀八八四一",
        status=Status.RECEIVED,
        created_at=now,
    )


def raw(message: Message) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("SELECT text FROM transcript_message WHERE id = %s", [message.id])
        return bytes(cursor.fetchone()[0])


def test_the_database_holds_bytes_and_python_the_text(message: Message) -> None:
    assert "金丝雀".encode() not in raw(message)
    assert Message.objects.get(id=message.id).text == "金丝雀八八四一"


def test_a_deferred_field_opens_when_it_is_asked_for(message: Message) -> None:
    assert Message.objects.defer("text").get(id=message.id).text == "金丝雀八八四一"
    assert Message.objects.only("id").get(id=message.id).text == "金丝雀八八四一"


def test_saving_an_untouched_row_keeps_its_bytes(message: Message) -> None:
    before = raw(message)
    row = Message.objects.get(id=message.id)
    row.save()
    assert raw(message) == before


def test_a_changed_text_is_sealed_anew(message: Message) -> None:
    row = Message.objects.get(id=message.id)
    row.text = "别的"
    row.save(update_fields=["text"])
    assert Message.objects.get(id=message.id).text == "别的"


def test_update_and_filter_with_plain_text_are_refused(message: Message) -> None:
    with pytest.raises(TypeError):
        Message.objects.filter(id=message.id).update(text="plain")
    with pytest.raises(TypeError):
        list(Message.objects.filter(text="plain"))


def test_a_row_without_user_is_not_saved() -> None:
    with pytest.raises(ValueError, match="user"):
        Message(role=Role.USER, text="x", status=Status.RECEIVED, created_at=timezone.now()).save()
