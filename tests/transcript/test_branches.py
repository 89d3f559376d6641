"""Which lines are shown, and the versions of each."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript.branches import Node, live_ids, versions

START = datetime(2026, 7, 1, 12, tzinfo=UTC)


def tree(*lines: tuple[str, str | None], roles: str = "") -> dict[str, Node]:
    """Nodes by name, in order; the name's first letter is the role: u(ser) or c(ompanion)."""
    made: dict[str, Node] = {}
    for number, (name, parent) in enumerate(lines):
        role = "user" if name.startswith("u") else "companion"
        above = made[parent].id if parent else None
        made[name] = Node(uuid.uuid4(), above, role, START + timedelta(minutes=number))
    return made


def shown(nodes: dict[str, Node]) -> list[str]:
    live = live_ids(list(nodes.values()))
    return [name for name, node in nodes.items() if node.id in live]


LINE = (("c0", None), ("u1", "c0"), ("c1", "u1"), ("u2", "c1"), ("c2", "u2"))


def test_a_line_of_talk_is_all_shown() -> None:
    assert shown(tree(*LINE)) == ["c0", "u1", "c1", "u2", "c2"]


def test_an_edit_hides_what_followed_the_old_line() -> None:
    nodes = tree(*LINE, ("u1b", "c0"))
    nodes["u1"] = replace(nodes["u1"], chosen=False)
    assert shown(nodes) == ["c0", "u1b"]
    found = versions(list(nodes.values()), {nodes["u1b"].id, nodes["c0"].id})
    assert set(found) == {nodes["u1b"].id}
    stands = found[nodes["u1b"].id]
    assert (stands.index, stands.count, stands.older, stands.newer) == (2, 2, nodes["u1"].id, None)
    assert stands.elsewhere == 3


def test_going_back_finds_the_branch_as_it_was_left() -> None:
    nodes = tree(*LINE, ("u1b", "c0"), ("c1b", "u1"), ("u3", "c1b"))
    nodes["u1b"] = replace(nodes["u1b"], chosen=False)
    nodes["c1"] = replace(nodes["c1"], chosen=False)
    assert shown(nodes) == ["c0", "u1", "c1b", "u3"]


def test_a_deleted_line_is_passed_through() -> None:
    nodes = tree(*LINE)
    for name in ("u1", "c1"):
        nodes[name] = replace(nodes[name], deleted=True)
    assert shown(nodes) == ["c0", "u2", "c2"]


def test_a_reply_that_came_to_nothing_is_no_version() -> None:
    nodes = tree(*LINE, ("c2b", "u2"))
    nodes["c2"] = replace(nodes["c2"], chosen=False, failed=True)
    assert versions(list(nodes.values()), {nodes["c2b"].id}) == {}
    nodes["c2"] = replace(nodes["c2"], failed=False)
    assert versions(list(nodes.values()), {nodes["c2b"].id})[nodes["c2b"].id].count == 2


def test_a_deleted_version_is_not_counted() -> None:
    nodes = tree(*LINE, ("c2b", "u2"), ("c2c", "u2"))
    nodes["c2"] = replace(nodes["c2"], chosen=False)
    nodes["c2b"] = replace(nodes["c2b"], chosen=False, deleted=True)
    stands = versions(list(nodes.values()), {nodes["c2c"].id})[nodes["c2c"].id]
    assert (stands.index, stands.count, stands.older) == (2, 2, nodes["c2"].id)


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans(), st.booleans()), max_size=30))
def test_whatever_the_tree_a_shown_line_stands_on_shown_choices(
    steps: list[tuple[int, bool, bool]],
) -> None:
    nodes: list[Node] = []
    for number, (above, chosen, deleted) in enumerate(steps):
        parent = nodes[above % len(nodes)].id if nodes else None
        role = "user" if number % 2 else "companion"
        at = START + timedelta(seconds=number)
        nodes.append(Node(uuid.uuid4(), parent, role, at, chosen, deleted))
    by_id = {node.id: node for node in nodes}
    live = live_ids(nodes)
    for node in nodes:
        walk, stands = node, True
        while walk is not None:
            stands = stands and walk.chosen
            walk = by_id.get(walk.parent) if walk.parent else None  # type: ignore[assignment]
        assert (node.id in live) == (stands and not node.deleted)


@pytest.mark.parametrize("missing", [None, uuid.UUID(int=7)])
def test_a_parent_that_is_gone_leaves_a_root(missing: uuid.UUID | None) -> None:
    node = Node(uuid.uuid4(), missing, "user", START)
    assert live_ids([node]) == {node.id}
