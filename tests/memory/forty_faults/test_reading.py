"""Faults of others that belong to reading: rows 10, 13 and 37 of the memory specification's list (31: recall/test_passages)."""

from __future__ import annotations

import pytest

from companion.providers import embed
from memory import upkeep
from memory.models import Memory
from memory.recall import Cue, Recalled, indexing, recall
from tests.memory.world import World
from transcript.models import Message

pytestmark = pytest.mark.django_db

LIFE = {
    "我妹妹在申请大学": "妹妹申请大学的事怎么样了？",
    "我的猫叫小花": "小花最近好吗",
    "我特别喜欢爬山": "周末去爬山怎么样",
    "我不吃香菜": "这道菜里放香菜了",
    "我是小学老师": "当小学老师真累",
    "我住在杭州": "杭州这两天下雨",
    "我妈妈是护士": "妈妈今天值夜班",
    "我喜欢喝咖啡": "刚冲了一杯咖啡",
    "下周五我要去体检": "体检前能吃早饭吗",
    "我养了一只乌龟": "乌龟要冬眠了",
}  # fmt: skip


def told(world: World, *lines: str) -> None:
    for line in lines:
        message = Message.objects.get(id=world.tell(line))
        indexing.note(message, line, world.now)
    while indexing.embed_waiting(embed, world.now):
        pass
    while upkeep.embed_waiting(embed, world.now):
        pass


def ask(world: World, text: str) -> Recalled:
    return recall(world.user, Cue(text), world.now, embed)


@pytest.fixture
def world(db: None) -> World:
    return World()


def test_row_10_an_old_matter_is_not_dragged_in_again_and_again(world: World) -> None:
    """What has nothing to do with a line is not told because it was told before, however often that was."""
    told(world, *LIFE)
    hikes = next(row for row in world.rows() if "爬山" in row.statement)
    Memory.objects.filter(id=hikes.id).update(use_count=500, last_used=world.now, importance=0.95)
    for line in (
        "今天好累啊",
        "刚吃完饭",
        "明天要早起",
        "耳机找不到了",
        "I'm so bored",
        "好的",
        "哈哈哈",
        "电脑又卡了",
    ):
        world.later()
        assert hikes.id not in {hit.id for hit in ask(world, line).all}, line


def test_row_13_chinese_questions_find_what_each_is_about(world: World) -> None:
    """They once all returned the same cluster, whatever was asked."""
    told(world, *LIFE)
    answers = {}
    for number, (line, asked) in enumerate(LIFE.items()):
        proof = Memory.objects.filter(evidence__message_id=world.said[number]).values_list("id", flat=True)
        recalled = ask(world, asked)
        answers[asked] = frozenset(hit.id for hit in recalled.passive)
        first, quoted = recalled.passive[:2], recalled.lines[:2]
        brought = {hit.id for hit in (*recalled.active, *first)} & set(proof)
        assert brought or world.said[number] in {one.message for one in quoted}, (line, asked)
    shared = [
        len(one & other) / max(1, len(one | other))
        for one in answers.values()
        for other in answers.values()
        if one is not other
    ]
    assert sum(shared) / len(shared) < 0.15


@pytest.mark.parametrize(
    ("line", "asked"),
    [("我特别喜欢爬山", "我喜欢什么？"), ("I love hiking in the mountains", "what do I love doing?")],
)
def test_row_37_one_claim_is_told_once_however_often_it_was_kept(world: World, line: str, asked: str) -> None:
    told(world, line)
    row = world.rows()[0]
    statement, subject, value = row.statement, row.subject, row.value
    for _copy in range(8):
        copy = Memory(
            user=world.user, kind=row.kind, subject=subject, attribute=row.attribute, value=value, slot=row.slot,
            value_key=row.value_key, statement=statement, lang=row.lang, source=row.source, status=row.status,
            sensitivity=row.sensitivity, use=row.use, recorded_at=world.later(), importance=row.importance,
        )  # fmt: skip
        copy.save(force_insert=True)
    told(world)
    world.later(minutes=30)
    assert [hit.statement for hit in ask(world, asked).all].count(statement) == 1
    Memory.objects.update(vector=None, recipe="")  # by their words alone
    assert [hit.statement for hit in ask(world, f"{asked} {line}").all].count(statement) == 1


def test_row_37_a_denial_is_no_second_telling(world: World) -> None:
    """What is so now and what was so lie as near each other as one thing said twice."""
    told(world, "我喜欢吃香菜")
    world.later(days=3)
    told(world, "我现在不喜欢吃香菜了")
    now = [hit for hit in ask(world, "我喜欢吃香菜吗？").passive if "香菜" in hit.statement]
    assert [hit.label for hit in now] == ["fact"]
    assert "不" in now[0].statement
    before = [hit for hit in ask(world, "我以前喜欢吃香菜吗？").passive if "香菜" in hit.statement]
    assert {hit.label for hit in before} == {"fact", "past"}
