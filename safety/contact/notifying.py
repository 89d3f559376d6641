"""Telling an emergency contact: asked for in the transaction that stores the line, sent by the worker, once."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from accounts.models import User
from safety import compliance, events
from safety.contact import deciding
from safety.contact.letters import alert
from safety.contact.sending import NotSent, backend, backend_is_real
from safety.events import Line
from safety.levels import Assessment
from safety.models import ContactMessage, EmergencyContact, MessageState
from safety.models.risk import Contacted

TRIES_MOST = 3
AGAIN = timedelta(minutes=2)
STALE = timedelta(hours=6)
"""A message that could not go out for so long would only frighten."""
AT_ONCE = 100


def ask(user: User, line: Line, assessment: Assessment) -> Contacted:
    """Have the user's contact told because of this line, where that is due. Call in the transaction that judges the line; the same
    line twice is once."""
    duties = compliance.duties(settings.COMPLIANCE_PROFILE, counsel=settings.I_HAVE_COUNSEL)
    if deciding.trigger(assessment, duties) is None:
        return Contacted.NONE
    known = ContactMessage.objects.for_user(user)
    if known.filter(line=line.id).exists():
        return Contacted.DUE
    first = EmergencyContact.objects.for_user(user).confirmed().first()
    last = known.order_by("-asked_at").values_list("asked_at", flat=True).first()
    if first is None:
        how = Contacted.NOBODY
    elif deciding.held(last, line.at):
        how = Contacted.HELD
    else:
        _due(first, line.id, line.at, line.at)
        how = Contacted.DUE
    events.contacted(line.id, line.at, how)
    return how


def told(user: User, line: UUID) -> str:
    """The name of the contact who is asked because of this line; "" for nobody, and where no letter leaves this machine: what is said
    to somebody in danger must be true."""
    if not backend_is_real():
        return ""
    row = ContactMessage.objects.for_user(user).filter(line=line).select_related("contact").first()
    return str(row.contact.name) if row and row.contact else ""


def send_waiting(now: datetime) -> int:
    """Send what is due; the number sent. Safe beside another worker: a row is claimed for two minutes before its letter goes."""
    return sum(_send(row, now) for row in list(ContactMessage.objects.due(now).order_by("due_at")[:AT_ONCE]))


def _send(row: ContactMessage, now: datetime) -> int:
    claimed = ContactMessage.objects.filter(id=row.id, state=MessageState.DUE, due_at=row.due_at)
    if not claimed.update(due_at=now + AGAIN, tries=row.tries + 1):
        return 0
    asked = EmergencyContact.objects.confirmed().filter(messages=row)
    contact = asked.select_related("user").first()
    if contact is None or now - row.asked_at > STALE:
        _pass_on(row, now)
        return 0
    try:
        post = backend()
        if not post.real:  # nobody is reached: it is not "sent", and no log is to say who was in danger
            _pass_on(row, now)
            return 0
        post.send(alert(contact.user.language, contact.called, contact.address))
    except (NotSent, ImportError):
        if row.tries + 1 >= TRIES_MOST:
            _pass_on(row, now)
        return 0
    with transaction.atomic():
        ContactMessage.objects.filter(id=row.id).update(state=MessageState.SENT, sent_at=now)
        events.contacted(row.line, row.line_at, Contacted.SENT)
    return 1


def _pass_on(row: ContactMessage, now: datetime) -> None:
    """To the next contact who was not asked because of this line; with nobody left it waits for the operators."""
    with transaction.atomic():
        ContactMessage.objects.filter(id=row.id).update(state=MessageState.FAILED, passed_on_at=now)
        asked = ContactMessage.objects.filter(user_id=row.user_id, line=row.line).values("contact")
        left = EmergencyContact.objects.filter(user_id=row.user_id).confirmed().exclude(id__in=asked)
        following = left.first() if now - row.asked_at <= STALE else None
        if following is not None:
            _due(following, row.line, row.line_at, row.asked_at, now)
        else:
            events.contacted(row.line, row.line_at, Contacted.FAILED)


def _due(
    contact: EmergencyContact, line: UUID, line_at: datetime, asked: datetime, due: datetime | None = None
) -> None:
    ContactMessage.objects.create(
        user_id=contact.user_id,
        contact=contact,
        line=line,
        line_at=line_at,
        asked_at=asked,
        due_at=due or asked,
    )
