"""What a line touched and a reply was not told, and why: found by the keyword index among the rows that the gate keeps out,
once the reply is there. No sealed text is opened for it, and nobody waits.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from accounts.vault import keyword_ids
from memory.candidates import USER
from memory.keywords import whom
from memory.models import HeldBack, Memory, MemorySettings
from memory.policy import Kind, Use
from memory.recall import Cue, Recalled
from memory.recall.gate import ALWAYS, raised
from memory.standing import consents_of
from memory.states import ScopeKind, Status
from memory.using.aside import aside_in
from memory.using.deciding import IN_FORCE
from memory.using.words import signs
from transcript.models import Message

MOST = 5
LOOKED_AT = 200
COLUMNS = (
    "id", "kind", "use", "paused", "scope", "scope_id", "status", "consent", "importance", "keywords",
)  # fmt: skip
Reason = HeldBack.Reason


@dataclass(frozen=True)
class Row:
    """What of a memory decides whether it may come to mind; `words` are its keyed keyword ids."""

    id: UUID
    kind: str
    use: str
    paused: bool
    scope: str
    scope_id: UUID | None
    status: str
    consent: str
    importance: float
    words: frozenset[int]

    @classmethod
    def read(cls, listed: tuple[Any, ...]) -> Row:
        """From the values of COLUMNS."""
        return cls(*listed[:-1], words=frozenset(listed[-1]))  # type: ignore[misc]


@dataclass(frozen=True)
class Moment:
    """What held when the reply was made: consents, pauses, what was set aside, and where it was. `raised` are the keyed ids
    of what the user spoke of in this sitting."""

    consents: frozenset[str] = frozenset()
    paused: bool = False
    paused_kinds: frozenset[str] = frozenset()
    aside: frozenset[UUID] = frozenset()
    conversation: UUID | None = None
    persona: UUID | None = None
    project: UUID | None = None
    raised: frozenset[int] = frozenset()
    alone: bool = False

    def holds(self, scope: str, place: UUID | None, kind: str = "") -> bool:
        """Whether a memory of this scope is used here."""
        if self.alone and scope == ScopeKind.EVERYWHERE:
            return kind in ALWAYS
        here = {
            ScopeKind.PERSONA: self.persona,
            ScopeKind.CONVERSATION: self.conversation,
            ScopeKind.PROJECT: self.project,
        }
        return scope == ScopeKind.EVERYWHERE or (place is not None and here.get(ScopeKind(scope)) == place)


def why_kept_out(row: Row, moment: Moment) -> Reason | None:
    """Why a row may not come to mind at this moment; None where nothing keeps it out. The most binding reason first."""
    special = row.kind == Kind.SPECIAL
    reasons = (
        (Reason.NEVER_RAISE, row.use == Use.NEVER_RAISE),
        (Reason.SET_ASIDE, row.id in moment.aside),
        (Reason.PAUSED, row.paused or row.kind in moment.paused_kinds),
        (Reason.ELSEWHERE, not moment.holds(row.scope, row.scope_id, row.kind)),
        (Reason.PAUSED, moment.paused and row.kind != Kind.BOUNDARY),
        (Reason.UNCONSENTED, special and row.consent not in moment.consents),
        (Reason.SENSITIVE, special and not row.words & moment.raised),
        (Reason.WAITING, row.status == Status.PENDING and row.kind in IN_FORCE),
    )
    return next((reason for reason, holds in reasons if holds), None)


def choose(rows: Sequence[Row], moment: Moment, touched: Collection[int]) -> list[tuple[UUID, Reason]]:
    """The few that were touched most, each with its reason."""
    ranked = sorted(rows, key=lambda row: (-len(row.words & set(touched)), -row.importance, str(row.id)))
    told = [(row.id, why_kept_out(row, moment)) for row in ranked]
    return [(key, reason) for key, reason in told if reason is not None][:MOST]


def keep(reply: Message, cue: Cue, recalled: Recalled, shown: Collection[UUID], now: datetime) -> int:
    """Write down what was held back from a reply; `shown` found room in its prompt. Call under the user's lock; safe to run
    twice. The number of rows."""
    user = reply.user
    found = held_back(user, cue, recalled, shown, now)
    if len(found) < MOST:
        found += [(hit.id, Reason.BUDGET) for hit in recalled.passive if hit.id not in shown]
    there = set(
        Memory.objects.for_user(user).filter(id__in=[key for key, _why in found]).values_list("id", flat=True)
    )
    rows = [
        HeldBack(user=user, reply=reply, memory_id=key, reason=reason, at=now)
        for key, reason in found[:MOST]
        if key in there
    ]
    HeldBack.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def held_back(
    user: User, cue: Cue, recalled: Recalled, shown: Collection[UUID], now: datetime
) -> list[tuple[UUID, Reason]]:
    """The memories that the line touched and the gate kept out. A special one may also be touched through the people whom
    what came to mind is about: naming it outright would have raised it."""
    near = {word for hit in recalled.passive if hit.subject != USER for word in signs(hit.subject)}
    near |= {sign for hit in recalled.passive for sign in whom(hit.statement)}
    direct, beside = keyword_ids(user.id, sorted(signs(cue.text))), keyword_ids(user.id, sorted(near))
    if not direct and not beside:
        return []
    moment = moment_of(user, cue)
    touched = Q(keywords__overlap=direct) if direct else Q(pk__in=[])
    if beside:
        touched |= Q(kind=Kind.SPECIAL, keywords__overlap=beside)
    rows = Memory.objects.for_user(user).open().filter(touched, layer="real").exclude(kind=Kind.SELF)
    if not moment.paused:
        rows = rows.filter(_kept_out(moment))
    rows = rows.exclude(id__in=[*shown, *(hit.id for hit in recalled.all)]).exclude(expires_at__lte=now)
    listed = rows.order_by("-importance", "-recorded_at").values_list(*COLUMNS)[:LOOKED_AT]
    return choose([Row.read(row) for row in listed], moment, frozenset(direct) | frozenset(beside))


def _kept_out(moment: Moment) -> Q:
    """Rows that something may keep out, so that the index has few to hand on."""
    return (
        Q(paused=True)
        | Q(use=Use.NEVER_RAISE)
        | Q(id__in=moment.aside)
        | Q(kind__in=[*moment.paused_kinds, Kind.SPECIAL])
        | ~Q(scope=ScopeKind.EVERYWHERE)
        | Q(kind__in=IN_FORCE, status=Status.PENDING)
    )


def moment_of(user: User, cue: Cue) -> Moment:
    """What holds for a user now, at the place of a cue."""
    settings = MemorySettings.objects.filter(user=user).first() or MemorySettings(user=user)
    return Moment(
        consents=consents_of(user),
        paused=settings.paused,
        paused_kinds=frozenset(settings.paused_kinds),
        aside=aside_in(user, cue.conversation),
        conversation=cue.conversation,
        persona=cue.persona,
        project=cue.project,
        raised=frozenset(raised(user, cue)),
        alone=cue.alone,
    )
