"""A time that hangs on the day it was said is turned into the date it meant, and nothing else is touched."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from companion.recap.dating import absolute, dates, undated
from tests.companion.conftest import NOW

CASES = [
    ("明天要去面试", "2026年7月2日要去面试"),
    ("下周三下午三点去新加坡", "2026年7月8日15:00去新加坡"),
    ("明天下午陪妈妈去医院", "2026年7月2日下午陪妈妈去医院"),
    ("今晚睡不着", "2026年7月1日晚上睡不着"),
    ("这周末去爬山", "2026年7月4日至2026年7月5日去爬山"),
    ("前几天吵架了", "2026年6月26日前后吵架了"),
    ("最近好累", "2026年7月1日前后好累"),
    ("我现在在杭州", "我2026年7月1日在杭州"),
    ("上个月搬的家", "2026年6月搬的家"),
    ("去年毕业", "2025年毕业"),
    ("月底交房租", "2026年7月底交房租"),
    ("年底回家", "2026年底回家"),
    ("春节回家", "春节（2027年2月6日）回家"),
    ("夏天想去海边", "2026年夏天想去海边"),
    ("下下周放假", "2026年7月13日那周放假"),
    ("7月20号到25号出差", "2026年7月20日至2026年7月25日出差"),
    ("I have an interview tomorrow at 3pm", "I have an interview on Thursday, 2 July 2026 at 15:00"),
    ("next Friday I fly", "Friday, 10 July 2026"),
    ("on Friday we meet", "on Friday, 3 July 2026 we meet"),
    ("Tomorrow morning I run", "On Thursday, 2 July 2026, in the morning I run"),
    ("he left two days ago", "he left on Monday, 29 June 2026"),
    ("I moved last year", "I moved in 2025"),
    ("last month was hard", "June 2026 was hard"),
    ("we hike this weekend", "we hike on the weekend of Saturday, 4 July 2026"),
    ("next week is full", "the week of 6 July 2026 is full"),
    ("I fly tonight", "I fly on Wednesday, 1 July 2026, in the evening"),
    ("Christmas with mum", "Christmas (25 December 2026) with mum"),
    ("by March", "by March 2027"),
    ("next summer", "in summer 2027"),
    ("I live in Leeds now", "I live in Leeds as of Wednesday, 1 July 2026"),
    ("from Monday to Wednesday", "from Monday, 6 July 2026 to Wednesday, 8 July 2026"),
]
LEFT = [
    "每天早上跑步", "每周五跑步", "晚上八点开会", "我2026年7月2日去", "上次去北京", "三只猫",
    "every Friday I run", "we meet at 5 o'clock", "in 2019 I moved", "Thursday, 2 July 2026", "I may march",
]  # fmt: skip


@pytest.mark.parametrize(("said", "meant"), CASES)
def test_it_becomes_the_date_it_meant(said: str, meant: str) -> None:
    assert undated(said, NOW)
    told = absolute(said, NOW)
    assert meant.casefold() in told.casefold()
    assert not undated(told, NOW)
    assert dates(told) >= 1


@pytest.mark.parametrize(("said", "_meant"), CASES)
def test_read_on_another_day_it_still_means_the_same(said: str, _meant: str) -> None:
    told = absolute(said, NOW)
    assert absolute(told, NOW + timedelta(days=400)) == told


@pytest.mark.parametrize("said", LEFT)
def test_what_hangs_on_no_day_is_left(said: str) -> None:
    assert absolute(said, NOW) == said
    assert not undated(said, NOW)


def test_the_day_is_the_speakers_own() -> None:
    at = datetime(2026, 7, 1, 18, 30, tzinfo=ZoneInfo("UTC"))
    assert absolute("明天见", at) == "2026年7月2日见"
    assert absolute("明天见", at.astimezone(ZoneInfo("Asia/Shanghai"))) == "2026年7月3日见"
