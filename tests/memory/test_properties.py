"""Whatever happens in whatever order, some things hold: one answer to a matter or an open question, words behind every row,
nothing deleted comes back by itself.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memory import curating
from memory.models import Memory
from memory.policy import Kind
from memory.states import OPEN_STATUSES, Status
from tests.memory.world import World

pytestmark = pytest.mark.django_db

CORE = (
    "我住在杭州", "我住在苏州", "不对，我住在苏州", "我上个月搬到杭州了", "我不住在杭州了",
    "我喜欢香菜", "我不喜欢香菜", "我的猫叫小花", "我的猫叫豆包",
)  # fmt: skip
"""Few matters, so that what is said meets what was said."""
LINES = (
    "我住在青岛", "不对，我的猫叫豆包", "我是老师", "我不当老师了", "我喜欢爬山", "我现在不喜欢爬山了",
    "I hate cilantro", "I love cilantro", "I live in Leeds", "Actually, I live in York",
    "回答短一点", "回答详细一点", "别用表情", "今天不想听建议", "我最近特别焦虑", "昨天和老板吵架了",
    "七月二十号要去新加坡开会", "别再提我爸了", "可以聊我爸了", "最近在准备考研",
)  # fmt: skip
BROUGHT = (
    "我住在杭州\n我的猫叫小花\n[2024-03-01] - 喜欢香菜",
    "- User lives in York\n- 我的猫叫豆包\n- 我喜欢爬山",
)
BUTTONS = ("confirm", "reject", "never_raise", "may_raise", "pause")
EDITS = (
    "你住在苏州",
    "你小时候住在青岛",
    "你的猫叫小花",
    "你喜欢香菜",
    "You live in Leeds",
    "Answer in detail",
)
QUESTIONS = ("我住在哪个城市？", "我的猫叫什么？", "what do I hate?", "我喜欢什么")
MEANWHILE = ("learn_again", "write", "bring", "dream", "1", "30", "100")
AT = st.integers(0, 11)


class Memories(RuleBasedStateMachine):
    """Any interleaving of what is said, pressed, deleted, brought, and what time and dreams do."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()

    def pick(self, at: int, *statuses: str) -> Memory | None:
        rows = self.world.rows(*statuses)
        return rows[at % len(rows)] if rows else None

    @initialize(lines=st.lists(st.sampled_from(CORE), min_size=3, max_size=5))
    def begin(self, lines: list[str]) -> None:
        for line in lines:
            self.world.tell(line)

    @rule(line=st.sampled_from(CORE), other=st.sampled_from(CORE))
    def tell_two(self, line: str, other: str) -> None:
        self.world.tell(line)
        self.world.check()
        self.world.tell(other)

    @rule(line=st.sampled_from(LINES))
    def tell(self, line: str) -> None:
        self.world.tell(line)

    @rule(at=AT, button=st.sampled_from(BUTTONS))
    def press(self, at: int, button: str) -> None:
        if row := self.pick(at, *OPEN_STATUSES):
            self.world.press(button, row)

    @rule(at=AT, words=st.sampled_from(EDITS))
    def edit(self, at: int, words: str) -> None:
        if row := self.pick(at, *OPEN_STATUSES):
            self.world.press("edit", row, words)

    @rule(at=AT)
    def delete(self, at: int) -> None:
        if row := self.pick(at):
            self.world.forget(row)

    @rule(newest=st.booleans())
    def restore(self, newest: bool) -> None:
        self.world.restore(newest)

    @rule()
    def undo(self) -> None:
        self.world.undo()

    @precondition(lambda self: self.world.said)
    @rule(at=AT)
    def take_a_line_away(self, at: int) -> None:
        self.world.take_away(self.world.said[at % len(self.world.said)])

    @rule(what=st.sampled_from(MEANWHILE), at=AT)
    def meanwhile(self, what: str, at: int) -> None:
        """What is neither said nor pressed on a row."""
        if what == "learn_again":
            self.world.learn_again()
        elif what == "dream":
            self.world.dream()
        elif what == "write":
            words = ("回答短一点", "回答长一点")[at % 2]
            curating.write_by_hand(self.world.user, Kind.STYLE, words, "zh", self.world.later())
        elif what == "bring":
            for row in self.world.bring(BROUGHT[at % 2]):
                assert row.status == Status.PENDING
        else:
            self.world.time_passes(int(what))

    @rule(question=st.sampled_from(QUESTIONS))
    def ask(self, question: str) -> None:
        for hit in self.world.ask(question).all:
            row = Memory.objects.get(id=hit.id)
            assert row.status in OPEN_STATUSES
            assert not row.paused
            assert row.use != "never_raise"

    @invariant()
    def what_must_hold(self) -> None:
        self.world.check()


def interleave(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Memories,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            phases=[Phase.generate],  # making a failing story shorter takes minutes on a real database
        ),
    )


def test_any_interleaving() -> None:
    interleave(12, 16)


@pytest.mark.long
def test_any_interleaving_at_length() -> None:
    interleave(400, 40)
