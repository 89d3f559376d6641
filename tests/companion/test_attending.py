"""Being here: what a visit or a line makes due, in every tab, and nothing twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from companion import attending, conversations, limits, reaching, reading
from companion.attending import Due
from companion.socket import Session
from safety import attendance
from safety.models import UseDay
from safety.using import Sign
from tests.companion.conftest import NOW, Say
from transcript.models import Conversation, Event, EventKind

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def notices(chat: Conversation) -> list[dict[str, Any]]:
    return [
        event.data for event in Event.objects.filter(conversation=chat, kind=EventKind.NOTICE).order_by("seq")
    ]


@pytest.mark.django_db
def test_each_session_begins_with_the_notice(lin: User) -> None:
    chat = conversations.start(lin, NOW)
    assert attending.arrive(lin, chat, NOW + MINUTE) == Due()  # said at the beginning
    assert attending.arrive(lin, chat, NOW + 30 * MINUTE) == Due()  # a new stretch, but told half an hour ago
    assert attending.arrive(lin, chat, NOW + 5 * HOUR) == Due(written=True)
    assert attending.arrive(lin, chat, NOW + 5 * HOUR + MINUTE) == Due()
    assert [data.get("again", False) for data in notices(chat)] == [False, True]
    shown = [turn for turn in reading.thread(chat, NOW + 5 * HOUR).turns if turn.notice]
    assert len(shown) == 1
    assert "AI" in shown[0].html


@pytest.mark.django_db
def test_a_break_is_written_where_one_is_and_once(lin: User, chat: Conversation, say: Say) -> None:
    say("在吗")
    other = conversations.start(lin, NOW)
    for n in range(12):
        assert not attending.act(lin, chat if n % 2 else other, NOW + n * 10 * MINUTE).minutes
    assert attending.act(lin, chat, NOW + 120 * MINUTE) == Due(120, written=True)
    assert attending.look(lin, other, NOW + 121 * MINUTE) == Due()
    assert [data["kind"] for data in notices(chat)] == ["break"]
    (turn,) = [turn for turn in reading.thread(chat, NOW + 121 * MINUTE).turns if turn.notice]
    assert "120" in turn.html


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("zh-hans", ("AI 生成", "两个多小时")), ("en", ("AI-generated", "two hours"))]
)
def test_signs_come_in_a_dialog_with_numbers(
    lin: User, chat: Conversation, language: str, words: tuple[str, ...]
) -> None:
    lin.language = language
    lin.save()
    today = NOW.astimezone(lin.zone).date()
    for back in range(7):
        UseDay.objects.create(user=lin, day=today - timedelta(days=back), seconds=9000)
    due = attending.arrive(lin, chat, NOW)
    assert due.signs == (Sign.LONG_DAYS,)
    frame = attending.frame(lin, due.minutes, due.signs)
    assert frame["data"] == {"minutes": 0, "signs": ["long_days"]}
    assert all(word in frame["html"] for word in words)


@pytest.mark.django_db(transaction=True)
async def test_every_tab_says_it_once_and_again_when_it_comes_back(
    lin: User, chat: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion import seam

    now = NOW

    def clock() -> datetime:
        return now

    monkeypatch.setattr(timezone, "now", clock)
    tabs: list[tuple[Session, list[dict[str, Any]]]] = []
    for _number in range(2):
        frames: list[dict[str, Any]] = []
        tabs.append((Session(lin, chat, "", frames.append), frames))
    for session, _frames in tabs:
        await session.hello(0)
    for n in range(1, 12):
        now = NOW + n * 10 * MINUTE
        await seam.cross(attendance.touch, lin, now)
    now = NOW + 120 * MINUTE
    for session, _frames in tabs:
        await session.attend(attending.look)
        session.suggest_break(120)  # what the other tab sends round
    told = [[frame for frame in frames if frame.get("kind") == "break"] for _session, frames in tabs]
    assert [len([frame for frame in one if "seq" not in frame]) for one in told] == [1, 1]
    await tabs[1][0].catch_up()
    assert [frame["seq"] for frame in tabs[0][1] if frame.get("kind") == "break" and "seq" in frame]
    assert [frame["seq"] for frame in tabs[1][1] if frame.get("kind") == "break" and "seq" in frame]
    fresh: list[dict[str, Any]] = []
    now += 2 * MINUTE
    await Session(lin, chat, "", fresh.append).hello(0)
    assert [
        frame["data"]["minutes"] for frame in fresh if frame.get("kind") == "break" and "seq" not in frame
    ] == [120]


@pytest.mark.django_db
def test_who_rests_is_left_alone_but_never_in_danger(lin: User, say: Say) -> None:
    attendance.rest(lin, NOW + timedelta(days=1), NOW)
    assert limits.refusal(lin, "在吗", NOW) == "resting"
    assert limits.refusal(lin, "我不想活了", NOW) == ""
    assert reaching._careful(lin, NOW)
    assert limits.refusal(lin, "在吗", NOW + timedelta(days=1)) == ""
    say("我现在就在天台，想跳下去", NOW)
    assert limits.refusal(lin, "没有人", NOW + timedelta(minutes=1)) == ""  # the answer to what it was asked


@pytest.mark.django_db
@pytest.mark.usefixtures("static_files")
def test_the_chat_says_that_its_user_rests(lin: User, chat: Conversation) -> None:
    client = Client()
    client.force_login(lin, backend=BACKEND)
    address = f"/c/{chat.id}/"
    assert 'id="resting"' not in client.get(address).content.decode()
    attendance.rest(lin, timezone.now() + timedelta(days=1), timezone.now())
    shown = client.get(address).content.decode()
    banner = shown.split('id="resting"')[1].split("</div>")[0]
    assert "休息中" in banner
    assert 'href="/rest/"' in banner


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_page_of_time_and_rest(lin: User, language: str) -> None:
    lin.language = language
    lin.save()
    client = Client()
    client.force_login(lin, backend=BACKEND)
    page = client.get("/rest/").content.decode()
    assert "小暖" not in page
    assert client.post("/rest/interval/", {"minutes": "30"}).status_code == 302
    assert attendance.interval(lin) == 30
    for wrong in ("7", "", "500", "x"):
        assert client.post("/rest/interval/", {"minutes": wrong}).status_code == 200
    assert attendance.interval(lin) == 30
    for _twice in range(2):
        client.post("/rest/begin/", {"length": "week"})
    until = attendance.resting_until(lin, datetime.now(tz=NOW.tzinfo))
    assert until is not None
    resting = client.get("/rest/").content.decode()
    assert 'action="/rest/end/"' in resting
    assert 'action="/rest/begin/"' not in resting
    assert 'action="/rest/end/"' not in page
    client.post("/rest/end/")
    assert attendance.resting_until(lin, datetime.now(tz=NOW.tzinfo)) is None
    client.post("/rest/begin/", {"length": "for ever"})
    assert attendance.resting_until(lin, datetime.now(tz=NOW.tzinfo)) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("000", "合适"),
        ("111", "留意"),
        ("030", "留意"),
        ("222", "咨询师"),
        ("031", "咨询师"),
        ("33", "请选一个"),
    ],
)
def test_three_questions_are_answered_and_not_kept(lin: User, answers: str, said: str) -> None:
    client = Client()
    client.force_login(lin, backend=BACKEND)
    given = dict(zip(("instead", "uneasy", "less"), answers, strict=False))
    page = client.post("/rest/check/", given).content.decode()
    assert said in page
    assert ("没有保存" in page) == (len(answers) == 3)


@pytest.mark.django_db
def test_a_pressed_number_is_counted_once(lin: User, chat: Conversation, say: Say) -> None:
    from companion import keeping
    from companion.heard import Outcome
    from companion.keeping import Ended
    from safety.models import RiskCount
    from transcript.models import Status

    say("我不想活了")
    reply = keeping.begin_reply(chat.id, NOW + MINUTE)
    assert reply is not None
    keeping.finish(
        reply.id, Ended(Status.COMPLETE, "我在。"), Outcome(template_id="zh.r2.1"), NOW + 2 * MINUTE
    )
    client = Client()
    client.force_login(lin, backend=BACKEND)
    address = f"/c/{chat.id}/lines/{reply.id}/reached/"
    assert client.get(address).status_code == 405
    for _twice in range(2):
        assert client.post(address).status_code == 204
    counts = RiskCount.objects.get(level=2, flag="")
    assert (counts.events, counts.referrals, counts.clicks) == (1, 1, 1)
    assert f'data-reply="{reply.id}"' in client.get(f"/c/{chat.id}/").content.decode()
