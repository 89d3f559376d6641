"""Complaints: taken from everybody, sealed, answered, seen by whoever has the link, let go in the end."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from safety import complaining
from safety.complaining import Said, TooMany
from safety.models import Complaint, ComplaintState, ContactMessage

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
SAID = Said("privacy", "我的导出里少了一天 CANARY-8841", "zh-hans")
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture
def lin() -> User:
    return User.objects.create_user(
        "lin@example.org", "a long pass word", birth_date=NOW.date().replace(year=1990)
    )


def test_it_is_sealed_and_found_by_its_link_alone(lin: User) -> None:
    secret = complaining.submit(SAID, lin, NOW)
    row = complaining.read(secret)
    assert row is not None
    assert (row.text, row.state, row.answer) == (SAID.text, "received", "")
    assert row.due_on == (NOW + timedelta(days=15)).date()
    assert complaining.read(secret[:-1]) is None
    with connection.cursor() as cursor:
        cursor.execute("SELECT c::text FROM safety_complaint c")
        held = cursor.fetchone()[0]
    assert "8841" not in held
    assert secret not in held


@pytest.mark.parametrize(
    ("state", "answer", "after"),
    [
        ("looking", "", "looking"),
        ("received", "查过了，补上了。", "answered"),
        ("looking", "查过了，补上了。", "answered"),
        ("closed", "", "closed"),
        ("closed", "查过了，补上了。", "closed"),
    ],
)
def test_states(lin: User, state: str, answer: str, after: str) -> None:
    complaining.submit(SAID, lin, NOW)
    row = Complaint.objects.get()
    for _twice in range(2):
        complaining.move(row, state, answer, NOW + timedelta(days=1))
    row.refresh_from_db()
    assert (row.state, row.answer) == (after, answer)
    assert (row.closed_at is not None) == (after == "closed")


def test_closed_ones_go_after_a_year(lin: User) -> None:
    complaining.submit(SAID, lin, NOW)
    complaining.move(Complaint.objects.get(), ComplaintState.CLOSED, "", NOW)
    assert complaining.purge(NOW + timedelta(days=365)) == 0
    assert complaining.purge(NOW + timedelta(days=366)) == 1


def test_five_a_day_are_enough(lin: User) -> None:
    for _each in range(5):
        complaining.submit(SAID, lin, NOW)
    with pytest.raises(TooMany):
        complaining.submit(SAID, lin, NOW)
    complaining.submit(SAID, lin, NOW + timedelta(days=1, seconds=1))


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("signed_in", [True, False])
def test_from_the_form_to_the_answer(lin: User, language: str, signed_in: bool) -> None:
    client = Client(REMOTE_ADDR="203.0.113.9" if language == "en" else "203.0.113.8")
    client.cookies["django_language"] = language
    if signed_in:
        lin.language = language
        lin.save()
        client.force_login(lin, backend=BACKEND)
    address = reverse("complaint")
    assert client.get(address).status_code == 200
    for wrong in (
        {"about": "privacy", "text": " "},
        {"about": "x", "text": "y"},
        {"about": "privacy", "text": "长" * 4_001},
    ):
        assert client.post(address, wrong).status_code == 200
    assert not Complaint.objects.exists()
    answer = client.post(address, {"about": "privacy", "text": SAID.text})
    assert answer.status_code == 302
    place = answer.headers["Location"]
    complaining.move(Complaint.objects.get(), ComplaintState.LOOKING, "查过了，补上了。", timezone.now())
    page = Client().get(place).content.decode()  # whoever has the link
    assert SAID.text in page
    assert "查过了，补上了。" in page
    assert Client().get("/safety/complaint/nothing/").status_code == 404
    if signed_in:
        assert "查过了" in client.get(address).content.decode()


def test_operators_read_answer_and_close(lin: User) -> None:
    complaining.submit(SAID, lin, NOW)
    row = Complaint.objects.get()
    staff = Client()
    staff.force_login(
        User.objects.create_user("op@example.org", "a long pass word", is_staff=True), backend=BACKEND
    )
    assert "CANARY" not in staff.get(reverse("admin:safety_complaint_changelist")).content.decode()
    page = reverse("admin:safety_complaint_change", args=[row.pk])
    assert "CANARY-8841" in staff.get(page).content.decode()
    assert staff.post(page, {"state": "looking", "answer": "补上了。"}).status_code == 302
    row.refresh_from_db()
    assert (row.state, row.answer) == ("answered", "补上了。")
    assert (
        staff.post(reverse("admin:safety_complaint_delete", args=[row.pk]), {"post": "yes"}).status_code
        == 403
    )
    other = Client()
    other.force_login(lin, backend=BACKEND)
    assert other.get(page).status_code in (302, 403)


def test_failed_letters_wait_for_a_person(lin: User) -> None:
    common: dict[str, Any] = {"user": lin, "line": lin.pk, "line_at": NOW, "asked_at": NOW, "due_at": NOW}
    failed = ContactMessage.objects.create(**common, state="failed")
    sent = ContactMessage.objects.create(**common, state="sent")
    staff = Client()
    staff.force_login(
        User.objects.create_user("op@example.org", "a long pass word", is_staff=True), backend=BACKEND
    )
    listed = reverse("admin:safety_contactmessage_changelist")
    assert staff.get(listed).status_code == 200
    staff.post(listed, {"action": "mark_handled", "_selected_action": [str(failed.pk), str(sent.pk)]})
    failed.refresh_from_db()
    sent.refresh_from_db()
    assert failed.handled_at is not None
    assert sent.handled_at is None


def test_the_form_says_where_help_is_now() -> None:
    page = Client().get(reverse("complaint")).content.decode()
    assert re.search(r'href="/safety/help/"', page)


@pytest.mark.parametrize(("address", "taken"), [("203.0.113.7", 5), ("", 7)])
def test_visitors_of_one_address_are_counted_and_nobody_for_others(address: str, taken: int) -> None:
    from django.core.cache import cache

    cache.clear()
    client = Client(REMOTE_ADDR=address)
    for _each in range(7):
        client.post(reverse("complaint"), {"about": "other", "text": "少了一天"})
    assert Complaint.objects.count() == taken


def test_nobody_sees_whose_letter_arrived(lin: User) -> None:
    common: dict[str, Any] = {"user": lin, "line": lin.pk, "line_at": NOW, "asked_at": NOW, "due_at": NOW}
    ContactMessage.objects.create(**common, state="sent")
    staff = Client()
    staff.force_login(
        User.objects.create_user("op2@example.org", "a long pass word", is_staff=True), backend=BACKEND
    )
    page = staff.get(reverse("admin:safety_contactmessage_changelist")).content.decode()
    assert lin.email not in page
