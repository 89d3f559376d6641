"""One site with a scripted model for all rows, and the scheme in which each scenario runs: both languages, both widths."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation
from django.utils.translation import gettext
from playwright.sync_api import Page, WebSocketRoute, expect

from accounts.models import User, grant
from companion.conversations import start
from tests.browser.conftest import MODEL_NAME, OpenPage, sign_in
from tests.model_server import ModelServer
from transcript.models import Conversation, Message, Role, Status

LIVE = '.turn.companion[data-status="generating"]'
WHOLE = '.turn.companion[data-status="complete"]'
FOUR = pytest.mark.parametrize(
    ("lang", "width"),
    [
        pytest.param("zh", 390),
        pytest.param("en", 1440, marks=pytest.mark.long),
        pytest.param("zh", 1440, marks=pytest.mark.long),
        pytest.param("en", 390, marks=pytest.mark.long),
    ],
)
"""One of the four always, so that `make test` stays short (the other browser tests speak English too); the others with
`make test-long`."""

Lin = Callable[[str], User]
Enter = Callable[..., Page]


@pytest.fixture(scope="session")
def site(voiced: str) -> str:
    return voiced


@pytest.fixture(autouse=True)
def _unscripted(model: ModelServer) -> None:
    """Nobody's script is left to the next."""


@pytest.fixture
def lin(person: Callable[..., User]) -> Lin:
    """Someone who agreed to the scripted model."""

    def make(lang: str) -> User:
        user = person(lang)
        grant(user, "model", timezone.now(), MODEL_NAME)
        return user

    return make


@pytest.fixture
def enter(open_page: OpenPage, lin: Lin) -> Enter:
    """A page in the chat of a new person."""

    def enter(lang: str, width: int, dark: bool = False, **more: Any) -> Page:
        page = open_page(lang, width=width, dark=dark, **more)
        sign_in(page, lin(lang))
        return page

    return enter


def words(lang: str, chinese: str) -> str:
    """A text of the interface in one of its languages."""
    with translation.override({"zh": "zh-hans", "en": "en"}[lang]):
        return gettext(chinese)


def send(page: Page, text: str) -> None:
    page.fill("#say", text)
    page.click("#send")


def answered(page: Page, text: str, reply: str, model: ModelServer) -> None:
    """Send a line and have it answered."""
    model.script({"match": re.escape(text), "reply": reply})
    count = page.locator(WHOLE).count()
    send(page, text)
    expect(page.locator(WHOLE)).to_have_count(count + 1)


def another_tab(page: Page) -> Page:
    tab = page.context.new_page()
    tab.goto(page.url)
    online(tab)
    return tab


def online(page: Page) -> None:
    page.wait_for_selector('body[data-connection="open"]')


def lines(page: Page, greetings: int = 1) -> list[str]:
    """What stands in the thread, without the greeting."""
    return [text.strip() for text in page.locator(".turn :is(.bubble, .text)").all_inner_texts()][greetings:]


def touch_or_hover(page: Page, turn: str) -> None:
    """What brings up the acts of a turn: a tap where there is nothing to hover with."""
    place = page.locator(".turn").filter(has_text=turn).first
    if page.evaluate("matchMedia('(hover: none)').matches"):
        place.locator(".bubble, .text").first.tap()
    else:
        place.hover()


class Cable:
    """The line between a page and the site, which can be cut. Call `lay` before the page is opened."""

    def __init__(self) -> None:
        self.cut = False
        """No socket opens, and those that are open fell silent: nobody was told."""
        self.deaf = False
        """What the page sends arrives; what the site answers doesn't."""
        self.sent: list[str] = []
        self._open: list[WebSocketRoute] = []

    def lay(self, page: Page) -> None:
        page.route_web_socket(re.compile("/ws/"), self._join)

    def _join(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close(code=1012)
            return
        server = socket.connect_to_server()
        self._open.append(socket)

        def up(said: str | bytes) -> None:
            self.sent.append(str(said))
            if not self.cut:
                server.send(said)

        socket.on_message(up)
        server.on_message(lambda said: None if self.cut or self.deaf else socket.send(said))

    def hang_up(self) -> None:
        """Close every socket, as a site does that is stopped."""
        for socket in self._open:
            socket.close(code=1012)
        self._open.clear()


def long_talk(user: User, count: int) -> Conversation:
    """A conversation of `count` lines, each answered."""
    now = timezone.now() - timedelta(hours=1)
    chat = start(user, now)
    common: dict[str, Any] = {"user": user, "conversation": chat}
    last: Message | None = None
    for number in range(count):
        mine = number % 2 == 0
        last = Message.objects.create(
            role=Role.USER if mine else Role.COMPANION,
            status=Status.RECEIVED if mine else Status.COMPLETE,
            text=f"No. {number}",
            parent=last,
            created_at=now + timedelta(seconds=number + 1),
            **common,
        )
    return chat
