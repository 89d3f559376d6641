"""One pass over a text: time words, joined with their neighbours, read from coarse to fine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from memory.candidates import Precision, Span
from memory.when import chinese, english
from memory.when.grammar import Grammar, Hit
from memory.when.spans import Scene

CHUNK = 120
FOUND_MAX = 64
"""Times read from one text: more is a timetable or an attack, and each costs work."""
_END = re.compile(r"[。！？!?\n；;]|\.(?=\s|$)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_ORDER = list(Precision)
_DAYS = (Precision.MINUTE, Precision.HOUR, Precision.PART, Precision.DAY)


@dataclass(frozen=True)
class Found:
    """Words that name a time, by their offsets in the text, and what they mean."""

    start: int
    end: int
    words: str
    span: Span


def find(text: str, now: datetime, lang: str | None = None) -> list[Found]:
    """The times named in `text`, in order, at most FOUND_MAX. `now` is aware, in the user's zone; `lang` is
    `zh` or `en`, or None to look for both. Work grows linearly with the text."""
    found: list[Found] = []
    for start, chunk in _chunks(text):
        grammars = []
        if lang != "en" and (_HAN.search(chunk) or re.search(r"\d", chunk)):
            grammars.append(chinese.GRAMMAR)
        if lang != "zh" and re.search(r"[A-Za-z]", chunk):
            grammars.append(english.GRAMMAR)
        here: list[Found] = []
        for grammar in grammars:
            for one in _read(chunk, now, grammar):
                if not any(one.start < other.end and other.start < one.end for other in here):
                    here.append(one)
        here.sort(key=lambda one: one.start)
        for one in here:
            found.append(replace(one, start=one.start + start, end=one.end + start))
            if len(found) == FOUND_MAX:
                return found
    return found


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    while at < len(text):
        stop = _END.search(text, at, at + CHUNK)
        end = stop.end() if stop else min(at + CHUNK, len(text))
        yield at, text[at:end]
        at = end


def _read(chunk: str, now: datetime, grammar: Grammar) -> list[Found]:
    plain = grammar.plain(chunk)
    scene = Scene(now, grammar.is_past(plain))
    found: list[tuple[Found, list[Span]]] = []
    for group in grammar.groups(plain):
        joined = bool(found) and grammar.joins(plain[found[-1][0].end : group[0].start])
        chain = _resolve(group, _ranged(scene, found[-1][1], group) if joined else scene)
        if not chain:
            continue
        start, end = group[0].start, group[-1].end
        span = chain[-1]
        if joined and span.end > found[-1][0].span.start:
            earlier = found.pop()[0]
            start, span = earlier.start, replace(span, start=earlier.span.start)
        found.append((Found(start, end, chunk[start:end], span), chain))
    return [one for one, _ in found]


def _ranged(scene: Scene, chain: list[Span], group: list[Hit]) -> Scene:
    """The end of a range borrows the year, month or day of its start: 8月11日至22日, 明天三点到五点."""
    if group[0].atom.precision is Precision.DAY and chain[-1].precision in _DAYS:
        start = chain[-1].start
        return replace(scene, inside=scene.month(start.year, start.month), after=start)
    coarser = [s for s in chain if _ORDER.index(s.precision) > _ORDER.index(group[0].atom.precision)]
    return replace(scene, inside=coarser[-1] if coarser else None, after=chain[-1].start)


def _resolve(group: list[Hit], scene: Scene) -> list[Span]:
    """The spans of a group of neighbours from the coarsest to the finest; empty where one makes no sense."""
    chain: list[Span] = []
    for hit in sorted(group, key=lambda h: -_ORDER.index(h.atom.precision)):
        span = hit.atom.read(hit.match, replace(scene, inside=chain[-1]) if chain else scene)
        if span is None:
            return chain
        chain.append(span)
    return chain
