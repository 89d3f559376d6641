"""A refusal is remembered: for the address from anywhere, for the browser for a day, and in no words."""

from __future__ import annotations

import threading
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db import connection, models

from accounts.age import refusals
from accounts.age.asking import Asker
from accounts.age.refusals import Answer
from accounts.models import AgeRefusal
from companion import schedule

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("UTC"))
CHILD, ADULT, NEVER = date(2012, 5, 1), date(1990, 5, 1), date(2030, 1, 1)
LIN = Asker("lin@example.org", "203.0.113.7", "Firefox")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def hear(asker: Asker, born: date, after: timedelta = timedelta(0)) -> Answer:
    return refusals.hear(asker, born, (NOW + after).date(), NOW + after)


def who(mail: str = "lin@example.org", place: str = "203.0.113.7", browser: str = "Firefox") -> Asker:
    return Asker(mail, place, browser)


@pytest.mark.parametrize(
    ("asker", "born", "after", "answer"),
    [
        (who(), ADULT, HOUR, Answer.REMEMBERED),
        (who(), CHILD, HOUR, Answer.UNDER_AGE),
        (who(), NEVER, HOUR, Answer.MISTAKE),
        (who(place="198.51.100.1", browser="Chrome"), ADULT, 29 * DAY, Answer.REMEMBERED),
        (who(), ADULT, 30 * DAY, Answer.WELCOME),
        (who("other@example.org"), ADULT, 23 * HOUR, Answer.REMEMBERED),
        (who("other@example.org"), ADULT, 24 * HOUR, Answer.WELCOME),
        (who("other@example.org", browser="Chrome"), ADULT, HOUR, Answer.WELCOME),
        (who("other@example.org", place="198.51.100.1"), ADULT, HOUR, Answer.WELCOME),
        (who("other@example.org", place="198.51.100.1"), CHILD, HOUR, Answer.UNDER_AGE),
    ],
)
def test_after_a_refusal(asker: Asker, born: date, after: timedelta, answer: Answer) -> None:
    assert hear(LIN, CHILD) is Answer.UNDER_AGE
    assert hear(asker, born, after) is answer


def test_a_mistake_is_not_remembered() -> None:
    assert hear(LIN, NEVER) is Answer.MISTAKE
    assert hear(LIN, date(1800, 1, 1)) is Answer.MISTAKE
    assert not AgeRefusal.objects.exists()
    assert hear(LIN, ADULT) is Answer.WELCOME


def test_trying_again_makes_it_no_longer_but_the_next_browser_is_known_too() -> None:
    hear(LIN, CHILD)
    elsewhere = who(place="198.51.100.1", browser="Chrome")
    assert hear(elsewhere, ADULT, 20 * DAY) is Answer.REMEMBERED
    assert (
        hear(who("other@example.org", "198.51.100.1", "Chrome"), ADULT, 20 * DAY + HOUR) is Answer.REMEMBERED
    )
    assert hear(LIN, CHILD, 29 * DAY) is Answer.UNDER_AGE
    assert set(AgeRefusal.objects.values_list("until", flat=True)) == {NOW + 30 * DAY}
    assert hear(elsewhere, ADULT, 31 * DAY) is Answer.WELCOME


def test_someone_elses_browser_is_not_held_against_their_address() -> None:
    """A grown-up at the family's computer waits a day, not a month."""
    hear(LIN, CHILD)
    assert hear(who("mother@example.org"), ADULT, HOUR) is Answer.REMEMBERED
    assert hear(who("mother@example.org"), ADULT, 25 * HOUR) is Answer.WELCOME


def test_the_nearness_can_be_turned_off(settings: Any) -> None:
    hear(LIN, CHILD)
    settings.AGE_REFUSAL_NEAR_HOURS = 0
    assert hear(who("other@example.org"), ADULT, HOUR) is Answer.WELCOME
    assert hear(LIN, ADULT, HOUR) is Answer.REMEMBERED


def test_without_a_place_nobody_is_near() -> None:
    hear(who(place=""), CHILD)
    assert hear(who("other@example.org", place=""), ADULT) is Answer.WELCOME
    assert hear(who(place=""), ADULT) is Answer.REMEMBERED


def test_without_an_address_the_browser_is_remembered() -> None:
    assert hear(who(""), CHILD) is Answer.UNDER_AGE
    assert hear(who("other@example.org"), ADULT, HOUR) is Answer.REMEMBERED
    assert hear(who("", place="198.51.100.1"), ADULT, HOUR) is Answer.WELCOME  # no address is not an address


def test_another_key_remembers_nothing(settings: Any) -> None:
    """Whoever has the table alone can't try who is in it."""
    hear(LIN, CHILD)
    settings.COMPANION_KEK = "A" * 43 + "="
    assert hear(LIN, ADULT, HOUR) is Answer.WELCOME


def test_no_column_can_hold_a_person() -> None:
    kinds = {field.name: type(field) for field in AgeRefusal._meta.concrete_fields}
    assert kinds.pop("id") is models.BigAutoField
    assert set(kinds.values()) == {models.BinaryField, models.DateTimeField}
    assert not any(word in name for name in kinds for word in ("email", "ip", "birth", "age", "date", "user"))
    hear(LIN, CHILD)
    row = AgeRefusal.objects.get()
    assert (len(bytes(row.mail)), len(bytes(row.near))) == (32, 32)


def test_what_is_over_is_purged_by_the_schedule() -> None:
    hear(LIN, CHILD)
    hear(who("b@example.org", "198.51.100.1"), CHILD, 5 * DAY)
    assert schedule.BY_NAME["accounts_fade"].run(NOW + 30 * DAY) == 1
    assert schedule.BY_NAME["accounts_fade"].run(NOW + 30 * DAY) == 0
    assert AgeRefusal.objects.count() == 1


def test_a_refusal_is_lifted_by_its_address() -> None:
    hear(LIN, CHILD)
    call_command("lift_age_refusal", "Lin+x@example.org")
    assert not AgeRefusal.objects.exists()
    assert hear(LIN, ADULT) is Answer.WELCOME


@pytest.mark.django_db(transaction=True)
def test_a_double_submit_makes_one_row() -> None:
    together = threading.Barrier(6)
    heard: list[Answer] = []

    def submit() -> None:
        together.wait()
        heard.append(hear(LIN, CHILD))
        connection.close()

    threads = [threading.Thread(target=submit) for _each in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == [Answer.UNDER_AGE] * 6
    assert AgeRefusal.objects.count() == 1
