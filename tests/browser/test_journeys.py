"""What people do, from the first page to the memory centre, in both languages and at both widths."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, WebSocketRoute, expect

from accounts.models import User
from companion import learning
from companion.conversations import start
from memory import switching
from memory.models import Memory
from tests.browser.conftest import PASSWORD, OpenPage, apart, shoot, sign_in
from tests.reading import foreign, visible
from transcript.models import Conversation, EventKind, Message, Role, Status, record

SAID = {"zh": "我叫林晚，住在杭州", "en": "My name is Lin and I live in Oslo"}
KNOWN = {"zh": "林晚", "en": "Lin"}
SECOND = timedelta(seconds=1)
REPLIES = '.turn.companion[data-status="complete"]'


def reads(page: Page, lang: str) -> None:
    """Nothing that is visible is in the other language."""
    assert foreign(visible(page.content()), lang) == []


def say(page: Page, text: str) -> None:
    """Send a line and wait until it is answered."""
    answered = page.locator(REPLIES).count()
    page.fill("#say", text)
    page.click("#send")
    page.locator(REPLIES).nth(answered).wait_for()


@pytest.mark.parametrize(
    ("lang", "width", "dark"),
    [
        ("zh", 390, True),
        pytest.param("en", 1440, True, marks=pytest.mark.long),
        pytest.param("zh", 1440, False, marks=pytest.mark.long),
        pytest.param("en", 390, False, marks=pytest.mark.long),
    ],
)
def test_from_signing_up_to_being_known(open_page: OpenPage, lang: str, width: int, dark: bool) -> None:
    name = f"{lang}-{width}-{'dark' if dark else 'light'}"
    page = open_page(lang, width=width, dark=dark)
    page.goto("/")
    page.click('a[href*="signup"]')
    reads(page, lang)
    shoot(page, f"{name}-signup")
    email = f"{uuid.uuid4().hex}@example.org"
    page.fill('[name="email"]', email)
    page.fill('[name="password1"]', PASSWORD)
    page.fill('[name="password2"]', PASSWORD)
    page.fill('[name="birth_date"]', "1990-05-01")
    page.click("button.primary")
    page.wait_for_selector('body[data-connection="open"]')
    assert page.locator(REPLIES).count() == 1
    assert User.objects.get(email=email).time_zone == "Asia/Shanghai"

    say(page, SAID[lang])
    say(page, {"zh": "我不喜欢香菜", "en": "I hate cilantro"}[lang])
    reads(page, lang)
    shoot(page, f"{name}-chat")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    conversation = Conversation.objects.get(user__email=email)
    apart(learning.learn, conversation.id, timezone.now())
    page.reload()
    page.wait_for_selector('body[data-connection="open"]')
    assert page.locator(".turn.user").count() == 2

    page.goto("/memory/")
    expect(page.locator(".statement").first).to_contain_text(KNOWN[lang])
    reads(page, lang)
    shoot(page, f"{name}-memory")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click(".memory >> nth=0 >> .proofs a")
    expect(page.locator(".turn.user").first).to_be_in_viewport()

    page.goto("/account/settings/")
    reads(page, lang)
    shoot(page, f"{name}-settings")
    page.locator("#main [data-sign-out] button").click()
    page.wait_for_url("**/account/login/**")
    page.goto("/memory/")
    page.wait_for_url("**/account/login/**")
    page.fill('[name="login"]', email)
    page.fill('[name="password"]', PASSWORD)
    page.click("button.primary")
    page.wait_for_url("**/memory/")


def test_the_memory_centre_by_hand(open_page: OpenPage, person: Callable[..., User]) -> None:
    """Write, find by one character, edit with Enter, forget, take it back: all without leaving the page."""
    user = person()
    page = open_page("zh")
    sign_in(page, user)
    page.goto("/memory/")
    for text in ("我对花生过敏", "我住在杭州"):
        page.click(".write summary")
        page.fill("#write-text", text)
        page.click(".write button")
    page.fill("#q", "杭")
    expect(page.locator(".statement")).to_have_text(["我住在杭州"])
    page.fill("#q", "")
    expect(page.locator(".statement")).to_have_count(2)

    row = page.locator(".memory", has_text="杭州")
    row.get_by_text("改一改").click()
    row.locator("textarea").press("Escape")
    expect(row.locator("textarea")).to_have_count(0)
    row.get_by_text("改一改").click()
    field = page.locator(".memory textarea")
    field.fill("我住在上海")
    field.press("Enter")
    expect(page.locator(".statement").first).to_have_text("我住在上海")
    assert page.url.endswith("/memory/") or "?" in page.url

    page.locator(".memory", has_text="花生").get_by_text("忘掉").click()
    expect(page.locator(".memory.gone")).to_be_visible()
    assert Memory.objects.for_user(user).open().count() == 1
    page.locator(".memory.gone").get_by_text("撤销").click()
    expect(page.locator(".statement", has_text="花生")).to_be_visible()
    assert Memory.objects.for_user(user).open().count() == 2


def test_what_was_learnt_can_be_taken_back_in_the_chat(
    open_page: OpenPage, person: Callable[..., User]
) -> None:
    user = person()
    page = open_page("zh")
    sign_in(page, user)
    say(page, "我叫林晚")
    say(page, "今天风很大")
    apart(learning.learn, Conversation.objects.get(user=user).id, timezone.now())
    line = page.locator(".learned li").first
    expect(line).to_contain_text("林晚")
    line.locator(".forget button").click()
    expect(line.get_by_text("已忘掉")).to_be_visible()
    assert not Memory.objects.for_user(user).filter(attribute="name").exists()
    line.locator(".forget button").click()
    expect(line.get_by_text("记住了：")).to_be_visible()
    assert Memory.objects.for_user(user).filter(attribute="name").exists()
    page.reload()
    expect(line.get_by_text("你叫林晚")).to_be_visible()
    line.locator(".forget button").click()
    expect(line.get_by_text("已忘掉")).to_be_visible()
    expect(line.get_by_text("记住了：")).to_be_hidden()
    assert not Memory.objects.for_user(user).filter(attribute="name").exists()


def test_what_was_learnt_can_stay_here_alone(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person("en")
    page = open_page("en", width=390)
    sign_in(page, user)
    say(page, "My cat is called Miso")
    say(page, "It is windy today")
    chat = Conversation.objects.get(user=user)
    apart(learning.learn, chat.id, timezone.now())
    here = page.locator(".learned li", has_text="Miso").get_by_role("button", name="Use only here")
    here.click()
    expect(here).to_have_attribute("aria-pressed", "true")
    row = Memory.objects.for_user(user).get(attribute="name")
    assert (row.scope, row.scope_id) == ("conversation", chat.id)
    page.reload()
    expect(here).to_have_attribute("aria-pressed", "true")
    here.click()
    expect(here).to_have_attribute("aria-pressed", "false")
    assert Memory.objects.for_user(user).get(attribute="name").scope == "everywhere"


def test_a_pause_in_another_tab_is_said_here(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person()
    page = open_page("zh")
    sign_in(page, user)
    say(page, "今天风很大")
    expect(page.locator("#paused")).to_be_hidden()
    apart(lambda: switching.pause_all(user, timezone.now(), paused=True))
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.locator("#paused")).to_be_visible()
    page.get_by_text("恢复记忆").click()
    expect(page.locator("#paused")).to_be_hidden()


def test_a_browser_that_wrongly_says_offline_keeps_its_line(
    open_page: OpenPage, person: Callable[..., User]
) -> None:
    """On a laptop without network the server may be on the same machine: the line answers, so nothing is said."""
    page = open_page("zh")
    sign_in(page, person())
    expect(page.locator("#connection")).to_be_hidden()
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    page.wait_for_timeout(1500)
    expect(page.locator("#connection")).to_be_hidden()
    say(page, "今天风很大")


def test_words_written_offline_are_sent_once(open_page: OpenPage, person: Callable[..., User]) -> None:
    """The line dies unnoticed, something is written, the page is reloaded, the line comes back: it arrives once."""
    user = person()
    page = open_page("zh")
    down = False

    def line(socket: WebSocketRoute) -> None:
        if down:
            socket.close(code=1012)
            return
        server = socket.connect_to_server()
        socket.on_message(lambda said: None if down else server.send(said))

    page.route_web_socket(re.compile("/ws/"), line)
    sign_in(page, user)
    down = True
    page.fill("#say", "断网时写的")
    page.click("#send")
    expect(page.locator('.turn.user[data-status="sending"]')).to_have_count(1)
    page.reload()
    expect(page.locator('.turn.user[data-status="queued"] .bubble')).to_have_text("断网时写的")
    expect(page.locator("#connection")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0
    assert not Message.objects.filter(user=user, role=Role.USER).exists()
    down = False
    page.locator(REPLIES).nth(1).wait_for()
    expect(page.locator(".turn.user .bubble")).to_have_text(["断网时写的"])
    expect(page.locator("#connection")).to_be_hidden()
    assert not page.evaluate("Object.keys(sessionStorage).filter(key => key.startsWith('outbox'))")
    assert Message.objects.filter(user=user, role=Role.USER).count() == 1


def test_two_tabs_show_the_same(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person()
    one = open_page("zh")
    sign_in(one, user)
    two = one.context.new_page()
    two.goto(one.url)
    two.wait_for_selector('body[data-connection="open"]')
    say(one, "两边都看得到吗")
    expect(two.locator(".turn.user .bubble")).to_have_text(["两边都看得到吗"])
    expect(two.locator(REPLIES)).to_have_count(2)
    assert one.locator(".text").all_inner_texts() == two.locator(".text").all_inner_texts()
    one.click(".sidebar [data-sign-out] button")
    two.wait_for_url("**/account/login/**")


@pytest.mark.parametrize("early", [False, True], ids=["once open", "before the line stands"])
def test_a_broken_reply_can_be_tried_again(
    open_page: OpenPage, person: Callable[..., User], early: bool
) -> None:
    user = person()
    now = timezone.now() - timedelta(minutes=5)
    conversation = start(user, now)
    common = {"user": user, "conversation": conversation}
    asked = Message.objects.create(
        role=Role.USER, text="在吗", status=Status.RECEIVED, created_at=now + SECOND, **common
    )
    broken = Message.objects.create(
        role=Role.COMPANION,
        text="我在，刚",
        status=Status.INTERRUPTED,
        parent=asked,
        created_at=now + 2 * SECOND,
        **common,
    )
    record(conversation, EventKind.MESSAGE, now, asked)
    record(conversation, EventKind.FINISHED, now, broken)
    page = open_page("zh")
    sign_in(page, user)
    lines: list[WebSocketRoute] = []
    said: list[str | bytes] = []
    servers: list[WebSocketRoute] = []

    def slow(line: WebSocketRoute) -> None:
        line.on_message(lambda frame: servers[0].send(frame) if servers else said.append(frame))
        lines.append(line)

    if early:
        page.route_web_socket(re.compile("/ws/"), slow)
    page.goto(f"/c/{conversation.id}/")
    greeting = page.locator(".turn.companion").first
    greeting.hover()
    greeting.locator(".good").click()
    page.locator(f"#m-{broken.id} .retry").click()
    if early:
        expect(page.locator("#connection")).to_be_visible()
        assert lines
        servers.append(
            lines[0].connect_to_server()
        )  # the handshake was slow: what was pressed meanwhile is not lost
        for frame in said:
            servers[0].send(frame)
    expect(page.locator(f"#m-{broken.id}")).to_have_count(0)
    expect(greeting.locator(".good")).to_have_attribute(
        "aria-pressed", "true"
    )  # each press, not the last alone
    expect(page.locator(REPLIES)).to_have_count(2)


def test_help_is_reachable_by_keyboard_and_stays(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person()
    page = open_page("zh", width=390)
    sign_in(page, user)
    page.fill("#say", "我已经吃了一整瓶药，不想活了")
    page.click("#send")
    card = page.locator("section.crisis")
    expect(card).to_be_visible()
    expect(card.locator("h2")).to_be_in_viewport()
    assert card.get_attribute("role") == "region"
    number = card.locator('a[href^="tel:"]').first
    number.focus()
    assert number.evaluate("link => link === document.activeElement")
    shoot(page, "zh-390-light-crisis")
    page.reload()
    expect(page.locator("section.crisis")).to_have_count(1)


def test_older_turns_come_in_above(open_page: OpenPage, person: Callable[..., User]) -> None:
    """What is being read stays where it is, and a day is named once."""
    user = person()
    now = timezone.now() - timedelta(minutes=5)
    conversation = start(user, now)
    for number in range(70):
        Message.objects.create(
            user=user,
            conversation=conversation,
            role=Role.USER,
            text=f"第{number}句",
            status=Status.RECEIVED,
            created_at=now + number * SECOND,
        )
    page = open_page("zh")
    sign_in(page, user)
    shown = page.locator(".turn.user")
    first = shown.first
    first_id = first.get_attribute("id")
    page.locator(".earlier a").scroll_into_view_if_needed()
    before = first.bounding_box()
    page.locator(".earlier a").click()
    expect(page.locator(".earlier")).to_have_count(0)
    assert shown.count() == 70
    after = page.locator(f"#{first_id}").bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 60
    assert page.locator(".day time").evaluate_all(
        "marks => new Set(marks.map(m => m.dateTime)).size === marks.length"
    )
    assert page.locator('[data-notice="ai"]').count() == 1


def test_scrolling_follows_only_who_reads_the_end(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person()
    now = timezone.now() - timedelta(minutes=5)
    conversation = start(user, now)
    common = {"user": user, "conversation": conversation}
    for number in range(40):
        Message.objects.create(
            role=Role.USER,
            text=f"第{number}句",
            status=Status.RECEIVED,
            created_at=now + number * SECOND,
            **common,
        )
    Message.objects.create(
        role=Role.COMPANION, text="嗯。", status=Status.COMPLETE, created_at=now + 50 * SECOND, **common
    )
    page = open_page("zh")
    sign_in(page, user)
    away = "(s => s.scrollHeight - s.clientHeight - s.scrollTop)(document.getElementById('scroller'))"
    assert page.evaluate(away) < 2
    page.locator("#scroller").hover()
    page.mouse.wheel(0, -900)
    expect(page.locator("#jump")).to_be_visible()
    before = page.evaluate("document.getElementById('scroller').scrollTop")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector('body[data-connection="open"]')
    other.fill("#say", "别处说的")
    other.press("#say", "Enter")
    expect(page.locator(".turn.user .bubble").last).to_have_text("别处说的")
    assert abs(page.evaluate("document.getElementById('scroller').scrollTop") - before) < 2
    page.click("#jump")
    expect(page.locator("#jump")).to_be_hidden()
