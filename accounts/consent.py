"""Who the text goes to, and the record that the user agreed. The recipient's name is handed in by companion."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import Consent, User, grant, withdraw

_recipient: list[Callable[[], str]] = []


def name_recipient_by(function: Callable[[], str]) -> None:
    """Register what names the configured model provider ("" when text stays on this machine)."""
    _recipient[:] = [function]


def recipient() -> str:
    """The configured model provider's name, or "" when no text leaves for one."""
    return _recipient[0]() if _recipient else ""


def record_choices(user: User, now: datetime, *, model: bool, training: bool) -> None:
    """Make the record match the user's choices; what is unticked is withdrawn, nothing is overwritten."""
    name = recipient()
    if name:
        if model:
            grant(user, Consent.Purpose.MODEL, now, name)
        else:
            withdraw(user, Consent.Purpose.MODEL, now)
    if training:
        grant(user, Consent.Purpose.TRAINING, now)
    else:
        withdraw(user, Consent.Purpose.TRAINING, now)


def may_send(user: User) -> bool:
    """Whether this user's text may go to the configured provider. With none configured nothing is sent at all."""
    name = recipient()
    return bool(name) and user.consented(Consent.Purpose.MODEL, name)
