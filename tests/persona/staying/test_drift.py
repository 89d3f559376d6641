"""A voice that wears off is seen in numbers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from persona.content import Content, Example
from persona.staying import drift
from transcript.models import Conversation, Message, Role, Status

NOW = datetime(2026, 7, 20, 12, tzinfo=UTC)
SHORT = Content(
    name="墨", language="zh-hans",
    examples=(Example(user="a", reply="嗯，先坐下。"), Example(user="b", reply="不急，慢慢说。")),
)  # fmt: skip


@pytest.mark.parametrize(("text", "key", "value"), [
    ("好呀！今天不错吧。", "particles", 1.0), ("好呀！今天不错吧。", "exclaims", 0.5), ("你好吗？我很好。", "questions", 1.0),
    ("我在。我听着。", "own", 1.0), ("你说。", "yours", 1.0), ("🎉🎉", "emoji", 2.0), ("I think you're right.", "length", 4.0),
])  # fmt: skip
def test_the_numbers_of_one_reply(text: str, key: str, value: float) -> None:
    assert drift.features(text)[key] == value


def test_small_changes_are_nobodys_drift() -> None:
    assert not drift.is_far("length", 20, 30)
    assert drift.is_far("length", 20, 90)
    assert not drift.is_far("emoji", 0.0, 0.2)
    assert drift.is_far("emoji", 0.0, 1.0)


@pytest.mark.django_db
def test_months_beside_the_characters_own_examples() -> None:
    lin = User.objects.create_user("lin@example.org", "pw", time_zone="Asia/Shanghai")
    stranger = User.objects.create_user("x@example.org", "pw")
    persona = Conversation(user=lin).id

    def say(user: User, text: str, at: datetime, **more: object) -> None:
        talk = Conversation.objects.create(
            user=user, persona_version=persona, persona=persona, created_at=at, last_message_at=at
        )
        Message.objects.create(
            user=user, conversation=talk, text=text, created_at=at,
            **{"role": Role.COMPANION, "status": Status.COMPLETE, **more},
        )  # fmt: skip

    for day in range(10):
        say(lin, "嗯，先坐下。", NOW - timedelta(days=40 + day % 5))
        say(
            lin,
            "哇！！太棒啦！！🎉🎉你真的好厉害呀！！我好开心好开心好开心呀！！快跟我说说！！",
            NOW - timedelta(days=day),
        )
        say(lin, "别的声音别的声音", NOW - timedelta(days=day), model="safety")
        say(lin, "被改掉的", NOW - timedelta(days=day), live=False)
        say(stranger, "嗯", NOW - timedelta(days=day))
    told = drift.of(lin, persona, SHORT, NOW)
    assert told.own
    assert told.replies == 20
    assert [month.month for month in told.months] == [6, 7]
    rows = {row.key: row for row in told.features}
    assert not drift.is_far("length", rows["length"].usual, rows["length"].months[0] or 0)
    assert rows["length"].far
    assert rows["emoji"].far
    assert not rows["questions"].far
    assert drift.of(stranger, persona, Content(name="x", language="en"), NOW).own is False
