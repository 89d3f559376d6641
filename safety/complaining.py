"""Taking a complaint, answering it, and letting it go a year after it was closed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.sealing import lock_of
from safety.models import Complaint, ComplaintState

ANSWERED_WITHIN = timedelta(days=15)
KEPT = timedelta(days=365)
A_DAY = 5
TEXT_MOST = 4_000


class TooMany(Exception):
    """Five complaints a day are enough for one person, or one address."""


@dataclass(frozen=True)
class Said:
    """What is complained about, in which language."""

    about: str
    text: str
    language: str


def submit(said: Said, user: User | None, now: datetime) -> str:
    """Keep a complaint; the secret of its page, which is told once. Raises TooMany."""
    if (
        user is not None
        and Complaint.objects.for_user(user).filter(at__gt=now - timedelta(days=1)).count() >= A_DAY
    ):
        raise TooMany
    secret = secrets.token_urlsafe(24)
    row = Complaint(
        user=user, token=lock_of(secret), about=said.about, language=said.language, at=now, changed_at=now,
        due_on=(now + ANSWERED_WITHIN).date(),
    )  # fmt: skip
    row.text = said.text
    row.save()
    return secret


def read(secret: str) -> Complaint | None:
    return Complaint.objects.filter(token=lock_of(secret)).first()


def move(complaint: Complaint, state: str, answer: str, now: datetime) -> None:
    """What an operator does: another state, an answer. With an answer it is answered, or closed. Safe to run twice."""
    with transaction.atomic():
        row = Complaint.objects.select_for_update().get(pk=complaint.pk)
        row.answer, row.changed_at = answer, now
        unanswered = state in (ComplaintState.RECEIVED, ComplaintState.LOOKING)
        row.state = ComplaintState.ANSWERED if answer and unanswered else state
        row.closed_at = (row.closed_at or now) if row.state == ComplaintState.CLOSED else None
        row.save()


def purge(now: datetime) -> int:
    """Closed ones go after a year."""
    return Complaint.objects.filter(closed_at__lt=now - KEPT).delete()[0]
