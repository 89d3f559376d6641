"""Whom a text names: by any of the ways they are called."""

from __future__ import annotations

import pytest

from accounts.models import User
from companion.providers import embed
from memory import upkeep
from memory.recall import Cue, recall
from memory.recall.naming import calls, named
from tests.memory.conftest import NOW, Tell


@pytest.mark.parametrize(
    ("text", "among", "never"),
    [
        ("小雨的生日是哪天", {"小雨", "小", "雨的生日"}, {"小雨的生日"}),
        ("What does Aunt May like?", {"aunt may", "may", "aunt"}, {"what does aunt may"}),
        ("May's birthday", {"may"}, {"may's"}),
        ("", set(), {""}),
    ],
)
def test_short_pieces_may_be_names(text: str, among: set[str], never: set[str]) -> None:
    found = set(calls(text))
    assert among <= found
    assert not never & found


def test_a_long_text_is_read_at_its_end() -> None:
    assert "小雨" in calls("啊" * 5_000 + "小雨呢")
    assert len(calls("啊哦" * 5_000)) < 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("lines", "asked", "answer"),
    [
        (("我妹妹叫小雨", "我妹妹是护士"), "小雨做什么工作？", "护士"),
        (("我妹妹叫小雨", "小雨下个月结婚"), "我妹妹有什么喜事？", "结婚"),
        (("My sister is called Nora", "My sister is a nurse"), "What is Nora's job?", "nurse"),
    ],
)
def test_what_is_known_by_one_name_is_found_by_another(
    user: User, tell: Tell, lines: tuple[str, ...], asked: str, answer: str
) -> None:
    for line in (*lines, "我的猫叫年糕", "我弟弟是厨师", "My brother is a cook"):
        tell(line)
    upkeep.embed_waiting(embed, NOW)
    recalled = recall(user, Cue(asked), NOW, embed)
    assert any(answer in hit.statement for hit in recalled.passive[:3]), [
        hit.statement for hit in recalled.passive
    ]


@pytest.mark.django_db
def test_nobody_is_named_where_nobody_is_known(user: User, tell: Tell) -> None:
    assert named(user, "小雨的生日是哪天") == named(user, "……")
    tell("我妹妹叫小雨")
    assert named(user, "小雨的生日是哪天").entities
    other = User.objects.create_user("other@example.org")
    assert not named(other, "小雨的生日是哪天").entities
