"""The emergency contact: asked only who agreed, at most once a day, with nothing that was said."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client

from accounts.models import User
from safety import events, risk
from safety.compliance import Duties, Trigger, duties
from safety.contact import deciding, notifying, registering
from safety.contact.registering import Named, TooMany
from safety.contact.sending import Letter, NotSent, backend_is_real
from safety.events import Line
from safety.levels import Assessment, Flag, Level
from safety.models import ContactMessage, EmergencyContact, RiskEvent
from safety.unlinking import mark

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
pytestmark = pytest.mark.django_db
R4 = Assessment(Level.R4, frozenset(), ("zh4.intent",))


class Failing:
    real = True
    sent: ClassVar[list[Letter]] = []
    fails: ClassVar[set[str]] = set()

    def send(self, letter: Letter) -> None:
        if letter.address in self.fails:
            raise NotSent("away")
        self.sent.append(letter)


@pytest.fixture(autouse=True)
def carrier(settings: Any) -> type[Failing]:
    settings.CONTACT_BACKEND = "tests.safety.contact.test_notifying.Failing"
    Failing.sent, Failing.fails = [], set()
    return Failing


@pytest.fixture
def lin() -> User:
    return User.objects.create_user("lin@example.org", "a long pass word", language="zh-hans")


def confirmed(user: User, address: str = "mei@example.org") -> EmergencyContact:
    row = registering.add(user, Named("阿梅", "小林", address), NOW - 2 * HOUR)
    EmergencyContact.objects.filter(id=row.id).update(confirmed_at=NOW - HOUR, invitation="sent")
    return row


def say(user: User, assessment: Assessment = R4, at: datetime = NOW) -> Line:
    line = Line(uuid.uuid4(), at, "zh")
    with transaction.atomic():
        risk.note(user, line, assessment)
    return line


@pytest.mark.parametrize(
    ("assessment", "found"),
    [
        (R4, Trigger.R4),
        (Assessment(Level.R4, frozenset({Flag.HARM_OTHERS})), Trigger.R4),
        (Assessment(Level.R3, frozenset(), ("zh3.self_harm",)), Trigger.SELF_HARM),
        (Assessment(Level.R3, frozenset(), ("en3.attempt",)), Trigger.SELF_HARM),
        (Assessment(Level.R3, frozenset(), ("zh3.method_thought",)), None),
        (Assessment(Level.R2, frozenset(), ("zh2.wish",)), None),
        (Assessment(Level.R1, frozenset({Flag.PROPERTY_LOSS})), Trigger.PROPERTY_LOSS),
        (Assessment(Level.R1, frozenset({Flag.THIRD_PARTY, Flag.PROPERTY_LOSS})), None),
        (Assessment(Level.R0), None),
    ],
)
def test_what_lets_them_be_told(assessment: Assessment, found: Trigger | None) -> None:
    assert deciding.trigger(assessment, duties(["strict"])) is found
    only_r4 = Duties(180)
    assert deciding.trigger(assessment, only_r4) is (found if found is Trigger.R4 else None)


def test_a_letter_goes_out_once_and_quotes_nothing(lin: User, carrier: type[Failing]) -> None:
    confirmed(lin)
    line = say(lin)
    assert notifying.told(lin, line.id) == "阿梅"
    for _twice in range(2):
        notifying.send_waiting(NOW + MINUTE)
    (letter,) = carrier.sent
    assert letter.address == "mei@example.org"
    assert "小林" in letter.body
    assert "阿梅" not in letter.body
    for word in ("自杀", "风险", "R4", "陪伴", "Companion", "AI"):
        assert word not in letter.subject + letter.body
    assert RiskEvent.objects.get(line=mark("line", line.id, line.at)).contact == "sent"


def test_once_in_a_day_whatever_is_said(lin: User, carrier: type[Failing]) -> None:
    confirmed(lin)
    say(lin)
    later = say(lin, at=NOW + 23 * HOUR)
    notifying.send_waiting(NOW + 23 * HOUR)
    assert RiskEvent.objects.get(line=mark("line", later.id, later.at)).contact == "held"
    say(lin, at=NOW + 24 * HOUR)
    notifying.send_waiting(NOW + 24 * HOUR)
    assert ContactMessage.objects.count() == 2


def test_who_did_not_say_yes_is_never_told(lin: User, carrier: type[Failing]) -> None:
    row = registering.add(lin, Named("阿梅", "小林", "mei@example.org"), NOW)
    line = say(lin)
    assert RiskEvent.objects.get(line=mark("line", line.id, line.at)).contact == "nobody"
    registering.invite_waiting(NOW)
    EmergencyContact.objects.filter(id=row.id).update(confirmed_at=NOW, declined_at=NOW + MINUTE)
    say(lin, at=NOW + HOUR)
    notifying.send_waiting(NOW + HOUR)
    assert [letter.subject for letter in carrier.sent] == ["小林 想请你做紧急联系人"]


def test_a_failure_goes_to_the_next_and_then_to_the_operators(lin: User, carrier: type[Failing]) -> None:
    confirmed(lin)
    confirmed(lin, "bo@example.org")
    carrier.fails = {"mei@example.org"}
    line = say(lin)
    at = NOW
    for _each in range(notifying.TRIES_MOST + 2):
        at += 3 * MINUTE
        notifying.send_waiting(at)
    assert [letter.address for letter in carrier.sent] == ["bo@example.org"]
    assert RiskEvent.objects.get(line=mark("line", line.id, line.at)).contact == "sent"
    carrier.fails |= {"bo@example.org"}
    second = say(lin, at=NOW + 25 * HOUR)
    at = NOW + 25 * HOUR
    for _each in range(2 * notifying.TRIES_MOST + 2):
        at += 3 * MINUTE
        notifying.send_waiting(at)
    assert len(carrier.sent) == 1
    assert RiskEvent.objects.get(line=mark("line", second.id, second.at)).contact == "failed"


def test_a_worker_that_dies_before_the_letter_leaves_it_to_the_next(
    lin: User, carrier: type[Failing], monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed(lin)
    say(lin)

    def die(self: Failing, letter: Letter) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Failing, "send", die)
        with pytest.raises(KeyboardInterrupt):
            notifying.send_waiting(NOW)
    assert notifying.send_waiting(NOW) == 0  # still claimed
    assert notifying.send_waiting(NOW + 3 * MINUTE) == 1
    assert len(carrier.sent) == 1


def test_a_letter_that_comes_too_late_would_only_frighten(lin: User, carrier: type[Failing]) -> None:
    confirmed(lin)
    say(lin)
    notifying.send_waiting(NOW + 7 * HOUR)
    assert carrier.sent == []


def test_the_link_confirms_and_lets_go_again(lin: User, carrier: type[Failing]) -> None:
    registering.add(lin, Named("阿梅", "小林", "mei@example.org"), NOW)
    now = datetime.now(tz=UTC)
    for _twice in range(2):
        registering.invite_waiting(now)
    (letter,) = carrier.sent
    link = next(word for word in letter.body.split() if "/contacts/answer/" in word)
    client, path = Client(), "/contacts/answer/" + link.rsplit("/contacts/answer/", 1)[1]
    page = client.get(path).content.decode()
    assert "小林" in page
    assert "lin@example.org" not in page
    assert not EmergencyContact.objects.confirmed().exists()  # looking is no answer
    client.post(path, {"agrees": "1"})
    assert EmergencyContact.objects.confirmed().count() == 1
    client.post(path, {"agrees": "0"})
    assert not EmergencyContact.objects.confirmed().exists()
    assert client.get("/contacts/answer/wrong/").status_code == 404
    EmergencyContact.objects.update(invited_at=now - timedelta(days=15))
    assert client.get(path).status_code == 404


def test_no_way_to_trouble_strangers(lin: User) -> None:
    for number in range(3):
        registering.add(lin, Named("甲", "小林", f"a{number}@example.org"), NOW)
    with pytest.raises(TooMany):
        registering.add(lin, Named("甲", "小林", "a4@example.org"), NOW)
    again = registering.add(lin, Named("阿甲", "小林", "A0@example.org"), NOW)
    assert again.name == "阿甲"
    for _each in range(4):
        registering.invite_waiting(NOW)
        for row in EmergencyContact.objects.all():
            try:
                registering.ask_again(lin, row.id, NOW)
            except TooMany:
                break
    registering.invite_waiting(NOW)
    assert len(Failing.sent) == registering.INVITED_A_DAY
    for row in EmergencyContact.objects.all():
        registering.remove(lin, row.id, NOW)
    with pytest.raises(TooMany):  # taking them away and naming them again is no way round
        registering.add(lin, Named("乙", "小林", "b@example.org"), NOW)
    registering.add(lin, Named("乙", "小林", "b@example.org"), NOW + timedelta(days=1))


def test_who_declined_is_never_asked_again(lin: User, carrier: type[Failing]) -> None:
    row = registering.add(lin, Named("阿梅", "小林", "mei@example.org"), NOW)
    registering.invite_waiting(NOW)
    EmergencyContact.objects.filter(id=row.id).update(declined_at=NOW)
    assert registering.remove(lin, row.id, NOW)
    assert not registering.remove(lin, row.id, NOW)
    assert not EmergencyContact.objects.for_user(lin).listed().exists()
    again = registering.add(lin, Named("阿梅", "小林", "Mei@example.org"), NOW + timedelta(days=30))
    registering.invite_waiting(NOW + timedelta(days=30))
    assert again.id == row.id
    assert len(carrier.sent) == 1
    assert not EmergencyContact.objects.confirmed().exists()


def test_who_declined_takes_no_place(lin: User) -> None:
    for number in range(3):
        registering.add(lin, Named("甲", "小林", f"a{number}@example.org"), NOW)
    assert registering.is_full(EmergencyContact.objects.for_user(lin))
    EmergencyContact.objects.filter(user=lin, position=1).update(declined_at=NOW)
    registering.add(lin, Named("丁", "小林", "d@example.org"), NOW)


def test_the_table_holds_no_name_in_clear(lin: User) -> None:
    confirmed(lin)
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(c)::text FROM safety_emergencycontact c")
        row = cursor.fetchone()[0]
    assert "mei" not in row
    assert "阿梅" not in row


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_page(lin: User, language: str, carrier: type[Failing]) -> None:
    lin.language = language
    lin.save()
    client = Client()
    client.force_login(lin, backend="allauth.account.auth_backends.AuthenticationBackend")
    given = {"name": "阿梅", "called": "小林", "address": "mei@example.org"}
    assert client.post("/contacts/add/", given).status_code == 200  # without consent nothing is kept
    assert not EmergencyContact.objects.exists()
    assert client.post("/contacts/add/", {**given, "address": "no", "agrees": "on"}).status_code == 200
    assert client.post("/contacts/add/", {**given, "agrees": "on"}).status_code == 302
    assert "阿梅" in client.get("/contacts/").content.decode()
    row = EmergencyContact.objects.get()
    assert client.post(f"/contacts/{row.id}/again/").status_code == 302
    assert client.post(f"/contacts/{row.id}/remove/").status_code == 302
    assert client.post(f"/contacts/{row.id}/remove/").status_code == 404
    assert not EmergencyContact.objects.exists()


def test_backends(settings: Any) -> None:
    settings.CONTACT_BACKEND = "safety.contact.sending.ConsoleBackend"
    assert not backend_is_real()
    settings.CONTACT_BACKEND = "safety.contact.sending.EmailBackend"
    assert backend_is_real()
    settings.CONTACT_BACKEND = "nowhere.At.All"
    assert not backend_is_real()


def test_by_mail(lin: User, settings: Any) -> None:
    settings.CONTACT_BACKEND = "safety.contact.sending.EmailBackend"
    confirmed(lin)
    say(lin)
    assert notifying.send_waiting(NOW) == 1
    assert [message.to for message in mail.outbox] == [["mei@example.org"]]


def test_an_event_of_a_line_nobody_judged_is_no_fault() -> None:
    events.contacted(uuid.uuid4(), NOW, "sent")
    assert not RiskEvent.objects.exists()


def test_where_no_letter_leaves_the_machine_none_is_called_sent(
    lin: User, settings: Any, capsys: Any
) -> None:
    settings.CONTACT_BACKEND = "safety.contact.sending.ConsoleBackend"
    confirmed(lin)
    say(lin)
    assert notifying.send_waiting(NOW) == 0
    assert list(ContactMessage.objects.values_list("state", "sent_at")) == [("failed", None)]
    assert "mei@example.org" not in capsys.readouterr().err


def test_nobody_is_promised_somebody_whom_no_letter_reaches(lin: User, settings: Any) -> None:
    confirmed(lin)
    line = say(lin)
    assert notifying.told(lin, line.id) == "阿梅"
    settings.CONTACT_BACKEND = "safety.contact.sending.ConsoleBackend"
    assert notifying.told(lin, line.id) == ""
