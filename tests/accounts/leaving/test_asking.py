"""Asking for a deletion, taking it back, and who may not ask."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection

from accounts.leaving import asking, destroying, erasing, receipts
from accounts.models import Deletion, LedgerEntry, User, UserKey
from tests.accounts.leaving.conftest import NOW, PASSWORD, WEEK, person

DAY = timedelta(days=1)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_with_a_wait_nothing_is_gone_yet(lin: User) -> None:
    deletion = asking.ask(lin, NOW, WEEK)
    assert (deletion.state, deletion.destroyed_at) == ("waiting", None)
    assert (fresh(lin).leaving_at, lin.leaving_at, fresh(lin).is_active) == (NOW + WEEK, NOW + WEEK, True)
    assert not fresh(lin).is_staying
    assert not User.objects.staying().filter(pk=lin.pk).exists()
    assert UserKey.objects.filter(user=lin).exists()
    assert not LedgerEntry.objects.exists()
    assert not erasing.waiting(NOW + WEEK - DAY).exists()
    assert erasing.waiting(NOW + WEEK).get() == deletion


def test_at_once_the_key_is_gone_with_the_answer(lin: User) -> None:
    deletion = asking.ask(lin, NOW)
    assert (deletion.state, deletion.destroyed_at, deletion.key_backups_until) == (
        "erasing",
        NOW,
        NOW + 7 * DAY,
    )
    assert not UserKey.objects.filter(user=lin).exists()
    assert (fresh(lin).is_active, fresh(lin).has_usable_password()) == (False, False)
    assert not fresh(lin).check_password(PASSWORD)
    assert LedgerEntry.objects.count() == 1


def test_asked_again_it_becomes_no_later_and_may_become_earlier(lin: User) -> None:
    first = asking.ask(lin, NOW, WEEK)
    assert asking.ask(lin, NOW + DAY, WEEK) == first
    assert fresh(lin).leaving_at == NOW + WEEK
    assert asking.ask(lin, NOW + DAY, DAY) == first
    assert fresh(lin).leaving_at == NOW + 2 * DAY
    assert asking.ask(lin, NOW + DAY).state == "erasing"
    again = asking.ask(lin, NOW + 2 * DAY)
    assert (again.id, again.destroyed_at) == (first.id, NOW + DAY)


def test_taken_back_nothing_remembers_it(lin: User) -> None:
    deletion = asking.ask(lin, NOW, WEEK)
    asking.cancel(lin)
    asking.cancel(lin)
    assert fresh(lin).is_staying
    assert not Deletion.objects.exists()
    assert receipts.find(receipts.secret(deletion.id)) is None
    assert erasing.carry_out(deletion.id, NOW + WEEK) == 0
    assert UserKey.objects.filter(user=lin).exists()


def test_what_is_destroyed_cannot_be_taken_back(lin: User) -> None:
    asking.ask(lin, NOW)
    with pytest.raises(asking.TooLate):
        asking.cancel(lin)
    User.objects.get(pk=lin.pk).delete()
    with pytest.raises(asking.TooLate):
        asking.cancel(lin)


def test_destroying_waits_for_its_moment(lin: User) -> None:
    assert not destroying.destroy(lin.pk, NOW)
    asking.ask(lin, NOW, WEEK)
    assert not destroying.destroy(lin.pk, NOW + WEEK - DAY)
    assert UserKey.objects.filter(user=lin).exists()
    assert destroying.destroy(lin.pk, NOW + WEEK)
    assert not destroying.destroy(lin.pk, NOW + WEEK)


def test_the_last_owner_stays(lin: User) -> None:
    owner = person("owner", is_staff=True, is_superuser=True)
    for wait in (asking.AT_ONCE, WEEK):
        for by in (Deletion.By.SELF, Deletion.By.OPERATOR):
            with pytest.raises(asking.LastOwner):
                asking.ask(owner, NOW, wait, by)
    assert not Deletion.objects.exists()
    assert fresh(owner).is_staying
    second = person("second", is_staff=True, is_superuser=True)
    asking.ask(second, NOW, WEEK)
    with pytest.raises(asking.LastOwner):
        asking.ask(owner, NOW, WEEK)  # who is leaving counts as gone
    asking.cancel(second)
    assert asking.ask(owner, NOW, WEEK).state == "waiting"


@pytest.mark.django_db
def test_under_age_even_the_last_owner_goes() -> None:
    owner = person("owner", is_staff=True, is_superuser=True)
    assert asking.ask(owner, NOW, by=Deletion.By.UNDER_AGE).state == "erasing"


@pytest.mark.django_db(transaction=True)
def test_two_owners_do_not_both_go() -> None:
    owners = [person(name, is_staff=True, is_superuser=True) for name in ("one", "two")]
    together = threading.Barrier(2)
    refused: list[str] = []

    def leave(user: User) -> None:
        together.wait()
        try:
            asking.ask(user, NOW)
        except asking.LastOwner:
            refused.append(user.email)
        connection.close()

    threads = [threading.Thread(target=leave, args=[user]) for user in owners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert User.objects.staying().get().email == refused[0]


@pytest.mark.django_db(transaction=True)
def test_asked_twice_at_once_it_is_one_deletion() -> None:
    lin = person()
    together = threading.Barrier(4)

    def leave() -> None:
        together.wait()
        asking.ask(User.objects.get(pk=lin.pk), NOW, WEEK)
        connection.close()

    threads = [threading.Thread(target=leave) for _each in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Deletion.objects.count() == 1
