"""Deleting an account by keyboard alone: two steps from a chat, a week to take it back, and a receipt that anybody can read who has
its address."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.leaving import erasing
from accounts.models import Deletion, User, UserKey
from tests.browser.conftest import PASSWORD, OpenPage, apart, shoot, sign_in
from tests.reading import foreign, visible

LOOKS = [
    ("zh", 390, True),
    pytest.param("en", 1440, False, marks=pytest.mark.long),
    pytest.param("zh", 1440, False, marks=pytest.mark.long),
    pytest.param("en", 390, True, marks=pytest.mark.long),
]


def reads(page: Page, lang: str) -> None:
    """One language, and nothing wider than the window."""
    markup = re.sub(r"<code>.*?</code>", "", page.locator("main").inner_html())
    assert foreign(visible(markup), lang) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    """Walk to it with the tab key, and press."""
    expect(target.first).to_be_visible()
    for _each in range(120):
        page.keyboard.press("Tab")
        if target.first.evaluate("element => element === document.activeElement"):
            page.keyboard.press(key)
            return
    pytest.fail(f"no keyboard comes to {target}")


def to_the_page(page: Page, width: int) -> None:
    """From a chat: settings in the side bar, then the link in its panel."""
    if width < 600:
        press(page, page.locator(".menu-button"))
    press(page, page.locator('.places a[href$="/settings/"]'))
    page.wait_for_url("**/account/settings/")
    press(page, page.locator('#leave a[href$="/account/delete/"]'))
    page.wait_for_url("**/account/delete/")


@pytest.mark.parametrize(("lang", "width", "dark"), LOOKS)
def test_by_keyboard_from_a_chat_to_a_receipt(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    name = f"{lang}-{width}-{'dark' if dark else 'light'}-leaving"
    user = person(lang)
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, user)
    page.goto("/account/settings/")
    page.locator("#leave").scroll_into_view_if_needed()
    shoot(page, f"{name}-settings")
    page.goto("/")
    page.wait_for_selector('body[data-connection="open"]')
    to_the_page(page, width)
    reads(page, lang)
    shoot(page, f"{name}-page")
    expect(page.locator('[name="when"][value="later"]')).to_be_checked()

    press(page, page.locator('[name="password"]'), key="x")
    page.keyboard.press("Enter")
    expect(page.locator(".error")).to_have_count(2)  # neither ticked nor the right password
    page.locator(".error").first.scroll_into_view_if_needed()
    shoot(page, f"{name}-fault")
    press(page, page.locator('[name="sure"]'), key="Space")
    press(page, page.locator('[name="password"]'), key="End")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/account/leaving/")
    reads(page, lang)
    shoot(page, f"{name}-window")
    assert UserKey.objects.filter(user=user).exists()

    page.goto("/")
    page.wait_for_url("**/account/leaving/")
    press(page, page.locator('a[href$="/account/downloads/"]'))
    page.wait_for_url("**/account/downloads/")
    reads(page, lang)
    shoot(page, f"{name}-downloads")
    page.go_back()
    press(page, page.locator('form[action$="/stay/"] button'))
    page.wait_for_selector('body[data-connection="open"]')
    assert not Deletion.objects.exists()

    to_the_page(page, width)
    press(page, page.locator('[name="when"]'), key="ArrowDown")
    expect(page.locator('[name="when"][value="now"]')).to_be_checked()
    press(page, page.locator('[name="sure"]'), key="Space")
    press(page, page.locator('[name="password"]'), key="End")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/account/receipt/**")
    reads(page, lang)
    shoot(page, f"{name}-erasing")
    assert not UserKey.objects.filter(user=user).exists()

    deletion = Deletion.objects.get()
    apart(erasing.carry_out, deletion.id, timezone.now())
    expect(page.locator("#receipt[hx-trigger]")).to_have_count(0)  # it looked again by itself
    press(page, page.locator("#receipt summary"))
    reads(page, lang)
    shoot(page, f"{name}-receipt")
    page.goto("/")
    page.wait_for_url("**/account/login/**")


def test_another_tab_is_led_to_the_one_page(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person("zh")
    page = open_page("zh")
    sign_in(page, user)
    other = page.context.new_page()
    other.goto("/account/delete/")
    other.check('[name="sure"]')
    other.fill('[name="password"]', PASSWORD)
    other.click("button.danger")
    other.wait_for_url("**/account/leaving/")
    page.wait_for_url("**/account/leaving/")  # its socket was closed, and it asked where it may go
    other.locator("details summary").first.click()
    other.check('[name="sure"]')
    other.fill('[name="password"]', PASSWORD)
    other.click("details button.danger")
    other.wait_for_url("**/account/receipt/**")
    assert Deletion.objects.get().destroyed_at is not None
