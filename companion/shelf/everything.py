"""What is kept about a person beside talks, memories and characters, as a file of their own: the account and its consents, contacts,
complaints, reports, topics, summaries and times of use. Each table is told here, or is named with the reason why not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.db.models import Model
from django.utils.translation import gettext as _

from accounts.models import User
from companion.shelf.exporting import File, Form, filename, iso, mark_of
from safety import notices

SCHEMA, VERSION = "companion.account", 1
TOLD: Mapping[str, tuple[str, ...]] = {
    "account.EmailAddress": ("email", "verified", "primary"),
    "mfa.Authenticator": ("type", "created_at", "last_used_at"),
    "accounts.Consent": ("purpose", "recipient", "version", "granted_at", "withdrawn_at"),
    "accounts.BirthDateChange": ("closed", "at"),
    "accounts.Deletion": ("asked_at", "destroyed_at", "done_at"),
    "safety.EmergencyContact": (
        "name", "called", "address", "position", "consent_version", "agreed_at", "invited_at", "confirmed_at", "declined_at", "removed_at",
    ),
    "safety.ContactMessage": ("contact", "state", "asked_at", "due_at", "sent_at"),
    "safety.Complaint": ("about", "state", "text", "answer", "at", "due_on", "closed_at"),
    "safety.UseClock": ("began_at", "last_at", "break_minutes", "paused_until", "warned_on"),
    "safety.UseDay": ("day", "seconds", "night_seconds", "sessions"),
    "transcript.Feedback": ("message", "value", "note", "reported", "at", "outcome"),
    "transcript.Project": ("id", "name", "created_at"),
    "transcript.Draft": ("conversation", "text", "saved_at"),
    "transcript.Summary": ("conversation", "text", "lang", "sources", "first_at", "last_at", "made_by", "made_at"),
    "topics.Candidate": ("source", "text", "lang", "memory", "due_at", "until", "heard_at", "raised_at", "rest_until"),
    "topics.TopicChoice": ("conversation", "reply", "source", "text", "move", "outcome", "at"),
    "topics.Refusal": ("text", "at"),
    "topics.OutsideSource": ("kind", "url", "on", "created_at", "fetched_at"),
    "topics.Reaching": ("on", "by_mail", "a_week", "quiet_from", "quiet_until", "changed_at"),
    "topics.Reachout": ("source", "day", "planned_for", "state", "reason", "message", "sent_at", "answered_at"),
    "memory.MemorySettings": ("paused_at", "paused_kinds", "dreams", "dreamt_at"),
    "memory.Transition": ("old", "new", "kind", "reason", "at", "message"),
    "memory.Withheld": ("message", "quote", "memory", "at"),
    "memory.Receipt": ("counts", "at", "until", "purged_at"),
    "memory.Dream": ("by_hand", "began_at", "ended_at", "counts"),
    "memory.Proposal": ("operation", "state", "reason", "content", "result", "at", "settled_at"),
    "memory.Entity": ("id", "kind", "name", "made_at"),
    "memory.Alias": ("entity", "name"),
    "memory.Relation": ("kind", "start", "end", "message", "quote", "at"),
    "memory.Derivation": ("conclusion", "premise", "at"),
    "memory.MemoryUse": ("reply", "memory", "used", "at"),
    "memory.HeldBack": ("reply", "memory", "reason", "at"),
    "memory.SetAside": ("memory", "conversation", "at"),
    "memory.Told": ("act", "memory", "reply", "about", "text", "at"),
    "memory.Verdict": ("message", "memory", "text", "verdict", "reason", "kind", "at"),
    "persona.Chosen": ("persona",),
    "persona.Apart": ("persona", "own", "blind"),
    "persona.Finding": ("persona", "conversation", "reply", "kind", "mended", "detail", "at"),
}  # fmt: skip
"""Fields by table; what refers to a line, a memory or a character is told by its id, which the other files have too."""
LEFT_OUT: Mapping[str, str] = {
    "transcript.Conversation": "in the file of the conversation",
    "transcript.Message": "in the file of the conversation",
    "transcript.Event": "how lines reached a page",
    "memory.Memory": "in the file of memories",
    "memory.Evidence": "in the file of memories",
    "persona.Persona": "in the file of the character",
    "persona.PersonaVersion": "in the file of the character",
    "persona.Picture": "in the file of the character",
    "memory.Passage": "an index of lines",
    "topics.Ranking": "when topics were ordered",
    "memory.Bin": "thrown away: it is not used, and goes by itself",
    "memory.ForgetRequest": "thrown away: it is not used, and goes by itself",
    "memory.Tombstone": "keyed marks of what was deleted, which nobody can read",
    "accounts.UserKey": "a key",
    "safety.RiskState": "a level of danger is told to nobody",
    "safety.RiskCheck": "a level of danger is told to nobody",
    "safety.ContactInvitation": "a count of letters",
    "companion.ModelConnection": "the site's, not the person's",
    "admin.LogEntry": "the site's, not the person's",
}
"""Tables that are not in this file, and why."""


def export(user: User, now: datetime) -> File:
    """All of it as JSON, in the user's own language."""
    body = json.dumps(_document(user, now), ensure_ascii=False, indent=2) + "\n"
    return File(filename(_("账号"), Form.JSON, now), "application/json", body)


def _document(user: User, now: datetime) -> dict[str, Any]:
    made = _("摘要和话题由 AI 整理，其余是你填的和系统记下的")
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "label": f"{notices.label(user.lang)} · {made}",
        "AIGC": mark_of(user.id),
        "exported_at": iso(now),
        "account": {
            name: _plain(getattr(user, name))
            for name in ("id", "email", "language", "time_zone", "birth_date", "date_joined", "last_login", "age_doubted_at", "leaving_at")
        },
        **{table: [_row(row, fields) for row in _rows(table, user)] for table, fields in TOLD.items()},
        "elsewhere": dict(LEFT_OUT),
    }  # fmt: skip


def _rows(table: str, user: User) -> list[Model]:
    model = apps.get_model(table)
    return list(model._default_manager.filter(user=user).order_by("pk"))


def _row(row: Model, fields: tuple[str, ...]) -> dict[str, Any]:
    keys = {field.name: field.attname for field in row._meta.concrete_fields}
    return {name: _plain(getattr(row, keys.get(name, name))) for name in fields}


def _plain(value: Any) -> Any:
    """As JSON has it: moments in UTC, ids as text."""
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return value.isoformat() if isinstance(value, date) else str(value)
