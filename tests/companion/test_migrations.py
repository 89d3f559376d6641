"""Squashed migrations come to exactly what those they replace come to: a new installation and an old one hold the same tables."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState

OURS = [app.label for app in apps.get_app_configs() if "site-packages" not in app.path]


def _told(state: ModelState) -> dict[str, Any]:
    """A model as its migrations leave it; the order in which fields were added is nobody's business."""
    listed = ("indexes", "constraints")
    return {
        "fields": {name: state.fields[name].deconstruct()[1:] for name in sorted(state.fields)},
        "options": {
            key: state.options[key]
            for key in sorted(state.options)
            if key not in listed and state.options[key]
        },
        **{key: sorted(repr(one.deconstruct()) for one in state.options.get(key, [])) for key in listed},
        "bases": state.bases,
    }


def _models(*, replace: bool) -> dict[str, Any]:
    loader = MigrationLoader(None, replace_migrations=replace)
    nodes = [node for node in loader.graph.leaf_nodes() if node[0] in OURS]
    state = loader.project_state(nodes)
    return {".".join(name): _told(model) for name, model in state.models.items() if name[0] in OURS}


def test_squashed_migrations_come_to_the_same() -> None:
    short, long = _models(replace=True), _models(replace=False)
    assert short.keys() == long.keys()
    for name, told in long.items():
        assert {key: repr(value) for key, value in short[name].items()} == {
            key: repr(value) for key, value in told.items()
        }, name


@pytest.mark.parametrize("app", OURS)
def test_what_replaces_replaces_all_that_was_before(app: str) -> None:
    """One that left a migration out would run it again on a new database, on tables that have it already."""
    disk = MigrationLoader(None, replace_migrations=False).disk_migrations
    mine = {name: one for (label, name), one in disk.items() if label == app}
    for squashed in (one for one in mine.values() if one.replaces):
        last = squashed.name.rpartition("squashed_")[2]
        assert last in mine
        assert sorted(squashed.replaces) == sorted(
            (app, name) for name, one in mine.items() if not one.replaces and name <= last
        )
