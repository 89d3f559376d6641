"""A user's own sources outside: off until turned on, fetched when due, and never by two workers."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from tests.topics.conftest import NOW
from topics import listening, offering
from topics.models import Candidate, OutsideSource
from topics.outside import Absence, Refusal, SourceAway, SourceRefused
from topics.sources import outside

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
FEED = (
    b'<?xml version="1.0"?><rss version="2.0"><channel><title>t</title><item><guid>1</guid><title>\xe5\x9f\x8e\xe9\x87\x8c\xe5\xbc\x80\xe4\xba\x86\xe6\x96\xb0\xe5\x9b\xbe\xe4\xb9\xa6\xe9\xa6\x86</title>'
    b"<pubDate>Mon, 20 Jul 2026 08:00:00 GMT</pubDate></item></channel></rss>"
)


class Served:
    """What a fetch brings: bytes, or an error."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.brings: Any = FEED
        self.asked: list[str] = []
        monkeypatch.setattr(listening, "fetch", self.fetch)

    def fetch(self, url: str) -> Any:
        self.asked.append(url)
        if isinstance(self.brings, Exception):
            raise self.brings
        return type("Fetched", (), {"body": self.brings})


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    return Served(monkeypatch)


@pytest.fixture
def source(user: User) -> OutsideSource:
    row = listening.add(user, "rss", "https://news.example.org/feed", NOW)
    listening.switch(user, row.id, NOW, on=True)
    row.refresh_from_db()
    return row


def test_off_until_it_is_turned_on(user: User, served: Served) -> None:
    row = listening.add(user, "rss", "https://news.example.org/feed", NOW)
    assert listening.fetch_waiting(NOW) == 0
    assert served.asked == []
    assert listening.add(user, "rss", "https://news.example.org/feed", NOW).id == row.id


def test_what_it_tells_may_be_a_topic(user: User, source: OutsideSource, served: Served) -> None:
    assert listening.fetch_waiting(NOW) == 1
    assert [one.statement for one in outside.grounds(user, NOW)] == ["城里开了新图书馆"]
    offering.refresh(user, NOW)
    row = Candidate.objects.get(source="outside")
    assert (row.statement, row.blocked) == ("城里开了新图书馆", "")
    assert outside.grounds(user, NOW + 3 * DAY) == []
    offering.refresh(user, NOW + 3 * DAY)
    assert not Candidate.objects.filter(source="outside").exists()


def test_every_few_hours_and_not_twice(source: OutsideSource, served: Served) -> None:
    listening.fetch_waiting(NOW)
    assert listening.fetch_waiting(NOW + HOUR) == 0
    assert listening.fetch_waiting(NOW + 3.1 * HOUR) == 1
    assert len(served.asked) == 2


def test_away_is_tried_again_less_and_less_often(source: OutsideSource, served: Served) -> None:
    served.brings = SourceAway(Absence.TIMEOUT)
    waits = []
    now = NOW
    for _try in range(12):
        listening.fetch_waiting(now)
        source.refresh_from_db()
        if not source.on:
            break
        assert source.next_at is not None
        waits.append(source.next_at - now)
        now = source.next_at
    assert waits == sorted(waits)
    assert waits[-1] == 24 * HOUR
    assert not source.on  # after a dozen it is given up


def test_a_refused_one_is_turned_off_at_once(source: OutsideSource, served: Served) -> None:
    served.brings = SourceRefused(Refusal.ADDRESS)
    assert listening.fetch_waiting(NOW) == 0
    source.refresh_from_db()
    assert (source.on, source.fault) == (False, "address")


def test_turned_off_it_forgets_what_it_told(user: User, source: OutsideSource, served: Served) -> None:
    listening.fetch_waiting(NOW)
    assert listening.switch(user, source.id, NOW, on=False)
    source.refresh_from_db()
    assert source.items is None
    assert outside.grounds(user, NOW) == []
    assert not listening.switch(User.objects.create_user("x@example.org"), source.id, NOW, on=True)


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org/x", "http://127.0.0.1/", "http://10.0.0.1/", "https://u:p@example.org/", "not a url"],
)
def test_addresses_that_are_none(user: User, url: str) -> None:
    with pytest.raises(SourceRefused):
        listening.add(user, "rss", url, NOW)


def test_no_more_than_a_few(user: User) -> None:
    for number in range(listening.MOST):
        listening.add(user, "rss", f"https://example.org/{number}", NOW)
    with pytest.raises(listening.TooMany):
        listening.add(user, "rss", "https://example.org/more", NOW)
    with pytest.raises(KeyError):
        listening.add(user, "gopher", "https://example.org/x", NOW)


def test_nothing_of_it_is_readable_in_the_database(source: OutsideSource, served: Served) -> None:
    from django.db import connection

    listening.fetch_waiting(NOW)
    assert json.loads(OutsideSource.objects.get().items)
    with connection.cursor() as cursor:
        cursor.execute("SELECT url, items FROM topics_outsidesource")
        stored = b"".join(bytes(part) for part in cursor.fetchone())
    assert "图书馆".encode() not in stored
    assert b"example.org" not in stored
