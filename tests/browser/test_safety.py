"""What a person meets of safety, in a real browser: the help card by day and by night, the break in two tabs, a goodbye, a report, the
age gate in a private window, and the published pages. In both languages, on a phone in the dark and on a desk by keyboard.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User, grant
from companion import learning
from safety import attendance
from safety.models import RiskCount
from tests.browser.conftest import PASSWORD, OpenPage, apart, served, shoot, sign_in
from tests.browser.test_leaving import press, reads
from tests.model_server import ModelServer
from transcript.models import Conversation, Feedback

LOOKS = [("zh", 390, True), ("en", 1440, False)]
ONE_LOOK = [LOOKS[0], pytest.param(*LOOKS[1], marks=pytest.mark.long)]
WORDS = {
    "zh": {"fact": "我养了一只猫，叫米粒", "r2": "我不想活了", "r4": "今晚我就去死，药都攒好了", "card": "有人可以和你说说话", "big": "现在请先联系能到你身边的人", "night": "此刻可能无人接听",
           "minutes": "连续聊了 12", "away": "知道了", "bye": "我要睡了，晚安", "hook": "别走嘛，我一个人会很孤单的。你真的要走吗？", "more": "更多",
           "report": "报告这条回复", "hand": "交给运营人员", "got": "已收到", "young": "这个网站只面向年满 18 岁的人。", "up": "注册"},
    "en": {"fact": "I have a cat named Biscuit", "r2": "I don't want to live anymore", "r4": "I'm going to kill myself tonight, I have the pills", "card": "There are people you can talk to",
           "big": "Please reach someone who can be with you now", "night": "may not answer at this hour", "minutes": "chatting for 12", "away": "Got it",
           "bye": "I'm off to bed, good night", "hook": "Don't go, I'll be so lonely without you. Do you really have to leave?", "more": "More",
           "report": "Report this reply", "hand": "Hand it to the operators", "got": "Received", "young": "This site is only for people aged 18 or over.",
           "up": "Sign up"},
}  # fmt: skip


def say(page: Page, text: str) -> None:
    page.locator("#say").fill(text)
    page.keyboard.press("Enter")
    if page.locator("#say").input_value():
        page.locator("#send").click()


def begins_in_view(page: Page) -> None:
    """The reply that the newest card belongs to is seen from its first word."""
    reply = page.locator(".turn.companion").last
    page.wait_for_timeout(300)  # whatever would still scroll has
    top, edge = (one.bounding_box()["y"] for one in (reply.locator(".text"), page.locator("#scroller")))  # type: ignore[index]
    assert top >= edge


def learned_before(page: Page, danger: str) -> None:
    """What was learnt from an earlier line stands before the line that help came for."""
    expect(page.locator(".learned")).to_have_count(1)
    kinds = page.locator("#turns > li").evaluate_all(
        "(rows, danger) => rows.map((row) => row.matches('.learned') ? 'learned' : row.textContent.includes(danger) ? 'danger' : '')",
        danger,
    )
    assert [kind for kind in kinds if kind] == ["learned", "danger"]


@pytest.mark.parametrize(("lang", "width", "dark"), LOOKS)
def test_the_card_in_danger(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    words = WORDS[lang]
    user = person(lang)
    user.time_zone = "Asia/Shanghai" if lang == "zh" else "America/New_York"
    user.save()
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, user)
    say(page, words["fact"])
    expect(page.locator(".turn.companion[data-status=complete]")).to_have_count(
        2
    )  # the greeting, and the answer
    say(page, words["r2"])
    card = page.get_by_role("region", name=words["card"])
    expect(card).to_be_visible()
    assert (
        page.locator(".turn.companion").last.inner_text().count("?")
        + page.locator(".turn.companion").last.inner_text().count("？")
        == 1
    )
    first = "12356" if lang == "zh" else "988"
    expect(card.get_by_role("link", name=first).first).to_have_attribute("href", f"tel:{first}")
    shoot(page, f"{lang}-{width}-card-r2")
    begins_in_view(page)
    say(page, words["r4"])
    big = page.get_by_role("region", name=words["big"])
    expect(big).to_be_visible()
    emergency = ["110", "120"] if lang == "zh" else ["911", "988"]
    links = big.get_by_role("link")
    assert [links.nth(n).get_attribute("href") for n in range(2)] == [f"tel:{number}" for number in emergency]
    assert big.locator(".emergency").bounding_box()["y"] < big.locator("ul").bounding_box()["y"]  # type: ignore[index]
    page.evaluate(
        "document.querySelector('.crisis.big a').addEventListener('click', (event) => event.preventDefault())"
    )
    page.locator("#turns").evaluate("list => { list.tabIndex = -1; list.focus(); }")
    press(page, big.locator("a").first)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shoot(page, f"{lang}-{width}-card-r4")
    begins_in_view(page)
    apart(learning.learn, Conversation.objects.get(user=user).id, timezone.now())
    learned_before(page, words["r2"])
    page.reload()
    expect(page.get_by_role("region", name=words["big"])).to_be_visible()
    begins_in_view(page)
    learned_before(page, words["r2"])
    assert sum(RiskCount.objects.filter(flag="").values_list("clicks", flat=True)) == 1


@pytest.fixture(scope="module")
def night(django_db_setup: None, static_files: None) -> Iterator[str]:
    """The site at two in the morning in Shanghai."""
    zone = ZoneInfo("Asia/Shanghai")
    at = (datetime.now(tz=zone) + timedelta(days=1)).replace(hour=2, minute=0)
    with served(MOVED_CLOCK=at.isoformat(), PYTHONPATH=str(Path(__file__).parent / "moved")) as address:
        yield address


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_card_at_night(night: str, open_page: OpenPage, person: Callable[..., User], lang: str) -> None:
    user = person(lang)
    user.time_zone = "Asia/Shanghai"
    user.save()
    page = open_page(lang, width=390, dark=True, at=night)
    sign_in(page, user)
    say(page, WORDS[lang]["r2"])
    lines = page.locator(".crisis li")
    expect(lines.first).to_be_visible()
    closed = page.locator(".crisis li.closed")
    expect(closed).to_have_count(1)
    expect(closed).to_contain_text("12356")
    expect(closed).to_contain_text(WORDS[lang]["night"])
    assert "12356" in lines.last.inner_text()  # those that answer come first
    shoot(page, f"{lang}-390-card-night")


@pytest.mark.parametrize(("lang", "width", "dark"), ONE_LOOK)
def test_the_break_comes_in_both_tabs(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    user, now = person(lang), timezone.now()
    for minute in range(0, 121, 10):  # two hours, as the clock saw them go by
        attendance.touch(user, now - timedelta(minutes=121 - minute)) if minute < 120 else None
    attendance.touch(user, now - timedelta(minutes=2))
    one = open_page(lang, width=width, dark=dark)
    sign_in(one, user)
    two = one.context.new_page()
    two.goto("/")
    for page in (one, two):
        over = page.locator("#break")
        expect(over).to_be_visible()
        expect(over).to_have_attribute("role", "alert")
        expect(over).to_contain_text(WORDS[lang]["minutes"])
        reads(page, lang)
    expect(one.locator(".aside.notice", has_text=WORDS[lang]["minutes"])).to_have_count(1)
    shoot(one, f"{lang}-{width}-break")
    press(one, one.locator("#break-away"))
    expect(one.locator("#break")).to_be_hidden()
    expect(two.locator("#break")).to_be_visible()
    one.reload()
    expect(one.locator(".aside.notice", has_text=WORDS[lang]["minutes"])).to_have_count(1)


@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.long)])
def test_a_goodbye_lets_go_and_a_reply_is_reported(
    voiced: str, model: ModelServer, open_page: OpenPage, person: Callable[..., User], lang: str
) -> None:
    words, user = WORDS[lang], person(lang)
    grant(user, "model", timezone.now(), "Scripted")
    model.script({"match": "", "reply": words["hook"]})
    page = open_page(lang, at=voiced)
    sign_in(page, user)
    say(page, words["bye"])
    reply = page.locator('.turn.companion[data-status="complete"]').last
    expect(page.locator(".turn.user")).to_have_count(1)
    expect(page.locator(".turn.user + .turn.companion .text")).not_to_be_empty()
    said = page.locator(".turn.user + .turn.companion .text").inner_text()
    assert not re.search(r"[?？]|孤单|lonely|别走|Don't go", said)
    assert len(said) < 60
    page.wait_for_timeout(1_000)
    expect(page.locator(".turn.companion")).to_have_count(
        2
    )  # the greeting and the goodbye; nothing more comes

    reply.hover()
    reply.get_by_role("button", name=words["more"], exact=True).click()
    page.get_by_role("menuitem", name=re.compile(words["report"].split("这")[0].split(" this")[0])).click()
    page.locator("#report-note").fill("x")
    page.locator("#report button[value=report]").click()
    expect(page.locator("#report")).to_be_hidden()
    for _each in range(50):
        if Feedback.objects.filter(user=user, value="report").exists():
            break
        page.wait_for_timeout(100)
    page.goto("/safety/complaint/")
    expect(page.locator(".handed .chip")).to_have_text(words["got"])
    reads(page, lang)
    shoot(page, f"{lang}-1440-reported")


@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.long)])
def test_who_is_too_young_stays_out_of_a_private_window_too(open_page: OpenPage, lang: str) -> None:
    today = timezone.localdate()
    young, old = today.replace(year=today.year - 15, day=1), today.replace(year=today.year - 30, day=1)

    def sign_up(email: str, born: str) -> Page:
        page = open_page(lang, width=390, dark=True)  # each a context of its own: a fresh private window
        page.goto("/account/signup/")
        page.locator("#id_email").fill(email)
        page.locator("#id_password1").fill(PASSWORD)
        page.locator("#id_password2").fill(PASSWORD)
        page.locator("#id_birth_date").fill(born)
        page.locator("form button[type=submit].primary").click()
        page.wait_for_load_state()
        return page

    page = sign_up("young@example.org", young.isoformat())
    expect(page.locator("main")).to_contain_text(WORDS[lang]["young"].rstrip("."))
    reads(page, lang)
    shoot(page, f"{lang}-390-too-young")
    for email in ("young@example.org", "Young+x@example.org", "another@example.org"):
        page = sign_up(email, old.isoformat())
        expect(page.locator("main")).to_contain_text(WORDS[lang]["young"].rstrip("."))
    assert not User.objects.exists()


PAGES = ["", "protocol/", "ai/", "privacy/", "recipients/", "deletion/", "counts/", "complaint/"]


@pytest.mark.parametrize(
    ("lang", "width", "dark"),
    [
        *LOOKS,
        pytest.param("zh", 1440, False, marks=pytest.mark.long),
        pytest.param("en", 390, True, marks=pytest.mark.long),
    ],
)
def test_the_published_pages(open_page: OpenPage, lang: str, width: int, dark: bool) -> None:
    page = open_page(lang, width=width, dark=dark)
    for address in PAGES:
        page.goto(f"/safety/{address}")
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if lang == "en":  # in Chinese, codes of regions and scales stay what they are
            reads(page, lang)
        shoot(page, f"{lang}-{width}-safety-{address.strip('/') or 'index'}")


@pytest.mark.parametrize(("lang", "width", "dark"), ONE_LOOK)
def test_time_and_rest_two_steps_from_a_chat(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    user = person(lang)
    # Never at night, whatever the hour of the test: else the dialog about signs stands over the page.
    evening = timezone.now().replace(hour=13, minute=0)
    for day in range(9):
        for minute in range(0, 40 + 12 * day, 10):
            attendance.touch(user, evening - timedelta(days=day + 1) + timedelta(minutes=minute))
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, user)
    press(page, page.locator('.composer-area .fine a[href$="/rest/"]'))
    page.wait_for_url("**/rest/")
    reads(page, lang)
    shoot(page, f"{lang}-{width}-rest")
    page.locator('#check input[value="3"]').nth(0).check()
    page.locator('#check input[value="1"]').nth(1).check()
    page.locator('#check input[value="2"]').nth(2).check()
    page.locator("#check button[type=submit]").click()
    expect(page.locator(".advice")).to_be_visible()
    press(page, page.locator('#out button[value="day"]'))
    expect(page.locator(".resting")).to_be_visible()
    shoot(page, f"{lang}-{width}-resting")
    reads(page, lang)
    assert attendance.resting_until(user, timezone.now()) is not None


@pytest.mark.parametrize(("lang", "width", "dark"), ONE_LOOK)
def test_who_must_not_be_seen_is_gone_at_once(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, person(lang))
    page.context.route(
        "https://www.bing.com/**",
        lambda route: route.fulfill(body="<p id=elsewhere>news</p>", content_type="text/html"),
    )
    page.goto("/safety/help/")
    shoot(page, f"{lang}-{width}-help-quick-exit")
    page.locator(".published-head [data-quick-exit]").click()
    expect(page.locator("#elsewhere")).to_be_visible()
    page.go_back()  # not to the page that was left
    page.wait_for_selector('body[data-connection="open"]')
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(page.locator("#elsewhere")).to_be_visible()
