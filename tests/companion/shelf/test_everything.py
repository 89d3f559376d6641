"""What is kept beside talks, memories and characters can be taken along, and no table is forgotten."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts.models import Consent, User, grant
from companion.shelf import everything
from safety.complaining import Said, submit
from safety.models import UseDay
from tests.companion.conftest import LATER, NOW, Say
from topics.models import OutsideSource
from transcript.models import Conversation

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


def document(user: User, now: datetime = LATER) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(everything.export(user, now).text)
    return read


def test_every_table_of_a_person_is_told_or_left_out_for_a_reason() -> None:
    """A new table must choose."""
    of_persons = {
        model._meta.label
        for model in apps.get_models()
        if any(
            getattr(field, "related_model", None) is User and field.concrete
            for field in model._meta.get_fields()
        )
    }
    assert set(everything.TOLD) | set(everything.LEFT_OUT) == of_persons
    assert not set(everything.TOLD) & set(everything.LEFT_OUT)


def test_what_there_is_stands_in_it(lin: User, chat: Conversation, say: Say) -> None:
    grant(lin, Consent.Purpose.MODEL, NOW, "models.example")
    submit(Said("other", "回得太慢", "zh"), lin, NOW)
    UseDay.objects.create(user=lin, day=NOW.date(), seconds=600)
    OutsideSource.objects.create(user=lin, kind="feed", url="https://news.example/feed", created_at=NOW)
    told = document(lin)
    assert told["account"]["email"] == lin.email
    assert told["account"]["birth_date"] == "1990-05-03"
    assert "models.example" in {one["recipient"] for one in told["accounts.Consent"]}
    assert told["safety.Complaint"][0]["text"] == "回得太慢"
    assert told["safety.UseDay"][0]["seconds"] == 600
    assert told["topics.OutsideSource"][0]["url"] == "https://news.example/feed"
    assert told["AIGC"]["Label"] == "1"
    assert "AI" in told["label"]


def test_nothing_of_anybody_else_stands_in_it(lin: User) -> None:
    other = User.objects.create_user("bo@example.org", "pw", time_zone="Asia/Shanghai")
    UseDay.objects.create(user=other, day=NOW.date(), seconds=77)
    assert document(lin)["safety.UseDay"] == []
    assert "bo@example.org" not in everything.export(lin, LATER).text


def test_no_key_and_no_password_stand_in_it(lin: User) -> None:
    text = everything.export(lin, LATER).text
    assert lin.password not in text
    assert "wrapped" not in text


def test_it_is_handed_over_to_its_owner(lin: User, client: Client) -> None:
    assert client.get(reverse("account_export")).status_code == 302
    client.force_login(lin)
    answer = client.get(reverse("account_export"))
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    assert answer["Cache-Control"] == "no-store"
    assert reverse("account_export") in client.get(reverse("downloads")).content.decode()
