"""Twenty people talk at once while the broker and the worker are killed: nothing is lost, and everything is learnt once."""

from __future__ import annotations

import json
import re
import threading
import time
import uuid
from http.cookiejar import Cookie
from urllib.parse import urlparse

import pytest

from tests.model_server import ModelServer
from tests.processes.conftest import Product
from tests.processes.follower import Follower
from tests.processes.person import Person
from tests.processes.test_holding import page_shows

pytestmark = [pytest.mark.processes, pytest.mark.long]

PEOPLE = 20
CATS = [
    "花",
    "草",
    "白",
    "黑",
    "灰",
    "橘",
    "蓝",
    "紫",
    "金",
    "银",
    "雪",
    "霜",
    "雨",
    "云",
    "月",
    "星",
    "风",
    "山",
    "海",
    "桃",
]
LINES = ("我的猫叫小{cat}", "我在杭州工作", "我对花生过敏", "下周三要去体检", "我不吃香菜", "今天有点累")
LEARNT = ("你的猫叫小{cat}", "杭州", "花生", "体检", "香菜")
MAKE = """
import json
from datetime import date
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from accounts.models import User, grant
keys = []
for number in range({people}):
    user = User.objects.create_user(f"p{{number}}@example.org", birth_date=date(1990, 1, 1), time_zone="Asia/Shanghai")
    grant(user, "model", timezone.now(), "Scripted")
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    keys.append(store.session_key)
print(json.dumps(keys))
"""


def signed_in(site: str, key: str) -> Person:
    person = Person(site)
    host = urlparse(site).hostname or ""
    person.jar.set_cookie(
        Cookie(
            0, "sessionid", key, None, False, host, False, False, "/", True, False, None, True, None, None, {}
        )
    )
    person.get("/")
    return person


class Talker(threading.Thread):
    """Says each line until the server has it, under one id, as a browser's outbox does."""

    def __init__(self, person: Person, cat: str) -> None:
        super().__init__()
        self.person, self.cat = person, cat
        self.conversation = person.new_conversation()
        self.said = [line.format(cat=cat) for line in LINES]
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            view = Follower(self.person, self.conversation)
            for text in self.said:
                self._say(view, text)
                time.sleep(2)
            view.until(lambda: self._answered(view), 120)
            assert view.gaps == []
            view.close()
        except BaseException as error:
            self.error = error

    def _say(self, view: Follower, text: str) -> None:
        key, end = str(uuid.uuid4()), time.monotonic() + 90
        while not any(line["client_id"] == key for line in view.lines.values()):
            assert time.monotonic() < end, f"{text} did not arrive"
            try:
                view.say(type="send", client_id=key, text=text)
                view.follow(2)
            except OSError:
                view.open()

    def _answered(self, view: Follower) -> bool:
        last = max(view.lines.values(), key=lambda line: str(line["at"]))
        return bool(last["role"] == "companion" and last["status"] != "generating")


def rows(page: str) -> list[str]:
    """The statements that stand in the memory centre."""
    standing = page.partition('id="bin"')[0]
    return [
        re.sub(r"<[^>]+>", "", found).strip()
        for found in re.findall(r'class="statement"[^>]*>(.*?)</p>', standing, re.DOTALL)
    ]


def test_nothing_is_lost_and_all_is_learnt_once(product: Product, model: ModelServer) -> None:
    model.script({"reply": "嗯，我听着呢。", "delay_ms": 20})
    keys = json.loads(product.manage("shell", "-v", "0", "-c", MAKE.format(people=PEOPLE)))
    crowd = [Talker(signed_in(product.site, key), cat) for key, cat in zip(keys, CATS, strict=True)]
    for talker in crowd:
        talker.start()
    for _round in range(3):
        time.sleep(4)
        product.kill("valkey-server")
        time.sleep(3)
        product.kill("celery -A companion --quiet worker")
    for talker in crowd:
        talker.join(240)
    assert [talker.error for talker in crowd if talker.error] == []
    for talker in crowd:
        shown = page_shows(talker.person, talker.conversation)
        assert [text for text in shown if text in talker.said] == talker.said
    end = time.monotonic() + 300
    for talker in crowd:
        wanted = [text.format(cat=talker.cat) for text in LEARNT]
        while True:
            known = rows(talker.person.get("/memory/").text)
            if all(any(text in row for row in known) for text in wanted):
                break
            assert time.monotonic() < end, f"{known} lacks some of {wanted}"
            time.sleep(2)
        for text in wanted:
            assert sum(text in row for row in known) == 1, known
