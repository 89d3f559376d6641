"""Which lines of a conversation are shown: nothing is overwritten, an edit or another reply stands beside the old one.

The lines are a tree by `parent`. Among those with the same parent and role one is chosen; a line is live when it and
everything above it is chosen and it is not deleted. A deleted line is passed through: what follows it stays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from transcript.models import Conversation, Message, Status


@dataclass(frozen=True)
class Node:
    """A line's place in the tree, without its text."""

    id: UUID
    parent: UUID | None
    role: str
    at: datetime
    chosen: bool = True
    deleted: bool = False
    failed: bool = False
    """A reply that came to nothing: no version to go back to."""

    @property
    def group(self) -> tuple[UUID | None, str]:
        return self.parent, self.role


@dataclass(frozen=True)
class Versions:
    """A line among its versions, oldest first. `index` counts from 1; `elsewhere` is how many later lines stand below
    the versions that are not shown."""

    index: int = 1
    count: int = 1
    older: UUID | None = None
    newer: UUID | None = None
    elsewhere: int = 0


@dataclass(frozen=True)
class Moved:
    """Lines that left the shown path, and lines that came onto it."""

    left: tuple[UUID, ...] = ()
    came: tuple[UUID, ...] = ()


ALONE = Versions()


def live_ids(nodes: Sequence[Node]) -> set[UUID]:
    """The lines that are shown."""
    children = _children(nodes)
    live: set[UUID] = set()
    waiting = list(children[None])
    while waiting:
        node = waiting.pop()
        if not node.chosen:
            continue
        if not node.deleted:
            live.add(node.id)
        waiting += children[node.id]
    return live


def versions(nodes: Sequence[Node], wanted: Collection[UUID]) -> dict[UUID, Versions]:
    """The versions of each wanted line that has more than one; the others are ALONE."""
    groups: dict[tuple[UUID | None, str], list[Node]] = defaultdict(list)
    for node in nodes:
        if not node.deleted and (node.chosen or not node.failed):
            groups[node.group].append(node)
    children = _children(nodes)
    found: dict[UUID, Versions] = {}
    for group in groups.values():
        if len(group) < 2:
            continue
        group.sort(key=lambda node: (node.at, str(node.id)))
        for place, node in enumerate(group):
            if node.id in wanted:
                found[node.id] = Versions(
                    index=place + 1,
                    count=len(group),
                    older=group[place - 1].id if place else None,
                    newer=group[place + 1].id if place + 1 < len(group) else None,
                    elsewhere=sum(_below(other, children) for other in group if other is not node),
                )
    return found


def _children(nodes: Iterable[Node]) -> Mapping[UUID | None, list[Node]]:
    known = {node.id for node in nodes}
    children: dict[UUID | None, list[Node]] = defaultdict(list)
    for node in nodes:
        children[node.parent if node.parent in known else None].append(node)
    return children


def _below(node: Node, children: Mapping[UUID | None, list[Node]]) -> int:
    """Lines that follow a version, on any of its branches."""
    count, waiting = 0, list(children[node.id])
    while waiting:
        below = waiting.pop()
        count += not below.deleted and not below.failed
        waiting += children[below.id]
    return count


def nodes_of(conversation: UUID) -> list[Node]:
    """Every line of a conversation, on whatever branch."""
    rows = Message.objects.filter(conversation=conversation).values_list(
        "id", "parent_id", "role", "created_at", "chosen", "deleted_at", "status"
    )
    return [
        Node(key, parent, role, at, chosen, deleted is not None, status == Status.FAILED)
        for key, parent, role, at, chosen, deleted, status in rows
    ]


def versions_of(conversation: UUID, messages: Iterable[Message]) -> dict[UUID, Versions]:
    """The versions of these lines, of one conversation, that have any. The tree is read only where something was ever
    said twice."""
    wanted = {message.id for message in messages}
    if not Message.objects.filter(conversation=conversation, chosen=False).exists():
        return {}
    return versions(nodes_of(conversation), wanted)


def choose(conversation: Conversation, message: Message) -> None:
    """Make a line the shown one of its versions. Call with the conversation's row locked, and `settle` afterwards."""
    group = Message.objects.filter(conversation=conversation, parent_id=message.parent_id, role=message.role)
    group.filter(chosen=True).exclude(id=message.id).update(chosen=False)
    if not message.chosen:
        message.chosen = True
        message.save(update_fields=["chosen"])


def settle(conversation: Conversation) -> Moved:
    """Bring `live` in line with what is chosen and deleted. Call with the conversation's row locked."""
    nodes = nodes_of(conversation.id)
    wanted = live_ids(nodes)
    rows = Message.objects.filter(conversation=conversation)
    stood = set(rows.filter(live=True).values_list("id", flat=True))
    left = tuple(node.id for node in nodes if node.id in stood - wanted)
    came = tuple(node.id for node in nodes if node.id in wanted - stood)
    rows.filter(id__in=left).update(live=False)
    rows.filter(id__in=came).update(live=True)
    return Moved(left, came)
