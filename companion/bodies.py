"""Durable frames, built from rows as they are now: what was deleted or left the path since is not told again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from companion import raising, rendering, whereabouts
from memory.models import Memory, MemoryUse
from memory.states import ScopeKind
from safety import hotlines, notices
from safety.levels import Level
from transcript.branches import ALONE, Versions, versions_of
from transcript.models import Conversation, Event, EventKind, Feedback, Message, Role

REPLAY_MOST = 400
STANDING = ("current", "pending", "conflicted")


@dataclass(frozen=True)
class Beside:
    """What is shown beside lines: their versions, how many memories a reply was shown, and the user's verdict."""

    versions: Mapping[UUID, Versions] = field(default_factory=dict)
    memories: Mapping[UUID, int] = field(default_factory=dict)
    feedback: Mapping[UUID, str] = field(default_factory=dict)


def beside(conversation: UUID, messages: Iterable[Message]) -> Beside:
    """For lines of one conversation, in a few queries however many they are."""
    rows = list(messages)
    keys = [row.id for row in rows]
    shown = MemoryUse.objects.filter(reply__in=keys).values_list("reply").annotate(count=Count("id"))
    said = Feedback.objects.filter(message__in=keys).values_list("message_id", "value")
    return Beside(versions_of(conversation, rows), dict(shown), dict(said))


def message_body(message: Message, about: Beside) -> dict[str, Any]:
    """A message as the client shows it. The text is the user's own or passed the safety pipeline; the HTML is sanitised.
    A line that is not on the path any more is named without its words."""
    stands = about.versions.get(message.id, ALONE)
    show = rendering.html if message.role == Role.COMPANION else rendering.plain
    text = message.text if message.live else ""
    return {
        "id": str(message.id),
        "client_id": str(message.client_id) if message.client_id else None,
        "role": message.role,
        "html": show(text),
        "text": text,
        "at": message.created_at.isoformat().replace("+00:00", "Z"),
        "status": message.status,
        "parent": str(message.parent_id) if message.parent_id else None,
        "live": message.live,
        "memories": about.memories.get(message.id, 0),
        "without_memory": message.without_memory,
        "feedback": about.feedback.get(message.id),
        **versions_body(stands),
    }


def versions_body(stands: Versions) -> dict[str, Any]:
    """A line among its versions: which it is of how many, the ids beside it, and the lines that stand elsewhere."""
    return {
        "version": stands.index,
        "versions": stands.count,
        "older": str(stands.older) if stands.older else None,
        "newer": str(stands.newer) if stands.newer else None,
        "elsewhere": stands.elsewhere,
    }


def events_after(user: User, conversation: Conversation, after: int) -> list[Event]:
    rows = Event.objects.for_user(user).filter(conversation=conversation, seq__gt=after)
    return list(rows.select_related("message").order_by("seq")[:REPLAY_MOST])


def durable(
    user: User, conversation: Conversation, events: Sequence[Event], now: datetime
) -> list[dict[str, Any]]:
    """The frames of durable events of one conversation, in order, in the user's language."""
    about = beside(conversation.id, {event.message for event in events if event.message})
    learnt = learned_items(user, [event for event in events if event.kind == EventKind.LEARNED])
    with translation.override(user.language):
        return [
            {"type": event.kind, "seq": event.seq, **_body(user, event, Aids(about, learnt, now))}
            for event in events
        ]


@dataclass(frozen=True)
class Aids:
    """What the frames of a batch are built with."""

    about: Beside
    learnt: Mapping[int, list[dict[str, Any]]]
    now: datetime


def _body(user: User, event: Event, aids: Aids) -> dict[str, Any]:
    if event.kind == EventKind.LEARNED:
        return {"items": aids.learnt[event.seq]}
    if event.kind == EventKind.TOPICS:
        return {"items": raising.items(user, [UUID(key) for key in event.data["choices"]])}
    if event.kind == EventKind.NOTICE:
        return _notice(user, event, aids.now)
    if event.kind == EventKind.THREAD:
        return {"verb": event.data["verb"], "message": event.data["message"]}
    return {"message": message_body(event.message, aids.about) if event.message else None}


def learned_items(user: User, events: Sequence[Event]) -> dict[int, list[dict[str, Any]]]:
    """What each `learned` event says, by its seq: what was learnt and still stands. What was deleted since is not told
    again."""
    told = {event.seq: [UUID(key) for key in event.data.get("memories", [])] for event in events}
    wanted = [key for keys in told.values() for key in keys]
    rows = {row.id: row for row in Memory.objects.for_user(user).filter(id__in=wanted, status__in=STANDING)}
    return {
        seq: [
            {
                "id": str(key),
                "statement": rows[key].statement,
                "status": rows[key].status,
                "here": rows[key].scope == ScopeKind.CONVERSATION,
            }
            for key in keys
            if key in rows
        ]
        for seq, keys in told.items()
    }


def _notice(user: User, event: Event, now: datetime) -> dict[str, Any]:
    kind = event.data["kind"]
    if kind == "crisis":
        level = Level(event.data["level"])
        card, reply = crisis_card(user, level, now, event.data.get("region")), event.data.get("reply")
        return {
            "kind": kind,
            "html": card_html(card, reply or ""),
            "data": {"big": card.big, "reply": reply},
        }
    return {"kind": kind, "html": notice_html(user, event), "data": {"again": event.data.get("again", False)}}


def notice_html(user: User, event: Event) -> str:
    """The words of a notice that stands in the thread: that this is an AI, or that a break is due."""
    if event.data["kind"] == "break":
        return rendering.plain(notices.break_notice(user.lang, event.data["minutes"]))
    return rendering.plain(notices.ai_notice(user.lang))


def crisis_card(user: User, level: Level, now: datetime, region: str | None = None) -> hotlines.Card:
    """The help card for the user's region, or the one given, and this hour of theirs."""
    region = whereabouts.own(user) if region is None else region
    hour = now.astimezone(user.zone).time()
    return hotlines.card(level, region, hour, user.lang)


def card_html(card: hotlines.Card, reply: str = "") -> str:
    """A card as the page and the socket both show it; `reply` is the one it stands behind."""
    return render_to_string("companion/_crisis.html", {"card": card, "reply": reply})
