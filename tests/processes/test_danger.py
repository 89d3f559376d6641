"""Somebody is in danger while parts of the product die one after the other: the card comes all the same, and nothing that was said
lies anywhere in clear afterwards.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.model_server import ModelServer
from tests.processes.conftest import ROOT, Product, clean_environment
from tests.processes.person import Chat, Person

pytestmark = pytest.mark.processes
CANARY = "金丝雀8841"
SAID = f"今晚我就去死，药都攒好了，遗书在{CANARY}下面"
ENCODINGS = ("utf-8", "utf-16-le", "gb18030", "unicode_escape")
FOUND = re.compile(b"|".join(re.escape(CANARY.encode(encoding)) for encoding in ENCODINGS))


def in_danger(chat: Chat, seconds: float = 40) -> dict[str, Any]:
    """Say it; the card that comes behind the answer to it."""
    key = chat.send(SAID)
    while (line := chat.until("message", seconds)["message"])["client_id"] != key:
        continue
    while (reply := chat.until("finished", seconds)["message"])["parent"] != line["id"]:
        continue
    assert "110" in reply["text"]
    while (card := chat.until("notice", seconds))["data"].get("reply") != reply["id"]:
        continue
    assert card["data"]["big"]
    assert 'href="tel:120"' in card["html"]
    return card


def test_the_card_comes_whatever_else_is_dead(product: Product, model: ModelServer) -> None:
    lin = Person(product.site)
    lin.sign_up("lin@example.org", "horse-staple-8841")
    conversation = lin.new_conversation()
    model.script(
        {"match": "", "reply": "嗯。"},
        {"match": "", "judge": True, "json": {"level": "R0", "why_none": "fiction"}},
    )
    chat = lin.chat(conversation)
    in_danger(chat)

    model.script({"match": "", "judge": True, "status": 500})  # the judge
    in_danger(chat)

    for worker in product.children("celery"):
        worker.suspend()  # the worker: killed, it would be started again at once
    in_danger(chat)

    product.kill("valkey-server")  # the broker
    in_danger(chat, 60)

    # the network to every model: connections break off
    model.script({"match": "", "cut_after": 0}, {"match": "", "judge": True, "cut_after": 0})
    chat = lin.chat(conversation)
    in_danger(chat, 60)
    for worker in product.children("celery"):
        worker.resume()

    shown = lin.get(f"/c/{conversation}/").text
    assert shown.count('class="crisis big"') == 5
    assert CANARY in shown  # the user's own words, to the user
    _nothing_in_clear(product)


def _nothing_in_clear(product: Product) -> None:
    """Logs, queues, cache, the database's own files and a dump of it."""
    for path in product.var.rglob("*"):
        if path.is_file() and not path.is_symlink() and "static" not in path.parts:
            held = _bytes(path)
            assert not FOUND.search(held), path
    tables = product.manage("shell", "-c", DUMP)
    assert "COPY safety_riskevent" in tables
    assert not FOUND.search(tables.encode())


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, PermissionError):
        return b""


DUMP = """
from django.apps import apps
from django.db import connection
for model in apps.get_models():
    table = model._meta.db_table
    print("COPY", table)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT t::text FROM "{table}" t')
        for (row,) in cursor.fetchall():
            print(row)
            for part in __import__("re").findall(r"\\\\\\\\x([0-9a-f]+)", row):
                print(bytes.fromhex(part if len(part) % 2 == 0 else part[:-1]).decode("utf-8", "ignore"))
"""


def test_a_sample_of_what_is_searched_for_is_found() -> None:
    assert FOUND.search(f"x{CANARY}y".encode())
    assert FOUND.search(CANARY.encode("unicode_escape"))


def test_nothing_starts_without_help_lines(tmp_path: Path) -> None:
    """Not even a laptop: pages that are not published stop every command."""
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=clean_environment(tmp_path / "var", COMPANION_PARTS="check", SAFETY_PAGES="0"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "safety.E003" in done.stderr
