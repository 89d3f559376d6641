"""Rows 12-22: a line that breaks loses nothing, doubles nothing, says so, and comes back by itself."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from companion import schedule
from companion.embedded.parts import free_port
from tests.browser.conftest import OpenPage, apart, served, shoot, sign_in, voice
from tests.browser.rows.conftest import (
    FOUR,
    LIVE,
    WHOLE,
    Cable,
    Enter,
    Lin,
    another_tab,
    answered,
    lines,
    online,
    send,
    words,
)  # fmt: skip
from tests.model_server import ModelServer
from transcript.models import Message, Role

pytestmark = pytest.mark.long
"""Minutes of waiting: tests/processes/test_holding.py holds the same promises with every `make test`."""

LONG = "The beginning is here. " + "The middle is long. " * 30 + "The end is here too."


def streaming(page: Page, model: ModelServer, text: str = "slowly") -> None:
    model.script({"match": text, "reply": LONG, "delay_ms": 60})
    send(page, text)
    expect(page.locator(f"{LIVE} .text")).to_contain_text("The middle is long")


def ids_sent(cable: Cable) -> list[str]:
    frames = [json.loads(said) for said in cable.sent]
    return [frame["client_id"] for frame in frames if frame["type"] == "send"]


@FOUR
def test_a_reply_goes_on_whoever_watches(enter: Enter, model: ModelServer, lang: str, width: int) -> None:
    """Rows 12 and 13: a reload shows all the text so far and then the rest; so does coming back from elsewhere."""
    page = enter(lang, width)
    streaming(page, model)
    # from the first paint on the text never grows shorter: no dots stand where words stood
    page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
          window.lengths = [];
          if (!document.getElementById("turns")) return;
          const note = () => {
            const text = document.querySelector('.turn.companion[data-status="generating"] .text');
            if (text) window.lengths.push(text.textContent.trim().length);
          };
          note();
          new MutationObserver(note).observe(document.getElementById("turns"), { childList: true, subtree: true });
        });"""
    )
    page.reload()
    expect(page.locator(f"{LIVE} .text")).to_contain_text("The beginning is here. The middle")
    online(page)
    address = page.url
    expect(page.locator(f"{LIVE} .text")).to_contain_text("The middle is long. " * 10)
    lengths = page.evaluate("window.lengths")
    assert min(lengths) >= len("The beginning is here."), lengths
    page.goto("/memory/")
    page.goto(address)
    expect(page.locator(WHOLE).nth(1).locator(".text")).to_have_text(LONG, timeout=30_000)
    assert lines(page) == ["slowly", LONG]
    expect(page.locator(".turn.companion")).to_have_count(2)


@FOUR
def test_a_line_cut_in_the_middle_is_made_whole(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 14, 15 and 17: whatever was said meanwhile is fetched as soon as the line stands, also while a reply runs."""
    cable = Cable()
    page = open_page(lang, width=width)
    cable.lay(page)
    sign_in(page, lin(lang))
    streaming(page, model)
    cable.cut = True
    cable.hang_up()
    expect(page.locator("#connection")).to_be_visible()
    expect(page.locator("#connection")).to_have_text(words(lang, "连接断开了，正在重新连接…"))
    shoot(page, f"rows-{lang}-{width}-reconnecting")
    assert page.locator("#trouble").is_hidden()  # a quiet line, nothing red, nothing to press
    cable.cut = False
    page.evaluate("dispatchEvent(new Event('online'))")
    online(page)
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator(f"{LIVE} .text")).to_contain_text("The beginning is here. The middle")
    cable.cut = True
    cable.hang_up()
    expect(page.locator("#connection")).to_be_visible()
    while Message.objects.filter(status="generating").exists():  # it ends while nobody listens
        page.wait_for_timeout(100)
    cable.cut = False
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(WHOLE).nth(1).locator(".text")).to_have_text(LONG)
    assert lines(page) == ["slowly", LONG]
    expect(page.locator("#announcer")).to_have_text(words(lang, "回复完成"))


@FOUR
def test_a_line_that_fell_silent_is_found_out(open_page: OpenPage, lin: Lin, lang: str, width: int) -> None:
    """Row 16, by the page's own clock: the heartbeat asks, the answer fails to come, and the state shows at once."""
    cable = Cable()
    page = open_page(lang, width=width)
    page.clock.install()
    cable.lay(page)
    sign_in(page, lin(lang))
    cable.cut = True
    page.clock.fast_forward(20_000)
    expect(page.locator('body[data-connection="open"]')).to_have_count(1)
    assert json.loads(cable.sent[-1]) == {"type": "ping"}
    assert page.locator("#connection").is_hidden()
    page.clock.fast_forward(6_000)
    expect(page.locator("#connection")).to_be_visible()
    assert page.locator("#connection").evaluate(
        "line => parseFloat(getComputedStyle(line).animationDuration) < 1"
    )
    cable.cut = False
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.clock.fast_forward(10_000)
    online(page)
    expect(page.locator("#connection")).to_be_hidden()


@FOUR
def test_words_are_kept_until_they_are_proven_there(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 18-22: the line arrived, its answer didn't. The same id goes out again, and "already there" is delivered."""
    cable, user = Cable(), lin(lang)
    page = open_page(lang, width=width)
    cable.lay(page)
    sign_in(page, user)
    answered(page, "before", "yes", model)
    model.script({"match": "is it there", "reply": "It is."})
    cable.deaf = True
    send(page, "is it there")
    expect(page.locator('.turn.user[data-status="sending"] .state')).to_have_text(words(lang, "发送中…"))
    while Message.objects.filter(user=user, role=Role.COMPANION, status="complete").count() < 3:
        page.wait_for_timeout(100)
    cable.hang_up()
    expect(page.locator('.turn.user[data-status="queued"] .state')).to_have_text(
        words(lang, "等待连接，连上后会自动发送")
    )
    page.reload()  # the page that comes has the line already: its own copy must not stand beside it
    expect(page.locator(".turn.user")).to_have_count(2)
    cable.deaf = False
    online(page)
    expect(page.locator(WHOLE).last).to_contain_text("It is.")
    assert lines(page) == ["before", "yes", "is it there", "It is."]
    assert not page.evaluate("Object.keys(sessionStorage).filter(key => key.startsWith('outbox'))")

    cable.cut = True
    model.script({"match": "in a blip", "reply": "Got it."})
    send(page, "in a blip")
    cable.hang_up()
    expect(page.locator('.turn.user[data-status="queued"]')).to_have_count(1)
    shoot(page, f"rows-{lang}-{width}-queued")
    cable.cut = False
    page.evaluate("dispatchEvent(new Event('online'))")  # one automatic retry, as soon as there is a line
    expect(page.locator(WHOLE).last).to_contain_text("Got it.")
    assert len(ids_sent(cable)) > len(set(ids_sent(cable))) == 3
    assert Message.objects.filter(user=user, role=Role.USER).count() == 3
    expect(page.locator(".turn.user .state:not(:empty)")).to_have_count(0)


@FOUR
def test_what_the_page_no_longer_shows_is_delivered_too(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Row 20: the line that went through was deleted in another tab meanwhile; offered again, it is not stored again."""
    cable, user = Cable(), lin(lang)
    page = open_page(lang, width=width)
    cable.lay(page)
    sign_in(page, user)
    model.script({"match": "and gone", "reply": "Yes."})
    cable.deaf = True
    send(page, "and gone")
    while Message.objects.filter(user=user, role=Role.COMPANION, status="complete").count() < 2:
        page.wait_for_timeout(100)
    tab = another_tab_elsewhere(page)
    tab.locator(".turn.user .more").click()
    tab.locator('#line-menu [data-act="delete"]').click()
    expect(tab.locator(".turn.user")).to_have_count(0)
    cable.hang_up()
    cable.deaf = False
    online(page)
    expect(page.locator(".turn.user")).to_have_count(0)
    page.reload()
    online(page)
    expect(page.locator(".turn.user")).to_have_count(0)
    assert Message.objects.filter(user=user, role=Role.USER).count() == 1


def another_tab_elsewhere(page: Page) -> Page:
    """A second tab, whose line is its own."""
    tab = another_tab(page)
    tab.locator(".turn.user").hover()
    if tab.evaluate("matchMedia('(hover: none)').matches"):
        tab.locator(".turn.user .bubble").tap()
    return tab


@FOUR
def test_a_site_that_restarts(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 14-17 and 22 with the real thing: the process ends in the middle of a reply, and another one comes."""
    port, user = free_port(), lin(lang)
    with served(port, **voice(model)) as address:
        page = open_page(lang, width=width, at=address, forgives=r"WebSocket connection to|net::ERR_")
        sign_in(page, user)
        streaming(page, model)
        expect(page.locator(f"{LIVE} .text")).to_contain_text("The middle is long. " * 8)  # past a checkpoint
    expect(page.locator("#connection")).to_be_visible()
    assert "The beginning is here" in page.locator(".turn.companion").last.inner_text()
    model.script({"match": "while away", "reply": "Welcome back."})
    send(page, "while away")
    expect(page.locator('.turn.user[data-status="queued"]')).to_have_count(1)
    shoot(page, f"rows-{lang}-{width}-restarting")
    with served(port, **voice(model)):
        page.evaluate("dispatchEvent(new Event('focus'))")
        online(page)
        expect(page.locator('.turn.user[data-status="received"]')).to_have_count(2)
        apart(schedule.sweep, timezone.now() + timedelta(minutes=1))
        expect(page.locator(WHOLE).last).to_contain_text("Welcome back.")
        expect(page.locator('.turn[data-status="interrupted"] .state')).to_have_text(
            words(lang, "回复中断了")
        )
        shown = lines(page)
        page.reload()
        online(page)
        assert lines(page) == shown
        assert [text for text in shown if not text.startswith("The beginning")] == [
            "slowly",
            "while away",
            "Welcome back.",
        ]
        assert Message.objects.filter(user=user, role=Role.USER).count() == 2
        page.goto("about:blank")
