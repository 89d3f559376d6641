"""Looking for words everywhere a user's words could be: every field of every table, opened where it is sealed; the keyword
indexes; the vectors; the broker and the cache; what a model would be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.core.cache import cache
from django.db import models
from pgvector.django import HalfVectorField
from redis.exceptions import RedisError

from accounts import sealing, vault
from accounts.fields import SealedText
from accounts.models import User
from companion import providers, turn
from companion.hearing import language_of
from llm.errors import LLMError
from memory.keywords import normalise
from memory.keywords import words as terms
from transcript.models import Conversation, Message, Role

NEAR = 0.97
"""Cosine from which a stored vector is taken for the words' own: paraphrases lie at 0.90."""
OWN_WORDS = "the user's own words in the transcript, withheld from every prompt and search of memory"
UNDO = "sealed in the bin until its undo window ends"
ON_PURPOSE = {
    ("transcript.message", "text"): OWN_WORDS,
    ("transcript.message", "keywords"): "the user's own search of their transcript",
    ("memory.withheld", "quote"): "names what is to be left out of the transcript's words",
    ("memory.bin", "content"): UNDO,
}
QUESTIONS = ("你还记得我说过什么吗？", "你都知道我什么？", "What do you know about me?", "你好")


@dataclass(frozen=True)
class Place:
    """Where was looked, in how many values, how many held the words; and why that is meant to be so, "" where it is not."""

    where: str
    looked: int
    found: int
    why: str = ""


def look(user: User, words: str, now: datetime) -> list[Place]:
    """Every place, for one user."""
    return [*_tables(user, words), *_prompts(user, words, now), *_broker(words)]


def _tables(user: User, words: str) -> Iterator[Place]:
    wanted = normalise(words)
    ids = _ids(user, words)
    near = _vector(user, words)
    for model in apps.get_models():
        rows = list(_rows(model, user))
        for field in model._meta.concrete_fields:
            found = sum(_holds(row, field, (wanted, ids, near)) for row in rows)
            key = (model._meta.label_lower, field.attname)
            if rows or found:
                yield Place(".".join(key), len(rows), found, ON_PURPOSE.get(key, "") if found else "")


def _rows(model: type[models.Model], user: User) -> Sequence[models.Model]:
    """The user's rows of a table; all rows of one that belongs to nobody (sessions, the admin's log)."""
    names = {field.name for field in model._meta.concrete_fields}
    manager = model._default_manager
    if model is User:
        return list(manager.filter(pk=user.pk))
    return list(manager.filter(user=user) if "user" in names else manager.all()[:50_000])


def _ids(user: User, words: str) -> set[int]:
    """The ids of the words' longer index terms, which a row that was made of them holds all."""
    longer = {term for term in terms(words) if len(term) > 1 and not term.startswith("~")}
    return set(vault.keyword_ids(user.id, sorted(longer)))


def _vector(user: User, words: str) -> np.ndarray | None:
    try:
        made, _recipe = providers.embed([words], "passage")
    except LLMError:
        return None
    return vault.turn(user.id, np.asarray(made)[0])


Wanted = tuple[str, set[int], np.ndarray | None]


def _holds(row: models.Model, field: models.Field[Any, Any], wanted: Wanted) -> bool:
    text, ids, near = wanted
    if isinstance(field, SealedText):
        try:
            value = getattr(row, field.attname)
        except sealing.VaultError:
            return False
        return bool(value) and text in normalise(str(value))
    value = field.value_from_object(row)
    if isinstance(field, HalfVectorField):
        return near is not None and value is not None and _near(near, value)
    if isinstance(field, ArrayField) and ids and value and isinstance(value[0], int):
        return ids <= set(value)
    return value is not None and text in normalise(str(value))


def _near(near: np.ndarray, value: Any) -> bool:
    other = np.asarray(value.to_list() if hasattr(value, "to_list") else value, dtype=np.float32)
    return len(other) == len(near) and float(other @ near) / float(np.linalg.norm(other) or 1.0) > NEAR


def _prompts(user: User, words: str, now: datetime) -> Iterator[Place]:
    """What a model would be told in answer to questions that don't hold the words."""
    wanted, found, looked = normalise(words), 0, 0
    for conversation in Conversation.objects.for_user(user).filter(deleted_at=None):
        for question in QUESTIONS:
            message = Message(
                user=user,
                conversation=conversation,
                role=Role.USER,
                text=question,
                lang=language_of(question, user.language),
                created_at=now,
            )
            ready = turn.prepare(turn.hear_message(user, message, now), now)
            looked += 1
            told = " ".join([ready.prompt.text, *(hit.statement for hit in ready.recalled.all)])
            found += wanted in normalise(told)
    yield Place("prompts and recall", looked, found)


def _broker(words: str) -> Iterator[Place]:
    """Everything in the broker and the cache, as it lies there."""
    forms = [words.encode(), words.encode("unicode_escape"), words.encode("utf-16-le")]
    looked = found = 0
    try:
        client = cache._cache.get_client()  # type: ignore[attr-defined]
        for key in client.scan_iter(count=500):
            blob = bytes(key) + (client.dump(key) or b"")
            looked += 1
            found += any(form in blob for form in forms)
    except (RedisError, OSError, AttributeError):
        yield Place("broker and cache (away)", 0, 0)
        return
    yield Place("broker and cache", looked, found)
