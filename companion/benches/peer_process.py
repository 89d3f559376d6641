"""The peer's side of the pipe: mem0 in an environment of its own, which has neither Django nor this project.

One JSON object a line comes in, one goes out. The set-up comes as the one argument.
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import struct
import sys
import time
import urllib.parse
import uuid
from collections.abc import Sequence
from typing import Any, TextIO

BATCH = 8


class Embedder:
    """Our embedder over HTTP; vectors that came through the pipe are not made again."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._told, self.known = told, dict[str, list[float]]()
        address = urllib.parse.urlsplit(told["base_url"])
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        self._path, self._line = f"{address.path}/embeddings", kind(address.netloc, timeout=60)

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        if memory_action == "search":
            return self._ask([text], "query")[0]
        return self.known.get(text) or self._ask([text], "passage")[0]

    def embed_batch(self, texts: Sequence[str], memory_action: str = "add") -> list[list[float]]:
        role = "query" if memory_action == "search" else "passage"
        parts = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        return [vector for part in parts for vector in self._ask(part, role)]

    def _ask(self, texts: Sequence[str], role: str) -> list[list[float]]:
        body = {
            "model": self._told[f"{role}_model"],
            "input": [self._told["prefixes"][role] + text for text in texts],
        }
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._told['api_key']}"}
        self._line.request("POST", self._path, json.dumps(body), headers)
        answer = json.loads(self._line.getresponse().read())
        return [row["embedding"] for row in answer["data"]]


class Served:
    """What may be called by name."""

    def __init__(self, told: dict[str, Any]) -> None:
        from mem0 import Memory

        store = {
            "connection_string": f"{told['dsn']} options='-c synchronous_commit=off'",
            "embedding_model_dims": told["dims"],
            "hnsw": False,
        }
        self._memory = Memory.from_config(
            {
                "vector_store": {"provider": "pgvector", "config": store},
                "llm": {"provider": "openai", "config": {"api_key": "none"}},
                "embedder": {
                    "provider": "openai",
                    "config": {"api_key": "none", "embedding_dims": told["dims"]},
                },
                "history_db_path": ":memory:",
            }
        )
        self._embedder = self._memory.embedding_model = Embedder(told)
        self._dims = told["dims"]

    def fill(self, user: str, texts: list[str], vectors: str) -> int:
        numbers = struct.iter_unpack(f"<{self._dims}f", base64.b64decode(vectors))
        stored = 0
        for text, vector in zip(texts, numbers, strict=True):
            self._embedder.known = {text: list(vector)}
            stored += len(self._add(user, [text]))
        self._embedder.known = {}
        return stored

    def search(self, user: str, questions: list[str], top_k: int) -> list[float]:
        spent = []
        for question in questions:
            began = time.perf_counter()
            self._found(user, question, top_k)
            spent.append(1000 * (time.perf_counter() - began))
        return spent

    def rank(self, texts: list[str], vectors: str, questions: list[str], top_k: int) -> list[list[int]]:
        user = uuid.uuid4().hex
        numbers = struct.iter_unpack(f"<{self._dims}f", base64.b64decode(vectors))
        self._embedder.known = {text: list(vector) for text, vector in zip(texts, numbers, strict=True)}
        places = [place for place, text in enumerate(texts) if text.strip()]
        keys = self._add(user, [texts[place] for place in places])
        number = dict(zip(keys, places, strict=True))
        self._embedder.known = {}
        try:
            return [[number[key] for key in self._found(user, one, top_k)] for one in questions]
        finally:
            self._memory.delete_all(user_id=user)

    def _add(self, user: str, texts: list[str]) -> list[str]:
        said = [{"role": "user", "content": text} for text in texts]
        return [one["id"] for one in self._memory.add(said, user_id=user, infer=False)["results"]]

    def _found(self, user: str, question: str, top_k: int) -> list[str]:
        found = self._memory.search(question, filters={"user_id": user}, top_k=top_k, threshold=0.0)
        return [one["id"] for one in found["results"]]


def _own_stdout() -> TextIO:
    """The pipe for answers alone: what libraries print goes to stderr."""
    kept = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return kept


def main() -> None:
    out = _own_stdout()
    served = Served(json.loads(sys.argv[1]))
    for line in sys.stdin:
        asked = json.loads(line)
        name = asked.pop("call")
        try:
            answer = {"value": getattr(served, name)(**asked)}
        except Exception as error:  # the other side decides what a failure means
            answer = {"error": f"{type(error).__name__}: {error}"}
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
