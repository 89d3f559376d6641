"""Putting one conversation in its place: on top, away, or into a project. Each is safe to run twice."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from transcript.models import Conversation, Project


class NotThere(Exception):
    """No such conversation or project of this user's; temporary ones are in no list and have no place."""


def find(user: User, conversation: UUID) -> Conversation:
    """One of the user's conversations that lists show. Raises NotThere."""
    row = Conversation.objects.for_user(user).kept().select_related("project").filter(id=conversation).first()
    if row is None:
        raise NotThere
    return row


def pin(user: User, conversation: UUID, now: datetime, *, pinned: bool) -> Conversation:
    """Keep it on top of the list, or let it go back to its day. What is pinned is not put away."""
    with transaction.atomic():
        row = _held(user, conversation)
        row.pinned_at = (row.pinned_at or now) if pinned else None
        row.archived_at = None if pinned else row.archived_at
        row.save(update_fields=["pinned_at", "archived_at"])
    return row


def archive(user: User, conversation: UUID, now: datetime, *, archived: bool) -> Conversation:
    """Put it away: out of the list, still there to be found; or fetch it back."""
    with transaction.atomic():
        row = _held(user, conversation)
        row.archived_at = (row.archived_at or now) if archived else None
        row.pinned_at = None if archived else row.pinned_at
        row.save(update_fields=["pinned_at", "archived_at"])
    return row


def move(user: User, conversation: UUID, project: UUID | None) -> Conversation:
    """Into a project of the user's, or out of any."""
    with transaction.atomic():
        row = _held(user, conversation)
        row.project = None if project is None else _project(user, project)
        row.save(update_fields=["project"])
    return row


def _held(user: User, conversation: UUID) -> Conversation:
    row = find(user, conversation)
    return Conversation.objects.select_for_update(no_key=True).get(id=row.id)


def _project(user: User, project: UUID) -> Project:
    # locked, so that one which is being deleted takes no conversation with it
    row = Project.objects.for_user(user).select_for_update(no_key=True).filter(id=project).first()
    if row is None:
        raise NotThere
    return row
