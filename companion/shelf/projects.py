"""Projects: named by the user, joined by conversations, and what becomes of their memories when one is given up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from companion import hearing
from companion.shelf.arranging import NotThere
from memory import curating, forgetting
from memory.models import Memory
from memory.standing import lock
from memory.states import ScopeKind
from transcript.finding import fold
from transcript.models import Conversation, Project

NAME_MAX = 60


class Fault(StrEnum):
    """Why a name is not taken."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    TAKEN = "taken"


class BadName(ValueError):
    """The name is not taken; nothing was changed."""

    def __init__(self, why: Fault) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True)
class Shown:
    """A project in the list of them, with the number of its conversations."""

    id: UUID
    name: str
    count: int


class Fate(StrEnum):
    """What becomes of what was only known inside a project."""

    FORGET = "forget"
    KEEP = "keep"


def listed(user: User) -> list[Shown]:
    """The user's projects, newest first."""
    there = Conversation.objects.for_user(user).kept().exclude(project=None)
    counts: dict[UUID | None, int] = {}
    for key in there.values_list("project_id", flat=True):
        counts[key] = counts.get(key, 0) + 1
    rows = Project.objects.for_user(user).order_by("-created_at")
    return [Shown(row.id, row.name, counts.get(row.id, 0)) for row in rows]


def find(user: User, project: UUID) -> Project:
    """One of the user's projects. Raises NotThere."""
    row = Project.objects.for_user(user).filter(id=project).first()
    if row is None:
        raise NotThere
    return row


def create(user: User, name: str, now: datetime) -> Project:
    """A new project. Raises BadName."""
    with transaction.atomic():
        lock(user)
        name = _checked(user, name)
        return Project.objects.create(user=user, name=name, created_at=now)


def named(user: User, name: str, now: datetime) -> Project:
    """The project of this name, made where there is none. Raises BadName."""
    with transaction.atomic():
        lock(user)
        return _called(user, clean(name)) or create(user, name, now)


def rename(user: User, project: UUID, name: str) -> Project:
    """Give it another name. Raises NotThere and BadName."""
    with transaction.atomic():
        lock(user)
        row = find(user, project)
        row.name = _checked(user, name, row.id)
        row.save(update_fields=["name"])
    return row


def memories(user: User, project: UUID) -> QuerySet[Memory]:
    """What is used inside this project only."""
    return Memory.objects.for_user(user).filter(scope=ScopeKind.PROJECT, scope_id=project)


def delete(user: User, project: UUID, fate: Fate, now: datetime) -> Sequence[UUID]:
    """Give a project up: its conversations stay and leave it; what was known in it alone is forgotten, or known everywhere.
    The bins of what was forgotten. Raises NotThere."""
    with transaction.atomic():
        lock(user)
        row = Project.objects.for_user(user).select_for_update(no_key=True).filter(id=project).first()
        if row is None:
            raise NotThere
        scoped = list(memories(user, project).values_list("id", flat=True))
        bins: Sequence[UUID] = ()
        if scoped and fate is Fate.FORGET:
            bins = forgetting.forget(user, scoped, now).bins
        else:
            act = uuid4()
            for memory in scoped:
                curating.confine(user, memory, curating.Place(), now, act)
        row.delete()
    return bins


def clean(name: str) -> str:
    """A name as it is kept: on one line, without what can't be stored."""
    return " ".join(hearing.clean(name).split())


def _checked(user: User, name: str, but: UUID | None = None) -> str:
    name = clean(name)
    if hearing.fault(name) is hearing.Fault.EMPTY:
        raise BadName(Fault.EMPTY)
    if len(name) > NAME_MAX:
        raise BadName(Fault.TOO_LONG)
    if _called(user, name, but):
        raise BadName(Fault.TAKEN)
    return name


def _called(user: User, name: str, but: UUID | None = None) -> Project | None:
    """The project whose name reads the same: width, case and 繁/简 make no other. Names are sealed, so each is opened."""
    rows = Project.objects.for_user(user)
    return next((row for row in rows if row.id != but and fold(row.name) == fold(name)), None)
