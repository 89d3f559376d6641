"""Operators see states and counts. No page of theirs holds a word of what was said, and nothing said can be changed."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.fields import SealedText
from accounts.models import User
from companion.operator_site import OperatorAdminSite, figures
from memory import marks, writing
from memory.models import Evidence, Memory, Tombstone
from persona import shipping
from persona.models import Persona
from safety import risk
from safety.events import Line
from safety.levels import Assessment, Flag, Level
from safety.models import RiskCount, RiskEvent, RiskState
from topics.models import Candidate, TopicChoice
from transcript.models import Conversation, Message, Role, Status

CANARY = "金丝雀8841"
NOW = datetime(2026, 7, 20, 12, tzinfo=ZoneInfo("UTC"))
PLAIN_STATIC = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


@pytest.fixture(autouse=True)
def _plain_static() -> Any:
    """Pages are opened without the manifest that collectstatic writes."""
    with override_settings(STORAGES=PLAIN_STATIC):
        yield


@dataclass
class World:
    """One user with something of everything, each text with the canary in it."""

    user: User
    memory: Memory
    rows: list[Any]


@pytest.fixture
def world(db: None) -> World:
    shipping.sync(NOW)
    user = User.objects.create_user(
        "lin@example.org", birth_date=datetime(1990, 5, 3).date(), date_joined=NOW
    )
    conversation = Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW
    )
    message = Message.objects.create(
        user=user, conversation=conversation, role=Role.USER, text=f"我想死{CANARY}", status=Status.RECEIVED,
        created_at=NOW, risk_level=3, learn_bar="risk", valence=-0.9, template_id="CANARY-R3", model="safety",
    )  # fmt: skip
    memory = Memory(
        user=user, kind="special", subject=f"妈妈{CANARY}", attribute="trauma", value=CANARY, statement=f"你{CANARY}",
        lang="zh", source="stated", sensitivity="special", consent="trauma", use="if_raised", status="current",
        recorded_at=NOW, slot=marks.slot(user.id, "special", "x", "y"), value_key=b"k" * 32,
    )  # fmt: skip
    writing.index(memory)
    memory.save()
    Evidence.objects.create(
        user=user, memory=memory, message=message, quote=f"原话{CANARY}", speaker="user", at=NOW
    )
    Tombstone.objects.create(user=user, key=b"t" * 32, of="fact", at=NOW)
    candidate = Candidate.objects.create(user=user, source="thread", memory=memory, ranked_at=NOW)
    choice = TopicChoice.objects.create(
        user=user, conversation=conversation, reply=message, candidate=candidate, move="open", at=NOW
    )
    private = Persona.objects.create(key="mine", name=CANARY, language="en", owner=user)
    line = Line(message.id, timezone.now(), "zh")
    risk.note(user, line, Assessment(Level.R3, frozenset({Flag.ED}), ("zh3.method",)))
    shared = Persona.objects.get(key="xiaonuan")
    return World(user, memory, [user, conversation, message, memory, candidate, choice, shared, private])


def _client(**flags: bool) -> Client:
    client = Client()
    client.force_login(
        User.objects.create_user(f"{uuid.uuid4()}@example.org", "a long pass word", **flags),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    return client


@pytest.fixture
def staff(world: World) -> Client:
    return _client(is_staff=True)


def _url(model: Any, page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def test_no_page_shows_what_was_said(world: World, staff: Client) -> None:
    opened = 0
    pages = [reverse("admin:index"), *(_url(model, "changelist") for model in admin.site._registry)]
    for row in world.rows:
        pages += [_url(type(row), "change", row.pk), _url(type(row), "history", row.pk)]
    for page in pages:
        answer = staff.get(page)
        text = answer.content.decode()
        assert CANARY not in text, page
        assert not re.search(r"CANARY-R3|trauma|argon2|1990", text), page
        opened += answer.status_code == 200
    assert opened >= len(pages) - 2  # another's persona is not there
    assert str(world.memory.pk) in staff.get(_url(Memory, "changelist")).content.decode()
    assert "lin@example.org" in staff.get(_url(Memory, "change", world.memory.pk)).content.decode()


def test_a_users_own_persona_is_theirs_alone(world: World, staff: Client) -> None:
    private = world.rows[-1]
    assert staff.get(_url(Persona, "change", private.pk)).status_code == 302
    assert "xiaonuan" in staff.get(_url(Persona, "changelist")).content.decode()


def test_sealed_fields_are_in_no_admin(world: World) -> None:
    for model, page in admin.site._registry.items():
        sealed = {field.name for field in model._meta.get_fields() if isinstance(field, SealedText)}
        shown = {getattr(column, "__name__", column) for column in page.columns}  # type: ignore[attr-defined]
        assert not sealed & shown
        assert not set(page.search_fields) & sealed


def test_nobody_changes_what_was_said_or_learnt(world: World, staff: Client) -> None:
    before = Memory.objects.values_list("version", "status").get(pk=world.memory.pk)
    for client in (staff, _client(is_staff=True, is_superuser=True)):
        for row in world.rows[1:6]:
            model = type(row)
            assert client.get(_url(model, "add")).status_code == 403
            assert client.post(_url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
            assert client.post(_url(model, "change", row.pk), {"status": "rejected"}).status_code == 403
            bulk = {"action": "delete_selected", "_selected_action": str(row.pk), "post": "yes"}
            client.post(_url(model, "changelist"), bulk)
            assert model.objects.filter(pk=row.pk).exists()
    assert Memory.objects.values_list("version", "status").get(pk=world.memory.pk) == before
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("model", [Evidence, Tombstone, RiskState, RiskEvent, RiskCount])
def test_some_rows_have_no_page_at_all(model: Any) -> None:
    assert model not in admin.site._registry


def test_libraries_bring_no_pages_of_their_own() -> None:
    from allauth.mfa.models import Authenticator

    assert isinstance(
        admin.site._wrapped if hasattr(admin.site, "_wrapped") else admin.site, OperatorAdminSite
    )
    assert Authenticator not in admin.site._registry
    assert {model._meta.app_label for model in admin.site._registry} <= {
        "accounts",
        "transcript",
        "memory",
        "persona",
        "topics",
        "safety",
    }


def test_operators_may_close_an_account_and_name_operators(world: World, staff: Client) -> None:
    page = _url(User, "change", world.user.pk)
    assert staff.post(page, {"is_staff": "on", "email": "stolen@example.org"}).status_code == 302
    world.user.refresh_from_db()
    assert (world.user.is_active, world.user.is_staff, world.user.email) == (False, True, "lin@example.org")
    assert staff.get(_url(User, "add")).status_code == 403
    assert staff.post(_url(User, "delete", world.user.pk), {"post": "yes"}).status_code == 403


def test_operators_cannot_lock_themselves_or_the_owner_out(world: World, staff: Client) -> None:
    own = User.objects.get(pk=staff.session["_auth_user_id"])
    owner = User.objects.create_superuser("owner@example.org")
    for user in (own, owner):
        staff.post(_url(User, "change", user.pk), {})
        user.refresh_from_db()
        assert user.is_active
        assert user.is_staff


def test_nobody_else_gets_in(world: World) -> None:
    user = _client()
    for page in (reverse("admin:index"), *(_url(model, "changelist") for model in admin.site._registry)):
        assert Client().get(page).status_code == 302
        assert user.get(page).status_code == 302
        assert user.post(page).status_code == 302
    assert user.get(reverse("admin:login")).status_code == 403


def test_the_only_sign_in_is_the_products_own(world: World) -> None:
    answer = Client().get(reverse("admin:login"), {"next": "/admin/memory/"})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(reverse("account_login"))
    assert Client().post(reverse("admin:login"), {"username": "x", "password": "y"}).status_code == 302


def test_the_front_page_counts(world: World, staff: Client) -> None:
    now = timezone.now()
    Message.objects.filter(user=world.user).update(learn_bar="", created_at=now - timedelta(minutes=10))
    found = figures(now)
    assert (found.conversations, found.to_learn, found.to_embed, found.generating) == (1, 1, 1, 0)
    assert found.waiting_for == timedelta(minutes=10)
    assert [count for _kind, _status, count in found.memories] == [1]
    assert [levels for _day, levels in found.risk] == [[0, 0, 1, 0]]
    text = staff.get(reverse("admin:index")).content.decode()
    assert "等待学习的消息" in text
    assert "lin@example.org" not in text


def test_figures_of_an_empty_installation(db: None) -> None:
    found = figures(NOW)
    assert (found.users, found.waiting_for, found.memories, found.risk, found.learning_failures) == (
        0,
        None,
        [],
        [],
        0,
    )
