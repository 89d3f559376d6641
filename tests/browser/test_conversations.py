"""The list of conversations, its menu, the search, projects, temporary talk, and throwing one away."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Dialog, Page, expect

from accounts.models import User
from companion import learning
from companion.conversations import start_empty
from companion.shelf import naming
from memory.models import Memory
from persona.characters import default_for
from tests.browser.conftest import OpenPage, apart, shoot, sign_in
from tests.reading import foreign, visible
from transcript.models import Conversation, Project

REPLIES = '.turn.companion[data-status="complete"]'
SAID = {
    "zh": ("我的猫叫小花", "我在杭州工作", "小花", "杭"),
    "en": ("My cat is called Miso", "I work in Leeds", "Miso", "lee"),
}
WORDS = {
    "zh": {"rename": "改名", "pin": "置顶", "pinned": "置顶的", "archive": "归档", "move": "移到项目", "delete": "删除",
           "all": "全部忘掉", "text": "导出成文字", "undo": "撤销", "temporary": "临时对话", "gone": "最近删除的", "back": "放回列表",
           "project": "换工作", "title": "猫和杭州"},
    "en": {"rename": "Rename", "pin": "Pin", "pinned": "Pinned", "archive": "Archive", "move": "Move to a project",
           "delete": "Delete", "all": "Forget all of them", "text": "Export as text", "undo": "Undo",
           "temporary": "Temporary conversation", "gone": "Recently deleted", "back": "Put back in the list",
           "project": "New job", "title": "Miso and Leeds"},
}  # fmt: skip
BOTH = [
    pytest.param("zh", 1440, False, marks=pytest.mark.long),
    ("en", 390, True),
    pytest.param("zh", 390, False, marks=pytest.mark.long),
    pytest.param("en", 1440, True, marks=pytest.mark.long),
]


def say(page: Page, text: str) -> None:
    answered = page.locator(REPLIES).count()
    page.fill("#say", text)
    page.click("#send")
    page.locator(REPLIES).nth(answered).wait_for()


def reads(page: Page, lang: str) -> None:
    assert foreign(visible(page.content()), lang) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def open_list(page: Page) -> None:
    """The sidebar, which waits behind a button on a phone."""
    side = page.locator("#sidebar")
    if not side.is_visible():
        page.click(".menu-button")
        expect(side).to_be_visible()


def open_menu(page: Page, number: int = 0) -> None:
    open_list(page)
    page.locator("#chats .chat-row").nth(number).hover()
    page.locator("#chats .chat-more").nth(number).click()
    expect(page.locator("#chat-menu")).to_be_visible()


def choose(page: Page, name: str) -> None:
    open_menu(page)
    page.get_by_role("menuitem", name=name, exact=True).click()


def row(page: Page, title: str) -> None:
    expect(page.locator("#chats .chat-row").filter(has_text=title)).to_have_count(1)


@pytest.mark.parametrize(("lang", "width", "dark"), BOTH)
def test_every_verb_of_the_menu(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    user, words, name = person(lang), WORDS[lang], f"{lang}-{width}-{'dark' if dark else 'light'}"
    first, second, fact, part = SAID[lang]
    page = open_page(lang, width=width, dark=dark, accept_downloads=True)
    sign_in(page, user)
    say(page, first)
    say(page, second)
    chat = Conversation.objects.get(user=user)
    open_list(page)
    row(page, first)  # the list follows without being loaded anew
    open_menu(page)
    expect(page.get_by_role("menuitem").first).to_be_focused()
    reads(page, lang)
    shoot(page, f"chats-{name}-menu")

    page.get_by_role("menuitem", name=words["rename"], exact=True).click()
    expect(page.locator("#rename-title")).to_be_focused()
    shoot(page, f"chats-{name}-rename")
    page.fill("#rename-title", words["title"])
    page.keyboard.press("Enter")
    row(page, words["title"])
    expect(page.locator("#chat-menu")).to_be_hidden()
    expect(page.locator("#sidebar")).to_be_visible()

    choose(page, words["pin"])
    expect(page.locator("#chats h2").first).to_have_text(words["pinned"])
    choose(page, words["move"])
    page.fill("#move-name", words["project"])
    shoot(page, f"chats-{name}-move")
    page.locator("#chat-menu [type=submit]").click()
    expect(page.locator("#chat-menu")).to_be_hidden()
    assert Project.objects.get(user=user).name == words["project"]

    choose(page, words["archive"])
    expect(page.locator("#chats .chat-row")).to_have_count(0)
    page.locator('#chats a[href="/archived/"]').click()
    reads(page, lang)
    shoot(page, f"chats-{name}-archived")
    page.locator("main .chat-more").click()
    page.get_by_role("menuitem", name=words["back"]).click()
    expect(page.locator("main .chat-row")).to_have_count(0)

    page.goto("/search/")
    page.fill("#q", part)
    expect(page.locator("#found mark").first).to_be_visible()
    reads(page, lang)
    shoot(page, f"chats-{name}-found")
    page.locator("#found li a").last.click()
    page.wait_for_selector('body[data-connection="open"]')
    expect(page.locator(".turn:target")).to_contain_text(second)
    expect(page.locator(".turn:target")).to_be_in_viewport()

    open_list(page)
    page.locator(".folder summary").click() if not page.locator(".folder .chat-row").is_visible() else None
    open_menu(page)
    with page.expect_download() as handed:
        page.get_by_role("menuitem", name=words["text"]).click()
    kept = handed.value
    assert words["title"] in kept.suggested_filename
    assert first in Path(kept.path()).read_text(encoding="utf-8")

    apart(learning.learn, chat.id, timezone.now() + timedelta(minutes=5))
    choose(page, words["delete"])
    expect(page.locator(".known li").filter(has_text=fact)).to_have_count(1)
    reads(page, lang)
    shoot(page, f"chats-{name}-delete")
    page.locator(".parting [type=submit]").click()
    assert "/delete/" in page.url  # nothing is decided for them
    page.get_by_text(words["all"]).click()
    page.locator(".parting [type=submit]").click()
    expect(page.locator(".banner")).to_contain_text(words["title"])
    assert not Memory.objects.filter(user=user).exists()
    reads(page, lang)
    shoot(page, f"chats-{name}-deleted")
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", refuse)
    page.locator(".gone-list .danger").click()
    assert len(asked) == 1
    assert foreign(asked, lang) == []
    page.locator(".banner").get_by_role("button", name=words["undo"]).click()
    page.wait_for_selector('body[data-connection="open"]')
    expect(page.locator(".turn.user")).to_have_count(2)
    assert Memory.objects.filter(user=user).exists()


@pytest.mark.parametrize(("lang", "width", "dark"), BOTH[:2])
def test_a_project_is_a_place(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    user, words = person(lang), WORDS[lang]
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, user)
    page.goto("/projects/")
    reads(page, lang)
    page.fill("#project-name", words["project"])
    page.keyboard.press("Enter")
    page.wait_for_url("**/projects/*-*/")
    page.locator(".page-head [type=submit]").click()
    page.wait_for_selector('body[data-connection="open"]')
    say(page, SAID[lang][0])
    expect(page.locator(".in-project")).to_contain_text(words["project"])
    shoot(page, f"chats-{lang}-{width}-in-project")
    page.locator(".in-project").click()
    expect(page.locator("main .chat-row")).to_contain_text(SAID[lang][0])
    shoot(page, f"chats-{lang}-{width}-project")
    page.locator("main details summary").click()
    page.locator('main a[href$="/delete/"]').click()
    reads(page, lang)
    page.locator(".parting [type=submit]").click()
    expect(page.locator(".messages")).to_be_visible()
    assert Conversation.objects.get(user=user, messages__role="user").project is None


@pytest.mark.parametrize(("lang", "width", "dark"), BOTH[:2])
def test_temporary_talk_says_so_and_is_nowhere(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    user, words = person(lang), WORDS[lang]
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, user)
    open_list(page)
    page.get_by_role("button", name=words["temporary"], exact=True).click()
    expect(page.locator("#temporary")).to_be_visible()
    page.wait_for_selector('body[data-connection="open"]')
    say(page, SAID[lang][0])
    reads(page, lang)
    shoot(page, f"chats-{lang}-{width}-temporary")
    hidden = Conversation.objects.get(user=user, temporary=True)
    apart(learning.learn, hidden.id, timezone.now() + timedelta(minutes=5))
    assert not Memory.objects.filter(user=user).exists()
    page.goto(f"/search/?q={SAID[lang][2]}")
    expect(page.locator("#found mark")).to_have_count(0)
    page.goto(f"/c/{hidden.id}/")
    open_list(page)
    expect(page.locator(f'#chats a[href*="{hidden.id}"]')).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("#temporary a").click()
    page.locator(".parting [type=submit]").click()
    page.wait_for_selector('body[data-connection="open"]')
    assert not Conversation.objects.filter(id=hidden.id).exists()


def test_keys_alone(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person("zh")
    page = open_page("zh")
    sign_in(page, user)
    say(page, "我的猫叫小花")
    row(page, "我的猫叫小花")
    more = page.locator("#chats .chat-more").first
    more.focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("menuitem", name="改名")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("menuitem", name="删除")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="置顶")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#chats h2").first).to_have_text("置顶的")
    expect(page.locator("#chats .chat-more").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="改名")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#chat-menu")).to_be_hidden()
    expect(page.locator("#chats .chat-more").first).to_be_focused()
    page.keyboard.press("Control+k")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("小花")
    page.keyboard.press("Enter")
    expect(page.locator("#found mark").first).to_have_text("小花")
    page.keyboard.press("Control+k")
    expect(page.locator("#q")).to_be_focused()


def test_the_search_waits_for_the_input_method(open_page: OpenPage, person: Callable[..., User]) -> None:
    page = open_page("zh")
    sign_in(page, person("zh"))
    say(page, "我的猫叫小花")
    page.goto("/search/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/search/?" in request.url else None)
    devtools = page.context.new_cdp_session(page)
    page.focus("#q")
    devtools.send("Input.imeSetComposition", {"text": "xiao", "selectionStart": 4, "selectionEnd": 4})
    expect(page.locator("#q")).to_have_value("xiao")
    devtools.send("Input.imeSetComposition", {"text": "小", "selectionStart": 1, "selectionEnd": 1})
    devtools.send("Input.insertText", {"text": "小"})
    expect(page.locator("#found mark").first).to_have_text("小")
    assert all("xiao" not in url for url in asked)


def test_a_phone_reaches_the_search_by_keys(open_page: OpenPage, person: Callable[..., User]) -> None:
    page = open_page("zh", width=390)
    sign_in(page, person("zh"))
    page.keyboard.press("Control+k")
    expect(page.locator("#sidebar")).to_be_visible()
    expect(page.locator("#find")).to_be_focused()


def test_other_tabs_learn_that_it_is_gone(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person("zh")
    page = open_page("zh")
    sign_in(page, user)
    say(page, "我的猫叫小花")
    tab = page.context.new_page()
    tab.goto(page.url)
    tab.wait_for_selector('body[data-connection="open"]')
    gone = page.url
    page.goto(f"{gone}delete/")
    page.locator(".parting [type=submit]").click()
    page.wait_for_url("**/deleted/**")
    tab.wait_for_url(lambda url: url != gone)
    tab.wait_for_selector('body[data-connection="open"]')


def test_a_long_list_is_loaded_as_it_is_wanted(open_page: OpenPage, person: Callable[..., User]) -> None:
    user, now = person("zh"), timezone.now()
    for n in range(75):
        chat = start_empty(user, default_for("zh-hans").id, now - timedelta(days=n))
        naming.rename(user, chat.id, f"第{n}个对话")
    page = open_page("zh")
    sign_in(page, user)
    expect(page.locator("#chats .chat-row")).to_have_count(60)
    page.locator("#chats .more a").click()
    expect(page.locator("#chats .chat-row")).to_have_count(75)
    headings = page.locator("#chats h2").all_inner_texts()
    assert headings == list(dict.fromkeys(headings))
    shoot(page, "chats-zh-long")


@pytest.mark.long
def test_without_a_script_everything_is_a_page(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person("zh")
    page = open_page("zh")
    sign_in(page, user)
    say(page, "我的猫叫小花")
    state = page.context.storage_state()
    plain = open_page("zh", java_script_enabled=False, storage_state=state)
    plain.goto("/")
    plain.locator("#chats .chat-more").click()
    plain.get_by_role("button", name="置顶", exact=True).or_(
        plain.get_by_role("menuitem", name="置顶", exact=True)
    ).click()
    expect(plain.locator("#chats h2").first).to_have_text("置顶的")
    plain.locator("#chats .chat-more").click()
    plain.get_by_role("menuitem", name="改名").click()
    plain.fill("#rename-title", "猫")
    plain.locator(".menu-form [type=submit]").click()
    expect(plain.locator("#chats .chat-row a").first).to_have_text("猫")
    plain.fill("#find", "小花")
    plain.press("#find", "Enter")
    expect(plain.locator("#found mark").first).to_have_text("小花")
    assert json.dumps(state)  # the session travelled
