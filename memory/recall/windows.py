"""The times a question names: 五月那次, "last spring". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memory import when
from memory.candidates import Precision, Span

_AHEAD = re.compile(
    r"会|要|将|打算|安排|计划|准备|\b(?:will|shall|going to|plan\w*|upcoming|next|coming)\b",
    re.IGNORECASE,
)
_DATED = re.compile(r"\d{4}|今年|明年|后年|去年|前年|this year|next year|last year", re.IGNORECASE)
_WITHIN_A_DAY = (Precision.MINUTE, Precision.HOUR, Precision.PART)
_ROUGH = re.compile(r"初|中|底|末|early|late|mid|start|beginning|end", re.IGNORECASE)
_AROUND = timedelta(days=4)
"""六月初 is remembered of the sixth too."""
_WEEK = re.compile(r"国庆|春节|过年|新年假|黄金周")
"""Feasts that are a week of holidays: what was done 国庆 was done on one of its days."""
_CLOSE = {Precision.DAY: 1.0, Precision.WEEK: 0.7, Precision.MONTH: 0.5, Precision.SEASON: 0.3}
WINDOWS_MOST = 4


def windows(questions: Sequence[str], now: datetime) -> tuple[Span, ...]:
    """What is looked at for these questions; `now` is in the user's zone. A month or day without its year that lies ahead
    means the one gone by, unless the question looks ahead. Vague times narrow nothing."""
    found: list[Span] = []
    for question in questions:
        for named in when.find(question, now):
            if named.span.precision is not Precision.VAGUE and named.recurrence is None:
                found.append(_meant(named.span, named.words, question, now))
    return tuple(dict.fromkeys(found))[:WINDOWS_MOST]


def closeness(span: Span) -> float:
    """What it says that something lies in this time: a day nearly all, a year little."""
    return _CLOSE.get(span.precision, 0.2)


def without_times(question: str, now: datetime) -> str:
    """The question without the words that name times: an answer need not repeat them."""
    for named in reversed(when.find(question, now)):
        question = f"{question[: named.start]} {question[named.end :]}"
    return question


def _meant(span: Span, words: str, question: str, now: datetime) -> Span:
    if span.precision in _WITHIN_A_DAY:
        start = span.start.replace(hour=0, minute=0, second=0, microsecond=0)
        span = Span(start, start + timedelta(days=1, seconds=-1), Precision.DAY)
    if _WEEK.search(words):
        span = replace(span, end=span.end + timedelta(days=6))
    elif span.precision is Precision.WEEK and _ROUGH.search(words):
        span = replace(span, start=span.start - _AROUND, end=span.end + _AROUND)
    if span.start <= now or _AHEAD.search(question) or _DATED.search(words):
        return span
    if span.precision in (Precision.MONTH, Precision.DAY, Precision.SEASON) and re.search(
        r"\d|月|[A-Za-z]", words
    ):
        return replace(span, start=_a_year_before(span.start), end=_a_year_before(span.end))
    return span


def _a_year_before(at: datetime) -> datetime:
    try:
        return at.replace(year=at.year - 1)
    except ValueError:  # 29 February
        return at.replace(year=at.year - 1, day=28)
