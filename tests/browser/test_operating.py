"""An operator connects a model by hand; a person agrees, and the model answers them. No restart in between."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.admin.models import LogEntry
from playwright.sync_api import Page, expect

from accounts.models import User
from companion.models import ModelConnection
from tests.browser.conftest import OpenPage, shoot, sign_in
from tests.model_server import ModelServer
from tests.reading import foreign, visible

KEY = "sk-canary-2931"
REPLIES = '.turn.companion[data-status="complete"]'
HELLO = {"zh": "你好", "en": "Hello"}
ANSWER = {"zh": "我是接上的模型。", "en": "I am the model that was connected."}
NAME = {"zh": "词语", "en": "Words"}
WORKS = {"zh": "通了", "en": "It works"}


def operator(person: Callable[..., User], lang: str) -> User:
    user = person(lang)
    user.is_staff = True
    user.save()
    return user


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(
    ("lang", "width", "dark"),
    [
        pytest.param("en", 390, False, marks=pytest.mark.long),
        ("zh", 390, True),
        pytest.param("zh", 1440, False, marks=pytest.mark.long),
        pytest.param("en", 1440, True, marks=pytest.mark.long),
    ],
)
def test_from_an_empty_page_to_a_reply(
    open_page: OpenPage, person: Callable[..., User], model: ModelServer, lang: str, width: int, dark: bool
) -> None:
    model.script({"match": HELLO[lang], "reply": ANSWER[lang]})
    shot = f"{lang}-{width}-{'dark' if dark else 'light'}-models"
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, operator(person, lang))
    page.click("details.banner summary")
    page.click('details.banner a[href="/operate/models/"]')
    assert fits(page)
    shoot(page, f"{shot}-empty")

    page.fill("#all_base_url", model.url.removesuffix("/v1"))
    page.fill("#all_key", KEY)
    page.click("form.connection .field.model .link")
    expect(page.locator("#all_base_url_slot .error")).to_be_visible()
    shoot(page, f"{shot}-fault")
    page.click("#all_base_url_slot .pick")
    expect(page.locator("#all_base_url")).to_have_value(model.url)
    page.click("form.connection .field.model .link")
    page.click("#all_finding .pick")
    expect(page.locator("#all_model")).to_have_value("scripted")
    page.fill("#all_name", NAME[lang])
    page.click('form.connection [formaction$="/test/"]')
    expect(page.locator("#all_finding .said.success")).to_contain_text(WORKS[lang])
    expect(page.locator("#all_key")).to_have_value(KEY)  # what was typed is still there
    shoot(page, f"{shot}-tested")
    page.click("form.connection .button.primary")
    expect(page.locator(".message.success")).to_contain_text(WORKS[lang])
    expect(page.locator(".now .who")).to_contain_text(NAME[lang])
    assert KEY not in page.content()
    assert fits(page)
    if lang == "en":
        assert foreign(visible(page.content()), lang) == []
    page.click(".more > summary")
    page.click(".purpose > summary >> nth=1")
    shoot(page, f"{shot}-saved")
    assert fits(page)

    page.goto("/")
    page.wait_for_selector('body[data-connection="open"]')
    page.click("details.banner summary")
    page.click('details.banner a[href*="settings"]')
    expect(page.locator("#consents")).to_contain_text(f"{NAME[lang]} (127.0.0.1")
    page.check("#model_consent")
    page.click("#consents .button.primary")
    page.goto("/")
    page.wait_for_selector('body[data-connection="open"]')
    assert page.locator("details.banner").count() == 0
    page.fill("#say", HELLO[lang])
    page.click("#send")
    expect(page.locator(REPLIES).last).to_contain_text(ANSWER[lang])


def test_taken_back_it_falls_silent_at_once(
    open_page: OpenPage, person: Callable[..., User], model: ModelServer
) -> None:
    page = open_page("zh")
    sign_in(page, operator(person, "zh"))
    page.goto("/operate/models/")
    page.fill("#all_base_url", model.url)
    page.fill("#all_model", "scripted")
    page.click("form.connection .button.primary")
    expect(page.locator(".message.success")).to_be_visible()
    page.click("text=找一找本机的模型")
    expect(page.locator("#found > *").first).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("form.connection .button.danger >> nth=0")
    expect(page.locator(".now .who")).to_contain_text("离线应答")
    assert not ModelConnection.objects.exists()
    assert LogEntry.objects.count() == 2
