"""The read path: `recall(user, cue, now) → Recalled`.

Active memory is what is always kept in mind, in a few slots; passive memory is what the cue brings back. States,
scopes, pauses, consent and "never raise" filter in SQL before anything is ranked. No model is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Thread
from uuid import UUID

import numpy as np
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.vault import keyword_ids
from memory import marks
from memory.candidates import USER, Span
from memory.keywords import asked, whom, words
from memory.models import Memory, MemorySettings, Relation
from memory.policy import Kind
from memory.recall import cues, fusion, gate, itself, lanes, passages, slots
from memory.recall.hits import READ, Cue, Hit, Line, Recalled, hit
from memory.recall.naming import Named, named
from memory.recall.unbidden import unbidden
from memory.recall.windows import windows, without_times
from memory.states import Status

PASSIVE_MOST = 8
LIKELY = 8 * PASSIVE_MOST
LINKED_FROM = 3
"""Answers whose links are followed."""
LINES_MOST = 4
LIMITS_MOST = 24
"""Limits that are told where nothing else is."""
MINDED = tuple((USER, attribute) for attribute in ("diet", "allergy"))
"""What comes to mind unasked where something is to be ordered: the addresses of what somebody can't or won't eat."""


@dataclass(frozen=True)
class _Wanted:
    """What is looked for, and when; `matter` are the ids of what an answer to each question must speak of."""

    reading: cues.Reading
    spans: Sequence[Span]
    matter: Sequence[Mapping[int, float]]
    named: Named
    who: frozenset[int]
    """Ids of the words for the people a question is about, by all their names: an answer about the sister is no answer about
    the brother, however near the two lie."""
    embed: lanes.Embed
    now: datetime
    persona: UUID | None = None

    def cover(self, keywords: Iterable[int], in_time: bool) -> float:
        """The share of a question's matter that these words speak of, of the question they answer best; where it names
        nothing ("what can't I eat?") enough of anything, and of what lies at another time than it names, half. Who is
        named by one name is spoken of by any."""
        held = set(keywords)
        if held & self.named.called:
            held |= self.named.said
        whole = fusion.COVERED if in_time or not self.spans else fusion.HALF_COVERED
        return max((self._share(ids, held) if ids else whole for ids in self.matter), default=0.0)

    @staticmethod
    def _share(ids: Mapping[int, float], held: set[int]) -> float:
        return sum(weight for key, weight in ids.items() if key in held) / sum(ids.values())


def recall(user: User, cue: Cue, now: datetime, embed: lanes.Embed) -> Recalled:
    """Bring to mind what this cue calls for. While memory is paused only the user's limits stand."""
    reading = cues.read(cue.text)
    settings = MemorySettings.objects.filter(user=user).first() or MemorySettings(user=user)
    if settings.paused:
        return limits_only(user, cue, now)
    embed = _ahead(embed, [reading.core, *(reading.questions if reading.asks else ())])
    rows = gate.allowed(user, cue).exclude(kind__in=settings.paused_kinds).exclude(expires_at__lte=now)
    active = slots.kept(rows.exclude(kind=Kind.SELF), now)
    past = gate.past(user, cue).exclude(kind__in=settings.paused_kinds) if reading.asks_past else None
    wanted = _wanted(user, reading, embed, now, cue.persona)
    searched = (rows if past is None else rows | past).exclude(kind__in=[Kind.STYLE, Kind.SELF])
    talk = passages.Search(user, gate.lines(user, cue, reading.asks_past, settings)) if reading.asks else None
    passive, degraded = _passive(user, searched, wanted, active)
    lines = _lines(talk, cue, wanted) if talk else ()
    came = unbidden(user, cue, rows, now) if cue.open_minded and not reading.asks else ()
    limits = [hit for hit in passive if hit.label == "limit"]
    found = len(passive) > len(limits) or any(_answers(hit, reading) for hit in active.hits)
    nothing = reading.asks_memory and not found
    brought = {hit.id: hit for hit in passive}  # what is always in mind may be what was asked for
    kept = {hit.id: brought.get(hit.id, hit) for hit in (*active.hits, *limits)}
    told = tuple(hit for hit in passive if hit.id not in kept)
    there = {*kept, *(hit.id for hit in told)}
    by_itself = tuple(hit for hit in came if hit.id not in there)
    said = itself.own(rows, cue, now)
    return Recalled(tuple(kept.values()), told, lines, by_itself, nothing, reading, degraded, said)


def _ahead(embed: lanes.Embed, questions: Iterable[str]) -> lanes.Embed:
    """The embedder, asked for these questions at once and once each: it works while the database is asked what needs no
    vector, and memories and lines are searched by the same ones. What it raises is raised where its answer is used."""
    asked = {text: _begin(embed, text) for text in dict.fromkeys(questions)}

    def answer(texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
        if role == "query" and len(texts) == 1 and texts[0] in asked:
            return asked[texts[0]].result()
        return embed(texts, role)

    return answer


def _begin(embed: lanes.Embed, text: str) -> Future[tuple[np.ndarray, str]]:
    """Ask in a thread of its own: one of a pool would be gone in a forked worker, and be waited for."""
    future: Future[tuple[np.ndarray, str]] = Future()

    def ask() -> None:
        try:
            future.set_result(embed([text], "query"))
        except BaseException as error:
            future.set_exception(error)

    Thread(target=ask, name="recall-embed", daemon=True).start()
    return future


def _wanted(
    user: User, reading: cues.Reading, embed: lanes.Embed, now: datetime, persona: UUID | None = None
) -> _Wanted:
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
    them = named(user, reading.core)
    who = frozenset(_asked_about(user, reading))
    if who & them.said:
        who |= them.called
    return _Wanted(reading, spans, ids, them, who, embed, now, persona)


def _lines(talk: passages.Search, cue: Cue, wanted: _Wanted) -> tuple[Line, ...]:
    """The lines that a question asks for, best first: those that stand out."""
    ask = passages.Ask(wanted.reading.questions, passages.whose(cue.text, *cue.names), wanted.spans)
    found = talk.find(ask, wanted.embed, 3 * LINES_MOST)
    if wanted.who:  # after the search: what is usual is measured over all lines
        found = [line for line in found if wanted.who.intersection(line.keywords)]
    covered = [
        replace(
            line, lanes={**line.lanes, "cover": wanted.cover(line.keywords, bool(line.lanes.get("time")))}
        )
        for line in found
    ]
    return tuple(line for line in covered if fusion.stands_out(line.lanes))[:LINES_MOST]


def limits_only(user: User, cue: Cue, now: datetime) -> Recalled:
    """Nothing but the user's limits, which hold whatever else is paused or left out on request."""
    rows = (
        gate.allowed(user, cue).filter(kind=Kind.BOUNDARY, status=Status.CURRENT).exclude(expires_at__lte=now)
    )
    standing = rows.order_by("-pinned", "-importance", "-recorded_at")[:LIMITS_MOST]
    return Recalled(tuple(hit(row, now) for row in standing), reading=cues.read(cue.text))


def _passive(
    user: User, rows: QuerySet[Memory], wanted: _Wanted, active: slots.Kept
) -> tuple[list[Hit], bool]:
    reading, now = wanted.reading, wanted.now
    searching = lanes.Lanes(user, _about(rows, wanted) if wanted.who else rows)
    addressed = (*reading.slots, *(MINDED if reading.wants_done else ()))
    look = lanes.Look(reading.core, addressed, wanted.spans, wanted.named, reading.asks_ahead, wanted.persona)
    pool = searching.search(look, wanted.embed)
    told = _told(pool, wanted, active)
    if told and reading.asks:
        firsts = [item.id for item in told[:LINKED_FROM]]
        anybody = lanes.Lanes(user, rows) if wanted.who else searching  # a feeling names nobody
        pool.lanes["link"] = anybody.linked(pool, firsts)
        told = _told(pool, wanted, active) if pool.lanes["link"] else told
    table, standing = _table(user, told), lanes.standing([item.id for item in told])
    proven = fusion.best_first(
        replace(item, score=fusion.weighted(item.score, fusion.proven(standing.proofs.get(item.id, 0))))
        for item in told
        if item.id in table
    )
    best = fusion.diverse(proven, pool.rows, standing.cosines, PASSIVE_MOST)
    return [hit(table[item.id], now, dict(item.lanes), item.score) for item in best], pool.degraded


def _about(rows: QuerySet[Memory], wanted: _Wanted) -> QuerySet[Memory]:
    """The rows about those a question names."""
    about = Q(keywords__overlap=list(wanted.who))
    if wanted.named.entities:
        about |= Q(id__in=Relation.objects.filter(entity__in=wanted.named.entities).values("start"))
    return rows.filter(about)


def _told(pool: lanes.Pool, wanted: _Wanted, active: slots.Kept) -> list[fusion.Ranked]:
    """What is strong enough to be told, best first."""
    ranked = fusion.fuse(list(pool.rows.values()), pool.lanes, wanted.now, active.mood)
    enough = fusion.agrees if wanted.reading.asks_memory else fusion.hints
    likely = [_covered(item, pool, wanted) for item in ranked[:LIKELY]]
    return [item for item in likely if enough(item.lanes)][: 3 * PASSIVE_MOST]


def _covered(item: fusion.Ranked, pool: lanes.Pool, wanted: _Wanted) -> fusion.Ranked:
    cover = wanted.cover(pool.rows[item.id].words, bool(item.lanes.get("time")))
    return replace(item, lanes={**item.lanes, "cover": round(cover, 3)})


def _table(user: User, told: Sequence[fusion.Ranked]) -> dict[UUID, Memory]:
    """The rows that are told."""
    if not told:
        return {}
    rows = Memory.objects.for_user(user).filter(id__in=[item.id for item in told])
    return {row.id: row for row in rows.only(*READ)}


def _asked_about(user: User, reading: cues.Reading) -> list[int]:
    """Ids of the words for the person or pet that a question names."""
    subjects = [subject for subject, _attribute in reading.slots if subject != USER]
    wanted = {word for subject in subjects for word in words(subject) if len(word) > 1 or len(subject) == 1}
    if reading.asks_memory:
        wanted |= whom(reading.core)
    return keyword_ids(user.id, sorted(wanted))


def _answers(found: Hit, reading: cues.Reading) -> bool:
    wanted = {(marks.subject_key(subject), attribute) for subject, attribute in reading.slots}
    return (marks.subject_key(found.subject), found.attribute) in wanted
