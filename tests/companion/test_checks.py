"""What must be so before this is let out: each misconfiguration is found, one by one, and the sample has none."""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.checks import run_checks

from safety import hotlines, notices

KEY = base64.b64encode(b"k" * 32).decode()
SOUND = {
    "SECRET_KEY": "s" * 60,
    "COMPANION_KEK": KEY,
    "ALLOWED_HOSTS": ["companion.example.org"],
    "CONTACT_BACKEND": "safety.contact.sending.EmailBackend",
    "SAFETY_CONTACT": "Zhou, safety@example.org",
    "LLM_BASE_URL": "https://llm.example.org/v1",
    "LLM_PROVIDER_NAME": "Example",
    "COMPLIANCE_PROFILE": ["strict"],
    "I_HAVE_COUNSEL": False,
    "KEY_BACKUP_DAYS": 7,
    "BACKUP_DAYS": 30,
}


@pytest.fixture
def sound(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    for name, value in SOUND.items():
        setattr(settings, name, value)
    # how old the shipped lines are is for `check --deploy` to say, not for tests
    monkeypatch.setattr(hotlines, "oldest_check", lambda: date.today() - timedelta(days=10))
    return settings


def found(*, deploy: bool = True) -> list[str]:
    said = run_checks(tags=["safety"], include_deployment_checks=deploy)
    return [message.id or "" for message in said]


def test_a_sound_configuration_has_nothing_to_mend(sound: Any) -> None:
    assert found() == []


PLANTED: dict[str, tuple[str, dict[str, Any]]] = {
    "E003": ("no protocol page", {"SAFETY_PAGES": False}),
    "E004": ("minors without their mode", {"ALLOW_MINORS": True}),
    "E005": ("an unknown place", {"COMPLIANCE_PROFILE": ["Atlantis"], "I_HAVE_COUNSEL": True}),
    "E007": ("no way to tell a contact", {"CONTACT_BACKEND": "safety.contact.sending.ConsoleBackend"}),
    "E008": ("no key", {"COMPANION_KEK": "not a key"}),
    "E009": ("the key is the secret", {"SECRET_KEY": KEY}),
    "E010": ("any host", {"ALLOWED_HOSTS": ["*"]}),
    "E011": ("a provider that no consent names", {"LLM_PROVIDER_NAME": ""}),
    "E012": ("text in clear on the way", {"LLM_BASE_URL": "http://llm.example.org/v1"}),
    "E013": ("keys kept as long as data", {"KEY_BACKUP_DAYS": 30}),
    "E014": ("nobody answers for it", {"SAFETY_CONTACT": " "}),
}


@pytest.mark.parametrize("planted", sorted(PLANTED))
def test_each_misconfiguration_is_found_alone(sound: Any, planted: str) -> None:
    for name, value in PLANTED[planted][1].items():
        setattr(sound, name, value)
    assert found() == [f"safety.{planted}"]


def test_no_lines_and_old_lines(sound: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    today = date.today()
    for days, what in ((181, "safety.W002"), (366, "safety.E002")):
        monkeypatch.setattr(hotlines, "oldest_check", lambda days=days: today - timedelta(days=days))
        assert found() == [what]
    monkeypatch.setattr(hotlines, "count", lambda: 0)
    assert found() == ["safety.E001"]


def test_a_notice_that_is_missing(sound: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "AI_NOTICE", {"zh": "你正在和 AI 聊天"})
    assert found() == ["safety.E006"]


def test_one_place_with_counsel_needs_no_contact(sound: Any) -> None:
    sound.CONTACT_BACKEND = "safety.contact.sending.ConsoleBackend"
    sound.COMPLIANCE_PROFILE, sound.I_HAVE_COUNSEL = ["US-NY"], True
    assert found() == []


@pytest.mark.parametrize("broken", [{"SAFETY_PAGES": False}, {"ALLOW_MINORS": True}])
def test_some_things_stop_every_start(sound: Any, broken: dict[str, Any]) -> None:
    for name, value in broken.items():
        setattr(sound, name, value)
    assert len(found(deploy=False)) == 1


def test_every_finding_says_what_to_do(sound: Any) -> None:
    look: Callable[[], list[Any]] = lambda: run_checks(tags=["safety"], include_deployment_checks=True)  # noqa: E731
    for planted in sorted(set(PLANTED) - {"E005"}):
        for name, value in {
            **SOUND,
            "SAFETY_PAGES": True,
            "ALLOW_MINORS": False,
            **PLANTED[planted][1],
        }.items():
            setattr(sound, name, value)
        assert all(message.hint and message.msg for message in look())
