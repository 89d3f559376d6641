"""The ledger: whom a restored backup brings back is found in it and deleted again."""

from __future__ import annotations

import json
import stat
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from accounts.leaving import asking, erasing, ledger, replaying
from accounts.leaving.ledger import Entry, NoLedger
from accounts.models import Deletion, LedgerEntry, User, UserKey
from companion import schedule, scratch
from tests.accounts.leaving.conftest import NOW, WEEK, person

DAY = timedelta(days=1)


def gone(name: str) -> User:
    """Somebody who was deleted, as they were."""
    user = person(name)
    deletion = asking.ask(user, NOW)
    erasing.carry_out(deletion.id, NOW)
    return user


def restore(user: User) -> None:
    """What a backup from before brings back: the person with their key, and no word of the deletion."""
    LedgerEntry.objects.all().delete()
    Deletion.objects.all().delete()
    User.objects.bulk_create([user])
    UserKey.objects.create(user=user, wrapped=b"as it was")


def test_an_entry_names_nobody(lin: User) -> None:
    ledger.enter(lin.pk, NOW)
    ledger.enter(lin.pk, NOW + DAY)
    row = LedgerEntry.objects.get()
    assert row.at == NOW
    assert len(bytes(row.key)) == 32
    assert lin.pk.bytes not in bytes(row.key)


def test_the_schedule_keeps_a_file_beside_the_database(db: None) -> None:
    keep, file = schedule.BY_NAME["deletion_ledger"].run, settings.DELETION_LEDGER_FILE
    assert keep(NOW) == 0
    assert not file.exists()  # nobody was deleted
    gone("a")
    assert keep(NOW) == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    first = file.stat().st_mtime_ns
    assert keep(NOW) == 0
    assert file.stat().st_mtime_ns == first
    gone("b")
    assert keep(NOW) == 1
    assert len(ledger.read(file)) == 2
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_restored_database_takes_nothing_out_of_the_file(db: None) -> None:
    user = gone("a")
    schedule.BY_NAME["deletion_ledger"].run(NOW)
    restore(user)
    gone("b")
    assert schedule.BY_NAME["deletion_ledger"].run(NOW) == 1
    assert len(ledger.read(settings.DELETION_LEDGER_FILE)) == 2


def test_what_no_backup_is_as_old_as_leaves_the_file(db: None) -> None:
    gone("a")
    schedule.BY_NAME["deletion_ledger"].run(NOW)
    later = NOW + timedelta(days=366)
    ledger.fade(later)
    schedule.BY_NAME["deletion_ledger"].run(later)
    assert ledger.read(settings.DELETION_LEDGER_FILE) == set()


def test_a_scratch_database_leaves_the_file_alone(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stories are played there, years ahead: nothing is too old for it."""
    gone("a")
    schedule.BY_NAME["deletion_ledger"].run(NOW)
    monkeypatch.setitem(connection.settings_dict, "NAME", f"{scratch.PREFIX}x")
    schedule.BY_NAME["deletion_ledger"].run(NOW + timedelta(days=4_000))
    assert len(ledger.read(settings.DELETION_LEDGER_FILE)) == 1


def test_a_file_that_cannot_be_read_is_left_alone(db: None) -> None:
    file = settings.DELETION_LEDGER_FILE
    file.parent.mkdir()
    file.write_text("{")
    gone("a")
    assert schedule.BY_NAME["deletion_ledger"].run(NOW) == 0
    assert file.read_text() == "{"


ROW = {"key": "ab" * 32, "scope": "account", "at": NOW.isoformat()}


@pytest.mark.parametrize(
    "told",
    [
        None,
        "",
        "[]",
        "{}",
        json.dumps({"schema": "other", "version": 1, "entries": []}),
        json.dumps({"schema": ledger.SCHEMA, "version": 2, "entries": []}),
        json.dumps({"schema": ledger.SCHEMA, "version": 1, "entries": [{**ROW, "key": "xyz"}]}),
        json.dumps({"schema": ledger.SCHEMA, "version": 1, "entries": [{**ROW, "at": "yesterday"}]}),
        json.dumps(
            {"schema": ledger.SCHEMA, "version": 1, "entries": [{**ROW, "at": "2026-12-01T09:00:00"}]}
        ),
        json.dumps({"schema": ledger.SCHEMA, "version": 1, "entries": [{"key": "ab"}]}),
    ],
)
def test_what_is_no_ledger_is_refused(told: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    if told is not None:
        path.write_text(told)
    with pytest.raises(NoLedger, match=r"x\.json"):
        ledger.read(path)


def test_written_and_read_it_is_the_same(tmp_path: Path) -> None:
    rows = {Entry(NOW, "ab" * 32), Entry(NOW + DAY, "cd" * 32)}
    ledger.write(tmp_path / "deep" / "x.json", rows)
    assert ledger.read(tmp_path / "deep" / "x.json") == rows


def test_whoever_is_back_is_deleted_again_and_nobody_else(lin: User) -> None:
    user = gone("a")
    told = ledger.entries()
    restore(user)
    done = replaying.replay(told, NOW + DAY)
    assert done == replaying.Replayed(accounts=1, rows=1)  # the row itself; the key went with the question
    assert User.objects.get() == lin
    assert UserKey.objects.get().user == lin
    assert Deletion.objects.get().by == Deletion.By.REPLAY
    assert ledger.entries() == {Entry(NOW + DAY, ledger.key_of(user.pk).hex())}
    assert replaying.replay(told, NOW + DAY) == replaying.Replayed(0, 0)


def test_even_the_last_owner_of_an_old_backup(db: None) -> None:
    owner = person("owner", is_staff=True, is_superuser=True)
    heir = person("heir", is_staff=True, is_superuser=True)
    erasing.carry_out(asking.ask(owner, NOW).id, NOW)
    told = ledger.entries()
    restore(owner)
    User.objects.filter(pk=heir.pk).update(is_superuser=False)
    assert replaying.replay(told, NOW).accounts == 1


def test_another_scope_deletes_no_account(lin: User) -> None:
    replaying.replay({Entry(NOW, ledger.key_of(lin.pk).hex(), "chat")}, NOW)
    assert User.objects.get() == lin


def test_a_deletion_in_its_wait_is_not_in_the_ledger(lin: User) -> None:
    asking.ask(lin, NOW, WEEK)
    assert ledger.entries() == set()
