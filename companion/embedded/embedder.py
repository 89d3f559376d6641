"""The embedder: `python -m companion.embedded.embedder --port N`, OpenAI-compatible, loopback only.

One process, one thread for the model: with two it collapses under load, and after a fork it hangs. Questions
overtake waiting batches, and batches run in pieces of at most 8 texts, so a question waits for one piece at
most. An engine (companion/embedded/engines.py) has one model name for questions and one for what is kept. Knows no Django
and no database.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import itertools
import json
import os
import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"  # read by the engines when they are loaded
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

from companion.embedded import engines
from companion.embedded.engines import Encode, Engine, Vectors
from llm.sanitising import sanitise

PIECE = 8
MAX_TEXTS = 2048
MAX_BYTES = 16 * 1024 * 1024
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


class BadRequest(Exception):
    """The request can't be served as it is; the message says why."""


@dataclass(order=True)
class _Job:
    rank: int
    number: int
    texts: list[str] = field(compare=False)
    is_query: bool = field(compare=False)
    done: Future[Vectors] = field(compare=False)


class Desk:
    """Takes texts from many threads and embeds them on one, questions first."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._waiting: queue.PriorityQueue[_Job] = queue.PriorityQueue()
        self._numbers = itertools.count()
        threading.Thread(target=self._work, name="embedder", daemon=True).start()

    def embed(self, texts: Sequence[str], is_query: bool) -> Vectors:
        """float32 (n, dims), rows of length 1. Blocks until all pieces are done."""
        clean = [sanitise(text) for text in texts]
        pieces = [clean[start : start + PIECE] for start in range(0, len(clean), PIECE)]
        futures = [self._hand_in(piece, is_query) for piece in pieces]
        return np.concatenate([future.result() for future in futures])

    def _hand_in(self, texts: list[str], is_query: bool) -> Future[Vectors]:
        job = _Job(0 if is_query else 1, next(self._numbers), texts, is_query, Future())
        self._waiting.put(job)
        return job.done

    def _work(self) -> None:
        while True:
            job = self._waiting.get()
            try:
                job.done.set_result(self._encode(job.texts, job.is_query))
            except Exception as error:
                # The one thread must outlive any text: without it every later request would wait forever.
                job.done.set_exception(error)


@dataclass(frozen=True)
class _Request:
    texts: list[str]
    is_query: bool
    model: str
    as_base64: bool


def read_request(body: bytes, engine: Engine = engines.SMALL) -> _Request:
    """The request in `body`, for this engine. Raises BadRequest."""
    try:
        data = json.loads(body)
    except ValueError:
        raise BadRequest("the body is not JSON") from None
    texts = data.get("input") if isinstance(data, dict) else None
    texts = [texts] if isinstance(texts, str) else texts
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise BadRequest("'input' must be a string or a list of strings, not empty")
    if len(texts) > MAX_TEXTS:
        raise BadRequest(f"at most {MAX_TEXTS} texts at once")
    model = data.get("model")
    if model not in engine.models:
        raise BadRequest(f"'model' must be one of {', '.join(engine.models)}")
    return _Request(texts, model == engine.query_model, model, data.get("encoding_format") == "base64")


def answer(request: _Request, vectors: Vectors) -> dict[str, Any]:
    tokens = sum(len(text) for text in request.texts) // 2 + len(request.texts)
    data = [
        {
            "object": "embedding",
            "index": number,
            "embedding": base64.b64encode(row.tobytes()).decode() if request.as_base64 else row.tolist(),
        }
        for number, row in enumerate(vectors.astype("<f4"))
    ]
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": data, "model": request.model, "usage": usage}


class Handler(BaseHTTPRequestHandler):
    desk: Desk
    engine: Engine
    protocol_version = "HTTP/1.1"
    timeout = 120  # a keep-alive connection left open must not hold its thread for ever
    # Answers are two small writes: with Nagle's algorithm the second waits 40 ms for the reader's ACK.
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        if self.path == "/health":
            state = {
                "models": list(self.engine.models),
                "dims": self.engine.dims,
                "recipe": self.engine.recipe,
            }
            self._send(200, {"status": "ok", **state})
        elif self.path == "/v1/models":
            names = self.engine.models
            data = [{"id": name, "object": "model", "created": 0, "owned_by": "local"} for name in names]
            self._send(200, {"object": "list", "data": data})
        else:
            self._fail(404, "unknown path")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MAX_BYTES:
            self.close_connection = True  # the unread body would be taken for the next request
            self._fail(413, "a body of known length, at most 16 MiB")
            return
        body = self.rfile.read(int(length))
        if self.path != "/v1/embeddings":
            self._fail(404, "unknown path")
            return
        try:
            request = read_request(body, self.engine)
            self._send(200, answer(request, self.desk.embed(request.texts, request.is_query)))
        except BadRequest as error:
            self._fail(400, str(error))
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except Exception as error:
            self._fail(500, type(error).__name__)

    def log_message(self, format: str, *args: object) -> None:
        """Silent: a log line per request would say when someone talks."""

    def _fail(self, status: int, message: str) -> None:
        self._send(status, {"error": {"message": message, "type": "invalid_request_error", "code": None}})

    def _send(self, status: int, value: dict[str, Any]) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def serve(host: str, port: int, engine: Engine) -> ThreadingHTTPServer:
    """The server, bound and with its model loaded; the caller runs `serve_forever`."""
    if host not in _LOOPBACK:
        raise ValueError("the embedder has no password: it listens on loopback only")
    server = _Server((host, port), Handler)
    encode = engine.load()
    encode(["warm"], True)
    Handler.engine, Handler.desk = engine, Desk(encode)
    return server


def main() -> None:
    parser = argparse.ArgumentParser(description="Embeddings on loopback, OpenAI-compatible.")
    parser.add_argument("--port", type=int, required=True, help="0 takes a free one")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--engine", choices=sorted(engines.ENGINES), default=engines.SMALL.name)
    chosen = parser.parse_args()
    server = serve(chosen.host, chosen.port, engines.ENGINES[chosen.engine])
    print(f"http://{chosen.host}:{server.server_address[1]}/v1", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
