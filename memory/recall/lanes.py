"""The lanes of recall over memories: slot, vector, keyword, entity, time, plans ahead, and one step along what is known to
hang together. Each gives scores by memory id, over rows already filtered.

Filtering comes first and in SQL: a row that may not be recalled never takes part in ranking.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import numpy as np
from django.db import connection
from django.db.models import QuerySet

from accounts import vault
from accounts.models import User
from llm.errors import LLMError
from memory import marks
from memory.candidates import USER, Span
from memory.models import Memory
from memory.policy import Kind
from memory.recall import background, fusion, weighing
from memory.recall.among import Among, Found, Near, Part, Size, array
from memory.recall.naming import Named
from memory.recall.weighing import Corpus
from memory.recall.windows import closeness
from memory.states import Phase

NEAREST = 60
MATCHING = 1_000
DATED = 40
PLANS, AHEAD = 10, 0.3
OF_ENTITY, LINKED = 30, 10
AT_ADDRESS = 20
OTHERS = 60
"""People and pets whose names are looked through for one that ends in the asked word."""

Embed = Callable[[Sequence[str], str], tuple[np.ndarray, str]]
"""(texts, "query" or "passage") → (unit vectors (n, d) float32, recipe). Raises llm.errors.LLMError. It may be
called in a thread of its own and must not ask the database there."""

Scores = dict[UUID, float]
"""Scores of a lane by memory; a row the lane didn't reach is absent and stands at the mean, 0."""

_COLUMNS = (
    "id", "kind", "importance", "confidence", "recorded_at", "last_used", "true_until", "valence", "polarity", "lang",
    "keywords",
)  # fmt: skip
"""In the order of `fusion.Row`."""
_SEARCHED = ("slot", "phase", "true_from")
_LINKED_TO = (
    "id IN (SELECT end_id FROM memory_relation WHERE start_id = ANY(%s::uuid[]) "
    "UNION SELECT start_id FROM memory_relation WHERE end_id = ANY(%s::uuid[]))"
)


_STANDING = (
    "SELECT a.id, b.id, a.vector <=> b.vector, 0 FROM memory_memory a "
    "JOIN memory_memory b ON a.id < b.id AND a.recipe = b.recipe "
    "WHERE a.id = ANY(%s::uuid[]) AND b.id = ANY(%s::uuid[]) AND a.vector IS NOT NULL AND b.vector IS NOT NULL "
    "UNION ALL SELECT memory_id, NULL, NULL, count(*) FROM memory_evidence WHERE memory_id = ANY(%s::uuid[]) GROUP BY 1"
)


@dataclass(frozen=True)
class Look:
    """What is looked for: the words of the question, the addresses it names, the times, the people, and whether it asks
    what is planned."""

    core: str
    slots: Sequence[tuple[str, str]] = ()
    spans: Sequence[Span] = ()
    named: Named = field(default_factory=Named)
    ahead: bool = False
    persona: UUID | None = None
    """Who is talked with: what it alone may know has addresses of its own."""


@dataclass
class Pool:
    """What the lanes found: the rows, and by lane their scores."""

    rows: dict[UUID, fusion.Row] = field(default_factory=dict)
    lanes: dict[str, Scores] = field(default_factory=dict)
    degraded: bool = False
    """True when the embedder was away: the other lanes went on."""


class Lanes:
    """The lanes over the rows that may come to mind, all of them asked in one statement."""

    def __init__(self, user: User, rows: QuerySet[Memory]) -> None:
        self.user = user
        self._rows = rows
        self._among = Among(rows, _COLUMNS, _SEARCHED)

    def search(self, look: Look, embed: Embed) -> Pool:
        """Everything that any lane reaches."""
        near, usual, degraded = self._near(look.core, embed)
        wanted = list(dict.fromkeys(marks.keyword_ids(self.user.id, look.core)))
        keys = _addresses(self.user, look)
        found, size = self._among.find(list(_parts(look, wanted, keys, near)), near, count=True)
        by_address = _of(found, "slot")
        if not by_address and (others := self._of_the_kind(look.slots)):
            found += self._among.find([Part("slot", "id = ANY(%s::uuid[])", (array(others),))], near)[0]
            by_address = others
        said = _likeness(found, wanted, size)
        reached = {one.values[0] for one in found if one.lane != "keyword"} | set(said)
        found = [one for one in found if one.values[0] in reached]
        lanes = {
            "vector": _nearness(found, usual),
            "keyword": said,
            "slot": dict.fromkeys(by_address, 1.0),
            "entity": dict.fromkeys(_of(found, "entity"), 1.0),
            "time": _in_time(found, look.spans),
        }
        return Pool({one.values[0]: _row(one) for one in found}, lanes, degraded)

    def linked(self, pool: Pool, keys: Sequence[UUID]) -> Scores:
        """What these rows are known to hang together with: an event and what was felt in it, a limit and the hurt behind it."""
        found, _size = self._among.find([Part("link", _LINKED_TO, (array(keys), array(keys)), most=LINKED)])
        for one in found:
            pool.rows.setdefault(one.values[0], _row(one))
        return {key: 1.0 for key in _of(found, "link") if key not in keys}

    def _near(self, core: str, embed: Embed) -> tuple[Near | None, dict[str, tuple[float, float]], bool]:
        """Where nearness is measured from, and the cosine that is usual for this question, by language."""
        try:
            vectors, recipe = embed([core], "query")
            usual = background.against(vectors[0], recipe, embed)
        except LLMError:
            return None, {}, True
        return Near(vault.turn(self.user.id, vectors[0]), recipe), usual, False

    def _of_the_kind(self, slots: Sequence[tuple[str, str]]) -> list[UUID]:
        """Rows about somebody whose name for them ends in the asked one: "my cat" asks about the orange cat, 我的猫 about
        the 橘猫. Only where nobody is called just that."""
        asked = [(marks.subject_key(subject), name) for subject, name in slots if subject not in (USER, "")]
        if not asked:
            return []
        near = self._rows.filter(kind=Kind.PERSON, attribute__in=[name for _subject, name in asked])
        return [
            row.id
            for row in near.only("id", "user_id", "subject", "attribute").order_by("-recorded_at")[:OTHERS]
            if any(
                row.attribute == name and marks.subject_key(row.subject).endswith(subject)
                for subject, name in asked
            )
        ]


@dataclass(frozen=True)
class Standing:
    """How some rows stand to each other, and on what: the cosine of each pair that was embedded by the same recipe, and of
    each row the number of lines it was heard in."""

    cosines: dict[frozenset[UUID], float] = field(default_factory=dict)
    proofs: dict[UUID, int] = field(default_factory=dict)


def standing(keys: Sequence[UUID]) -> Standing:
    """Both with one statement."""
    told = Standing()
    if not keys:
        return told
    with connection.cursor() as cursor:
        cursor.execute(_STANDING, [array(keys)] * 3)
        for one, other, far, proofs in cursor.fetchall():
            if other is None:
                told.proofs[one] = proofs
            else:
                told.cosines[frozenset((one, other))] = 1 - far
    return told


def _addresses(user: User, look: Look) -> list[bytes]:
    return [
        marks.slot(user.id, kind, subject, attribute, within)
        for subject, attribute in look.slots
        for kind in (Kind.IDENTITY, Kind.PERSON, Kind.PREFERENCE, Kind.REFERENCE)
        for within in dict.fromkeys((None, look.persona))
    ]


def _parts(look: Look, wanted: Sequence[int], keys: Sequence[bytes], near: Near | None) -> Iterable[Part]:
    """What each lane looks for. Only the nearest and the matching are ordered by what they are scored by."""
    if near is not None:
        yield Part("vector", "recipe = %s AND vector IS NOT NULL", (near.recipe,), "far", NEAREST)
    if wanted:
        yield Part("keyword", "keywords && %s::bigint[]", (array(wanted),), "recorded_at DESC", MATCHING)
    if keys:
        yield Part("slot", "slot = ANY(%s)", (list(keys),), most=AT_ADDRESS)
    if look.named.entities:
        involved = "id IN (SELECT start_id FROM memory_relation WHERE entity_id = ANY(%s::uuid[]))"
        order = "importance DESC, recorded_at DESC"
        yield Part("entity", involved, (array(look.named.entities),), order, OF_ENTITY)
    if look.ahead:
        plans = "kind = %s AND phase = %s"
        yield Part("ahead", plans, (Kind.PLAN.value, Phase.AHEAD.value), "true_from", PLANS)
    for place, span in enumerate(look.spans):
        told = "true_from IS NULL AND recorded_at BETWEEN %s AND %s"
        yield Part(f"told{place}", told, (span.start, span.end), "importance DESC", DATED)
        held = "true_from <= %s AND (true_until >= %s OR (true_until IS NULL AND true_from >= %s))"
        order = "importance DESC, true_from DESC"
        yield Part(f"held{place}", held, (span.end, span.start, span.start), order, DATED)


def _row(found: Found) -> fusion.Row:
    key, kind, *others = found.values
    return fusion.Row(key, Kind(kind), *others)


def _of(found: Iterable[Found], lane: str) -> list[UUID]:
    return [one.values[0] for one in found if one.lane == lane]


def _nearness(found: Iterable[Found], usual: dict[str, tuple[float, float]]) -> Scores:
    """Cosine similarity, exact within the user, in standard deviations above unrelated statements of the same language."""
    scores: Scores = {}
    for one in found:
        if one.far is not None and usual:
            mean, spread = usual.get(one.values[_LANG], usual["en"])
            scores[one.values[0]] = (1 - one.far - mean) / spread
    return scores


_LANG = _COLUMNS.index("lang")


def _likeness(found: Iterable[Found], wanted: Sequence[int], size: Size) -> Scores:
    """BM25 over keyed word ids, in standard scores. Every row with a query word is weighed, the newest MATCHING of them where
    a common word has more, so document frequencies are exact up to there."""
    matching = {one.values[0]: one.values[-1] for one in found if one.lane == "keyword"}
    if not matching:
        return {}
    corpus = Corpus(size.count, size.mean)
    scores = weighing.bm25(matching, dict.fromkeys(wanted, 1.0), corpus)
    told = weighing.standard(scores, corpus)
    return {key: told[key] for key in heapq.nlargest(NEAREST, scores, key=lambda key: scores[key])}


def _in_time(found: Iterable[Found], spans: Sequence[Span]) -> Scores:
    """Rows of the times a question names: how closely it is named, half of it where the matter was only told then; and the
    next plans, for a question about what is planned: what lies just outside the time it names is worth saying too."""
    scores: Scores = {}
    for one in found:
        if one.lane == "ahead":
            close = AHEAD
        elif one.lane.startswith("told"):
            close = 0.5 * closeness(spans[int(one.lane[4:])])
        elif one.lane.startswith("held"):
            close = closeness(spans[int(one.lane[4:])])
        else:
            continue
        scores[one.values[0]] = max(close, scores.get(one.values[0], 0.0))
    return scores
