"""Who an event involves, what was felt, what a wish is there because of; and one entity for each, however it is called."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from memory.models import Alias, Entity, Memory, Relation
from memory.states import RelationKind
from tests.memory.conftest import NOW, Tell

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


def row_of(words: str) -> Memory:
    return next(row for row in Memory.objects.all() if words in row.statement)


def ties(kind: RelationKind) -> set[tuple[str, str]]:
    rows = Relation.objects.filter(kind=kind).select_related("start", "end", "entity")
    return {(row.start.value, row.end.value if row.end else row.entity.name) for row in rows}


def test_a_person_is_one_under_all_their_names(user: User, tell: Tell) -> None:
    tell("我妹妹叫小雨")
    tell("小雨在南京上大学", at=NOW + DAY)
    assert Entity.objects.count() == 1
    assert {alias.name for alias in Alias.objects.all()} == {"妹妹", "小雨"}
    assert Entity.objects.get().name == "小雨"


def test_two_friends_are_two(user: User, tell: Tell) -> None:
    tell("我朋友叫李雷")
    tell("我朋友叫韩梅", at=NOW + DAY)
    assert {entity.name for entity in Entity.objects.all()} >= {"李雷", "韩梅"}


def test_the_user_is_no_entity(user: User, tell: Tell) -> None:
    tell("我叫林晚")
    tell("我是林晚，我妹妹叫小雨", at=NOW + DAY)
    assert not any("林晚" in alias.name for alias in Alias.objects.all())


def test_a_limit_is_tied_to_the_hurt_behind_it(user: User, tell: Tell) -> None:
    tell("去年生日和男朋友大吵了一架")
    tell("别再提生日了", at=NOW + DAY)
    limit = next(row for row in Memory.objects.all() if row.kind == "boundary")
    behind = Relation.objects.filter(start=limit, kind=RelationKind.BECAUSE)
    assert [("吵" in row.end.statement) for row in behind] == [True]


def test_what_was_felt_belongs_to_what_happened(user: User, tell: Tell) -> None:
    tell("昨天面试没过，很难过")
    felt = ties(RelationKind.FELT)
    assert any("面试" in start for start, _end in felt)


def test_relations_are_written_once(user: User, tell: Tell) -> None:
    tell("我妹妹叫小雨", "去年生日和男朋友大吵了一架", "别再提生日了")
    before = Relation.objects.count()
    tell(again=True, at=NOW + DAY)
    assert Relation.objects.count() == before
