"""What a line makes of a topic that was raised, and what follows from it."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from accounts.models import User
from memory import curating
from memory.models import Memory
from memory.policy import Kind
from tests.topics.conftest import NOW, Make
from topics import answering, feedback, offering, refusing
from topics.feedback import outcome_of
from topics.grounds import matter_words
from topics.models import Candidate, Outcome, Refusal, TopicChoice
from transcript.models import Conversation, Message, Role, Status

DAY = timedelta(days=1)
INTERVIEW, EXAM = "你打算去字节面试", "You plan to take your driving test"


@pytest.mark.parametrize(
    ("said", "matter", "outcome"),
    [
        ("过了！下周入职", INTERVIEW, "taken_up"), ("面试挺顺利的", INTERVIEW, "taken_up"), ("还没出结果", INTERVIEW, "taken_up"),
        ("还行吧", INTERVIEW, "taken_up"), ("没过……", INTERVIEW, "taken_up"), ("推迟到下周了", INTERVIEW, "taken_up"),
        ("嗯", INTERVIEW, "deflected"), ("哦", INTERVIEW, "deflected"), ("换个话题吧", INTERVIEW, "deflected"),
        ("先不说这个", INTERVIEW, "deflected"), ("改天再聊这个吧", INTERVIEW, "deflected"), ("没什么好说的", INTERVIEW, "deflected"),
        ("别问了", INTERVIEW, "refused"), ("以后别再提面试了", INTERVIEW, "refused"), ("不想再说这件事", INTERVIEW, "refused"),
        ("能不能别再问这个", INTERVIEW, "refused"), ("少管我", INTERVIEW, "refused"),
        ("我今天吃了火锅", INTERVIEW, "ignored"), ("对了，你知道哪里有修表的吗", INTERVIEW, "ignored"),
        ("It went well!", EXAM, "taken_up"), ("passed the test :)", EXAM, "taken_up"), ("not yet", EXAM, "taken_up"),
        ("I failed", EXAM, "taken_up"), ("not now", EXAM, "deflected"), ("let's talk about something else", EXAM, "deflected"),
        ("meh", EXAM, "deflected"), ("stop asking about it", EXAM, "refused"), ("please don't bring it up again", EXAM, "refused"),
        ("I don't want to talk about it", EXAM, "refused"), ("my sister is visiting this weekend", EXAM, "ignored"),
        ("by the way, how do I fix a tap?", EXAM, "ignored"),
    ],
)  # fmt: skip
def test_what_a_line_makes_of_it(said: str, matter: str, outcome: str) -> None:
    assert outcome_of(said, matter_words(matter), "open") == outcome


@pytest.fixture
def plan(user: User, make: Make) -> Memory:
    row = make(Kind.PLAN, INTERVIEW, phase="unconfirmed", true_from=NOW - DAY, true_until=NOW - DAY)
    offering.refresh(user, NOW)
    return row


@pytest.fixture
def choice(user: User, plan: Memory) -> TopicChoice:
    talk = Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW
    )
    reply = Message.objects.create(
        user=user,
        conversation=talk,
        role=Role.COMPANION,
        text="面试怎么样了？",
        status=Status.COMPLETE,
        created_at=NOW,
    )
    candidate = Candidate.objects.get(memory=plan)
    row: TopicChoice = TopicChoice.objects.create(
        user=user,
        conversation=talk,
        reply=reply,
        candidate=candidate,
        memory=plan,
        source="plan",
        text=INTERVIEW,
        move="open",
        at=NOW,
    )
    Candidate.objects.filter(id=candidate.id).update(raised_at=NOW)
    return row


def say(choice: TopicChoice, text: str) -> Message:
    return Message.objects.create(
        user=choice.user, conversation=choice.conversation, role=Role.USER, text=text, status=Status.COMPLETE,
        parent=choice.reply, created_at=NOW + timedelta(minutes=1),
    )  # fmt: skip


def test_taken_up_rests_and_counts_from_nought(user: User, choice: TopicChoice) -> None:
    Candidate.objects.update(let_lie=2)
    assert feedback.hear(user, say(choice, "过了！"), NOW) is Outcome.TAKEN_UP
    row = Candidate.objects.get()
    assert (row.let_lie, row.rest_until) == (0, NOW + 3 * DAY)
    choice.refresh_from_db()
    assert (choice.outcome, choice.outcome_at) == ("taken_up", NOW)


def test_a_deflection_rests_longer_each_time_and_is_no_limit(user: User, choice: TopicChoice) -> None:
    feedback.hear(user, say(choice, "先不说这个"), NOW)
    assert Candidate.objects.get().rest_until == NOW + 7 * DAY
    assert not Refusal.objects.exists()
    assert not Memory.objects.filter(kind=Kind.BOUNDARY).exists()
    TopicChoice.objects.update(outcome="")
    feedback.hear(user, say(choice, "换个话题"), NOW)
    assert Candidate.objects.get().rest_until == NOW + 14 * DAY


def test_a_refusal_is_for_good_and_suggests_a_limit(user: User, choice: TopicChoice, plan: Memory) -> None:
    assert feedback.hear(user, say(choice, "别问了"), NOW) is Outcome.REFUSED
    plan.refresh_from_db()
    assert plan.use == "never_raise"
    assert Refusal.objects.get().text == INTERVIEW
    limit = Memory.objects.get(kind=Kind.BOUNDARY)
    assert (limit.status, limit.evidence.get().quote) == ("pending", "别问了")
    assert "面试" in limit.statement
    offering.refresh(user, NOW)
    assert not [row for row in Candidate.objects.all() if not row.blocked and "面试" in row.statement]


def test_a_refusal_heard_twice_is_one(user: User, choice: TopicChoice) -> None:
    line = say(choice, "别问了")
    feedback.hear(user, line, NOW)
    assert feedback.hear(user, line, NOW) is None
    assert Refusal.objects.count() == Memory.objects.filter(kind=Kind.BOUNDARY).count() == 1


def test_another_source_of_a_refused_matter_is_held_back(user: User, choice: TopicChoice, make: Make) -> None:
    feedback.hear(user, say(choice, "别再提了"), NOW)
    again = make(Kind.THREAD, "你在准备字节的面试", phase="open")
    other = make(Kind.THREAD, "你在学吉他", phase="open")
    offering.refresh(user, NOW + DAY)
    assert {row.memory_id for row in Candidate.objects.filter(blocked="", memory__isnull=False)} == {other.id}
    assert Candidate.objects.get(memory=again).blocked == "refused"


def test_what_was_refused_can_be_allowed_again(user: User, choice: TopicChoice, plan: Memory) -> None:
    feedback.hear(user, say(choice, "别问了"), NOW)
    assert refusing.take_back(user, Refusal.objects.get().id, NOW)
    plan.refresh_from_db()
    assert plan.use != "never_raise"
    assert not Refusal.objects.exists()
    stranger = User.objects.create_user("else@example.org")
    assert not refusing.take_back(stranger, uuid.uuid4(), NOW)


def test_allowing_it_in_the_memory_centre_lifts_the_refusal(
    user: User, choice: TopicChoice, plan: Memory
) -> None:
    feedback.hear(user, say(choice, "别问了"), NOW)
    curating.may_raise(user, plan.id, NOW)
    offering.refresh(user, NOW)
    assert Candidate.objects.get(memory=plan).blocked != "refused"


def test_nobody_answered_is_let_lie(user: User, choice: TopicChoice) -> None:
    assert feedback.let_lie_waiting(NOW + DAY / 2) == 0
    assert feedback.let_lie_waiting(NOW + 1.1 * DAY) == 1
    choice.refresh_from_db()
    assert choice.outcome == "ignored"
    assert Candidate.objects.get().let_lie == 1
    assert feedback.let_lie_waiting(NOW + 2 * DAY) == 0


@pytest.mark.parametrize(
    ("value", "outcome"), [("accept", "taken_up"), ("not_now", "deflected"), ("never", "refused")]
)
def test_presses(user: User, choice: TopicChoice, value: str, outcome: str) -> None:
    answering.press(user, choice.id, value, NOW)
    answering.press(user, choice.id, value, NOW)
    choice.refresh_from_db()
    assert choice.outcome == outcome
    assert Candidate.objects.get().let_lie == (1 if value == "not_now" else 0)
    assert Refusal.objects.exists() is (value == "never")


def test_a_strangers_press_finds_nothing(choice: TopicChoice) -> None:
    stranger = User.objects.create_user("else@example.org")
    with pytest.raises(answering.NoSuchTopic):
        answering.press(stranger, choice.id, "never", NOW)


def test_put_off_delete_and_refuse_on_the_page(user: User, plan: Memory, make: Make) -> None:
    row = Candidate.objects.get(memory=plan)
    answering.put_off(user, row.id, NOW)
    assert not offering.offers(user, NOW)
    answering.bring_back(user, row.id, NOW)
    offering.refresh(user, NOW)
    assert offering.offers(user, NOW)
    answering.put_off(user, row.id, NOW)
    offering.refresh(user, NOW + 8 * DAY)
    assert [one.candidate for one in offering.offers(user, NOW + 8 * DAY)] == [row.id]
    answering.drop(user, row.id, NOW + 8 * DAY)
    offering.refresh(user, NOW + 9 * DAY)
    assert not offering.offers(user, NOW + 9 * DAY)
    thread = make(Kind.THREAD, "你在学吉他", phase="open")
    offering.refresh(user, NOW)
    answering.refuse(user, Candidate.objects.get(memory=thread).id, NOW)
    assert Candidate.objects.get(memory=thread).blocked == "refused"
    thread.refresh_from_db()
    assert thread.use == "never_raise"


def test_forgetting_takes_the_words_of_what_was_raised(user: User, choice: TopicChoice, plan: Memory) -> None:
    from memory import forgetting

    feedback.hear(user, say(choice, "别问了"), NOW)
    forgetting.forget(user, [plan.id], NOW)
    choice.refresh_from_db()
    refusal = Refusal.objects.get()
    assert choice.text is None
    assert refusal.text is None
    assert refusal.words  # what is like it stays out


def test_the_users_own_words_are_not_kept_twice(user: User) -> None:
    talk = Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW
    )
    line = Message.objects.create(
        user=user, conversation=talk, role=Role.USER, text="今天遇到老同学。回头跟你说", status=Status.COMPLETE,
        created_at=NOW - timedelta(hours=1),
    )  # fmt: skip
    offering.refresh(user, NOW)
    candidate = Candidate.objects.get(source="loose_end")
    reply = Message.objects.create(
        user=user,
        conversation=talk,
        role=Role.COMPANION,
        text="老同学的事",
        status=Status.COMPLETE,
        created_at=NOW,
    )
    row = TopicChoice.objects.create(
        user=user,
        conversation=talk,
        reply=reply,
        candidate=candidate,
        source="loose_end",
        move="open",
        at=NOW,
    )
    assert "老同学" in row.told
    line.delete()
    row = TopicChoice.objects.get()
    assert (row.told, row.text) == ("", None)


def test_what_has_its_day_soon_is_put_off_until_then(user: User, make: Make) -> None:
    day = NOW + timedelta(days=1)
    make(Kind.PLAN, "你打算去面试", phase="ahead", true_from=day, true_until=day + timedelta(hours=1))
    offering.refresh(user, NOW)
    row = answering.put_off(user, Candidate.objects.get(source="plan").id, NOW)
    assert row.rest_until is not None
    assert row.rest_until <= day


def test_a_refusal_a_few_lines_later_is_one(user: User, choice: TopicChoice) -> None:
    feedback.hear(user, say(choice, "还行吧"), NOW)
    other = Message.objects.create(
        user=user,
        conversation=choice.conversation,
        role=Role.COMPANION,
        text="嗯",
        status=Status.COMPLETE,
        created_at=NOW,
    )
    late = Message.objects.create(
        user=user, conversation=choice.conversation, role=Role.USER, text="以后别再问了", status=Status.COMPLETE, parent=other,
        created_at=NOW + timedelta(minutes=4),
    )  # fmt: skip
    assert feedback.hear(user, late, NOW + timedelta(minutes=4)) is Outcome.REFUSED
    choice.refresh_from_db()
    assert choice.outcome == "refused"


def test_a_date_in_a_refused_matter_holds_nothing_else_back(
    user: User, choice: TopicChoice, make: Make
) -> None:
    make(
        Kind.BOUNDARY,
        "你的界限：别再提12月3日是你妹妹的生日",
        value="别再提12月3日是你妹妹的生日",
        attribute="boundary",
    )
    make(Kind.THREAD, "你在准备2026年12月2日的演讲", phase="open")
    offering.refresh(user, NOW)
    assert "" in {row.blocked for row in Candidate.objects.filter(source="thread")}


def test_a_limit_that_is_only_supposed_holds_nothing_back(user: User, make: Make) -> None:
    make(Kind.BOUNDARY, "别再提吉他", value="别再提吉他", attribute="limit", status="pending")
    make(Kind.THREAD, "你在学吉他", phase="open")
    offering.refresh(user, NOW)
    assert Candidate.objects.get(source="thread").blocked == ""
