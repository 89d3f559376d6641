"""Near-duplicates, conclusions that gain or lose ground, and ties that only show over time. Pure.

Merging is for wordings of the same thing. Anything in one wording that the other lacks, and that is no filler, tells two
things apart: a number, a name, a kind of coffee.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from memory.dreaming.ideas import Idea
from memory.dreaming.material import Material, Row
from memory.dreaming.patterns import FELT_FROM
from memory.keywords import fold, matter, normalise, stem
from memory.marks import subject_key
from memory.policy import Kind
from memory.states import DreamOperation, RelationKind, Status
from memory.understanding.relations import painful, shuns

MERGED = (Kind.PREFERENCE, Kind.PERSON, Kind.THREAD, Kind.IDENTITY)
GROWS, SHRINKS, FLOOR, CEILING = 0.08, 0.15, 0.35, 0.9
_FILLERS_ZH = re.compile(
    r"非常|特别|真的|超级|比较|一直|经常|平时|有时|最近|还是|就是|自己|去|吃|喝|看|玩|听|做|打|很|超|最|挺|都|也|的|了|着|和我|啊|呢|吧|呀"
)
_FILLERS_EN = frozenset(
    [
        "a",
        "an",
        "the",
        "my",
        "your",
        "some",
        "really",
        "very",
        "so",
        "quite",
        "just",
        "always",
        "often",
        "usually",
        "sometimes",
        "go",
        "going",
        "do",
        "doing",
        "to",
        "of",
        "lots",
        "lot",
    ]
)
_TELLING = re.compile(
    r"\d|[零一二三四五六七八九十百千两]|不|没|无|非|\bnot?\b|n't\b|\bnever\b", re.IGNORECASE
)


def core(value: str) -> str:
    """What is left of a wording without its fillers, for comparing: in English the stems in order."""
    plain = normalise(value)
    if plain.isascii():
        return " ".join(stem(word) for word in re.findall(r"[a-z0-9']+", plain) if word not in _FILLERS_EN)
    return fold(_FILLERS_ZH.sub("", plain))


def same_thing(a: str, b: str) -> bool:
    """Whether two wordings name the same thing. Where one holds a number or a denial that the other lacks, never."""
    if fold(a) == fold(b):
        return True
    if sorted(_TELLING.findall(normalise(a))) != sorted(_TELLING.findall(normalise(b))):
        return False
    left, right = core(a), core(b)
    return bool(left) and len(left) > 1 and left == right


def merges(material: Material) -> list[Idea]:
    """Groups of open rows at one address that say the same in other words."""
    groups: dict[tuple[str, str, str, int, str], list[Row]] = {}
    for row in material.open(*MERGED):
        if row.status == Status.CURRENT and not row.exempt and row.source != "inferred":
            key = (row.kind, subject_key(row.subject), row.attribute, row.polarity, row.lang)
            groups.setdefault(key, []).append(row)
    found = []
    for rows in groups.values():
        taken: set[UUID] = set()
        for row in rows:
            same = [other for other in rows if other.id not in taken and same_thing(row.value, other.value)]
            if row.id in taken or len(same) < 2:
                continue
            taken |= {other.id for other in same}
            best = max(
                same, key=lambda one: (len(one.messages), len(one.value), -one.recorded_at.timestamp())
            )
            premises = (best.id, *(other.id for other in same if other.id != best.id))
            found.append(
                Idea(
                    DreamOperation.MERGE, "said_twice", premises, best.kind, best.subject, best.attribute, best.value,
                    best.statement, best.polarity, best.lang, max(one.confidence for one in same), weight=1.0,
                )
            )  # fmt: skip
    return found


def convictions(material: Material) -> list[Idea]:
    """Insights that new feelings bear out gain; those that new feelings contradict lose, and expire below the floor."""
    felt = [
        (event, state)
        for event, tie in material.tied(RelationKind.FELT)
        if (state := material.by_id.get(tie.end) if tie.end else None) is not None
        and abs(state.valence) >= FELT_FROM
    ]
    found = []
    for insight in material.open(Kind.INSIGHT):
        if insight.exempt:
            continue
        about, low = _about(insight)
        new = [
            (event, state)
            for event, state in felt
            if about and about in normalise(event.value) and event.recorded_at > since(material, insight)
        ]
        agree = [event.id for event, state in new if (state.valence < 0) == low]
        against = [event.id for event, state in new if (state.valence < 0) != low]
        if len(against) > len(agree):
            found.append(_shift(insight, DreamOperation.WEAKEN, "contradicted", against, -SHRINKS))
        elif len(agree) > len(against) and insight.confidence < CEILING:
            found.append(_shift(insight, DreamOperation.STRENGTHEN, "borne_out", agree, GROWS))
    return found


def since(material: Material, row: Row) -> datetime:
    """From when on evidence is new for a conclusion: it counts in one dream, not in each."""
    return max(row.recorded_at, material.since or row.recorded_at)


def _about(insight: Row) -> tuple[str, bool]:
    """The matter of an insight and whether its feeling is a low one."""
    about, _colon, _mood = insight.value.replace("：", ":").partition(":")
    return normalise(about.strip()), insight.valence < 0


def _shift(row: Row, operation: DreamOperation, reason: str, proofs: Sequence[UUID], by: float) -> Idea:
    return Idea(
        operation, reason, (row.id, *proofs), lang=row.lang,
        confidence=round(max(0.0, min(CEILING, row.confidence + by)), 3), weight=1.6,
    )  # fmt: skip


def bonds(material: Material) -> list[Idea]:
    """A limit or dislike, and the hurt that explains it: told at other times, about the same matter or the same person."""
    known = {(tie.start, tie.end) for tie in material.ties if tie.kind == RelationKind.BECAUSE}
    people: dict[UUID, set[UUID]] = {}
    for tie in material.ties:
        if tie.entity:
            people.setdefault(tie.start, set()).add(tie.entity)
    shunned = [row for row in material.open(Kind.BOUNDARY, Kind.PREFERENCE) if shuns(row.kind, row.polarity)]
    hurts = [row for row in material.open(Kind.EVENT) if painful(row.statement) and row.days]
    found = []
    for row in shunned:
        for hurt in hurts:
            near = matter(row.value) & matter(hurt.value) or people.get(row.id, set()) & people.get(
                hurt.id, set()
            )
            if near and (row.id, hurt.id) not in known:
                found.append(
                    Idea(DreamOperation.RELATE, "explains_it", (row.id, hurt.id), lang=row.lang, weight=0.8)
                )
    return found
