"""Rows 30-37: what is drawn, how much of it, where the eye stays, and how text of any script stands."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, shoot, sign_in
from tests.browser.rows.conftest import FOUR, LIVE, WHOLE, Enter, Lin, answered, long_talk, online, send
from tests.model_server import ModelServer

pytestmark = pytest.mark.long
"""Minutes of a browser: with `make test-long`."""

WATCH = """() => {
  window.drawn = { elsewhere: 0, most: 0, frames: 0 };
  new MutationObserver((changes) => {
    const text = document.querySelector('.turn.companion[data-status="generating"] .text');
    const blocks = new Set();
    for (const change of changes) {
      const place = change.target.nodeType === 1 ? change.target : change.target.parentElement;
      if (!text?.contains(place)) { if (!place?.closest(".turn:last-child")) window.drawn.elsewhere += 1; continue; }
      const block = place.closest(".block");
      if (block) blocks.add(block);
    }
    window.drawn.most = Math.max(window.drawn.most, blocks.size);
    window.drawn.frames += 1;
  }).observe(document.getElementById("turns"), { childList: true, subtree: true, characterData: true });
}"""


def scrolled(page: Page) -> float:
    return float(page.evaluate("document.getElementById('scroller').scrollTop"))


def to_the_end(page: Page) -> float:
    return float(
        page.evaluate(
            "(s => s.scrollHeight - s.clientHeight - s.scrollTop)(document.getElementById('scroller'))"
        )
    )


@FOUR
def test_a_long_talk_is_drawn_in_part_and_left_alone(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 30 and 31: of 300 messages the newest stand; a piece of a reply redraws the block that it is in, and nothing
    else; who reads further up is not pulled down."""
    user = lin(lang)
    chat = long_talk(user, 300)
    page = open_page(lang, width=width)
    sign_in(page, user)
    page.goto(f"/c/{chat.id}/")
    online(page)
    assert page.locator(".turn").count() <= 51
    assert to_the_end(page) < 2
    reply = "\n\n".join(f"Paragraph {number} has some words in it." for number in range(12))
    model.script({"match": "at length", "reply": reply, "delay_ms": 30})
    send(page, "at length")
    expect(page.locator(f"{LIVE} .text")).to_contain_text("Paragraph 1 ")
    page.evaluate(WATCH)
    expect(page.locator(f"{LIVE} .text")).to_contain_text("Paragraph 7 ", timeout=30_000)
    drawn: dict[str, Any] = page.evaluate("window.drawn")
    assert drawn["frames"] >= 2
    assert drawn["elsewhere"] == 0, drawn
    assert drawn["most"] <= 3, drawn
    assert to_the_end(page) < 64  # who reads the end sees it grow
    page.locator("#scroller").evaluate("scroller => scroller.scrollBy(0, -700)")
    expect(page.locator("#jump")).to_be_visible()
    before = scrolled(page)
    expect(page.locator(WHOLE).last).to_contain_text("Paragraph 11", timeout=30_000)
    assert abs(scrolled(page) - before) < 2
    shoot(page, f"rows-{lang}-{width}-reading-above")
    page.click("#jump")
    expect(page.locator("#jump")).to_be_hidden()
    page.locator(".earlier a").evaluate("link => link.click()")
    expect(page.locator(".turn")).to_have_count(102, timeout=15_000)


EMPHASIS = [
    ("前文**「重点」**后文", "「重点」"), ("前文**“引文”**后文", "“引文”"), ("**重点：**后文", "重点："),
    ("前文**（重点）**后文", "（重点）"), ("用**Python。**写", "Python。"), ("これは**「強調」**です", "「強調」"),
]  # fmt: skip


@FOUR
def test_text_of_any_kind_stands_as_it_should(
    enter: Enter, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 32, 33 and 37: bold beside CJK marks, HTML as text, each block in its own direction, code from the left.
    The whole table of emphasis is in tests/companion/test_rendering.py."""
    page = enter(lang, width)
    text = "\n\n".join(line for line, _bold in EMPHASIS)
    answered(page, "in bold", text, model)
    assert page.locator(WHOLE).last.locator("strong").all_inner_texts() == [bold for _line, bold in EMPHASIS]

    evil = "<img src=x onerror=\"document.title='x'\"> <script>document.title='x'</script> [here](javascript:alert(1)) ![p](https://tracker.example/p.png)"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answered(page, "<b>evil</b>", evil, model)
    assert page.locator(".turn :is(.text, .bubble) :is(img, script, b, iframe)").count() == 0
    assert page.locator('.turn a[href^="javascript"]').count() == 0
    assert page.title() != "x"
    assert not any("tracker.example" in url for url in asked)
    expect(page.locator(".turn.user .bubble").last).to_have_text("<b>evil</b>")
    answered(page, "a link", "[docs](https://example.org/a)", model)
    rel = page.locator(".turn .text a").last.get_attribute("rel") or ""
    assert {"noopener", "noreferrer"} <= set(rel.split())

    rtl = "שלום! מה שלומך?\n\nHello, (world).\n\n`npm run (x)!`\n\n```\nlet a = (1);\n```"
    answered(page, "مرحبا، كيف الحال؟", rtl, model)
    direction = "(block) => getComputedStyle(block).direction"
    blocks = page.locator(WHOLE).last.locator(".text > p")
    assert blocks.nth(0).evaluate(direction) == "rtl"
    assert blocks.nth(1).evaluate(direction) == "ltr"
    assert page.locator(".turn.user .bubble p").last.evaluate(direction) == "rtl"
    for code in page.locator(WHOLE).last.locator("code").all():
        assert code.evaluate(direction) == "ltr"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shoot(page, f"rows-{lang}-{width}-scripts")


@FOUR
def test_characters_split_across_pieces_stay_whole(
    enter: Enter, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 34 and 35: the stream is cut inside the bytes of a character, and inside an emoji of several."""
    page = enter(lang, width)
    whole = "你好👨‍👩‍👧‍👦，今天🇨🇳怎么样？𠮷野家。"
    events = [
        b"data: "
        + json.dumps({"choices": [{"index": 0, "delta": {"content": char}}]}, ensure_ascii=False).encode()
        for char in whole
    ]
    ended = b'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}'
    stream = b"\n\n".join([*events, ended, b"data: [DONE]", b""])
    pieces = ["b64:" + base64.b64encode(stream[at : at + 7]).decode() for at in range(0, len(stream), 7)]
    model.script({"match": "in pieces", "pieces": pieces})
    page.evaluate(
        """() => {
          window.seen = "";
          new MutationObserver(() => { window.seen += document.getElementById("turns").textContent; })
            .observe(document.getElementById("turns"), { childList: true, subtree: true });
        }"""
    )
    send(page, "in pieces 👩🏽‍🚀")
    expect(page.locator(WHOLE).nth(1).locator(".text")).to_have_text(whole)
    assert "\ufffd" not in page.evaluate("window.seen")
    assert page.evaluate("document.getElementById('turns').textContent.isWellFormed()")


@FOUR
def test_a_lone_surrogate_breaks_nothing(enter: Enter, model: ModelServer, lang: str, width: int) -> None:
    """Row 35: half an emoji in the field, as a careless cut leaves it, is sent and answered."""
    page = enter(lang, width)
    model.script({"match": "half", "reply": "Whole."})
    page.locator("#say").evaluate(
        """field => { field.value = "half \\ud83d"; field.dispatchEvent(new Event("input", { bubbles: true })); }"""
    )
    page.click("#send")
    expect(page.locator(WHOLE).nth(1)).to_contain_text("Whole.")
    page.reload()
    expect(page.locator(".turn.user .bubble")).to_contain_text("half")
    assert page.evaluate("document.getElementById('turns').textContent.isWellFormed()")


@FOUR
def test_the_time_is_the_same_after_a_reload(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Row 36: in the person's zone, which is not the browser's and not the server's; stored and sent as UTC."""
    user = lin(lang)
    user.time_zone = "America/St_Johns"
    user.save()
    page = open_page(lang, width=width)
    sign_in(page, user)
    answered(page, "what time is it", "late", model)
    times = page.locator(".turn.user time, .turn.companion time").all_inner_texts()
    days = page.locator(".day time").all_inner_texts()
    stamp = page.locator(".turn.user time").first.get_attribute("datetime") or ""
    assert re.search(r"Z$|[+-]\d\d:\d\d$", stamp)
    page.reload()
    assert page.locator(".turn.user time, .turn.companion time").all_inner_texts() == times
    assert page.locator(".day time").all_inner_texts() == days
    zoned = "(new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit', timeZone: 'America/St_Johns'})).format(new Date(%s))"
    assert page.evaluate(zoned % json.dumps(stamp)) == times[1]
    prompt = str(model.requests()[-1]["body"]["messages"])
    assert times[1].split(":")[0] in prompt  # the model is told the person's hour


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_unfinished_markdown_never_flashes(enter: Enter, model: ModelServer, lang: str) -> None:
    page = enter(lang, 1440)
    model.script(
        {"match": "boldly", "reply": "Before **what matters here** after, and `code` too.", "delay_ms": 20}
    )
    page.evaluate(
        """() => {
          window.stars = 0;
          new MutationObserver(() => {
            if (document.getElementById("turns").textContent.includes("**")) window.stars += 1;
          }).observe(document.getElementById("turns"), { childList: true, subtree: true });
        }"""
    )
    send(page, "boldly")
    expect(page.locator(WHOLE).nth(1)).to_contain_text("after, and code too.")
    assert page.evaluate("window.stars") == 0
