"""A reply as it comes: word by word, never as raw Markdown, stopped by hand, and safe whatever the model writes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User, grant
from tests.browser.conftest import MODEL_NAME, OpenPage, shoot, sign_in
from tests.model_server import ModelServer

LIVE = '.turn.companion[data-status="generating"]'
REPLIES = '.turn.companion[data-status="complete"]'


@pytest.fixture(scope="session")
def site(voiced: str) -> str:
    return voiced


@pytest.fixture
def chat(open_page: OpenPage, person: Callable[..., User]) -> Page:
    user = person()
    grant(user, "model", timezone.now(), MODEL_NAME)
    page = open_page("zh")
    sign_in(page, user)
    return page


def say(page: Page, text: str) -> None:
    page.fill("#say", text)
    page.press("#say", "Enter")


def test_words_come_as_they_are_made(chat: Page, model: ModelServer) -> None:
    text = "第一段，**要紧的是「休息」**后面还有。\n\n- 喝水\n- 散步\n\n第三段慢慢来。" + "说到这里。" * 20
    model.script({"match": "慢慢", "reply": text, "delay_ms": 30})
    expect(chat.locator(".fine").last).to_contain_text(f"文字会发送给 {MODEL_NAME}")
    say(chat, "慢慢说，列个清单")
    expect(chat.locator("#announcer")).to_have_text("正在回复…")
    expect(chat.locator(f"{LIVE} .text")).to_contain_text("第一段")
    expect(chat.locator(f"{LIVE} strong")).to_have_text("要紧的是「休息」")
    shoot(chat, "zh-1440-light-streaming")
    assert "**" not in chat.locator(f"{LIVE} .text").inner_text()
    reply = chat.locator(REPLIES).nth(1)
    reply.wait_for()
    assert reply.locator("li").all_inner_texts() == ["喝水", "散步"]
    expect(chat.locator("#announcer")).to_have_text("回复完成")


def test_stop_keeps_what_came(chat: Page, model: ModelServer) -> None:
    model.script({"match": "停", "reply": "先说一句。" + "还有很多。" * 200, "delay_ms": 30})
    say(chat, "等会儿叫停")
    expect(chat.locator(f"{LIVE} .text")).to_contain_text("先说一句")
    chat.click("#stop")
    stopped = chat.locator('.turn.companion[data-status="stopped"]')
    expect(stopped.locator(".text")).to_contain_text("先说一句")
    expect(stopped.locator(".state")).to_have_text("已停止")
    expect(chat.locator("#send")).to_be_visible()
    model.script({"match": "停", "reply": "这次说完了。"})
    stopped.locator(".retry").click()
    expect(chat.locator(REPLIES).last.locator(".text")).to_have_text("这次说完了。")
    expect(stopped).to_have_count(0)


def test_a_failure_is_said_and_can_be_tried_again(chat: Page, model: ModelServer) -> None:
    model.script({"match": "喂", "status": 500, "times": 4})
    say(chat, "喂喂")
    failed = chat.locator('.turn.companion[data-status="failed"]')
    expect(failed.locator(".state")).to_contain_text("没能回复")
    model.script({"match": "喂", "reply": "我在。"})
    failed.locator(".retry").click()
    expect(chat.locator(REPLIES).nth(1).locator(".text")).to_have_text("我在。")
