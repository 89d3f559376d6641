"""What an answer to a question settles; nothing is concluded from silence or from an answer that doesn't fit."""

from __future__ import annotations

import pytest

from memory.asking import answers, toldlog
from memory.asking.questions import due
from memory.candidates import Exchange, Line, Speaker
from memory.learning import Job, remember
from memory.models import Memory
from memory.standing import consents_of
from memory.states import Act, Phase, Status
from tests.memory.asking.test_questions import QUIET, ask, reply, rivals
from tests.memory.conftest import ZONE
from tests.memory.world import World
from transcript.models import Message, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return World()


def answer(world: World, text: str) -> None:
    """The user's line after the companion's latest reply, learnt from twice: the second time changes nothing."""
    asked = Message.objects.filter(user=world.user, role=Role.COMPANION).latest("created_at")
    line = Message.objects.create(
        user=world.user, conversation=world.chat, role=Role.USER, text=text, status="received", parent=asked,
        created_at=world.later(seconds=30), learnt_at=world.now,
    )  # fmt: skip
    job = Job(world.user, Exchange((Line(line.id, Speaker.USER, text, line.created_at),), ZONE))
    remember(job, world.later(minutes=2))
    before = standing(world)
    remember(job, world.later(minutes=2))
    assert standing(world) == before


def standing(world: World) -> list[tuple[str, str, str]]:
    return [(row.statement, row.status, row.phase) for row in world.rows()]


def open_cities(world: World) -> list[str]:
    return sorted(row.value for row in Memory.objects.for_user(world.user).open().filter(attribute="city"))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("苏州", "苏州"), ("现在是苏州啦", "苏州"), ("杭州，苏州是以前的", "杭州"), ("后来那个", "苏州"), ("the first one", "杭州"),
    ],
)  # fmt: skip
def test_the_named_one_holds(world: World, text: str, left: str) -> None:
    rivals(world)
    ask(world)
    answer(world, text)
    assert open_cities(world) == [left]
    assert Memory.objects.for_user(world.user).open().get(attribute="city").status == Status.CURRENT
    world.check()


@pytest.mark.parametrize("text", ["嗯", "今天好累", "以后再说吧", "杭州和苏州都挺好", "why do you ask?"])
def test_an_answer_that_does_not_fit_settles_nothing(world: World, text: str) -> None:
    rivals(world)
    ask(world)
    answer(world, text)
    assert open_cities(world) == ["杭州", "苏州"]
    assert len(world.rows(Status.CONFLICTED)) == 2


def test_an_answer_to_nothing_is_an_ordinary_line(world: World) -> None:
    rivals(world)
    reply(world, "嗯。")
    answer(world, "苏州")
    assert len(world.rows(Status.CONFLICTED)) == 2


@pytest.mark.parametrize(
    ("text", "given"),
    [("好的，记住吧", True), ("可以", True), ("yes, remember it", True), ("不用记", False), ("don't", False), ("今天吃了火锅", False)],
)  # fmt: skip
def test_consent_is_given_by_a_yes_alone(world: World, text: str, given: bool) -> None:
    line = world.tell("我被确诊了抑郁症")
    question = ask(world)
    assert question is not None
    assert question.act == Act.CONSENT
    answer(world, text)
    assert ("health" in consents_of(world.user)) == given
    left_out = Message.objects.get(id=line)
    assert (left_out.learnt_at is None) == given  # with consent it is learnt from again
    if given:
        world.learn(left_out)
    assert any("抑郁" in row.statement for row in world.rows()) == given


@pytest.mark.parametrize(
    ("text", "kind", "status"),
    [
        ("挺顺利的", "event", Status.CURRENT), ("It went well", "event", Status.CURRENT), ("取消了", "plan", Status.SUPERSEDED),
        ("改到下周五了", "plan", Status.CURRENT), ("没想好呢", "plan", Status.CURRENT),
    ],
)  # fmt: skip
def test_how_it_went(world: World, text: str, kind: str, status: str) -> None:
    world.tell("下周三要去面试")
    world.time_passes(10)
    (plan,) = world.rows()
    assert plan.phase == Phase.UNCONFIRMED
    toldlog.raised(world.user, plan, reply(world, "面试怎么样？"), world.now)
    answer(world, text)
    newest = world.rows()[-1]
    assert (newest.kind, newest.status) == (kind, status)
    if text == "取消了":
        assert newest.phase == Phase.CANCELLED
    if kind == "event":
        assert not [row for row in world.rows(Status.CURRENT) if row.kind == "plan"]


@pytest.mark.parametrize(
    ("text", "phase"),
    [("我戒到了，做到了", "kept"), ("没做到，又熬夜了", "broken"), ("算了，不用了", "released")],
)
def test_the_users_own_promise_ends_by_their_word(world: World, text: str, phase: str) -> None:
    world.tell("我保证明天十一点前睡觉")
    promise = next((row for row in world.rows() if row.kind == "promise"), None)
    assert promise is not None
    world.time_passes(2)
    toldlog.raised(world.user, promise, reply(world, "昨天十一点前睡了吗？"), world.now)
    answer(world, text)
    promise.refresh_from_db()
    assert promise.phase == phase


@pytest.mark.parametrize(
    ("text", "values", "at"),
    [
        ("小雪", ("小雨", "小雪"), 1), ("叫小雪，小雨是小名", ("小雨", "小雪"), 1), ("第一个", ("小雨", "小雪"), 0),
        ("the latter", ("Ann", "Anna"), 1), ("Anna", ("Ann", "Anna"), 1), ("都不是", ("小雨", "小雪"), None),
        ("小雨小雪都对", ("小雨", "小雪"), None), ("", ("小雨", "小雪"), None), ("第一个", ("甲", "乙", "丙"), None),
    ],
)  # fmt: skip
def test_which_was_chosen(text: str, values: tuple[str, ...], at: int | None) -> None:
    assert answers.chosen(text, values) == at


def test_a_settled_question_is_not_due_again(world: World) -> None:
    rivals(world)
    ask(world)
    answer(world, "苏州")
    world.later(days=3)
    assert due(world.user, QUIET, world.now) is None


@pytest.mark.parametrize(
    ("text", "consent"),
    [("好的，身体的事可以记", "health"), ("健康方面的情况都可以记", "health"), ("yes, you can remember my health", "health"), ("钱上的事可以帮我记", "money")],
)  # fmt: skip
def test_a_consent_in_plain_words(text: str, consent: str) -> None:
    assert answers.volunteered(text) == consent


@pytest.mark.parametrize(
    "text",
    [
        "身体的事不可以记", "身体的事可以记吗？", "他说身体的事可以记", "如果身体的事可以记就好了", "“身体的事可以记”是什么意思",
        "身体的事可以记" + "，今天天气不错" * 10, "she said you can remember my health", "you can't remember my health",
    ],
)  # fmt: skip
def test_what_is_no_consent(text: str) -> None:
    assert answers.volunteered(text) is None
