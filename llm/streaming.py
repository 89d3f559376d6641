"""Reading a streamed answer: server-sent events from bytes, and the text in them. Pure, no network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from llm.errors import LLMError, ModelUnavailable, Refused

_THINK_OPEN = re.compile(r"\s*<think(?:ing)?>", re.IGNORECASE)
_THINK_CLOSE = re.compile(r"</think(?:ing)?>\s*", re.IGNORECASE)
_TAGS = ("<think>", "<thinking>")


@dataclass(frozen=True)
class Event:
    """What one event says. `text` is "" for empty deltas, roles and reasoning, which still prove life."""

    text: str = ""
    finish_reason: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    done: bool = False


class EventReader:
    """Bytes in, events out. Lines are cut before decoding: a character split across chunks stays whole."""

    def __init__(self) -> None:
        self._rest = b""
        self._plain = b""
        self._seen_event = False

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """The events completed by `chunk`, one at a time: those before a broken one still arrive."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            yield from self._line(line)

    def close(self) -> list[Event]:
        """The last line, if its end is missing, or the whole answer of a server that doesn't stream."""
        line, self._rest = self._rest, b""
        events = self._line(line)
        if self._seen_event or not self._plain.strip():
            return events
        found = _event(_load(self._plain))
        return [found, Event(done=True)]

    def _line(self, line: bytes) -> list[Event]:
        line = line.rstrip(b"\r")
        if not line.startswith(b"data:"):
            if not self._seen_event and not line.startswith((b":", b"event:", b"id:", b"retry:")):
                self._plain += line + b"\n"
            return []
        self._seen_event = True
        data = line[5:].strip()
        if not data:
            return []
        return [Event(done=True)] if data == b"[DONE]" else [_event(_load(data))]


def _load(data: bytes) -> dict[str, Any]:
    try:
        loaded = json.loads(data.decode("utf-8", errors="replace"))
    except ValueError:
        raise ModelUnavailable("the stream holds something that isn't JSON") from None
    if not isinstance(loaded, dict):
        raise ModelUnavailable("the stream holds something that isn't an answer")
    return loaded


def _event(data: dict[str, Any]) -> Event:
    if data.get("error"):
        raise _error(data["error"])
    usage = data.get("usage") or {}
    choices = data.get("choices") or [{}]
    # `reasoning_content` and `reasoning` stand beside `content` in the delta: they are not read at all.
    delta = choices[0].get("delta") or choices[0].get("message") or {}
    content = delta.get("content")
    return Event(
        text=content if isinstance(content, str) else "",
        finish_reason=choices[0].get("finish_reason") or None,
        prompt_tokens=usage.get("prompt_tokens"),
        completion_tokens=usage.get("completion_tokens"),
    )


def _error(error: Any) -> LLMError:
    code = error.get("code") if isinstance(error, dict) else None
    if code == "content_filter":
        return Refused("the provider's filter stopped the answer", by_filter=True)
    return ModelUnavailable("the provider reported an error inside the stream")


class ThinkingFilter:
    """Drops a `<think>…</think>` block at the head of an answer; everything after it passes unchanged."""

    def __init__(self) -> None:
        self._held = ""
        self._open = False
        self._dropped = False

    def feed(self, text: str) -> str:
        if self._open:
            return text
        self._held += text
        if _THINK_OPEN.match(self._held):
            closed = _THINK_CLOSE.search(self._held)
            if closed is None:
                return ""
            self._held, self._dropped = self._held[closed.end() :], True
        if self._dropped:
            # White space after the block may go on in the next chunk.
            self._held = self._held.lstrip()
        return "" if _may_become_tag(self._held) else self._release()

    def close(self) -> str:
        """What was held in doubt. Unfinished thinking is dropped."""
        return "" if _THINK_OPEN.match(self._held) else self._release()

    def _release(self) -> str:
        held, self._held, self._open = self._held, "", True
        return held


def _may_become_tag(text: str) -> bool:
    start = text.lstrip().lower()
    return any(tag.startswith(start) for tag in _TAGS)
