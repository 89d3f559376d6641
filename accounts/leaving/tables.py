"""Every table with a path to a user, found by looking at the models: a new one is deleted too, without being named here."""

from __future__ import annotations

import graphlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import models
from django.db.models import ForeignKey, Q, QuerySet

from accounts.models import User

Model = type[models.Model]
HOLDING = (models.PROTECT, models.RESTRICT)
"""What a row may say to keep the one it points at from being deleted."""


@dataclass(frozen=True)
class Table:
    """A model, and the lookups by which its rows belong to a user."""

    model: Model
    owners: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.model._meta.label_lower

    @property
    def rows(self) -> QuerySet[Any]:
        return self.model._base_manager.all()

    def of(self, user_id: UUID) -> QuerySet[Any]:
        """The user's rows."""
        mine = Q()
        for owner in self.owners:
            mine |= Q(**{owner: user_id})
        return self.rows.filter(mine)


@cache
def owned() -> tuple[Table, ...]:
    """The tables that belong to users, each before those that its rows point at; the users themselves not among them."""
    found: dict[Model, tuple[str, ...]] = {}
    known: dict[Model, tuple[str, ...]] = {User: ("id",)}
    while known:
        found |= known
        known = {
            model: owners
            for model in apps.get_models(include_auto_created=True)
            if model not in found and (owners := _owners(model, found))
        }
    order: graphlib.TopologicalSorter[Model] = graphlib.TopologicalSorter(dict.fromkeys(found, ()))
    for model in found:
        for key in _keys(model):
            if (
                key.remote_field.model in found
                and key.remote_field.model is not model
                and not may_let_go(key)
            ):
                order.add(key.remote_field.model, model)
    return tuple(Table(model, found[model]) for model in order.static_order() if model is not User)


def holding() -> Iterator[tuple[Table, ForeignKey[Any, Any]]]:
    """The keys by which a user's row would keep another of theirs from being deleted, and that can let go."""
    for table in owned():
        for key in _keys(table.model):
            if key.null and key.remote_field.on_delete in HOLDING:
                yield table, key


def may_let_go(key: ForeignKey[Any, Any]) -> bool:
    """Whether a key can be emptied, or is by itself, when what it points at is deleted."""
    return key.null and key.remote_field.on_delete is not models.CASCADE


def _owners(model: Model, known: dict[Model, tuple[str, ...]]) -> tuple[str, ...]:
    """By which lookups a model's rows belong to users: those that name one, else those that go with something of theirs."""
    going = [key for key in _keys(model) if key.remote_field.on_delete is not models.SET_NULL]
    direct = tuple(key.attname for key in going if key.remote_field.model is User)
    through = (
        f"{key.name}__{owner}"
        for key in going
        if key.remote_field.model in known
        for owner in known[key.remote_field.model]
    )
    return direct or tuple(through)


def _keys(model: Model) -> list[ForeignKey[Any, Any]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
