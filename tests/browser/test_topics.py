"""Topics by hand: what is raised says why, and is answered with one press; the page of topics; writing first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from companion import reaching
from memory import marks, writing
from memory.models import Memory
from memory.policy import POLICY, Kind
from persona.characters import default_for
from tests.browser.conftest import OpenPage, shoot, sign_in
from tests.browser.test_journeys import reads
from topics import offering
from topics import reaching as deciding
from topics.models import Candidate, Reachout, Refusal, TopicChoice
from topics.reaching import Wish
from transcript.models import Conversation, Message, Role, Status

DAY = timedelta(days=1)
WORDS = {
    "zh": {"plan": "你打算去字节面试", "thread": "你在学吉他", "talk": "聊聊", "later": "先放一放", "never": "别再提", "not_now": "先不",
           "delete": "删掉", "back": "又可以提了", "refused": "说好不再提的", "on": "可以先给我留消息", "save": "保存", "saved": "存好了",
           "fewer": "少发点", "why": "日子过了", "hello": "早"},
    "en": {"plan": "You plan to take your driving test", "thread": "You are building a raised bed", "talk": "Let's talk", "later": "Put off",
           "never": "Never bring it up", "not_now": "Not now", "delete": "Delete", "back": "You may again", "refused": "Not to be brought up",
           "on": "You may leave me a message", "save": "Save", "saved": "Saved", "fewer": "Fewer", "why": "its day has passed", "hello": "hey"},
}  # fmt: skip


def remembered(user: User, lang: str) -> tuple[Memory, Memory]:
    """A plan that has passed and something that goes on, of somebody who was there before."""
    now, words = timezone.now(), WORDS[lang]
    before = now - 2 * DAY
    talk = Conversation.objects.create(
        user=user, persona_version=_persona(user), created_at=before, last_message_at=before
    )
    Message.objects.create(
        user=user,
        conversation=talk,
        role=Role.USER,
        text="123",
        status=Status.COMPLETE,
        created_at=before,
        learnt_at=now,
    )
    rows = []
    for kind, statement, more in (
        (Kind.PLAN, words["plan"], {"phase": "unconfirmed", "true_from": now - DAY, "true_until": now - DAY}),
        (Kind.THREAD, words["thread"], {"phase": "open"}),
    ):
        policy = POLICY[kind]
        row = Memory(
            user=user, kind=kind, subject="user", attribute="goal", value=statement, statement=statement, lang=lang, source="stated",
            sensitivity=policy.sensitivity, use=policy.use, importance=policy.importance, status="current", recorded_at=now - 3 * DAY,
            slot=marks.slot(user.id, kind, "user", statement), value_key=marks.value_key(user.id, statement, 1), **more,
        )  # fmt: skip
        writing.index(row)
        row.save()
        rows.append(row)
    offering.refresh(user, now)
    Candidate.objects.for_user(user).filter(source="calendar").delete()
    return rows[0], rows[1]


def _persona(user: User) -> UUID:
    return default_for(user.language).id


def begin(page: Page) -> None:
    page.goto("/")
    page.locator(".new-chat").click()
    expect(page.locator(".turn.companion")).to_have_count(1)


@pytest.mark.parametrize(
    ("lang", "width", "dark"), [("zh", 390, True), pytest.param("en", 1440, False, marks=pytest.mark.long)]
)
def test_what_is_raised_says_why_and_is_answered_with_one_press(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    user, words = person(lang), WORDS[lang]
    remembered(user, lang)
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, user)
    if width < 600:
        Conversation.objects.filter(user=user).update(archived_at=timezone.now())
        page.goto("/")
    else:
        begin(page)
    topic = page.locator(".turn.companion.last .topic")
    expect(topic).to_be_visible()
    expect(topic).to_contain_text(words["why"])
    shoot(page, f"{lang}-{width}-topic")
    reads(page, lang)
    topic.get_by_role("button", name=words["never"]).click()
    expect(topic.locator(".answered")).not_to_be_empty()
    expect(topic.locator(".answers")).to_be_hidden()
    assert TopicChoice.objects.for_user(user).exclude(move="follow").get().outcome == "refused"
    assert Refusal.objects.for_user(user).get().text == words["plan"]
    page.reload()
    expect(page.locator(".turn.companion.last .topic")).to_be_hidden()


def test_let_us_talk_puts_the_hand_to_the_pen(open_page: OpenPage, person: Callable[..., User]) -> None:
    user = person("zh")
    remembered(user, "zh")
    page = open_page("zh", width=1440)
    sign_in(page, user)
    begin(page)
    page.locator(".topic").get_by_role("button", name=WORDS["zh"]["talk"]).click()
    expect(page.locator("#say")).to_be_focused()
    expect(page.locator(".topic .answered")).not_to_be_empty()
    page.keyboard.type("过了！")
    page.keyboard.press("Enter")
    expect(page.locator(".turn.companion")).to_have_count(2)
    expect(page.locator(".topic").first).to_be_hidden()  # it belongs to the newest reply alone
    assert TopicChoice.objects.for_user(user).exclude(move="follow").get().outcome == "taken_up"


@pytest.mark.parametrize(
    ("lang", "width", "dark"), [("zh", 390, False), pytest.param("en", 1440, True, marks=pytest.mark.long)]
)
def test_the_page_of_topics(
    open_page: OpenPage, person: Callable[..., User], lang: str, width: int, dark: bool
) -> None:
    user, words = person(lang), WORDS[lang]
    remembered(user, lang)
    page = open_page(lang, width=width, dark=dark)
    sign_in(page, user)
    page.goto("/memory/")
    page.locator(".bring-in a").first.click()
    expect(page).to_have_url(f"{page.url.rstrip('/')}/")
    expect(page.locator(".topic-row", has_text=words["plan"])).to_be_visible()
    page.locator(".topic-row", has_text=words["plan"]).locator("summary").click()
    shoot(page, f"{lang}-{width}-topics")
    reads(page, lang)
    page.locator(".topic-row", has_text=words["thread"]).get_by_role("button", name=words["later"]).click()
    expect(page.locator(".topic-row", has_text=words["thread"])).to_have_count(0)
    page.locator(".topic-row", has_text=words["plan"]).get_by_role("button", name=words["never"]).click()
    expect(page.locator(".topic-row", has_text=words["plan"])).to_have_count(0)
    page.locator("#refused summary").click()
    expect(page.locator("#refused")).to_contain_text(words["plan"])
    shoot(page, f"{lang}-{width}-topics-refused")
    page.locator("#refused").get_by_role("button", name=words["back"]).click()
    expect(page.locator(".topic-row", has_text=words["plan"])).to_be_visible()
    page.locator(".topic-row", has_text=words["plan"]).get_by_role("button", name=words["talk"]).click()
    expect(page.locator(".turn.companion")).to_contain_text(words["plan"][-4:])


def test_writing_first_is_asked_for_and_stopped_with_one_press(
    open_page: OpenPage, person: Callable[..., User]
) -> None:
    user, words = person("zh"), WORDS["zh"]
    remembered(user, "zh")
    page = open_page("zh", width=1440)
    sign_in(page, user)
    page.goto("/topics/")
    page.get_by_label(words["on"]).check()
    page.get_by_role("button", name=words["save"]).click()
    expect(page.locator(".messages, .message").first).to_contain_text(words["saved"])
    assert user.reaching.on
    shoot(page, "zh-1440-topics-reach")
    now = timezone.now()
    deciding.wish(user, Wish(on=True, quiet=(0, 0)), now)
    offer = offering.offers(user, now)[0]
    row = Reachout.objects.create(
        user=user,
        candidate_id=offer.candidate,
        source="plan",
        day=now.astimezone(user.zone).date(),
        planned_for=now,
    )
    Message.objects.filter(user=user).update(created_at=now - 2 * DAY)
    assert reaching.send(row.id, now)
    page.goto("/topics/")
    expect(page.locator(".chats .unread")).to_be_visible()
    shoot(page, "zh-1440-unread")
    page.locator(".chats .chat-row a").first.click()
    topic = page.locator(".turn.companion.last .topic")
    expect(topic).to_contain_text(words["fewer"])
    shoot(page, "zh-1440-wrote-first")
    topic.get_by_role("button", name=words["fewer"]).click()
    expect(page.locator(".message").first).to_be_visible()
    expect(page.locator(".chats .unread")).to_have_count(0)
    user.reaching.refresh_from_db()
    assert user.reaching.a_week == 1
