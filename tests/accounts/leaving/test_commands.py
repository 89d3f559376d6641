"""The operators' commands, as they are typed."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, load_command_class

from accounts.leaving import asking, erasing, ledger
from accounts.models import Deletion, User
from tests.accounts.leaving.conftest import NOW, person
from tests.accounts.leaving.test_ledger import restore

COMMANDS = ("erase_user", "replay_deletions", "erasure_audit", "lift_age_refusal")


def run(*words: str) -> Any:
    out = StringIO()
    call_command(*words, stdout=out)
    return json.loads(out.getvalue()) if "--json" in words else out.getvalue()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_examples(name: str) -> None:
    assert f"manage.py {name}" in load_command_class("accounts", name).help
    assert "Example" in load_command_class("accounts", name).help


def test_an_account_is_erased_now(lin: User) -> None:
    told = run("erase_user", "LIN@example.org", "--now", "--json")
    assert (told["state"], told["asked_by"], told["rows"]) == ("done", "operator", 5)
    assert "/account/receipt/" in told["receipt"]
    assert not User.objects.exists()
    assert run("erasure_audit", "--json")["ok"]


def test_without_now_it_can_be_taken_back(lin: User) -> None:
    told = run("erase_user", "lin@example.org")
    assert "waiting" in told
    assert Deletion.objects.get().user == lin
    asking.cancel(lin)
    assert User.objects.staying().get() == lin


def test_whom_it_does_not_erase(db: None) -> None:
    with pytest.raises(CommandError):
        run("erase_user", "nobody@example.org", "--now")
    person("owner", is_staff=True, is_superuser=True)
    with pytest.raises(CommandError, match="createsuperuser"):
        run("erase_user", "owner@example.org", "--now")
    assert User.objects.count() == 1


def test_a_ledger_is_exported_and_replayed_after_a_restore(lin: User, tmp_path: Path) -> None:
    other = person("other")
    erasing.carry_out(asking.ask(lin, NOW).id, NOW)
    file = tmp_path / "ledger.json"
    assert run("replay_deletions", "--export", str(file), "--json") == {"entries": 1}
    restore(lin)
    assert run("replay_deletions", "--json") == {"entries": 0, "accounts": 0, "rows": 0}
    assert run("replay_deletions", "--ledger", str(file), "--json")["accounts"] == 1
    assert User.objects.get() == other
    assert "accounts 0" in run("replay_deletions", "--ledger", str(file))


def test_the_file_beside_the_database_is_enough(lin: User, settings: Any) -> None:
    erasing.carry_out(asking.ask(lin, NOW).id, NOW)
    ledger.keep_file(settings.DELETION_LEDGER_FILE, NOW)
    restore(lin)
    assert run("replay_deletions", "--json")["accounts"] == 1
    assert not User.objects.exists()


def test_a_bad_file_is_told(lin: User, tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(CommandError, match="can't be read"):
            run("replay_deletions", "--ledger", str(path))
    with pytest.raises(CommandError):
        run("replay_deletions", "--export", "/proc/no/such/ledger.json")
