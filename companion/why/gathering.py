"""What stands behind one reply, gathered from what was kept with it; rows as they are now, nothing that was deleted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from accounts.models import User
from companion.heard import FIXED
from memory.models import Evidence, HeldBack, Memory, MemoryUse
from memory.policy import Use
from memory.states import OPEN_STATUSES, Source
from memory.using.aside import REWORDED, aside_in
from memory.using.deciding import IN_FORCE
from memory.using.settling import by_words
from memory.wording import certainty, kind_name
from transcript.models import Message, Role, Status

REWORDINGS_MOST = 5
"""How many edits of an edit are followed to the words that stand today."""


@dataclass(frozen=True)
class Item:
    """A memory behind a reply. `row` is what the reply was shown, `today` what stands in its place while something does;
    `why` says why it was held back, "" where it was not."""

    row: Memory
    today: Memory | None
    proofs: tuple[Evidence, ...]
    why: str = ""
    aside: bool = False

    @property
    def kind_name(self) -> str:
        return kind_name(self.row.kind)

    @property
    def source(self) -> str:
        return _("你亲手写下的") if self.row.source == Source.SET else self.row.get_source_display()

    @property
    def reworded(self) -> str:
        """The words that stand today, where they are others."""
        return self.today.statement if self.today and self.today.id != self.row.id else ""

    @property
    def ended(self) -> str:
        """What became of it, where it does not stand any more."""
        return "" if self.today else certainty(self.row)

    @property
    def key(self) -> UUID:
        """The row that the buttons are about."""
        return self.today.id if self.today else self.row.id

    @property
    def never_raised(self) -> bool:
        return bool(self.today and self.today.use == Use.NEVER_RAISE)

    @property
    def may_be_hushed(self) -> bool:
        """Limits and style are never told anyway."""
        return bool(self.today and self.today.kind not in IN_FORCE)


@dataclass(frozen=True)
class Why:
    """A reply and what stands behind it."""

    reply: Message
    used: tuple[Item, ...]
    unused: tuple[Item, ...]
    held_back: tuple[Item, ...]

    @property
    def fixed(self) -> bool:
        """Whether code said it, and no voice that reads memories."""
        return self.reply.model in FIXED

    @property
    def nothing(self) -> bool:
        return not (self.used or self.unused or self.held_back)

    @property
    def may_be_said_again(self) -> bool:
        line = self.reply.parent
        return line is not None and line.role == Role.USER and line.live


def find(user: User, reply: UUID) -> Message:
    """A finished reply of the user's that is shown; raises Message.DoesNotExist for anything else."""
    shown = Message.objects.for_user(user).filter(role=Role.COMPANION, live=True)
    there = shown.filter(conversation__deleted_at=None).exclude(status=Status.GENERATING)
    return there.select_related("conversation", "parent").get(id=reply)


def gather(user: User, reply: Message) -> Why:
    """Everything behind a reply. A use that nobody judged yet is told as its words say."""
    uses = list(
        MemoryUse.objects.for_user(user).filter(reply=reply).select_related("memory", "reply__parent")
    )
    uses.sort(key=lambda use: (use.memory.kind in IN_FORCE, -use.score, str(use.id)))
    said = by_words(uses) if any(use.used is None for use in uses) else {}
    held = list(HeldBack.objects.for_user(user).filter(reply=reply).select_related("memory"))
    order = HeldBack.Reason.values
    held.sort(key=lambda row: (order.index(row.reason), str(row.id)))
    rows = [use.memory for use in uses] + [row.memory for row in held]
    items = _items(user, reply, rows)
    told = [(items[use.memory_id], said[use.id] if use.used is None else use.used) for use in uses]
    return Why(
        reply,
        tuple(item for item, used in told if used),
        tuple(item for item, used in told if not used),
        tuple(_with_reason(items[row.memory_id], row) for row in held),
    )


def _with_reason(item: Item, row: HeldBack) -> Item:
    return Item(item.row, item.today, item.proofs, row.get_reason_display(), item.aside)


def _items(user: User, reply: Message, rows: Sequence[Memory]) -> dict[UUID, Item]:
    today = _today(user, rows)
    aside = aside_in(user, reply.conversation_id)
    proofs = _proofs(user, rows)
    items = {}
    for row in rows:
        now = today.get(row.id)
        items[row.id] = Item(
            row, now, proofs.get(row.id, ()), aside=bool({row.id, now.id if now else row.id} & aside)
        )
    return items


def _today(user: User, rows: Iterable[Memory]) -> dict[UUID, Memory]:
    """The row that stands in each one's place: itself while it is open, else what its last rewording became."""
    found = {row.id: row for row in rows}
    for _each in range(REWORDINGS_MOST):
        heirs = {key: row.closed_by_id for key, row in found.items() if _was_reworded(row)}
        if not heirs:
            break
        there = {row.id: row for row in Memory.objects.for_user(user).filter(id__in=set(heirs.values()))}
        found |= {key: there[heir] for key, heir in heirs.items() if heir in there}
    return {key: row for key, row in found.items() if row.status in OPEN_STATUSES}


def _was_reworded(row: Memory) -> bool:
    return row.status not in OPEN_STATUSES and row.closed_by_id is not None and row.reason in REWORDED


def _proofs(user: User, rows: Iterable[Memory]) -> Mapping[UUID, tuple[Evidence, ...]]:
    """The user's own lines that each stands on, oldest first."""
    spoken = (
        Evidence.objects.filter(user=user, speaker="user")
        .select_related("message__conversation")
        .order_by("at")
    )
    held = Memory.objects.for_user(user).filter(id__in=[row.id for row in rows]).only("id", "user_id")
    return {
        row.id: tuple(row.evidence.all())
        for row in held.prefetch_related(Prefetch("evidence", queryset=spoken))
    }
