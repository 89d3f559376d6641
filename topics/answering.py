"""What a user does with a topic: take it up, put it off, refuse it, delete it; from the chat or from the page of topics."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts.models import User
from memory.standing import lock
from topics import feedback
from topics.grounds import stem_of
from topics.models import Candidate, Outcome, TopicChoice
from topics.refusing import refuse_matter

PUT_OFF = timedelta(days=7)
AT_LEAST = timedelta(hours=4)
FOR_GOOD = timedelta(days=36_500)
VALUES = {"accept": Outcome.TAKEN_UP, "not_now": Outcome.DEFLECTED, "never": Outcome.REFUSED}
"""What a press in the chat means."""


class NoSuchTopic(Exception):
    """There is no such topic of this user's."""


def press(user: User, choice: UUID, value: str, now: datetime) -> TopicChoice:
    """Answer a topic that the companion raised. Safe to run twice; a refusal stays one. Raises NoSuchTopic."""
    with transaction.atomic():
        lock(user)
        row: TopicChoice | None = (
            TopicChoice.objects.for_user(user)
            .exclude(move="follow")
            .select_for_update(of=("self",), no_key=True)
            .filter(id=choice)
            .first()
        )
        if row is None:
            raise NoSuchTopic
        outcome = VALUES[value]
        if row.outcome not in (outcome, Outcome.REFUSED):
            feedback.note(user, row, outcome, now)
    return row


def put_off(user: User, candidate: UUID, now: datetime) -> Candidate:
    """Not for a week; what has its day sooner, not before that day. Raises NoSuchTopic."""
    row = find(user, candidate)
    until = now + PUT_OFF
    if row.due_at is not None and now < row.due_at < until:
        day = row.due_at.astimezone(user.zone).replace(hour=0, minute=0, second=0)
        until = max(day, now + AT_LEAST)
    return _rest(user, candidate, until)


def bring_back(user: User, candidate: UUID, now: datetime) -> Candidate:
    """What was put off or deleted may come up again. Raises NoSuchTopic."""
    with transaction.atomic():
        lock(user)
        row = find(user, candidate)
        row.rest_until = None
        row.save(update_fields=["rest_until"])
    return row


def drop(user: User, candidate: UUID, now: datetime) -> Candidate:
    """Not this one again; what is like it may still come. Raises NoSuchTopic."""
    return _rest(user, candidate, now + FOR_GOOD)


def refuse(user: User, candidate: UUID, now: datetime) -> Candidate:
    """Never again, from no source. Raises NoSuchTopic."""
    with transaction.atomic():
        lock(user)
        row = find(user, candidate)
        refuse_matter(user, row.statement, now, memory=row.memory_id, stem=stem_of(row.key))
        row.refresh_from_db(fields=["blocked"])
    return row


def find(user: User, candidate: UUID) -> Candidate:
    row = Candidate.objects.for_user(user).filter(id=candidate).select_related("memory").first()
    if row is None:
        raise NoSuchTopic
    return row  # type: ignore[no-any-return]


def _rest(user: User, candidate: UUID, until: datetime) -> Candidate:
    with transaction.atomic():
        lock(user)
        row = find(user, candidate)
        row.rest_until, row.blocked = until, "resting"
        row.save(update_fields=["rest_until", "blocked"])
    return row
