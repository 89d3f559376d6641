"""The published pages, in both languages, from the configuration that runs; and the yearly report."""

from __future__ import annotations

import io
import json
import re
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import translation

from accounts.models import User
from companion.published import facts, pages
from safety import events, hotlines, risk, rulebook
from safety.events import Line
from safety.levels import Assessment, Flag, Level
from safety.models import RiskCount

pytestmark = pytest.mark.django_db
ADDRESSES = ["/safety/", *(f"/safety/{name}/" for name in pages.NAMES if name != "index")]
HAN = re.compile("[\u4e00-\u9fff]")
NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def get(address: str, language: str) -> str:
    client = Client()
    client.cookies["django_language"] = language
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_everybody_may_read_them_in_their_language(address: str, language: str) -> None:
    page = get(address, language)
    main = page.split("<main", 1)[1].split("</main>", 1)[0]
    words = re.sub(r"<[^>]+>", "", main)
    if language == "en":
        assert not HAN.search(words)
    else:
        assert len(HAN.findall(words)) > 20
    assert "{{" not in page
    assert re.search(r"AI.{0,4}(?:生成|generated)", page)


@pytest.mark.parametrize("name", pages.NAMES)
def test_both_languages_have_the_same_parts(name: str) -> None:
    shapes = []
    for lang in ("zh", "en"):
        with open(f"templates/published/{name}.{lang}.html", encoding="utf-8") as file:
            text = file.read()
        shapes.append(
            [len(re.findall(tag, text)) for tag in ("<h2", "<li", "<tr", "<td", "<p", r"\{% if", r"\{\{")]
        )
    assert shapes[0] == shapes[1]


def test_the_protocol_tells_what_runs(settings: Any) -> None:
    settings.SAFETY_CONTACT = "Zhou, safety@example.org"
    page = get("/safety/protocol/", "en")
    assert rulebook.version() in page
    for entry in hotlines.published("en"):
        assert entry.number in page
    assert "Zhou, safety@example.org" in page
    assert "No model for judging" in page
    settings.LLM_BASE_URL, settings.LLM_MODEL, settings.LLM_PROVIDER_NAME = (
        "https://llm.example.org/v1",
        "big",
        "Example",
    )
    page = get("/safety/protocol/", "en")
    assert "big (Example)" in page
    assert "Example" in get("/safety/recipients/", "en")
    assert "Example" not in get("/safety/recipients/", "en").split("<main")[0]


def test_nobody_is_named_where_nothing_leaves() -> None:
    assert facts.recipients() == []
    assert "don't leave this server" in get("/safety/recipients/", "en")


def test_the_law_that_is_kept_is_told(settings: Any) -> None:
    settings.COMPLIANCE_PROFILE, settings.I_HAVE_COUNSEL = ["EU"], False
    assert len(facts.profile()) == 6
    settings.I_HAVE_COUNSEL = True
    with translation.override("zh-hans"):
        assert facts.profile() == ["欧盟"]


def test_they_are_reached_from_where_people_come_in() -> None:
    for address in ("/account/login/", "/account/signup/"):
        assert 'href="/safety/"' in Client().get(address).content.decode()


def test_switched_off_there_is_nothing(settings: Any) -> None:
    settings.SAFETY_PAGES = False
    assert Client().get("/safety/protocol/").status_code == 404


@pytest.fixture
def counted() -> None:
    user = User.objects.create_user("lin@example.org", "a long pass word")
    heard = [
        (Level.R4, NOW, "zh", frozenset({Flag.IN_PROGRESS})),
        (Level.R2, NOW - timedelta(days=200), "en", frozenset()),
        (Level.R1, NOW, "zh", frozenset({Flag.ED})),
    ]
    for level, at, lang, flags in heard:
        line = Line(uuid.uuid4(), at, lang)
        with transaction.atomic():
            risk.note(user, line, Assessment(level, flags))
            if level >= Level.R2:
                events.replied(line, "x", [])


def test_the_years_are_counted(counted: None) -> None:
    assert facts.counts(date(2026, 8, 1)) == [
        {"year": 2026, "events": 1, "referrals": 1},
        {"year": 2025, "events": 1, "referrals": 1},
    ]
    RiskCount.objects.all().delete()
    assert facts.counts(date(2026, 8, 1)) == [{"year": 2026, "events": 0, "referrals": 0}]


def test_the_yearly_report(counted: None) -> None:
    out = io.StringIO()
    call_command("crisis_report", "--year", "2026", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["year"], told["referral_notices"], told["numbers_pressed"]) == (2026, 1, 0)
    assert told["by_level"]["R4"] == {"events": 1, "referrals": 1, "clicks": 0}
    assert list(told["by_level"]) == ["R2", "R3", "R4"]
    heard = sum(sums["events"] for sums in told["by_level"].values())
    assert heard == sum(sums["events"] for sums in told["by_month"].values())
    assert told["distress"]["events"] == 1
    assert not re.search("[\u3400-\u9fff]", out.getvalue())
    assert told["by_flag"]["ed"]["events"] == 1
    assert told["by_month"]["2026-07"]["referrals"] == 1
    assert told["by_language"]["en"]["events"] == 0
    assert told["protocol"]["rules_version"] == rulebook.version()
    assert "lin@" not in out.getvalue()


@pytest.mark.parametrize("year", ["1999", "3000"])
def test_a_year_without_sense_is_refused(year: str) -> None:
    with pytest.raises(CommandError, match="--year"):
        call_command("crisis_report", "--year", year, stdout=io.StringIO())
