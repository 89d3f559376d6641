"""Nothing is left: every table that has a path to a person is filled by living, and empty after the deletion."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.apps import apps
from django.conf import settings as configured
from django.db import models
from django.db.models import ForeignKey, Q

from accounts import vault
from accounts.leaving import asking, auditing, erasing, receipts
from accounts.models import Deletion, User
from accounts.sealing import VaultError
from companion.hub import buffer_key
from companion.models import ModelConnection
from memory.models import Memory
from persona.making import sharing
from persona.models import Persona
from tests.companion.leaving.life import NOW, live
from tests.companion.test_canary import every_cell
from transcript.models import Message

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet_pages")]
HOPS = 3
NAMES = {"user", "user_id", "owner", "owner_id"}


def paths(model: type[models.Model], hops: int = HOPS) -> Iterator[str]:
    """Every way from a model to a user, by keys of any kind; and columns that hold a user's id without a key."""
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey):
            other = field.remote_field.model
            if other is User:
                yield field.name
            elif hops > 1 and other is not model:
                yield from (f"{field.name}__{rest}" for rest in paths(other, hops - 1))
        elif isinstance(field, models.UUIDField) and field.name in NAMES:
            yield field.name


def holding(user: Any) -> dict[str, int]:
    """How many rows of each table have to do with the user."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        ways = Q()
        for way in paths(model):
            ways |= Q(**{way: user})
        if ways:
            found[model._meta.label] = model._base_manager.filter(ways).distinct().count()
    return found


def state_of(user: User) -> dict[str, list[Any]]:
    """Every row of another person's."""
    return {
        model._meta.label: sorted(model._base_manager.filter(user=user).values_list("pk", flat=True), key=str)
        for model in apps.get_models()
        if "user" in {field.name for field in model._meta.concrete_fields}
    }


def test_every_table_with_a_path_to_the_person_is_emptied() -> None:
    owner, other = live(), live("other@example.org")
    ModelConnection.objects.create(model="m", updated_at=NOW, updated_by=owner)
    before, key, address = state_of(other), owner.pk, owner.email
    filled = holding(key)
    assert len(filled) > 50
    assert {name for name, count in filled.items() if not count} == {
        "accounts.Deletion"
    }  # a new table: give it a row
    shared = sharing.share(owner, Persona.objects.own(owner)[0].id, NOW)

    deletion = asking.ask(owner, NOW + timedelta(days=3))
    erasing.carry_out(deletion.id, NOW + timedelta(days=3))

    left = holding(key)
    assert {name: count for name, count in left.items() if count} == {}
    assert set(left) == set(filled)
    assert state_of(other) == before
    assert auditing.audit(NOW + timedelta(days=4)).ok
    _nowhere_at_rest(key, address)
    assert ModelConnection.objects.get().updated_by is None
    shared.refresh_from_db()
    assert shared.current is not None
    assert (shared.owner_id, shared.retired_at) == (None, None)  # what everybody has goes its own way
    assert shared.current.told["name"] == "阿满"
    _counts_agree(deletion, filled)


def _nowhere_at_rest(key: Any, address: str) -> None:
    """Neither the id, in any form, nor the address is anywhere in the database."""
    for place, blob in every_cell():
        for form in (str(key).encode(), key.hex.encode(), key.bytes, address.encode()):
            assert form not in blob, place


def _counts_agree(deletion: Deletion, filled: dict[str, int]) -> None:
    """The receipt counts what was there: each table, and each row of the person's own once."""
    facts = receipts.facts(Deletion.objects.get(pk=deletion.pk))
    told = facts["rows_by_table"]
    remembered_by = {"companion.ModelConnection", "accounts.Deletion"}
    assert set(told) == {name.lower() for name in set(filled) - remembered_by} | {
        "accounts.user",
        "sessions.session",
    }
    for name in (
        "transcript.Message",
        "memory.Memory",
        "memory.Passage",
        "topics.Candidate",
        "persona.Picture",
    ):
        assert told[name.lower()] == filled[name], name


def test_from_the_answer_on_nothing_can_be_read() -> None:
    owner = live()
    line = Message.objects.filter(user=owner)[0]
    assert line.text
    asking.ask(owner, NOW)
    again = Message.objects.get(pk=line.pk)
    with pytest.raises(VaultError):
        again.text  # noqa: B018
    with pytest.raises(VaultError):
        vault.keyword_ids(owner.pk, ["小花"])
    with pytest.raises(VaultError):
        Memory.objects.filter(user=owner)[0].statement  # noqa: B018


def test_the_broker_holds_nothing_under_the_persons_id() -> None:
    owner = live()
    line = Message.objects.filter(user=owner).latest("created_at")
    with redis.from_url(configured.REDIS_URL) as client:
        mine = [f"companion:group:user.{owner.pk.hex}", f":1:allauth:rl:x:reauthenticate:user:{owner.pk}"]
        theirs = "companion:group:user.0123456789abcdef"
        for name in (*mine, theirs, buffer_key(line.id)):
            client.set(name, "x", ex=60)
        asking.ask(owner, NOW)
        assert not [name for name in (*mine, buffer_key(line.id)) if client.exists(name)]
        assert client.exists(theirs)
        client.delete(theirs)
