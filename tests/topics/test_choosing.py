"""Follow nearly always; open with one due thing at a greeting."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from memory.models import Memory
from memory.policy import Kind
from tests.topics.conftest import NOW, Make, ground
from topics import offering, wording
from topics.choosing import Choice, Raised, choose, let_lie, pick, too_soon
from topics.models import Candidate, TopicChoice
from topics.moments import Moment, asked_enough, occasion_of, stays
from topics.offering import Offer
from topics.ranking import Air
from topics.wording import line
from transcript.models import Conversation, Message, Role, Status
from transcript.mood import Mood

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def moment(text: str = "早", valence: float = 0.0, **more: Any) -> Moment:
    return Moment(
        text, more.pop("careful", False), Mood(valence, 0.3, ()), more.pop("leaving", False), **more
    )


@pytest.mark.parametrize(
    ("said", "occasion"),
    [
        (moment("早"), "greeting"), (moment("你好呀"), "greeting"), (moment("晚上好，小暖"), "greeting"), (moment("hi June!"), "greeting"),
        (moment("Good morning"), "greeting"), (moment("在吗？"), "greeting"), (moment("我回来了"), "greeting"), (moment("", greeting=True), "greeting"),
        (moment("晚上好小暖"), "greeting"), (moment("早上吃了面"), ""), (moment("hiking"), ""), (moment("我叫林晚"), ""),
        (moment("hi, I lost my job"), ""), (moment("你好吗我今天被骂了"), ""), (moment(""), ""),
        (moment("嗯"), "lull"), (moment("没事"), "lull"), (moment("好无聊啊"), "lull"), (moment("在干嘛"), "lull"), (moment("ok"), "lull"),
        (moment("nothing much"), "lull"), (moment("I'm bored"), "lull"), (moment("嗯嗯，我也这么想"), ""),
        (moment("嗯", replies=[(NOW, True)]), ""),  # it answers a question
        (moment("嗯", replies=[(NOW, False)]), "lull"),
        (moment("换个话题吧"), "invited"), (moment("what shall we talk about?"), "invited"),
        (moment("回家了", away=5 * DAY), "silence"), (moment("回家了", away=2 * DAY), ""), (moment("你知道怎么炖牛肉吗？", away=9 * DAY), ""),
        (moment("今天公司开了一整天的会，累得说不出话", away=9 * DAY), ""),
        (moment("回家了", away=5 * DAY, replies=[(NOW, False)]), ""),
    ],
)  # fmt: skip
def test_when_something_may_be_opened(said: Moment, occasion: str) -> None:
    assert occasion_of(said) == occasion


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (moment("早", careful=True), "careful"), (moment("", careful=True, greeting=True), "careful"), (moment("早", leaving=True), "leaving"),
        (moment("早", valence=-0.3), "upset"), (moment("早", valence=-0.29), ""), (moment("早", felt=-0.5), "upset"), (moment("早", felt=0.1), ""),
    ],
)  # fmt: skip
def test_when_a_turn_only_follows(said: Moment, reason: str) -> None:
    assert stays(said) == reason


def raised(days: float, outcome: str, move: str = "open") -> Raised:
    return Raised(NOW - days * DAY, move, outcome)


@pytest.mark.parametrize(
    ("lately", "reason"),
    [
        ([], ""), ([raised(1, "ignored"), raised(2, "ignored")], ""),
        ([raised(1, "ignored"), raised(2, "deflected"), raised(3, "ignored")], "let_lie"),
        ([raised(4, "ignored"), raised(5, "deflected"), raised(6, "ignored")], ""),  # three days are over
        ([raised(1, "taken_up"), raised(2, "ignored"), raised(3, "ignored"), raised(4, "ignored")], ""),
        ([raised(1, ""), raised(2, "ignored"), raised(3, "ignored")], ""),  # the newest is not judged yet
        ([raised(n, "ignored") for n in range(5, 11)], "let_lie"),  # six: two weeks
        ([raised(1, "ignored", "connect")] * 4, ""),
    ],
)  # fmt: skip
def test_after_three_that_were_let_lie_it_waits(lately: list[Raised], reason: str) -> None:
    assert let_lie(lately, NOW) == reason


@pytest.mark.parametrize(
    ("asked", "enough"),
    [
        ([], False), ([True], False), ([True, True], True), ([True, False], True), ([False, True, False], False),
        ([False, False, True, True], True), ([True] * 5 + [False] * 6, False), ([False, True] * 5, True),
    ],
)  # fmt: skip
def test_enough_was_asked(asked: list[bool], enough: bool) -> None:
    assert asked_enough([(NOW, one) for one in asked]) is enough


@pytest.mark.parametrize(
    ("opened", "reason"),
    [
        ([], ""), ([NOW - HOUR], "four_hours"), ([NOW - 3.9 * HOUR], "four_hours"), ([NOW - 5 * HOUR], "one_a_day"),
        ([NOW - 21 * HOUR], ""),  # 23:00 yesterday, the user's time
        ([NOW - 21 * HOUR, NOW - 10 * HOUR], "one_a_day"),
    ],
)  # fmt: skip
def test_caps(user: User, opened: list[datetime], reason: str) -> None:
    assert too_soon(opened, NOW, user) == reason


def offer(source: str = "plan", **more: Any) -> Offer:
    return Offer(uuid.uuid4(), ground(source, **more), {})


def test_the_best_is_picked_with_its_parts() -> None:
    plan, thread = offer(), offer("thread")
    choice = pick([thread, plan], NOW, Air(20))
    assert (choice.move, choice.candidate) == ("open", plan.candidate)
    assert choice.statement == plan.ground.statement
    assert choice.parts == {**offering.again(plan, NOW, Air(20)), "occasion": "greeting"}


def test_at_night_only_what_is_due() -> None:
    plan, thread = offer(), offer("thread")
    assert pick([thread], NOW, Air(23)) == Choice("follow", parts={"why": "night"})
    assert pick([thread, plan], NOW, Air(3)).candidate == plan.candidate
    assert pick([thread], NOW, Air(8)).candidate == thread.candidate


def test_a_thread_of_today_is_no_news() -> None:
    assert pick([offer("thread", heard=NOW - HOUR)], NOW, Air(20)).move == "follow"


def test_nothing_to_offer_is_follow() -> None:
    assert pick([], NOW, Air(20)) == Choice("follow", parts={"why": "nothing"})


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (ground(), "日子已经过了"), (ground(phase="ahead", ends=NOW + DAY), "就快到了"), (ground("thread"), "还在进行"),
        (ground("promise"), "到时候了"), (ground(lang="en", statement="You plan to move."), "The day has passed"),
        (ground("thread", lang="en", statement="You are job hunting"), "still going on"),
    ],
)  # fmt: skip
def test_the_line_for_the_prompt(standing: Any, words: str) -> None:
    text = line(standing, NOW)
    assert words in text
    assert text.startswith(standing.statement.rstrip("."))
    assert ".." not in text
    assert "\n" not in text


@pytest.fixture(autouse=True)
def known(request: pytest.FixtureRequest) -> None:
    """Somebody who was there before: with a stranger nothing is opened."""
    if "user" in request.fixturenames:
        _spoke(request.getfixturevalue("user"), NOW - 2 * DAY)


def _spoke(user: User, at: datetime) -> None:
    talk = Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=at, last_message_at=at
    )
    Message.objects.create(
        user=user, conversation=talk, role=Role.USER, text="我来了", status=Status.COMPLETE, created_at=at
    )


@pytest.fixture
def plan(user: User, make: Make) -> Memory:
    row = make(
        Kind.PLAN, "你打算去新加坡开会", phase="unconfirmed", true_from=NOW - DAY, true_until=NOW - DAY
    )
    offering.refresh(user, NOW)
    return row


def _opened(user: User, at: datetime, candidate: Candidate | None = None) -> None:
    conversation = Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=at, last_message_at=at
    )
    reply = Message.objects.create(
        user=user,
        conversation=conversation,
        role=Role.COMPANION,
        text="在",
        status=Status.COMPLETE,
        created_at=at,
    )
    TopicChoice.objects.create(
        user=user, conversation=conversation, reply=reply, candidate=candidate, move="open", at=at
    )
    if candidate:
        Candidate.objects.filter(id=candidate.id).update(raised_at=at)


def test_a_greeting_opens_with_the_passed_plan(user: User, plan: Memory) -> None:
    choice = choose(user, None, moment("", greeting=True), NOW)
    assert choice.move == "open"
    assert choice.candidate == Candidate.objects.get().id
    assert "新加坡" in choice.text
    assert choice.spoken == "你打算去新加坡开会"
    assert choose(user, None, moment("早上好"), NOW).move == "open"


@pytest.mark.parametrize(
    "said",
    [
        moment("今天吃了面"),
        moment("早", careful=True),
        moment("拜拜", leaving=True),
        moment("早", valence=-0.8),
    ],
)
def test_any_other_turn_follows(user: User, plan: Memory, said: Moment) -> None:
    choice = choose(user, None, said, NOW)
    assert (choice.move, choice.candidate, choice.text) == ("follow", None, "")


def test_one_opener_a_day_and_one_question_about_a_plan(user: User, plan: Memory) -> None:
    first = choose(user, None, moment(), NOW)
    assert first.candidate
    _opened(user, NOW, Candidate.objects.get(id=first.candidate))
    assert choose(user, None, moment(), NOW + HOUR).parts["why"] == "four_hours"
    offering.refresh(user, NOW + DAY)
    assert choose(user, None, moment(), NOW + DAY).move == "follow"
    assert Candidate.objects.get().blocked == "told"


def test_what_changed_since_the_ranking_is_seen(user: User, plan: Memory, make: Make) -> None:
    Memory.objects.filter(id=plan.id).update(paused=True)
    assert choose(user, None, moment(), NOW).move == "follow"
    Memory.objects.filter(id=plan.id).update(paused=False, use="never_raise")
    assert choose(user, None, moment(), NOW).move == "follow"
    Memory.objects.filter(id=plan.id).update(use="freely", status="superseded")
    assert choose(user, None, moment(), NOW).move == "follow"
    Memory.objects.filter(id=plan.id).update(status="current")
    assert choose(user, None, moment(), NOW).move == "open"
    make(Kind.BOUNDARY, "你的界限：别提新加坡", value="别提新加坡", attribute="boundary")
    assert choose(user, None, moment(), NOW).move == "follow"


def test_an_undisturbed_choice_writes_nothing(user: User, plan: Memory) -> None:
    choose(user, None, moment(), NOW)
    assert Candidate.objects.get().raised_at is None
    assert not TopicChoice.objects.exists()


def test_a_strangers_plan_is_never_chosen(user: User, plan: Memory) -> None:
    other = User.objects.create_user("other@example.org", time_zone="Asia/Shanghai")
    assert choose(other, None, moment(), NOW).move == "follow"


@pytest.mark.parametrize(
    ("statement", "lang", "said"),
    [
        ("你打算2026年7月20日当伴娘", "zh", "你打算今天当伴娘"), ("你打算2026年7月19日当伴娘", "zh", "你打算昨天当伴娘"),
        ("你打算2026年7月22日当伴娘", "zh", "你打算后天当伴娘"), ("你打算2026年8月3日搬家", "zh", "你打算8月3日搬家"),
        ("你打算2027年8月3日毕业", "zh", "你打算2027年8月3日毕业"), ("你打算2026年13月40日搬家", "zh", "你打算2026年13月40日搬家"),
        ("You plan to move on July 21, 2026", "en", "You plan to move tomorrow"), ("You plan to move on 20 July 2026", "en", "You plan to move today"),
        ("You plan to move in May 2026", "en", "You plan to move in May 2026"),
    ],
)  # fmt: skip
def test_near_days_are_said_as_one_says_them(statement: str, lang: str, said: str) -> None:
    assert wording.spoken(ground(statement=statement, lang=lang), NOW.date()) == said


def test_what_is_ahead_is_said_and_not_asked_about() -> None:
    assert not pick([offer(phase="ahead", due_at=NOW, ends=NOW + DAY)], NOW, Air(20)).may_ask
    assert pick([offer()], NOW, Air(20)).may_ask
