"""How a message reaches an emergency contact: by mail, on the console of a laptop, or by a class of the operator's own."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Protocol

from django.conf import settings
from django.core.mail import send_mail
from django.utils.module_loading import import_string


@dataclass(frozen=True)
class Letter:
    """One message: to whom, and the words, which hold nothing that the user said."""

    address: str
    subject: str
    body: str


class NotSent(Exception):
    """It did not go out; trying again may help."""


class Backend(Protocol):
    """What CONTACT_BACKEND names. `real` is False where nobody is reached."""

    real: bool

    def send(self, letter: Letter) -> None:
        """Hand it over. Raises NotSent."""


class ConsoleBackend:
    """For a laptop: the message is printed where the site runs."""

    real = False

    def send(self, letter: Letter) -> None:
        print(
            f"\n--- {letter.address}\n{letter.subject}\n\n{letter.body}\n---\n", file=sys.stderr, flush=True
        )


class EmailBackend:
    """By the site's mail server."""

    real = True

    def send(self, letter: Letter) -> None:
        try:
            sent = send_mail(letter.subject, letter.body, None, [letter.address], fail_silently=False)
        except OSError as error:  # smtplib's errors are OSErrors
            raise NotSent(type(error).__name__) from error
        if not sent:
            raise NotSent("refused")


def backend() -> Backend:
    """The configured one. Raises ImportError when CONTACT_BACKEND names nothing."""
    found: Backend = import_string(settings.CONTACT_BACKEND)()
    return found


def backend_is_real() -> bool:
    """Whether a message really reaches somebody."""
    try:
        return backend().real
    except ImportError:
        return False
