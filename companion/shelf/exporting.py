"""One conversation as a file of the user's own: every branch as JSON, or what is shown as Markdown. Both say, to people and
to machines, that one side of it was made by an AI.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from companion.shelf import naming
from persona.characters import character_of
from safety import notices
from transcript.models import Conversation, Feedback, Message, Role, Status

SCHEMA, VERSION = "companion.conversation", 1
PRODUCER = "Companion"
FILENAME_MOST = 40
_UNSAFE = re.compile(r'[\\/:*?"<>|%\x00-\x1f\x7f]+')


class Form(StrEnum):
    """What kind of file."""

    JSON = "json"
    MARKDOWN = "md"
    TEXT = "txt"


@dataclass(frozen=True)
class File:
    """What is handed over: its name, its media type, its words."""

    name: str
    kind: str
    text: str


def export(conversation: Conversation, form: Form, now: datetime) -> File:
    """The conversation as a file, in the active language and time zone. Deleted lines are not in it."""
    title = naming.title_of(conversation)
    lines = _lines(conversation)
    if form is Form.JSON:
        body = json.dumps(_document(conversation, title, lines, now), ensure_ascii=False, indent=2) + "\n"
        return File(filename(title, form, now), "application/json", body)
    return File(
        filename(title, form, now), "text/markdown; charset=utf-8", _markdown(conversation, title, lines, now)
    )


def filename(title: str, form: Form, now: datetime) -> str:
    """A name that every file system takes; Chinese stays Chinese."""
    plain = _UNSAFE.sub(" ", "".join(c for c in title if unicodedata.category(c) not in ("Cc", "Cf", "Cs")))
    plain = " ".join(plain.split()).strip(". ")[:FILENAME_MOST].strip(". ")
    return f"{plain or 'Companion'} {timezone.localtime(now):%Y-%m-%d}.{form.value}"


def label_of(lang: str) -> str:
    """The visible line that a file carries."""
    return f"{notices.label(lang)} · {notices.ai_notice(lang)}"


def mark_of(number: UUID) -> dict[str, str]:
    """The label for machines: made or put into words by an AI, by whom, under which number."""
    return {"Label": "1", "ContentProducer": PRODUCER, "ProduceID": str(number)}


@dataclass(frozen=True)
class Line:
    """A line with its place among those that are in the file."""

    row: Message
    parent: UUID | None
    feedback: str


def _lines(conversation: Conversation) -> list[Line]:
    """Every line on every branch, oldest first. What followed a deleted line follows the one before it."""
    rows = list(
        Message.objects.filter(conversation=conversation).defer("keywords").order_by("created_at", "id")
    )
    above = {row.id: row.parent_id for row in rows}
    there = {row.id for row in rows if row.deleted_at is None and row.status != Status.GENERATING}
    said = dict(
        Feedback.objects.filter(message__conversation=conversation).values_list("message_id", "value")
    )
    return [Line(row, _above(row.id, above, there), said.get(row.id, "")) for row in rows if row.id in there]


def _above(line: UUID, above: Mapping[UUID, UUID | None], there: set[UUID]) -> UUID | None:
    parent = above[line]
    while parent is not None and parent not in there:
        parent = above.get(parent)
    return parent


def _document(conversation: Conversation, title: str, lines: Sequence[Line], now: datetime) -> dict[str, Any]:
    user = conversation.user
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "label": label_of(user.lang),
        "AIGC": mark_of(conversation.id),
        "exported_at": iso(now),
        "conversation": {
            "id": str(conversation.id),
            "title": title,
            "project": conversation.project.name if conversation.project else None,
            "persona": character_of(conversation.persona_version).name,
            "language": user.language,
            "time_zone": user.time_zone,
            "created_at": iso(conversation.created_at),
            "last_message_at": iso(conversation.last_message_at),
            "pinned": conversation.pinned_at is not None,
            "archived": conversation.archived_at is not None,
            "temporary": conversation.temporary,
        },
        "messages": [_message(line) for line in lines],
    }


def _message(line: Line) -> dict[str, Any]:
    row = line.row
    return {
        "id": str(row.id),
        "parent": str(line.parent) if line.parent else None,
        "role": row.role,
        "text": row.text,
        "at": iso(row.created_at),
        "status": row.status,
        "chosen": row.chosen,
        "live": row.live,
        "feedback": line.feedback or None,
        "made_by_ai": row.role == Role.COMPANION,
    }


def iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _markdown(conversation: Conversation, title: str, lines: Sequence[Line], now: datetime) -> str:
    user, name = conversation.user, character_of(conversation.persona_version).name
    head = [f"# {title or _('对话')}", f"> {label_of(user.lang)}", _about(conversation, name, now)]
    shown = [line for line in lines if line.row.live and line.row.text.strip()]
    for line in shown:
        who = name if line.row.role == Role.COMPANION else _("你")
        head.append(f"**{who}** · {_when(line.row.created_at)}\n\n{line.row.text.strip()}")
    if others := sum(not line.row.live for line in lines):
        head.append("> " + _("另有 %(count)s 条在其他版本里，JSON 文件里有。") % {"count": others})
    # the label for machines stands where readers of Markdown look for what a file says about itself
    mark = json.dumps(mark_of(conversation.id), ensure_ascii=False)
    return f"---\nAIGC: {mark}\n---\n\n" + "\n\n".join(head) + "\n"


def _about(conversation: Conversation, name: str, now: datetime) -> str:
    facts = [_("与%(name)s的对话") % {"name": name}]
    if conversation.project:
        facts.append(_("项目：%(name)s") % {"name": conversation.project.name})
    facts.append(_("导出于 %(when)s（%(zone)s）") % {"when": _when(now), "zone": conversation.user.time_zone})
    return " · ".join(facts)


def _when(at: datetime) -> str:
    local = timezone.localtime(at)
    return f"{formats.date_format(local, 'DATE_FORMAT')} {formats.time_format(local, 'H:i')}"
