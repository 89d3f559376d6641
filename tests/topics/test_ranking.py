"""What may be raised at all, what its score is made of, and the rows that Celery keeps."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from memory import forgetting
from memory.models import MemorySettings
from memory.policy import Kind
from tests.topics.conftest import NOW, Make, ground
from topics.filtering import Bars, Refused, blocked
from topics.grounds import limit_words
from topics.models import Candidate
from topics.offering import refresh
from topics.ranking import WEIGHTS, Air, is_due, merged, score

DAY = timedelta(days=1)


def test_weights_follow_rule_27() -> None:
    assert sum(WEIGHTS.values()) == pytest.approx(1.0)
    assert list(WEIGHTS) == ["due", "interest", "novelty", "fit", "proof", "continuity"]
    assert list(WEIGHTS.values()) == sorted(WEIGHTS.values(), reverse=True)


def test_every_part_is_kept_and_adds_up() -> None:
    parts = score(ground(raised=1), NOW, Air(20))
    assert set(parts) == {*WEIGHTS, "ignored", "total"}
    assert all(0 <= parts[name] <= 1 for name in WEIGHTS)
    assert parts["total"] == pytest.approx(
        sum(WEIGHTS[name] * parts[name] for name in WEIGHTS) * 0.5, abs=1e-3
    )


@pytest.mark.parametrize(
    ("part", "more", "less"),
    [
        ("due", ground(), ground("thread")),
        ("due", ground(ends=NOW - DAY), ground(ends=NOW - 10 * DAY)),
        ("due", ground(phase="ahead", due_at=NOW + DAY / 4, ends=NOW + DAY), ground(phase="ahead", due_at=NOW + 2 * DAY, ends=NOW + 3 * DAY)),
        ("due", ground("promise"), ground("thread")),
        ("interest", ground(proofs=4), ground(proofs=1)),
        ("interest", ground(importance=0.9), ground(importance=0.3)),
        ("novelty", ground(heard=NOW - 20 * DAY), ground(heard=NOW - DAY)),
        ("novelty", ground(), ground(raised_at=NOW - DAY)),
        ("proof", ground(origin="stated"), ground(origin="inferred")),
        ("proof", ground(confidence=0.9), ground(confidence=0.4)),
        ("ignored", ground(), ground(raised=1)),
        ("total", ground(raised=1), ground(raised=2)),
    ],
)  # fmt: skip
def test_what_moves_each_part(part: str, more: Any, less: Any) -> None:
    assert score(more, NOW, Air(20))[part] > score(less, NOW, Air(20))[part]


def test_novelty_grows_with_days_as_1_minus_e() -> None:
    assert score(ground(heard=NOW - 7 * DAY), NOW, Air(20))["novelty"] == pytest.approx(
        1 - 2.718281828**-1, abs=1e-3
    )


@pytest.mark.parametrize(("hour", "fit"), [(8, 1.0), (21, 1.0), (22, 0.2), (3, 0.2), (7, 0.2)])
def test_the_hour_fits_or_not(hour: int, fit: float) -> None:
    assert score(ground(), NOW, Air(hour))["fit"] == fit


@pytest.mark.parametrize(
    ("reason", "standing"),
    [
        ("", ground()), ("", ground("thread")), ("", ground("promise")),
        ("", ground(phase="ahead", due_at=NOW + DAY, ends=NOW + DAY)),
        ("paused", ground(paused=True)),
        ("never_raise", ground(use="never_raise")), ("never_raise", ground(use="silent")),
        ("never_raise", ground(use="if_raised")), ("never_raise", ground(use="tone")),
        ("sensitive", ground(sensitivity="intimate")), ("sensitive", ground(sensitivity="special")),
        ("unproven", ground(status="pending")), ("unproven", ground(origin="inferred")), ("unproven", ground(origin="summary")),
        ("not_current", ground(status="conflicted")), ("not_current", ground(status="superseded")),
        ("not_current", ground(phase="cancelled")), ("not_current", ground("thread", phase="resting")),
        ("not_current", ground("promise", phase="kept")), ("not_current", ground(ends=NOW - 15 * DAY)),
        ("told", ground(raised_at=NOW - DAY / 2)),
        ("", ground(raised_at=NOW - 3 * DAY)),  # raised while ahead, passed since: one question is left
        ("told", ground(phase="ahead", due_at=NOW + DAY, ends=NOW + DAY, raised_at=NOW - DAY)),
        ("told", ground("thread", raised_at=NOW - 2 * DAY)), ("", ground("thread", raised_at=NOW - 9 * DAY, raised=1)),
        ("told", ground("thread", raised_at=NOW - 9 * DAY, raised=2)),
        ("told", ground("promise", raised_at=NOW - DAY)), ("", ground("promise", raised_at=NOW - 4 * DAY)),
    ],
)  # fmt: skip
def test_the_hard_filter(reason: str, standing: Any) -> None:
    assert blocked(standing, NOW) == reason


def test_at_risk_nothing_is_raised() -> None:
    assert blocked(ground(), NOW, Bars(careful=True)) == "risk"


@pytest.mark.parametrize(
    ("limit", "statement", "touched"),
    [
        ("别再提我爸", "你爸爸下周要做检查", True), ("别提新加坡", "你打算去新加坡开会", True), ("别聊工作", "你在找工作", True),
        ("别再提我爸", "你打算去新加坡开会", False), ("别提前任", "你在准备考研", False),
        ("don't mention my dad", "Your father is moving house", True), ("stop asking about the exam", "You are studying for an exam", True),
        ("don't mention my dad", "You plan to go to Paris", False),
    ],
)  # fmt: skip
def test_boundaries_cover_their_matter(limit: str, statement: str, touched: bool) -> None:
    reason = blocked(ground(statement=statement), NOW, Bars(limit_words([limit])))
    assert reason == ("boundary" if touched else "")


@pytest.mark.parametrize(
    ("standing", "due"),
    [
        (ground(), True), (ground("promise"), True), (ground("thread"), False),
        (ground(phase="ahead", due_at=NOW + 2 * DAY, ends=NOW + 2 * DAY), False),
        (ground(phase="ahead", due_at=NOW + DAY / 4, ends=NOW + DAY / 4), True),
    ],
)  # fmt: skip
def test_what_is_due(standing: Any, due: bool) -> None:
    assert is_due(standing, NOW) is due


@pytest.mark.parametrize(
    ("standing", "reason"),
    [
        (ground(statement="你妈妈去世一周年", grave=True), "grief"),
        (ground(statement="你在吃抗抑郁药"), "sensitive"), (ground(statement="You were diagnosed last week", lang="en"), "sensitive"),
        (ground(rest_until=NOW + DAY), "resting"), (ground(rest_until=NOW - DAY), ""),
        (ground(until=NOW - DAY / 24), "not_current"), (ground(origin="imported"), "unproven"),
    ],
)  # fmt: skip
def test_what_else_is_held_back(standing: Any, reason: str) -> None:
    assert blocked(standing, NOW) == reason


def test_never_raise_reaches_every_source_that_names_it() -> None:
    bars = Bars(values=("新加坡",))
    assert blocked(ground(), NOW, bars) == "never_raise"
    assert blocked(ground("thread", statement="你在找新加坡的工作"), NOW, bars) == "never_raise"
    assert blocked(ground("thread", statement="你在找工作"), NOW, bars) == ""


def test_a_refused_matter_is_refused_from_every_source() -> None:
    plan, thread, other = (
        ground(key="memory:a"),
        ground("thread", key="line:b"),
        ground("thread", key="line:c"),
    )
    words = {
        "memory:a": frozenset({1, 2, 3}),
        "line:b": frozenset({2, 3, 9}),
        "line:c": frozenset({3, 7, 8, 9}),
    }
    bars = Bars(refused=(Refused("memory:a", frozenset({1, 2, 3})),), ids=words)
    assert [blocked(one, NOW, bars) for one in (plan, thread, other)] == ["refused", "refused", ""]


def test_next_years_day_is_refused_too() -> None:
    day = ground("calendar", key="calendar:festival:mid_autumn:2027-09-15", until=NOW + DAY)
    assert day.stem == "calendar:festival:mid_autumn"
    bars = Bars(refused=(Refused("calendar:festival:mid_autumn"),))
    assert blocked(day, NOW, bars) == "refused"


def test_what_says_the_same_is_merged_into_the_better() -> None:
    plan, thread = (
        ground(statement="你打算7月19日去字节面试"),
        ground("thread", statement="你在准备字节的面试"),
    )
    other = ground("thread", statement="你在学吉他")
    assert merged([(thread, 0.4), (plan, 0.8), (other, 0.3)]) == {thread.ident}


def test_what_goes_on_from_the_talk_ranks_higher() -> None:
    here = score(ground("thread", statement="你在学吉他"), NOW, Air(20, said=frozenset({"吉他", "练琴"})))
    apart = score(ground("thread", statement="你在学吉他"), NOW, Air(20))
    assert here["continuity"] == 1.0
    assert here["total"] > apart["total"]


def test_nothing_light_in_a_low_mood() -> None:
    day = ground("calendar", until=NOW + DAY)
    assert score(day, NOW, Air(20, -0.25))["fit"] < score(day, NOW, Air(20, 0.2))["fit"]


def _sources(user: User) -> dict[str, str]:
    return {row.statement: row.blocked for row in Candidate.objects.for_user(user).select_related("memory")}


def test_refresh_takes_threads_near_plans_and_due_promises(user: User, make: Make) -> None:
    make(Kind.THREAD, "你在找工作", phase="open")
    make(Kind.THREAD, "你在学吉他", phase="resting")
    make(Kind.PLAN, "你明天去新加坡", phase="ahead", true_from=NOW + DAY, true_until=NOW + DAY)
    make(Kind.PLAN, "你十天后搬家", phase="ahead", true_from=NOW + 10 * DAY, true_until=NOW + 10 * DAY)
    make(Kind.PLAN, "你上周考了试", phase="unconfirmed", true_from=NOW - 7 * DAY, true_until=NOW - 7 * DAY)
    make(Kind.PLAN, "你昨天面试", phase="ahead", true_from=NOW - DAY, true_until=NOW - DAY)
    make(
        Kind.PLAN, "你五月去了海边", phase="unconfirmed", true_from=NOW - 60 * DAY, true_until=NOW - 60 * DAY
    )
    make(Kind.PROMISE, "答应提醒你喝水", phase="open", true_from=NOW - DAY)
    make(Kind.PROMISE, "答应下月问你", phase="open", true_from=NOW + 30 * DAY)
    make(Kind.PREFERENCE, "你喜欢爬山")
    assert refresh(user, NOW) == 5
    assert _sources(user) == dict.fromkeys(
        ["你在找工作", "你明天去新加坡", "你上周考了试", "你昨天面试", "答应提醒你喝水"], ""
    )
    row = Candidate.objects.get(source="plan", memory__phase="unconfirmed")
    assert row.score == row.parts["total"] > 0
    assert row.due_at == NOW - 7 * DAY


def test_refresh_twice_changes_nothing_and_keeps_what_was_raised(user: User, make: Make) -> None:
    make(Kind.PLAN, "你上周考了试", phase="unconfirmed", true_from=NOW - 7 * DAY, true_until=NOW - 7 * DAY)
    refresh(user, NOW)
    before = Candidate.objects.get()
    Candidate.objects.update(raised_at=NOW - DAY)
    assert refresh(user, NOW) == 1
    after = Candidate.objects.get()
    assert (after.id, after.raised_at, after.blocked) == (before.id, NOW - DAY, "told")


def test_refresh_drops_what_is_closed_and_blocks_what_may_not_be_raised(user: User, make: Make) -> None:
    closing = make(Kind.THREAD, "你在找工作", phase="open")
    father = make(Kind.THREAD, "你爸爸在住院", phase="open", subject="爸爸")
    paused = make(Kind.THREAD, "你在学吉他", phase="open", paused=True)
    refresh(user, NOW)
    assert Candidate.objects.get(memory=father).blocked == ""
    closing.phase, closing.status = "closed", "superseded"
    closing.save()
    make(Kind.BOUNDARY, "你的界限：别提我爸", value="别提我爸", attribute="boundary")
    refresh(user, NOW)
    assert not Candidate.objects.filter(memory=closing).exists()
    assert Candidate.objects.get(memory=father).blocked == "boundary"
    assert Candidate.objects.get(memory=paused).blocked == "paused"


@pytest.mark.parametrize("switch", [{"paused_at": NOW}, {"paused_kinds": ["thread"]}])
def test_paused_memory_raises_nothing(user: User, make: Make, switch: dict[str, Any]) -> None:
    make(Kind.THREAD, "你在找工作", phase="open")
    MemorySettings.objects.update_or_create(user=user, defaults=switch)
    refresh(user, NOW)
    assert Candidate.objects.get().blocked == "paused"


def test_one_users_threads_are_nobody_elses(user: User, make: Make) -> None:
    make(Kind.THREAD, "你在找工作", phase="open")
    other = User.objects.create_user("other@example.org")
    assert refresh(other, NOW) == 0
    assert refresh(user, NOW) == 1
    refresh(other, NOW)
    assert Candidate.objects.count() == 1


def test_forgetting_a_memory_takes_its_candidate_and_counts_it(user: User, make: Make) -> None:
    row = make(Kind.THREAD, "你在找工作", phase="open")
    kept = make(Kind.THREAD, "你在学吉他", phase="open")
    refresh(user, NOW)
    receipt = forgetting.forget(user, [row.id], NOW)
    assert receipt.counts["topics"] == 1
    assert [left.memory_id for left in Candidate.objects.all()] == [kept.id]
