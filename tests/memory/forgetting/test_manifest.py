"""What goes with a deleted memory, what stays, and that all of it comes back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from memory import curating, forgetting, unlearning, writing
from memory.candidates import Candidate
from memory.forgetting import requests
from memory.models import (
    Alias,
    Bin,
    Derivation,
    Entity,
    Evidence,
    Memory,
    Receipt,
    Relation,
    Verdict,
    Withheld,
)
from memory.policy import Kind
from memory.states import Source, Status
from tests.memory.conftest import NOW, Tell
from transcript.models import Message

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


def conclude(user: User, statement: str, value: str, premises: list[Memory]) -> Memory:
    """What consolidation writes: a conclusion and what it was drawn from."""
    line = Message.objects.filter(user=user).first()
    assert line is not None
    candidate = Candidate(Kind.INSIGHT, "user", "insight", value, statement, "zh", line.id, value)
    row = writing.build(user, candidate, Source.INFERRED, Status.PENDING, NOW)
    row.save()
    for premise in premises:
        Derivation.objects.create(user=user, conclusion=row, premise=premise, at=NOW)
    return row


def row_of(words: str) -> Memory:
    return next(row for row in Memory.objects.all() if words in row.statement)


def test_a_conclusion_goes_when_too_little_is_left_under_it(user: User, tell: Tell) -> None:
    tell("昨天和老板吵架了", "我在杭州工作", "我喜欢爬山")
    premises = list(Memory.objects.all())
    weak = conclude(user, "你在工作上容易憋着", "容易憋着", premises[:3])
    seen = forgetting.preview(user, [premises[0].id])
    assert [row.id for row in seen.along] == [weak.id]
    receipt = forgetting.forget(user, [premises[0].id], NOW + HOUR)
    assert not Memory.objects.filter(id=weak.id).exists()
    assert receipt.counts["memories"] == 2
    assert len(forgetting.restore_all(user, receipt.id, NOW + HOUR)) == 2
    assert set(weak.premises.values_list("premise_id", flat=True)) == {row.id for row in premises[:3]}


def test_a_conclusion_with_enough_left_stays(user: User, tell: Tell) -> None:
    tell("昨天和老板吵架了", "我在杭州工作", "我喜欢爬山", "我喜欢喝咖啡")
    premises = list(Memory.objects.all())
    assert len(premises) >= 4
    strong = conclude(user, "你最近需要安静", "需要安静", premises)
    seen = forgetting.preview(user, [premises[0].id])
    assert [row.id for row in seen.stays] == [strong.id]
    forgetting.forget(user, [premises[0].id], NOW + HOUR)
    assert Memory.objects.filter(id=strong.id).exists()


def test_a_conclusion_that_tells_what_was_deleted_goes_whatever_is_left(user: User, tell: Tell) -> None:
    tell("我的猫叫小花", "我在杭州工作", "我喜欢爬山", "我喜欢喝咖啡", "我妹妹叫小雨")
    cat = row_of("小花")
    telling = conclude(user, "小花让你安心", "小花让你安心", list(Memory.objects.all()))
    forgetting.forget(user, [cat.id], NOW + HOUR)
    assert not Memory.objects.filter(id=telling.id).exists()


def test_what_the_user_confirmed_themself_stays_without_its_premises(user: User, tell: Tell) -> None:
    tell("昨天和老板吵架了")
    premise = Memory.objects.get()
    own = conclude(user, "你不喜欢当面冲突", "当面冲突", [premise])
    curating.confirm(user, own.id, NOW)
    forgetting.forget(user, [premise.id], NOW + HOUR)
    assert Memory.objects.filter(id=own.id).exists()


def test_names_ties_and_reports_go_along_and_come_back(user: User, tell: Tell) -> None:
    tell("我妹妹叫小雨")
    sister = row_of("小雨")
    assert {alias.name for alias in Alias.objects.all()} == {"妹妹", "小雨"}
    receipt = forgetting.forget(user, [sister.id], NOW + HOUR)
    left = [row.name for row in (*Alias.objects.all(), *Entity.objects.all())]
    assert not any("小雨" in name for name in left)
    assert not Relation.objects.exists()
    assert not Verdict.objects.filter(memory=sister.id).exists()
    forgetting.restore_all(user, receipt.id, NOW + HOUR)
    assert {alias.name for alias in Alias.objects.all()} == {"妹妹", "小雨"}
    assert Relation.objects.filter(start=sister.id).exists()


def test_the_words_are_blanked_where_another_memory_stands_on_the_same_sentence(
    user: User, tell: Tell
) -> None:
    tell("My cat is called Quibblewick")
    named = row_of("Quibblewick")
    forgetting.forget(user, [named.id], NOW + HOUR)
    assert not any("Quibblewick" in proof.quote for proof in Evidence.objects.all())


def test_purging_at_once_empties_the_bin_and_says_so(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    receipt = forgetting.forget(user, [row_of("小花").id], NOW + HOUR)
    assert forgetting.purge_now(user, receipt.bins, NOW + HOUR) == len(receipt.bins)
    assert not Bin.objects.exists()
    assert Receipt.objects.get().purged_at == NOW + HOUR
    assert forgetting.restore_all(user, receipt.id, NOW + HOUR) == []


def test_another_person_can_neither_purge_nor_restore(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    receipt = forgetting.forget(user, [row_of("小花").id], NOW + HOUR)
    other = User.objects.create_user("other@example.org")
    assert forgetting.purge_now(other, receipt.bins, NOW + HOUR) == 0
    assert forgetting.restore_all(other, receipt.id, NOW + HOUR) == []
    assert Bin.objects.exists()


@pytest.mark.parametrize(
    ("matter", "expected"),
    [("妹妹", {"小雨"}), ("小雨", {"小雨"}), ("咖啡", {"咖啡"}), ("猫", set()), ("", set()), ("爸爸", {"老陈"}), ("我爸", {"老陈"})],
)  # fmt: skip
def test_what_a_matter_matches(user: User, tell: Tell, matter: str, expected: set[str]) -> None:
    tell("我妹妹叫小雨", "我喜欢喝咖啡", "我父亲叫老陈")
    found = requests.matching(user, matter)
    assert {
        word for word in ("小雨", "咖啡", "老陈") if any(word in row.statement for row in found)
    } == expected


def test_a_request_is_bound_to_ids_and_not_to_words(user: User, tell: Tell) -> None:
    tell("我妹妹叫小雨")
    line = Message.objects.first()
    assert line is not None
    asked = requests.bind(line, "小雨", NOW)
    tell("小雨是我妹妹，她喜欢画画", at=NOW + HOUR)
    later = [row for row in Memory.objects.all() if row.id not in asked.memories]
    receipt = requests.settle(asked, None, NOW + HOUR)
    assert receipt is not None
    assert requests.settle(asked, None, NOW + 2 * HOUR) == receipt  # a second yes does nothing more
    assert set(Memory.objects.values_list("id", flat=True)) >= {
        row.id for row in later if row.status != "superseded"
    }
    assert Withheld.objects.filter(user=user).exists()


def test_what_was_concluded_from_a_line_that_left_goes_with_it(user: User, tell: Tell) -> None:
    tell("昨天和老板吵架了", "我在杭州工作", "我喜欢爬山")
    premises = list(Memory.objects.all())
    concluded = conclude(user, "你在工作上容易憋着", "容易憋着", premises[:3])
    line = premises[0].evidence.get().message_id
    assert line is not None
    unlearning.unlearn(user, [line], NOW + HOUR)
    assert not Memory.objects.filter(id=concluded.id).exists()
