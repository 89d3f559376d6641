"""The write path on the real database: what is kept, changed, refused, and what never comes back."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from pydantic import BaseModel

from accounts.models import User, grant
from llm.errors import BadAnswer, ModelUnavailable
from memory import curating, forgetting, switching
from memory.candidates import Exchange, Line, Speaker
from memory.curating import find
from memory.learning import Job, remember
from memory.models import Evidence, Memory, Transition
from memory.policy import SITTING_QUIET, Kind
from memory.states import Status
from tests.memory.conftest import NOW, ZONE, Tell
from transcript.models import Conversation, Message

DAY = timedelta(days=1)


def statements(user: User, **where: object) -> list[str]:
    rows = Memory.objects.for_user(user).filter(**(where or {"status": Status.CURRENT}))
    return sorted(row.statement for row in rows)


def test_a_first_evening(user: User, tell: Tell) -> None:
    tell("我叫林晚，住在杭州。", "我的猫叫小花，我特别喜欢爬山")
    assert Memory.objects.get(attribute="name", kind=Kind.IDENTITY).value == "林晚"
    assert Memory.objects.get(attribute="city").value == "杭州"
    cat = Memory.objects.get(kind=Kind.PERSON, attribute="name")
    assert (cat.value, cat.status) == ("小花", Status.CURRENT)
    assert Memory.objects.get(attribute="like").polarity == 1


def test_every_memory_stands_on_exact_words(user: User, tell: Tell) -> None:
    tell("我叫林晚，住在杭州。")
    for row in Memory.objects.for_user(user):
        proof = row.evidence.get()
        assert proof.message is not None
        assert proof.quote in proof.message.text


def test_the_same_lines_again_change_nothing(user: User, tell: Tell) -> None:
    tell("我叫林晚，住在杭州。", "我不吃香菜")
    before = (statements(user), Evidence.objects.count(), Transition.objects.count())
    tell(again=True)
    assert (statements(user), Evidence.objects.count(), Transition.objects.count()) == before


def test_saying_it_again_confirms(user: User, tell: Tell) -> None:
    tell("我住在杭州")
    first = Memory.objects.get(attribute="city")
    tell("我住在杭州", at=NOW + DAY)
    row = Memory.objects.get(attribute="city")
    assert row.confidence > first.confidence
    assert row.evidence.count() == 2


def test_a_move_supersedes_and_keeps_the_past(user: User, tell: Tell) -> None:
    tell("我住在深圳")
    tell("我上个月搬到苏州了", at=NOW + 30 * DAY)
    assert Memory.objects.get(attribute="city", status=Status.CURRENT).value == "苏州"
    old = Memory.objects.get(attribute="city", status=Status.SUPERSEDED)
    assert old.value == "深圳"
    assert old.true_until is not None


def test_relearning_old_lines_does_not_wake_what_was_superseded(user: User, tell: Tell) -> None:
    tell("我住在深圳")
    tell("我上个月搬到苏州了", at=NOW + 30 * DAY)
    tell(again=True, at=NOW + 40 * DAY)
    assert [row.value for row in Memory.objects.open().filter(attribute="city")] == ["苏州"]


def test_a_bare_contradiction_is_kept_open(user: User, tell: Tell) -> None:
    tell("我住在深圳")
    tell("我住在苏州", at=NOW + DAY)
    rows = Memory.objects.filter(attribute="city")
    assert {row.status for row in rows} == {Status.CONFLICTED}
    chosen = next(row for row in rows if row.value == "苏州")
    curating.confirm(user, chosen.id, NOW + 2 * DAY)
    assert [row.value for row in Memory.objects.open().filter(attribute="city")] == ["苏州"]


def test_an_explicit_correction(user: User, tell: Tell) -> None:
    tell("我住在深圳")
    tell("不对，我不是住在深圳，我住在苏州", at=NOW + DAY)
    assert [row.value for row in Memory.objects.open().filter(attribute="city")] == ["苏州"]


@pytest.mark.parametrize(
    "line",
    [
        "如果我养猫就好了", "你记得我的狗吗？", "他说他住在北京", "我朋友说：“我住在广州”", "（我是一名杀手）", "我的密码是 hunter2",
        "What if I lived in Paris?", "Do you remember Heidi?", "she said she lives in Rome",
    ],
)  # fmt: skip
def test_what_is_not_a_fact_about_the_user(user: User, tell: Tell, line: str) -> None:
    tell(line)
    assert not Memory.objects.for_user(user).filter(kind__in=[Kind.IDENTITY, Kind.PREFERENCE, Kind.PERSON])


def test_hate_is_not_love(user: User, tell: Tell) -> None:
    tell("I hate cilantro")
    row = Memory.objects.get(kind=Kind.PREFERENCE)
    assert row.polarity == -1
    assert row.lang == "en"


def test_special_kinds_need_consent(user: User, tell: Tell) -> None:
    report = tell("我被确诊了抑郁症")
    assert not Memory.objects.filter(kind=Kind.SPECIAL)
    assert any(item.reason.startswith("no_consent") for item in report.items)
    grant(user, "health", NOW)
    tell("我被确诊了抑郁症", at=NOW + DAY)
    assert Memory.objects.filter(kind=Kind.SPECIAL, status=Status.CURRENT)


def test_what_is_deleted_stays_gone(user: User, tell: Tell) -> None:
    tell("我的猫叫小花", "我住在杭州")
    cat = Memory.objects.get(attribute="name")
    forgetting.forget(user, [cat.id], NOW + DAY)
    tell(again=True, at=NOW + 2 * DAY)
    assert "小花" not in "".join(row.statement for row in Memory.objects.all())
    assert Memory.objects.filter(attribute="city").exists()


def test_said_again_after_deletion_it_is_a_suggestion(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    forgetting.forget(user, [Memory.objects.get(attribute="name").id], NOW + DAY)
    tell("我的猫叫小花", at=NOW + 2 * DAY)
    assert Memory.objects.get(attribute="name").status == Status.PENDING


def test_undo_brings_all_back(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    row = Memory.objects.get(attribute="name")
    receipt = forgetting.forget(user, [row.id], NOW + DAY)
    restored = forgetting.restore(user, receipt.bins[0], NOW + DAY)
    assert restored is not None
    again = Memory.objects.get(id=row.id)
    assert (again.statement, again.evidence.get().quote) == (row.statement, row.evidence.get().quote)
    tell(again=True, at=NOW + 2 * DAY)
    assert Memory.objects.filter(attribute="name").count() == 1


def test_undo_after_the_window_is_too_late(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    receipt = forgetting.forget(user, [Memory.objects.get(attribute="name").id], NOW)
    assert forgetting.restore(user, receipt.bins[0], NOW + 2 * DAY) is None
    assert forgetting.purge(NOW + 2 * DAY) == 1


def test_forgetting_needs_ids_that_are_ones_own(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    other = User.objects.create_user("other@example.org")
    with pytest.raises(forgetting.NothingToForget):
        forgetting.forget(other, [Memory.objects.get(attribute="name").id], NOW)
    with pytest.raises(forgetting.NothingToForget):
        forgetting.forget(user, [], NOW)


def test_an_edit_is_not_undone_by_old_words(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    row = Memory.objects.get(attribute="name")
    new = curating.edit(user, row.id, curating.Edit("你的猫叫小华", row.version), NOW + DAY)
    assert (new.value, new.source, new.embedded_at) == ("小华", "set", None)
    tell(again=True, at=NOW + 2 * DAY)
    assert [row.value for row in Memory.objects.open().filter(attribute="name")] == ["小华"]


def test_an_edit_of_a_changed_row_is_refused(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    row = Memory.objects.get(attribute="name")
    curating.confirm(user, row.id, NOW)
    with pytest.raises(curating.Stale):
        curating.edit(user, row.id, curating.Edit("你的猫叫小华", row.version), NOW)


def test_a_rejected_fact_is_not_learnt_from_the_same_words(user: User, tell: Tell) -> None:
    tell("我的猫叫小花")
    curating.reject(user, Memory.objects.get(attribute="name").id, NOW + DAY)
    tell(again=True, at=NOW + 2 * DAY)
    assert not Memory.objects.open().filter(attribute="name")


def test_pause_binds_learning(user: User, tell: Tell) -> None:
    switching.pause_all(user, NOW, paused=True)
    tell("我的猫叫小花")
    assert not Memory.objects.exists()


def test_a_boundary_counts_at_once(user: User, tell: Tell) -> None:
    tell("别再提我爸了")
    row = Memory.objects.get(kind=Kind.BOUNDARY)
    assert (row.status, row.use) == (Status.CURRENT, "silent")


def test_a_plan_carries_its_date(user: User, tell: Tell) -> None:
    tell("七月二十号要去新加坡开会")
    plan = Memory.objects.get(kind=Kind.PLAN)
    assert plan.true_from is not None
    assert plan.true_from.astimezone(NOW.tzinfo).date().isoformat() == "2026-07-20"
    assert plan.phase == "ahead"


class Broken:
    def __init__(self, error: Exception) -> None:
        self.error = error

    def __call__(self, messages: list[dict[str, str]], schema: type[BaseModel]) -> BaseModel:
        raise self.error


@pytest.mark.parametrize("error", [BadAnswer("x"), ModelUnavailable("x")])
def test_a_broken_model_loses_nothing_the_rules_found(user: User, tell: Tell, error: Exception) -> None:
    report = tell("我的猫叫小花", ask=Broken(error))
    assert report.model_failed
    assert Memory.objects.get(attribute="name").value == "小花"


def test_learning_again_neither_doubles_an_exception_nor_ends_what_came_later(user: User, tell: Tell) -> None:
    tell("我是老师", at=NOW)
    tell("这次就吃清汤吧", at=NOW + DAY)
    tell("我不当老师了", at=NOW + 2 * DAY)
    tell("我是老师", at=NOW + 9 * DAY)
    before = sorted((row.statement, row.status) for row in Memory.objects.for_user(user))
    assert ("你的工作是老师", "current") in before
    tell(at=NOW + 30 * DAY, again=True)
    assert sorted((row.statement, row.status) for row in Memory.objects.for_user(user)) == before


def test_just_for_now_ends_that_day_however_late_it_is_learnt(user: User, conversation: Conversation) -> None:
    line = Line(uuid.uuid4(), Speaker.USER, "今天不想听建议", NOW)
    Message.objects.create(
        id=line.id, user=user, conversation=conversation, role="user", text=line.text, status="received", created_at=NOW
    )  # fmt: skip
    remember(Job(user, Exchange((line,), ZONE)), NOW + 3 * DAY)
    assert Memory.objects.get().expires_at == NOW + SITTING_QUIET


@pytest.mark.parametrize("let_go", ["delete", "reject"])
def test_a_conflict_with_one_side_left_is_none(user: User, tell: Tell, let_go: str) -> None:
    tell("我叫林晚", at=NOW)
    tell("我叫林婉", at=NOW + DAY)
    wrong, right = (Memory.objects.for_user(user).order_by("recorded_at")[n] for n in (0, 1))
    assert wrong.status == right.status == "conflicted"
    if let_go == "delete":
        receipt = forgetting.forget(user, [wrong.id], NOW + 2 * DAY)
        assert find(user, right.id).status == "current"
        forgetting.restore(user, receipt.bins[0], NOW + 2 * DAY)
        assert find(user, right.id).status == find(user, wrong.id).status == "conflicted"
    else:
        curating.reject(user, wrong.id, NOW + 2 * DAY)
        assert find(user, right.id).status == "current"


def test_what_said_the_same_before_is_deleted_with_it(user: User, tell: Tell) -> None:
    tell("我住在杭州", at=NOW)
    tell("上个月搬到上海了", at=NOW + DAY)
    tell("上周搬到杭州了", at=NOW + 60 * DAY)
    receipt = forgetting.forget(
        user, [Memory.objects.get(status="current", attribute="city").id], NOW + 61 * DAY
    )
    assert statements(user, attribute="city") == ["你住在上海"]
    forgetting.restore(user, receipt.bins[0], NOW + 61 * DAY)
    assert statements(user, attribute="city") == ["你住在上海", "你住在杭州"]


def test_the_words_that_an_edit_replaced_are_deleted_with_it(user: User, tell: Tell) -> None:
    tell("我的猫叫小花", at=NOW)
    edited = curating.edit(user, Memory.objects.get().id, curating.Edit("你的猫叫小华"), NOW + DAY)
    forgetting.forget(user, [edited.id], NOW + 2 * DAY)
    assert not Memory.objects.for_user(user).exists()


def test_never_raise_outlives_a_change_of_value(user: User, tell: Tell) -> None:
    tell("我住在深圳")
    curating.never_raise(user, Memory.objects.get(attribute="city").id, NOW)
    tell("我上个月搬到苏州了", at=NOW + 30 * DAY)
    assert Memory.objects.open().get(attribute="city").use == "never_raise"


def test_editing_one_side_of_a_conflict_settles_it(user: User, tell: Tell) -> None:
    tell("我住在深圳")
    tell("我住在苏州", at=NOW + DAY)
    wrong = next(row for row in Memory.objects.filter(attribute="city") if row.value == "深圳")
    curating.edit(user, wrong.id, curating.Edit("你小时候住在深圳"), NOW + 2 * DAY)
    left = next(row for row in Memory.objects.open().filter(attribute="city") if row.value == "苏州")
    assert left.status == Status.CURRENT


def test_an_event_that_tells_of_a_special_matter_needs_consent_too(user: User, tell: Tell) -> None:
    report = tell("我前两天被骗了八万块钱", "我怀孕三个月了")
    assert not Memory.objects.for_user(user).exists()
    assert {item.reason for item in report.items} == {"no_consent_money", "no_consent_health"}
    grant(user, "health", NOW)
    tell("我怀孕三个月了", at=NOW + DAY)
    kept = Memory.objects.for_user(user).get()
    assert (kept.consent, kept.sensitivity, kept.use) == ("health", "special", "if_raised")
