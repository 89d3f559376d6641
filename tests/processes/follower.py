"""A tab without a browser that follows the protocol: what it would show, and whether every number came once."""

from __future__ import annotations

import json
import time
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.processes.person import Person


class Follower:
    """One tab of one device. `shown` is the transcript it would draw; `told` counts how often each message came."""

    def __init__(self, person: Person, conversation: str) -> None:
        self.person, self.conversation = person, conversation
        self.seen = 0
        self.lines: dict[str, dict[str, Any]] = {}
        self.gaps: list[tuple[int, int]] = []
        self.rebuilt = 0
        self.open()

    def open(self, seconds: float = 60) -> None:
        """Connect, as often as it takes, and ask for what is missing."""
        end = time.monotonic() + seconds
        while True:
            try:
                self.connection = self.person.socket(self.conversation)
                self.say(type="hello", after=self.seen)
                return
            except (OSError, ConnectionClosed, TimeoutError):
                assert time.monotonic() < end, "the socket did not open again"
                time.sleep(0.2)

    def say(self, **frame: Any) -> None:
        self.connection.send(json.dumps(frame))

    def follow(self, seconds: float) -> None:
        """Take whatever comes for a while; a closed line is opened again."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self.take(json.loads(self.connection.recv(timeout=left)))
            except TimeoutError:
                return
            except (ConnectionClosed, OSError):
                self.open()

    def until_like(self, wanted: list[str], seconds: float = 30) -> None:
        """Until the transcript reads so."""
        end = time.monotonic() + seconds
        while self.shown() != wanted:
            assert time.monotonic() < end, f"{self.shown()} instead of {wanted}"
            self.follow(0.2)

    def take(self, frame: dict[str, Any]) -> None:
        if "seq" not in frame or frame["type"] in ("ready", "pong"):
            return
        seq = frame["seq"]
        if seq <= self.seen:
            return
        if seq != self.seen + 1:
            self.gaps.append((self.seen, seq))
        self.seen = seq
        if frame["type"] == "thread" and seq > self.rebuilt:
            # the path changed: everything is read again, and this change is part of it
            self.lines, self.seen = {}, 0
            self.rebuilt = max(self.rebuilt, seq)
            self.say(type="hello", after=0)
        elif frame["type"] in ("message", "finished") and frame["message"]:
            message = frame["message"]
            if message["live"]:
                self.lines[message["id"]] = message
            else:
                self.lines.pop(message["id"], None)

    def shown(self) -> list[str]:
        """The transcript: each line once, in the order of the conversation."""
        return [line["text"] for line in sorted(self.lines.values(), key=lambda line: line["at"])]

    def line(self, text: str) -> dict[str, Any]:
        return next(line for line in self.lines.values() if line["text"] == text)

    def close(self) -> None:
        self.connection.close()
