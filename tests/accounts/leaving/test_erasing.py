"""The rows go, in pieces, whatever happens in between."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.leaving import asking, destroying, erasing, tables
from accounts.models import Consent, Deletion, User, UserKey, grant
from companion import schedule
from tests.accounts.leaving.conftest import NOW, PASSWORD, WEEK, person
from tests.memory.test_killed import Killed, killed_at

MINUTE = timedelta(minutes=1)


def counts() -> dict[str, int]:
    return dict(Deletion.objects.get().counts)


def test_everything_goes_and_nobody_elses(lin: User) -> None:
    other = person("other")
    deletion = asking.ask(lin, NOW)
    assert erasing.carry_out(deletion.id, NOW + MINUTE) == 4  # the key went before
    assert erasing.carry_out(deletion.id, NOW + MINUTE) == 0
    deletion.refresh_from_db()
    assert (deletion.done_at, deletion.user) == (NOW + MINUTE, None)
    assert User.objects.get() == other
    assert [row.user for row in Consent.objects.all()] == [other]
    assert Session.objects.count() == 1


def test_only_what_is_due_goes(lin: User) -> None:
    asking.ask(lin, NOW, WEEK)
    assert schedule.BY_NAME["erase"].run(NOW + WEEK - MINUTE) == 0
    assert User.objects.filter(pk=lin.pk).exists()
    assert schedule.BY_NAME["erase"].run(NOW + WEEK) == 4
    assert not User.objects.exists()
    assert counts()["accounts.userkey"] == 1


def test_one_that_fails_does_not_keep_the_others(lin: User, monkeypatch: pytest.MonkeyPatch) -> None:
    other = person("other")
    for user in (lin, other):
        asking.ask(user, NOW)
    real, seen = erasing._take, []

    def take(deletion: Any, user_id: Any, rows: Any) -> int:
        seen.append(user_id)
        if user_id == lin.pk:
            raise ValueError("this one is broken")
        return real(deletion, user_id, rows)

    monkeypatch.setattr(erasing, "_take", take)
    schedule.BY_NAME["erase"].run(NOW)
    assert set(seen) == {lin.pk, other.pk}
    assert User.objects.get() == lin
    monkeypatch.undo()
    schedule.BY_NAME["erase"].run(NOW)
    assert not User.objects.exists()


def test_many_rows_go_in_pieces(lin: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "BATCH", 3)
    for number in range(10):
        grant(lin, "model", NOW, f"Provider {number}")
    deletion = asking.ask(lin, NOW)
    erasing.carry_out(deletion.id, NOW)
    assert counts()["accounts.consent"] == 11


def test_what_is_written_meanwhile_goes_with_the_account(lin: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that still held the key stored something after its table was emptied."""
    deletion = asking.ask(lin, NOW)
    real = erasing._finish

    def late(*given: Any) -> int:
        grant(User.objects.get(pk=lin.pk), "money", NOW)
        return real(*given)

    monkeypatch.setattr(erasing, "_finish", late)
    erasing.carry_out(deletion.id, NOW)
    assert not Consent.objects.exists()
    assert counts()["accounts.consent"] == 2


def test_taken_back_at_the_last_moment_nothing_goes(lin: User, monkeypatch: pytest.MonkeyPatch) -> None:
    deletion = asking.ask(lin, NOW, WEEK)
    real = destroying.destroy

    def cancelled(user_id: UUID, now: datetime) -> bool:
        asking.cancel(lin)
        return real(user_id, now)

    monkeypatch.setattr(destroying, "destroy", cancelled)
    assert erasing.carry_out(deletion.id, NOW + WEEK) == 0
    assert UserKey.objects.filter(user=lin).exists()
    assert Consent.objects.filter(user=lin).exists()


def test_a_deletion_without_its_user_is_closed(lin: User) -> None:
    deletion = asking.ask(lin, NOW)
    User.objects.get(pk=lin.pk).delete()
    schedule.BY_NAME["erase"].run(NOW + MINUTE)
    deletion.refresh_from_db()
    assert deletion.state == "done"


def test_the_same_address_signs_up_as_somebody_new(lin: User, client: Client, static_files: None) -> None:
    erasing.carry_out(asking.ask(lin, NOW).id, NOW)
    fields = {"email": lin.email, "password1": PASSWORD, "password2": PASSWORD, "birth_date": "1990-05-01"}
    assert client.post(reverse("account_signup"), fields).status_code == 302
    new = User.objects.get()
    assert new.pk != lin.pk
    assert (new.is_staying, UserKey.objects.filter(user=new).exists()) == (True, True)


# -- killed, and beside another -----------------------------------------------------------------------------------


def _undisturbed() -> dict[str, int]:
    deletion = asking.ask(person(), NOW)
    erasing.carry_out(deletion.id, NOW)
    wanted = counts()
    Deletion.objects.all().delete()
    return wanted


@pytest.mark.django_db(transaction=True)
def test_killed_at_any_statement_it_comes_to_the_same_end() -> None:
    wanted, number = _undisturbed(), 1
    while True:
        deletion = asking.ask(person(), NOW, WEEK)
        try:
            with killed_at(number):
                erasing.carry_out(deletion.id, NOW + WEEK)
        except Killed:
            schedule.BY_NAME["erase"].run(NOW + WEEK)
        else:
            break
        assert not User.objects.exists(), number
        assert counts() == wanted, number
        assert Deletion.objects.get().state == "done"
        Deletion.objects.all().delete()
        number += 11
    assert number > 100


@pytest.mark.django_db(transaction=True)
def test_asking_killed_at_any_statement_is_done_or_not_done() -> None:
    number = 1
    while True:
        user = person()
        try:
            with killed_at(number):
                asking.ask(user, NOW)
        except Killed:
            begun = Deletion.objects.filter(user=user, destroyed_at__isnull=False).exists()
            assert UserKey.objects.filter(user=user).exists() is not begun, number
            assert User.objects.get(pk=user.pk).is_active is not begun
            assert Deletion.objects.exists() is begun
        else:
            break
        erasing.carry_out(asking.ask(User.objects.get(pk=user.pk), NOW).id, NOW)
        Deletion.objects.all().delete()
        number += 1
    assert number > 10


def _at_once(*works: Callable[[], object]) -> None:
    together = threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> None:
        together.wait()
        work()
        connection.close()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_count_everything_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "BATCH", 2)
    user = person()
    for number in range(20):
        grant(user, "model", NOW, f"Provider {number}")
    deletion = asking.ask(user, NOW)
    _at_once(*[lambda: erasing.carry_out(deletion.id, NOW)] * 3)
    assert not User.objects.exists()
    assert counts()["accounts.consent"] == 21
    assert Deletion.objects.get().state == "done"


# -- the tables ---------------------------------------------------------------------------------------------------


def test_every_table_comes_before_what_it_points_at() -> None:
    order = [table.model for table in tables.owned()]
    held = [key for _table, key in tables.holding()]
    assert User not in order
    assert len(order) == len(set(order)) > 40
    for at, model in enumerate(order):
        for key in tables._keys(model):
            other = key.remote_field.model
            if other in order and other is not model and key not in held and not tables.may_let_go(key):
                assert order.index(other) > at, (model, key.name)


def test_what_belongs_through_something_else_is_found() -> None:
    found = {table.name: table.owners for table in tables.owned()}
    assert found["account.emailconfirmation"] == ("email_address__user_id",)
    assert found["persona.persona"] == ("owner_id",)
    assert "companion.modelconnection" not in found  # it only remembers who set it up
    assert "accounts.deletion" not in found
