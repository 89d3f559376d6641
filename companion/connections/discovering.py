"""Model servers on this machine: found by knocking at the ports where they usually listen."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from http.client import HTTPException
from types import MappingProxyType
from typing import Any

from companion.connections.findings import LISTED_MAX
from companion.embedded import local_model
from companion.embedded.places import Places

DOORS: Mapping[int, str] = MappingProxyType(
    {
        11434: "Ollama",
        1234: "LM Studio",
        8080: "llama.cpp, LocalAI",
        8000: "vLLM",
        1337: "Jan",
        4891: "GPT4All",
        5001: "KoboldCpp",
        5000: "text-generation-webui",
        30000: "SGLang",
        9997: "Xinference",
        4000: "LiteLLM",
    }
)
"""Where local servers usually listen, with who usually listens there."""
SECONDS = 1.5
ANSWER_MAX = 1_000_000
_NO_CHAT = ("embed", "e5-", "bge-", "rerank", "whisper", "tts", "universal-sentence")


@dataclass(frozen=True)
class Found:
    """A model server on this machine."""

    port: int
    name: str
    base_url: str
    models: tuple[str, ...]


def discover(own: Collection[int], doors: Mapping[int, str] | None = None) -> list[Found]:
    """The model servers that answer on this machine's usual ports, all asked at once. `own` are the ports of this product:
    the site asking itself would wait for itself, and its embedder can't chat."""
    doors = DOORS if doors is None else doors
    ports = [port for port in doors if port not in own]
    with ThreadPoolExecutor(max(len(ports), 1)) as knocking:
        answers = list(knocking.map(_knock, ports))
    return [
        Found(port, doors[port], f"http://127.0.0.1:{port}/v1", models)
        for port, models in zip(ports, answers, strict=True)
        if models
    ]


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows nothing: a redirect would lead off this machine."""

    def redirect_request(self, *_args: Any) -> None:
        return None


_HERE = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Stay())


def _knock(port: int) -> tuple[str, ...]:
    """The chat models at a port; () when nobody answers, or not as a model server does."""
    try:
        with _HERE.open(f"http://127.0.0.1:{port}/v1/models", timeout=SECONDS) as answer:
            return listed(json.loads(answer.read(ANSWER_MAX)))
    except (OSError, ValueError, HTTPException):  # nobody, a refusal, or something that isn't HTTP
        return ()


def listed(body: Any) -> tuple[str, ...]:
    """The chat models in the answer of `/v1/models`; () when it isn't such an answer."""
    rows = body.get("data") if isinstance(body, dict) else None
    if not isinstance(rows, list):
        return ()
    names = [row.get("id") for row in rows if isinstance(row, dict)]
    chat = [
        name for name in names if isinstance(name, str) and not any(part in name.lower() for part in _NO_CHAT)
    ]
    return tuple(chat[:LISTED_MAX])


class Local(StrEnum):
    """How far the local model of `make model` is."""

    ABSENT = "absent"
    READY = "ready"
    LOADING = "loading"
    RUNNING = "running"


def local_state(places: Places) -> Local:
    """Whether the local model was made, and whether it runs."""
    if local_model.look(places):
        return Local.RUNNING
    if local_model.starting(places):
        return Local.LOADING
    return Local.READY if local_model.is_ready(places) else Local.ABSENT
