"""Rows 20 to 25 of the forty faults: what consolidation and deletion may not do. See tests/memory/test_forty_faults.py."""

from __future__ import annotations

import pytest

from companion import schedule
from companion.providers import embed
from memory import centre, forgetting, switching, upkeep
from memory.dreaming import runs, undoing
from memory.learning import Job, remember
from memory.models import Memory, MemorySettings, Proposal
from memory.recall import Cue, recall
from memory.states import OPEN_STATUSES, DreamOperation, ProposalState, Status
from tests.memory.recall.finding import look_up
from tests.memory.test_forty_faults import known, told
from tests.memory.test_killed import lines, row_of
from tests.memory.world import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return World()


LIFE = (
    "我叫林晚", "我住在杭州", "我的猫叫小花", "我妹妹叫小雨", "我喜欢爬山", "我喜欢去爬山", "我特别喜欢爬山", "我不吃香菜",
    "我对青霉素过敏", "昨天带小花去了医院", "最近在准备考研", "我喜欢喝咖啡", "明年三月二十号要去新加坡开会",
)  # fmt: skip


def test_row_20_a_week_of_dreams_loses_nothing(world: World) -> None:
    told(world, *LIFE)
    before = {row.id: row.statement for row in world.rows()}
    for _night in range(7):
        run = runs.dream(world.user, world.later(days=1), by_hand=True)
        assert run is not None
        assert run.counts.get(ProposalState.APPLIED, 0) <= 10
    assert before.items() <= {row.id: row.statement for row in world.rows()}.items()
    closed = [row for row in world.rows() if row.id in before and row.status not in OPEN_STATUSES]
    assert all(row.closed_by_id or row.reason for row in closed)


def test_row_21_what_matters_is_touched_by_no_dream(world: World) -> None:
    told(world, *LIFE)
    alike = [
        row.id for row in world.rows() if "爬山" in row.statement
    ]  # two wordings that a dream would merge
    assert len(alike) >= 2
    Memory.objects.filter(id__in=alike).update(importance=0.9)
    Memory.objects.filter(id=row_of(world, "咖啡").id).update(pinned=True)
    weighty = {row.id: row.version for row in world.rows() if row.importance >= 0.8 or row.pinned}
    assert len(weighty) >= 4
    for _night in range(7):
        runs.dream(world.user, world.later(days=1), by_hand=True)
    assert weighty == {row.id: row.version for row in world.rows() if row.id in weighty}


def test_row_22_a_merge_says_why_and_is_undone_and_can_be_switched_off(world: World) -> None:
    told(world, "我喜欢爬山", "我喜欢去爬山")
    before = {row.id: row.status for row in world.rows()}
    switching.let_dream(world.user, on=False)
    assert runs.dream(world.user, world.later(hours=9)) is None
    assert world.user not in runs.due(world.later(hours=9))
    switching.let_dream(world.user, on=True)
    runs.dream(world.user, world.later(hours=9))
    done = Proposal.objects.for_user(world.user).filter(state=ProposalState.APPLIED)
    merge = done.get(operation=DreamOperation.MERGE)
    assert merge.reason
    assert set(merge.premises) == set(before)
    undoing.undo(world.user, merge.id, world.later())
    assert {row.id: row.status for row in world.rows()} == before


def test_row_23_deleting_lasts_and_learning_again_wipes_nothing(world: World) -> None:
    told(world, *LIFE)
    world.forget(row_of(world, "咖啡"))
    before = {row.id for row in world.rows()}
    for _time in range(2):
        world.learn_again()
    assert {row.id for row in world.rows()} == before


def test_row_24_editing_one_and_talking_on_empties_nothing(world: World) -> None:
    told(world, *LIFE)
    before = {row.id for row in world.rows()}
    world.press("edit", row_of(world, "咖啡"), "你喜欢喝茶")
    told(world, "今天天气不错", "我喜欢游泳")
    assert before <= {row.id for row in world.rows()}
    assert "你喜欢喝茶" in known(world, Status.CURRENT)
    world.forget(row_of(world, "喝茶"))
    assert "茶" not in known(world)


def test_row_25_after_deletion_no_lane_and_no_page_has_it(world: World) -> None:
    told(world, "我的猫叫小花", "昨天带小花去了医院", "我住在杭州")
    upkeep.embed_waiting(embed, world.now)
    rows, asked = Memory.objects.for_user(world.user), "我的猫小花叫什么"
    assert recall(world.user, Cue(asked), world.now, embed).passive
    for row in [row for row in world.rows() if "小花" in row.statement]:
        if Memory.objects.filter(id=row.id).exists():
            world.forget(row)
    pool = look_up(world.user, rows, asked, slots=[("猫", "name")], embed=embed)
    assert not pool.lanes["keyword"]
    assert not pool.lanes["slot"]
    assert all("小花" not in Memory.objects.get(id=key).statement for key in pool.rows)
    shelf = centre.shelf(world.user, centre.Filters(), world.now)
    assert "小花" not in str([item.row.statement for group in shelf.groups for item in group.items])
    assert not forgetting.requests.matching(world.user, "小花")
    exchange = lines(world, "我的猫叫什么？")
    remember(Job(world.user, exchange), world.later())
    assert "小花" not in known(world)
    assert schedule.run_all(world.later(days=2))["purge"] >= 1
    assert MemorySettings.objects.filter(user=world.user).exists()
