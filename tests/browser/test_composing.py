"""Enter belongs to the input method while it composes: the real orders of events, on every field that sends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from memory import curating
from memory.models import Memory
from memory.policy import Kind
from tests.browser.conftest import OpenPage, sign_in

Events = list[tuple[str, dict[str, Any]]]
ENTER: dict[str, Any] = {"key": "Enter", "code": "Enter", "keyCode": 13}
IN_METHOD: dict[str, Any] = {**ENTER, "keyCode": 229, "isComposing": True}

COMMITS: dict[str, Events] = {
    # Enter keeps the letters that were typed; Chrome reports the key first, as the input method's
    "pinyin, Chrome": [
        ("compositionstart", {}), ("compositionupdate", {"data": "ni"}),
        ("keydown", IN_METHOD), ("compositionend", {"data": "ni"}), ("keyup", ENTER),
    ],
    # Zhuyin picks a candidate by Enter; some builds leave the key code at 13
    "zhuyin, candidate": [
        ("compositionstart", {}), ("compositionupdate", {"data": "ㄋㄧˇ"}),
        ("keydown", {**ENTER, "isComposing": True}), ("compositionupdate", {"data": "你"}),
        ("keyup", ENTER), ("compositionend", {"data": "你"}),
    ],
    # Japanese: the first Enter ends the conversion
    "japanese, conversion": [
        ("compositionstart", {}), ("compositionupdate", {"data": "日本"}),
        ("keydown", {**IN_METHOD, "isComposing": False}), ("compositionend", {"data": "日本"}), ("keyup", ENTER),
    ],
    # Safari ends the composition before it reports the key
    "pinyin, Safari": [
        ("compositionstart", {}), ("compositionupdate", {"data": "ni"}),
        ("compositionend", {"data": "ni"}), ("keydown", {**ENTER, "keyCode": 229}), ("keyup", ENTER),
    ],
    "pinyin, Safari without its key code": [
        ("compositionstart", {}), ("compositionend", {"data": "ni"}), ("keydown", ENTER), ("keyup", ENTER),
    ],
}  # fmt: skip

FIRE = """(field, events) => {
  for (const [type, init] of events) {
    const kind = type.startsWith("key") ? KeyboardEvent : CompositionEvent;
    const event = new kind(type, { bubbles: true, cancelable: true, ...init });
    if (init.keyCode) Object.defineProperty(event, "keyCode", { value: init.keyCode });
    field.dispatchEvent(event);
  }
}"""


def fire(page: Page, field: str, events: Events) -> None:
    page.locator(field).evaluate(FIRE, [list(event) for event in events])


@pytest.fixture
def chat(open_page: OpenPage, person: Callable[..., User]) -> Page:
    page = open_page("zh")
    sign_in(page, person())
    return page


def test_the_composer_leaves_enter_to_the_input_method(chat: Page) -> None:
    for order, events in COMMITS.items():
        chat.fill("#say", "你")
        fire(chat, "#say", events)
        assert chat.locator(".turn.user").count() == 0, order
        assert chat.input_value("#say") == "你", order
    chat.press("#say", "Enter")
    expect(chat.locator(".turn.user .bubble")).to_have_text(["你"])
    assert chat.input_value("#say") == ""


def test_the_edit_field_of_a_memory_does_too(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person()
    curating.write_by_hand(user, Kind.IDENTITY, "我住在杭州", "zh", timezone.now())
    page = open_page("zh")
    sign_in(page, user)
    page.goto("/memory/")
    page.get_by_role("link", name="改一改").click()
    for order, events in COMMITS.items():
        page.fill(".memory textarea", "我住在上海")
        fire(page, ".memory textarea", events)
        assert page.input_value(".memory textarea") == "我住在上海", order
        assert Memory.objects.for_user(user).open().get().statement == "我住在杭州", order
    page.press(".memory textarea", "Enter")
    expect(page.locator(".statement")).to_have_text("我住在上海")
