"""The lanes of recall: slot, vector and keyword. Each returns scores by memory id, over rows already filtered.

Filtering comes first and in SQL: a row that may not be recalled never takes part in ranking.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from uuid import UUID

import numpy as np
from django.db.models import Avg, Count, Func, IntegerField, QuerySet
from django.db.models.functions import Coalesce
from pgvector.django import CosineDistance

from accounts import vault
from accounts.models import User
from llm.errors import LLMError
from memory import marks
from memory.candidates import USER, Span
from memory.models import Memory
from memory.policy import Kind
from memory.recall import background, weighing
from memory.recall.weighing import Corpus
from memory.recall.windows import closeness
from memory.states import Phase

NEAREST = 60
MATCHING = 2_000
DATED = 40
PLANS, AHEAD = 10, 0.3
OTHERS = 60
"""People and pets whose names are looked through for one that ends in the asked word."""

Embed = Callable[[Sequence[str], str], tuple[np.ndarray, str]]
"""(texts, "query" or "passage") → (unit vectors (n, d) float32, recipe). Raises llm.errors.LLMError."""


Scores = dict[UUID, float]
"""Standard scores of a lane by memory; a row the lane didn't reach is absent and stands at the mean, 0."""


def slots(user: User, rows: QuerySet[Memory], wanted: Sequence[tuple[str, str]]) -> Scores:
    """Rows at the addresses a question names, whatever their kind; each 1.0."""
    keys = [
        marks.slot(user.id, kind, subject, attribute)
        for subject, attribute in wanted
        for kind in (Kind.IDENTITY, Kind.PERSON, Kind.PREFERENCE, Kind.REFERENCE)
    ]
    found = list(rows.filter(slot__in=keys).values_list("id", flat=True)[:20]) if keys else []
    return dict.fromkeys(found or _of_the_kind(rows, wanted), 1.0)


def _of_the_kind(rows: QuerySet[Memory], wanted: Sequence[tuple[str, str]]) -> list[UUID]:
    """Rows about somebody whose name for them ends in the asked one: "my cat" asks about the orange cat, 我的猫 about
    the 橘猫. Only where nobody is called just that."""
    asked = [
        (marks.subject_key(subject), attribute)
        for subject, attribute in wanted
        if subject != USER and subject
    ]
    if not asked:
        return []
    near = rows.filter(kind=Kind.PERSON, attribute__in=[attribute for _subject, attribute in asked])
    return [
        row.id
        for row in near.only("id", "user_id", "subject", "attribute").order_by("-recorded_at")[:OTHERS]
        if any(
            row.attribute == attribute and marks.subject_key(row.subject).endswith(subject)
            for subject, attribute in asked
        )
    ]


def dated(rows: QuerySet[Memory], spans: Sequence[Span]) -> Scores:
    """Rows of the times a question names: how closely it is named, half of it where the matter was only told then."""
    scores: Scores = {}
    for span in spans:
        told = rows.filter(true_from=None, recorded_at__range=(span.start, span.end)).order_by("-importance")
        scores |= dict.fromkeys(told.values_list("id", flat=True)[:DATED], 0.5 * closeness(span))
    for span in spans:
        held = rows.filter(true_from__lte=span.end).annotate(over=Coalesce("true_until", "true_from"))
        inside = held.filter(over__gte=span.start).order_by("-importance", "-true_from")
        scores |= dict.fromkeys(inside.values_list("id", flat=True)[:DATED], closeness(span))
    return scores


def ahead(rows: QuerySet[Memory]) -> Scores:
    """The next plans, for a question about what is planned: what lies just outside the time it names is worth saying too."""
    plans = rows.filter(kind=Kind.PLAN, phase=Phase.AHEAD).order_by("true_from")
    return dict.fromkeys(plans.values_list("id", flat=True)[:PLANS], AHEAD)


def vector(user: User, rows: QuerySet[Memory], query: str, embed: Embed) -> Scores | None:
    """Cosine similarity, exact within the user, in standard deviations above unrelated statements of the same language.
    None when the embedder is away: the other lanes go on."""
    try:
        vectors, recipe = embed([query], "query")
        unrelated = background.against(vectors[0], recipe, embed)
    except LLMError:
        return None
    turned = vault.turn(user.id, vectors[0]).tolist()
    near = rows.filter(recipe=recipe, vector__isnull=False).annotate(far=CosineDistance("vector", turned))
    scores: Scores = {}
    for key, far, lang in near.order_by("far").values_list("id", "far", "lang")[:NEAREST]:
        mean, spread = unrelated.get(lang, unrelated["en"])
        scores[key] = (1 - far - mean) / spread
    return scores


def keyword(user: User, rows: QuerySet[Memory], query: str) -> Scores:
    """BM25 over keyed word ids. Every row with a query word is fetched, the newest MATCHING of them where a common word
    has more, so document frequencies are exact up to there."""
    wanted = list(dict.fromkeys(marks.keyword_ids(user.id, query)))
    if not wanted:
        return {}
    found = rows.filter(keywords__overlap=wanted).order_by("-recorded_at")
    matching = list(found.values_list("id", "keywords")[:MATCHING])
    if not matching:
        return {}
    size = Func("keywords", function="cardinality", output_field=IntegerField())
    whole = rows.aggregate(count=Count("id"), mean=Avg(size))
    return bm25(matching, wanted, int(whole["count"]), float(whole["mean"] or 1.0))


def bm25(
    matching: Sequence[tuple[UUID, Sequence[int]]],
    wanted: Sequence[int],
    count: int,
    mean_size: float,
    most: int = NEAREST,
) -> Scores:
    """Standard scores of the best matching rows among `count` rows of `mean_size` words on average; the others have 0."""
    corpus = Corpus(count, mean_size)
    scores = weighing.bm25(dict(matching), dict.fromkeys(wanted, 1.0), corpus)
    told = weighing.standard(scores, corpus)
    return {key: told[key] for key in heapq.nlargest(most, scores, key=lambda key: scores[key])}
