"""What is asked of the companion's own accord: each thing once, one question a day, never at a bad moment."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest

from memory import switching, writing
from memory.asking import toldlog
from memory.asking.questions import Moment, Question, asked_for, due
from memory.candidates import Candidate, Precision, Span, Speaker
from memory.models import Memory, Told
from memory.policy import Kind
from memory.states import Act, Source, Status
from memory.unfolding import phases
from tests.memory.conftest import ZONE
from tests.memory.world import World
from transcript.models import Message, Role
from transcript.models import Status as Said

pytestmark = pytest.mark.django_db
QUIET = Moment(careful=False, leaving=False, asks=False, valence=0.0, lang="zh")


@pytest.fixture
def world(db: None) -> World:
    return World()


def reply(world: World, text: str) -> Message:
    last = Message.objects.filter(user=world.user, role=Role.USER).order_by("created_at").last()
    return Message.objects.create(
        user=world.user, conversation=world.chat, role=Role.COMPANION, text=text, status=Said.COMPLETE,
        created_at=world.later(seconds=5), parent=last,
    )  # fmt: skip


def ask(world: World, moment: Moment = QUIET) -> Question | None:
    """What a reply asks now, written down as asked."""
    question = due(world.user, moment, world.now)
    if question is not None:
        toldlog.asked(world.user, question, reply(world, question.spoken), world.now)
    return question


def rivals(world: World) -> None:
    world.tell("我住在杭州")
    world.tell("我住在苏州")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_two_that_disagree_are_asked_about_once(world: World, lang: str) -> None:
    rivals(world)
    question = ask(world, replace(QUIET, lang=lang))
    assert question is not None
    assert question.act == Act.CONFLICT
    assert {Memory.objects.get(id=key).value for key in question.memories} == {"杭州", "苏州"}
    assert "杭州" in question.spoken
    assert "苏州" in question.told
    world.later(days=40)
    assert due(world.user, QUIET, world.now) is None


@pytest.mark.parametrize(
    "moment",
    [
        replace(QUIET, careful=True), replace(QUIET, leaving=True), replace(QUIET, asks=True), replace(QUIET, valence=-0.6),
    ],
)  # fmt: skip
def test_not_at_a_bad_moment(world: World, moment: Moment) -> None:
    rivals(world)
    assert due(world.user, moment, world.now) is None
    assert due(world.user, QUIET, world.now) is not None


def test_not_while_memory_is_paused(world: World) -> None:
    rivals(world)
    switching.pause_all(world.user, world.now, paused=True)
    assert due(world.user, QUIET, world.now) is None


def test_one_question_a_day_by_the_users_own_clock(world: World) -> None:
    rivals(world)
    world.tell("我的猫叫小花")
    world.tell("我的猫叫豆包")
    assert ask(world) is not None
    assert due(world.user, QUIET, world.now) is None
    midnight = (world.now.astimezone(ZONE) + timedelta(days=1)).replace(hour=0, minute=1)
    second = due(world.user, QUIET, midnight)
    assert second is not None
    assert second.act == Act.CONFLICT


def test_two_matters_are_never_asked_as_one(world: World) -> None:
    for line in ("我喜欢香菜", "我喜欢爬山", "我不喜欢香菜", "我不喜欢爬山"):
        world.tell(line)
    assert len(world.rows(Status.CONFLICTED)) == 4
    question = due(world.user, QUIET, world.now)
    assert question is not None
    assert len({Memory.objects.get(id=key).value for key in question.memories}) == 1


def test_choosing_in_one_matter_leaves_the_other_open(world: World) -> None:
    for line in ("我喜欢香菜", "我喜欢爬山", "我不喜欢香菜", "我不喜欢爬山"):
        world.tell(line)
    world.press("confirm", next(row for row in world.rows() if row.statement == "你不喜欢香菜"))
    assert {row.value for row in world.rows(Status.CONFLICTED)} == {"爬山"}
    assert len(world.rows(Status.CONFLICTED)) == 2
    world.check()


def test_what_shall_not_be_raised_is_not_asked_about(world: World) -> None:
    rivals(world)
    world.press("never_raise", world.rows()[0])
    assert due(world.user, QUIET, world.now) is None


def test_consent_is_asked_once_where_the_matter_came_up(world: World) -> None:
    world.tell("我被确诊了抑郁症")
    elsewhere = replace(QUIET, conversation=uuid.uuid4())
    assert due(world.user, elsewhere, world.now) is None
    here = replace(QUIET, conversation=world.chat.id)
    question = ask(world, here)
    assert question is not None
    assert (question.act, question.about) == (Act.CONSENT, "health")
    assert "抑郁" not in question.spoken + question.told
    assert asked_for(world.user, "health")
    world.later(days=1)
    world.tell("我又去看抑郁症了，被确诊了抑郁症")
    assert due(world.user, here, world.now) is None


def test_consent_is_not_asked_for_what_came_up_long_ago(world: World) -> None:
    world.tell("我被确诊了抑郁症")
    world.later(days=2)
    assert due(world.user, replace(QUIET, conversation=world.chat.id), world.now) is None


@pytest.mark.parametrize("upset", [False, True])
def test_a_birthday_is_wished_once_a_year(world: World, upset: bool) -> None:
    world.tell("我的生日是七月三号")
    world.later(days=2)
    question = ask(world, replace(QUIET, valence=-0.8 if upset else 0.0))
    assert question is not None
    assert "生日" in question.spoken
    assert ask(world) is None
    world.later(days=365)
    assert ask(world) is not None


def test_a_promise_let_pass_is_owned_up_to_once(world: World) -> None:
    world.tell("我明天有点怕起不来")
    row = promise(world)
    world.later(days=4)
    for _each in range(2):
        phases.promises(world.now)
    row.refresh_from_db()
    assert row.phase == "broken"
    question = ask(world)
    assert question is not None
    assert question.act == Act.OWNED
    assert ask(world) is None


def promise(world: World) -> Memory:
    """The companion's own word, due tomorrow."""
    start = world.now + timedelta(days=1)
    line = reply(world, "我答应你，明天早上叫你起床。")
    claim = Candidate(
        Kind.PROMISE, "companion", "promise", "明天早上叫你起床", "我答应你：明天早上叫你起床", "zh", line.id,
        "明天早上叫你起床", speaker=Speaker.COMPANION, when=Span(start, start + timedelta(hours=4), Precision.PART),
    )  # fmt: skip
    row = writing.build(world.user, claim, Source.STATED, Status.CURRENT, world.now)
    row.save()
    return row


def test_a_promise_the_reply_does_not_speak_of_was_not_kept_by_it(world: World) -> None:
    world.tell("我明天有点怕起不来")
    row = promise(world)
    world.later(days=1, hours=1)
    question = due(world.user, QUIET, world.now)
    assert question is not None
    assert question.memories == (row.id,)
    toldlog.asked(world.user, question, reply(world, "今天天气真好"), world.now)
    assert not Told.objects.exists()
    toldlog.asked(world.user, question, reply(world, "早上好，叫你起床啦"), world.now)
    assert Told.objects.get().act == Act.TOLD


def test_the_log_is_written_once_for_a_reply_and_holds_no_words(world: World) -> None:
    rivals(world)
    rows = world.rows()
    said = reply(world, "杭州还是苏州？")
    for _each in range(2):
        toldlog.note(world.user, Act.CONFLICT, said, world.now, memories=[row.id for row in rows])
        toldlog.note(world.user, Act.CONFLICT, said, world.now, memories=[uuid.uuid4()])
    assert Told.objects.count() == 2
    assert Told.objects.filter(memory=rows[0].id, at=world.now).count() == 1
    assert not any(row.text for row in Told.objects.all())
    world.forget(rows[0])
    assert not Told.objects.filter(memory=rows[0].id).exists()


class TestAdvice:
    def test_it_is_remembered_in_its_own_words_for_a_week(self, world: World) -> None:
        said = reply(world, "听着就累。你可以试试先写下来，再睡。明天会好些。")
        for _each in range(2):
            toldlog.advised(world.user, said, world.now)
        assert toldlog.lately_advised(world.user, world.now) == ("你可以试试先写下来，再睡。",)
        assert toldlog.lately_advised(world.user, world.later(days=8)) == ()

    @pytest.mark.parametrize("text", ["嗯，我在听。", "That sounds hard.", "不如意的事常有八九。" * 30])
    def test_what_is_none_is_not_logged(self, world: World, text: str) -> None:
        toldlog.advised(world.user, reply(world, text), world.now)
        assert not Told.objects.exists()

    def test_it_goes_with_what_was_deleted(self, world: World) -> None:
        world.tell("我的猫叫小花")
        toldlog.advised(world.user, reply(world, "不如抱抱小花再睡。"), world.now)
        world.forget(next(row for row in world.rows() if row.value == "小花"))
        assert toldlog.lately_advised(world.user, world.now) == ()
