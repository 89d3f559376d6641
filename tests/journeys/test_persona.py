"""Months with one character: what it said of itself, what it promised, what becomes of it when it is changed, and two that
must not share."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from companion import conversations
from companion.replay.playing import Player
from memory.models import Memory
from memory.policy import Kind
from persona import apart, moving, shipping
from persona.apart import Standing
from persona.characters import default_for
from persona.content import Content, Example
from persona.making import editing
from persona.models import Persona
from transcript.models import Conversation

pytestmark = pytest.mark.django_db(transaction=True)
ZONE = ZoneInfo("Asia/Shanghai")
MAY = datetime(2026, 5, 3, 20, tzinfo=ZONE)


def at(day: str, clock: str = "20:00", **step: Any) -> dict[str, Any]:
    return {"at": f"{day}T{clock}:00", **step}


@pytest.fixture
def lin(db: None) -> User:
    shipping.sync(MAY)
    return User.objects.create_user("lin@example.org", time_zone="Asia/Shanghai", language="zh-hans")


def played(user: User, talk: Conversation, *steps: dict[str, Any]) -> tuple[Player, list[dict[str, Any]]]:
    player = Player({"steps": list(steps), "timezone": "Asia/Shanghai"}, user, talk, ZONE)
    shown: list[dict[str, Any]] = player.play()["steps"]
    return player, shown


def test_what_it_said_in_may_it_says_in_august(lin: User) -> None:
    talk = conversations.start_empty(lin, default_for("zh-hans").id, MAY)
    _player, steps = played(
        lin, talk,
        at("2026-05-03", say="你吃香菜吗", reply="老实说，要是能尝，我大概不喜欢香菜。"),
        at("2026-05-03", "20:05", settle=True),
        at("2026-05-20", say="今天去看海了", reply="真好。"),
        at("2026-05-20", "20:05", settle=True),
        at("2026-08-12", probe="你喜欢香菜吗？"),
        at("2026-08-12", "20:01", say="你喜欢香菜吗？"),
        at("2026-08-12", "20:10", probe="我喜欢香菜吗？"),
        at("2026-08-12", "20:11", probe="明天要下雨"),
    )  # fmt: skip
    kept = Memory.objects.get(user=lin, kind=Kind.SELF)
    assert kept.scope_id == talk.persona
    asked, answered, of_me, other = steps[4], steps[5], steps[6], steps[7]
    assert "我大概不喜欢香菜" in asked["prompt"]
    assert "关于你自己" in asked["prompt"]
    assert "香菜" in answered["said"]
    assert "不喜欢" in answered["said"]
    assert not [hit for hit in of_me["recalled"] if "香菜" in hit["statement"] and hit["kind"] != "self"]
    assert "香菜" not in other["prompt"].split("20:11")[-1]


def test_what_it_said_to_one_is_not_what_another_said(lin: User) -> None:
    talk = conversations.start_empty(lin, default_for("zh-hans").id, MAY)
    _player, steps = played(
        lin, talk,
        at("2026-05-03", say="你吃香菜吗", reply="我不喜欢香菜。"),
        at("2026-05-03", "20:05", settle=True),
        at("2026-05-04", conversation="new", persona="mojian"),
        at("2026-05-04", "20:01", say="你吃香菜吗", reply="我喜欢香菜。"),
        at("2026-05-04", "20:06", settle=True),
        at("2026-05-05", probe="你喜欢香菜吗？"),
    )  # fmt: skip
    assert "我喜欢香菜" in steps[5]["prompt"]
    assert "我不喜欢香菜" not in steps[5]["prompt"]
    assert {(row.polarity, row.status) for row in Memory.objects.filter(user=lin, kind=Kind.SELF)} == {
        (1, "current"),
        (-1, "current"),
    }


def test_a_second_word_against_the_first_does_not_replace_it(lin: User) -> None:
    talk = conversations.start_empty(lin, default_for("zh-hans").id, MAY)
    _player, steps = played(
        lin, talk,
        at("2026-05-03", say="你吃香菜吗", reply="我不喜欢香菜。"),
        at("2026-05-03", "20:05", settle=True),
        at("2026-06-03", say="香菜要吗", reply="我喜欢香菜。"),
        at("2026-06-03", "20:05", settle=True),
        at("2026-07-03", say="香菜呢", reply="我改主意了，现在喜欢香菜了。"),
        at("2026-07-03", "20:05", settle=True),
        at("2026-08-03", probe="你喜欢香菜吗"),
    )  # fmt: skip
    assert [one["reason"] for one in steps[3]["report"] if "香菜" in one["text"]] == ["contradicts_itself"]
    assert "现在喜欢香菜" in steps[6]["prompt"]
    assert "- 我不喜欢香菜" not in steps[6]["prompt"]


def test_it_promised_to_ask_about_the_exam(lin: User) -> None:
    talk = conversations.start_empty(lin, default_for("zh-hans").id, MAY)
    _player, steps = played(
        lin, talk,
        at("2026-05-03", say="我五月二十号有个职称考试", reply="好，我答应你，五月二十号晚上来问你考得怎么样。"),
        at("2026-05-03", "20:05", settle=True),
        at("2026-05-10", tick=True),
        at("2026-05-10", "20:01", probe="今天好热"),
        at("2026-05-20", "21:00", tick=True),
        at("2026-05-20", "21:01", probe="回来啦"),
    )  # fmt: skip
    assert "考得怎么样" not in steps[3]["prompt"].split("20:01")[-1]
    assert "考" in steps[5]["prompt"].split("21:01")[-1]
    assert "你们之间的" in steps[5]["prompt"] or "考得怎么样" in steps[5]["prompt"]


def made(user: User, style: str) -> Persona:
    content = Content(
        name="阿满", language="zh-hans", style=(style,), examples=(Example(user="a", reply="b"),)
    )
    return editing.create(user, content, MAY).version.persona


def test_a_conversation_stays_with_its_version_until_it_is_moved(lin: User) -> None:
    persona = made(lin, "慢慢说话")
    assert persona.current is not None
    first, second = (conversations.start_empty(lin, persona.current.id, MAY) for _n in range(2))
    _player, before = played(lin, first, at("2026-05-03", "20:01", probe="在吗"))
    changed = Content(name="阿满", language="zh-hans", style=("快快说话",))
    newest = editing.save(lin, persona.id, changed, MAY + timedelta(days=1)).version
    first.refresh_from_db()
    _player, stays = played(lin, first, at("2026-05-05", probe="在吗"))
    assert "慢慢说话" in before[0]["prompt"]
    assert "慢慢说话" in stays[0]["prompt"]
    assert moving.newer(first) == newest
    assert moving.move(lin, first.id, newest.id)
    first.refresh_from_db()
    _player, moved = played(lin, first, at("2026-05-06", probe="在吗"))
    assert "快快说话" in moved[0]["prompt"]
    assert moving.newer(first) is None
    second.refresh_from_db()
    assert moving.newer(second) == newest
    assert moving.stay(lin, second.id)
    second.refresh_from_db()
    assert second.stays_from == newest.id
    _player, still = played(lin, second, at("2026-05-07", probe="在吗"))
    assert "慢慢说话" in still[0]["prompt"]


def test_two_that_must_not_share(lin: User) -> None:
    shared, own = default_for("zh-hans"), made(lin, "轻声")
    apart.arrange(lin, own.id, Standing(own=True))
    assert own.current is not None
    secret = conversations.start_empty(lin, own.current.id, MAY)
    played(
        lin, secret,
        at("2026-05-03", "20:01", say="我在准备离职，去深圳", reply="我替你记着。"),
        at("2026-05-03", "20:02", say="我叫阿远", reply="阿远。"),
        at("2026-05-03", "20:03", say="别再提我爸了", reply="好。"),
        at("2026-05-03", "20:10", settle=True),
        at("2026-05-03", "20:11", tick=True),
    )  # fmt: skip
    talk = conversations.start_empty(lin, shared.id, MAY + timedelta(days=1))
    _player, other = played(
        lin, talk,
        at("2026-05-05", say="我叫林晓，在杭州当老师", reply="林晓。"),
        at("2026-05-05", "20:05", settle=True),
        at("2026-05-05", "20:06", tick=True),
        at("2026-05-06", "09:00", probe="我要去哪儿来着？"),
        at("2026-05-06", "09:01", probe="我叫什么？"),
        at("2026-05-06", "09:02", probe="我之前说过离职的事吗？"),
    )  # fmt: skip
    for shown in other[3:]:
        assert "深圳" not in shown["prompt"]
        assert "阿远" not in shown["prompt"]
        assert "离职" not in shown["prompt"].replace("我之前说过离职的事吗", "")
        assert "别再提" in shown["prompt"] or "爸" in shown["prompt"]  # a limit holds with everyone
    assert "林晓" in other[4]["prompt"]
    statuses = {row.value: row.status for row in Memory.objects.filter(user=lin, attribute="name")}
    assert statuses == {"阿远": "current", "林晓": "current"}  # neither contradicts the other
    _player, back = played(lin, secret, at("2026-05-07", probe="我叫什么？"))
    assert "阿远" in back[0]["prompt"]
    apart.arrange(lin, own.id, Standing(own=True, blind=True))
    _player, blind = played(
        lin,
        secret,
        at("2026-05-08", probe="我叫什么？"),
        at("2026-05-08", "20:01", probe="我在哪儿工作？我是做什么的？"),
    )
    assert "阿远" in blind[0]["prompt"]
    assert "林晓" not in blind[0]["prompt"]
    assert "老师" not in blind[1]["prompt"]
    assert "爸" in blind[1]["prompt"]


def test_a_persona_that_knows_nothing_is_told_nothing_of_elsewhere(lin: User) -> None:
    own = made(lin, "轻声")
    assert own.current is not None
    talk = conversations.start_empty(lin, own.current.id, MAY)
    apart.choose(lin, own.id)
    assert conversations.to_write_in(lin, MAY).id == talk.id
    apart.arrange(lin, own.id, Standing(blind=True))
    elsewhere = conversations.to_write_in(lin, MAY)
    assert elsewhere.persona == default_for("zh-hans").persona_id
