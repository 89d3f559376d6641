"""A forecast says something only when there is something to say, whatever shape its numbers have."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.topics.outside.conftest import NOW
from topics.outside import READERS, Refusal, SourceRefused, read_feed, read_weather

DAYS = ["2026-07-20", "2026-07-21", "2026-07-22"]


def forecast(**more: Any) -> dict[str, Any]:
    """Three clear days in Shanghai, where it is 20:00 of the first; `more` changes rows of `daily`."""
    return {
        "utc_offset_seconds": 28800,
        "timezone": "Asia/Shanghai",
        "current": {"time": "2026-07-20T12:00", "temperature_2m": 27.1, "weather_code": 1},
        "daily": {
            "time": DAYS,
            "weather_code": [1, 2, 95],
            "temperature_2m_max": [29.0, 30.5, 40.0],
            "temperature_2m_min": [22.0, 23.0, -9.0],
            "precipitation_probability_max": [5, 10, 100],
            **more,
        },
    }


NOON = datetime(2026, 7, 20, 4, 0, tzinfo=UTC)
EVENING = NOW


def said(whole: Any, now: datetime = NOON) -> list[str]:
    return [item.texts["en"] for item in read_weather(json.dumps(whole).encode(), now)]


def keys(whole: Any, now: datetime = NOON) -> list[str]:
    return [item.key for item in read_weather(json.dumps(whole).encode(), now)]


def test_fine_weather_is_nothing_to_talk_about() -> None:
    assert said(forecast()) == []


@pytest.mark.parametrize(
    ("more", "en"),
    [
        ({"weather_code": [1, 63, 1], "precipitation_probability_max": [5, 80, 0]}, "Rain is likely on Tuesday, 21 July"),
        ({"weather_code": [80, 1, 1], "precipitation_probability_max": [50, 0, 0]}, "Rain is likely on Monday, 20 July"),
        ({"weather_code": [1, 75, 1], "precipitation_probability_max": None}, "Snow is likely on Tuesday, 21 July"),
        ({"weather_code": [1, 99, 1], "precipitation_probability_max": [0, None, 0]}, "Thunderstorms are likely on Tuesday, 21 July"),
        ({"weather_code": None, "precipitation_probability_max": [0, 70, 0]}, "Rain is likely on Tuesday, 21 July"),
        ({"temperature_2m_max": [29, 35, 0]}, "Up to 35 °C on Tuesday, 21 July"),
        ({"temperature_2m_min": [22, 0, 0]}, "Frost on Tuesday, 21 July, down to 0 °C"),
        ({"temperature_2m_max": [29, 21, 0]}, "Tuesday, 21 July will be 8 °C colder than the day before"),
        ({"temperature_2m_max": [20, 30.4, 0]}, "Tuesday, 21 July will be 10 °C warmer than the day before"),
        ({"temperature_2m_max": None, "temperature_2m_min": [22, 12, 0]}, "Tuesday, 21 July will be 10 °C colder than the day before"),
    ],
)  # fmt: skip
def test_what_is_worth_a_word(more: dict[str, Any], en: str) -> None:
    whole = forecast(**more)
    if whole["daily"]["weather_code"] is None:
        del whole["current"]["weather_code"]
    assert said(whole) == [en]


@pytest.mark.parametrize(
    "more",
    [
        {"weather_code": [1, 63, 1], "precipitation_probability_max": [0, 49, 0]},
        {"weather_code": [1, 45, 1], "precipitation_probability_max": [0, 100, 0]},
        {"temperature_2m_max": [29, 34.9, 0]},
        {"temperature_2m_min": [22, 0.1, 0]},
        {"temperature_2m_max": [22.1, 30, 0]},
    ],
)
def test_what_is_just_not(more: dict[str, Any]) -> None:
    assert said(forecast(**more)) == []


def test_texts_in_both_languages_name_the_day() -> None:
    body = json.dumps(forecast(weather_code=[1, 95, 1], precipitation_probability_max=[0, 90, 0])).encode()
    (item,) = read_weather(body, NOON)
    assert item.texts == {
        "zh": "7月21日（周二）可能有雷雨",
        "en": "Thunderstorms are likely on Tuesday, 21 July",
    }
    assert (item.title, item.link, item.summary) == (item.texts["zh"], "", "")
    assert item.at == datetime(2026, 7, 20, 16, tzinfo=UTC)  # midnight in Shanghai
    assert item.key == "weather-storm-2026-07-21"


def test_two_at_most_the_weightiest() -> None:
    whole = forecast(
        weather_code=[63, 95, 1],
        precipitation_probability_max=[90, 90, 0],
        temperature_2m_max=[36, 20, 0],
        temperature_2m_min=[22, -2, 0],
    )
    assert keys(whole) == ["weather-storm-2026-07-21", "weather-turn-2026-07-21"]


def test_the_nearer_day_of_two_alike() -> None:
    whole = forecast(weather_code=[63, 63, 63], precipitation_probability_max=[90, 90, 90])
    assert keys(whole) == ["weather-rain-2026-07-20"]


def test_in_the_evening_the_day_is_over() -> None:
    whole = forecast(weather_code=[63, 63, 63], precipitation_probability_max=[90, 90, 90])
    assert keys(whole, EVENING) == ["weather-rain-2026-07-21"]
    whole["current"]["weather_code"] = 63
    assert keys(whole, EVENING) == ["weather-rain-2026-07-20"]


def test_which_day_it_is_depends_on_the_place() -> None:
    whole = forecast(
        weather_code=[1, 1, 63], precipitation_probability_max=[0, 0, 90], temperature_2m_min=None
    )
    whole["daily"]["temperature_2m_max"] = None
    late = datetime(2026, 7, 20, 17, 0, tzinfo=UTC)  # in Shanghai the 21st has begun
    assert keys(whole, late) == ["weather-rain-2026-07-22"]
    assert keys(whole | {"utc_offset_seconds": 0}, late) == []


def test_an_old_forecast_says_nothing() -> None:
    assert keys(forecast(weather_code=[95, 95, 95]), NOON + timedelta(days=5)) == []


def test_now_alone_is_enough() -> None:
    now = {"time": "2026-07-20T12:00", "temperature_2m": 36.6, "weather_code": 95}
    assert keys({"utc_offset_seconds": 28800, "current": now}) == [
        "weather-storm-2026-07-20",
        "weather-heat-2026-07-20",
    ]
    assert keys({"utc_offset_seconds": 28800, "current": now | {"time": "2026-07-01T12:00"}}) == []
    assert keys({"current": {"temperature_2m": -3}}) == ["weather-frost-2026-07-20"]


def test_fahrenheit() -> None:
    whole = forecast(temperature_2m_max=[90, 96, 97], temperature_2m_min=[60, 61, 62])
    units = {"temperature_2m_max": "°F", "temperature_2m_min": "°F"}
    assert said(whole | {"daily_units": units}) == ["Up to 36 °C on Tuesday, 21 July"]


@pytest.mark.parametrize(
    "more",
    [
        {"weather_code": ["1", "63", "1"], "precipitation_probability_max": ["5", "80.0", "0"]},
        {"weather_code": [None, 63.0], "precipitation_probability_max": [None, 80]},
        {"weather_code": [1, 63], "precipitation_probability_max": [], "temperature_2m_max": {}, "temperature_2m_min": 3},
        {"weather_code": [1, 63], "temperature_2m_max": [float("nan"), float("inf"), "hot"], "precipitation_probability_max": [0, "NaN"]},
        {"weather_code": [1, 63], "temperature_2m_max": [9999, -9999], "temperature_2m_min": [True, False], "precipitation_probability_max": [0, 10**400]},
    ],
)  # fmt: skip
def test_odd_numbers_leave_the_rest_alone(more: dict[str, Any]) -> None:
    assert said(forecast(**more)) == ["Rain is likely on Tuesday, 21 July"]


@pytest.mark.parametrize(
    "whole",
    [
        {"current": {"weather_code": None}, "daily": None},
        {"current": None, "daily": {"time": None}},
        {"daily": {"time": [None, 7, "tomorrow", {}], "weather_code": [95, 95, 95, 95]}},
        {"daily": {"time": DAYS}},
        {"daily": {"weather_code": [95]}, "utc_offset_seconds": 10**9},
        {"daily": {"time": "2026-07-20"}, "daily_units": "F", "current_units": 3, "utc_offset_seconds": "x"},
    ],
)
def test_missing_parts(whole: Any) -> None:
    assert said(whole) == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"rain",
        b"[]",
        b"null",
        b"3",
        b"{}",
        b'{"error": true, "reason": "Parameter latitude is missing"}',
        b'{"current": [], "daily": "x"}',
        b'{"daily": {"time": ["2026',
        b"[" * 100_000,
        b'{"daily": {"a": ' + b"9" * 10_000 + b"}}",
        b"\xff\xff\xff",
        b"<rss/>",
    ],
    ids=range(13),
)
def test_what_is_no_forecast(body: bytes) -> None:
    with pytest.raises(SourceRefused) as caught:
        read_weather(body, NOON)
    assert caught.value.reason is Refusal.MALFORMED


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.text(max_size=9)
    | st.sampled_from([*DAYS, 95, "63", 40]),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)
ROWS = [
    "time",
    "weather_code",
    "temperature_2m_max",
    "temperature_2m_min",
    "precipitation_probability_max",
    "temperature_2m",
]


@given(
    st.dictionaries(
        st.sampled_from(["current", "daily", "daily_units", "current_units", "utc_offset_seconds"]),
        st.dictionaries(st.sampled_from(ROWS), ANYTHING) | ANYTHING,
    )
)
def test_any_json_is_a_forecast_or_malformed(whole: Any) -> None:
    try:
        items = read_weather(json.dumps(whole).encode(), NOON)
    except SourceRefused:
        return
    assert len(items) <= 2
    for item in items:
        assert set(item.texts) == {"zh", "en"}
        assert item.at


def test_the_readers_by_name() -> None:
    assert {"rss": read_feed, "weather": read_weather} == READERS
