"""Connecting a language model: try it, see what it offers, save, disconnect."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, connection, transaction
from django.utils import translation

from accounts.models import User
from accounts.sealing import VaultError
from companion.connections.findings import LISTED_MAX, Finding, Outcome, judged
from companion.models import ModelConnection
from llm import client
from llm.errors import LLMError
from llm.provider import DEFAULTS, Message, Provider, Purpose
from llm.streaming import ThinkingFilter

TRY_SECONDS = 30.0
"""A server on this machine may have to load the model first."""
ASKED: Message = {
    "role": "user",
    "content": "你好！请用一句话打个招呼。 Hello! Please say hi in one sentence.",
}


@dataclass(frozen=True)
class Wanted:
    """A connection as the form describes it. `key` None keeps the saved one, "" removes it."""

    purpose: str
    name: str
    base_url: str
    model: str
    key: str | None


class Saving(StrEnum):
    SAVED = "saved"
    UNCHANGED = "unchanged"
    STALE = "stale"


def try_out(provider: Provider) -> Finding:
    """Have it say one sentence, as a chat would."""
    _let_go()
    usual = DEFAULTS[Purpose.CHAT]
    asked = replace(provider, purposes={Purpose.CHAT: replace(usual, timeout_s=TRY_SECONDS, max_tokens=300)})
    began = time.monotonic()
    try:
        answer = client.complete(asked, Purpose.CHAT, [ASKED], None)
    except LLMError as error:
        spent = time.monotonic() - began
        outcome = judged(error, spent < 0.9 * TRY_SECONDS, provider.model, _offered(provider))
        return Finding(outcome, round(1000 * spent), status=error.status)
    spent, thinking = time.monotonic() - began, ThinkingFilter()
    said = thinking.feed(answer.text) + thinking.close()
    return Finding(Outcome.ANSWERED if said.strip() else Outcome.EMPTY, round(1000 * spent))


def look_up(provider: Provider) -> Finding:
    """The models an endpoint offers."""
    _let_go()
    began = time.monotonic()
    offered = _offered(provider)
    spent = round(1000 * (time.monotonic() - began))
    if isinstance(offered, LLMError):
        return Finding(judged(offered, True, "", offered), spent, status=offered.status)
    names = tuple(sorted(offered)[:LISTED_MAX])
    return Finding(Outcome.LISTED if names else Outcome.BARE, spent, names)


def _offered(provider: Provider) -> list[str] | LLMError:
    try:
        return client.list_models(provider.base_url, provider.api_key, timeout_s=5.0)
    except LLMError as error:
        return error


def _let_go() -> None:
    """Half a minute's answer must not keep a connection of the pool."""
    if not connection.in_atomic_block:
        connection.close()


def opened(read: Callable[[], Provider], then: Callable[[Provider], Finding]) -> Finding:
    """Do something with a connection whose key may not open."""
    try:
        provider = read()
    except VaultError:
        return Finding(Outcome.SEALED)
    return then(provider)


def saved(purpose: str) -> ModelConnection | None:
    return ModelConnection.objects.filter(purpose=purpose).first()


def save(wanted: Wanted, version: int, operator: User, now: datetime) -> Saving:
    """Make the row as wanted. `version` is the one the form showed, 0 for none: when another was faster, nothing is written
    and the caller says so. Sending the same form twice is as good as once."""
    with transaction.atomic():
        row = ModelConnection.objects.select_for_update().filter(purpose=wanted.purpose).first()
        changed = _differences(row, wanted)
        if not changed:
            return Saving.UNCHANGED
        if version != (row.version if row else 0):
            return Saving.STALE
        flag = CHANGE if row else ADDITION
        row = row or ModelConnection(purpose=wanted.purpose, version=0)
        if not _write(row, wanted, operator, now):
            return Saving.STALE
        _note(row, operator, now, flag, changed)
    return Saving.SAVED


def _write(row: ModelConnection, wanted: Wanted, operator: User, now: datetime) -> bool:
    """Write the row; False when two operators made the first one at the same moment, and the other was faster."""
    row.name, row.base_url, row.model = wanted.name, wanted.base_url, wanted.model
    if wanted.key is not None:
        row.seal_key(wanted.key)
    row.version += 1
    row.updated_at, row.updated_by = now, operator
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        return False
    return True


def _differences(row: ModelConnection | None, wanted: Wanted) -> list[str]:
    """The fields that would change."""
    old = row or ModelConnection()
    changed = [name for name in ("base_url", "model", "name") if getattr(old, name) != getattr(wanted, name)]
    return [*changed, "sealed_key"] if wanted.key is not None and _open(old) != wanted.key else changed


def _open(row: ModelConnection) -> str | None:
    try:
        return row.open_key()
    except VaultError:
        return None  # whatever it was, the new key isn't the same


def disconnect(purpose: str, version: int, operator: User, now: datetime) -> Saving:
    """Forget a connection and its key. With the one for everything go those that only name another model at its address:
    at the next address nobody knows them."""
    with transaction.atomic():
        rows = ModelConnection.objects.select_for_update()
        row = rows.filter(purpose=purpose).first()
        if row is None:
            return Saving.UNCHANGED
        if row.version != version:
            return Saving.STALE
        gone = [row, *(rows.filter(base_url="").exclude(purpose="") if not purpose else ())]
        for each in gone:
            _note(each, operator, now, DELETION, [])
            each.delete()
    return Saving.SAVED


def _note(row: ModelConnection, operator: User, now: datetime, flag: int, changed: list[str]) -> None:
    """An entry of the operators' log: who changed which fields, never what a key was."""
    said: dict[int, Any] = {ADDITION: [{"added": {}}], DELETION: [{"deleted": {}}]}
    with translation.override(None):  # each reader sees the fields in their own language
        names = [str(ModelConnection._meta.get_field(name).verbose_name) for name in changed]  # type: ignore[union-attr]
    LogEntry.objects.create(
        action_time=now,
        user=operator,
        # not from the process's memory: in a database that was restored meanwhile it has another number
        content_type=ContentType.objects.get(app_label="companion", model="modelconnection"),
        object_id=str(row.pk),
        object_repr=str(row)[:200],
        action_flag=flag,
        change_message=json.dumps(said.get(flag, [{"changed": {"fields": names}}])),
    )
