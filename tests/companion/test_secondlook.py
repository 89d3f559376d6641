"""A model's opinion of a line's danger, beside the reply to it: in time, late, wrong, or not at all."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import keeping, latelook, learning, schedule, seam, secondlook, turn
from companion.heard import Outcome
from companion.keeping import Ended
from memory.models import Memory
from safety import risk
from safety.levels import Level
from safety.models import RiskCheck, RiskCount, RiskEvent
from tests.companion.conftest import LATER, NOW, Say, at_risk
from tests.model_server import ModelServer
from transcript.models import Conversation, Event, EventKind, Message, Role, Status

pytestmark = pytest.mark.django_db(transaction=True)
OBLIQUE = "把灯都关了，只留了一盏，给她照回家的路"
IDIOM = "想死的心都有了，这代码真难写，我不想活了"


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


def opinion(level: str, **more: Any) -> dict[str, Any]:
    return {"match": "", "judge": True, "json": {"level": level, "flags": [], "why_none": "none", **more}}


def answer(chat: Conversation, now: datetime = NOW + timedelta(seconds=30)) -> Message:
    """The reply to what waits, as the server makes it; late opinions are awaited too."""
    reply = keeping.begin_reply(chat.id, now)
    assert reply is not None
    outcome = Outcome()

    async def speak() -> str:
        text = "".join([piece async for piece in turn.converse(reply.id, now, outcome)])
        await seam.cross(keeping.finish, reply.id, Ended(Status.COMPLETE, text), outcome, now)
        while seam.running:
            await asyncio.gather(*seam.running, return_exceptions=True)
        return text

    asyncio.run(speak())
    reply.refresh_from_db()
    return reply


def cards(chat: Conversation) -> list[int]:
    found = Event.objects.filter(conversation=chat, kind=EventKind.NOTICE).order_by("seq")
    return [event.data["level"] for event in found if event.data["kind"] == "crisis"]


def test_what_the_rules_miss_is_answered_with_the_card(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    line = say(OBLIQUE)
    assert line.risk_level < Level.R2
    scripted.script({"match": "", "reply": "真整齐呀。"}, opinion("R4", flags=["in_progress"]))
    reply = answer(chat)
    assert "整齐" not in reply.text
    assert "110" in reply.text
    assert reply.model == "safety"
    assert cards(chat) == [4]
    line.refresh_from_db()
    assert (line.risk_level, line.learn_bar) == (4, "risk")
    assert risk.level(lin, NOW) == Level.R4
    event = RiskEvent.objects.get()
    assert (event.level, event.reason, event.flags) == (4, "raised", ["in_progress"])
    assert event.judge.endswith("scripted")
    assert event.card_shown
    assert event.lines_shown[0] == "cn-12356"
    assert not RiskCheck.objects.exists()


def test_an_idiom_is_taken_back_and_answered_freely(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    line = say(IDIOM)
    assert line.risk_level == Level.R2
    scripted.script({"match": "", "reply": "哪一段最难？"}, opinion("R0", why_none="idiom"))
    reply = answer(chat)
    assert reply.text == "哪一段最难？"
    assert cards(chat) == []
    assert risk.level(lin, NOW) == Level.R0
    line.refresh_from_db()
    assert (line.risk_level, line.learn_bar) == (0, "")
    assert not RiskCount.objects.exclude(events=0).exists()


@pytest.mark.parametrize("said", ["今晚我就去死", "我刚把药都吃了"])
def test_no_opinion_takes_back_what_is_plain(
    scripted: ModelServer, chat: Conversation, say: Say, said: str
) -> None:
    say(said)
    scripted.script(opinion("R0", why_none="fiction"))
    assert "110" in answer(chat).text
    assert cards(chat) == [4]


@pytest.mark.parametrize(
    "away",
    [{"status": 500}, {"json": "nonsense"}, {"reply": "R0"}, {"json": {"level": "R9"}}, {"refusal": "no"}],
)
def test_a_judge_that_is_no_use_changes_nothing_and_is_asked_again(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say, away: dict[str, Any]
) -> None:
    line = say(OBLIQUE)
    scripted.script({"match": "", "reply": "真整齐呀。"}, {"match": "", "judge": True, **away})
    assert answer(chat).text == "真整齐呀。"
    assert RiskEvent.objects.get().reason == "judge_failed"
    assert RiskCheck.objects.get().id == line.id

    scripted.reset()
    scripted.script(opinion("R3"))
    later = NOW + timedelta(minutes=2)
    assert schedule.BY_NAME["look_again"].run(later) == 1
    assert schedule.BY_NAME["look_again"].run(later) == 0
    last = Message.objects.filter(conversation=chat, live=True).order_by("created_at").last()
    assert last is not None
    assert (last.role, last.model, last.risk_level) == (Role.COMPANION, "safety", 3)
    assert cards(chat) == [3]
    assert risk.level(lin, later) == Level.R3


@pytest.mark.parametrize("said", ["我不想活了", "我刚把药都吃了"])
def test_while_the_judge_is_away_the_rules_stand(
    scripted: ModelServer, chat: Conversation, say: Say, said: str
) -> None:
    line = say(said)
    scripted.script({"match": "", "status": 503}, {"match": "", "judge": True, "status": 503})
    reply = answer(chat)
    assert reply.model == "safety"
    assert cards(chat) == [line.risk_level]


def test_a_slow_judge_holds_the_first_sentence_no_longer_than_its_time(
    scripted: ModelServer, chat: Conversation, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secondlook, "PATIENCE", 0.1)
    say(OBLIQUE)
    scripted.script({"match": "", "reply": "真整齐呀。"}, {**opinion("R4"), "delay_ms": 1200})
    reply = answer(chat)
    assert reply.text == "真整齐呀。"
    assert {event.reason for event in RiskEvent.objects.all()} == {
        "raised"
    }  # it came when the reply had ended
    said = Message.objects.filter(conversation=chat, live=True).order_by("created_at").last()
    assert said is not None
    assert said.parent == reply
    assert "110" in said.text
    assert cards(chat) == [4]


def test_an_opinion_in_the_middle_ends_the_reply(
    scripted: ModelServer, chat: Conversation, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secondlook, "PATIENCE", 0.05)
    say(OBLIQUE)
    long = "".join(f"第{n}句话。" for n in range(60))
    scripted.script({"match": "", "reply": long, "delay_ms": 60}, {**opinion("R4"), "delay_ms": 900})
    reply = answer(chat)
    assert reply.text.startswith("第0句话。")
    assert "第59句话" not in reply.text
    assert "110" in reply.text
    assert cards(chat) == [4]


def test_help_comes_though_the_model_that_speaks_is_away(
    scripted: ModelServer, chat: Conversation, say: Say
) -> None:
    say(OBLIQUE)
    scripted.script({"match": "", "status": 500}, opinion("R4"))
    assert "110" in answer(chat).text
    assert cards(chat) == [4]


def test_what_was_learnt_from_the_line_meanwhile_is_taken_back(
    scripted: ModelServer, chat: Conversation, say: Say
) -> None:
    line = say("我的猫叫小花，送给邻居了")
    scripted.script({"match": "", "reply": "嗯。"}, {"match": "", "judge": True, "status": 500})
    answer(chat)
    learning.learn(chat.id, LATER)
    assert Memory.objects.exists()
    scripted.reset()
    scripted.script(opinion("R4"))
    schedule.BY_NAME["look_again"].run(LATER + timedelta(minutes=1))
    assert not Memory.objects.exists()
    line.refresh_from_db()
    assert line.learn_bar == "risk"
    learning.learn(chat.id, LATER + timedelta(minutes=5))
    assert not Memory.objects.exists()


def test_an_opinion_that_comes_too_late_moves_the_state_alone(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    say(OBLIQUE)
    scripted.script({"match": "", "reply": "嗯。"}, {"match": "", "judge": True, "status": 500})
    answer(chat)
    scripted.reset()
    scripted.script(opinion("R3"))
    late = NOW + timedelta(hours=2)
    assert schedule.BY_NAME["look_again"].run(late) == 1
    assert cards(chat) == []
    assert risk.level(lin, late) == Level.R3


def test_a_judge_that_stays_away_is_let_go(scripted: ModelServer, chat: Conversation, say: Say) -> None:
    say(OBLIQUE)
    scripted.script({"match": "", "reply": "嗯。"}, {"match": "", "judge": True, "status": 500})
    answer(chat)
    now = LATER
    for _each in range(latelook.TRIES_MOST + 1):
        schedule.BY_NAME["look_again"].run(now)
        now += timedelta(minutes=10)
    assert not RiskCheck.objects.exists()
    assert RiskEvent.objects.get().reason == "judge_failed"


def test_a_process_killed_in_between_leaves_the_question(
    scripted: ModelServer, chat: Conversation, say: Say
) -> None:
    say(OBLIQUE)
    reply = keeping.begin_reply(chat.id, NOW + timedelta(seconds=30))
    assert reply is not None
    heard = turn.hear(reply.id, NOW + timedelta(seconds=30))
    assert secondlook.question(heard, NOW + timedelta(seconds=30)) is not None  # and then nothing more
    scripted.script(opinion("R4"))
    assert schedule.BY_NAME["look_again"].run(LATER) == 0  # the reply is still on its way
    keeping.give_up_abandoned(LATER)
    assert schedule.BY_NAME["look_again"].run(LATER + timedelta(minutes=1)) == 1
    assert cards(chat) == [4]


def test_nobody_is_asked_without_consent(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    lin.consents.all().delete()
    say(OBLIQUE)
    answer(chat)
    assert scripted.requests(judge=True) == []
    assert not RiskCheck.objects.exists()


def test_the_judge_reads_six_lines_and_the_state(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    at_risk(lin, Level.R3, NOW - timedelta(hours=1))
    for number in range(8):
        say(f"第{number}行")
    answer(chat)
    (asked,) = scripted.requests(judge=True)
    text = asked["body"]["messages"][-1]["content"]
    assert "第1行" not in text
    assert "第7行" in text
    assert "R3" in text


def test_another_reply_to_the_same_line_asks_nothing_again(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say
) -> None:
    from companion import branching

    say(OBLIQUE)
    first = answer(chat)
    branching.regenerate(lin, chat.id, first.id, LATER)
    reply = Message.objects.get(conversation=chat, status=Status.GENERATING)
    heard = turn.hear(reply.id, LATER)
    assert secondlook.question(heard, LATER) is None
    assert len(scripted.requests(judge=True)) == 1


def test_what_is_remembered_raises_what_is_said(
    lin: User, chat: Conversation, say: Say, settings: Any
) -> None:
    from accounts.models import grant

    grant(lin, "health", NOW)
    grant(lin, "trauma", NOW)
    say("我三年前自杀未遂，后来好了")
    say("我真的撑不下去了")
    line = Message.objects.filter(conversation=chat, role=Role.USER).order_by("created_at").last()
    assert line is not None
    assert line.risk_level == Level.R1
    assessed = turn.hear_message(lin, line, NOW)
    from memory.candidates import USER
    from memory.recall import Recalled
    from tests.companion.test_composing import hit

    recalled = Recalled(active=(hit("你三年前自杀未遂", subject=USER),))
    raised = turn._with_memory(assessed, recalled)
    assert (raised.level, raised.careful) == (Level.R2, True)
    secondlook.remember(raised, NOW)
    line.refresh_from_db()
    assert line.risk_level == Level.R2
    assert "memory" in RiskEvent.objects.get(level=2).rules


def test_no_opinion_takes_back_what_a_memory_raised(
    scripted: ModelServer, lin: User, chat: Conversation, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    from safety import judging

    line = say("我真的撑不下去了")
    assert line.risk_level == Level.R1
    with_memory = judging.with_memory
    monkeypatch.setattr(
        judging, "with_memory", lambda rules, _known: with_memory(rules, ["你三年前自杀未遂"])
    )
    scripted.script(opinion("R1"))
    reply = answer(chat)
    assert reply.model == "safety"
    assert cards(chat) == [2]
    line.refresh_from_db()
    assert (line.risk_level, line.learn_bar) == (2, "risk")
    assert RiskEvent.objects.get().reason == "overruled"


def test_a_judge_that_is_away_is_waited_for_once_a_run(
    scripted: ModelServer, chat: Conversation, say: Say
) -> None:
    for _each in range(3):
        line = say(OBLIQUE)
        RiskCheck.objects.create(id=line.id, user=line.user, due_at=NOW)
    scripted.script({"match": "", "judge": True, "status": 503})
    assert schedule.BY_NAME["look_again"].run(LATER) == 0
    assert sorted(RiskCheck.objects.values_list("tries", flat=True)) == [0, 0, 1]
