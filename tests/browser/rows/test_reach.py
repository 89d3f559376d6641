"""Rows 38 and 39, and what every hand needs: the phone's frame, what is said aloud, names, focus, keys, edges."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, OpenPage, shoot, sign_in
from tests.browser.rows.conftest import (
    FOUR,
    WHOLE,
    Enter,
    Lin,
    answered,
    long_talk,
    online,
    send,
    touch_or_hover,
    words,
)  # fmt: skip
from tests.model_server import ModelServer

pytestmark = pytest.mark.long
"""Minutes of a browser: with `make test-long`."""

NAMELESS = """() => [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea, summary, [role=menuitem]")]
  .filter((one) => !one.closest("template") && one.checkVisibility())
  .filter((one) => !(one.getAttribute("aria-label") || one.innerText?.trim() || one.labels?.[0]?.textContent.trim()
    || one.querySelector("img[alt]:not([alt=''])") || document.getElementById(one.getAttribute("aria-labelledby"))))
  .map((one) => one.outerHTML.slice(0, 120))"""
SMALL_TYPE = """() => [...document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea")]
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML.slice(0, 120))"""
LOUD = """() => [...document.querySelectorAll("[aria-live]:not([aria-live=off]), [role=status], [role=log], [role=alert]")]
  .filter((one) => !one.closest("template, dialog:not([open])")).map((one) => one.id)"""


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(NAMELESS) == []


@FOUR
def test_the_composer_stays_in_view(open_page: OpenPage, lin: Lin, lang: str, width: int) -> None:
    """Row 38: a column as high as what can be seen, which a keyboard makes lower; nothing is moved by a script."""
    user = lin(lang)
    chat = long_talk(user, 30)
    page = open_page(lang, width=width)
    sign_in(page, user)
    page.goto(f"/c/{chat.id}/")
    online(page)
    meta = page.locator('meta[name="viewport"]').get_attribute("content") or ""
    assert {"viewport-fit=cover", "interactive-widget=resizes-content"} <= set(re.split(r",\s*", meta))
    assert page.evaluate(SMALL_TYPE) == []
    for height in (844, 480, 300):  # with a keyboard, and with one that leaves hardly anything
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#say").focus()
        expect(page.locator("#say")).to_be_in_viewport(ratio=1)
        expect(page.locator("#send")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.scrollingElement.scrollTop") == 0
        assert page.evaluate("document.querySelector('main').getBoundingClientRect().height") == height
    page.set_viewport_size({"width": width, "height": 480})
    page.fill("#say", "\n".join(["line"] * 30))
    expect(page.locator("#send")).to_be_in_viewport(ratio=1)
    shoot(page, f"rows-{lang}-{width}-keyboard")
    assert page.evaluate("document.querySelector('.scroller').clientHeight") > 80
    sheet = Path(ROOT / "static/companion/chat.css").read_text()
    assert "env(safe-area-inset-bottom)" in sheet
    assert "env(safe-area-inset-top)" in sheet


@FOUR
def test_only_a_beginning_and_an_end_are_said_aloud(
    enter: Enter, model: ModelServer, lang: str, width: int
) -> None:
    """Row 39: one live region, two sentences per reply however many pieces it has; the log holds the text once."""
    page = enter(lang, width)
    assert page.evaluate(LOUD) == ["announcer", "trouble"]
    page.evaluate(
        """() => {
          window.said = [];
          const region = document.getElementById("announcer");
          new MutationObserver(() => window.said.push(region.textContent))
            .observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    model.script({"match": "speak", "reply": "One sentence. " * 30, "delay_ms": 10})
    send(page, "speak")
    expect(page.locator(WHOLE)).to_have_count(2, timeout=30_000)
    begun, done = words(lang, "正在回复…"), words(lang, "回复完成")
    assert page.evaluate("window.said") == [begun, done]
    assert page.locator("#turns").inner_text().count("One sentence.") == 30
    assert page.locator("#turns").get_attribute("aria-label") == words(lang, "对话内容")
    touch_or_hover(page, "speak")
    page.locator(".turn.user .more").click()
    page.locator('#line-menu [data-act="delete"]').click()
    expect(page.locator(".turn.user")).to_have_count(0)
    assert page.evaluate("window.said") == [begun, done]  # a thread that is read anew has ended no reply


@pytest.mark.parametrize("dark", [False, True])
@FOUR
def test_every_hand_reaches_everything(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int, dark: bool
) -> None:
    """Names on all controls, a visible focus, dialogs that hold it, menus inside the page, acts by tap and by key."""
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, lin(lang))
    answered(page, "first words", "first answer", model)
    answered(page, "second words", "second answer", model)
    fits(page)
    name = f"rows-{lang}-{width}-{'dark' if dark else 'light'}"
    if width == 390:
        expect(page.locator(".turn.last .acts")).to_be_visible()
        expect(page.locator(".turn.user .acts").first).to_be_hidden()
        page.locator(".turn.user .bubble").first.tap()
        expect(page.locator(".turn.user .acts").first).to_be_visible()
        shoot(page, f"{name}-touched")
        page.locator(".turn.user .bubble").nth(1).tap()
        expect(page.locator(".turn.user .acts").first).to_be_hidden()
        page.locator(".turn.user .bubble").nth(1).tap()
        expect(page.locator(".turn.user .acts").nth(1)).to_be_hidden()
    for place in (page.locator(".turn.companion").nth(0), page.locator(".turn.companion").last):
        place.locator(".text").click()
        place.locator(".more").focus()
        page.keyboard.press("Enter")
        menu = page.locator("#line-menu")
        expect(menu).to_be_in_viewport(ratio=1)
        fits(page)
        expect(menu.locator(":focus")).to_have_count(1)
        shoot(page, f"{name}-line-menu")
        page.keyboard.press("Escape")
        expect(place.locator(".more")).to_be_focused()
        assert place.locator(".more").evaluate("button => getComputedStyle(button).outlineStyle") == "solid"
        expect(place.locator(".acts")).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    page.locator('#line-menu [data-act="report"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#report-note")).to_be_focused()
    shoot(page, f"{name}-report")
    fits(page)
    for _each in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || document.activeElement.closest('#report') !== null"
        )
    page.keyboard.press("Escape")
    expect(page.locator("#report")).to_be_hidden()
    expect(page.locator(".turn.companion").last.locator(".more")).to_be_focused()
    for address in ("/memory/", "/search/", "/account/settings/", "/projects/", "/archived/"):
        page.goto(address)
        fits(page)
        if width == 390:
            assert page.evaluate(SMALL_TYPE) == []
