"""Editing, answering again, going back, deleting, judging: in one tab, and the same in every other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.models import User, grant
from companion import learning
from memory.models import Memory
from tests.browser.conftest import MODEL_NAME, OpenPage, apart, shoot, sign_in
from tests.model_server import ModelServer
from transcript.models import Conversation, Feedback

SAID = {
    "zh": ("我的猫叫小花", "今天下雨了", "我的狗叫大黄"),
    "en": ("My cat is called Miso", "It rained today", "My dog is called Rex"),
}
WORDS = {
    "zh": {"edit": "修改", "again": "重新回复", "more": "更多", "delete": "删除这条和它的回复", "undo": "撤销", "report": "报告这条回复",
           "below": "另一个版本下还有 3 条消息", "without": "不用记忆重新回复", "bare": "没有用记忆"},
    "en": {"edit": "Edit", "again": "Answer again", "more": "More", "delete": "Delete this and its reply", "undo": "Undo",
           "report": "Report this reply", "below": "Later messages on another version: 3",
           "without": "Answer again without memory", "bare": "Without memory"},
}  # fmt: skip


@pytest.fixture(scope="session")
def site(voiced: str) -> str:
    return voiced


@pytest.fixture
def lin(person: Callable[..., User]) -> Callable[[str], User]:
    def make(lang: str) -> User:
        user = person(lang)
        grant(user, "model", timezone.now(), MODEL_NAME)
        return user

    return make


def say(page: Page, text: str, reply: str, model: ModelServer) -> None:
    model.script({"match": text, "reply": reply})
    count = page.locator(".turn.companion").count()
    page.fill("#say", text)
    page.click("#send")
    expect(page.locator('.turn.companion[data-status="complete"]')).to_have_count(count + 1)


def texts(page: Page) -> list[str]:
    """The transcript as it stands, without the greeting."""
    lines = page.locator(".turn").all()
    said = [line.locator(".bubble, .text").first.inner_text().strip() for line in lines]
    return said[1:]


def agree(*pages: Page, on: list[str]) -> None:
    for page in pages:
        expect(page.locator(".turn")).to_have_count(len(on) + 1)
        for place, text in enumerate(on):
            expect(page.locator(".turn").nth(place + 1)).to_contain_text(text)
        assert texts(page) == on


def turn(page: Page, text: str) -> Locator:
    return page.locator(".turn").filter(has_text=text).first


def press(page: Page, text: str, name: str) -> None:
    if page.evaluate("matchMedia('(hover: none)').matches"):
        turn(page, text).locator(".bubble, .text").first.tap()
    turn(page, text).hover()
    turn(page, text).get_by_role("button", name=name, exact=True).click()


def choose(page: Page, text: str, lang: str, name: str) -> None:
    press(page, text, WORDS[lang]["more"])
    page.get_by_role("menuitem", name=WORDS[lang][name], exact=True).click()


@pytest.mark.parametrize(
    ("lang", "width", "dark"), [("zh", 1440, False), pytest.param("en", 390, True, marks=pytest.mark.long)]
)
@pytest.mark.long
def test_every_verb_is_the_same_in_every_tab(
    open_page: OpenPage, lin: Callable[[str], User], model: ModelServer, lang: str, width: int, dark: bool
) -> None:
    user, words = lin(lang), WORDS[lang]
    first, second, third = SAID[lang]
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, user)
    say(page, first, "A1", model)
    say(page, second, "A2", model)
    tab = page.context.new_page()
    tab.goto(page.url)
    device = open_page(lang, width=1440 if width == 390 else 390)
    sign_in(device, user)
    everywhere = (page, tab, device)
    agree(*everywhere, on=[first, "A1", second, "A2"])

    press(page, first, words["edit"])
    shoot(page, f"{lang}-{width}-editing")
    model.script({"match": third, "reply": "B1"})
    page.locator(".line-edit textarea").fill(third)
    page.locator(".line-edit [type=submit]").click()
    agree(*everywhere, on=[third, "B1"])
    expect(turn(page, third).locator(".place")).to_have_text("2 / 2")
    expect(turn(page, third).locator(".elsewhere")).to_have_text(words["below"])
    shoot(page, f"{lang}-{width}-branched")

    turn(device, third).locator(".older").click()
    agree(*everywhere, on=[first, "A1", second, "A2"])

    model.script({"match": second, "reply": "A2 anew"})
    press(page, "A2", words["again"])
    agree(*everywhere, on=[first, "A1", second, "A2 anew"])
    expect(turn(tab, "A2 anew").locator(".place")).to_have_text("2 / 2")
    model.script({"match": second, "reply": "A2 bare"})
    choose(tab, "A2 anew", lang, "without")
    agree(*everywhere, on=[first, "A1", second, "A2 bare"])
    expect(turn(device, "A2 bare").locator(".without")).to_have_text(words["bare"])
    expect(turn(device, "A2 bare").locator(".place")).to_have_text("3 / 3")

    press(page, first, words["more"])
    shoot(page, f"{lang}-{width}-menu")
    page.get_by_role("menuitem", name=words["delete"]).click()
    agree(*everywhere, on=[second, "A2 bare"])
    shoot(page, f"{lang}-{width}-deleted")
    page.get_by_role("button", name=words["undo"]).last.click()
    agree(*everywhere, on=[first, "A1", second, "A2 bare"])
    for one in everywhere:
        one.reload()
        one.wait_for_selector('body[data-connection="open"]')
    agree(*everywhere, on=[first, "A1", second, "A2 bare"])


def test_what_was_learnt_from_an_edited_line_is_gone(
    open_page: OpenPage, lin: Callable[[str], User], model: ModelServer
) -> None:
    user = lin("zh")
    page = open_page("zh")
    sign_in(page, user)
    say(page, "我的猫叫小花", "好名字。", model)
    say(page, "今天下雨了", "带伞。", model)
    chat = Conversation.objects.get(user=user)
    apart(learning.learn, chat.id, timezone.now())
    assert "小花" in Memory.objects.get(user=user, attribute="name").statement
    page.reload()
    expect(page.locator(".learned")).to_contain_text("小花")
    press(page, "我的猫叫小花", "修改")
    model.script({"match": "吃什么", "reply": "面。"})
    page.locator(".line-edit textarea").fill("晚上吃什么")
    page.locator(".line-edit textarea").press("Enter")
    agree(page, on=["晚上吃什么", "面。"])
    expect(page.locator(".learned")).to_have_count(0)
    assert not any("小花" in row.statement for row in Memory.objects.filter(user=user))


@pytest.mark.parametrize("lang", [pytest.param("zh", marks=pytest.mark.long), "en"])
def test_a_reply_is_judged_and_reported(
    open_page: OpenPage, lin: Callable[[str], User], model: ModelServer, lang: str
) -> None:
    user = lin(lang)
    page = open_page(lang, width=390 if lang == "en" else 1440)
    sign_in(page, user)
    say(page, SAID[lang][0], "A1", model)
    good, bad = turn(page, "A1").locator(".good"), turn(page, "A1").locator(".bad")
    turn(page, "A1").hover()
    good.click()
    expect(page.locator("#trouble")).to_be_visible()
    expect(good).to_have_attribute("aria-pressed", "true")
    bad.click()
    expect(good).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(turn(page, "A1").locator(".bad")).to_have_attribute("aria-pressed", "true")
    page.wait_for_selector('body[data-connection="open"]')
    choose(page, "A1", lang, "report")
    page.fill("#report-note", "odd")
    shoot(page, f"{lang}-report")
    page.locator("#report [value=report]").click()
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#report")).to_be_hidden()
    row = Feedback.objects.get(user=user)
    assert (row.value, row.note, row.reported) == ("report", "odd", "A1")


def paste(page: Page, text: str) -> Any:
    return page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
          document.getElementById("say").dispatchEvent(event);
        }""",
        text,
    )


def test_keys_alone_reach_every_act(
    open_page: OpenPage, lin: Callable[[str], User], model: ModelServer
) -> None:
    page = open_page("zh")
    sign_in(page, lin("zh"))
    say(page, "在吗", "在。", model)
    turn(page, "在吗").get_by_role("button", name="更多").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="记了什么")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="删除这条和它的回复")).to_be_focused()
    page.keyboard.press("Escape")
    expect(turn(page, "在吗").get_by_role("button", name="更多")).to_be_focused()
    turn(page, "在吗").get_by_role("button", name="修改").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".line-edit textarea")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".line-edit")).to_have_count(0)
    expect(turn(page, "在吗").get_by_role("button", name="修改")).to_be_focused()
