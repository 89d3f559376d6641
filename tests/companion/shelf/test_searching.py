"""A search over one's own lines and titles."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import conversations, keeping, learning
from companion.keeping import Ended
from companion.shelf import arranging, deleting, naming, searching
from memory import forgetting
from memory.models import Memory
from tests.companion.conftest import LATER, NOW, Say
from transcript.models import Conversation, Status

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


def found(user: User, query: str) -> list[str]:
    """The words around each hit."""
    groups = searching.search(user, searching.read(query)).groups
    return [f"{hit.before}[{hit.match}]{hit.after}" for group in groups for hit in group.hits]


@pytest.mark.parametrize(
    ("said", "query", "hit"),
    [
        ("我家的灯坏了", "灯", "我家的[灯]坏了"),
        ("帮我安装简单的软件", "简单", "帮我安装[简单]的软件"),
        ("昨天在學校開會", "学校", "昨天在[學校]開會"),
        ("昨天在学校开会", "學校", "昨天在[学校]开会"),
        ("我用 Python 写爬虫", "python", "我用 [Python] 写爬虫"),
        ("我用Python写爬虫", "用py", "我[用Py]thon写爬虫"),
        ("我在杭州喝咖啡", "咖啡 杭州", "我在[杭州]喝咖啡"),
        ("I had a café au lait", "au lait", "I had a café [au] lait"),
        ("ｆｕｌｌ width", "full", "[ｆｕｌｌ] width"),
    ],
)
def test_any_part_is_found(lin: User, chat: Conversation, say: Say, said: str, query: str, hit: str) -> None:
    say("别的什么")
    say(said)
    assert found(lin, query) == [hit]


@pytest.mark.parametrize("query", ["", "   ", "没说过", "咖啡 上海", "\x00", "\ud800", "％＿"])
def test_nothing_is_found_for_nothing(lin: User, chat: Conversation, say: Say, query: str) -> None:
    say("我在杭州喝咖啡")
    assert searching.search(lin, searching.read(query)).groups == ()


def test_both_sides_and_titles_by_conversation_newest_first(lin: User, chat: Conversation, say: Say) -> None:
    line = say("我想喝咖啡")
    reply = keeping.begin_reply(chat.id, line.created_at)
    assert reply is not None
    keeping.finish(reply.id, Ended(Status.COMPLETE, "咖啡配蛋糕。"), None, NOW + timedelta(seconds=9))
    titled = conversations.start_empty(lin, chat.persona_version, LATER)
    naming.rename(lin, titled.id, "咖啡馆清单")
    groups = searching.search(lin, "咖啡").groups
    assert [group.item.title for group in groups] == ["咖啡馆清单", "我想喝咖啡"]
    assert groups[0].marked == (("咖啡", True), ("馆清单", False))
    assert [(hit.role, hit.match) for hit in groups[1].hits] == [("companion", "咖啡"), ("user", "咖啡")]


def test_what_was_put_away_is_found_and_what_is_gone_is_not(lin: User, chat: Conversation, say: Say) -> None:
    say("我想喝咖啡")
    arranging.archive(lin, chat.id, NOW, archived=True)
    hidden = conversations.start_empty(lin, chat.persona_version, NOW, temporary=True)
    say("也想喝咖啡", where=hidden)
    [group] = searching.search(lin, "咖啡").groups
    assert group.item.archived
    naming.rename(lin, chat.id, "咖啡")
    deleting.delete(lin, chat.id, deleting.Wish(deleting.Fate.KEEP), LATER)
    assert searching.search(lin, "咖啡").groups == ()


def test_a_forgotten_fact_is_found_in_ones_own_words_only(lin: User, chat: Conversation, say: Say) -> None:
    line = say("我的猫叫小花")
    reply = keeping.begin_reply(chat.id, line.created_at)
    assert reply is not None
    keeping.finish(reply.id, Ended(Status.COMPLETE, "小花真好听。"), None, line.created_at)
    say("今天下雨")
    learning.learn(chat.id, LATER)
    chat.title, chat.titled_by = "小花的名字", "model"
    chat.save()
    assert len(found(lin, "小花")) == 2
    forgetting.forget(lin, [Memory.objects.get(attribute="name").id], LATER)
    assert found(lin, "小花") == ["我的猫叫[小花]"]
    assert not any(
        marked for group in searching.search(lin, "小花").groups for _piece, marked in group.marked if marked
    )


def test_more_than_a_page(lin: User, chat: Conversation, say: Say) -> None:
    for n in range(60):
        say(f"第{n}杯咖啡")
    first = searching.search(lin, "咖啡")
    assert (first.lines, first.more) == (50, 100)
    assert first.groups[0].hits[0].before == "第59杯"
    rest = searching.search(lin, "咖啡", first.more)
    assert (rest.lines, rest.more, rest.bounded) == (60, 0, False)


def test_another_users_words_are_not_searched(lin: User, chat: Conversation, say: Say) -> None:
    say("我想喝咖啡")
    stranger = User.objects.create_user("x@example.org", "pw")
    assert searching.search(stranger, "咖啡").groups == ()


@pytest.mark.parametrize(
    ("text", "terms", "marked"),
    [
        ("咖啡和咖啡", ["咖啡"], (("咖啡", True), ("和", False), ("咖啡", True))),
        ("ABC", ["bc", "a"], (("ABC", True),)),
        ("ﬁn", ["fi"], (("ﬁn", False),)),
        ("", ["a"], ()),
    ],
)
def test_marks(text: str, terms: list[str], marked: tuple[Any, ...]) -> None:
    assert searching.marks(text, terms) == marked
