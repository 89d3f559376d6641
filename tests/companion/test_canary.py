"""A sentence goes everywhere a sentence can go; what lies at rest holds neither it, nor its words, nor its vector."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import redis
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User, grant
from companion import conversations, generation, hearing, learning, providers, schedule, seam, turn
from companion.broadcast import group_of
from companion.hub import Piece, buffer_sealer, hub
from companion.shelf.naming import title_of
from companion.waking import learn_soon
from memory import curating, forgetting
from memory.models import Bin, Memory
from tests.model_server import ModelServer
from transcript.models import Conversation, Message, Role, Status, Summary

pytestmark = pytest.mark.django_db(transaction=True)

SAID = {
    "zh-hans": ("我的猫叫锦鲤糍粑", "别再提榴莲蒸饺了", "锦鲤糍粑今天打翻了琥珀花瓶，我有点沮丧", "锦鲤糍粑听起来很调皮。"),
    "en": (
        "My cat is called Quibblewick",
        "please don't bring up zanzibarite",
        "Quibblewick knocked over the ochrewort vase and I feel mizzled",
        "Quibblewick sounds mischievous.",
    ),
}  # fmt: skip
WORDS = (
    "锦鲤", "糍粑", "锦鲤糍粑", "榴莲", "蒸饺", "打翻", "琥珀", "花瓶", "沮丧", "调皮", "我的猫", "你的猫",
    "Quibblewick", "zanzibarite", "ochrewort", "mizzled", "mischievous", "my cat", "your cat", "knocked over",
)  # fmt: skip


def forms(word: str) -> Iterator[bytes]:
    """Every spelling in which a careless layer could have written it down."""
    for cased in {word, word.lower(), word.upper()}:
        for encoding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "gb18030"):
            yield cased.encode(encoding)
        yield cased.encode("unicode_escape")
        yield cased.encode("utf-8").hex().encode()


SHORTEST = 6
"""Bytes: two characters in two bytes each are met by chance in megabytes of cipher text and vectors."""
FORMS = sorted({form for word in WORDS for form in forms(word) if len(form) >= SHORTEST})
FOUND = re.compile(b"|".join(re.escape(form) for form in FORMS))


def leaks(blob: bytes) -> list[str]:
    return [f"{hit.group()!r}" for hit in FOUND.finditer(blob)]


def test_the_net_catches_what_it_should() -> None:
    for word in ("锦鲤糍粑", "Quibblewick"):
        for encoding in ("utf-8", "utf-16-le"):
            assert leaks(b"\x00x" + f"xx{word}xx".encode(encoding) + b"\xff")
    assert leaks(rb'{"text": "\u9526\u9ca4"}')
    assert not leaks("今天天气不错 the weather is fine".encode())


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything any logger says, at its most talkative."""
    out = io.StringIO()
    handler, root = logging.StreamHandler(out), logging.getLogger()
    before = root.level
    loud = [name for name in logging.root.manager.loggerDict if not name.startswith("tests")]
    levels = {name: logging.getLogger(name).level for name in loud}
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    for name in loud:
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield out
    root.removeHandler(handler)
    root.setLevel(before)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


async def answered(chat: Conversation) -> Message:
    def newest() -> Message | None:
        return Message.objects.filter(conversation=chat, role=Role.COMPANION).order_by("-created_at").first()

    await generation.answer(chat.id)
    # To the end of what it began: a thread that outlives its loop would take the next line's place and speak to nobody.
    while begun := [task for task in seam.running if "_generate" in repr(task.get_coro())]:
        await asyncio.wait(begun)
    reply = await seam.cross(newest)
    assert reply is not None
    assert reply.parent_id
    assert reply.status != Status.GENERATING
    return reply


def world(server: ModelServer, language: str) -> tuple[User, list[Any]]:
    """Everything that can happen to a sentence; the user, and what must stay readable for them."""
    name, boundary, story, spoken = SAID[language]
    user = User.objects.create_user(f"{language}@example.org", language=language, time_zone="Asia/Shanghai")
    grant(user, "model", timezone.now(), "Scripted")
    chat = conversations.start(user, timezone.now())
    server.script({"match": name[-6:], "reply": spoken}, {"match": "", "where": "last", "reply": spoken})
    for text in (name, boundary, story):
        hearing.receive(user, chat, uuid.uuid4(), hearing.clean(text), timezone.now())
        reply = asyncio.run(answered(chat))
        assert reply.status == Status.COMPLETE, reply.status
    server.reset()
    later = timezone.now() + timedelta(minutes=5)
    learning.learn(chat.id, later)
    schedule.embed_waiting(later)
    pet = next(row for row in Memory.objects.for_user(user) if row.value in name)
    hit = turn.prepare(
        turn.hear_message(
            user, Message.objects.filter(user=user, role=Role.USER).latest("created_at"), later
        ),
        later,
    )
    assert pet.value in hit.prompt.text
    edited = curating.edit(user, pet.id, curating.Edit(f"{pet.statement} · {boundary[-4:]}"), later)
    schedule.embed_waiting(later)
    schedule.rank_candidates(later)
    for at in (later, later + timedelta(hours=12)):
        schedule.work_out_waiting(at)
        schedule.title_waiting(at)
    assert pet.value in remembered(chat)
    return user, [chat, edited, pet]


def remembered(chat: Conversation) -> str:
    """What is kept of a talk beside its lines: summaries, topic, goal, title."""
    chat.refresh_from_db()
    texts = [row.text for row in Summary.objects.filter(conversation=chat)]
    return "\n".join([*texts, chat.topic or "", chat.goal or "", title_of(chat)])


def flow_outside(user: User, chat: Conversation, text: str) -> None:
    """A running reply, the layers' messages, the cache, and a task that no worker takes."""
    hearing.receive(user, chat, uuid.uuid4(), hearing.clean(text), timezone.now())

    async def run() -> None:
        message = uuid.uuid4()
        sealer = await seam.cross(buffer_sealer, user.id, message)
        await hub.publish(Piece(chat.id, message, 0, text), sealer)
        assert await hub.buffered(message, sealer) == text
        layer = get_channel_layer()
        await layer.group_add(group_of(chat.id), "specific.canary!one")
        await layer.group_send(group_of(chat.id), {"type": "durable"})
        await layer.send("specific.canary!one", {"type": "canary", "text": text})

    asyncio.run(run())
    cache.get_or_set("canary-neighbour", 1)
    with transaction.atomic():
        learn_soon(chat.id)


def every_cell() -> Iterator[tuple[str, bytes]]:
    """(place, content) of every table of every schema, as stored: COPY in text, and the raw bytes of binary columns."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_schema, table_name FROM information_schema.tables"
            " WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')"
        )
        tables = cursor.fetchall()
        assert len(tables) > 15
        for schema, table in tables:
            for form in ("text", "binary"):
                blob = bytearray()
                with cursor.copy(f'COPY "{schema}"."{table}" TO STDOUT (FORMAT {form})') as copy:
                    for part in copy:
                        blob += bytes(part)
                yield f"{table} ({form})", bytes(blob)
            cursor.execute(f'SELECT t::text FROM "{schema}"."{table}" t')
            for (row,) in cursor.fetchall():
                yield table, row.encode()
                for hexed in re.findall(r"\\\\?x([0-9a-f]{8,})", row):
                    yield f"{table} (bytes)", bytes.fromhex(hexed[: len(hexed) // 2 * 2])


def every_key() -> Iterator[tuple[str, bytes]]:
    """(key, content) of everything in Valkey, by type, and its files."""
    client: Any = redis.from_url(settings.REDIS_URL)
    reads: dict[bytes, Any] = {
        b"string": lambda key: [client.get(key)],
        b"list": lambda key: client.lrange(key, 0, -1),
        b"set": lambda key: client.smembers(key),
        b"zset": lambda key: [part for part, _score in client.zrange(key, 0, -1, withscores=True)],
        b"hash": lambda key: [part for pair in client.hgetall(key).items() for part in pair],
    }
    count = 0
    for key in client.scan_iter():
        yield "key", key
        for value in reads[client.type(key)](key):
            count += 1
            yield key.decode(errors="replace"), value or b""
    assert count > 3
    folder = Path(client.config_get("dir")["dir"])
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(
        b"canary-neighbour" in path.read_bytes() for path in files
    )  # the files do hold what was written
    for path in files:
        yield path.name, path.read_bytes()
    client.close()


def test_nothing_at_rest_holds_the_canary(logged: io.StringIO, settings: Any) -> None:
    with ModelServer() as server:
        settings.LLM_BASE_URL, settings.LLM_API_KEY, settings.LLM_MODEL = server.url, "k", "scripted"
        settings.LLM_PROVIDER_NAME = "Scripted"
        for language in SAID:
            user, (chat, edited, pet) = world(server, language)
            flow_outside(user, chat, SAID[language][2])
            receipt = forgetting.forget(user, [pet.id], timezone.now())
            assert Bin.objects.filter(id__in=receipt.bins).exists()
            assert pet.value not in remembered(chat)
            schedule.work_out_waiting(timezone.now() + timedelta(hours=13))
            assert pet.value not in remembered(chat)
            edited.refresh_from_db()
            assert SAID[language][1][-4:] in edited.statement  # its user still reads it
    client: Any = redis.from_url(settings.REDIS_URL)
    assert client.llen("learning") >= 2  # tasks wait in the broker
    client.close()
    checked = 0
    for place, blob in (*every_cell(), *every_key(), ("log", logged.getvalue().encode())):
        assert not leaks(blob), (place, leaks(blob)[:3])
        checked += 1
    assert checked > 100
    assert "SELECT" in logged.getvalue() or len(logged.getvalue()) > 1_000


def test_no_stored_vector_is_the_embedders_own(settings: Any) -> None:
    with ModelServer() as server:
        settings.LLM_BASE_URL, settings.LLM_API_KEY, settings.LLM_MODEL = server.url, "k", "scripted"
        settings.LLM_PROVIDER_NAME = "Scripted"
        for language in SAID:
            world(server, language)
    texts = [row.statement for row in Memory.objects.all()] + [
        text for lines in SAID.values() for text in lines
    ]
    plain = np.concatenate([providers.embed(texts, role)[0] for role in ("passage", "query")])
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE udt_name IN ('halfvec', 'vector')"
        )
        columns = cursor.fetchall()
        stored = []
        for table, column in columns:
            cursor.execute(f'SELECT "{column}"::text FROM "{table}" WHERE "{column}" IS NOT NULL')
            stored += [
                np.array([float(n) for n in text.strip("[]").split(",")]) for (text,) in cursor.fetchall()
            ]
    assert ("memory_memory", "vector") in columns
    assert len(stored) >= 4
    turned = np.stack([vector / np.linalg.norm(vector) for vector in stored])
    unit = plain / np.linalg.norm(plain, axis=1, keepdims=True)
    assert np.abs(turned @ unit.T).max() < 0.5
    assert (unit @ unit.T).min() > 0.5  # untransformed, any two of them would lie closer than that
