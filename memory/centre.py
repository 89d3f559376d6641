"""What the memory centre shows: rows in plain words, grouped, searched, with rivals side by side."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from uuid import UUID

from django.db.models import Prefetch
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from accounts.models import User
from memory import places
from memory.history import as_of
from memory.models import Bin, Evidence, Memory, MemorySettings
from memory.policy import Kind, Use
from memory.recall import slots
from memory.rivalry import matter
from memory.standing import consents_of
from memory.states import CONSENT_NAMES, KIND_NAMES, OPEN_STATUSES, Source, Status
from memory.wording import SURE, certainty, holds, kind_name

SWITCHED = tuple(kind for kind in KIND_NAMES if kind not in (Kind.SELF, Kind.BOUNDARY))
"""Kinds that a person can switch off. Limits are always in force."""
PAST = (Status.SUPERSEDED, Status.EXPIRED, Status.REJECTED)
GONE_MOST = 200
IDS_MOST = 100


@dataclass(frozen=True)
class Filters:
    """What a person looks for: `q` is a part of a statement, `kind` a kind or "", `status` open, pending or past; `on` a
    day of the past whose end is looked back from, None for now."""

    q: str = ""
    kind: str = ""
    status: str = "open"
    on: date | None = None

    @classmethod
    def read(cls, given: dict[str, str]) -> Filters:
        """From a query string; what means nothing is left out."""
        kind = given.get("kind", "")
        status = given.get("status", "")
        return cls(
            q=unicodedata.normalize("NFC", given.get("q", "")).strip()[:100],
            kind=kind if kind in set(Kind) else "",
            status=status if status in ("pending", "past") else "open",
            on=_day(given.get("on", "")),
        )

    @property
    def narrowed(self) -> bool:
        return bool(self.q or self.kind or self.on or self.status != "open")


def _day(given: str) -> date | None:
    try:
        return parse_date(given)
    except ValueError:
        return None


@dataclass(frozen=True)
class Shown:
    """A memory in words. `proofs` are the user's own lines it stands on; `kept` when it is always kept in mind."""

    row: Memory
    kind_name: str
    certainty: str
    source: str
    holds: str
    proofs: tuple[Evidence, ...]
    kept: bool
    off: bool = False
    """Whether its whole kind is paused."""
    former: bool = False
    """Whether it is shown as it stood on a day of the past."""

    @property
    def places(self) -> list[places.Option]:
        """Where it could be used; `place` is where it is."""
        return places.options(self.row)

    @property
    def place(self) -> str:
        return f"{self.row.scope}:{self.row.scope_id or ''}"

    @property
    def confined(self) -> str:
        """Where alone it is used, "" for everywhere."""
        return places.label(self.row)

    @property
    def is_open(self) -> bool:
        return self.row.status in OPEN_STATUSES

    @property
    def never_raised(self) -> bool:
        return self.row.use == Use.NEVER_RAISE

    @property
    def may_pin(self) -> bool:
        """Whether it could always be kept in mind: not what is raised only when the user does, nor what passes by itself."""
        passing = self.row.kind in (Kind.SPECIAL, Kind.STATE)
        return self.row.status == Status.CURRENT and not self.never_raised and not passing

    @property
    def may_confirm(self) -> bool:
        """Whether a yes would change anything."""
        return self.is_open and not (self.row.status == Status.CURRENT and self.row.confidence >= SURE)


@dataclass(frozen=True)
class Switch:
    """A kind and whether it is paused."""

    kind: str
    name: str
    paused: bool


@dataclass(frozen=True)
class Consent:
    """A class of special matters, and whether the user agreed to have it remembered."""

    name: str
    words: str
    given: bool


@dataclass(frozen=True)
class Group:
    """The memories of one kind; with its switch where it has one."""

    name: str
    switch: Switch | None
    items: tuple[Shown, ...]


@dataclass(frozen=True)
class Shelf:
    """The page: rivals that the user must choose between, then the groups by kind."""

    rivals: tuple[tuple[Shown, ...], ...]
    groups: tuple[Group, ...]
    count: int
    kept: tuple[Memory, ...] = ()
    """What is always kept in mind, most binding first; nothing on a page of a past day."""

    @property
    def ids(self) -> list[UUID]:
        """Everything on the page, as far as one address holds."""
        shown = [item for group in (*self.rivals, *(group.items for group in self.groups)) for item in group]
        return [item.row.id for item in shown][:IDS_MOST]


@dataclass(frozen=True)
class Gone:
    """A deleted memory that can still be restored, under the id of its bin."""

    id: UUID
    statement: str
    kind_name: str
    deleted_at: datetime


def gone(user: User, now: datetime) -> tuple[Gone, ...]:
    """What was deleted and can still be restored, newest first."""
    held = Bin.objects.for_user(user).filter(purge_at__gt=now).order_by("-deleted_at", "id")
    return tuple(_gone(row.id, row.deleted_at, json.loads(row.content)) for row in held[:GONE_MOST])


def _gone(key: UUID, at: datetime, content: dict[str, str]) -> Gone:
    return Gone(key, content["statement"], kind_name(content["kind"]), at)


def shelf(user: User, filters: Filters, now: datetime) -> Shelf:
    """Everything the filters let through, kinds in their fixed order, newest first; an edited row keeps its place."""
    rows = [row for row in _rows(user, filters) if matches(row.statement, filters.q)]
    held, off = slots.everywhere(user, now), _paused_kinds(user)
    kept = {row.id for row in held}
    shown = [
        replace(_shown(row, row.id in kept, off), former=filters.on is not None)
        for row in _in_order(user, rows)
    ]
    rivals: dict[tuple[bytes, str], list[Shown]] = {}
    groups: dict[str, list[Shown]] = {}
    for item in shown:
        if item.row.status == Status.CONFLICTED:
            rivals.setdefault(matter(item.row), []).append(item)
        else:
            groups.setdefault(item.row.kind, []).append(item)
    by_kind = {switch.kind: switch for switch in switches(user)}
    ordered = [
        Group(kind_name(kind), by_kind.get(kind), tuple(groups[kind]))
        for kind in KIND_NAMES
        if kind in groups
    ]
    return Shelf(
        tuple(tuple(pair) for pair in rivals.values()),
        tuple(ordered),
        len(shown),
        () if filters.on else tuple(held),
    )


def show(user: User, row: Memory, now: datetime) -> Shown:
    """One row, for swapping it in the page."""
    kept = {held.id for held in slots.everywhere(user, now)}
    return _shown(row, row.id in kept, _paused_kinds(user))


def switches(user: User) -> list[Switch]:
    """Every kind a person can switch off, in the page's order."""
    off = _paused_kinds(user)
    return [Switch(kind.value, kind_name(kind), kind.value in off) for kind in SWITCHED]


def consents(user: User) -> list[Consent]:
    """The classes that are remembered only with consent, in a fixed order."""
    given = consents_of(user)
    return [Consent(name, str(words), name in given) for name, words in CONSENT_NAMES.items()]


def _paused_kinds(user: User) -> frozenset[str]:
    settings = MemorySettings.objects.filter(user=user).first()
    return frozenset(settings.paused_kinds if settings else ())


def matches(statement: str, wanted: str) -> bool:
    """Whether the words hold `wanted`: any part, one character is enough, width and case don't matter."""
    return _plain(wanted) in _plain(statement)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _rows(user: User, filters: Filters) -> list[Memory]:
    if filters.on is not None:
        end = datetime.combine(filters.on, time.max, user.zone)
        wanted = {filters.kind} if filters.kind else {*Kind} - {Kind.SELF}
        return [row for row in as_of(user, end) if row.kind in wanted]
    rows = Memory.objects.for_user(user)
    rows = (
        rows if filters.kind else rows.exclude(kind=Kind.SELF)
    )  # the companion's own words are there for who asks
    rows = rows.filter(
        status__in={"open": OPEN_STATUSES, "pending": [Status.PENDING], "past": PAST}[filters.status]
    )
    if filters.kind:
        rows = rows.filter(kind=filters.kind)
    proofs = (
        Evidence.objects.filter(user=user).select_related("message__conversation__project").order_by("at")
    )
    return list(rows.defer("vector", "keywords").prefetch_related(Prefetch("evidence", queryset=proofs)))


def _in_order(user: User, rows: Sequence[Memory]) -> list[Memory]:
    """Newest first, where an edit counts as old as what it replaced: correcting a word must not move the row away."""
    edited = Memory.objects.for_user(user).filter(reason="edited").exclude(closed_by=None)
    came_from = {
        row.closed_by_id: (row.id, row.recorded_at) for row in edited.only("closed_by", "recorded_at")
    }

    def first_known(row: Memory) -> datetime:
        key: UUID | None = row.id
        at = row.recorded_at
        while key in came_from:
            key, at = came_from.pop(key)
        return at

    known = {row.id: first_known(row) for row in rows}
    return sorted(rows, key=lambda row: known[row.id], reverse=True)


def _shown(row: Memory, kept: bool, off: Container[str]) -> Shown:
    return Shown(
        row=row,
        kind_name=kind_name(row.kind),
        certainty=certainty(row),
        source=_("你亲手写下的") if row.source == Source.SET else row.get_source_display(),
        holds=holds(row),
        proofs=tuple(
            proof for proof in row.evidence.all() if proof.speaker == "user" or row.kind == Kind.SELF
        ),
        kept=kept,
        off=row.kind in off,
    )
