"""为什么这样说: told of a reply, over the chat or as a page of its own, and each of its acts changes what is told next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.models import User, grant
from companion import learning
from memory import curating
from memory.models import HeldBack, Memory, MemoryUse, SetAside
from memory.policy import Kind
from tests.browser.conftest import MODEL_NAME, OpenPage, apart, shoot, sign_in
from tests.browser.test_journeys import reads
from tests.model_server import ModelServer
from transcript.models import Conversation, Message

TEXTS = {
    "zh": {"tell": "我的猫叫小花", "ask": "我的猫叫什么名字？", "reply": "它叫小花呀。", "fact": "你的猫叫小花", "new": "你的猫叫大花",
           "busy": "你在准备考试", "held": "你的猫以前住在旧房子里"},
    "en": {"tell": "My cat is called Miso", "ask": "What is my cat called?", "reply": "She is called Miso.",
           "fact": "Your cat is called Miso", "new": "Your cat is called Mochi", "busy": "You are studying for an exam",
           "held": "Your cat used to live in the old house"},
}  # fmt: skip
WORDS = {
    "zh": {"more": "更多", "why": "为什么这样说", "used": "用上的", "unused": "看过，没用上的", "held": "没有拿出来的", "paused": "它暂停着",
           "correct": "改正", "save": "保存", "aside": "这次别用", "back": "又可以用", "hush": "别再提", "forget": "忘掉",
           "sure": "忘掉勾选的", "undo": "撤销", "all": "全部撤销", "bare": "不用记忆重答", "without": "没有用记忆", "close": "关上"},
    "en": {"more": "More", "why": "Why this answer", "used": "Used", "unused": "Seen, not used", "held": "Held back",
           "paused": "It is paused", "correct": "Correct", "save": "Save", "aside": "Not this time", "back": "Use it again",
           "hush": "Never bring it up", "forget": "Forget", "sure": "Forget what is ticked", "undo": "Undo", "all": "Undo all",
           "bare": "Answer again without memory", "without": "Without memory", "close": "Close"},
}  # fmt: skip


@pytest.fixture(scope="session")
def site(voiced: str) -> str:
    return voiced


pytestmark = pytest.mark.usefixtures("model")


def say(page: Page, text: str, reply: str, model: ModelServer) -> None:
    model.script({"match": "", "reply": reply, "times": 1})
    count = page.locator(".turn.companion").count()
    page.fill("#say", text)
    page.click("#send")
    expect(page.locator('.turn.companion[data-status="complete"]')).to_have_count(count + 1)


def told(model: ModelServer) -> str:
    """What the model was last asked to answer."""
    streamed = [seen["body"] for seen in model.requests() if seen["body"].get("stream")]
    return "\n".join(str(message["content"]) for message in streamed[-1]["messages"])


def prompt(page: Page, model: ModelServer, text: str) -> str:
    """What the model is told for a new line, in this conversation."""
    say(page, text, "嗯。", model)
    return told(model)


def learnt(user: User, page: Page, lang: str, model: ModelServer) -> Message:
    """Something is said, remembered, and asked about; the reply that knew it."""
    texts = TEXTS[lang]
    grant(user, "model", timezone.now(), MODEL_NAME)
    sign_in(page, user)
    say(page, texts["tell"], "嗯。", model)
    chat = Conversation.objects.get(user=user)
    apart(learning.learn, chat.id, timezone.now() + timedelta(minutes=5))
    curating.write_by_hand(user, Kind.THREAD, texts["busy"], lang, timezone.now())
    held = curating.write_by_hand(user, Kind.IDENTITY, texts["held"], lang, timezone.now())
    curating.pause(user, held.id, timezone.now())
    say(page, texts["ask"], texts["reply"], model)
    assert texts["fact"] in told(model)
    return Message.objects.filter(conversation=chat, role="companion").latest("created_at")


def opened(page: Page, lang: str) -> Locator:
    """The dialog of the last reply."""
    turn = page.locator(".turn.companion").last
    turn.locator(".text").click()
    turn.get_by_role("button", name=WORDS[lang]["more"]).click()
    page.locator("#line-menu").get_by_role("menuitem", name=WORDS[lang]["why"], exact=True).click()
    page.get_by_role("dialog", name=WORDS[lang]["why"]).locator(".why").wait_for()
    return page.locator("#why")


def item(place: Page | Locator, statement: str) -> Locator:
    return place.locator(".memory", has_text=statement)


@pytest.mark.parametrize(
    ("lang", "width", "dark"),
    [
        ("zh", 390, True),
        pytest.param("en", 1440, True, marks=pytest.mark.long),
        pytest.param("zh", 1440, False, marks=pytest.mark.long),
        pytest.param("en", 390, False, marks=pytest.mark.long),
    ],
)
def test_a_reply_tells_what_it_used(
    open_page: OpenPage, person: Callable[..., User], model: ModelServer, lang: str, width: int, dark: bool
) -> None:
    user, words, texts = person(lang), WORDS[lang], TEXTS[lang]
    page = open_page(lang, width=width, dark=dark)
    reply = learnt(user, page, lang, model)
    dialog = opened(page, lang)
    for part, statement in (("used", texts["fact"]), ("unused", texts["busy"]), ("held", texts["held"])):
        section = dialog.get_by_role("region", name=words[part]).filter(has=page.locator(f"#why-{part}"))
        expect(item(section, statement)).to_have_count(1)
    expect(item(dialog, texts["held"]).locator(".reason")).to_contain_text(words["paused"])
    expect(item(dialog, texts["fact"]).locator("q")).to_have_text(texts["tell"])
    shoot(page, f"{lang}-{width}-why")
    dialog.evaluate("dialog => dialog.scrollTo(0, dialog.scrollHeight)")
    shoot(page, f"{lang}-{width}-why-below")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    item(dialog, texts["fact"]).locator(".proofs a").click()
    expect(dialog).to_be_hidden()
    page.goto(f"/why/{reply.id}/")
    expect(page.get_by_role("heading", level=1)).to_have_text(words["why"])
    reads(page, lang)
    shoot(page, f"{lang}-{width}-why-page")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_set_aside_for_this_talk_and_taken_back(
    open_page: OpenPage, person: Callable[..., User], model: ModelServer
) -> None:
    user, words, texts = person(), WORDS["zh"], TEXTS["zh"]
    page = open_page("zh")
    learnt(user, page, "zh", model)
    dialog = opened(page, "zh")
    item(dialog, texts["fact"]).get_by_role("button", name=words["aside"]).click()
    expect(item(dialog, texts["fact"]).get_by_role("button", name=words["back"])).to_be_visible()
    expect(dialog.locator("[role=status]").first).to_contain_text("先不用它")
    shoot(page, "zh-1440-why-aside")
    dialog.get_by_role("button", name=words["close"]).click()
    without = prompt(page, model, "我的猫叫什么来着")
    assert texts["fact"] not in without
    assert texts["tell"] not in without  # nor the words it stands on
    asked = Message.objects.filter(role="companion").latest("created_at")
    assert HeldBack.objects.get(reply=asked, memory__kind=Kind.PERSON).reason == "set_aside"
    dialog = opened(page, "zh")
    expect(item(dialog, texts["fact"]).locator(".reason")).to_contain_text("这个对话里别用")
    item(dialog, texts["fact"]).get_by_role("button", name=words["back"]).click()
    expect(item(dialog, texts["fact"]).get_by_role("button", name=words["aside"])).to_be_visible()
    assert not SetAside.objects.exists()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert texts["fact"] in prompt(page, model, "再说一遍我的猫叫什么")


def test_never_raised_again_and_undone(
    open_page: OpenPage, person: Callable[..., User], model: ModelServer
) -> None:
    user, words, texts = person(), WORDS["zh"], TEXTS["zh"]
    page = open_page("zh")
    learnt(user, page, "zh", model)
    dialog = opened(page, "zh")
    item(dialog, texts["fact"]).get_by_role("button", name=words["hush"]).click()
    expect(item(dialog, texts["fact"]).locator(".chip", has_text="不会主动提起")).to_be_visible()
    page.keyboard.press("Escape")
    assert texts["fact"] not in prompt(page, model, "我的猫叫什么来着")
    dialog = opened(page, "zh")
    item(dialog, texts["fact"]).get_by_role("button", name="可以再提").click()
    dialog.locator(".banner").get_by_role("button", name=words["undo"]).click()
    expect(dialog.locator(".message")).to_contain_text("已撤销")
    expect(item(dialog, texts["fact"]).get_by_role("button", name="可以再提")).to_be_visible()


def test_corrected_in_place(open_page: OpenPage, person: Callable[..., User], model: ModelServer) -> None:
    user, words, texts = person(), WORDS["zh"], TEXTS["zh"]
    page = open_page("zh", width=390)
    learnt(user, page, "zh", model)
    dialog = opened(page, "zh")
    item(dialog, texts["fact"]).get_by_role("link", name=words["correct"]).click()
    field = dialog.locator("textarea")
    expect(field).to_be_focused()
    shoot(page, "zh-390-why-correct")
    page.keyboard.press("Escape")  # calls the edit off, and the dialog stays
    item(dialog, texts["fact"]).get_by_role("link", name=words["correct"]).click()
    field.fill(texts["new"])
    dialog.get_by_role("button", name=words["save"]).click()
    expect(item(dialog, texts["fact"]).locator(".reworded")).to_contain_text(texts["new"])
    shoot(page, "zh-390-why-corrected")
    dialog.get_by_role("button", name=words["close"]).click()
    asked = prompt(page, model, "我的猫叫什么来着")
    assert texts["new"] in asked
    assert texts["fact"] not in asked


def test_forgotten_after_a_look_and_brought_back(
    open_page: OpenPage, person: Callable[..., User], model: ModelServer
) -> None:
    user, words, texts = person(), WORDS["zh"], TEXTS["zh"]
    page = open_page("zh", width=390, dark=True)
    learnt(user, page, "zh", model)
    dialog = opened(page, "zh")
    item(dialog, texts["fact"]).get_by_role("link", name=words["forget"]).click()
    expect(dialog.locator(".forget .ticks")).to_contain_text(texts["fact"])
    shoot(page, "zh-390-why-forget")
    dialog.get_by_role("button", name=words["sure"]).click()
    expect(dialog.locator(".banner")).to_contain_text("忘掉了 1 条")
    expect(dialog.locator(".sr-only[role=status]")).to_contain_text("忘掉了 1 条")
    expect(item(dialog, texts["fact"])).to_have_count(0)
    shoot(page, "zh-390-why-forgotten")
    assert not Memory.objects.filter(kind=Kind.PERSON).exists()
    page.keyboard.press("Escape")
    assert texts["fact"] not in prompt(page, model, "我的猫叫什么来着")


def test_once_more_without_memory_from_here(
    open_page: OpenPage, person: Callable[..., User], model: ModelServer
) -> None:
    user, words, texts = person(), WORDS["zh"], TEXTS["zh"]
    page = open_page("zh")
    learnt(user, page, "zh", model)
    dialog = opened(page, "zh")
    model.script({"match": "", "reply": "我不记得了。", "times": 1})
    dialog.get_by_role("button", name=words["bare"]).click()
    expect(dialog).to_be_hidden()
    expect(page.locator(".turn.companion").last.locator(".text")).to_have_text("我不记得了。")
    expect(page.locator(".turn.companion").last.locator(".without")).to_be_visible()
    assert texts["fact"] not in told(model)
    dialog = opened(page, "zh")
    expect(dialog.locator(".note")).to_contain_text("没有用记忆")


def test_by_keys_alone(open_page: OpenPage, person: Callable[..., User], model: ModelServer) -> None:
    user, texts = person(), TEXTS["zh"]
    page = open_page("zh")
    learnt(user, page, "zh", model)
    page.locator(".turn.companion").last.locator(".more").focus()
    page.keyboard.press("Enter")
    page.locator("#line-menu").wait_for()
    page.locator('[data-act="why"]').focus()
    page.keyboard.press("Enter")
    dialog = page.locator("#why")
    item(dialog, texts["fact"]).wait_for()
    for _each in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == WORDS["zh"]["aside"]:
            break
    page.keyboard.press("Enter")
    expect(item(dialog, texts["fact"]).locator(".chip.kept")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.evaluate("document.activeElement.classList.contains('more')")


@pytest.mark.long
def test_without_any_script(open_page: OpenPage, person: Callable[..., User], model: ModelServer) -> None:
    user, words, texts = person(), WORDS["zh"], TEXTS["zh"]
    signed_in = open_page("zh")
    reply = learnt(user, signed_in, "zh", model)
    page = open_page("zh", width=390, java_script_enabled=False)
    page.context.add_cookies(
        [
            {"name": one["name"], "value": one["value"], "domain": "127.0.0.1", "path": "/"}
            for one in signed_in.context.cookies()
        ]
    )
    page.goto(f"/c/{reply.conversation_id}/")
    page.locator(f"#m-{reply.id}").get_by_role("link", name=words["why"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["why"])
    item(page, texts["fact"]).get_by_role("button", name=words["aside"]).click()
    expect(page.locator(".message")).to_contain_text("先不用它")
    item(page, texts["fact"]).get_by_role("button", name=words["back"]).click()
    item(page, texts["fact"]).get_by_role("link", name=words["correct"]).click()
    page.fill("textarea", texts["new"])
    page.get_by_role("button", name=words["save"]).click()
    expect(item(page, texts["fact"]).locator(".reworded")).to_contain_text(texts["new"])
    page.locator(".banner").get_by_role("button", name=words["undo"]).click()
    item(page, texts["fact"]).get_by_role("link", name=words["forget"]).click()
    page.get_by_role("button", name=words["sure"]).click()
    page.get_by_role("button", name=words["all"]).click()
    expect(page.locator(".message")).to_contain_text("又记住了")
    expect(item(page, texts["fact"])).to_have_count(1)
    model.script({"match": "", "reply": "我不记得了。", "times": 1})
    page.get_by_role("button", name=words["bare"]).click()
    expect(page.locator("#turns")).to_be_visible()
    page.wait_for_timeout(1500)
    page.reload()
    expect(page.locator(".turn.companion").last.locator(".text")).to_have_text("我不记得了。")
    assert texts["fact"] not in told(model)
    assert MemoryUse.objects.filter(reply__conversation=reply.conversation_id).exists()
