"""The read path: `recall(user, cue, now) → Recalled`.

Active memory is what is always kept in mind, in a few slots; passive memory is what the cue brings back. States,
scopes, pauses, consent and "never raise" filter in SQL before anything is ranked. No model is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

import numpy as np
from django.db.models import QuerySet

from accounts.models import User
from accounts.vault import keyword_ids
from memory import marks
from memory.candidates import USER, Span
from memory.keywords import asked, whom, words
from memory.models import Memory, MemorySettings
from memory.policy import Kind
from memory.recall import cues, fusion, gate, lanes, passages
from memory.recall.hits import Cue, Hit, Recalled, hit
from memory.recall.slots import active_slots, tones
from memory.recall.windows import windows, without_times

PASSIVE_MOST = 8
LINES_MOST = 4
MINDED = tuple((USER, attribute) for attribute in ("diet", "allergy"))
"""What comes to mind unasked where something is to be ordered: the addresses of what somebody can't or won't eat."""


@dataclass(frozen=True)
class _Wanted:
    """What is looked for, and when; `matter` are the ids of what an answer to each question must speak of."""

    reading: cues.Reading
    spans: Sequence[Span]
    matter: Sequence[Mapping[int, float]]
    embed: lanes.Embed
    now: datetime

    def cover(self, keywords: Iterable[int], in_time: bool) -> float:
        """The share of a question's matter that these words speak of, of the question they answer best; where it names
        nothing ("what can't I eat?") enough of anything, and of what lies at another time than it names, half."""
        held = set(keywords)
        whole = fusion.COVERED if in_time or not self.spans else fusion.HALF_COVERED
        return max((self._share(ids, held) if ids else whole for ids in self.matter), default=0.0)

    @staticmethod
    def _share(ids: Mapping[int, float], held: set[int]) -> float:
        return sum(weight for key, weight in ids.items() if key in held) / sum(ids.values())


def recall(user: User, cue: Cue, now: datetime, embed: lanes.Embed) -> Recalled:
    """Bring to mind what this cue calls for. While memory is paused only the user's limits stand."""
    reading = cues.read(cue.text)
    settings = MemorySettings.objects.filter(user=user).first() or MemorySettings(user=user)
    rows = gate.allowed(user, cue).exclude(kind__in=settings.paused_kinds).exclude(expires_at__lte=now)
    if settings.paused:
        return limits_only(user, cue, now)
    active = [*active_slots(rows, now), *tones(rows, now)]
    past = gate.past(user, cue).exclude(kind__in=settings.paused_kinds) if reading.asks_past else None
    wanted = _wanted(user, reading, embed, now)
    passive, degraded = _passive(user, rows if past is None else rows | past, wanted)
    kept = {hit.id for hit in active}
    told = tuple(hit for hit in passive if hit.id not in kept)
    lines = _lines(user, cue, wanted) if reading.asks else ()
    found = bool(passive) or any(_answers(hit, reading) for hit in active)
    nothing = reading.asks_memory and not found
    return Recalled(tuple(active), told, lines, nothing, reading, degraded)


def _wanted(user: User, reading: cues.Reading, embed: lanes.Embed, now: datetime) -> _Wanted:
    local = now.astimezone(user.zone)
    spans = windows(reading.questions, local) if reading.asks else ()
    matters = [asked(without_times(question, local) if spans else question) for question in reading.questions]
    ids = [
        {
            key: 2.0 if word.startswith("~") else 1.0
            for key, word in zip(keyword_ids(user.id, matter), matter, strict=True)
        }
        for matter in matters
    ]  # of whom it is asked counts twice: what else is said of them may be put in other words
    return _Wanted(reading, spans, ids, embed, now)


def _lines(user: User, cue: Cue, wanted: _Wanted) -> tuple[passages.Line, ...]:
    """The lines that a question asks for, best first: those that stand out."""
    reading = wanted.reading
    ask = passages.Ask(reading.questions, passages.whose(cue.text, *cue.names), wanted.spans)
    rows = gate.lines(user, cue, reading.asks_past)
    found = passages.search(user, rows, ask, wanted.embed, 3 * LINES_MOST)
    if who := set(_asked_about(user, reading)):  # after the search: what is usual is measured over all lines
        found = [line for line in found if who.intersection(line.keywords)]
    covered = [
        replace(
            line, lanes={**line.lanes, "cover": wanted.cover(line.keywords, bool(line.lanes.get("time")))}
        )
        for line in found
    ]
    return tuple(line for line in covered if fusion.stands_out(line.lanes))[:LINES_MOST]


def limits_only(user: User, cue: Cue, now: datetime) -> Recalled:
    """Nothing but the user's limits, which hold whatever else is paused or left out on request."""
    rows = gate.allowed(user, cue).filter(kind=Kind.BOUNDARY).exclude(expires_at__lte=now)
    return Recalled(tuple(active_slots(rows, now)), reading=cues.read(cue.text))


def _passive(user: User, rows: QuerySet[Memory], wanted: _Wanted) -> tuple[list[Hit], bool]:
    reading, now = wanted.reading, wanted.now
    searched = rows.exclude(kind__in=[Kind.BOUNDARY, Kind.STYLE])
    if who := _asked_about(user, reading):
        searched = searched.filter(keywords__overlap=who)
    near = lanes.vector(user, searched, reading.core, wanted.embed)
    said = lanes.keyword(user, searched, reading.core)
    addressed = lanes.slots(user, searched, (*reading.slots, *(MINDED if reading.wants_done else ())))
    then = (lanes.ahead(searched) if reading.asks_ahead else {}) | lanes.dated(searched, wanted.spans)
    found = set(said) | set(addressed) | set(near or ()) | set(then)
    ranked = fusion.fuse(
        _light(searched, found, now),
        {"vector": near or {}, "keyword": said, "slot": addressed, "time": then},
        now,
    )
    enough = fusion.agrees if reading.asks_memory else fusion.hints
    likely = ranked[: 8 * PASSIVE_MOST]
    said_of = dict(searched.filter(id__in=[item.id for item in likely]).values_list("id", "keywords"))
    likely = [
        replace(
            item,
            lanes={
                **item.lanes,
                "cover": round(wanted.cover(said_of.get(item.id, ()), bool(item.lanes.get("time"))), 3),
            },
        )
        for item in likely
    ]
    told = [item for item in likely if enough(item.lanes)][: 3 * PASSIVE_MOST]
    table = {row.id: row for row in searched.filter(id__in=[item.id for item in told])}
    best = fusion.diverse([item for item in told if item.id in table], _vectors(table), PASSIVE_MOST)
    return [hit(table[item.id], now, dict(item.lanes), item.score) for item in best], near is None


def _vectors(table: Mapping[UUID, Memory]) -> dict[UUID, np.ndarray]:
    """The rows' vectors that may be compared: those of the recipe that was used last."""
    made = [row for row in table.values() if row.vector is not None and row.embedded_at]
    if not made:
        return {}
    recipe = max(made, key=lambda row: row.embedded_at or row.recorded_at).recipe
    return {row.id: np.asarray(row.vector, dtype=np.float32) for row in made if row.recipe == recipe}


def _light(rows: QuerySet[Memory], ids: Iterable[UUID], now: datetime) -> list[fusion.Row]:
    """What ranking needs of many rows, without opening or parsing what only the few that are told need."""
    wanted = ("id", "kind", "importance", "confidence", "recorded_at", "last_used", "true_until")
    return [
        fusion.Row(key, Kind(kind), weight, sure, at, used, until is not None and until >= now)
        for key, kind, weight, sure, at, used, until in rows.filter(id__in=list(ids)).values_list(*wanted)
    ]


def _asked_about(user: User, reading: cues.Reading) -> list[int]:
    """Ids of the words for the person or pet that a question names: an answer about the sister is no answer about the
    brother, however near the two lie."""
    named = [subject for subject, _attribute in reading.slots if subject != USER]
    wanted = {word for subject in named for word in words(subject) if len(word) > 1 or len(subject) == 1}
    if reading.asks_memory:
        wanted |= whom(reading.core)
    return keyword_ids(user.id, sorted(wanted))


def _answers(found: Hit, reading: cues.Reading) -> bool:
    wanted = {(marks.subject_key(subject), attribute) for subject, attribute in reading.slots}
    return (marks.subject_key(found.subject), found.attribute) in wanted
