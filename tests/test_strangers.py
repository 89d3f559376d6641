"""No address and no frame opens another user's rows: a stranger's ids are not there, and nothing changes."""

from __future__ import annotations

import itertools
import json
import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.apps import apps
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import models
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.models import User
from companion import conversations, frames, hearing, keeping, learning, schedule, seam
from companion.asgi import application
from companion.keeping import Ended
from companion.shelf import arranging, deleting, naming, projects
from memory import forgetting
from memory.models import Bin, Memory, MemorySettings
from persona.content import Content
from persona.making import editing
from persona.making.picturing import plain_sheet, small
from transcript.models import Conversation, Message, Status

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
OTHERS_BOOKS = ("sessions", "admin", "contenttypes")
"""Apps whose rows a visit may change: the visitor's own session."""
OWN_TIME = ("safety.UseClock", "safety.UseDay")
"""What a visit writes down of the visitor: how long they are here. The owner's must stay as it is."""
PORTRAIT = small(plain_sheet(3))
METHODS = ("get", "post", "put", "patch", "delete")
LOOKED_AT = 2
"""The first of the methods: the others are refused by every page, whatever the id, and one id is enough to see it."""


@pytest.fixture(autouse=True)
def _plain_static(settings: Any) -> None:
    settings.STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WAKE_WORKERS = False


def person(name: str, **more: Any) -> User:
    return User.objects.create_user(
        f"{name}@example.org",
        "a long pass word",
        birth_date=timezone.now().date().replace(year=1990, day=1),
        **more,
    )


@pytest.fixture
def owner(db: None) -> User:
    """Somebody with a row of everything."""
    user, now = person("owner"), timezone.now() - timedelta(hours=2)
    chat = conversations.start(user, now)
    for number, text in enumerate(("我的猫叫小花", "我在杭州工作", "别再提我爸了", "下周三要去新加坡开会")):
        hearing.receive(user, chat, uuid.uuid4(), text, now + timedelta(minutes=number))
    reply = keeping.begin_reply(chat.id, now + timedelta(minutes=8))
    assert reply is not None
    keeping.finish(reply.id, Ended(Status.FAILED, ""), None, now + timedelta(minutes=9))
    learning.learn(chat.id, now + timedelta(minutes=30))
    schedule.rank_candidates(now + timedelta(minutes=31))
    gone = Memory.objects.for_user(user).order_by("recorded_at").first()
    assert gone is not None
    forgetting.forget(user, [gone.id], timezone.now())
    project = projects.create(user, "小花的事", now)
    arranging.move(user, chat.id, project.id)
    naming.rename(user, chat.id, "小花和杭州")
    thrown = conversations.start(user, now, project=project)
    deleting.delete(user, thrown.id, deleting.Wish(deleting.Fate.KEEP), timezone.now())
    conversations.start(user, now, temporary=True)
    made = editing.create(
        user, Content(name="小花", language="zh-hans", backstory="小花"), now, PORTRAIT
    ).version
    editing.save(user, made.persona_id, Content(name="小花", language="zh-hans"), now)
    assert Bin.objects.filter(user=user).exists()
    assert Memory.objects.filter(user=user).exists()
    return user


def ids_of(user: User, most: int = 2) -> list[uuid.UUID]:
    """Ids of each kind of row that belongs to the user, at most so many, and their own."""
    found = [user.pk]
    for model in apps.get_models():
        names = {field.name for field in model._meta.get_fields()}
        whose = names & {"user", "owner"}
        if whose and isinstance(model._meta.pk, models.UUIDField):
            rows = model._default_manager.filter(**{whose.pop(): user})
            found += list(rows.values_list("pk", flat=True)[:most])
    return sorted(set(found))


def state() -> dict[str, Any]:
    """Every row of every model that a stranger must not move. Settings that nobody changed are as good as none."""
    rows = {
        model._meta.label: model._base_manager.all()
        for model in apps.get_models()
        if model._meta.app_label not in OTHERS_BOOKS
    }
    rows["memory.MemorySettings"] = MemorySettings.objects.exclude(paused_at=None, paused_kinds=[])
    for label in OWN_TIME:
        rows[label] = rows[label].filter(user__email="owner@example.org")
    return {label: sorted(query.values_list(), key=repr) for label, query in rows.items()}


def patterns(of: Any = None, before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every address of the site: its route, and its converters by name."""
    for entry in (of or get_resolver()).url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from patterns(entry, route)
        elif isinstance(entry, URLPattern):
            yield route, route_converters(route)


def route_converters(route: str) -> dict[str, Any]:
    return {name: kind for kind, name in re.findall(r"<(\w+):(\w+)>", route)}


WITH_IDS = sorted({route for route, kinds in patterns() if "uuid" in kinds.values()})
PLAIN = sorted(
    {route for route, kinds in patterns() if not kinds and not route.startswith("^") and "(?P" not in route}
)
OPEN = ("healthz", "language/setlang/", "account/", "static", "admin/jsi18n/", "admin/login/", "safety/")
"""Where a visitor belongs: the process's sign of life, the language switch, signing in itself, and what is published."""


def addresses(route: str, ids: list[uuid.UUID]) -> Iterator[str]:
    """The route with every id in every place. Where it has two, the other is a conversation or a line of the owner's: every
    pair of all of them would be thousands of requests that are refused at the first id already."""
    route = "/" + re.sub(r"<int:\w+>", "1", re.sub(r"<(?:str|slug):\w+>", "x", route))
    places = len(re.findall("<uuid:", route))
    for combination in _combinations(ids, places):
        address = route
        for given in combination:
            address = re.sub(r"<uuid:\w+>", str(given), address, count=1)
        yield address


def _combinations(ids: list[uuid.UUID], places: int) -> Iterator[tuple[uuid.UUID, ...]]:
    if places < 2:
        yield from ((given,) for given in ids)
        return
    likely = [
        row.pk
        for model in (Conversation, Message)
        for row in model._default_manager.filter(pk__in=ids).order_by("created_at")[:2]
    ]
    for others in itertools.product(likely, repeat=places - 1):
        for given in ids:
            for at in range(places):
                yield (*others[:at], given, *others[at:])


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def test_the_walk_sees_the_site() -> None:
    assert "c/<uuid:conversation>/" in WITH_IDS
    assert "memory/<uuid:memory>/delete/" in WITH_IDS
    assert len(WITH_IDS) >= 7
    assert "memory/" in PLAIN


@pytest.mark.django_db
@pytest.mark.parametrize("routes", [WITH_IDS[at::6] for at in range(6)], ids=range(6))
@pytest.mark.parametrize(
    ("htmx", "most"),
    [
        (False, 1),
        pytest.param(True, 1, marks=pytest.mark.long),
        pytest.param(False, 2, marks=pytest.mark.long),
    ],
)
def test_a_strangers_ids_are_not_there(owner: User, routes: list[str], htmx: bool, most: int) -> None:
    client, ids = signed_in(person("stranger")), ids_of(owner, most)
    assert len(ids) > 10
    before = state()
    for route in routes:
        _not_there(client, ids, route, htmx)
    assert state() == before


def _not_there(client: Client, ids: list[uuid.UUID], route: str, htmx: bool) -> None:
    headers = {"HX-Request": "true", "HX-Target": "shelf"} if htmx else {}
    body = {
        "statement": "被改了", "text": "被改了", "version": "1", "value": "never", "kind": "style", "title": "被改了",
        "name": "被改了", "project": "new", "memories": "all", "on": "1", "q": "小花",
    }  # fmt: skip
    # A part of a page is fetched; what is sent goes the same way for both.
    methods = METHODS[:1] if htmx else METHODS[:LOOKED_AT]
    tried = [(address, method) for address in addresses(route, ids) for method in methods]
    tried += [(tried[-1][0], method) for method in METHODS[LOOKED_AT:]]
    for address, method in tried:
        answer = getattr(client, method)(address, body if method in ("get", "post") else "", headers=headers)
        assert answer.status_code in (404, 405), (method, address, answer.status_code)
        assert "小花" not in answer.content.decode()


@pytest.mark.django_db
def test_no_id_at_all_is_not_there_either(db: None) -> None:
    client = signed_in(person("stranger"))
    before, nobody = state(), uuid.uuid4()
    tried = 0
    for route in WITH_IDS:
        address = (
            next(addresses(route, [nobody]))
            if route.count("<uuid:") < 2
            else "/" + re.sub(r"<uuid:\w+>", str(nobody), route)
        )
        for method in METHODS:
            assert getattr(client, method)(address).status_code in (404, 405), (method, address)
            tried += 1
    assert tried == len(WITH_IDS) * len(METHODS)
    assert state() == before


@pytest.mark.django_db
@pytest.mark.parametrize("routes", [WITH_IDS[at::6] for at in range(6)], ids=range(6))
def test_a_visitor_is_sent_to_sign_in(owner: User, routes: list[str]) -> None:
    before, client = state(), Client()
    ids = ids_of(owner)[:2]
    for address, method in (
        (one, way) for route in routes for one in addresses(route, ids) for way in ("get", "post")
    ):
        answer = getattr(client, method)(address, {"statement": "被改了"})
        assert answer.status_code == 302, (method, address, answer.status_code)
        assert answer.headers["Location"].startswith("/account/login/")
    assert state() == before


@pytest.mark.django_db
@pytest.mark.parametrize("part", range(4))
def test_every_page_of_a_person_asks_who_they_are(owner: User, part: int) -> None:
    before, client = state(), Client()
    asked = [route for route in PLAIN if not route.startswith(OPEN)][part::4]
    for route, method in itertools.product(asked, ("get", "post")):
        answer = getattr(client, method)(f"/{route}")
        assert answer.status_code in (302, 405), (method, route, answer.status_code)
        if answer.status_code == 302:
            assert answer.headers["Location"].startswith(("/account/login/", "/admin/"))
    assert state() == before


@pytest.mark.django_db
@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.long)])
def test_ids_in_a_query_open_nothing(owner: User, most: int) -> None:
    """Addresses that take another row's id beside their own."""
    stranger = person("stranger")
    chat = conversations.start(stranger, timezone.now())
    client = signed_in(stranger)
    for held in ids_of(owner, most):
        for address in (f"/c/{chat.id}/?before={held}", f"/c/{chat.id}/?at={held}", f"/memory/?undo={held}"):
            for headers in ({}, {"HX-Request": "true"}):
                answer = client.get(address, headers=headers)
                assert answer.status_code == 200, address
                assert not {"小花", "杭州", str(held)} & set(answer.content.decode().split('"')), address


@pytest.mark.django_db
def test_foreign_ids_in_a_form_change_nothing(owner: User) -> None:
    client = signed_in(person("stranger"))
    client.get("/memory/")
    before = state()
    for held in ids_of(owner)[:6]:
        for route in PLAIN:
            if route.startswith(("account/", "admin/", "new/", "language/", "memory/dreams/now/")):
                continue  # these make something of the stranger's own
            client.post(
                f"/{route}",
                {
                    name: str(held)
                    for name in ("memory", "conversation", "message", "id", "user", "held", "project")
                },
            )
    assert state() == before


@pytest.mark.django_db
def test_operators_need_more_than_an_account(owner: User) -> None:
    client = signed_in(owner)
    for route in PLAIN:
        if route.startswith("admin/"):
            assert client.get(f"/{route}").status_code in (302, 403, 404), route


# -- the socket -----------------------------------------------------------------------------------------------


def session_of(user: User) -> str:
    store = SessionStore()
    store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(user.pk), BACKEND
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def socket(conversation: uuid.UUID, key: str) -> WebsocketCommunicator:
    return WebsocketCommunicator(
        application,
        f"/ws/chat/{conversation}/",
        headers=[
            (b"origin", b"http://localhost"),
            (b"host", b"localhost"),
            (b"cookie", f"sessionid={key}".encode()),
        ],
    )


def frame_kinds() -> set[str]:
    """The client frames that exist, by what is accepted, so that a new one is walked too."""
    kinds = set()
    for kind in ("hello", "send", "stop", "regenerate", "edit", "feedback", "topic", "ping"):
        try:
            frames.read({"type": kind})
        except frames.BadFrame as bad:
            if bad.code == "unknown_type":
                continue
        kinds.add(kind)
    return kinds


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", ["stranger", "visitor"])
async def test_anothers_conversation_closes_the_socket(owner: User, who: str) -> None:
    key = await seam.cross(lambda: session_of(person("stranger")) if who == "stranger" else "nobody")
    ids = await seam.cross(ids_of, owner)
    before = await seam.cross(state)
    for held in ids:
        tab = socket(held, key)
        assert (await tab.connect(timeout=10))[0]
        closed = await tab.receive_output(timeout=10)
        assert closed["type"] == "websocket.close"
        assert closed["code"] == (4404 if who == "stranger" else 4401)
    assert await seam.cross(state) == before


@pytest.mark.django_db(transaction=True)
async def test_frames_with_anothers_ids_change_nothing_of_theirs(owner: User) -> None:
    def prepare() -> tuple[User, Conversation, list[uuid.UUID]]:
        stranger = person("stranger")
        return stranger, conversations.start(stranger, timezone.now()), ids_of(owner)

    stranger, chat, ids = await seam.cross(prepare)
    key = await seam.cross(session_of, stranger)
    before = await seam.cross(state)
    tab = socket(chat.id, key)
    assert (await tab.connect(timeout=10))[0]
    await tab.send_json_to({"type": "hello", "after": 0})
    kinds = sorted(frame_kinds() - {"send", "ping"})
    for held, kind in itertools.product(ids, kinds):
        fields = dict.fromkeys(("message", "choice", "conversation", "user", "client_id"), str(held))
        await tab.send_json_to({"type": kind, **fields, "value": "report", "text": "被改了", "after": 0})
    await tab.send_json_to({"type": "ping"})
    heard: list[dict[str, Any]] = []
    while not heard or heard[-1]["type"] != "pong":
        heard.append(await tab.receive_json_from(timeout=15))
    assert sum(frame["type"] == "error" for frame in heard) >= len(ids)
    assert "小花" not in json.dumps(heard, ensure_ascii=False)
    assert not any(
        str(held) in json.dumps(frame) for held in ids for frame in heard if frame["type"] != "error"
    )
    await tab.disconnect()
    assert await seam.cross(state) == before


@pytest.mark.django_db(transaction=True)
async def test_a_client_id_of_anothers_line_is_a_line_of_ones_own(owner: User) -> None:
    def prepare() -> tuple[User, Conversation, uuid.UUID]:
        stranger = person("stranger")
        theirs = Message.objects.filter(user=owner).exclude(client_id=None).first()
        assert theirs is not None
        assert theirs.client_id is not None
        return stranger, conversations.start(stranger, timezone.now()), theirs.client_id

    stranger, chat, client_id = await seam.cross(prepare)
    tab = socket(chat.id, await seam.cross(session_of, stranger))
    assert (await tab.connect(timeout=10))[0]
    await tab.send_json_to({"type": "hello", "after": 0})
    await tab.send_json_to({"type": "send", "client_id": str(client_id), "text": "我自己的话"})
    while (frame := await tab.receive_json_from(timeout=15))["type"] != "message":
        continue
    assert frame["message"]["text"] == "我自己的话"
    finished = False
    while not finished:
        frame = await tab.receive_json_from(timeout=15)
        finished = frame["type"] == "finished"
    await tab.disconnect()
    kept = await seam.cross(Message.objects.filter(user=owner, client_id=client_id).count)
    assert kept == 1
