"""The local language model of `make model`: where it is, how its server is started, whether it runs.

The server is llama-cpp-python's own, in its own environment and process (inside ours it crashes with threads and hangs
after a fork), on loopback. It answers one request at a time. Knows no Django.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.embedded import processes
from companion.embedded.places import Places

NAME = "qwen2.5-coder-1.5b-instruct"
FILE = "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
SIZE = 1_117_320_768
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
SWITCH = "COMPANION_LOCAL_MODEL"
"""`off` keeps a fetched model from being started."""
CONTEXT = 4_096
BATCH = 64
"""Tokens of a prompt worked on at once. The server keeps a row of numbers as wide as the vocabulary for each of them, and
once more in every cached state: at its usual 512 a cached conversation costs 300 MB, at 64 it costs 40, no slower."""
CACHE_BYTES = 256 * 1024 * 1024
"""States of earlier prompts, so that the unchanged head of a conversation is not read again: 5 seconds or 0.2."""
MEMO_SECONDS = 3.0
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH")
ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class LocalModel:
    """A local model that answers: an OpenAI-compatible address on loopback, and the name to ask for."""

    base_url: str
    model: str


class _Memo:
    """What the last look found, for a few seconds: every turn asks."""

    def __init__(self) -> None:
        self.until = 0.0
        self.found: LocalModel | None = None


_memo = _Memo()


def running() -> LocalModel | None:
    """The local model, once it has loaded and as long as it runs; looked up at most every few seconds."""
    now = time.monotonic()
    if now >= _memo.until:
        _memo.found = look(Places.here(ROOT))
        _memo.until = now + MEMO_SECONDS
    return _memo.found


def forget() -> None:
    """Have the next `running` look anew."""
    _memo.until = 0.0


def look(places: Places) -> LocalModel | None:
    """The model by its run file, if its process lives and listens. It listens only once it has loaded. It is never asked
    a question for this: it answers one at a time, and would keep who looks waiting for a whole reply."""
    held = _run_file(places)
    if held is None or not processes.same(held["pid"], held["born"]):
        return None
    try:
        socket.create_connection(("127.0.0.1", int(held["port"])), timeout=0.5).close()
    except OSError:
        return None
    return LocalModel(f"http://127.0.0.1:{int(held['port'])}/v1", NAME)


def starting(places: Places) -> bool:
    """Whether its process runs without answering yet: it is loading."""
    held = _run_file(places)
    return held is not None and processes.same(held["pid"], held["born"]) and look(places) is None


def is_ready(places: Places) -> bool:
    """Whether `make model` finished: the checked file and the server's environment are both there."""
    return gguf(places).is_file() and stamp(places).is_file()


def wanted(places: Places, environ: Mapping[str, str]) -> bool:
    """Whether it is to be started: it is there, nobody switched it off, and no other model was configured."""
    off = environ.get(SWITCH, "").strip().lower() in ("off", "0", "no", "false")
    return is_ready(places) and not off and not environ.get("LLM_BASE_URL")


def gguf(places: Places) -> Path:
    return places.model / FILE


def venv(places: Places) -> Path:
    return places.model / "venv"


def stamp(places: Places) -> Path:
    """Written last, when the server's environment is whole."""
    return venv(places) / ".complete"


def threads(cores: int) -> tuple[int, int]:
    """Threads for writing and for reading the prompt. One core is left to the site while it writes, which takes long;
    reading is short, and every second of it is waited for."""
    return max(1, cores - 1), max(1, cores)


def command(places: Places, port: int, cores: int) -> list[str]:
    writing, reading = threads(cores)
    options: Mapping[str, object] = {
        "model": gguf(places),
        "model_alias": NAME,
        "host": "127.0.0.1",
        "port": port,
        "n_ctx": CONTEXT,
        "n_batch": BATCH,
        "n_threads": writing,
        "n_threads_batch": reading,
        "cache": "true",
        "cache_size": CACHE_BYTES,
        "logits_all": "false",
        # On, a second request would cut off the reply that is being written.
        "interrupt_requests": "false",
        "verbose": "false",
    }
    given = [str(part) for name, value in options.items() for part in (f"--{name}", value)]
    return [str(venv(places) / "bin" / "python"), "-m", "llama_cpp.server", *given]


def start(places: Places, port: int, run: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start the server and return at once: it takes seconds to load, and nothing waits for it."""
    # It takes settings from variables named PORT, HOST, MODEL: ours, `make up PORT=…` among them, must not reach it.
    env = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    process = processes.spawn(run, places.logs / "model.log", env=env, cwd=places.model)
    held = {"port": port, "pid": process.pid, "born": processes.born(process.pid)}
    path = places.run / "model.json"
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(held))
    draft.replace(path)
    return process


def _run_file(places: Places) -> dict[str, float] | None:
    try:
        held = json.loads((places.run / "model.json").read_text())
        return {name: float(held[name]) for name in ("port", "pid", "born")}
    except (OSError, ValueError, KeyError, TypeError):
        return None
