"""One pass over a text: time words, joined with their neighbours, read from coarse to fine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from memory.candidates import Precision, Span
from memory.when import chinese, english
from memory.when.grammar import Grammar, Hit
from memory.when.recurrence import Recurrence
from memory.when.spans import Scene

CHUNK = 120
READ_MAX = 4_000
"""Characters read of one text."""
FOUND_MAX = 64
"""Times read from one text: more is a timetable or an attack, and each costs work."""
_END = re.compile(r"[。！？!?\n；;]|(?<!\.m)(?<!\b[A-Z][a-z][a-z])\.(?=\s|$)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_ORDER = list(Precision)
_YEAR = timedelta(days=360)
_DAYS = (Precision.MINUTE, Precision.HOUR, Precision.PART, Precision.DAY)


class Bound(StrEnum):
    """What the words around a time make of it. The span is the named time in any case."""

    AT = "at"
    UNTIL = "until"  # 周五之前, by Friday
    SINCE = "since"  # 五月起, since May


@dataclass(frozen=True)
class Found:
    """Words that name a time, by their offsets in the text, and what they mean. With a `recurrence`, `span` is the
    next occurrence."""

    start: int
    end: int
    words: str
    span: Span
    bound: Bound = Bound.AT
    recurrence: Recurrence | None = None


@dataclass(frozen=True)
class _Read:
    """A time on its way: its words, the spans from coarse to fine, and what a range may still need."""

    found: Found
    chain: tuple[Span, ...]
    group: tuple[Hit, ...]


def find(text: str, now: datetime, lang: str | None = None, repeats: bool = False) -> list[Found]:
    """The times named in `text`, in order, at most FOUND_MAX. `now` is aware, in the user's zone; `lang` is
    `zh` or `en`, or None to look for both. Times that come again (每周三) are left out unless `repeats` asks for
    them: they are no single day. Work grows linearly with the text, and stops after READ_MAX characters."""
    found: list[Found] = []
    for start, chunk in _chunks(text[:READ_MAX]):
        here: list[Found] = []
        for grammar in _grammars(chunk, lang):
            here += _read(chunk, now, grammar)
        here = _apart(here)
        for one in here:
            if one.recurrence is None or repeats:
                found.append(replace(one, start=one.start + start, end=one.end + start))
            if len(found) == FOUND_MAX:
                return found
    return found


def _grammars(chunk: str, lang: str | None) -> Iterator[Grammar]:
    latin = re.search(r"[A-Za-z]", chunk)
    if lang != "en" and (lang == "zh" or _HAN.search(chunk) or not latin):
        yield chinese.GRAMMAR
    if lang == "en" or (lang is None and latin):
        yield english.GRAMMAR


def _apart(found: list[Found]) -> list[Found]:
    """In order, and of two that share words the longer."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: (one.start - one.end, one.start)):
        if not any(one.start < other.end and other.start < one.end for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    while at < len(text):
        stop = _END.search(text, at, at + CHUNK)
        end = stop.end() if stop else min(at + CHUNK, len(text))
        if not stop and end < len(text):  # not in the middle of a word
            end = max(text.rfind(mark, at + CHUNK // 2, end) for mark in " ，,") + 1 or end
        yield at, text[at:end]
        at = end


def _read(chunk: str, now: datetime, grammar: Grammar) -> list[Found]:
    plain = grammar.plain(chunk)
    scene = Scene(now, grammar.is_past(plain))
    reads: list[_Read] = []
    for group in grammar.groups(plain):
        first = group[0].start
        joined = bool(reads) and grammar.joins(plain, reads[-1].found.end, first)
        if joined and (both := _range(reads[-1], group, scene, plain)):
            reads[-1] = both
        elif one := _one(group, scene, plain):
            reads.append(one)
    return [replace(read.found, words=chunk[read.found.start : read.found.end], bound=_bound(read.found, plain, grammar))
            for read in reads]  # fmt: skip


def _one(group: list[Hit], scene: Scene, plain: str) -> _Read | None:
    hits, chain = _resolve(group, scene)
    if not chain:
        return None
    start, end = min(h.start for h in hits), max(h.end for h in hits)
    repeats = [h.atom.repeats(h.match) for h in hits if h.atom.repeats]
    found = Found(start, end, plain[start:end], chain[-1], recurrence=repeats[0] if repeats else None)
    return _Read(found, tuple(chain), tuple(group))


def _range(earlier: _Read, group: list[Hit], scene: Scene, plain: str) -> _Read | None:
    """The range from a time already read to the end that `group` names, or None where they make none."""
    later = _one(group, _ranged(scene, earlier.chain, group), plain)
    if later is None or later.found.recurrence:
        return None
    if (
        _ORDER.index(later.chain[0].precision) > _ORDER.index(earlier.chain[0].precision)
        and len(later.chain) > 1
    ):
        coarse = later.chain[-2]  # "2-4pm on Friday": the day stands after the end
        earlier = _one(list(earlier.group), replace(scene, inside=coarse), plain) or earlier
    else:
        earlier, later = _running(earlier, later, group, scene, plain)
    start, end = earlier.found.span.start, later.found.span.end
    if later.found.span.precision is Precision.HOUR:
        end = later.found.span.start  # three to five ends at five
    if (
        later.found.span.start.date() == scene.today
        and later.found.span.precision is Precision.DAY
        and start < scene.now
    ):
        end = scene.now
    if end <= start:
        return None
    span = Span(start, end, later.found.span.precision)
    found = replace(earlier.found, end=later.found.end, span=span)
    return _Read(found, later.chain, later.group)


def _running(earlier: _Read, later: _Read, group: list[Hit], scene: Scene, plain: str) -> tuple[_Read, _Read]:
    """April to October, said in July, are this year's: a range that has begun."""
    begun = _one(list(earlier.group), replace(scene, past=True), plain)
    if begun is None or earlier.found.span.start - begun.found.span.start < _YEAR:
        return earlier, later
    ended = _one(group, _ranged(scene, begun.chain, group), plain)
    if ended and begun.found.span.start <= scene.now <= ended.found.span.end:
        return begun, ended
    return earlier, later


def _bound(found: Found, plain: str, grammar: Grammar) -> Bound:
    around = f"{plain[max(0, found.start - 12) : found.start]}□{plain[found.end : found.end + 4]}"
    if grammar.until.search(around):
        return Bound.UNTIL
    return Bound.SINCE if grammar.since.search(around) else Bound.AT


def _ranged(scene: Scene, chain: tuple[Span, ...], group: list[Hit]) -> Scene:
    """The end of a range borrows the year, month or day of its start: 8月11日至22日, 明天三点到五点."""
    if group[0].atom.precision is Precision.DAY and chain[-1].precision in _DAYS:
        start = chain[-1].start
        return replace(scene, inside=scene.month(start.year, start.month), after=start)
    coarser = [s for s in chain if _ORDER.index(s.precision) > _ORDER.index(group[0].atom.precision)]
    return replace(scene, inside=coarser[-1] if coarser else None, after=chain[-1].start)


def _resolve(group: list[Hit], scene: Scene) -> tuple[list[Hit], list[Span]]:
    """The words that were read, and their spans from the coarsest to the finest."""
    dated = any(h.atom.precision is Precision.DAY and not h.atom.weekday for h in group)
    hits: list[Hit] = []
    chain: list[Span] = []
    for hit in sorted(group, key=lambda h: (-_ORDER.index(h.atom.precision), not h.atom.weekday)):
        span = hit.atom.read(hit.match, replace(scene, inside=chain[-1]) if chain else scene)
        if span is None:
            continue
        hits.append(hit)
        if hit.atom.weekday and dated:  # Sunday, 10 May: the date says the day, its name only checks
            scene = replace(scene, weekday=span.start.weekday())
            continue
        chain.append(span)
    return hits, chain
