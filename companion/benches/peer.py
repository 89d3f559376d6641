"""A peer to be measured beside: mem0's open-source search, in a process and an environment of its own (`make bench-extra`).

Set up as its makers would have it compared: pgvector, exact (its approximate index loses rows of users in a shared table),
our embedder with passages told from questions, nothing inferred, so that no language model is needed. Spoken to by JSON
lines over pipes; its database is a scratch one, dropped with the block.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from companion import providers, scratch

PROCESS = Path(__file__).with_name("peer_process.py")
CHUNK = 500
"""Rows in one line of the pipe."""


class PeerError(Exception):
    """The peer failed; the text is the end of what it wrote."""


def python() -> Path:
    """The interpreter of the peer's own environment, where `make bench-extra` puts it."""
    return Path(settings.BASE_DIR) / "var" / "bench" / "bin" / "python"


def is_there() -> bool:
    """Whether the extra is installed; says so on stderr when it isn't."""
    if python().exists():
        return True
    sys.stderr.write(_("没有装对照用的 mem0（make bench-extra），这次不比。") + "\n")
    return False


@contextlib.contextmanager
def running() -> Iterator[Peer]:
    """The peer on an empty database of its own."""
    provider = providers.embedding_provider()
    held = connection.settings_dict
    with (
        scratch.empty() as name,
        tempfile.TemporaryDirectory(prefix="companion-peer-") as folder,
        open(Path(folder) / "log", "w+") as log,
    ):
        told = {
            "dsn": _dsn(held, name),
            "base_url": provider.base_url,
            "api_key": provider.api_key,
            "query_model": provider.model_for("query"),
            "passage_model": provider.model_for("passage"),
            "prefixes": {"query": provider.prefix_for("query"), "passage": provider.prefix_for("passage")},
            "dims": provider.dims,
        }
        # Its own folder and nothing of ours: it must not write beside the user's data nor read our key.
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": folder,
            "MEM0_DIR": folder,
            "MEM0_TELEMETRY": "false",
            "OPENAI_API_KEY": "none",
            "HF_HUB_OFFLINE": "1",
        }
        process = subprocess.Popen(
            [str(python()), str(PROCESS), json.dumps(told)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            cwd=folder,
            env=environment,
        )
        try:
            yield Peer(process, Path(folder) / "log")
        finally:
            process.stdin.close()  # type: ignore[union-attr]
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _dsn(held: dict[str, Any], name: str) -> str:
    parts = {
        "host": held.get("HOST"),
        "port": held.get("PORT"),
        "user": held.get("USER"),
        "password": held.get("PASSWORD"),
    }
    return " ".join([*(f"{key}={value}" for key, value in parts.items() if value), f"dbname={name}"])


class Peer:
    """The peer's process. Every call raises PeerError when it ends or answers with an error."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self._process, self._log = process, log

    def fill(self, user: str, texts: Sequence[str], vectors: np.ndarray) -> int:
        """Have a user's texts stored with vectors that our embedder made of them; how many were."""
        stored = 0
        for start in range(0, len(texts), CHUNK):
            part = np.ascontiguousarray(vectors[start : start + CHUNK], dtype="<f4")
            stored += self._call(
                "fill",
                user=user,
                texts=list(texts[start : start + CHUNK]),
                vectors=base64.b64encode(part.tobytes()).decode(),
            )
        return stored

    def search(self, user: str, questions: Sequence[str], top_k: int) -> list[float]:
        """Milliseconds of each question's search among this user's rows, the embedding included."""
        return [float(ms) for ms in self._call("search", user=user, questions=list(questions), top_k=top_k)]

    def rank(
        self, texts: Sequence[str], vectors: np.ndarray, questions: Sequence[str], top_k: int = 50
    ) -> list[list[int]]:
        """For each question the numbers of the texts it finds, best first, at most `top_k` of them."""
        made = base64.b64encode(np.ascontiguousarray(vectors, dtype="<f4").tobytes()).decode()
        found: list[list[int]] = self._call(
            "rank", texts=list(texts), vectors=made, questions=list(questions), top_k=top_k
        )
        return found

    def _call(self, name: str, **given: Any) -> Any:
        pipes = self._process.stdin, self._process.stdout
        try:
            pipes[0].write(json.dumps({"call": name, **given}) + "\n")  # type: ignore[union-attr]
            pipes[0].flush()  # type: ignore[union-attr]
            line = pipes[1].readline()  # type: ignore[union-attr]
        except BrokenPipeError:
            line = ""
        if not line:
            raise PeerError(self._log.read_text(errors="replace")[-600:])
        answer = json.loads(line)
        if "error" in answer:
            raise PeerError(answer["error"])
        return answer["value"]
