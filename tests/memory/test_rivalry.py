"""Whatever puts rows back or takes them away, each matter has one answer or an open question."""

from __future__ import annotations

import pytest

from memory import curating, forgetting, upkeep
from memory.models import Memory, Withheld
from memory.policy import Kind
from memory.states import OPEN_STATUSES, Status
from tests.memory.test_killed import row_of
from tests.memory.world import World
from transcript.models import Message

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return World()


def told(world: World, *texts: str) -> World:
    for text in texts:
        world.tell(text)
    return world


def standing(world: World) -> dict[str, str]:
    world.check()
    return {row.statement: row.status for row in world.rows(*OPEN_STATUSES)}


def test_what_is_restored_meets_what_was_said_meanwhile(world: World) -> None:
    told(world, "我住在杭州")
    world.forget(row_of(world, "杭州"))
    told(world, "我住在苏州")
    world.restore()
    assert standing(world) == {"你住在杭州": "conflicted", "你住在苏州": "conflicted"}


def test_both_sides_restored_are_a_question_again_and_one_alone_holds(world: World) -> None:
    told(world, "我住在杭州", "我住在苏州")
    for _each in range(2):
        world.forget(world.rows()[0])
    world.restore()
    assert list(standing(world).values()) == ["current"]
    world.restore()
    assert standing(world) == {"你住在杭州": "conflicted", "你住在苏州": "conflicted"}


def test_a_press_taken_back_meets_what_was_said_meanwhile(world: World) -> None:
    told(world, "我住在杭州")
    world.press("reject", row_of(world, "杭州"))
    told(world, "我住在苏州")
    world.undo()
    assert standing(world) == {"你住在杭州": "conflicted", "你住在苏州": "conflicted"}


def test_a_line_taken_away_meets_what_was_said_meanwhile(world: World) -> None:
    told(world, "我住在杭州")
    moved = world.tell("我上个月搬到苏州了")
    world.press("reject", next(row for row in world.rows(Status.CURRENT) if row.value == "苏州"))
    told(world, "我住在青岛")
    world.take_away(moved)
    cities = {row.value: row.status for row in world.rows(*OPEN_STATUSES) if row.attribute == "city"}
    assert cities == {"杭州": "conflicted", "青岛": "conflicted"}
    world.check()


@pytest.mark.parametrize("words", ["你住在青岛", "你小时候住在苏州"])
def test_an_edit_settles_its_matter_or_leaves_it(world: World, words: str) -> None:
    told(world, "我住在杭州", "我住在苏州")
    world.press("edit", row_of(world, "苏州"), words)
    left = {"你住在青岛": "current"} if words == "你住在青岛" else {"你住在杭州": "current", words: "current"}
    assert standing(world) == left
    world.undo()
    assert standing(world) == {"你住在杭州": "conflicted", "你住在苏州": "conflicted"}


def test_an_edited_suggestion_takes_the_place_of_what_stood(world: World) -> None:
    told(world, "我住在杭州")
    world.bring("我住在苏州")
    world.press("edit", row_of(world, "苏州"), "你住在青岛")
    assert standing(world) == {"你住在青岛": "current"}


def test_a_suggestion_that_is_said_is_a_question(world: World) -> None:
    told(world, "我住在杭州")
    world.bring("我住在苏州")
    told(world, "我住在苏州")
    assert standing(world) == {"你住在杭州": "conflicted", "你住在苏州": "conflicted"}


def test_when_one_side_ends_the_other_holds(world: World) -> None:
    told(world, "我是老师", "我是护士")
    assert set(standing(world).values()) == {"conflicted"}
    told(world, "我不当老师了")
    assert [row.value for row in world.rows(Status.CURRENT)] == ["护士"]
    world.check()


def test_when_one_side_expires_the_other_holds(world: World) -> None:
    told(world, "我喜欢香菜", "我不喜欢香菜")
    guess = row_of(world, "你喜欢香菜")
    Memory.objects.filter(id=guess.id).update(expires_at=world.now)
    upkeep.expire(world.later())
    assert standing(world) == {"你不喜欢香菜": "current"}


def test_of_many_values_each_is_a_matter_of_its_own(world: World) -> None:
    told(world, "我喜欢香菜", "我喜欢爬山", "我不喜欢香菜", "我不喜欢爬山")
    world.forget(row_of(world, "你喜欢香菜"))
    assert standing(world) == {
        "你不喜欢香菜": "current",
        "你喜欢爬山": "conflicted",
        "你不喜欢爬山": "conflicted",
    }


def test_confirming_one_instruction_leaves_the_other_sides_of_the_voice(world: World) -> None:
    told(world, "回答短一点", "别用表情")
    world.press("confirm", row_of(world, "短一点"))
    assert len(standing(world)) == 2


def test_the_newer_instruction_written_by_hand_holds(world: World) -> None:
    for words in ("回答短一点", "回答长一点", "别用表情"):
        curating.write_by_hand(world.user, Kind.STYLE, words, "zh", world.later())
    assert set(standing(world)) == {"回答长一点", "别用表情"}


def test_an_edited_wording_that_comes_back_is_deleted_with_its_edit_again(world: World) -> None:
    told(world, "我的猫叫小花")
    world.press("edit", row_of(world, "小花"), "你的猫叫豆包")
    receipt = forgetting.forget(world.user, [row_of(world, "豆包").id], world.later())
    assert len(forgetting.restore_all(world.user, receipt.id, world.later())) == 2
    forgetting.forget(world.user, [row_of(world, "豆包").id], world.later())
    assert not world.rows()


def test_a_wording_that_goes_with_its_edit_does_not_bury_what_is_said_elsewhere(world: World) -> None:
    told(world, "我喜欢爬山")
    world.press("edit", row_of(world, "爬山"), "你喜欢游泳")
    told(world, "爬山是我最喜欢的运动", "我特别喜欢爬山")
    climbs = next(row for row in world.rows(Status.CURRENT) if row.value == "爬山")
    world.forget(row_of(world, "游泳"))
    told(world, "我喜欢爬山，真的")
    assert Memory.objects.get(id=climbs.id).status == Status.CURRENT
    world.learn_again()
    world.check()


def test_what_may_be_raised_again_has_its_words_back_after_an_edit(world: World) -> None:
    told(world, "我的猫叫小花")
    world.press("never_raise", row_of(world, "小花"))
    world.press("edit", row_of(world, "小花"), "你的猫叫豆包")
    assert Withheld.objects.filter(user=world.user).exists()
    world.press("may_raise", row_of(world, "豆包"))
    assert not Withheld.objects.filter(user=world.user).exists()


def test_what_the_user_wrote_since_a_line_was_said_holds_against_it(world: World) -> None:
    told(world, "我的猫叫小花")
    said = world.tell("今天天气不错")
    world.press("edit", row_of(world, "小花"), "你的猫叫豆包")
    line = Message.objects.get(id=said)
    line.text = "我的猫叫小花哦"
    line.save()
    world.learn(line)
    assert standing(world) == {"你的猫叫豆包": "current"}
    told(world, "我的猫叫小花")
    assert set(standing(world).values()) == {"conflicted"}
