"""Times in running text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memory.candidates import Precision
from memory.when import FOUND_MAX, find
from memory.when.finding import CHUNK, READ_MAX
from memory.when.grammar import Grammar, Hit

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 1, 20, 0, tzinfo=ZONE)  # a Wednesday


def read(text: str, lang: str | None = None) -> list[tuple[str, str, str]]:
    return [
        (f.words, f.span.start.strftime("%Y-%m-%d %H:%M"), f.span.end.strftime("%Y-%m-%d %H:%M"))
        for f in find(text, NOW, lang)
    ]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("明天去体检", "2026-07-02", "2026-07-02"),
        ("后天", "2026-07-03", "2026-07-03"),
        ("大后天", "2026-07-04", "2026-07-04"),
        ("大前天", "2026-06-28", "2026-06-28"),
        ("下周三有面试", "2026-07-08", "2026-07-08"),
        ("下下周一", "2026-07-13", "2026-07-13"),
        ("上周五", "2026-06-26", "2026-06-26"),
        ("上上周", "2026-06-15", "2026-06-21"),
        ("这周末", "2026-07-04", "2026-07-05"),
        ("周五要交稿", "2026-07-03", "2026-07-03"),
        ("周一去了医院", "2026-06-29", "2026-06-29"),
        ("月底要搬家", "2026-07-26", "2026-07-31"),
        ("三天后", "2026-07-04", "2026-07-04"),
        ("两个星期之后", "2026-07-15", "2026-07-15"),
        ("三个月前", "2026-04-01", "2026-04-30"),
        ("三年前", "2023-01-01", "2023-12-31"),
        ("七月二十号要去新加坡开会", "2026-07-20", "2026-07-20"),
        ("7月20日", "2026-07-20", "2026-07-20"),
        ("3月15号去过杭州", "2026-03-15", "2026-03-15"),
        ("3月15号要考试", "2027-03-15", "2027-03-15"),
        ("五月去过日本", "2026-05-01", "2026-05-31"),
        ("去年", "2025-01-01", "2025-12-31"),
        ("下个月18号结婚", "2026-08-18", "2026-08-18"),
        ("除夕我回老家", "2027-02-05", "2027-02-05"),
        ("春节", "2027-02-06", "2027-02-06"),
        ("中秋", "2026-09-25", "2026-09-25"),
        ("农历八月十五", "2026-09-25", "2026-09-25"),
        ("国庆节", "2026-10-01", "2026-10-01"),
        ("8月11日至8月22日", "2026-08-11", "2026-08-22"),
        ("8月11日到22日", "2026-08-11", "2026-08-22"),
        ("2024-04-13", "2024-04-13", "2024-04-13"),
        ("tomorrow", "2026-07-02", "2026-07-02"),
        ("next Friday", "2026-07-10", "2026-07-10"),
        ("last Friday", "2026-06-26", "2026-06-26"),
        ("in two weeks", "2026-07-15", "2026-07-15"),
        ("on July 20", "2026-07-20", "2026-07-20"),
        ("my flight is on March 9", "2027-03-09", "2027-03-09"),
        ("next month", "2026-08-01", "2026-08-31"),
        ("this weekend", "2026-07-04", "2026-07-05"),
        ("last summer", "2025-06-01", "2025-08-31"),
        ("three days ago", "2026-06-28", "2026-06-28"),
        ("the 14th", "2026-07-14", "2026-07-14"),
        ("July 20, 2027", "2027-07-20", "2027-07-20"),
        ("by Christmas", "2026-12-25", "2026-12-25"),
    ],
)
def test_days(text: str, start: str, end: str) -> None:
    ((_, first, last),) = read(text)
    assert (first[:10], last[:10]) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "precision"),
    [
        ("今晚八点", "2026-07-01 20:00", Precision.HOUR),
        ("明天下午三点半", "2026-07-02 15:30", Precision.MINUTE),
        ("下周三下午两点", "2026-07-08 14:00", Precision.HOUR),
        ("明天早上", "2026-07-02 06:00", Precision.PART),
        ("tonight at 8", "2026-07-01 20:00", Precision.HOUR),
        ("Tuesday at 9am", "2026-07-07 09:00", Precision.HOUR),
        ("8pm tomorrow", "2026-07-02 20:00", Precision.HOUR),
        ("前阵子", "2026-04-02 00:00", Precision.VAGUE),
        ("lately", "2026-06-01 00:00", Precision.VAGUE),
    ],
)
def test_clock_and_precision(text: str, start: str, precision: Precision) -> None:
    (found,) = find(text, NOW)
    assert (found.span.start.strftime("%Y-%m-%d %H:%M"), found.span.precision) == (start, precision)


@pytest.mark.parametrize(
    "text",
    [
        "一周打三次",
        "大二的时候",
        "两点意见",
        "三年了",
        "我住在3号楼",
        "这个功能怎么用",
        "good morning",
        "I may come",
        "十万年前",
        "",
    ],
)
def test_left_alone(text: str) -> None:
    assert read(text) == []


def test_offsets_point_at_the_words() -> None:
    text = "嗯，下周三下午两点面试，后天体检。"
    assert [text[f.start : f.end] for f in find(text, NOW)] == ["下周三下午两点", "后天"]


def test_traditional_characters_keep_their_offsets() -> None:
    text = "下週三見"
    (found,) = find(text, NOW)
    assert (found.words, found.span.start.day) == ("下週三", 8)


def test_spans_are_aware_and_in_order() -> None:
    (found,) = find("明天", NOW)
    assert found.span.start.tzinfo is ZONE
    assert found.span.start <= found.span.end


@pytest.mark.parametrize(
    "words", ["明天下午三点", "除夕农历八月十五", "tomorrow at 8pm ", "下周三个星期三月三号三点"]
)
def test_dense_time_words_cost_bounded_work(words: str) -> None:
    assert 0 < len(find((words * 4000)[:4000], NOW)) <= FOUND_MAX


def test_a_long_text_is_read_once_and_not_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    hits = Grammar.hits

    def counted(self: Grammar, text: str) -> Iterator[Hit]:
        read.append(text)
        return hits(self, text)

    monkeypatch.setattr(Grammar, "hits", counted)
    assert find("周" * 20_000 + "明天", NOW) == []
    assert sum(map(len, read)) == READ_MAX
    assert max(map(len, read)) <= CHUNK


def test_the_longer_of_two_readings_wins() -> None:
    assert [words for words, _, _ in read("我们 tomorrow at 10:15 见")] == ["tomorrow at 10:15"]


def test_a_text_without_marks_is_cut() -> None:
    text = "啊" * (CHUNK * 2) + "明天"
    assert [f.start for f in find(text, NOW)] == [CHUNK * 2]
