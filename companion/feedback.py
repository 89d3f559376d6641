"""What a user thinks of a reply: good, bad, or a report that hands its words to the operators."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from transcript.models import Feedback, Message, Role, Status, Verdict


@dataclass(frozen=True)
class Opinion:
    """A verdict on a reply; the note goes with a report, and only there."""

    message: UUID
    value: Verdict
    note: str = ""


class NoSuchReply(Exception):
    """There is no settled reply of this user's to judge."""


def keep(user: User, conversation: UUID, opinion: Opinion, now: datetime) -> Verdict | None:
    """Keep one verdict per reply, the newest; the same one again takes it back, a report stays. The verdict that stands
    now, None when it was taken back. Raises NoSuchReply."""
    with transaction.atomic():
        reply = (
            Message.objects.for_user(user)
            .select_for_update(no_key=True)
            .filter(id=opinion.message, conversation=conversation, role=Role.COMPANION, deleted_at=None)
            .exclude(status__in=[Status.GENERATING, Status.FAILED])
            .first()
        )
        if reply is None:
            raise NoSuchReply
        known = Feedback.objects.for_user(user).filter(message=reply).first()
        if known and known.value == opinion.value and opinion.value != Verdict.REPORT:
            known.delete()
            return None
        row = known or Feedback(user=user, message=reply)
        row.value, row.at = opinion.value, now
        if opinion.value == Verdict.REPORT:
            row.note, row.reported, row.seen_at, row.outcome = opinion.note, reply.text, None, ""
        row.save()
    return opinion.value
