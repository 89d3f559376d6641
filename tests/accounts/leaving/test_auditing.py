"""The audit finds what a deletion would have left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts.leaving import asking, auditing, erasing
from accounts.models import User, UserKey
from companion import schedule
from tests.accounts.leaving.conftest import NOW, WEEK, person

HOUR = timedelta(hours=1)


@contextmanager
def without_constraints() -> Iterator[None]:
    """As a restore may leave a database whose constraints were put back without looking."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = DEFAULT")


def test_a_site_of_living_accounts_is_clean(lin: User) -> None:
    asking.ask(lin, NOW, WEEK)
    audit = auditing.audit(NOW)
    assert (audit.ok, audit.found, audit.under_way) == (True, {}, {})
    assert audit.looked > 40


def test_a_deletion_under_way_has_a_day(lin: User) -> None:
    asking.ask(lin, NOW)
    audit = auditing.audit(NOW + 23 * HOUR)
    assert (audit.found, audit.under_way["accounts.user"], audit.under_way["accounts.consent"]) == ({}, 1, 1)
    late = auditing.audit(NOW + 25 * HOUR)
    assert (late.ok, late.under_way, late.found["accounts.consent"]) == (False, {}, 1)
    schedule.BY_NAME["erase"].run(NOW + 25 * HOUR)
    assert auditing.audit(NOW + 26 * HOUR) == auditing.Audit({}, {}, audit.looked)


def test_a_key_that_is_gone_shows_everything_it_sealed(lin: User) -> None:
    UserKey.objects.filter(user=lin).delete()
    found = auditing.audit(NOW).found
    assert (found["accounts.user"], found["accounts.consent"], found["account.emailaddress"]) == (1, 1, 1)
    assert found["sessions.session"] == 1


@pytest.mark.django_db(transaction=True)
def test_rows_of_people_who_are_not_there_are_found() -> None:
    user = person()
    with without_constraints():
        User.objects.filter(pk=user.pk)._raw_delete("default")
        UserKey.objects.all()._raw_delete("default")
    found = auditing.audit(NOW).found
    assert (found["accounts.consent"], found["account.emailaddress"], found["sessions.session"]) == (1, 1, 1)
    with without_constraints(), connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_consent, account_emailaddress CASCADE")


def test_what_only_its_content_names_is_found(lin: User) -> None:
    operator = person("op", is_staff=True)
    known = {"content_type": ContentType.objects.get_for_model(User), "action_flag": CHANGE}
    LogEntry.objects.create(user=operator, object_id=str(lin.pk), object_repr=lin.email, **known)
    assert auditing.audit(NOW).ok
    key = lin.pk
    erasing.carry_out(asking.ask(lin, NOW).id, NOW)
    assert not LogEntry.objects.exists()
    assert auditing.audit(NOW).ok
    LogEntry.objects.create(user=operator, object_id=str(key), object_repr="lin@example.org", **known)
    stale = Client()
    stale.force_login(operator)
    session = stale.session
    session["_auth_user_id"] = str(key)
    session.save()
    assert auditing.audit(NOW).found == {"admin.logentry": 1, "sessions.session": 1}


def test_the_command_ends_with_one_where_something_is_left(lin: User) -> None:
    out = StringIO()
    call_command("erasure_audit", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["ok"], told["found"], told["under_way"]) == (True, {}, {})
    UserKey.objects.filter(user=lin).delete()
    out = StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("erasure_audit", "--json", stdout=out)
    assert failed.value.returncode == 1
    assert json.loads(out.getvalue())["found"]["accounts.user"] == 1
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("erasure_audit", stdout=out)
    assert "accounts.consent 1" in out.getvalue()


def test_the_schedule_looks_every_night(lin: User, caplog: Any) -> None:
    look = schedule.BY_NAME["erasure_audit"].run
    assert look(NOW) == 0
    UserKey.objects.filter(user=lin).delete()
    assert look(NOW) > 0
    assert "rows of deleted accounts are left" in caplog.text
    assert lin.email not in caplog.text
