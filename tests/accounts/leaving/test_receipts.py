"""The receipt: facts without content, at an address that can't be guessed."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from accounts.leaving import asking, erasing, receipts
from accounts.models import Deletion, User
from companion import schedule
from tests.accounts.leaving.conftest import NOW, WEEK, person
from tests.reading import foreign

DAY = timedelta(days=1)


def done(user: User) -> Deletion:
    deletion = asking.ask(user, NOW)
    erasing.carry_out(deletion.id, NOW + timedelta(minutes=1))
    return Deletion.objects.get(pk=deletion.pk)


def test_the_facts_of_each_state(lin: User) -> None:
    facts = receipts.facts(asking.ask(lin, NOW, WEEK))
    assert (facts["state"], facts["planned_for"], facts["key_destroyed_at"]) == (
        "waiting", "2026-12-08T09:00:00Z", None,
    )  # fmt: skip
    facts = receipts.facts(asking.ask(lin, NOW + DAY))
    assert (facts["state"], facts["planned_for"], facts["key_destroyed_at"]) == (
        "erasing", None, "2026-12-02T09:00:00Z",
    )  # fmt: skip
    deletion = Deletion.objects.get()
    erasing.carry_out(deletion.id, NOW + DAY)
    facts = receipts.facts(Deletion.objects.get())
    assert facts["state"] == "done"
    assert facts["rows_deleted_at"] == "2026-12-02T09:00:00Z"
    assert (facts["key_backups_gone_by"], facts["backups_gone_by"]) == (
        "2026-12-09T09:00:00Z",
        "2027-01-01T09:00:00Z",
    )
    assert facts["rows_by_table"] == {
        "account.emailaddress": 1, "accounts.consent": 1, "accounts.user": 1, "accounts.userkey": 1, "sessions.session": 1,
    }  # fmt: skip
    assert facts["rows"] == 5


def test_a_receipt_says_nothing_of_the_person(lin: User) -> None:
    key = str(lin.pk)
    told = json.dumps(receipts.facts(done(lin)))
    assert "lin" not in told
    assert key not in told
    row = Deletion.objects.get()
    assert row.user_id is None
    assert {field.name for field in Deletion._meta.concrete_fields} == {
        "id", "user", "by", "receipt", "asked_at", "destroyed_at", "done_at", "counts", "key_backups_until", "backups_until",
    }  # fmt: skip


def test_only_the_secret_finds_it(lin: User) -> None:
    deletion = done(lin)
    secret = receipts.secret(deletion.id)
    assert receipts.find(secret) == deletion
    assert len(secret) == 43
    assert secret.encode() not in bytes(deletion.receipt)
    for other in (str(deletion.id), secret[:-1], secret + "=", "", bytes(deletion.receipt).hex()):
        assert receipts.find(other) is None


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_it_is_mailed_where_mail_is_set_up(language: str, settings: Any, db: None) -> None:
    settings.MAIL_CONFIGURED, settings.SITE_URL = True, "https://companion.example.org/"
    user = person("lin")
    User.objects.filter(pk=user.pk).update(language=language)
    deletion = done(user)
    assert len(mail.outbox) == 1
    sent = mail.outbox[0]
    assert sent.to == ["lin@example.org"]
    assert f"https://companion.example.org/account/receipt/{receipts.secret(deletion.id)}/" in str(sent.body)
    assert foreign([str(sent.subject), *str(sent.body).splitlines()], language[:2]) == []
    erasing.carry_out(deletion.id, NOW + WEEK)
    assert len(mail.outbox) == 1


def test_a_mail_that_fails_changes_nothing(lin: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(self: EmailBackend, messages: Any) -> int:
        raise RuntimeError("the mail server answers nonsense")

    settings.MAIL_CONFIGURED = True
    monkeypatch.setattr(EmailBackend, "send_messages", away)
    assert done(lin).state == "done"
    assert not User.objects.exists()


def test_without_mail_none_is_sent(lin: User, settings: Any) -> None:
    settings.MAIL_CONFIGURED = False
    done(lin)
    assert mail.outbox == []


def test_a_year_later_it_is_purged(lin: User) -> None:
    deletion = done(lin)
    fade = schedule.BY_NAME["accounts_fade"].run
    assert fade(NOW + timedelta(days=364)) == 0
    assert fade(NOW + timedelta(days=366)) == 2  # with its entry in the ledger
    assert receipts.find(receipts.secret(deletion.id)) is None
