"""The main job from outside: sign up, talk, be remembered, correct, delete, and stay deleted."""

from __future__ import annotations

import json
import re
import signal
import time
from typing import Any

import psutil
import pytest

from companion.embedded import processes
from tests.model_server import ModelServer
from tests.processes.conftest import Product
from tests.processes.person import Person

pytestmark = pytest.mark.processes


def prompts(model: ModelServer, words: str) -> list[str]:
    """The chat prompts whose last message holds `words`, whole."""
    seen = [request["body"] for request in model.requests() if request["body"].get("stream")]
    return [
        json.dumps(body["messages"], ensure_ascii=False)
        for body in seen
        if words in body["messages"][-1]["content"]
    ]


def memories(page: str) -> list[tuple[str, str]]:
    """(id, markup) of the memories that stand in the centre; what was just deleted is listed apart."""
    standing = page.partition('id="bin"')[0]
    return re.findall(
        r'id="memory-([0-9a-f-]{36})"(.*?)(?=id="memory-[0-9a-f-]{36}"|\Z)', standing, re.DOTALL
    )


def memory_id(page: str, words: str) -> str:
    """The id of the memory whose row on the page holds `words`."""
    found = [key for key, text in memories(page) if words in text]
    assert found, f"no memory with {words}"
    return found[0]


def edit(person: Person, memory: str, statement: str) -> None:
    """Open the edit page and send its form with other words."""
    form = person.get(f"/memory/{memory}/edit/").text
    found = re.search(r'name="version" value="(\d+)"', form)
    assert found, "the form holds no version"
    person.post(f"/memory/{memory}/edit/", statement=statement, version=found.group(1))


def wait_for(check: Any, seconds: float = 60) -> Any:
    end = time.monotonic() + seconds
    while not (found := check()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.3)
    return found


def test_the_main_job(product: Product, model: ModelServer) -> None:
    person = Person(product.site)
    page = person.sign_up("lin@example.org", "horse-staple-8841")
    assert "/c/" in person.get("/").url, page.url
    first = person.new_conversation()
    chat = person.chat(first)
    assert chat.until("notice")["kind"] == "ai"
    model.script({"match": "小花", "reply": "小花，好名字。我记下了。"})
    assert chat.ask("我叫林晚，我的猫叫小花")["text"] == "小花，好名字。我记下了。"
    chat.ask("今天上班有点累")
    learned = chat.until("learned", 60)
    assert any("小花" in item["statement"] for item in learned["items"])

    second = person.chat(person.new_conversation())
    second.ask("我的猫叫什么名字？")
    assert "你的猫叫小花" in prompts(model, "我的猫叫什么名字")[-1]

    centre = person.get("/memory/").text
    assert "小花" in centre
    memory = memory_id(centre, "小花")
    edit(person, memory, "你的猫叫年糕")
    third = person.chat(person.new_conversation())
    third.ask("现在我的猫叫什么？")
    assert "年糕" in prompts(model, "现在我的猫叫什么")[-1]
    assert "小花" not in prompts(model, "现在我的猫叫什么")[-1]

    memory = memory_id(person.get("/memory/").text, "年糕")
    person.post(f"/memory/{memory}/delete/")
    told = json.loads(product.manage("relearn", "--everyone", "--json"))
    assert told["users"] == 1
    fourth = person.chat(person.new_conversation())
    for question in ("猫的名字还记得吗？", "小花还是年糕来着？"):
        fourth.ask(question)
        asked = prompts(model, question)[-1].replace(question, "")
        assert "你的猫叫" not in asked
    chat.ask("再问一次，猫叫什么")
    again = prompts(model, "再问一次，猫叫什么")[-1]
    assert "我的猫叫小花" not in again, "the words of a deleted memory are withheld from history too"
    assert not [text for _key, text in memories(person.get("/memory/").text) if "年糕" in text]


@pytest.mark.long
def test_killed_in_the_middle(product: Product, model: ModelServer) -> None:
    person = Person(product.site)
    person.sign_up("lin@example.org", "horse-staple-8841")
    conversation = person.new_conversation()
    chat = person.chat(conversation)
    chat.until("ready")

    # the web process during a reply
    model.script({"match": "慢慢说", "reply": "第一句先到了。" + "后面的话还长着呢。" * 60, "delay_ms": 120})
    chat.send("慢慢说")
    for _each in range(3):
        chat.until("delta")
    time.sleep(1.5)  # a checkpoint is at most a second away
    product.kill("daphne")
    product.wait_up()
    chat.open()
    reply = chat.reply(40)
    assert reply["status"] == "interrupted"
    assert reply["text"].startswith("第一句先到了。")
    texts = [frame["message"]["text"] for frame in chat.frames if frame["type"] == "message"]
    assert "慢慢说" in texts
    model.script({"match": "慢慢说", "reply": "这次说完了。"})
    chat.say(type="regenerate", message=reply["id"])
    assert chat.reply()["text"] == "这次说完了。"

    # the worker during learning: the model's answer is on its way when it dies
    model.reset()
    model.script(
        {
            "match": "小花",
            "where": "any",
            "json": {"items": []},
            "delay_ms": 4000,
            "formats": ["json_schema", "json_object"],
        }
    )
    chat.ask("我的猫叫小花")
    chat.ask("嗯")
    wait_for(lambda: [seen for seen in model.requests() if not seen["body"].get("stream")], 40)
    product.kill("celery -A companion --quiet worker")
    killed = time.monotonic()
    learned = chat.until("learned", 130)
    assert time.monotonic() - killed < 120
    assert [item["statement"] for item in learned["items"] if "小花" in item["statement"]] == ["你的猫叫小花"]
    centre = person.get("/memory/").text
    assert len(re.findall(r"你的猫叫小花", re.sub(r"<(textarea|input)[^>]*>[^<]*", "", centre))) == 1


@pytest.mark.long
def test_nothing_is_left_after_ctrl_c(product: Product) -> None:
    family = [product.process.pid, *(child.pid for child in product.children(""))]
    assert len(family) >= 7
    product.process.send_signal(signal.SIGINT)
    product.process.wait(60)
    psutil.wait_procs([psutil.Process(pid) for pid in family if psutil.pid_exists(pid)], timeout=5)
    assert not [pid for pid in family if processes.alive(pid)]


@pytest.mark.long
def test_a_part_that_dies_is_started_again(product: Product) -> None:
    for word in ("companion.embedded.embedder", "valkey-server", "celery -A companion --quiet beat"):
        product.kill(word)
        wait_for(lambda word=word: product.children(word), 30)
    product.wait_up()
    wait_for(lambda: json.loads(_doctor(product))["ok"], 90)


def _doctor(product: Product) -> str:
    try:
        return product.manage("doctor", "--json")
    except AssertionError:
        return '{"ok": false}'
