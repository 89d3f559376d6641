"""Rows 24 and 41-43 as a person meets them: what is forgotten stays forgotten, what is known is known once, and an edit never
overwrites what it has not seen."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from companion import learning
from memory import curating
from memory.models import Memory
from memory.policy import Kind
from tests.browser.conftest import OpenPage, apart, shoot, sign_in
from tests.browser.rows.conftest import FOUR, Lin, answered, words
from tests.model_server import ModelServer
from transcript.models import Conversation

SAID = {"zh": ("我住在杭州", "杭州"), "en": ("I live in Leeds", "Leeds")}


@FOUR
def test_what_is_forgotten_stays_forgotten(
    open_page: OpenPage, lin: Lin, model: ModelServer, lang: str, width: int
) -> None:
    """Rows 41-43: said twice it is one row; forgotten it is gone after a reload, from the search, and from the next prompt,
    and reading all the lines again brings nothing back."""
    fact, name = SAID[lang]
    user = lin(lang)
    page = open_page(lang, width=width)
    sign_in(page, user)
    address = page.url
    answered(page, fact, "A1", model)
    answered(page, f"{fact}!", "A2", model)
    answered(page, "settled now", "A3", model)
    chat = Conversation.objects.get(user=user)
    model.script({"match": name, "where": "any", "status": 500})  # the rules alone learn
    apart(learning.learn, chat.id, timezone.now() + timedelta(minutes=5))
    model.reset()
    page.goto("/memory/")
    expect(page.locator(".memory")).to_have_count(1)
    expect(page.locator(".memory .proofs li")).to_have_count(2)
    page.locator('.memory [data-key="Delete"]').click()
    expect(page.locator(".memory.gone")).to_be_visible()
    expect(page.locator(".memory.gone")).to_contain_text(words(lang, "撤销"))
    shoot(page, f"rows-{lang}-{width}-forgotten")
    for _each in range(2):
        page.goto("/memory/")
        expect(page.locator(".statement")).to_have_count(0)
        page.goto(f"/memory/?q={name}")
        expect(page.locator(".statement")).to_have_count(0)
        apart(learning.relearn, user, timezone.now() + timedelta(minutes=6))
    assert not Memory.objects.filter(user=user).exists()
    page.goto(address)
    expect(page.locator(".learned")).to_have_count(0)
    answered(page, "what do you know of me", "Not much.", model)
    asked = next(seen for seen in reversed(model.requests()) if seen["body"].get("stream"))
    assert name not in str(asked["body"]["messages"])


@FOUR
def test_an_edit_overwrites_nothing_it_has_not_seen(
    open_page: OpenPage, lin: Lin, lang: str, width: int
) -> None:
    """Rows 23 and 24: two tabs edit one memory. The second is refused, keeps its words, and shows how the memory is now."""
    user = lin(lang)
    curating.write_by_hand(user, Kind.IDENTITY, SAID[lang][0], lang, timezone.now())
    page = open_page(lang, width=width)
    sign_in(page, user)
    tab = page.context.new_page()
    for view in (page, tab):
        view.goto("/memory/")
        view.locator('.memory [data-key="e"]').click()
        expect(view.locator(".memory textarea")).to_be_visible()
    page.fill(".memory textarea", f"{SAID[lang][0]} (1)")
    page.locator(".memory .edit [type=submit]").click()
    expect(page.locator(".statement")).to_have_text(f"{SAID[lang][0]} (1)")
    tab.fill(".memory textarea", f"{SAID[lang][0]} (2)")
    tab.locator(".memory .edit [type=submit]").click()
    expect(tab.locator(".memory .error")).to_be_visible()
    expect(tab.locator(".memory textarea")).to_have_value(f"{SAID[lang][0]} (2)")
    shoot(tab, f"rows-{lang}-{width}-edited-elsewhere")
    assert Memory.objects.for_user(user).open().get().statement == f"{SAID[lang][0]} (1)"
    tab.locator(".memory .edit [type=submit]").click()  # having seen it
    expect(tab.locator(".statement")).to_have_text(f"{SAID[lang][0]} (2)")
