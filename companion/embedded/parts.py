"""The three embedded parts as one: adopt what runs, start what doesn't, and say how to reach them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.embedded import engines, postgres, processes, valkey
from companion.embedded.engines import Engine
from companion.embedded.places import Places
from companion.embedded.words import both

EMBEDDER_SECONDS = 30.0


@dataclass
class Parts:
    """What is reachable, and which process ids are ours to stop."""

    places: Places
    root: Path
    outlive: bool = False
    """Whether what we start goes on when this process ends: another command may have come to use it meanwhile."""
    env: dict[str, str] = field(default_factory=dict)
    started: dict[str, int] = field(default_factory=dict)

    def bring_up(self, needed: Mapping[str, bool] | None = None) -> None:
        """Make database, broker and embedder reachable; those with a URL in the environment are left to it."""
        self.places.make()
        self.places.make_secrets()
        if not os.environ.get("DATABASE_URL"):
            self._database()
        if not os.environ.get("REDIS_URL"):
            self._broker()
        if not os.environ.get("EMBEDDING_BASE_URL"):
            self._embedder()

    def _database(self) -> None:
        if not (postgres.pid(self.places) and postgres.answers(self.places)):
            self.started["database"] = postgres.start(self.places, outlives=self.outlive).pid
        self.env["DATABASE_SOCKET"] = str(self.places.postgres_socket_folder)

    def _broker(self) -> None:
        if not valkey.answers(self.places):
            self.started["broker"] = valkey.start(self.places, outlives=self.outlive).pid
        self.env["REDIS_URL"] = valkey.url(self.places)

    def _embedder(self) -> None:
        found = running_embedder(self.places)
        if found is None:
            found = free_port(), chosen_engine()
            process = start_embedder(self.places, self.root, *found, outlives=self.outlive)
            self.started["embedder"] = process.pid
        self.env |= embedder_env(*found)

    def stop(self) -> None:
        """Stop what we started, last first; nothing else."""
        for name, pid in reversed(self.started.items()):
            processes.stop(pid, number=signal.SIGINT if name == "database" else signal.SIGTERM)
        self.started.clear()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def chosen_engine() -> Engine:
    """The embedding model this machine is to run. Raises StartError for a choice that doesn't exist."""
    try:
        return engines.choose(os.environ, fast_vectors=engines.has_fast_vectors())
    except engines.UnknownEngine:
        known = ", ".join(engines.ENGINES)
        raise processes.StartError(
            both(
                f"{engines.CHOICE} 只能是 {known} 之一，或者不设。",
                f"{engines.CHOICE} must be one of {known}, or not set at all.",
            )
        ) from None


def embedder_env(port: int, engine: Engine) -> dict[str, str]:
    """How the site and its workers reach the embedder, and by which recipe its vectors are kept."""
    return {"EMBEDDING_BASE_URL": f"http://127.0.0.1:{port}/v1", "EMBEDDED_RECIPE": engine.recipe}


def running_embedder(places: Places) -> tuple[int, Engine] | None:
    """Port and engine of an embedder that was started for these places and answers. It is taken
    whatever engine the environment asks for: two at once would keep undoing each other's vectors."""
    try:
        held = json.loads((places.run / "embedder.json").read_text())
        port, engine = int(held["port"]), engines.ENGINES[held["engine"]]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return (port, engine) if healthy(f"http://127.0.0.1:{port}/health") else None


def start_embedder(
    places: Places, root: Path, port: int, engine: Engine, *, outlives: bool = False
) -> subprocess.Popen[bytes]:
    log = places.logs / "embedder.log"
    command = [
        sys.executable,
        "-m",
        "companion.embedded.embedder",
        "--port",
        str(port),
        "--engine",
        engine.name,
    ]
    number = None if outlives else signal.SIGTERM
    process = processes.spawn(command, log, cwd=root, stop_signal=number)
    deadline = time.monotonic() + EMBEDDER_SECONDS
    while not healthy(f"http://127.0.0.1:{port}/health"):
        if process.poll() is not None or time.monotonic() > deadline:
            processes.stop(process.pid)
            raise processes.StartError(
                both(
                    f"向量模型没有启动：\n{processes.tail(log)}",
                    f"The embedder did not start:\n{processes.tail(log)}",
                )
            )
        time.sleep(0.05)
    held = {"port": port, "pid": process.pid, "engine": engine.name}
    (places.run / "embedder.json").write_text(json.dumps(held))
    return process
