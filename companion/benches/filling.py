"""Filling a table with very many rows: real vectors of real sentences, jittered, turned and keyed by each user's own key, as
the product stores them, poured in by COPY.

`pour` takes any table; what its rows look like is its own maker's matter (`memories` for memory).
"""

from __future__ import annotations

import contextlib
import itertools
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

import numpy as np
from django.contrib.postgres.indexes import GinIndex
from django.db import connection, models, transaction
from pgvector import HalfVector
from pgvector.psycopg.halfvec import register_halfvec_info
from psycopg.types import TypeInfo

from accounts import vault
from accounts.models import User
from companion import providers
from companion.benches import shaping
from memory import marks
from memory.keywords import words
from memory.models import Memory, Passage
from transcript.models import Conversation, Message, Role, Status

JITTER = 0.01
"""Standard deviation of what is added to each number of a vector: two rows of one sentence have a cosine near 0.96."""
AT_ONCE = 1_000
"""Rows of one COPY. They are made before it begins: what makes them may ask the database, which can't answer inside one."""
KEYED_ASIDE = 20_000
"""Rows from which on it is quicker to build the keyword index anew than to add to it."""


@dataclass(frozen=True)
class Bank:
    """Sentences with their vectors, made once for all users."""

    texts: tuple[str, ...]
    vectors: np.ndarray
    recipe: str

    @classmethod
    def of(cls, texts: Iterable[str]) -> Bank:
        held = tuple(texts)
        vectors, recipe = providers.embed(held, "passage")
        return cls(held, vectors, recipe)

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(words(text)) for text in self.texts)

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for bag in self.words for word in bag))

    def draw(self, user: User, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """The sentences of `count` rows, none twice while they last, and their vectors (count, d), jittered and turned."""
        random = np.random.default_rng(seed)
        rounds = -(-count // len(self.texts))
        places = np.concatenate([random.permutation(len(self.texts)) for _ in range(rounds)])[:count]
        moved = self.vectors[places] + random.normal(0, JITTER, (count, self.vectors.shape[1])).astype(
            np.float32
        )
        moved /= np.linalg.norm(moved, axis=1, keepdims=True)
        return places, vault.turn(user.id, moved)

    def keyed(self, user: User) -> list[list[int]]:
        """The keyword ids of every sentence, under this user's key."""
        ids = dict(zip(self.vocabulary, vault.keyword_ids(user.id, self.vocabulary), strict=True))
        return [[ids[word] for word in bag] for bag in self.words]


def memories(user: User, bank: Bank, count: int, now: datetime, seed: int) -> Iterator[dict[str, Any]]:
    """`count` memories of a user: kinds, states, dates and weights as varied as a long acquaintance leaves them."""
    keyed = bank.keyed(user)
    places, vectors = bank.draw(user, count, seed)
    for shape, place, vector in zip(shaping.shapes(count, now, seed), places, vectors, strict=True):
        text, row_id = bank.texts[place], uuid.uuid4()
        sealed = {
            name: vault.seal(user.id, f"memory.{name}.v1", row_id, said)
            for name, said in (("subject", shape["subject"]), ("value", text), ("statement", text))
        }
        yield {
            **shape,
            **sealed,
            "id": row_id,
            "user_id": user.id,
            "lang": "en" if text.isascii() else "zh",
            "slot": marks.slot(user.id, shape["kind"], shape["subject"], shape["attribute"]),
            "value_key": marks.value_key(user.id, text, 1),
            "vector": HalfVector(vector),
            "recipe": bank.recipe,
            "embedded_at": shape["recorded_at"],
            "keywords": keyed[place],
        }


SITTING, GAP, SITTINGS_OVER = 20, timedelta(seconds=25), timedelta(days=3 * 365)
"""Lines of one sitting, the time between two of them, and the time over which sittings are spread."""


@dataclass(frozen=True)
class Uttered:
    """A line as it is written into the tables: sealed text in the transcript, keyed words and a turned vector in its index."""

    id: uuid.UUID
    role: Role
    text: str
    at: datetime
    before: uuid.UUID | None
    keywords: Sequence[int]
    vector: np.ndarray


def utter(user: User, talk: Conversation, lines: Sequence[Uttered], recipe: str) -> int:
    """Write lines as messages of a conversation, indexed and learnt from, and as passages; their number."""
    pour(Message, (_message(user, talk, line) for line in lines))
    return pour(Passage, (_passage(user, talk, line, recipe) for line in lines))


def _message(user: User, talk: Conversation, line: Uttered) -> dict[str, Any]:
    return {
        "id": line.id,
        "user_id": user.id,
        "conversation_id": talk.id,
        "role": line.role,
        "text": vault.seal(user.id, "message.text.v1", line.id, line.text),
        "status": Status.COMPLETE,
        "parent_id": line.before,
        "created_at": line.at,
        "learnt_at": line.at,
        "indexed_at": line.at,
    }


def _passage(user: User, talk: Conversation, line: Uttered, recipe: str) -> dict[str, Any]:
    return {
        "id": uuid.uuid4(),
        "user_id": user.id,
        "message_id": line.id,
        "conversation_id": talk.id,
        "after_id": line.before,
        "role": line.role,
        "at": line.at,
        "keywords": line.keywords,
        "indexed_at": line.at,
        "vector": HalfVector(line.vector),
        "recipe": recipe,
        "embedded_at": line.at,
    }


def say(users: Iterable[User], bank: Bank, each: int, now: datetime) -> int:
    """Give every user so many lines of talk with their index, in one conversation each; the lines made."""
    made = 0
    for seed, user in enumerate(users):
        talk = Conversation.objects.create(
            user=user, persona_version=uuid.uuid4(), created_at=now - SITTINGS_OVER, last_message_at=now
        )
        made += utter(user, talk, _lines(user, bank, each, now, seed), bank.recipe)
    return made


def _lines(user: User, bank: Bank, count: int, now: datetime, seed: int) -> list[Uttered]:
    keyed, ids = bank.keyed(user), [uuid.uuid4() for _ in range(count)]
    places, vectors = bank.draw(user, count, seed)
    return [
        Uttered(
            ids[number],
            Role.COMPANION if number % 2 else Role.USER,
            bank.texts[place],
            at,
            ids[number - 1] if number else None,
            keyed[place],
            vector,
        )
        for number, (at, place, vector) in enumerate(zip(_said_at(count, now), places, vectors, strict=True))
    ]


def _said_at(count: int, now: datetime) -> list[datetime]:
    sittings = -(-count // SITTING)
    return [
        now - SITTINGS_OVER * (1 - number // SITTING / sittings) + GAP * (number % SITTING)
        for number in range(count)
    ]


def fill(users: Iterable[User], bank: Bank, each: int, now: datetime) -> int:
    """Give every user so many memories, a COPY and a transaction each; the rows made."""
    made = 0
    for seed, user in enumerate(users):
        made += pour(Memory, memories(user, bank, each, now, seed))
    return made


def pour(model: type[models.Model], rows: Iterable[Mapping[str, Any]]) -> int:
    """COPY rows into a model's table; a column that a row doesn't name takes the field's default. The number poured."""
    defaults = {
        str(field.column): field.get_default() for field in model._meta.concrete_fields if field.column
    }
    source, count = iter(rows), 0
    while part := [
        [row.get(name, default) for name, default in defaults.items()]
        for row in itertools.islice(source, AT_ONCE)
    ]:
        _copy(model, tuple(defaults), part)
        count += len(part)
    return count


def _copy(model: type[models.Model], columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    table = connection.ops.quote_name(model._meta.db_table)
    named = ", ".join(connection.ops.quote_name(column) for column in columns)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
        cursor.execute("SELECT attname, atttypid FROM pg_attribute WHERE attrelid = %s::regclass", [table])
        types = dict(cursor.fetchall())
        if found := TypeInfo.fetch(cursor.connection, "halfvec"):  # for this cursor alone: fields read text
            register_halfvec_info(cursor.cursor, found)
        with cursor.cursor.copy(f"COPY {table} ({named}) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types([types[column] for column in columns])
            for row in rows:
                copy.write_row(row)


@contextlib.contextmanager
def quick(model: type[models.Model], coming: int) -> Iterator[None]:
    """Around the pouring of so many rows: their keyword indexes are built once at the end, and the table's statistics
    brought up to date, as the database's own upkeep would."""
    aside = [index for index in model._meta.indexes if isinstance(index, GinIndex)]
    aside = aside if coming >= KEYED_ASIDE else []
    with connection.schema_editor() as editor:
        for index in aside:
            editor.remove_index(model, index)
    yield
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '512MB'")
    with connection.schema_editor() as editor:
        for index in aside:
            editor.add_index(model, index)
    with connection.cursor() as cursor:
        cursor.execute("RESET maintenance_work_mem")
        cursor.execute(f"VACUUM (ANALYZE) {connection.ops.quote_name(model._meta.db_table)}")
