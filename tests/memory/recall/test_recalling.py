"""The read path on the real database and the real embedder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest

from accounts.models import User, grant
from companion.benches.turn import _row
from companion.providers import embed
from llm.errors import ModelUnavailable
from memory import curating, forgetting, switching, upkeep
from memory.models import Memory
from memory.policy import Kind
from memory.recall import Cue, Recalled, recall
from memory.states import Status
from memory.unfolding import phases
from tests.memory.conftest import NOW, Tell
from tests.memory.recall.finding import look_up

DAY = timedelta(days=1)
LIFE = (
    "我叫林晚，住在杭州。", "我的猫叫小花", "我妹妹叫林晨，她在读大学", "我特别喜欢爬山", "我不吃香菜", "我是小学老师",
    "七月二十号要去新加坡开会", "我妈妈会做很好吃的糖醋排骨", "我的生日是三月九号",
)  # fmt: skip


@pytest.fixture
def life(user: User, tell: Tell) -> User:
    for number, line in enumerate(LIFE):
        tell(line, at=NOW + timedelta(minutes=number))
    upkeep.embed_waiting(embed, NOW)
    return user


def told(recalled: Recalled) -> str:
    return " / ".join(hit.statement for hit in recalled.all)


def ask(user: User, text: str, days: int = 1, **cue: object) -> Recalled:
    return recall(user, Cue(text, **cue), NOW + days * DAY, embed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("我的猫叫什么名字？", "小花"),
        ("你还记得我叫什么吗", "林晚"),
        ("我妹妹叫什么", "林晨"),
        ("what's my cat's name?", "小花"),
        ("我不能吃什么来着", "香菜"),
        ("周末我想出去运动运动，你说去哪儿好", "爬山"),
        ("我住在哪个城市", "杭州"),
    ],
)
def test_a_question_finds_its_answer(life: User, question: str, answer: str) -> None:
    recalled = ask(life, question)
    assert answer in told(recalled)
    assert not recalled.nothing_found


@pytest.mark.parametrize(
    "question", ["你记得我说过的那条狗吗？", "Do you remember Heidi?", "我弟弟叫什么名字"]
)
def test_a_false_premise_finds_nothing(life: User, question: str) -> None:
    recalled = ask(life, question)
    assert recalled.nothing_found
    assert not recalled.passive


def test_small_talk_drags_nothing_in(life: User) -> None:
    assert not ask(life, "哈哈哈").passive
    assert not ask(life, "嗯嗯好的").passive


def test_the_name_is_always_in_mind(life: User) -> None:
    assert any(hit.attribute == "name" and hit.kind == Kind.IDENTITY for hit in ask(life, "今天好累").active)


def test_superseded_rows_come_only_for_the_past_and_labelled(life: User, tell: Tell) -> None:
    tell("我上周搬到苏州了", at=NOW + 10 * DAY)
    upkeep.embed_waiting(embed, NOW)
    assert "杭州" not in told(ask(life, "我住在哪个城市", days=11))
    past = [hit for hit in ask(life, "我以前住在哪个城市？", days=11).all if "杭州" in hit.statement]
    assert [hit.label for hit in past] == ["past"]


def test_deleted_paused_and_never_raised_rows_do_not_come(life: User) -> None:
    rows = list(Memory.objects.all())
    cat = next(row for row in rows if "小花" in row.statement and row.attribute == "name")
    sister = next(row for row in rows if "林晨" in row.statement and row.attribute == "name")
    hill = next(row for row in rows if "爬山" in row.statement)
    forgetting.forget(life, [cat.id], NOW)
    curating.never_raise(life, sister.id, NOW)
    Memory.objects.filter(id=hill.id).update(paused=True)
    for question, gone in (("我的猫叫什么", "小花"), ("我妹妹叫什么", "林晨"), ("我喜欢什么运动", "爬山")):
        assert gone not in told(ask(life, question))


def test_a_paused_memory_brings_nothing(life: User) -> None:
    switching.pause_all(life, NOW, paused=True)
    assert not ask(life, "我的猫叫什么").all


def test_another_user_never_sees_it(life: User) -> None:
    other = User.objects.create_user("other@example.org")
    assert not ask(other, "我的猫叫什么").all


def test_special_kinds_wait_until_the_user_raises_them(life: User, tell: Tell) -> None:
    grant(life, "health", NOW)
    tell("我被确诊了抑郁症", at=NOW + timedelta(hours=1))
    upkeep.embed_waiting(embed, NOW)
    assert "抑郁" not in told(ask(life, "最近心情不太好，睡不着"))
    assert "抑郁" in told(ask(life, "说说我的抑郁症吧"))


def test_a_dead_embedder_leaves_keywords(life: User) -> None:
    def away(texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
        raise ModelUnavailable("away")

    recalled = recall(life, Cue("我的猫小花呢"), NOW + DAY, away)
    assert recalled.degraded
    assert "小花" in told(recalled)


def test_one_claim_is_told_once(life: User, tell: Tell) -> None:
    for number in range(5):
        curating.write_by_hand(life, Kind.PREFERENCE, f"你喜欢爬山{'！' * number}", "zh", NOW)
    upkeep.embed_waiting(embed, NOW)
    assert told(ask(life, "我喜欢什么运动")).count("爬山") == 1


def test_a_boundary_is_a_limit_in_every_prompt(life: User, tell: Tell) -> None:
    tell("别再提我爸了", at=NOW + timedelta(hours=1))
    limits = [hit for hit in ask(life, "今天吃了火锅").active if hit.label == "limit"]
    assert len(limits) == 1


def test_states_colour_the_tone_and_end(life: User, tell: Tell) -> None:
    tell("我最近特别焦虑", at=NOW + timedelta(hours=1))
    tones = [hit.label for hit in ask(life, "在吗", days=2).active if hit.kind == Kind.STATE]
    assert tones
    assert set(tones) == {"tone"}
    upkeep.expire(NOW + 20 * DAY)
    assert not [hit for hit in ask(life, "在吗", days=20).active if hit.kind == Kind.STATE]


def test_a_passed_plan_is_never_ahead(life: User) -> None:
    phases.roll_plans_over(NOW + 40 * DAY)
    hits = [hit for hit in ask(life, "新加坡的会", days=40).all if "新加坡" in hit.statement]
    assert [hit.label for hit in hits] == ["plan_passed"]


def test_an_edited_row_is_embedded_anew(life: User) -> None:
    row = next(row for row in Memory.objects.all() if "小花" in row.statement and row.attribute == "name")
    new = curating.edit(life, row.id, curating.Edit("你的猫叫年糕"), NOW)
    assert new.vector is None
    assert upkeep.embed_waiting(embed, NOW) == 1
    assert "年糕" in told(ask(life, "我的猫叫什么"))
    assert Memory.objects.get(id=row.id).status == Status.SUPERSEDED


def test_the_past_brings_back_no_limit_and_nothing_never_to_be_raised(user: User, tell: Tell) -> None:
    tell("我住在杭州", at=NOW)
    tell("别再提我前男友了", at=NOW + timedelta(minutes=1))
    for row in Memory.objects.for_user(user).filter(attribute="city"):
        curating.never_raise(user, row.id, NOW + DAY)
    tell("上个月搬到上海了", at=NOW + 2 * DAY)
    tell("可以聊我前男友了", at=NOW + 3 * DAY)
    assert Memory.objects.for_user(user).filter(status=Status.SUPERSEDED).count() == 2
    upkeep.embed_waiting(embed, NOW)
    before = recall(user, Cue("我以前住在哪里？以前说过前男友吗"), NOW + 4 * DAY, embed)
    assert "杭州" not in told(before)
    assert "前男友" not in told(before)


def test_what_was_for_one_evening_is_over_before_anything_closes_it(user: User, tell: Tell) -> None:
    tell("今天不想听建议", at=NOW)
    assert "建议" in told(ask(user, "在吗", days=0))
    assert "建议" not in told(ask(user, "在吗", days=1))


def test_a_common_word_does_not_hide_a_memory(user: User, tell: Tell) -> None:
    """A cap on matching rows once left out whatever the database happened to return last."""
    common = [
        _row(user, f"你的同事提过猫的第{n}件事", np.ones(384) / 384**0.5, "none", n) for n in range(600)
    ]
    Memory.objects.bulk_create(common)
    tell("我的猫叫小花")
    named = next(row for row in Memory.objects.filter(attribute="name") if row.value == "小花")
    scores = look_up(user, Memory.objects.for_user(user), "小花是我的猫吗").lanes["keyword"]
    assert max(scores, key=lambda key: scores[key]) == named.id


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("我养了一只橘猫，叫豆包", "你还记得我的猫叫什么吗？", "豆包"),
        ("I have an orange cat called Pumpkin", "what is my cat called?", "Pumpkin"),
    ],
)
def test_a_kind_is_asked_about_by_its_short_name(
    user: User, tell: Tell, said: str, asked: str, told: str
) -> None:
    tell(said)
    recalled = recall(user, Cue(asked), NOW, _no_embedder)
    assert not recalled.nothing_found
    assert any(told in hit.statement for hit in recalled.passive)


def _no_embedder(texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
    raise ModelUnavailable("away")
