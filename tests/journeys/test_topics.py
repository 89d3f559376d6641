"""Weeks of talk on a moved clock: what is brought up, when, how often, and what never comes up again."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from companion import conversations, reaching, schedule
from companion.replay.playing import Player
from persona.characters import default_for
from topics import reaching as deciding
from topics.models import Candidate, TopicChoice
from topics.reaching import Wish
from transcript.models import Message, Role

pytestmark = pytest.mark.django_db(transaction=True)
ZONE = ZoneInfo("Asia/Shanghai")
DAY = timedelta(days=1)


def life(start: str, steps: list[dict[str, Any]], **more: Any) -> tuple[Player, list[dict[str, Any]]]:
    """A story played through the product's own functions."""
    zone = ZoneInfo(more.pop("zone", "Asia/Shanghai"))
    language = more.pop("language", "zh-hans")
    user = User.objects.create_user("lin@example.org", time_zone=str(zone), language=language)
    began = datetime.fromisoformat(start).replace(tzinfo=zone)
    talk = conversations.start_empty(user, default_for(language).id, began)
    player = Player({"steps": steps, "timezone": str(zone)}, user, talk, zone)
    shown: list[dict[str, Any]] = player.play()["steps"]
    return player, shown


def at(day: str, clock: str = "20:00", **step: Any) -> dict[str, Any]:
    return {"at": f"{day}T{clock}:00", **step}


def evening(day: str, said: str, clock: str = "20:00") -> list[dict[str, Any]]:
    """A day's line, learnt from, with everything that runs in the background before it."""
    hour, minute = clock.split(":")
    later = f"{int(hour):02d}:{int(minute) + 5:02d}"
    return [
        at(day, "08:30", tick=True),
        at(day, clock, say=said),
        at(day, later, settle=True),
        at(day, later, tick=True),
    ]


def raised(user: User, words: str = "") -> list[TopicChoice]:
    rows = TopicChoice.objects.for_user(user).exclude(move="follow").order_by("at")
    return [row for row in rows if words in (row.text or "")]


def test_an_interview_is_followed_up_once_and_never_again() -> None:
    player, _steps = life(
        "2026-07-01T20:00:00",
        [
            *evening("2026-07-01", "我七月二十号要去字节面试"),
            *evening("2026-07-05", "今天好累"),
            *evening("2026-07-21", "早", "09:00"),  # the day has passed
            *evening("2026-07-21", "面试过了！下周入职", "09:10"),
            *[step for day in (22, 24, 26, 28, 30) for step in evening(f"2026-07-{day}", "早", "09:00")],
        ],
    )
    asked = raised(player.user, "面试")
    about = [row for row in asked if row.at.astimezone(ZONE).date() >= date(2026, 7, 21)]
    assert len(about) == 1
    assert about[0].outcome == "taken_up"
    assert all("面试" not in (row.text or "") or row.at <= about[0].at for row in raised(player.user))
    replies = Message.objects.for_user(player.user).filter(
        role=Role.COMPANION, created_at__gt=about[0].at + DAY
    )
    assert not [row.text for row in replies if "面试" in row.text and row.text.rstrip().endswith(("？", "?"))]


def test_a_festival_and_a_lunar_birthday_on_their_day_in_the_users_zone() -> None:
    player, _steps = life(
        "2026-09-10T20:00:00",
        [
            *evening("2026-09-10", "我妈妈的生日是农历八月二十"),
            *[step for day in range(22, 31) for step in evening(f"2026-09-{day}", "早", "09:00")],
        ],
    )
    told = {row.at.astimezone(ZONE).date(): row.text or "" for row in raised(player.user)}
    festival = [day for day, text in told.items() if "中秋" in text]
    assert festival == [date(2026, 9, 25)]
    birthday = [day for day, text in told.items() if "生日" in text]
    replies = Message.objects.for_user(player.user).filter(role=Role.COMPANION)
    spoken = {
        row.created_at.astimezone(ZONE).date() for row in replies if "妈妈" in row.text and "生日" in row.text
    }
    assert set(birthday) | {day for day in spoken if day > date(2026, 9, 12)} <= {
        date(2026, 9, day) for day in range(27, 31)
    }
    assert spoken & {date(2026, 9, day) for day in range(27, 31)}


def test_a_refused_topic_never_returns_by_any_source() -> None:
    player, _steps = life(
        "2026-07-01T20:00:00",
        [
            *evening("2026-07-01", "我在准备雅思考试，七月十五号考"),
            *evening("2026-07-03", "早", "09:00"),
            *evening("2026-07-14", "晚上好"),
            *evening("2026-07-14", "别再提雅思了", "20:10"),
            *evening("2026-07-15", "早", "09:00"),
            *evening("2026-07-16", "早", "09:00"),
            *[step for day in (18, 20, 23, 26, 29) for step in evening(f"2026-07-{day}", "早", "09:00")],
            *evening("2026-07-30", "今天去图书馆借了几本书"),
        ],
    )
    refused_at = datetime(2026, 7, 14, 20, 11, tzinfo=ZONE)
    assert not [row for row in raised(player.user, "雅思") if row.at > refused_at]
    later = Message.objects.for_user(player.user).filter(role=Role.COMPANION, created_at__gt=refused_at)
    assert not [row.text for row in later if "雅思" in row.text]
    held = Candidate.objects.for_user(player.user).select_related("memory")
    assert not [row for row in held if not row.blocked and "雅思" in row.statement]


def test_an_english_week() -> None:
    player, _steps = life(
        "2026-11-20T19:00:00",
        [
            *evening("2026-11-20", "I have my driving test on November 24th"),
            *evening("2026-11-25", "hey", "09:00"),
            *evening("2026-11-25", "I passed!", "09:05"),
            *evening("2026-11-26", "good morning", "09:00"),
            *evening("2026-11-27", "hi", "09:00"),
        ],
        zone="America/New_York",
        language="en",
    )
    told = [(row.at.astimezone(ZoneInfo("America/New_York")).date(), row.text) for row in raised(player.user)]
    assert [day for day, text in told if "driving test" in (text or "")] == [date(2026, 11, 25)]
    assert [day for day, text in told if "Thanksgiving" in (text or "")] == [date(2026, 11, 26)]


LINES = (
    "今天公司又开了一整天的会", "中午吃了碗牛肉面，味道一般", "我在学吉他，手指头疼", "下班路上看到晚霞", "嗯", "没事", "我妹妹下个月要来住几天",
    "周末想去爬山", "刚跑完五公里", "今天被老板夸了，挺开心", "昨晚没睡好", "在看一部老电影", "有点想家", "我确诊了焦虑症，在吃药",
    "别再提我前男友了", "你觉得我该换工作吗？", "无聊", "今天做了番茄炒蛋", "和室友吵了一架，气死我了", "我八号要交报告", "好久没联系小雨了", "下雨了",
    "我还欠着三万块网贷", "哈哈", "晚安",
)  # fmt: skip
SENSITIVE = re.compile("焦虑症|确诊|网贷|前男友")


@pytest.mark.long
def test_a_month_of_use() -> None:
    """Sensitive or refused matters raised 0, openers at most one a day, questions per turn at most 0.6."""
    steps = []
    for number in range(30):
        day = (date(2026, 7, 1) + number * DAY).isoformat()
        steps += [at(day, "08:00", tick=True), at(day, "08:30", say="早")]
        said = [LINES[(2 * number + place) % len(LINES)] for place in range(2)]
        steps += [at(day, f"20:{2 * place:02d}", say=line) for place, line in enumerate(said)]
        steps += [at(day, "20:20", settle=True), at(day, "20:30", tick=True)]
    player, shown = life("2026-07-01T08:00:00", steps)
    user = player.user
    moves = raised(user)
    assert moves, "a companion that never raises anything is not attentive"
    assert not [row.text for row in moves if SENSITIVE.search(row.text or "")]
    days = [row.at.astimezone(ZONE).date() for row in moves if row.move == "open"]
    assert max(days.count(day) for day in days) == 1
    told = [row.text for row in Message.objects.for_user(user).filter(role=Role.COMPANION)]
    asked = sum(text.count("？") + text.count("?") for text in told)
    assert asked / len(told) <= 0.6, asked / len(told)
    assert all(one["move"] == "follow" for one in shown if one.get("risk") in ("R2", "R3", "R4"))


@pytest.mark.long
def test_a_month_of_writing_first() -> None:
    """Opted in: at most one a day and three a week, none at night, none about what is private."""
    player, _steps = life(
        "2026-07-01T20:00:00",
        [
            *evening("2026-07-01", "我七月六号要去字节面试，十五号要搬家"), *evening("2026-07-02", "我确诊了抑郁症"),
            *evening("2026-07-02", "二十号考雅思，我妈妈的生日是七月二十五号", "20:20"),
        ],
    )  # fmt: skip
    user, now = player.user, datetime(2026, 7, 3, 0, 0, tzinfo=ZONE)
    deciding.wish(user, Wish(on=True, a_week=7), now)
    while now < datetime(2026, 8, 1, tzinfo=ZONE):
        if now.hour == 0:
            schedule.run_all(now)
        reaching.plan_waiting(now)
        reaching.send_waiting(now)
        if now.hour == 20 and now.day % 6 == 0:
            player.say({"say": "我在呢"}, now)
        now += timedelta(hours=2)
    written = list(Message.objects.for_user(user).filter(reachout__isnull=False).order_by("created_at"))
    days = [row.created_at.astimezone(ZONE).date() for row in written]
    assert written
    assert len(days) == len(set(days))
    assert all(8 <= row.created_at.astimezone(ZONE).hour < 22 for row in written)
    assert not [row.text for row in written if "抑郁" in row.text]
    assert not [row.text for row in written if re.search("不理我|想我|连续|打卡|别走|寂寞", row.text)]
    assert reaching.send_waiting(now) == 0
