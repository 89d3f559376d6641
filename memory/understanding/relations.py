"""How what was just learnt bears on the rest: who an event involves, what was felt in it, what a wish is there because of,
which ongoing matter a plan belongs to. Read from the words that carry it, never from similarity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from accounts.models import User
from memory.candidates import Candidate, Exchange
from memory.extraction.sentences import language, sentences
from memory.keywords import matter
from memory.models import Memory, Relation
from memory.policy import Kind
from memory.states import OPEN_STATUSES, EntityKind, RelationKind
from memory.understanding.entities import entities_of

ORIGIN = "rules"
HAPPENS = (Kind.EVENT, Kind.PLAN)
ONGOING = (Kind.THREAD, Kind.PROJECT)
SHUNS = (Kind.BOUNDARY, Kind.PREFERENCE)
LOOKED_AT = 200
"""Open rows of the other side that a new one is compared with."""
_CAUSE = re.compile(r"因为|由于|都怪|\bbecause\b|\bsince\b|\bcuz\b|\bdue to\b", re.IGNORECASE)
_EFFECT = re.compile(r"所以|因此|于是|搞得|弄得|害得|\bso\b|\bthat's why\b|\btherefore\b", re.IGNORECASE)
_PAINFUL = re.compile(
    r"吵|哭|分手|离婚|去世|过世|离世|走了|出轨|骗|背叛|打了|骂|受伤|车祸|失败|没考上|被裁|闹翻|冷战|"
    r"\bfight\b|\bfought\b|\bargu|\bquarrel|\brow\b|\bdied\b|\bdeath\b|\bcheat|\bbroke up\b|\bhurt\b|\baccident\b|\bcried\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Written:
    """A claim that stands in a row now."""

    memory: UUID
    candidate: Candidate

    @property
    def kind(self) -> Kind:
        return self.candidate.kind


@dataclass(frozen=True)
class Link:
    """One relation to be written between two memories."""

    start: UUID
    kind: RelationKind
    end: UUID
    message: UUID
    quote: str


def relate(user: User, exchange: Exchange, written: Sequence[Written], now: datetime) -> int:
    """Write the relations of what was just learnt; how many are new. Call under the user's lock; safe to run twice."""
    texts = {line.id: line.text for line in exchange.lines}
    found = [link for group in _by_line(written) for link in links(group, texts[group[0].candidate.line])]
    found += [link for one in written for link in _reaching_back(user, one)]
    count = sum(_keep(user, link, now) for link in found if link.start != link.end)
    return count + sum(_involve(user, one, now) for one in written)


def _by_line(written: Sequence[Written]) -> list[list[Written]]:
    lines: dict[UUID, list[Written]] = {}
    for one in written:
        lines.setdefault(one.candidate.line, []).append(one)
    return list(lines.values())


def links(group: Sequence[Written], text: str) -> list[Link]:
    """The relations that one line states between its claims. Pure."""
    places = _places(group, text)
    found: dict[tuple[UUID, str, UUID], Link] = {}
    for kind, start, end in (*_felt(group, places), *_because(group, places, text)):
        words_of_both = start.candidate.quote if kind is RelationKind.BECAUSE else end.candidate.quote
        link = Link(start.memory, kind, end.memory, start.candidate.line, words_of_both)
        found.setdefault((start.memory, kind, end.memory), link)
    return list(found.values())


Pair = tuple[RelationKind, Written, Written]


@dataclass(frozen=True)
class _Place:
    start: int
    end: int
    sentence: int


def _places(group: Iterable[Written], text: str) -> dict[UUID, _Place]:
    """Where each claim's value stands: its offsets, and the number of its sentence."""
    starts = [sentence.start for sentence in sentences(text, language(text))]
    places = {}
    for one in group:
        quote = max(text.find(one.candidate.quote), 0)
        at = max(text.find(one.candidate.value, quote), quote)
        number = sum(start <= at for start in starts)
        places[one.memory] = _Place(at, at + len(one.candidate.value), number)
    return places


def _felt(group: Sequence[Written], places: Mapping[UUID, _Place]) -> list[Pair]:
    """A mood belongs to what happens nearest to it, in the same sentence or the next."""
    moods = [one for one in group if one.candidate.attribute == "mood"]
    happenings = [one for one in group if one.kind in HAPPENS or one.kind in ONGOING]
    found = []
    for mood in moods:
        near = sorted(happenings, key=lambda one: abs(places[one.memory].start - places[mood.memory].start))
        if near and abs(places[near[0].memory].sentence - places[mood.memory].sentence) <= 1:
            found.append((RelationKind.FELT, near[0], mood))
    return found


def _because(group: Sequence[Written], places: Mapping[UUID, _Place], text: str) -> list[Pair]:
    """What stands on either side of a word for cause or effect; and a limit or dislike told with the hurt behind it."""
    ordered = sorted(group, key=lambda one: places[one.memory].start)
    found: list[Pair] = []
    for first, second in pairwise(ordered):
        left, right = places[first.memory], places[second.memory]
        between = text[left.end : right.start] if left.end <= right.start else ""
        before = text[max(0, left.start - 12) : left.start]
        if _CAUSE.search(between) and not _EFFECT.search(between):
            found.append((RelationKind.BECAUSE, first, second))
        elif _EFFECT.search(between) or _CAUSE.search(before):
            found.append((RelationKind.BECAUSE, second, first))
    hurts = [one for one in group if one.kind is Kind.EVENT and painful(one.candidate.quote)]
    for shunned in (one for one in group if shuns(one.kind, one.candidate.polarity)):
        found += [(RelationKind.BECAUSE, shunned, hurt) for hurt in hurts]
    return found


def painful(text: str) -> bool:
    """Whether a text tells of a hurt."""
    return bool(_PAINFUL.search(text))


def shuns(kind: str, polarity: int) -> bool:
    """Whether a memory keeps something away: a limit, or a dislike."""
    return kind == Kind.BOUNDARY or (kind == Kind.PREFERENCE and polarity < 0)


def _reaching_back(user: User, one: Written) -> list[Link]:
    """What a claim has to do with what was known: the ongoing matter it is part of, the hurt behind a limit."""
    candidate = one.candidate
    if one.kind in HAPPENS:
        found = _links(user, one, RelationKind.PART_OF, _others(user, one, ONGOING), forward=True)
        if one.kind is Kind.EVENT and painful(candidate.quote):
            shunned = [row for row in _others(user, one, SHUNS) if shuns(row.kind, row.polarity)]
            found += _links(user, one, RelationKind.BECAUSE, shunned, forward=False)
        return found
    if one.kind in ONGOING:
        return _links(user, one, RelationKind.PART_OF, _others(user, one, HAPPENS), forward=False)
    if shuns(one.kind, candidate.polarity):
        hurts = [row for row in _others(user, one, (Kind.EVENT,)) if painful(row.statement)]
        return _links(user, one, RelationKind.BECAUSE, hurts, forward=True)
    return []


def _others(user: User, one: Written, kinds: Sequence[Kind]) -> list[Memory]:
    rows = Memory.objects.for_user(user).filter(kind__in=kinds, status__in=OPEN_STATUSES, layer="real")
    return list(rows.exclude(id=one.memory).order_by("-recorded_at")[:LOOKED_AT])


def _links(
    user: User, one: Written, kind: RelationKind, others: Sequence[Memory], *, forward: bool
) -> list[Link]:
    about = matter(one.candidate.value)
    found = []
    for row in others:
        if about & matter(row.value):
            start, end = (one.memory, row.id) if forward else (row.id, one.memory)
            found.append(Link(start, kind, end, one.candidate.line, one.candidate.quote))
    return found


def _keep(user: User, link: Link, now: datetime) -> bool:
    _row, made = Relation.objects.get_or_create(
        user=user,
        start_id=link.start,
        kind=link.kind,
        end_id=link.end,
        defaults={"message_id": link.message, "quote": link.quote, "origin": ORIGIN, "at": now},
    )
    return bool(made)


def _involve(user: User, one: Written, now: datetime) -> int:
    """Tie a claim to the people and things it speaks of."""
    count = 0
    for entity in entities_of(user, one.candidate, now):
        about = one.kind in (Kind.BOUNDARY, Kind.STATE, Kind.PREFERENCE) and entity.kind != EntityKind.PET
        _row, made = Relation.objects.get_or_create(
            user=user,
            start_id=one.memory,
            kind=RelationKind.ABOUT if about else RelationKind.INVOLVES,
            entity=entity,
            defaults={
                "message_id": one.candidate.line,
                "quote": one.candidate.quote,
                "origin": ORIGIN,
                "at": now,
            },
        )
        count += made
    return count
