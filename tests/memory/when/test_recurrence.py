"""Times that come again."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memory.when import Every, Recurrence, find

NOW = datetime(2026, 7, 1, 20, 0, tzinfo=ZoneInfo("Asia/Shanghai"))  # a Wednesday


@pytest.mark.parametrize(
    ("text", "recurrence", "start"),
    [
        ("每周三", Recurrence(Every.WEEK, 1, (2,)), "07-01 00:00"),
        ("每周一三五", Recurrence(Every.WEEK, 1, (0, 2, 4)), "07-01 00:00"),
        ("每周一到周五", Recurrence(Every.WEEK, 1, (0, 1, 2, 3, 4)), "07-01 00:00"),
        ("每周二、周四晚上八点", Recurrence(Every.WEEK, 1, (1, 3)), "07-02 20:00"),
        ("每个周末", Recurrence(Every.WEEK, 1, (5, 6)), "07-04 00:00"),
        ("每天早上", Recurrence(Every.DAY), "07-01 06:00"),
        ("天天", Recurrence(Every.DAY), "07-01 00:00"),
        ("隔天", Recurrence(Every.DAY, 2), "07-01 00:00"),
        ("每两周", Recurrence(Every.WEEK, 2), "06-29 00:00"),
        ("每月15号", Recurrence(Every.MONTH, 1, (15,)), "07-15 00:00"),
        ("每年5月3号", Recurrence(Every.YEAR, 1, (3,), 5), "05-03 00:00"),
        ("每年中秋", Recurrence(Every.YEAR), "09-25 00:00"),
        ("every other Friday", Recurrence(Every.WEEK, 2, (4,)), "07-03 00:00"),
        ("every day", Recurrence(Every.DAY), "07-01 00:00"),
        ("weekly", Recurrence(Every.WEEK), "06-29 00:00"),
        ("on Mondays", Recurrence(Every.WEEK, 1, (0,)), "07-06 00:00"),
        ("every Monday and Thursday at 8pm", Recurrence(Every.WEEK, 1, (0, 3)), "07-02 20:00"),
        ("every month on the 15th", Recurrence(Every.MONTH, 1, (15,)), "07-15 00:00"),
        ("the 15th of every month", Recurrence(Every.MONTH, 1, (15,)), "07-15 00:00"),
        ("every weekday", Recurrence(Every.WEEK, 1, (0, 1, 2, 3, 4)), "07-01 00:00"),
        ("every Christmas", Recurrence(Every.YEAR), "12-25 00:00"),
        ("every two weeks", Recurrence(Every.WEEK, 2), "06-29 00:00"),
    ],
)
def test_what_comes_again(text: str, recurrence: Recurrence, start: str) -> None:
    (found,) = find(text, NOW, repeats=True)
    assert found.recurrence == recurrence
    assert found.span.start.strftime("%m-%d %H:%M") == start
    assert find(text, NOW) == []


@pytest.mark.parametrize("text", ["一周三次", "twice a week", "most days", "every time", "每次"])
def test_a_frequency_without_a_day_is_no_time(text: str) -> None:
    assert find(text, NOW, repeats=True) == []
