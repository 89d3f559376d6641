"""A person's conversations as lists show them: the pinned, those of a project, the others by day, and what was put away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.models import User
from companion.shelf import naming
from persona import faces
from persona.characters import chosen_for
from persona.faces import Face
from transcript.models import Conversation, Message, Project, Role, Status

PAGE = 60
IN_FOLDER = 6
"""Conversations of a project in the sidebar; its page has them all."""
OPEN_FOLDERS = 3
"""Up to so many projects stand open in the sidebar; of more, only the one that is being looked at."""


@dataclass(frozen=True)
class Listed:
    """A conversation in a list. `busy` while a reply of it is on its way."""

    id: str
    title: str
    at: datetime
    pinned: bool = False
    archived: bool = False
    busy: bool = False
    unread: bool = False
    """The companion wrote first, and nobody has looked yet."""
    who: Face | None = None
    """Who speaks in it, where it isn't the same in all of the list."""


@dataclass(frozen=True)
class Page:
    """A stretch of a list, newest first; `more` is the conversation after which it goes on, "" at its end; `since` the time
    of the one before its first."""

    items: tuple[Listed, ...] = ()
    more: str = ""
    since: datetime | None = None

    def groups(self, now: datetime) -> tuple[tuple[str, tuple[Listed, ...]], ...]:
        """By day, as `grouped`; the first goes without its name where the stretch before ended in the same."""
        found = grouped(self.items, now)
        if found and self.since is not None and found[0][0] == _age_of(self.since, now):
            found = (("", found[0][1]), *found[1:])
        return found


@dataclass(frozen=True)
class Folder:
    """A project in the sidebar, with its newest conversations."""

    id: UUID
    name: str
    items: tuple[Listed, ...]
    more: bool
    open: bool


@dataclass(frozen=True)
class Sidebar:
    """What the sidebar holds. `groups` are (name, conversations) by day; `archived` and `deleted` when there are any."""

    pinned: tuple[Listed, ...] = ()
    folders: tuple[Folder, ...] = ()
    groups: tuple[tuple[str, tuple[Listed, ...]], ...] = ()
    more: str = ""
    archived: bool = False
    deleted: bool = False

    @property
    def empty(self) -> bool:
        return not (self.pinned or self.folders or self.groups)


def sidebar(user: User, now: datetime, current: UUID | None = None) -> Sidebar:
    """The sidebar of a page; `current` is the conversation that the page shows."""
    mine = _mine(user)
    there = mine.filter(archived_at=None)
    pinned = list(there.exclude(pinned_at=None).order_by("-pinned_at")[:PAGE])
    projects = list(Project.objects.for_user(user).order_by("-created_at"))
    inside = _newest_of_each(there.filter(pinned_at=None, project__in=projects)) if projects else []
    loose = list(_loose(there).order_by("-last_message_at", "-created_at")[: PAGE + 1])
    shown = {item.id: item for item in listed(user, [*pinned, *inside, *loose[:PAGE]])}
    groups = grouped([shown[str(row.id)] for row in loose[:PAGE]], now)
    here = next((row.project_id for row in inside if row.id == current), None)
    few = len(projects) <= OPEN_FOLDERS
    return Sidebar(
        pinned=tuple(shown[str(row.id)] for row in pinned),
        folders=tuple(
            _folder(
                project,
                [shown[str(row.id)] for row in inside if row.project_id == project.id],
                few or here == project.id,
            )
            for project in projects
        ),
        groups=groups,
        more=str(loose[PAGE - 1].id) if len(loose) > PAGE else "",
        archived=mine.exclude(archived_at=None).exists(),
        deleted=Conversation.objects.filter(user=user, temporary=False).deleted(now).exists(),
    )


@dataclass(frozen=True)
class Speakers:
    """Who is talked with on this page, and who else could be."""

    current: Face | None = None
    others: tuple[Face, ...] = ()


def speakers(user: User, conversation: UUID | None = None) -> Speakers:
    """`conversation` is the one that the page shows; elsewhere it is whom the user chose."""
    rows = Conversation.objects.for_user(user).filter(id=conversation) if conversation else None
    persona = rows.values_list("persona", flat=True).first() if rows is not None else None
    persona = persona or chosen_for(user).persona_id
    there = faces.to_choose(user)
    current = next((one for one in there if one.id == persona), None) or faces.of_all(user, [persona]).get(
        persona
    )
    return Speakers(current, tuple(one for one in there if one.id != persona)[:SPEAKERS_MOST])


SPEAKERS_MOST = 12
"""Characters that the sidebar offers; their page has them all."""


def further(user: User, after: UUID, *, archived: bool = False) -> Page:
    """The stretch of the list that comes after a conversation; empty when that one is not in it any more."""
    rows = _mine(user).exclude(archived_at=None) if archived else _loose(_mine(user).filter(archived_at=None))
    last = Conversation.objects.for_user(user).filter(id=after).first()
    if last is None:
        return Page()
    older = Q(last_message_at__lt=last.last_message_at)
    same = Q(last_message_at=last.last_message_at, created_at__lt=last.created_at)
    return replace(_page(user, rows.filter(older | same)), since=last.last_message_at)


def archived(user: User) -> Page:
    """What was put away, newest first."""
    return _page(user, _mine(user).exclude(archived_at=None))


def loose(user: User) -> Page:
    """The beginning of the list by day: what is neither pinned, nor in a project, nor put away."""
    return _page(user, _loose(_mine(user).filter(archived_at=None)))


def of_project(project: Project) -> tuple[Listed, ...]:
    """A project's conversations, newest first, with those that were put away after the others."""
    rows = (
        _mine(project.user)
        .filter(project=project)
        .order_by(F("archived_at").desc(nulls_first=True), "-last_message_at")
    )
    return listed(project.user, list(rows))


def listed(user: User, rows: Sequence[Conversation]) -> tuple[Listed, ...]:
    """These conversations, named and with their state, in the order given."""
    called = naming.names(user, rows)
    personas = {row.persona for row in rows if row.persona}
    speaking = faces.of_all(user, list(personas)) if len(personas) > 1 else {}
    running = Message.objects.filter(conversation__in=rows, live=True, status=Status.GENERATING)
    busy = set(running.values_list("conversation_id", flat=True)) if rows else set()
    return tuple(
        Listed(
            str(row.id),
            called[row.id] or _nameless(row),
            row.last_message_at,
            row.pinned_at is not None,
            row.archived_at is not None,
            row.id in busy,
            row.unread_at is not None,
            speaking.get(row.persona) if row.persona else None,
        )
        for row in rows
    )


def _nameless(row: Conversation) -> str:
    """For one in which things were said that make no title: its day. One that nobody spoke in yet has no name."""
    if row.last_message_at <= row.created_at:
        return ""
    if not Message.objects.filter(conversation=row, role=Role.USER, live=True).exists():
        return ""
    day = formats.date_format(timezone.localtime(row.last_message_at), "DATE_FORMAT")
    return _("%(day)s的对话") % {"day": day}


def _page(user: User, rows: QuerySet[Conversation]) -> Page:
    found = list(rows.order_by("-last_message_at", "-created_at")[: PAGE + 1])
    more = str(found[PAGE - 1].id) if len(found) > PAGE else ""
    return Page(listed(user, found[:PAGE]), more)


def _mine(user: User) -> QuerySet[Conversation]:
    return Conversation.objects.for_user(user).kept()


def _loose(rows: QuerySet[Conversation]) -> QuerySet[Conversation]:
    return rows.filter(pinned_at=None, project=None)


def _newest_of_each(rows: QuerySet[Conversation]) -> list[Conversation]:
    place = Window(
        RowNumber(), partition_by=F("project"), order_by=[F("last_message_at").desc(), F("created_at").desc()]
    )
    return list(
        rows.annotate(place=place)
        .filter(place__lte=IN_FOLDER + 1)
        .order_by("-last_message_at", "-created_at")
    )


def _folder(project: Project, items: Sequence[Listed], is_open: bool) -> Folder:
    return Folder(project.id, project.name, tuple(items[:IN_FOLDER]), len(items) > IN_FOLDER, is_open)


def grouped(items: Sequence[Listed], now: datetime) -> tuple[tuple[str, tuple[Listed, ...]], ...]:
    """Conversations under the words for their days, in the active time zone."""
    groups: dict[str, list[Listed]] = {}
    for item in items:
        groups.setdefault(_age_of(item.at, now), []).append(item)
    return tuple((name, tuple(held)) for name, held in groups.items())


def _age_of(at: datetime, now: datetime) -> str:
    day, today = timezone.localtime(at).date(), timezone.localtime(now).date()
    if day >= today:
        return _("今天")
    if day == today - timedelta(days=1):
        return _("昨天")
    return _("7 天内") if day > today - timedelta(days=7) else _("更早")
