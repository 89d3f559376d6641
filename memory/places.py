"""Where a memory may be used: everywhere, or only where its words were said: that conversation, its project, that persona."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from memory.curating import Place
from memory.models import Memory
from memory.states import ScopeKind
from transcript.models import Conversation, Project

Persona = Callable[[UUID], tuple[UUID, str] | None]
"""(persona version) → (persona, its name), None for one that is gone. Handed in by the room that knows personas."""
Called = Callable[[UUID], str]
"""A persona → its name, "" for one that is gone."""
_persona: list[Persona] = []
_called: list[Called] = []


def name_personas_by(function: Persona, called: Called) -> None:
    """Register who knows a persona's name, of a version and of itself."""
    _persona[:], _called[:] = [function], [called]


@dataclass(frozen=True)
class Option:
    """A place that a memory can be confined to, with the words for it."""

    place: Place
    words: str

    @property
    def value(self) -> str:
        return f"{self.place.kind}:{self.place.id or ''}"


def options(row: Memory) -> list[Option]:
    """Everywhere, then the places of its newest words, then where it is confined to now."""
    found = [Option(Place(), _("所有对话"))]
    if (conversation := _home(row)) is not None:
        found += _of(conversation)
    now = Place(ScopeKind(row.scope), row.scope_id)
    if all(option.place != now for option in found) and (words := label(row)):
        found.append(Option(now, words))
    return found


def _of(conversation: Conversation) -> list[Option]:
    here = Place(ScopeKind.CONVERSATION, conversation.id)
    found = [Option(here, _("只在对话「%(title)s」里") % {"title": _title(conversation)})]
    if project := conversation.project:
        found.append(
            Option(Place(ScopeKind.PROJECT, project.id), _("只在项目「%(name)s」里") % {"name": project.name})
        )
    if _persona and (known := _persona[0](conversation.persona_version)):
        persona, name = known
        found.append(Option(Place(ScopeKind.PERSONA, persona), _("只和%(name)s") % {"name": name}))
    return found


def _home(row: Memory) -> Conversation | None:
    """The conversation of the newest words it stands on."""
    said = [proof for proof in row.evidence.all() if proof.message is not None]
    newest = max(said, key=lambda proof: proof.at, default=None)
    return newest.message.conversation if newest is not None and newest.message is not None else None


def read(row: Memory, value: str) -> Place | None:
    """A chosen place, None when it is not one of the row's own: nobody's else can be named."""
    return next((option.place for option in options(row) if option.value == value), None)


def label(row: Memory) -> str:
    """Where it is confined to, "" when it is used everywhere."""
    if row.scope == ScopeKind.EVERYWHERE or row.scope_id is None:
        return ""
    if row.scope == ScopeKind.CONVERSATION:
        found = Conversation.objects.filter(user=row.user_id, id=row.scope_id).first()
        return (
            _("只在对话「%(title)s」里") % {"title": _title(found)} if found else _("只在一个已删除的对话里")
        )
    if row.scope == ScopeKind.PROJECT:
        project = Project.objects.filter(user=row.user_id, id=row.scope_id).first()
        return (
            _("只在项目「%(name)s」里") % {"name": project.name} if project else _("只在一个已删除的项目里")
        )
    name = _called[0](row.scope_id) if _called else ""
    return _("只和%(name)s") % {"name": name} if name else _("只和一个角色")


def _title(conversation: Conversation) -> str:
    if conversation.title:
        return str(conversation.title)
    return formats.date_format(timezone.localtime(conversation.created_at), "DATE_FORMAT")
