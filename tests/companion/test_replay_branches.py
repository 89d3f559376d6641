"""Stories in which people change their minds about what they said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError

from tests.companion.test_replay import tell  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)

Tell = Callable[..., Any]
CAT = {"at": "2026-07-01T20:00:00", "say": "我的猫叫小花", "reply": "好名字。"}
WORK = {"at": "2026-07-01T20:02:00", "say": "我在杭州工作", "reply": "嗯。"}
SETTLE = {"at": "2026-07-01T20:10:00", "settle": True}
AGAIN = {"at": "2026-07-01T20:30:00", "settle": True}
RELEARN = {"at": "2026-07-01T20:40:00", "relearn": True}


def known(told: Any) -> str:
    return "；".join(row["statement"] for row in told["memories"])


@pytest.mark.parametrize(
    ("deed", "stays"),
    [
        ({"do": "edit_message", "step": 0, "text": "我的狗叫大黄", "reply": "真威风。"}, False),
        ({"do": "delete_message", "step": 0}, True),
    ],
)
def test_what_was_taken_back_is_not_known(tell: Tell, deed: dict[str, Any], stays: bool) -> None:  # noqa: F811
    told = tell(CAT, WORK, SETTLE, {"at": "2026-07-01T20:20:00", **deed}, AGAIN, RELEARN)
    assert "小花" not in known(told)
    assert ("杭州" in known(told)) is stays
    assert ("大黄" in known(told)) is (deed["do"] == "edit_message")


def test_another_reply_takes_its_promise_back(tell: Tell) -> None:  # noqa: F811
    told = tell(
        {"at": "2026-07-01T20:00:00", "say": "明天提醒我吃药", "reply": "好，我答应明天提醒你吃药。"},
        SETTLE,
        {
            "at": "2026-07-01T20:20:00",
            "do": "regenerate",
            "step": 0,
            "reply": "我没有闹钟，明天聊天时可以说起。",
        },
        AGAIN,
    )
    assert told["steps"][2]["said"] == "我没有闹钟，明天聊天时可以说起。"
    assert not [
        row for row in told["memories"] if row["kind"] == "promise" and "答应" in (row["quote"] or "")
    ]


def test_the_prompt_forgets_the_other_branch(tell: Tell) -> None:  # noqa: F811
    told = tell(
        CAT,
        {"at": "2026-07-01T20:20:00", "do": "edit_message", "step": 0, "text": "今天好热", "reply": "喝水。"},
        {"at": "2026-07-01T20:21:00", "probe": "我刚才说了什么"},
    )
    assert "小花" not in told["steps"][2]["prompt"]
    assert "今天好热" in told["steps"][2]["prompt"]


@pytest.mark.parametrize(
    "deed",
    [
        {"do": "regenerate", "step": 5},
        {"do": "delete_message"},
        {"do": "edit_message", "step": 0},
    ],
)
def test_what_cannot_be_done_names_its_step(tell: Tell, deed: dict[str, Any]) -> None:  # noqa: F811
    with pytest.raises(CommandError, match="step 1"):
        tell(CAT, {"at": "2026-07-01T20:20:00", **deed})


def test_projects_are_joined_by_name(tell: Tell) -> None:  # noqa: F811
    told = tell(
        {"at": "2026-07-01T20:00:00", "conversation": "project:搬家"},
        CAT,
        {"at": "2026-07-01T21:00:00", "conversation": "project:搬家"},
        {"at": "2026-07-01T21:01:00", "say": "接着说搬家", "reply": "好。"},
    )
    assert [step["said"] for step in told["steps"]] == ["", "好名字。", "", "好。"]
