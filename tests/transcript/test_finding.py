"""One's own words are found again by any part of them."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from transcript import finding
from transcript.models import Conversation, Message, Role, Status

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann@example.org", "pw")


def talk(user: User, **fields: Any) -> Conversation:
    return Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW, **fields
    )


def line(where: Conversation, text: str, role: str = Role.USER, **fields: Any) -> Message:
    count = Message.objects.count()
    message = Message(
        user=where.user, conversation=where, role=role, text=text, status=Status.RECEIVED,
        created_at=NOW + timedelta(seconds=count), **fields,
    )  # fmt: skip
    finding.index(message, text, NOW)
    message.save()
    return message


def found(user: User, query: str) -> list[str]:
    return [hit.before + hit.match + hit.after for hit in finding.search(user, query, dict)]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("昨天买了一盏灯", "灯"),
        ("客厅的大灯坏了", "灯"),
        ("安装简单，说明书也清楚", "简单"),
        ("我在杭州工作", "杭"),
        ("我在杭州工作", "州工"),
        ("The boiler broke again", "boil"),
        ("The boiler broke again", "BOILER"),
        ("頭髮剪短了", "头发"),
        ("头发剪短了", "頭髮"),
        ("ＡＢＣ商场", "abc"),
        ("我和 Tom 去了三亚", "tom 三亚"),
        ("今天好开心😀", "😀"),
        ("C++ 真难", "c++"),
        ("的", "的"),
    ],
)
def test_any_part_finds(ann: User, text: str, query: str) -> None:
    where = talk(ann)
    line(where, text)
    line(where, "别的话，没有关系")
    assert text in [hit.strip("…") for hit in found(ann, query)]


@pytest.mark.parametrize("query", ["", "  ", "上海", "杭工", "zz", "灯 杭州"])
def test_what_is_not_there_is_not_found(ann: User, query: str) -> None:
    line(talk(ann), "我在杭州工作")
    assert found(ann, query) == []


def test_the_newest_come_first_and_the_place_is_marked(ann: User) -> None:
    where = talk(ann)
    line(where, "第一次说到咖啡")
    second = line(where, "很长的一段开头" * 10 + "然后喝了咖啡，" + "又说了很多别的事情" * 20)
    hits = finding.search(ann, "咖啡", dict)
    assert hits[0].message == second.id
    assert hits[0].match == "咖啡"
    assert hits[0].before.startswith("…")
    assert hits[0].after.endswith("…")


def test_only_what_stands_is_searched(ann: User) -> None:
    line(talk(ann, deleted_at=NOW), "删掉的咖啡")
    line(talk(ann, temporary=True), "临时的咖啡")
    line(talk(ann), "别的分支上的咖啡", live=False)
    other = User.objects.create_user("bob@example.org", "pw")
    line(talk(other), "别人的咖啡")
    assert found(ann, "咖啡") == []


def test_companion_words_that_must_not_be_shown_are_not_found(ann: User) -> None:
    where = talk(ann)
    line(where, "你的猫叫小花", Role.COMPANION)
    mine = line(where, "我的猫叫小花")

    def clean(texts: dict[uuid.UUID, str]) -> dict[uuid.UUID, str]:
        return {key: text.replace("小花", "…") for key, text in texts.items()}

    assert [hit.message for hit in finding.search(ann, "小花", clean)] == [mine.id]


def test_the_database_holds_no_words(ann: User) -> None:
    message = line(talk(ann), "我在杭州 coffee")
    stored = Message.objects.filter(id=message.id).values_list("keywords", flat=True).get()
    assert stored
    assert all(isinstance(entry, int) for entry in stored)
    other = User.objects.create_user("bob@example.org", "pw")
    twin = line(talk(other), "我在杭州 coffee")
    assert not set(stored) & set(twin.keywords)


def test_lines_from_before_are_indexed(ann: User) -> None:
    message = line(talk(ann), "老早说的咖啡")
    Message.objects.update(keywords=[], indexed_at=None)
    assert found(ann, "咖啡") == []
    assert finding.index_waiting(NOW) == 1
    assert finding.index_waiting(NOW) == 0
    assert found(ann, "咖啡") == [message.text]


def test_a_pasted_book_is_indexed_within_bounds() -> None:
    text = "".join(chr(0x4E00 + number % 20_000) for number in range(20_000))
    assert len(finding.entries(text)) <= 3 * finding.WORDS_MOST
    assert len(finding.entries("a" * 20_000)) == finding.PREFIX_MOST
