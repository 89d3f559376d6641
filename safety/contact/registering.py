"""Naming an emergency contact: the user agrees, the contact is asked by mail and says yes or no through a link."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from accounts.sealing import lock_of
from safety.contact.letters import invitation
from safety.contact.sending import NotSent, backend
from safety.models import ContactInvitation, EmergencyContact

MOST = 3
INVITED_A_DAY = 5
"""Letters of invitation of one user within a day: the page must not become a way to trouble strangers."""
VALID, DAY = timedelta(days=14), timedelta(days=1)


class TooMany(Exception):
    """There are as many contacts as there may be, or too many were asked today."""


@dataclass(frozen=True)
class Named:
    """What the user writes: what they call the contact, what the contact calls them, and the address."""

    name: str
    called: str
    address: str


def add(user: User, named: Named, now: datetime) -> EmergencyContact:
    """Keep somebody and have them asked. The same address again is the same contact; one who declined was promised that no more
    letters come, and gets none. Raises TooMany."""
    with transaction.atomic():
        # two forms sent at once must not pass the limit together
        User.objects.select_for_update().get(pk=user.pk)
        rows = list(EmergencyContact.objects.for_user(user))
        known = next((row for row in rows if row.address.lower() == named.address.lower()), None)
        if known is not None:
            known.name, known.called, known.removed_at = named.name, named.called, None
            known.save(update_fields=["name", "called", "removed_at"])
            return known
        if is_full(rows) or _asked_lately(user, now) >= INVITED_A_DAY:
            raise TooMany
        return EmergencyContact.objects.create(
            user=user,
            name=named.name,
            called=named.called,
            address=named.address,
            position=len(rows),
            consent_version=settings.COMPANION_TERMS_VERSION,
            agreed_at=now,
            token=lock_of(secrets.token_urlsafe(32)),  # the real one is made when the letter is
            invitation="due",
        )


def is_full(rows: Iterable[EmergencyContact]) -> bool:
    """Whether there are as many as there may be; who declined takes no place."""
    return sum(row.declined_at is None for row in rows) >= MOST


def ask_again(user: User, contact: UUID, now: datetime) -> bool:
    """Send the invitation once more. False when there is nobody to ask. Raises TooMany."""
    if _asked_lately(user, now) >= INVITED_A_DAY:
        raise TooMany
    rows = EmergencyContact.objects.for_user(user).filter(id=contact, confirmed_at=None, declined_at=None)
    return bool(rows.update(invitation="due"))


def remove(user: User, contact: UUID, now: datetime) -> bool:
    """Take a contact out; False when there is none. Of one who declined the row stays, unseen."""
    rows = EmergencyContact.objects.for_user(user).listed().filter(id=contact)
    if rows.exclude(declined_at=None).update(removed_at=now):
        return True
    return bool(rows.filter(declined_at=None).delete()[0])


def invite_waiting(now: datetime) -> int:
    """Send the invitations that are due; the number sent. A row is claimed before its letter goes: a worker that dies in between
    costs a letter, which the user can ask for again, and never sends two."""
    sent = 0
    for row in EmergencyContact.objects.filter(invitation="due").select_related("user")[:100]:
        secret = secrets.token_urlsafe(32)
        if not _claim(row, secret, now):
            continue
        link = settings.SITE_URL + reverse("contact_answer", args=[secret])
        try:
            backend().send(invitation(row.user.language, row.called, row.address, link))
            sent += 1
        except (NotSent, ImportError):
            EmergencyContact.objects.filter(id=row.id).update(invitation="failed")
    return sent


def _claim(row: EmergencyContact, secret: str, now: datetime) -> bool:
    with transaction.atomic():
        due = EmergencyContact.objects.filter(id=row.id, invitation="due")
        if not due.update(invitation="sent", invited_at=now, token=lock_of(secret)):
            return False
        ContactInvitation.objects.create(user_id=row.user_id, at=now)
    return True


def purge(now: datetime) -> int:
    """Forget how many invitations were sent before yesterday."""
    return ContactInvitation.objects.filter(at__lt=now - 2 * DAY).delete()[0]


def invited(secret: str, now: datetime) -> EmergencyContact | None:
    """Whom a link was sent to; None when it is unknown, too old, or its account is gone."""
    return (
        EmergencyContact.objects.select_related("user")
        .filter(token=lock_of(secret), invited_at__gt=now - VALID, user__is_active=True)
        .first()
    )


def answer(secret: str, *, agrees: bool, now: datetime) -> bool:
    """What the contact says; they may say otherwise later by the same link. False when the link is no good."""
    row = invited(secret, now)
    if row is None:
        return False
    EmergencyContact.objects.filter(id=row.id).update(
        confirmed_at=now if agrees else None, declined_at=None if agrees else now
    )
    return True


def _asked_lately(user: User, now: datetime) -> int:
    waiting = EmergencyContact.objects.for_user(user).filter(invitation="due").count()
    return waiting + ContactInvitation.objects.filter(user=user, at__gt=now - DAY).count()
