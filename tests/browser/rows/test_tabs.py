"""Rows 23-29: several tabs and conversations at once, what is queued behind a reply, and the states of a line."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from companion import conversations
from persona.characters import default_for
from tests.browser.conftest import OpenPage, apart, shoot, sign_in
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
from transcript.models import Conversation, Message

pytestmark = pytest.mark.long
"""Minutes of waiting: tests/processes/test_holding.py holds the same promises with every `make test`."""


@FOUR
def test_two_conversations_at_once_never_mix(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 25 and 26: each reply in its own chat, also when one tab goes from chat to chat while both run."""
    user = lin(lang)
    other, mine = (
        conversations.start_empty(user, default_for("zh-hans").id, timezone.now()) for _each in range(2)
    )
    page = open_page(lang, width=width)
    sign_in(page, user)
    page.goto(f"/c/{mine.id}/")
    online(page)
    first = page.url
    tab = page.context.new_page()
    tab.goto(f"/c/{other.id}/")
    online(tab)
    apples, pears = "Apples. " * 40, "Pears. " * 40
    model.script(
        {"match": "about apples", "reply": apples, "delay_ms": 40},
        {"match": "about pears", "reply": pears, "delay_ms": 40},
    )
    tab.fill("#say", "about pears")
    send(page, "about apples")
    tab.click("#send")
    expect(page.locator(f"{LIVE} .text")).to_contain_text("Apples.")
    expect(tab.locator(f"{LIVE} .text")).to_contain_text("Pears.")
    page.goto(tab.url)  # the same tab, the other chat, while the first one goes on
    expect(page.locator(f"{LIVE} .text")).to_contain_text("Pears.")
    assert "Apples" not in page.locator("#turns").inner_text()
    expect(page.locator(WHOLE)).to_contain_text(pears.strip(), timeout=30_000)
    expect(tab.locator(WHOLE)).to_contain_text(pears.strip())
    assert lines(page, 0) == lines(tab, 0) == ["about pears", pears.strip()]
    page.goto(first)
    expect(page.locator(WHOLE)).to_contain_text(apples.strip(), timeout=30_000)
    assert lines(page, 0) == ["about apples", apples.strip()]


@FOUR
def test_states_of_a_line_are_the_same_in_every_tab(
    enter: Enter, model: ModelServer, lang: str, width: int
) -> None:
    """Delivered, read once the reply began, nothing once it is there; what is said meanwhile is delivered at once and
    answered after it, in order. Stop ends the request, and keeps what came (row 29)."""
    page = enter(lang, width)
    tab = another_tab(page)
    both = (page, tab)
    model.script(
        {"match": "one thing", "reply": "On the first. " * 30, "delay_ms": 40},
        {"match": "and the last", "reply": "To the others."},
    )
    send(page, "one thing")
    for view in both:
        expect(view.locator(".turn.user").first.locator(".state")).to_have_text(words(lang, "已读"))
    send(page, "another thing")
    expect(tab.locator(".turn.user")).to_have_count(2)
    send(tab, "and the last")
    for view in both:
        expect(view.locator(".turn.user")).to_have_count(3)
        for place in (1, 2):
            expect(view.locator(".turn.user").nth(place).locator(".state")).to_have_text(
                words(lang, "已送达")
            )
        expect(view.locator(LIVE)).to_have_count(1)
    shoot(page, f"rows-{lang}-{width}-waiting-behind")
    for view in both:
        expect(view.locator(WHOLE).last).to_contain_text("To the others.", timeout=30_000)
        expect(view.locator(".turn.user .state:not(:empty)")).to_have_count(0)
    shown = lines(page)
    assert shown == [
        "one thing",
        ("On the first. " * 30).strip(),
        "another thing",
        "and the last",
        "To the others.",
    ]
    assert lines(tab) == shown
    page.reload()
    online(page)
    assert lines(page) == shown
    expect(page.locator(".turn.user .state:not(:empty)")).to_have_count(0)

    model.script({"match": "stop me", "reply": "Some words. " * 200, "delay_ms": 40})
    send(page, "stop me")
    expect(tab.locator(f"{LIVE} .text")).to_contain_text("Some words.")
    tab.click("#stop")  # from the other tab
    for view in both:
        stopped = view.locator('.turn[data-status="stopped"]')
        expect(stopped.locator(".state")).to_have_text(words(lang, "已停止"))
        expect(stopped.locator(".text")).to_contain_text("Some words.")
        expect(view.locator("#announcer")).to_have_text(words(lang, "已停止"))
    asked = [seen for seen in model.requests() if "stop me" in str(seen["body"].get("messages", [])[-1:])]
    assert [seen["aborted"] for seen in asked] == [True]  # upstream, not the display alone

    model.script({"match": "fail now", "status": 500, "times": 9})
    send(tab, "fail now")
    for view in both:
        failed = view.locator('.turn[data-status="failed"]')
        expect(failed.locator(".state")).to_contain_text(
            words(lang, "没能回复：语言模型暂时没有响应。你的话都留着，可以重试。")
        )
        expect(failed.locator(".retry")).to_be_visible()
    shoot(page, f"rows-{lang}-{width}-failed")
    model.reset()
    model.script({"match": "fail now", "reply": "Now it works."})
    page.locator('.turn[data-status="failed"] .retry').click()
    for view in both:
        expect(view.locator(WHOLE).last).to_contain_text("Now it works.")
        expect(view.locator('.turn[data-status="failed"]')).to_have_count(0)
        expect(
            view.locator(".turn").last.locator(".versions")
        ).to_be_hidden()  # row 27: what came to nothing is no version


@FOUR
def test_tabs_that_speak_at_once_agree_on_the_order(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Row 25: each shows its own words at once, and then both what the server has, in its order."""
    cable, user = Cable(), lin(lang)
    page = open_page(lang, width=width)
    cable.lay(page)
    sign_in(page, user)
    tab = another_tab(page)
    cable.cut = True
    send(page, "said first, sent last")
    model.script({"match": ".", "reply": "Noted."})
    send(tab, "said last, sent first")
    expect(tab.locator(WHOLE).last).to_contain_text("Noted.")
    cable.hang_up()
    cable.cut = False
    page.evaluate("dispatchEvent(new Event('online'))")
    both = ["said last, sent first", "Noted.", "said first, sent last", "Noted."]
    for view in (page, tab):
        expect(view.locator(WHOLE)).to_have_count(3)
        assert lines(view) == both


@FOUR
def test_versions_are_counted_from_what_is_there(
    enter: Enter, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 27 and 28: never 2 / 1; after a deletion, or a reply called off, the count is that of the rows."""
    page = enter(lang, width)
    answered(page, "count me", "version one", model)
    last = page.locator(".turn").last
    model.script({"match": "count me", "reply": "version two"})
    last.hover()
    last.locator(".again").click()
    expect(last.locator(".text")).to_have_text("version two")
    expect(last.locator(".place")).to_have_text("2 / 2")
    expect(last.locator(".newer")).to_be_disabled()
    last.locator(".more").click()
    page.locator('#line-menu [data-act="delete"]').click()
    expect(last.locator(".text")).to_have_text("version one")
    expect(last.locator(".versions")).to_be_hidden()
    model.script({"match": "count me", "reply": "version three " * 90, "delay_ms": 40})
    last.hover()
    last.locator(".again").click()
    expect(page.locator(f"{LIVE} .text")).to_contain_text("version three")
    page.click("#stop")
    expect(last).to_have_attribute("data-status", "stopped")
    expect(last.locator(".place")).to_have_text("2 / 2")
    last.locator(".older").click()
    expect(last.locator(".text")).to_have_text("version one")
    expect(last.locator(".place")).to_have_text("1 / 2")
    assert page.locator("#announcer").inner_text() == words(
        lang, "已停止"
    )  # turning a page begins and ends no reply


@FOUR
def test_a_conversation_that_is_gone_says_so(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """The other tab of a deleted conversation goes home and says why; an archived one can be written in."""
    user = lin(lang)
    page = open_page(lang, width=width)
    sign_in(page, user)
    answered(page, "to be thrown away", "A1", model)
    tab, gone = another_tab(page), page.url
    page.goto(f"{gone}delete/")
    page.locator(".parting [type=submit]").click()
    page.wait_for_url("**/deleted/**")
    tab.wait_for_url(re.compile(r"/c/(?!" + gone.rsplit("/", 2)[1] + ")"))
    expect(tab.locator("#trouble")).to_have_text(words(lang, "这个对话已经删除了。"))
    shoot(tab, f"rows-{lang}-{width}-gone")
    online(tab)
    assert not tab.url.endswith("#gone")
    chat = Conversation.objects.get(id=tab.url.rsplit("/", 2)[1])
    answered(tab, "still here", "A2", model)
    apart(lambda: Conversation.objects.filter(id=chat.id).update(archived_at=timezone.now()))
    answered(tab, "out of the archive", "A3", model)
    assert Conversation.objects.get(id=chat.id).archived_at is None
    assert Message.objects.filter(conversation=chat, role="user").count() == 2
