"""Somebody who uses the product from outside: pages over HTTP with cookies, the chat over the socket."""

from __future__ import annotations

import http.cookiejar
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field
from typing import Any

from websockets.sync.client import ClientConnection, connect


@dataclass
class Page:
    url: str
    text: str


@dataclass
class Person:
    """A browser without a screen. `site` is the root URL."""

    site: str
    language: str = "zh-CN,zh;q=0.9"
    jar: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def __post_init__(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> Page:
        return self._open(urllib.request.Request(urllib.parse.urljoin(self.site, path)))

    def post(self, path: str, **fields: str) -> Page:
        """Post a form as the page at `path`, or any page, would: with the CSRF token of the cookie."""
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self._cookie("csrftoken")}).encode()
        request = urllib.request.Request(urllib.parse.urljoin(self.site, path), data)
        request.add_header("Referer", self.site)
        return self._open(request)

    def _open(self, request: urllib.request.Request) -> Page:
        request.add_header("Accept-Language", self.language)
        with self._opener.open(request, timeout=20) as answer:
            return Page(answer.url, answer.read().decode())

    def _cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == name), "")

    def sign_up(self, email: str, password: str) -> Page:
        self.get("/account/signup/")
        return self.post(
            "/account/signup/",
            email=email,
            password1=password,
            password2=password,
            birth_date="1990-03-09",
            time_zone="Asia/Shanghai",
            model_consent="on",
        )

    def sign_in(self, email: str, password: str) -> Page:
        self.get("/account/login/")
        return self.post("/account/login/", login=email, password=password)

    def new_conversation(self) -> str:
        """Start one; its id."""
        page = self.post("/new/")
        found = re.search(r"/c/([0-9a-f-]{36})/", page.url)
        assert found, page.url
        return found.group(1)

    def chat(self, conversation: str) -> Chat:
        return Chat(self, conversation)

    def socket(self, conversation: str) -> ClientConnection:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        return connect(
            f"{self.site.replace('http', 'ws', 1)}/ws/chat/{conversation}/",
            additional_headers={"Cookie": cookies, "Origin": self.site},
            open_timeout=15,
            legacy=True,
        )


class Chat:
    """One open conversation."""

    def __init__(self, person: Person, conversation: str) -> None:
        self.person, self.conversation = person, conversation
        self.frames: list[dict[str, Any]] = []
        self.open()

    def open(self, after: int = 0) -> None:
        self.connection = self.person.socket(self.conversation)
        self.say(type="hello", after=after)

    def say(self, **frame: Any) -> None:
        self.connection.send(json.dumps(frame))

    def until(self, kind: str, seconds: float = 30, **wanted: Any) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while True:
            frame: dict[str, Any] = json.loads(self.connection.recv(timeout=max(0.1, end - time.monotonic())))
            self.frames.append(frame)
            if frame["type"] == kind and all(frame.get(key) == value for key, value in wanted.items()):
                return frame

    def send(self, text: str) -> str:
        client_id = str(uuid.uuid4())
        self.say(type="send", client_id=client_id, text=text)
        return client_id

    def reply(self, seconds: float = 30) -> dict[str, Any]:
        """The next finished reply to something that was said."""
        while True:
            message: dict[str, Any] = self.until("finished", seconds)["message"]
            if message["parent"]:
                return message

    def ask(self, text: str) -> dict[str, Any]:
        self.send(text)
        return self.reply()

    def close(self) -> None:
        self.connection.close()
