"""What comes to mind by itself: rarely, a little, and never what was in mind lately."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

import pytest

from accounts.models import User
from companion.providers import embed
from memory import upkeep
from memory.models import Memory, MemoryUse
from memory.policy import Kind
from memory.recall import Cue, Recalled, indexing, recall, unbidden
from tests.memory.conftest import NOW, Tell
from transcript.models import Conversation, Message, Role, Status

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
KNOWN = (
    "我特别喜欢爬山", "我的猫叫小花", "我妹妹是护士", "我不吃香菜", "我喜欢喝咖啡", "我是小学老师", "我住在杭州",
    "我妈妈会做很好吃的糖醋排骨", "我喜欢看科幻电影", "上个月我去看了一场话剧", "去年我去黄山看了日出",
)  # fmt: skip
TALK = (
    "周末想去山里走走", "上次那条山路真陡", "山顶的风特别大", "背包里要带够水", "登山杖还是要买好的", "日出前就得出发",
    "山脚下那家民宿不错", "下山的时候膝盖疼", "想找几个人一起爬",
)  # fmt: skip


@pytest.fixture
def talk(user: User, tell: Tell) -> Conversation:
    for number, line in enumerate(KNOWN):
        tell(line, at=NOW + timedelta(minutes=number))
    upkeep.embed_waiting(embed, NOW)
    return Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW
    )


def said(user: User, talk: Conversation, count: int, begun: datetime) -> Message:
    """So many lines of a talk about mountains; the last of them."""
    for number in range(count):
        at = begun + timedelta(seconds=30 * number)
        line = Message.objects.create(
            user=user, conversation=talk, role=Role.COMPANION if number % 2 else Role.USER, created_at=at,
            text=TALK[number % len(TALK)], status=Status.RECEIVED,
        )  # fmt: skip
        indexing.note(line, line.text, at)
    while indexing.embed_waiting(embed, begun):
        pass
    return line


def think(user: User, talk: Conversation, days: float, *, open_minded: bool = True) -> Recalled:
    cue = Cue("嗯，那就这么定了", conversation=talk.id, open_minded=open_minded)
    return recall(user, cue, NOW + days * DAY, embed)


def test_something_that_fits_comes_after_a_long_while(user: User, talk: Conversation) -> None:
    said(user, talk, unbidden.EVERY - 1, NOW + DAY)
    assert think(user, talk, 20).unbidden == ()
    said(user, talk, 1, NOW + 2 * DAY)
    came = think(user, talk, 20).unbidden
    assert 0 < len(came) <= unbidden.MOST
    assert any("山" in hit.statement for hit in came)
    assert all(hit.lanes[unbidden.LANE] >= unbidden.STANDS_OUT for hit in came)


def test_not_where_care_is_called_for_or_something_is_asked(user: User, talk: Conversation) -> None:
    said(user, talk, unbidden.EVERY, NOW + DAY)
    assert think(user, talk, 20, open_minded=False).unbidden == ()
    asks = Cue("我的猫叫什么名字？", conversation=talk.id, open_minded=True)
    assert recall(user, asks, NOW + 20 * DAY, embed).unbidden == ()


def test_what_came_once_rests_and_so_does_the_habit(user: User, talk: Conversation) -> None:
    """A companion to whom the same things keep occurring is a bore."""
    line = said(user, talk, unbidden.EVERY, NOW + DAY)
    came = think(user, talk, 20).unbidden
    assert came
    reply = Message.objects.create(
        user=user, conversation=talk, role=Role.COMPANION, parent=line, text="好", status=Status.COMPLETE,
        created_at=NOW + 20 * DAY,
    )  # fmt: skip
    for hit in came:
        MemoryUse.objects.create(
            user=user, reply=reply, memory_id=hit.id, lanes=hit.lanes, at=reply.created_at
        )
        Memory.objects.filter(id=hit.id).update(last_used=reply.created_at)
    assert think(user, talk, 20).unbidden == ()  # a moment ago
    said(user, talk, unbidden.EVERY, NOW + 21 * DAY)
    again = think(user, talk, 22).unbidden
    assert not {hit.id for hit in again} & {hit.id for hit in came}


def test_what_the_line_brings_does_not_come_by_itself_too(user: User, talk: Conversation) -> None:
    said(user, talk, unbidden.EVERY, NOW + DAY)
    by_itself = {hit.id for hit in think(user, talk, 20).unbidden}
    cue = Cue("爬山爬山，我特别喜欢爬山", conversation=talk.id, open_minded=True)
    recalled = recall(user, cue, NOW + 20 * DAY, embed)
    assert {hit.id for hit in recalled.passive} & by_itself  # else this shows nothing
    ids = [hit.id for hit in recalled.all]
    assert len(ids) == len(set(ids))


def test_no_sorrow_and_nothing_that_may_not_be_told(user: User, talk: Conversation) -> None:
    said(user, talk, unbidden.EVERY, NOW + DAY)
    came = think(user, talk, 20).unbidden
    Memory.objects.filter(id=came[0].id).update(valence=-0.7)
    assert came[0].id not in {hit.id for hit in think(user, talk, 20).unbidden}
    Memory.objects.filter(id=came[0].id).update(valence=None, paused=True)
    assert came[0].id not in {hit.id for hit in think(user, talk, 20).unbidden}
    Memory.objects.for_user(user).update(kind=Kind.STATE)
    assert think(user, talk, 20).unbidden == ()
