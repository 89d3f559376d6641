"""Rows 1-11: writing, with and without an input method, and what is written staying where it was written."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from memory import curating
from memory.policy import Kind
from tests.browser.conftest import OpenPage, shoot, sign_in
from tests.browser.rows.conftest import FOUR, Enter, Lin, answered, online, send, touch_or_hover, words
from tests.browser.test_branches import paste
from tests.browser.test_composing import COMMITS, fire
from tests.model_server import ModelServer
from transcript.models import Draft


def commits_only(page: Page, field: str, text: str, at: str = "") -> None:
    """Every order of events leaves the words, the page and the field as they were. `at`: where a field that searches as one
    types leads."""
    page.fill(field, text)
    if at:
        page.wait_for_url(at)
    address = page.url
    for order in COMMITS.values():
        fire(page, field, order)
        assert page.input_value(field) == text
        assert page.url == address
    expect(page.locator(field)).to_be_visible()


@FOUR
def test_enter_belongs_to_the_input_method_in_every_field(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 1-5."""
    user = lin(lang)
    page = open_page(lang, width=width)
    sign_in(page, user)
    answered(page, "first", "A1", model)
    commits_only(page, "#say", "你好")
    assert page.locator(".turn.user").count() == 1

    touch_or_hover(page, "first")
    page.locator(".turn.user .edit-line").click()
    commits_only(page, ".line-edit textarea", "改过的")
    fire(
        page,
        ".line-edit textarea",
        [("compositionstart", {}), ("keydown", {"key": "Escape", "keyCode": 229})],
    )
    expect(page.locator(".line-edit")).to_have_count(1)  # Escape threw away a candidate, not the edit
    fire(page, ".line-edit textarea", [("compositionend", {})])
    page.locator(".line-edit .cancel").click()

    touch_or_hover(page, "A1")
    page.locator(".turn.companion").last.locator(".more").click()
    page.locator('#line-menu [data-act="report"]').click()
    commits_only(page, "#report-note", "说明")
    page.locator('#report [value="cancel"]').click()

    page.locator(".menu-button").click() if width == 390 else None
    page.locator("#chats .chat-row").first.hover()
    page.locator("#chats .chat-more").first.click()
    page.locator('#chat-menu [role="menuitem"]').first.click()
    commits_only(page, "#rename-title", "名字")
    page.keyboard.press("Escape")
    page.goto("/search/")
    commits_only(page, "#q", "找", at="**/search/?q=*")

    curating.write_by_hand(user, Kind.IDENTITY, "我住在杭州", "zh", timezone.now())
    page.goto("/memory/")
    page.locator('.memory [data-key="e"]').click()
    commits_only(page, ".memory textarea", "我住在上海")
    page.goto("/memory/")
    page.locator(".write summary").click()
    commits_only(page, "#write-text", "我对花生过敏")


@FOUR
def test_enter_does_what_the_hint_says(enter: Enter, model: ModelServer, lang: str, width: int) -> None:
    """Rows 6-8; and when a keyboard is attached to a tablet, the key, the hint and its label change together."""
    page = enter(lang, width)
    sends, breaks = words(lang, "Enter 发送，Shift+Enter 换行"), words(lang, "Enter 换行，点按钮发送")
    phone = width == 390
    expect(page.locator("#hint")).to_have_text(breaks if phone else sends)
    expect(page.locator("#say")).to_have_js_property("enterKeyHint", "enter" if phone else "send")
    page.fill("#say", "前后")
    page.press("#say", "ArrowLeft")
    page.press("#say", "Enter" if phone else "Shift+Enter")
    assert page.input_value("#say") == "前\n后"
    assert page.locator(".turn.user").count() == 0
    model.script({"match": "前", "reply": "好。"})
    if phone:
        page.click("#send")
    else:
        page.press("#say", "Enter")
    expect(page.locator(".turn.user")).to_have_count(1)
    expect(page.locator(".turn.user br")).to_have_count(1)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": not phone, "maxTouchPoints": 1})
    expect(page.locator("#hint")).to_have_text(sends if phone else breaks)
    expect(page.locator("#say")).to_have_js_property("enterKeyHint", "send" if phone else "enter")


@FOUR
def test_nothing_is_sent_that_says_nothing(enter: Enter, lang: str, width: int) -> None:
    """Row 10, the page's side: tests/companion/test_hearing.py holds the server's."""
    page = enter(lang, width)
    for blank in ("", "   ", "\n\n", "\u200b\u200d", "\u3000", "\ufe0f", "\u2066\u2069"):
        page.fill("#say", blank)
        expect(page.locator("#send")).to_be_disabled()
        page.press("#say", "Control+Enter")
    assert page.locator(".turn.user").count() == 0
    page.fill("#say", "长" * 20_001)
    expect(page.locator("#send")).to_be_disabled()
    expect(page.locator("#hint")).to_have_text(words(lang, "太长了，请分几次发送。"))
    assert page.locator("#say").evaluate("field => field.offsetHeight < 300")


@FOUR
def test_a_draft_stays_with_its_conversation(enter: Enter, model: ModelServer, lang: str, width: int) -> None:
    """Row 11: on the server, for one conversation, in every tab of it, and nowhere in the browser's storage."""
    page = enter(lang, width)
    answered(page, "hello", "hi", model)
    address = page.url
    page.fill("#say", "half a thought")
    with page.expect_response(lambda answer: answer.url.endswith("/draft/")):
        pass
    page.locator(".menu-button").click() if width == 390 else None
    page.locator(".new-chat").click()
    page.wait_for_url(lambda url: url != address)
    expect(page.locator("#say")).to_have_value("")
    page.goto(address)
    expect(page.locator("#say")).to_have_value("half a thought")
    assert "half a" not in page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    online(page)
    model.script({"match": "half a", "reply": "good"})
    page.click("#send")
    expect(page.locator(".turn.companion").last).to_contain_text("good")
    assert not Draft.objects.exists()
    page.reload()
    expect(page.locator("#say")).to_have_value("")


@FOUR
def test_a_long_paste_waits_beside_the_field(enter: Enter, model: ModelServer, lang: str, width: int) -> None:
    """Row 9."""
    page = enter(lang, width)
    paste(page, "很长的文章。" * 1_500)
    expect(page.locator("#pasted")).to_contain_text("9,000")
    expect(page.locator("#say")).to_have_value("")
    shoot(page, f"rows-{lang}-{width}-pasted")
    model.script({"match": "look", "reply": "seen"})
    send(page, "look at this")
    expect(page.locator(".turn.companion").last).to_contain_text("seen")
    bubble = page.locator(".turn.user .bubble")
    expect(bubble.locator("summary")).to_contain_text("look at this")
    box = bubble.bounding_box()
    assert box
    assert box["height"] < 260
    shoot(page, f"rows-{lang}-{width}-folded")


@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.long)])
def test_a_paste_can_be_taken_back(enter: Enter, lang: str) -> None:
    page = enter(lang, 1440)
    paste(page, "x" * 9_000)
    page.locator("#pasted").get_by_role("button", name=words(lang, "去掉粘贴的文字")).click()
    expect(page.locator("#pasted")).to_be_hidden()
    expect(page.locator("#send")).to_be_disabled()
    expect(page.locator("#say")).to_be_focused()
