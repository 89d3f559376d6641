"""What a deletion takes along and what it leaves: wordings that say the same, conclusions with too little left to stand on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from memory.keywords import normalise
from memory.models import Derivation, Evidence, Memory, Transition
from memory.policy import PROOFS, Kind
from memory.states import OPEN_STATUSES, Source, TransitionKind
from transcript.models import Role

REPLACED = ("edited", "merged")


@dataclass(frozen=True)
class Preview:
    """`asked` for; `along` go with them, because they say the same or stand on nothing else; `stays` are conclusions that
    lose a premise and still stand; `words` are the user's own lines that the memories stood on."""

    asked: tuple[Memory, ...]
    along: tuple[Memory, ...]
    stays: tuple[Memory, ...]
    words: int

    @property
    def goes(self) -> tuple[Memory, ...]:
        return self.asked + self.along


def preview(user: User, ids: Sequence[UUID]) -> Preview:
    """What `forget` would do to these memories of the user. Writes nothing; unknown ids are left out."""
    asked = list(Memory.objects.for_user(user).filter(id__in=list(ids)).order_by("recorded_at", "id"))
    going = [*asked, *_former(user, asked)]
    going += _over(user, going)
    stays: list[Memory] = []
    while lost := fallen(user, going, stays):
        going += lost
        going += _former(user, going)
        going += _over(user, going)
    proofs = Evidence.objects.filter(memory__in=[row.id for row in going], message__role=Role.USER)
    spoken = proofs.filter(message__live=True).values("message").distinct().count()
    left = [row for row in dict.fromkeys(stays) if row.id not in {one.id for one in going}]
    return Preview(tuple(asked), tuple(going[len(asked) :]), tuple(left), spoken)


def _former(user: User, rows: Sequence[Memory]) -> list[Memory]:
    """Rows that say the same, and the wordings that an edit or a merge replaced: they would tell what was deleted."""
    if not rows:
        return []
    same = Q(closed_by__in=rows, reason__in=REPLACED)
    for row in rows:
        same |= Q(slot=bytes(row.slot), value_key=bytes(row.value_key))
    alike = Memory.objects.for_user(user).filter(same).exclude(id__in=[row.id for row in rows])
    return list(alike.order_by("recorded_at", "id"))


def _over(user: User, rows: Sequence[Memory]) -> list[Memory]:
    """Rows that are over and say what one of these said: of a wording that goes along with its edit too. What still holds and
    says it stays, for other words of the user's say it."""
    same = Q(pk__in=[])
    for row in rows:
        same |= Q(slot=bytes(row.slot), value_key=bytes(row.value_key))
    alike = Memory.objects.for_user(user).filter(same).exclude(status__in=OPEN_STATUSES)
    return list(alike.exclude(id__in=[row.id for row in rows]).order_by("recorded_at", "id"))


def fallen(user: User, going: Sequence[Memory], stays: list[Memory]) -> list[Memory]:
    """Conclusions that the going rows leave without enough proof, or that say what they said."""
    keys = [row.id for row in going]
    ties = Derivation.objects.for_user(user).filter(premise__in=keys).exclude(conclusion__in=keys)
    lost = []
    for row in Memory.objects.for_user(user).filter(id__in=ties.values("conclusion")):
        left = row.premises.exclude(premise__in=keys).count()
        if (left < PROOFS.get(Kind(row.kind), 1) and not _stands_alone(row)) or tells(row.statement, going):
            lost.append(row)
        else:
            stays.append(row)
    return lost


def _stands_alone(row: Memory) -> bool:
    """Whether the user themself stands behind it."""
    confirmed = Transition.objects.filter(old=row, kind=TransitionKind.CONFIRM, reason="user_confirmed")
    return row.source == Source.SET or row.evidence.exists() or confirmed.exists()


def tells(text: str, rows: Iterable[Memory]) -> bool:
    """Whether a text says what one of the rows says: its value, where that is more than one character."""
    plain = normalise(text)
    return any(len(row.value.strip()) > 1 and normalise(row.value.strip()) in plain for row in rows)
