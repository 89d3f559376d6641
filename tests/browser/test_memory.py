"""The memory centre by hand and by keys: undo, pause, only here, and what is not yet remembered."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from memory import curating
from memory.models import Memory
from memory.policy import Kind
from tests.browser.conftest import OpenPage, shoot, sign_in
from tests.browser.test_journeys import reads
from transcript.models import Conversation, Message, Role, Status

FACTS = {
    "zh": ("我对花生过敏", "我住在杭州", "我喜欢爬山"),
    "en": ("I'm allergic to peanuts", "I live in Leeds", "I like hiking"),
}
WORDS = {
    "zh": {"undo": "撤销", "more": "更多", "pause": "暂停这一条", "paused": "已暂停", "kind": "暂停这一类", "kinds": "要记哪些",
           "waiting": "还没记住", "again": "再试一次", "not": "不用记了", "said": "我在学钢琴"},
    "en": {"undo": "Undo", "more": "More", "pause": "Pause this one", "paused": "Paused", "kind": "Pause this kind",
           "kinds": "What to remember", "waiting": "Not yet remembered", "again": "Try again", "not": "Don't remember it",
           "said": "I'm learning the piano"},
}  # fmt: skip


def centre(page: Page, user: User, lang: str) -> None:
    sign_in(page, user)
    for fact in FACTS[lang]:
        curating.write_by_hand(user, Kind.IDENTITY, fact, lang, timezone.now())
    page.goto("/memory/")


@pytest.mark.parametrize(
    ("lang", "width", "dark"), [pytest.param("zh", 390, False, marks=pytest.mark.long), ("en", 1440, True)]
)
def test_every_press_is_taken_back_in_place(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    user, words = person(lang), WORDS[lang]
    page = open_page(lang, width=width, dark=dark)
    centre(page, user, lang)
    row = page.locator(".memory", has_text=FACTS[lang][1])
    row.locator("summary", has_text=words["more"]).click()
    shoot(page, f"{lang}-{width}-memory-more")
    row.get_by_role("button", name=words["pause"]).click()
    expect(row.locator(".chip", has_text=words["paused"])).to_be_visible()
    reads(page, lang)
    shoot(page, f"{lang}-{width}-memory-paused")
    row.get_by_role("button", name=words["undo"]).click()
    expect(row.locator(".chip", has_text=words["paused"])).to_have_count(0)
    assert not Memory.objects.for_user(user).filter(paused=True).exists()
    page.get_by_role("button", name=words["kind"]).first.click()
    expect(page.locator(".paused-kind")).to_have_count(1)
    page.locator("summary", has_text=words["kinds"]).click()
    shoot(page, f"{lang}-{width}-memory-kinds")
    reads(page, lang)


@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.long)])
def test_what_is_not_yet_remembered(open_page: OpenPage, person: Callable[..., User], lang: str) -> None:
    user, words = person(lang), WORDS[lang]
    page = open_page(lang, width=390)
    sign_in(page, user)
    chat = Conversation.objects.get(user=user)
    for number in range(2):
        Message.objects.create(
            user=user, conversation=chat, role=Role.USER, text=f"{words['said']} {number}", status=Status.RECEIVED,
            created_at=timezone.now(), learnt_at=timezone.now(), model_tries=6,
        )  # fmt: skip
    page.goto("/memory/")
    part = page.locator("#waiting")
    expect(part.locator("h2")).to_contain_text(words["waiting"])
    shoot(page, f"{lang}-390-waiting")
    reads(page, lang)
    part.get_by_role("button", name=words["again"]).first.click()
    part.get_by_role("button", name=words["not"]).first.click()
    expect(page.locator("#waiting li")).to_have_count(
        0 if Message.objects.filter(model_tries__gt=0).count() == 0 else 1
    )


def test_by_keys_alone(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person("zh")
    page = open_page("zh")
    centre(page, user, "zh")
    page.keyboard.press("j")
    first = page.locator(".memory").first
    expect(first).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator(".memory").nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(first).to_be_focused()
    page.keyboard.press("e")
    expect(first.locator("textarea")).to_be_focused()
    page.keyboard.type("j")
    expect(first.locator("textarea")).to_have_value(FACTS["zh"][2] + "j")
    page.keyboard.press("Escape")
    expect(first.locator("textarea")).to_have_count(0)
    page.keyboard.press("j")
    page.keyboard.press("Delete")
    expect(page.locator(".memory.gone")).to_be_visible()
    assert Memory.objects.for_user(user).open().count() == 2


@pytest.mark.parametrize(
    ("lang", "width", "dark"), [("zh", 390, True), pytest.param("en", 1440, False, marks=pytest.mark.long)]
)
def test_what_is_always_kept_in_mind_is_seen_and_given(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    """By keys alone: pinned under its row, seen above, and given up there."""
    user = person(lang)
    pin, kept, stop = {
        "zh": ("一直记着", "一直放在心上的", "不用一直记着"),
        "en": ("Always keep in mind", "Always kept in mind", "Stop keeping in mind"),
    }[lang]
    page = open_page(lang, width=width, dark=dark)
    centre(page, user, lang)
    curating.write_by_hand(
        user, Kind.STYLE, {"zh": "说话短一点", "en": "Keep it short"}[lang], lang, timezone.now()
    )
    row = page.locator(".memory", has_text=FACTS[lang][2])
    row.locator(".row-more > summary").focus()
    page.keyboard.press("Enter")
    row.get_by_role("button", name=pin, exact=True).focus()
    page.keyboard.press("Enter")
    expect(row.locator(".chip.kept")).to_be_visible()
    page.reload()
    page.locator("#kept > summary", has_text=kept).click()
    section = page.locator("#kept")
    expect(section.get_by_role("link", name=FACTS[lang][2])).to_be_visible()
    reads(page, lang)
    section.scroll_into_view_if_needed()
    shoot(page, f"{lang}-{width}-memory-kept")
    section.get_by_role("button", name=stop).click()
    expect(page.locator(".memory", has_text=FACTS[lang][2]).locator(".chip.kept")).to_have_count(0)
    assert not Memory.objects.for_user(user).filter(pinned=True).exists()
