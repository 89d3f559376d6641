"""One statement for all lanes, over rows that a queryset lets in."""

from __future__ import annotations

import pytest
from django.db.models import BooleanField, ExpressionWrapper, Q

from accounts import vault
from accounts.models import User
from companion.providers import embed
from memory import marks, upkeep
from memory.models import Memory
from memory.policy import Kind
from memory.recall.among import Among, Near, Part, array
from tests.memory.conftest import NOW, Tell

pytestmark = pytest.mark.django_db

COLUMNS = ("id", "kind", "recorded_at")


@pytest.fixture
def known(user: User, tell: Tell) -> User:
    for line in ("我的猫叫小花", "我特别喜欢爬山", "我住在杭州", "我是小学老师"):
        tell(line)
    upkeep.embed_waiting(embed, NOW)
    return user


def near(user: User, text: str) -> Near:
    vectors, recipe = embed([text], "query")
    return Near(vault.turn(user.id, vectors[0]), recipe)


def test_every_lane_finds_its_rows_in_one_go(known: User) -> None:
    words = array(marks.keyword_ids(known.id, "小花"))
    parts = [
        Part("near", "vector IS NOT NULL", (), "far", 2),
        Part("said", "keywords && %s::bigint[]", (words,), "recorded_at DESC"),
        Part("city", "attribute = %s", ("city",)),
    ]
    rows = Memory.objects.for_user(known)
    found, size = Among(rows, COLUMNS, ("attribute",)).find(
        parts, near(known, "爬山"), count=True, usual_of="recorded_at DESC"
    )
    lanes = [one.lane for one in found]
    assert (lanes.count("near"), lanes.count("city")) == (2, 1)
    assert "爬山" in Memory.objects.get(id=found[0].values[0]).statement
    assert all(one.far is not None for one in found)  # measured whichever lane found it
    assert (size.count, size.mean > 1, size.usual is not None) == (rows.count(), True, True)


def test_times_are_seconds_and_annotations_are_told_of_what_was_found(known: User) -> None:
    rows = Memory.objects.for_user(known).annotate(
        own=ExpressionWrapper(Q(kind=Kind.IDENTITY), BooleanField())
    )
    found, _size = Among(rows, COLUMNS).find([Part("all")])
    told = {one.values[0]: one.values[1:] for one in found}
    for row in Memory.objects.for_user(known):
        assert told[row.id] == (row.kind, row.recorded_at.timestamp(), row.kind == Kind.IDENTITY)


def test_nothing_is_found_where_nothing_may_be(known: User) -> None:
    part = [Part("all")]
    assert Among(Memory.objects.none(), COLUMNS).find(part, near(known, "猫"), count=True)[0] == []
    assert Among(Memory.objects.for_user(known).filter(id__in=[]), COLUMNS).find(part)[0] == []
    assert Among(Memory.objects.for_user(known), COLUMNS).find([])[0] == []
    stranger = User.objects.create_user("other@example.org")
    assert Among(Memory.objects.for_user(stranger), COLUMNS).find(part)[0] == []


def test_a_vector_of_another_recipe_is_not_measured(known: User) -> None:
    row = Memory.objects.for_user(known).first()
    assert row is not None
    Memory.objects.filter(id=row.id).update(recipe="other.v1")
    found, _size = Among(Memory.objects.for_user(known), COLUMNS).find([Part("all")], near(known, "猫"))
    assert {one.values[0] for one in found if one.far is None} == {row.id}
