"""Who and what a claim speaks of, one row for each however it is called: 我妹妹, 小雨 and "my sister" are one person.

The user is no entity: a name the user gives themself never founds one, or the user would be known twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts import vault
from accounts.models import User
from memory.candidates import USER, Candidate, Operation
from memory.marks import subject_key
from memory.models import Alias, Entity, Memory, Relation
from memory.policy import Kind
from memory.states import OPEN_STATUSES, EntityKind
from memory.understanding.calling import names_animal, names_relation

ALIAS_MAX = 40
_ABOUT_SOMEBODY = (Kind.PERSON, Kind.SPECIAL, Kind.EVENT, Kind.PLAN, Kind.STATE, Kind.PREFERENCE)
NAMES = ("name", "nickname")


@dataclass(frozen=True)
class Named:
    """Somebody or something by all the ways one claim calls it."""

    kind: EntityKind
    calls: tuple[str, ...]


def named(candidate: Candidate) -> list[Named]:
    """Whom a claim speaks of. Pure."""
    found: list[Named] = []
    if candidate.subject != USER and candidate.kind in _ABOUT_SOMEBODY:
        calls = [candidate.subject]
        if candidate.attribute in NAMES and candidate.polarity > 0:
            calls.append(candidate.value)
        if candidate.attribute == "relation" and candidate.polarity > 0:
            calls.append(candidate.value)
        if not candidate.attribute.startswith("event_") or candidate.attribute == "event_what":
            found.append(Named(_kind(calls), _short(calls)))
    if candidate.attribute == "pet" and candidate.polarity > 0:
        found.append(Named(EntityKind.PET, _short([candidate.value])))
    known = {subject_key(call) for one in found for call in one.calls}
    own = candidate.subject == USER and candidate.attribute in NAMES
    for name in () if own else candidate.names:
        if subject_key(name) not in known and 0 < len(name) <= ALIAS_MAX:
            found.append(Named(_kind([name]), (name,)))
    return [one for one in found if one.calls]


def _kind(calls: Sequence[str]) -> EntityKind:
    return EntityKind.PET if any(names_animal(call) for call in calls) else EntityKind.PERSON


def _short(calls: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(call.strip() for call in calls if 0 < len(call.strip()) <= ALIAS_MAX))


def entities_of(user: User, candidate: Candidate, now: datetime) -> list[Entity]:
    """The rows of whom a claim speaks of, made where new, with every way it is called. Call under the user's lock."""
    own = _own_names(user)
    renamed = candidate.operation is Operation.CORRECT
    found = []
    for one in named(candidate):
        calls = tuple(call for call in one.calls if subject_key(call) not in own)
        if calls:
            found.append(_one(user, Named(one.kind, calls), now, renamed=renamed))
    return found


def _own_names(user: User) -> set[str]:
    rows = Memory.objects.for_user(user).filter(
        kind=Kind.IDENTITY, attribute__in=NAMES, status__in=OPEN_STATUSES
    )
    return {subject_key(row.value) for row in rows if row.subject == USER}


def _one(user: User, one: Named, now: datetime, *, renamed: bool) -> Entity:
    """The entity of these calls. Under a word like 朋友 somebody else may be known already: a claim that gives another name
    speaks of another friend, unless it corrects the name."""
    given = [call for call in one.calls if not names_relation(call)]
    by_name = _known(user, given)
    by_word = [
        entity
        for entity in _known(user, [call for call in one.calls if call not in given])
        if not given or renamed or entity in by_name or not _has_name(entity)
    ]
    held = list(dict.fromkeys([*by_name, *by_word]))
    entity = held[0] if held else Entity(user=user, kind=one.kind, name=one.calls[-1], made_at=now)
    if given and (not held or renamed or names_relation(entity.name)):
        entity.name = given[-1]
    entity.save()
    for other in held[1:]:
        _merge(other, entity)
    for call in one.calls:
        Alias.objects.get_or_create(
            user=user, key=alias_key(user, call), defaults={"entity": entity, "name": call}
        )
    return entity


def _known(user: User, calls: Sequence[str]) -> list[Entity]:
    keys = [alias_key(user, call) for call in calls]
    rows = Alias.objects.for_user(user).filter(key__in=keys).select_related("entity")
    return [row.entity for row in rows]


def _has_name(entity: Entity) -> bool:
    return any(not names_relation(alias.name) for alias in entity.aliases.all())


def alias_key(user: User, call: str) -> bytes:
    return vault.keyed_hash(user.id, "alias", subject_key(call))


def _merge(other: Entity, into: Entity) -> None:
    """What was known of one under two words is known of one."""
    other.aliases.update(entity=into)
    taken = set(Relation.objects.filter(entity=into).values_list("start_id", "kind"))
    for relation in Relation.objects.filter(entity=other):
        if (relation.start_id, relation.kind) in taken:
            continue
        relation.entity = into
        relation.save(update_fields=["entity"])
    other.delete()


def sweep(user: User) -> int:
    """Remove entities that no memory speaks of any more; how many. Part of every deletion: a name must not stay behind."""
    unused = Entity.objects.for_user(user).filter(relations=None)
    return int(unused.delete()[1].get("memory.Entity", 0))


def unname(user: User, names: Sequence[str]) -> int:
    """Nobody is called by a deleted name any more; how many aliases went. Who has no other name is called by the word for
    them, and who has none goes."""
    keys = [alias_key(user, name) for name in names if name.strip()]
    held = list(Alias.objects.for_user(user).filter(key__in=keys).select_related("entity"))
    for alias in held:
        entity, name = alias.entity, alias.name
        alias.delete()
        left = entity.aliases.first()
        if left is None:
            entity.delete()
        elif subject_key(entity.name) == subject_key(name):
            entity.name = left.name
            entity.save(update_fields=["name"])
    return len(held)
