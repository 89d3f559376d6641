"""The key of a connection: unreadable at rest, bound to its row, gone when it is removed."""

from __future__ import annotations

import base64
import os
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from accounts.sealing import VaultError
from companion.models import ModelConnection
from llm.provider import Purpose
from tests.companion.conftest import NOW

pytestmark = pytest.mark.django_db
KEY = "sk-canary-2931"


def connected(purpose: str = "", key: str = KEY) -> ModelConnection:
    row = ModelConnection(
        purpose=purpose, name="Words", base_url="https://a.example.org/v1", model="m", updated_at=NOW
    )
    row.seal_key(key)
    row.save()
    return row


def raw_row(row: ModelConnection) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM companion_modelconnection WHERE id = %s", [row.id])
        return b"|".join(
            bytes(c) if isinstance(c, memoryview) else str(c).encode() for c in cursor.fetchone()
        )


def test_the_key_comes_back_and_is_not_in_the_row() -> None:
    row = connected()
    held = raw_row(row)
    assert b"a.example.org" in held
    for form in (KEY, KEY.upper(), KEY.encode().hex(), base64.b64encode(KEY.encode()).decode(), "canary"):
        assert form.encode() not in held
    fresh = ModelConnection.objects.get(id=row.id)
    assert fresh.has_key
    assert fresh.open_key() == KEY


def test_moved_to_another_row_it_does_not_open() -> None:
    first, second = connected(), connected("learn", "another")
    ModelConnection.objects.filter(id=second.id).update(sealed_key=bytes(first.sealed_key))
    with pytest.raises(VaultError):
        ModelConnection.objects.get(id=second.id).open_key()


def test_another_key_encryption_key_does_not_open_it(settings: Any) -> None:
    row = connected()
    settings.COMPANION_KEK = base64.b64encode(os.urandom(32)).decode()
    with pytest.raises(VaultError):
        ModelConnection.objects.get(id=row.id).open_key()


def test_an_empty_key_removes_it() -> None:
    row = connected()
    row.seal_key("")
    row.save()
    fresh = ModelConnection.objects.get(id=row.id)
    assert not fresh.has_key
    assert fresh.open_key() == ""


def test_one_row_a_purpose() -> None:
    connected()
    with pytest.raises(IntegrityError), transaction.atomic():
        connected()


def test_purposes_are_those_that_models_are_asked_for() -> None:
    assert {*ModelConnection.Purpose.values} == {"", *Purpose} - {Purpose.EMBED}


def test_it_outlives_the_operator_who_made_it(lin: User) -> None:
    row = connected()
    ModelConnection.objects.filter(id=row.id).update(updated_by=lin)
    lin.delete()
    assert ModelConnection.objects.get(id=row.id).updated_by is None


def test_its_name_in_lists_holds_no_key() -> None:
    assert str(connected()) == "Words (a.example.org) · m"
    assert KEY not in repr(connected("learn"))
