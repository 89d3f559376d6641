"""A language model that follows a script and counts: an OpenAI-compatible server on loopback, in a thread of the bench.

What arrives is counted by `llm.tokens.estimate`, with `PER_MESSAGE` for each message, and the schema of an answer where one
is sent along: providers count that too.
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from llm.tokens import PER_MESSAGE, estimate

MODEL = "scripted"
NAMES = (("title", "titles"), ("summary", "summaries"), ("items", "learning"))
"""What a background call is for, by a property that its answer must have."""
_LINE = re.compile(r"^user [^:]*\d\d:\d\d: (?P<text>.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Call:
    """One request as it arrived: what it was for, its messages, and tokens asked and answered."""

    what: str
    messages: tuple[Mapping[str, str], ...]
    asked: int
    answered: int


class Model:
    """The server. `say` gives the reply to a user's line; a typed answer is the emptiest that fits, except that summaries
    are the longest lines they are of."""

    def __init__(self, say: Callable[[str], str]) -> None:
        self.say = say
        self._calls: list[Call] = []
        self._lock = threading.Lock()
        handler = type("Bound", (Handler,), {"model": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @contextlib.contextmanager
    def running(self) -> Iterator[Model]:
        thread = threading.Thread(target=self._server.serve_forever, name="scripted-model", daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join(5)

    def taken(self) -> list[Call]:
        """The calls since the last look."""
        with self._lock:
            calls, self._calls = self._calls, []
        return calls

    def answer(self, body: Mapping[str, Any]) -> str:
        """The words for a request, which is counted."""
        messages = tuple(body.get("messages", ()))
        schema = ((body.get("response_format") or {}).get("json_schema") or {}).get("schema")
        last = next((one["content"] for one in reversed(messages) if one["role"] == "user"), "")
        text = self.say(last) if schema is None else json.dumps(_typed(schema, last), ensure_ascii=False)
        asked = sum(estimate(one["content"]) + PER_MESSAGE for one in messages)
        asked += estimate(json.dumps(schema, ensure_ascii=False)) if schema else 0
        with self._lock:
            self._calls.append(Call(_purpose(schema), messages, asked, estimate(text)))
        return text


def _purpose(schema: Mapping[str, Any] | None) -> str:
    if schema is None:
        return "chat"
    return next((what for name, what in NAMES if name in schema.get("properties", ())), "other")


def _typed(schema: Mapping[str, Any], asked: str) -> Any:
    value = _emptiest(schema, schema.get("$defs", {}))
    if isinstance(value, dict) and "summary" in value:
        part = f"\n{asked}".split("\n# ", 2)[1:2]  # the first section: what is to be summarised
        told = sorted((found["text"] for found in _LINE.finditer("".join(part))), key=len, reverse=True)
        value["summary"] = "\n".join(f"- {text}" for text in told[:4])
    return value


def _emptiest(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> Any:
    """The least value that fits a schema."""
    if "$ref" in schema:
        return _emptiest(defs[schema["$ref"].rsplit("/", 1)[1]], defs)
    if "enum" in schema or "const" in schema:
        return schema.get("const", (schema.get("enum") or [None])[0])
    if options := schema.get("anyOf"):
        return None if {"type": "null"} in options else _emptiest(options[0], defs)
    if schema.get("type") == "object":
        return {name: _emptiest(part, defs) for name, part in schema.get("properties", {}).items()}
    empty: dict[str, Any] = {"array": [], "string": "", "integer": 0, "number": 0, "boolean": False}
    return empty.get(str(schema.get("type")))


class Handler(BaseHTTPRequestHandler):
    model: Model
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/v1/chat/completions":
            self._send(404, "application/json", b'{"error": {"message": "unknown path"}}')
            return
        text = self.model.answer(body)
        head = {"id": "c1", "created": 0, "model": MODEL}
        if body.get("stream"):
            self._send(200, "text/event-stream", _events(head, text))
            return
        message = {"role": "assistant", "content": text}
        whole = {
            **head,
            "object": "chat.completion",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        }
        self._send(200, "application/json", json.dumps(whole, ensure_ascii=False).encode())

    def log_message(self, format: str, *args: object) -> None:
        """Silent: stderr tells how far the bench is."""

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _events(head: Mapping[str, Any], text: str) -> bytes:
    pieces: list[dict[str, Any]] = [
        {"delta": {"role": "assistant", "content": text}},
        {"delta": {}, "finish_reason": "stop"},
    ]
    sent = [
        {**head, "object": "chat.completion.chunk", "choices": [{"index": 0, **piece}]} for piece in pieces
    ]
    lines = [f"data: {json.dumps(one, ensure_ascii=False)}\n\n" for one in sent]
    return "".join([*lines, "data: [DONE]\n\n"]).encode()
