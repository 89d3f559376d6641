"""Two tabs and two devices through everything people do, and through the death of the web process and of the broker:
one transcript, numbers without gaps, each message once."""

from __future__ import annotations

import re
import time
import uuid
from html import unescape

import pytest

from tests.model_server import ModelServer
from tests.processes.conftest import Product
from tests.processes.follower import Follower
from tests.processes.person import Person

pytestmark = pytest.mark.processes

EMAIL, PASSWORD = "lin@example.org", "horse-staple-8841"


def page_shows(person: Person, conversation: str) -> list[str]:
    """The transcript as the page has it."""
    page = person.get(f"/c/{conversation}/?part=turns").text
    found = re.findall(r'<div class="(?:bubble|text)">(.*?)</div>', page, re.DOTALL)
    return [unescape(re.sub(r"<[^>]+>", "", text)).strip() for text in found]


@pytest.mark.long
def test_four_views_of_one_conversation(product: Product, model: ModelServer) -> None:
    lin = Person(product.site)
    lin.sign_up(EMAIL, PASSWORD)
    conversation = lin.new_conversation()
    phone = Person(product.site)
    phone.sign_in(EMAIL, PASSWORD)
    one, two = Follower(lin, conversation), Follower(lin, conversation)
    three, four = Follower(phone, conversation), Follower(phone, conversation)
    everywhere = (one, two, three, four)
    one.follow(1)
    (greeting,) = one.shown()

    def agree(*lines: str) -> None:
        wanted = [greeting, *lines]
        for view in everywhere:
            view.until_like(wanted)
            assert view.gaps == []
        assert page_shows(lin, conversation) == wanted

    def reply(to: str, text: str, **more: object) -> None:
        model.script({"match": to, "reply": text, **more})

    def send(view: Follower, text: str, answer: str) -> None:
        reply(text, answer)
        view.say(type="send", client_id=str(uuid.uuid4()), text=text)

    send(one, "我的猫叫小花", "好名字。")
    agree("我的猫叫小花", "好名字。")
    send(three, "今天下雨", "带伞。")
    agree("我的猫叫小花", "好名字。", "今天下雨", "带伞。")

    # another reply, an edit, back again
    reply("今天下雨", "记得带伞。")
    two.say(type="regenerate", message=two.line("带伞。")["id"])
    agree("我的猫叫小花", "好名字。", "今天下雨", "记得带伞。")
    reply("我的狗叫大黄", "真威风。")
    same = {
        "message": four.line("我的猫叫小花")["id"],
        "text": "我的狗叫大黄",
        "client_id": str(uuid.uuid4()),
    }
    four.say(type="edit", **same)
    four.say(type="edit", **same)
    agree("我的狗叫大黄", "真威风。")
    assert one.line("我的狗叫大黄")["versions"] == 2
    one.say(type="show", message=one.line("我的狗叫大黄")["older"])
    agree("我的猫叫小花", "好名字。", "今天下雨", "记得带伞。")

    # a line goes and comes back
    gone = three.line("今天下雨")["id"]
    phone.post(f"/c/{conversation}/lines/{gone}/delete/")
    agree("我的猫叫小花", "好名字。")
    phone.post(f"/c/{conversation}/lines/{gone}/restore/")
    agree("我的猫叫小花", "好名字。", "今天下雨", "记得带伞。")

    # the web process dies in the middle of a reply; its tabs come back by themselves
    reply("慢慢说", "第一句先到了。" + "后面还长。" * 80, delay_ms=120)
    one.say(type="send", client_id=str(uuid.uuid4()), text="慢慢说")
    one.follow(3)
    product.kill("daphne")
    product.wait_up()
    for view in everywhere:
        view.until_broken()
    partial = next(line for line in three.lines.values() if line["status"] == "interrupted")
    assert partial["text"].startswith("第一句先到了")
    reply("慢慢说", "这次说完了。")
    three.say(type="regenerate", message=partial["id"])
    said = ("我的猫叫小花", "好名字。", "今天下雨", "记得带伞。", "慢慢说", "这次说完了。")
    agree(*said)

    # the broker dies while lines are sent, one of them twice because its fate was unknown
    reply("断网", "收到。")
    key = str(uuid.uuid4())
    product.kill("valkey-server")
    two.say(type="send", client_id=key, text="断网了吗")
    two.say(type="send", client_id=key, text="断网了吗")
    late = Follower(lin, conversation)  # a socket that opens without a broker
    late.until_like([greeting, *said, "断网了吗", "收到。"], 60)
    end = time.monotonic() + 60
    while not product.children("valkey-server"):
        assert time.monotonic() < end
        time.sleep(0.2)
    for view in everywhere:
        view.say(type="ping")
    agree(*said, "断网了吗", "收到。")
    send(four, "回来了", "欢迎。")
    agree(*said, "断网了吗", "收到。", "回来了", "欢迎。")
    for view in (*everywhere, late):
        view.close()
