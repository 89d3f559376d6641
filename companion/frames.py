"""What the socket speaks: client frames checked into values, server frames built from rows as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from companion import rendering
from companion.hearing import Fault, clean, fault
from memory.models import Memory
from memory.policy import MESSAGE_MAX
from safety import hotlines, notices
from safety.levels import Level
from transcript.models import Conversation, Event, EventKind, Message, Role, Status

MAX_BYTES = 128 * 1024
REPLAY_MOST = 400
STANDING = ("current", "pending", "conflicted")


class BadFrame(Exception):
    """A frame that can't be taken. `code` is for the client, the text for the person."""

    def __init__(self, code: str, detail: str, client_id: str | None = None) -> None:
        super().__init__(detail)
        self.code, self.detail, self.client_id = code, detail, client_id


@dataclass(frozen=True)
class Hello:
    after: int


@dataclass(frozen=True)
class Send:
    client_id: UUID
    text: str


@dataclass(frozen=True)
class Regenerate:
    message: UUID


@dataclass(frozen=True)
class Stop:
    pass


@dataclass(frozen=True)
class Ping:
    pass


Frame = Hello | Send | Regenerate | Stop | Ping


def read(content: Any) -> Frame:
    """A client frame as a value. Raises BadFrame; the socket stays open."""
    if not isinstance(content, dict):
        raise BadFrame("malformed", _("收到的内容看不懂。"))
    kind = content.get("type")
    if kind == "hello":
        return Hello(_number(content.get("after", 0)))
    if kind == "send":
        return _send(content)
    if kind == "regenerate":
        return Regenerate(_uuid(content.get("message"), None))
    if kind == "stop":
        return Stop()
    if kind == "ping":
        return Ping()
    raise BadFrame("unknown_type", _("收到的内容看不懂。"))


def _send(content: dict[str, Any]) -> Send:
    raw = content.get("client_id")
    client_id = _uuid(raw, raw if isinstance(raw, str) else None)
    if not isinstance(content.get("text"), str):
        raise BadFrame("bad_field", _("收到的内容看不懂。"), str(client_id))
    text = clean(content["text"])
    wrong = fault(text)
    if wrong is Fault.EMPTY:
        raise BadFrame("empty", _("空白的消息没有发送。"), str(client_id))
    if wrong is Fault.TOO_LONG:
        raise BadFrame(
            "too_long", _("消息太长了，最多 %(most)d 个字。") % {"most": MESSAGE_MAX}, str(client_id)
        )
    return Send(client_id, text)


def _uuid(value: Any, client_id: str | None) -> UUID:
    try:
        return UUID(value)
    except (ValueError, TypeError, AttributeError):
        raise BadFrame("bad_field", _("收到的内容看不懂。"), client_id) from None


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise BadFrame("bad_field", _("收到的内容看不懂。"))
    return value


def error(bad: BadFrame, *, retryable: bool = False) -> dict[str, Any]:
    return {
        "type": "error", "code": bad.code, "detail": bad.detail, "retryable": retryable, "client_id": bad.client_id
    }  # fmt: skip


def ready(conversation: Conversation, generating: bool, is_paused: bool = False) -> dict[str, Any]:
    return {
        "type": "ready", "conversation": str(conversation.id), "seq": conversation.seq, "generating": generating,
        "paused": is_paused,
    }  # fmt: skip


def message_body(message: Message) -> dict[str, Any]:
    """A message as the client shows it. The text is the user's own or passed the safety pipeline; the HTML is sanitised."""
    live = message.live
    return {
        "id": str(message.id),
        "client_id": str(message.client_id) if message.client_id else None,
        "role": message.role,
        "html": rendering.html(message.text)
        if message.role == Role.COMPANION
        else rendering.plain(message.text),
        "text": message.text,
        "at": message.created_at.isoformat().replace("+00:00", "Z"),
        "status": message.status,
        "parent": str(message.parent_id) if message.parent_id else None,
        "versions": 1,
        "live": live,
        "memories": message.memory_uses.count() if message.role == Role.COMPANION else 0,
    }


def deltas(message: str, before: str, fresh: str) -> list[dict[str, Any]]:
    """Frames for a fresh piece of a running reply. Each carries the block it is in, rendered, so that no raw ** flashes;
    a piece that closes a block and opens the next is two frames."""
    whole = before + fresh
    frames = []
    start = len(before)
    for index, (begin, end) in rendering.blocks_from(whole, start):
        text = whole[start:end]
        frames.append(
            {
                "type": "delta", "message": message, "offset": start, "text": text,
                "block": index, "html": rendering.html(whole[begin:end]),
            }
        )  # fmt: skip
        start = end
    return frames


def events_after(user: User, conversation: Conversation, after: int) -> list[Event]:
    rows = Event.objects.for_user(user).filter(conversation=conversation, seq__gt=after)
    return list(rows.select_related("message").order_by("seq")[:REPLAY_MOST])


def durable(user: User, event: Event) -> dict[str, Any]:
    """The frame of a durable event, in the user's language."""
    with translation.override(user.language):
        return {"type": event.kind, "seq": event.seq, **_BODIES[EventKind(event.kind)](user, event)}


def _message(user: User, event: Event) -> dict[str, Any]:
    if event.message is None:
        return {"message": None}
    return {"message": message_body(event.message)}


def _learned(user: User, event: Event) -> dict[str, Any]:
    return {"items": learned_items(user, [event])[event.seq]}


def learned_items(user: User, events: Sequence[Event]) -> dict[int, list[dict[str, str]]]:
    """What each `learned` event says, by its seq: what was learnt and still stands. What was deleted since is not told
    again."""
    told = {event.seq: [UUID(key) for key in event.data.get("memories", [])] for event in events}
    wanted = [key for keys in told.values() for key in keys]
    rows = {row.id: row for row in Memory.objects.for_user(user).filter(id__in=wanted, status__in=STANDING)}
    return {
        seq: [
            {"id": str(key), "statement": rows[key].statement, "status": rows[key].status}
            for key in keys
            if key in rows
        ]
        for seq, keys in told.items()
    }


def _notice(user: User, event: Event) -> dict[str, Any]:
    kind = event.data["kind"]
    if kind == "crisis":
        level = Level(event.data["level"])
        return {"kind": kind, "html": crisis_html(user, level), "data": {"big": crisis_card(user, level).big}}
    text = notices.ai_notice(user.lang)
    return {"kind": kind, "html": rendering.plain(text), "data": {}}


def crisis_card(user: User, level: Level) -> hotlines.Card:
    """The help card for the user's region and this hour of theirs."""
    region = hotlines.region_of(user.time_zone, user.language)
    hour = timezone.now().astimezone(user.zone).time()
    return hotlines.card(level, region, hour, user.lang)


def crisis_html(user: User, level: Level) -> str:
    """The card as the page and the socket both show it."""
    return render_to_string("companion/_crisis.html", {"card": crisis_card(user, level)})


def paused(is_paused: bool) -> dict[str, Any]:
    """Whether memory is paused, as the page's banner shows it. Not durable: it is so, or not, for every conversation."""
    return {"type": "notice", "kind": "paused", "html": "", "data": {"paused": is_paused}}


_BODIES = {
    EventKind.MESSAGE: _message,
    EventKind.FINISHED: _message,
    EventKind.LEARNED: _learned,
    EventKind.NOTICE: _notice,
}


def is_running(conversation: Conversation) -> Message | None:
    return Message.objects.filter(conversation=conversation, live=True, status=Status.GENERATING).first()
