"""Sixty situations, zh and en: what the companion does with the turn, and why. Each stands on real rows."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from memory.models import MemorySettings
from memory.policy import Kind
from memory.recall import Hit, Recalled
from memory.recall.cues import read
from tests.topics.conftest import NOW, Make
from topics import offering, refusing
from topics.choosing import choose
from topics.models import Candidate, TopicChoice
from topics.moments import Moment
from transcript.models import Conversation, Message, Role, Status
from transcript.mood import Mood

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
Row = tuple[Kind, str, dict[str, Any]]


def plan(statement: str, day: datetime, **more: Any) -> Row:
    phase = more.pop("phase", "unconfirmed" if day < NOW else "ahead")
    return Kind.PLAN, statement, {"phase": phase, "true_from": day, "true_until": day + HOUR, **more}


def thread(statement: str, **more: Any) -> Row:
    return Kind.THREAD, statement, {"phase": "open", **more}


INTERVIEW = plan("你打算去字节面试", NOW - DAY)
EXAM = plan("你打算考雅思", NOW + 0.6 * DAY)
EN_EXAM = plan("You plan to take your driving test", NOW + 0.6 * DAY, lang="en")
GUITAR = thread("你在学吉他")
EN_GARDEN = thread("You are building a raised bed", lang="en")


@dataclass(frozen=True)
class Case:
    """`rows` are what memory holds, `said` the line; `opened` are openers of before as (days ago, outcome); `told` is part of
    what is raised, "" where the turn follows because of `why`."""

    name: str
    said: str
    rows: Sequence[Row] = ()
    told: str = ""
    why: str = ""
    move: str = ""
    at: datetime = NOW
    lang: str = "zh"
    valence: float = 0.0
    careful: bool = False
    leaving: bool = False
    greeting: bool = False
    felt: float | None = None
    limits: Sequence[str] = ()
    refused: Sequence[str] = ()
    opened: Sequence[tuple[float, str]] = ()
    stranger: bool = False
    paused: bool = False
    replies: Sequence[bool] = ()
    away: timedelta | None = None
    hits: Sequence[dict[str, Any]] = ()
    more: dict[str, Any] = field(default_factory=dict)


def hit(statement: str, **more: Any) -> dict[str, Any]:
    lanes = more.pop("lanes", {"vector": 3.0, "cover": 0.5})
    return {
        "kind": Kind.EVENT,
        "statement": statement,
        "label": "fact",
        "use": "relevant",
        "lanes": lanes,
        **more,
    }


NIGHT = NOW.replace(hour=1)
CASES = (
    # -- greetings
    Case("a passed interview is asked about once", "早", [INTERVIEW], "字节面试"),
    Case("and in English", "good morning", [plan("You planned to interview at Initech", NOW - DAY, lang="en")], "Initech", lang="en"),
    Case("an exam tomorrow", "晚上好", [EXAM], "考雅思"),
    Case("a test tomorrow, in English", "hey", [EN_EXAM], "driving test", lang="en"),
    Case("something that goes on", "我回来了", [GUITAR], "学吉他"),
    Case("something that goes on, in English", "long time no see", [EN_GARDEN], "raised bed", lang="en"),
    Case("the plan before the thread", "嗨", [GUITAR, INTERVIEW], "字节面试"),
    Case("a promise of theirs", "在吗", [(Kind.PROMISE, "你答应了把书寄给小雨", {"phase": "due", "true_from": NOW - DAY})], "寄给小雨"),
    Case("a sick pet", "晚上好", [thread("你的猫年糕在看病", subject="猫")], "年糕"),
    Case("the companion speaks first", "", [INTERVIEW], "字节面试", greeting=True),
    Case("nothing to raise", "早", [], why="nothing"),
    # -- who leads
    Case("they lead", "今天去看了新上映的电影，还挺好看的", [INTERVIEW], why="user_leads"),
    Case("they lead, in English", "I finally fixed the sink today", [INTERVIEW], why="user_leads", lang="en"),
    Case("they ask", "你觉得我该学吉他吗？", [INTERVIEW], why="user_leads"),
    Case("they are angry", "气死我了！", [INTERVIEW], why="upset", valence=-0.7),
    Case("an angry greeting", "早。", [INTERVIEW], why="upset", valence=-0.5),
    Case("they are sad, in English", "hey", [EN_GARDEN], why="upset", valence=-0.6, lang="en"),
    Case("they were sad all along", "嗯", [GUITAR], why="upset", felt=-0.5),
    Case("they leave", "晚安", [INTERVIEW], why="leaving", leaving=True),
    Case("they leave, in English", "bye", [EN_GARDEN], why="leaving", leaving=True, lang="en"),
    # -- risk
    Case("at risk", "早", [INTERVIEW], why="careful", careful=True),
    Case("at risk and the companion speaks first", "", [INTERVIEW], why="careful", careful=True, greeting=True),
    Case("at risk, in English", "hi", [EN_GARDEN], why="careful", careful=True, lang="en"),
    # -- lull, silence, invitation
    Case("a lull", "嗯", [GUITAR], "学吉他"),
    Case("boredom", "好无聊啊", [GUITAR], "学吉他"),
    Case("boredom, in English", "I'm bored", [EN_GARDEN], "raised bed", lang="en"),
    Case("an answer is no lull", "嗯", [GUITAR], why="user_leads", replies=[True]),
    Case("they ask for another subject", "换个话题吧", [GUITAR], "学吉他"),
    Case("they want something else, in English", "let's talk about something else, change the subject", [EN_GARDEN], "raised bed", lang="en"),
    Case("back after a week", "我到家了", [GUITAR], "学吉他", away=7 * DAY),
    Case("back after a day", "我到家了", [GUITAR], why="user_leads", away=DAY),
    Case("back with a matter of their own", "这几天一直在医院陪我妈做检查，刚刚才有空", [GUITAR], why="user_leads", away=7 * DAY),
    # -- caps
    Case("once a day", "早", [INTERVIEW], why="one_a_day", opened=[(5 / 24, "taken_up")]),
    Case("four hours apart", "早", [INTERVIEW], why="four_hours", opened=[(1 / 24, "taken_up")]),
    Case("a new day", "早", [INTERVIEW], "字节面试", opened=[(1.2, "taken_up")]),
    Case("three ignored openers", "早", [INTERVIEW], why="let_lie", opened=[(1.1, "ignored"), (2.1, "ignored"), (3.1, "deflected")]),
    Case("three ignored, and three days on", "早", [INTERVIEW], "字节面试", opened=[(4.1, "ignored"), (5.1, "ignored"), (6.1, "ignored")]),
    Case("three ignored, in English", "hi", [EN_GARDEN], why="let_lie", opened=[(1.1, "ignored"), (2.1, "ignored"), (2.9, "refused")], lang="en"),
    Case("two ignored", "早", [INTERVIEW], "字节面试", opened=[(1.1, "ignored"), (2.1, "ignored")]),
    Case("a first conversation", "你好", [GUITAR], why="first_meeting", stranger=True),
    Case("a first conversation, in English", "hello", [EN_GARDEN], why="first_meeting", stranger=True, lang="en"),
    # -- the hard filter
    Case("a refused topic", "早", [INTERVIEW], why="nothing", refused=["你打算去字节面试"]),
    Case("a refused topic from another source", "早", [thread("你在准备字节的面试")], why="nothing", refused=["你打算去字节面试"]),
    Case("another topic than the refused one", "早", [GUITAR], "学吉他", refused=["你打算去字节面试"]),
    Case("a limit over a thread", "早", [thread("你爸爸在找工作", subject="爸爸")], why="nothing", limits=["别再提我爸"]),
    Case("a limit over a thread, in English", "hi", [thread("Your dad is moving house", subject="dad", lang="en")], why="nothing", limits=["don't mention my dad"], lang="en"),
    Case("a limit beside it", "早", [GUITAR], "学吉他", limits=["别再提我爸"]),
    Case("a guess without proof", "早", [thread("你好像在准备离职", status="pending")], why="nothing"),
    Case("a conclusion of the companion's own", "早", [thread("你最近总在加班", source="inferred")], why="nothing"),
    Case("an illness", "早", [thread("你确诊了抑郁症")], why="nothing"),
    Case("money", "早", [thread("你还欠着网贷")], why="nothing"),
    Case("faith, in English", "hi", [thread("You are struggling with being gay", lang="en")], why="nothing", lang="en"),
    Case("never to be raised", "早", [thread("你在学吉他", use="never_raise")], why="nothing"),
    Case("only if they raise it", "早", [thread("你在学吉他", use="if_raised")], why="nothing"),
    Case("memory is paused", "早", [GUITAR], why="nothing", paused=True),
    Case("paused by itself", "早", [thread("你在学吉他", paused=True)], why="nothing"),
    Case("a plan long over", "早", [plan("你打算去露营", NOW - 20 * DAY)], why="nothing"),
    Case("an anniversary of a death", "早", [(Kind.EVENT, "你外婆去世了", {"true_from": NOW - 365 * DAY, "true_until": NOW - 365 * DAY, "precision": "day", "value": "去世"})], why="nothing"),
    Case("an anniversary of a joy", "早", [(Kind.EVENT, "你搬进了新家", {"true_from": NOW - 365 * DAY, "true_until": NOW - 365 * DAY, "precision": "day"})], "1年前的今天"),
    # -- night
    Case("midnight, nothing due", "嗨", [GUITAR], why="night", at=NIGHT),
    Case("midnight, a promise due", "嗨", [(Kind.PROMISE, "你答应了给妈妈打电话", {"phase": "due", "true_from": NOW - DAY})], "给妈妈打电话", at=NIGHT),
    Case("midnight, in English", "hey", [EN_GARDEN], why="night", at=NIGHT, lang="en"),
    # -- connect
    Case("what they say goes with a memory", "今天路过那家拉面馆了", [], "你五月在一兰吃过拉面", hits=[hit("你五月在一兰吃过拉面")], replies=[False] * 2),
    Case("and a link in English", "walked past the old ramen place", [], "You loved the ramen in Kyoto", hits=[hit("You loved the ramen in Kyoto", kind=Kind.PREFERENCE)], replies=[False] * 2, lang="en"),
    Case("alike and nothing more", "今天路过那家拉面馆了", [], why="user_leads", hits=[hit("你五月在一兰吃过拉面", lanes={"vector": 3.0})], replies=[False] * 2),
    Case("a guess is no link", "今天路过那家拉面馆了", [], why="user_leads", hits=[hit("你好像爱吃拉面", label="guess")], replies=[False] * 2),
    Case("a limit on the matter", "今天路过那家拉面馆了", [], why="user_leads", hits=[hit("你五月在一兰吃过拉面")], limits=["别再提拉面"], replies=[False] * 2),
    Case("a refused matter is no link", "今天路过那家拉面馆了", [], why="user_leads", hits=[hit("你五月在一兰吃过拉面")], refused=["你想去一兰吃拉面"], replies=[False] * 2),
    Case("a sorrow is no link", "今天下雨了", [], why="user_leads", hits=[hit("你外婆去世那天下着雨")], replies=[False] * 2),
    Case("asked for a memory: that is an answer", "你还记得我在哪吃过拉面吗？", [], why="user_leads", hits=[hit("你五月在一兰吃过拉面")], replies=[False] * 2),
    Case("too soon after the last", "今天路过那家拉面馆了", [], why="user_leads", hits=[hit("你五月在一兰吃过拉面")], replies=[False] * 2, more={"connected": 1}),
)  # fmt: skip


def test_there_are_enough_in_both_languages() -> None:
    assert len(CASES) >= 60
    assert sum(case.lang == "en" for case in CASES) >= 15
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_situation(user: User, make: Make, case: Case) -> None:
    user.language = "en" if case.lang == "en" else "zh-hans"
    user.save()
    if not case.stranger:
        _line(user, case.at - 2 * DAY)
    rows = [make(kind, statement, **more) for kind, statement, more in case.rows]
    for row in rows:
        row.lang = case.lang
        row.save()
    for limit in case.limits:
        make(Kind.BOUNDARY, f"你的界限：{limit}", value=limit, attribute="boundary")
    for matter in case.refused:
        refusing.refuse_matter(user, matter, case.at - 3 * DAY)
    for days, outcome in case.opened:
        _raised(user, case.at - days * DAY, "open", outcome)
    if case.paused:
        MemorySettings.objects.update_or_create(user=user, defaults={"paused_at": case.at})
    offering.refresh(user, case.at)
    Candidate.objects.filter(source="calendar").delete()
    choice = choose(user, _recalled(user, make, case), _moment(user, case), case.at)
    if case.told:
        assert (choice.move, case.told in choice.text) == (
            case.move or ("connect" if case.hits else "open"),
            True,
        ), choice
        assert choice.parts
    else:
        assert (choice.move, choice.text, choice.parts["why"]) == ("follow", "", case.why), choice


def _moment(user: User, case: Case) -> Moment:
    talk = Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=case.at, last_message_at=case.at
    )
    if case.more.get("connected"):
        _raised(user, case.at - HOUR, "connect", "", talk)
    replies = [
        (case.at - (len(case.replies) - n) * timedelta(minutes=1), asked)
        for n, asked in enumerate(case.replies)
    ]
    return Moment(
        case.said, case.careful, Mood(case.valence, 0.2, ()), case.leaving, case.greeting, felt=case.felt, replies=replies,
        away=case.away, conversation=talk.id, began=case.at - HOUR / 2,
    )  # fmt: skip


def _recalled(user: User, make: Make, case: Case) -> Recalled:
    found = []
    for values in case.hits:
        row = make(values["kind"], values["statement"], recorded_at=case.at - 30 * DAY)
        found.append(Hit(row.id, status="current", subject="user", **values))
    return Recalled(passive=tuple(found), reading=read(case.said))


def _line(user: User, at: datetime) -> Message:
    talk = Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=at, last_message_at=at
    )
    return Message.objects.create(
        user=user, conversation=talk, role=Role.USER, text="我来了", status=Status.COMPLETE, created_at=at
    )


def _raised(
    user: User, at: datetime, move: str, outcome: str, talk: Conversation | None = None
) -> TopicChoice:
    talk = talk or Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=at, last_message_at=at
    )
    reply = Message.objects.create(
        user=user, conversation=talk, role=Role.COMPANION, text="在", status=Status.COMPLETE, created_at=at
    )
    return TopicChoice.objects.create(
        user=user, conversation=talk, reply=reply, move=move, outcome=outcome, at=at
    )
