"""What must be so before this is let out into the world: `check` holds what no installation may lack, `check --deploy` the rest."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from accounts import sealing
from companion.endpoints import is_loopback
from safety import compliance, hotlines, notices
from safety.contact.sending import backend_is_real

STALE_DAYS, TOO_OLD_DAYS = 180, 365
PAGES = ("safety", "safety_protocol", "safety_ai", "safety_privacy", "safety_recipients", "safety_deletion", "safety_counts", "complaint")  # fmt: skip


@register("safety")
def always(app_configs: Any, **_options: Any) -> list[CheckMessage]:
    """Without these nothing starts at all."""
    return [*_no_lines(), *_no_pages(), *_minors(), *_unknown_place()]


@register("safety", deploy=True)
def before_the_public(app_configs: Any, **_options: Any) -> list[CheckMessage]:
    """What a public installation must have besides."""
    return [
        *stale_lines(timezone.now().date()), *_notices(), *_contact(), *_key(), *_origins(), *_vendor(), *_backups(),
        *_answerable(),
    ]  # fmt: skip


def _no_lines() -> Iterator[CheckMessage]:
    if not hotlines.count():
        yield Error(
            "safety/hotlines.yaml lists no help line.",
            hint="Nobody in danger could be told whom to call.",
            id="safety.E001",
        )


def stale_lines(today: date) -> Iterator[CheckMessage]:
    """Help lines that nobody has checked for too long, as of `today`."""
    if not hotlines.count():
        return
    age = (today - hotlines.oldest_check()).days
    hint = "Call each number, then set verified_at in safety/hotlines.yaml."
    if age > TOO_OLD_DAYS:
        yield Error(f"A help line was last checked {age} days ago.", hint=hint, id="safety.E002")
    elif age > STALE_DAYS:
        yield Warning(f"A help line was last checked {age} days ago.", hint=hint, id="safety.W002")


def _no_pages() -> Iterator[CheckMessage]:
    missing = [name for name in PAGES if not _is_served(name)]
    if missing or not settings.SAFETY_PAGES:
        yield Error("The safety protocol is not published.", hint="Set SAFETY_PAGES=1.", id="safety.E003")


def _is_served(name: str) -> bool:
    try:
        return bool(reverse(name))
    except NoReverseMatch:
        return False


def _minors() -> Iterator[CheckMessage]:
    if settings.ALLOW_MINORS:
        yield Error(
            "ALLOW_MINORS is on, and there is no mode for minors.",
            hint="Unset it: the site is for adults.",
            id="safety.E004",
        )


def _unknown_place() -> Iterator[CheckMessage]:
    try:
        compliance.duties(settings.COMPLIANCE_PROFILE, counsel=settings.I_HAVE_COUNSEL)
    except compliance.UnknownPlace as error:
        known = ", ".join(["strict", *compliance.PLACES])
        yield Error(
            f"COMPLIANCE_PROFILE names an unknown place: {error}", hint=f"Known: {known}.", id="safety.E005"
        )


def _notices() -> Iterator[CheckMessage]:
    for code, _name in settings.LANGUAGES:
        lang = "zh" if code.startswith("zh") else code
        if lang not in notices.AI_NOTICE or not notices.AI_NOTICE[lang].strip() or lang not in notices.LABEL:
            yield Error(
                f"The notice that this is an AI is missing in {code}.",
                hint="See safety/notices.py.",
                id="safety.E006",
            )


def _contact() -> Iterator[CheckMessage]:
    try:
        duties = compliance.duties(settings.COMPLIANCE_PROFILE, counsel=settings.I_HAVE_COUNSEL)
    except compliance.UnknownPlace:
        return  # said by _unknown_place
    if duties.contact_must_work and not backend_is_real():
        yield Error(
            "Emergency contacts can't be told anything: messages go to the console.",
            hint="Set EMAIL_URL, or CONTACT_BACKEND to a class of your own.",
            id="safety.E007",
        )


def _key() -> Iterator[CheckMessage]:
    try:
        key = sealing.key_encryption_key()
    except sealing.VaultError as error:
        yield Error(
            f"The key that wraps the users' keys is missing: {error}",
            hint="Set COMPANION_KEK.",
            id="safety.E008",
        )
        return
    secret = settings.SECRET_KEY.encode()
    if secret in (key, base64.b64encode(key)) or settings.SECRET_KEY == settings.COMPANION_KEK:
        yield Error(
            "The key that wraps the users' keys is the SECRET_KEY.", hint="Make another.", id="safety.E009"
        )


def _origins() -> Iterator[CheckMessage]:
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        yield Error(
            "Any site could open a chat socket.", hint="Name your hosts in ALLOWED_HOSTS.", id="safety.E010"
        )


def _vendor() -> Iterator[CheckMessage]:
    host = urlsplit(settings.LLM_BASE_URL).hostname or ""
    if not host or is_loopback(host):
        return
    if not settings.LLM_PROVIDER_NAME or not settings.COMPANION_TERMS_VERSION:
        yield Error(
            "Text goes to a model provider that no consent names.",
            hint="Set LLM_PROVIDER_NAME: it is what people read before they agree.",
            id="safety.E011",
        )
    if not settings.LLM_BASE_URL.startswith("https://"):
        yield Error(
            "Text would travel to the model provider unencrypted.",
            hint="Use https in LLM_BASE_URL.",
            id="safety.E012",
        )


def _backups() -> Iterator[CheckMessage]:
    if not 0 < settings.KEY_BACKUP_DAYS < settings.BACKUP_DAYS:
        yield Error(
            "Backups of keys live as long as those of the data: a deleted account could be read again.",
            hint="KEY_BACKUP_DAYS must be less than BACKUP_DAYS.",
            id="safety.E013",
        )


def _answerable() -> Iterator[CheckMessage]:
    if not settings.SAFETY_CONTACT.strip():
        yield Error("Nobody is named who answers for safety.", hint="Set SAFETY_CONTACT.", id="safety.E014")
