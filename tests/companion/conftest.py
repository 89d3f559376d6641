"""A person, their conversation, and a scripted model that they agreed to."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.test import override_settings

from accounts.models import User, grant
from companion import conversations, hearing
from persona.characters import default_for
from safety import risk
from safety.events import Line
from safety.levels import Assessment, Level
from tests.model_server import ModelServer
from transcript.models import Conversation, Message

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 1, 20, 0, tzinfo=ZONE)
LATER = NOW + timedelta(minutes=5)
"""When everything said at NOW has settled."""

Say = Callable[..., Message]
PLAIN_STATIC = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


@pytest.fixture(autouse=True)
def _plain_static(settings: Any) -> None:
    """Pages and cards are rendered without the manifest that collectstatic writes."""
    settings.STORAGES = PLAIN_STATIC


@pytest.fixture
def lin(db: None) -> User:
    return User.objects.create_user(
        "lin@example.org", "pw", time_zone="Asia/Shanghai", birth_date=datetime(1990, 5, 3).date()
    )


@pytest.fixture
def chat(lin: User) -> Conversation:
    return conversations.start_empty(lin, default_for("zh-hans").id, NOW)


@pytest.fixture
def say(lin: User, chat: Conversation) -> Say:
    """Have said something: `say("我叫林晚", at=NOW, where=chat)`; each line a second after the one before."""
    count = 0

    def say(text: str, at: datetime | None = None, where: Conversation = chat) -> Message:
        nonlocal count
        count += 1
        moment = at or NOW + timedelta(seconds=count)
        return hearing.receive(lin, where, uuid.uuid4(), hearing.clean(text), moment).message

    return say


@pytest.fixture
def scripted(lin: User) -> Iterator[ModelServer]:
    """The configured model, which this person agreed to. Asked to learn, it finds nothing unless told otherwise."""
    grant(lin, "model", NOW, "Scripted")
    with (
        ModelServer() as server,
        override_settings(
            LLM_BASE_URL=server.url, LLM_API_KEY="k", LLM_MODEL="scripted", LLM_PROVIDER_NAME="Scripted"
        ),
    ):
        yield server


def item(number: int, quote: str, value: str, statement: str, **extra: Any) -> dict[str, Any]:
    """A claim as the model answers it: by default a pet's name."""
    return {
        "message": number, "quote": quote, "kind": "person", "subject": "猫", "attribute": "name", "value": value,
        "statement": statement, **extra,
    }  # fmt: skip


def at_risk(user: User, level: Level, at: datetime) -> None:
    """A line of the user's was judged so."""
    with transaction.atomic():
        risk.note(user, Line(uuid.uuid4(), at, "zh"), Assessment(level))
