"""What the socket speaks: client frames checked into values, and the server frames that stand on no row. Those that do
are built in bodies.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from companion import rendering
from companion.hearing import Fault, clean, fault
from memory.policy import MESSAGE_MAX
from topics import answering
from transcript.models import Conversation, Verdict

MAX_BYTES = 128 * 1024
NOTE_MAX = 1_000


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
    without_memory: bool = False


@dataclass(frozen=True)
class Edit:
    message: UUID
    client_id: UUID
    text: str


@dataclass(frozen=True)
class Show:
    message: UUID


@dataclass(frozen=True)
class Feedback:
    message: UUID
    value: Verdict
    note: str


@dataclass(frozen=True)
class Topic:
    choice: UUID
    value: str


@dataclass(frozen=True)
class Stop:
    pass


@dataclass(frozen=True)
class Ping:
    pass


Frame = Hello | Send | Regenerate | Edit | Show | Feedback | Topic | Stop | Ping


def read(content: Any) -> Frame:
    """A client frame as a value. Raises BadFrame; the socket stays open."""
    if not isinstance(content, dict):
        raise BadFrame("malformed", _("收到的内容看不懂。"))
    kind = content.get("type")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise BadFrame("unknown_type", _("收到的内容看不懂。"))
    return reader(content)


def _hello(content: dict[str, Any]) -> Hello:
    return Hello(_number(content.get("after", 0)))


def _regenerate(content: dict[str, Any]) -> Regenerate:
    without = content.get("without_memory", False)
    if not isinstance(without, bool):
        raise BadFrame("bad_field", _("收到的内容看不懂。"))
    return Regenerate(_uuid(content.get("message"), None), without)


def _edit(content: dict[str, Any]) -> Edit:
    said = _send(content)
    return Edit(_uuid(content.get("message"), str(said.client_id)), said.client_id, said.text)


def _show(content: dict[str, Any]) -> Show:
    return Show(_uuid(content.get("message"), None))


def _feedback(content: dict[str, Any]) -> Feedback:
    message, value, note = (
        _uuid(content.get("message"), None),
        content.get("value"),
        content.get("note") or "",
    )
    if value not in Verdict.values or not isinstance(note, str):
        raise BadFrame("bad_field", _("收到的内容看不懂。"))
    note = clean(note)
    if len(note) > NOTE_MAX:
        raise BadFrame("too_long", _("说明太长了，最多 %(most)d 个字。") % {"most": NOTE_MAX})
    return Feedback(message, Verdict(value), note)


def _topic(content: dict[str, Any]) -> Topic:
    value = content.get("value")
    if value not in answering.VALUES:
        raise BadFrame("bad_field", _("收到的内容看不懂。"))
    return Topic(_uuid(content.get("choice"), None), value)


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


_READERS: dict[str, Callable[[dict[str, Any]], Frame]] = {
    "hello": _hello,
    "send": _send,
    "stop": lambda content: Stop(),
    "regenerate": _regenerate,
    "edit": _edit,
    "show": _show,
    "feedback": _feedback,
    "topic": _topic,
    "ping": lambda content: Ping(),
}


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


def sentence(code: str) -> str:
    """What a person is told for an error's code, in the active language."""
    return {
        "limit": _("发得有点快，歇一会儿再发。"),
        "age": _("这里只给满 18 岁的人用，聊天先停了。说的是别人，或者听错了，就到「设置」里确认一下年龄。"),
        "resting": _("你在休息中，这里暂时不收消息。想提前回来，在「休息」页面结束它。"),
        "conversation_gone": _("这个对话已经删除了。"),
        "busy": _("正在回复，等它说完再试。"),
        "not_a_reply": _("这一条不能重新回复。"),
        "not_yours": _("只能修改自己说的话。"),
        "storage": _("现在存不下新的内容，你的话留在这里，稍后会再试。"),
    }.get(code, _("这条消息已经不在了。"))


def ready(conversation: Conversation, generating: bool, is_paused: bool = False) -> dict[str, Any]:
    return {
        "type": "ready", "conversation": str(conversation.id), "seq": conversation.seq, "generating": generating,
        "paused": is_paused,
    }  # fmt: skip


def delivered(client_id: UUID) -> dict[str, Any]:
    """A line that was sent again is there already."""
    return {"type": "delivered", "client_id": str(client_id)}


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


def paused(is_paused: bool) -> dict[str, Any]:
    """Whether memory is paused, as the page's banner shows it. Not durable: it is so, or not, for every conversation."""
    return {"type": "notice", "kind": "paused", "html": "", "data": {"paused": is_paused}}


def temporary() -> dict[str, Any]:
    """That nothing of this conversation is kept. Not durable: it is so from its beginning."""
    words = _("临时对话：这里说的不会被记住，也不进列表和搜索。")
    return {"type": "notice", "kind": "temporary", "html": rendering.plain(words), "data": {}}
