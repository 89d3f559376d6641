"""Characters by hand: making one and trying it, choosing whom to talk with, a card dropped on the page, carrying it away, going
back to an older version."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from persona import shipping
from persona.cards import reading
from persona.content import Content
from persona.models import Persona
from tests.browser.conftest import OpenPage, shoot, sign_in
from tests.persona.cards import files
from transcript.models import Conversation

WORDS = {
    "zh": {"all": "全部角色", "new": "做一个新的", "done": "做好了", "save": "保存", "say": "今天有点累", "talk": "聊聊", "other": "墨简",
           "versions": "版本与记忆", "back": "回到这一版", "move": "换成新的", "name": "阿满", "now": "现在用的", "changed": "改了什么"},
    "en": {"all": "All characters", "new": "Make a new one", "done": "Done", "save": "Save", "say": "I'm a bit tired", "talk": "Let's talk",
           "other": "Wren", "versions": "Versions and memory", "back": "Go back to this version", "move": "Move to the new one", "name": "Fern",
           "now": "in use", "changed": "What changed"},
}  # fmt: skip


@pytest.fixture(autouse=True)
def _shipped(db: None) -> None:
    shipping.sync(timezone.now())


def own(user: User) -> Persona:
    return Persona.objects.select_related("current").get(owner=user)


@pytest.mark.parametrize(
    ("lang", "width", "dark"),
    [pytest.param("zh", 1440, False, marks=pytest.mark.long), ("en", 390, True)],
    ids=["zh", "en phone dark"],
)
def test_making_one_trying_it_and_talking(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    words, user = WORDS[lang], person(lang)
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, user)
    page.goto("/personas/")
    shoot(page, f"personas-{lang}-{width}")
    page.locator(".page-head .button.primary").click()
    page.locator('[name="name"]').fill(words["name"])
    page.locator('[name="style"]').fill("短句\n慢" if lang == "zh" else "short\nslow")
    page.locator("label.hue.hue-5").click()
    expect(page.locator("#length")).to_contain_text("token")
    page.locator("#try").fill(words["say"])
    page.locator("#try").press("Enter")
    expect(page.locator(".tried .theirs")).to_have_count(1)
    page.locator("#try").fill(words["say"])
    page.locator("#try").press("Enter")
    expect(page.locator(".tried .theirs")).to_have_count(2)
    shoot(page, f"persona-editor-{lang}-{width}")
    page.get_by_role("button", name=words["done"]).click()
    expect(page.locator("h1")).to_have_text(words["name"])
    persona = own(user)
    assert persona.hue == 5
    page.locator(".page-head").get_by_role("button", name=words["talk"]).click()
    expect(page.locator(".chat-head h1")).to_have_text(words["name"])
    shoot(page, f"persona-chat-{lang}-{width}")
    assert Conversation.objects.filter(user=user, persona=persona.id).count() == 1


def test_choosing_whom_to_talk_with_in_the_list(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person("zh")
    page = open_page("zh")
    sign_in(page, user)
    page.locator(".speakers summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="墨简").click()
    expect(page.locator(".chat-head h1")).to_have_text("墨简")
    page.locator("#say").fill("你好")
    page.locator("#send").click()
    expect(page.locator(".turn.companion")).to_have_count(2)
    page.locator(".speakers summary").click()
    page.get_by_role("button", name="小暖").click()
    expect(page.locator(".chat-head h1")).to_have_text("小暖")
    expect(page.locator(".chat-row .mark")).to_have_count(2)
    shoot(page, "persona-switch")
    page.locator(".speakers summary").click()
    page.get_by_role("button", name="墨简").click()
    expect(page.locator(".turn.user")).to_have_count(1)  # where one left off
    page.locator(".new-chat").click()
    expect(page.locator(".chat-head h1")).to_have_text("墨简")


def dropped(page: Page, name: str, data: bytes, kind: str) -> None:
    """Let a file fall on the page."""
    page.evaluate(
        """([name, data, kind]) => {
            const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
            const held = new DataTransfer();
            held.items.add(new File([bytes], name, { type: kind }));
            for (const type of ["dragenter", "dragover", "drop"]) {
              document.body.dispatchEvent(new DragEvent(type, { dataTransfer: held, bubbles: true, cancelable: true }));
            }
        }""",
        [name, base64.b64encode(data).decode(), kind],
    )


def test_a_card_dropped_talked_with_and_carried_away(
    open_page: OpenPage, person: Callable[..., User], tmp_path: Path
) -> None:
    user = person("zh")
    page = open_page("zh")
    sign_in(page, user)
    page.goto("/personas/")
    dropped(page, "broken.png", files.picture(), "image/png")
    expect(page.locator(".messages")).to_contain_text("没有角色卡")
    card = files.in_png("chara", files.v2(name="林小满", first_mes="{{user}}来了。"), files.picture((60, 90)))
    dropped(page, "card.png", card, "image/png")
    expect(page.locator("h1")).to_have_text("林小满")
    shoot(page, "persona-imported")
    page.locator(".page-head").get_by_role("button", name="聊聊").click()
    expect(page.locator(".turn.companion .text")).to_have_text("你来了。")
    page.get_by_role("button", name="下一个版本").click()
    expect(page.locator(".turn.companion .text")).to_have_text("又见面了。")
    expect(page.locator(".chat-head img.mark")).to_be_visible()
    page.goto(f"/personas/{own(user).id}/")
    with page.expect_download() as held:
        page.get_by_role("link", name="PNG", exact=True).click()
    carried = Path(held.value.path()).read_bytes()
    content = Content.model_validate(own(user).current.told)  # type: ignore[union-attr]
    assert reading.card_of(carried) == content.card
    assert json.loads(json.dumps(content.card))["data"]["name"] == "林小满"


@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.long)])
def test_changing_moving_and_going_back(open_page: OpenPage, person: Callable[..., User], lang: str) -> None:
    words, user = WORDS[lang], person(lang)
    page = open_page(lang)
    sign_in(page, user)
    page.goto("/personas/new/")
    page.locator('[name="name"]').fill(words["name"])
    page.get_by_role("button", name=words["done"]).click()
    page.locator(".page-head").get_by_role("button", name=words["talk"]).click()
    expect(page.locator(".chat-head h1")).to_have_text(words["name"])
    talk = page.url
    page.goto(f"/personas/{own(user).id}/")
    page.locator('[name="backstory"]').fill("x y z")
    page.get_by_role("button", name=words["save"], exact=True).click()
    page.goto(talk)
    expect(page.locator(".banner.newer")).to_be_visible()
    shoot(page, f"persona-newer-{lang}")
    page.get_by_role("button", name=words["move"]).click()
    expect(page.locator(".banner.newer")).to_have_count(0)
    page.goto(f"/personas/{own(user).id}/versions/")
    page.locator("#versions details summary").first.click()
    expect(page.locator("#versions ins").first).to_have_text("x y z")
    shoot(page, f"persona-versions-{lang}")
    page.get_by_role("button", name=words["back"]).click()
    expect(page.locator(".versions-list li").first).to_contain_text(words["now"])
    assert own(user).current.number == 3  # type: ignore[union-attr]
    assert own(user).current.again == 1  # type: ignore[union-attr]
