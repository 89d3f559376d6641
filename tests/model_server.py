"""A scriptable stand-in for a language model: an OpenAI-compatible HTTP server on loopback.

`python -m tests.model_server --port N` runs it as its own process and prints its URL; `ModelServer` runs it
in a thread. Both are scripted alike, from any process: `POST /script` (a list of rules, added in front of the
earlier ones), `GET /requests`, `POST /reset`. A rule: {"match": regex over the messages, newest first,
"where": "last" (user message, the default) or "any", "reply": text, "json": value, "delay_ms": before each
piece, "status": HTTP status, "headers": {}, "cut_after": pieces before the connection is cut, "pieces": raw
texts or base64 ("b64:…") of the body, "reasoning": text, "usage": false, "finish_reason": str, "formats":
response formats it takes (others get `status` 400), "times": how often it applies}.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import hashlib
import json
import re
import threading
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

ZH = re.compile(r"[\u4e00-\u9fff]")


@dataclass
class Script:
    rules: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)

    def rule_for(self, body: dict[str, Any]) -> dict[str, Any]:
        for rule in self.rules:
            if (
                rule.get("times", 1) > 0
                and rule.get("judge", False) is is_judge(body)
                and _matches(rule, body)
            ):
                if "times" in rule:
                    rule["times"] -= 1
                return rule
        return {}


def is_judge(body: dict[str, Any]) -> bool:
    """Whether a line's risk is asked about."""
    return "why_none" in json.dumps(body)


def _texts(body: dict[str, Any]) -> list[str]:
    return [str(message.get("content") or "") for message in reversed(body.get("messages", []))]


def _last_user(body: dict[str, Any]) -> str:
    said = [m for m in body.get("messages", []) if m.get("role") == "user"]
    return str(said[-1].get("content") or "") if said else ""


def _matches(rule: dict[str, Any], body: dict[str, Any]) -> bool:
    texts = _texts(body) if rule.get("where") == "any" else [_last_user(body)]
    return any(re.search(rule.get("match", ""), text) for text in texts)


def _smallest(schema: dict[str, Any], defs: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _smallest(defs[schema["$ref"].rsplit("/", 1)[1]], defs)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if "anyOf" in schema:
        options = schema["anyOf"]
        return None if {"type": "null"} in options else _smallest(options[0], defs)
    kind = schema.get("type")
    if kind == "object":
        return {name: _smallest(part, defs) for name, part in schema.get("properties", {}).items()}
    return {"array": [], "string": "", "integer": 0, "number": 0, "boolean": False}.get(str(kind))


def _schema_of(body: dict[str, Any]) -> dict[str, Any] | None:
    form = body.get("response_format") or {}
    if form.get("type") == "json_schema":
        return dict(form["json_schema"]["schema"])
    if form.get("type") != "json_object":
        return None
    written = re.search(r"JSON Schema[^{]*(\{.*)", "\n".join(_texts(body)), re.DOTALL)
    return dict(json.JSONDecoder().raw_decode(written[1])[0]) if written else {"type": "object"}


def _reply(rule: dict[str, Any], body: dict[str, Any]) -> str:
    if "json" in rule:
        return json.dumps(rule["json"], ensure_ascii=False)
    if "reply" in rule:
        return str(rule["reply"])
    schema = _schema_of(body)
    if schema is not None:
        return json.dumps(_smallest(schema, schema.get("$defs", {})), ensure_ascii=False)
    return "嗯，我在听。" if ZH.search(_last_user(body)) else "I'm here, and I'm listening."


def _usage(body: dict[str, Any], reply: str) -> dict[str, int]:
    asked = sum(len(text) for text in _texts(body)) // 2 + 1
    answered = len(reply) // 2 + 1
    return {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}


def _head(body: dict[str, Any], kind: str) -> dict[str, Any]:
    return {"id": "c1", "object": kind, "created": 0, "model": body.get("model", "scripted")}


def _format_name(body: dict[str, Any]) -> str:
    return str((body.get("response_format") or {}).get("type", "text"))


class Handlers:
    def __init__(self, script: Script) -> None:
        self.script = script

    def app(self) -> web.Application:
        app = web.Application(client_max_size=16 * 1024 * 1024)
        app.router.add_get("/v1/models", self.models)
        app.router.add_post("/v1/chat/completions", self.chat)
        app.router.add_post("/v1/embeddings", self.embeddings)
        app.router.add_post("/script", self.add_rules)
        app.router.add_get("/requests", self.seen)
        app.router.add_post("/reset", self.reset)
        return app

    async def models(self, _request: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": "scripted", "object": "model"}]})

    async def add_rules(self, request: web.Request) -> web.Response:
        self.script.rules[:0] = await request.json()
        return web.json_response({"rules": len(self.script.rules)})

    async def seen(self, request: web.Request) -> web.Response:
        judge = "judge" in request.query
        return web.json_response([one for one in self.script.requests if is_judge(one["body"]) is judge])

    async def reset(self, _request: web.Request) -> web.Response:
        self.script.rules, self.script.requests = [], []
        return web.json_response({})

    async def chat(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        seen = {"path": request.path, "body": body, "aborted": False}
        self.script.requests.append(seen)
        rule = self.script.rule_for(body)
        try:
            return await self._answer(request, body, rule)
        except (ConnectionError, asyncio.CancelledError):
            seen["aborted"] = True
            raise

    async def _answer(
        self, request: web.Request, body: dict[str, Any], rule: dict[str, Any]
    ) -> web.StreamResponse:
        if "formats" in rule:
            status = 200 if _format_name(body) in rule["formats"] else rule.get("status", 400)
        else:
            status = rule.get("status", 200)
        if status != 200:
            error = {"error": {"message": "scripted", "type": "scripted", "code": rule.get("code")}}
            return web.json_response(error, status=status, headers=rule.get("headers"))
        if body.get("stream"):
            return await self._stream(request, body, rule)
        await asyncio.sleep(rule.get("delay_ms", 0) / 1000)
        reply = _reply(rule, body)
        message = {"role": "assistant", "content": reply, "refusal": rule.get("refusal")}
        choice = {"index": 0, "message": message, "finish_reason": rule.get("finish_reason", "stop")}
        whole = {"choices": [choice], "usage": _usage(body, reply)}
        return web.json_response({**_head(body, "chat.completion"), **whole})

    async def _stream(
        self, request: web.Request, body: dict[str, Any], rule: dict[str, Any]
    ) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        pieces = _raw(rule) if "pieces" in rule else _events(body, rule)
        for number, piece in enumerate(pieces):
            await asyncio.sleep(rule.get("delay_ms", 0) / 1000)
            if request.transport is None or request.transport.is_closing():
                raise ConnectionResetError
            if number == rule.get("cut_after"):
                request.transport.abort()
                raise ConnectionResetError
            await response.write(piece)
        await response.write_eof()
        return response

    async def embeddings(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.script.requests.append({"path": request.path, "body": body, "aborted": False})
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        rule = self.script.rule_for({"messages": [{"role": "user", "content": text} for text in texts]})
        if rule.get("status", 200) != 200:
            return web.json_response({"error": {"message": "scripted"}}, status=rule["status"])
        rows = rule.get("json") or [_vector(text) for text in texts]
        data = [{"object": "embedding", "index": n, "embedding": row} for n, row in enumerate(rows)]
        usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        return web.json_response({"object": "list", "data": data, "model": body["model"], "usage": usage})


def _vector(text: str, dims: int = 8) -> list[float]:
    digest = hashlib.sha256(text.encode()).digest()
    return [byte - 127.5 for byte in digest[:dims]]


def _raw(rule: dict[str, Any]) -> list[bytes]:
    return [
        base64.b64decode(piece[4:]) if piece.startswith("b64:") else piece.encode()
        for piece in rule["pieces"]
    ]


def _events(body: dict[str, Any], rule: dict[str, Any]) -> list[bytes]:
    reply = _reply(rule, body)
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning_content": part} for part in re.findall(r".{1,8}", rule.get("reasoning", ""))]
    deltas += [{"content": part} for part in re.findall(r"(?s).{1,4}", reply)]
    events: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas
    ]
    ended = {"index": 0, "delta": {}, "finish_reason": rule.get("finish_reason", "stop")}
    events.append({"choices": [ended]})
    if (body.get("stream_options") or {}).get("include_usage") and rule.get("usage", True):
        events.append({"choices": [], "usage": _usage(body, reply)})
    head = _head(body, "chat.completion.chunk")
    sent = [f"data: {json.dumps({**head, **event}, ensure_ascii=False)}\n\n".encode() for event in events]
    return [*sent, b"data: [DONE]\n\n"]


async def _serve(script: Script, port: int) -> tuple[web.AppRunner, int]:
    # Without this a handler sleeping between two pieces would never learn that its reader has gone.
    runner = web.AppRunner(
        Handlers(script).app(), handler_cancellation=True, access_log=None, shutdown_timeout=0.2
    )
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    return runner, int(runner.addresses[0][1])


class ModelServer:
    """The same server in a thread. `url` is the base URL for a provider."""

    def __init__(self, port: int = 0) -> None:
        self._script, self._port, self._ready = Script(), port, threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="model-server", daemon=True)

    def start(self) -> ModelServer:
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("the model server did not start")
        return self

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def __enter__(self) -> ModelServer:
        return self.start()

    def __exit__(self, *_exc: object) -> None:
        self.stop()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        runner, self._port = self._loop.run_until_complete(_serve(self._script, self._port))
        self._ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        self._loop.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    def script(self, *rules: dict[str, Any]) -> None:
        self._call("/script", list(rules))

    def reset(self) -> None:
        self._call("/reset", {})

    def requests(self, *, judge: bool = False) -> list[dict[str, Any]]:
        return list(self._call("/requests?judge=1" if judge else "/requests", None))

    def _call(self, path: str, payload: Any) -> Any:
        data = None if payload is None else json.dumps(payload).encode()
        url, headers = self.url.removesuffix("/v1") + path, {"Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=10) as answer:
            return json.loads(answer.read())


async def _main(port: int) -> None:
    _, bound = await _serve(Script(), port)
    print(f"http://127.0.0.1:{bound}/v1", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    chosen = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_main(chosen.port))
