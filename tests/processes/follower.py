"""A tab without a browser that follows the protocol: what it would show, and whether every number came once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
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
        self.waiting = False
        self.open()

    def open(self, seconds: float = 60) -> None:
        """Connect, as often as it takes, and ask for what is missing."""
        end = time.monotonic() + seconds
        while True:
            try:
                self.connection = self.person.socket(self.conversation)
                self.hello()
                return
            except (OSError, ConnectionClosed, TimeoutError):
                assert time.monotonic() < end, "the socket did not open again"
                time.sleep(0.2)

    def say(self, **frame: Any) -> None:
        self.connection.send(json.dumps(frame))

    def hello(self) -> None:
        """Ask for everything after what was seen; what is still on the way is part of the answer."""
        self.waiting = True
        self.say(type="hello", after=self.seen)

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

    def until(self, holds: Callable[[], bool], seconds: float = 30) -> None:
        """Until something holds of what is shown."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.shown()
            self.follow(0.2)

    def until_broken(self, seconds: float = 60) -> None:
        """Until a reply is known to have been interrupted."""
        self.until(lambda: "interrupted" in [line["status"] for line in self.lines.values()], seconds)

    def until_like(self, wanted: list[str], seconds: float = 30) -> None:
        """Until the transcript reads so."""
        self.until(lambda: self.shown() == wanted, seconds)

    def take(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "ready":
            self.waiting = False
        if self.waiting or "seq" not in frame or frame["type"] in ("ready", "pong"):
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
            self.hello()
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
