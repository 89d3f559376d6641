"""What repeats: the same matter and the same feeling, the same thing done again, the same wish for how to talk. Pure.

Proof is counted in the user's own messages on different days. One refusal is no trait, and no feeling is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from uuid import UUID

from memory.candidates import USER
from memory.dreaming.ideas import Idea
from memory.dreaming.material import Material, Row
from memory.dreaming.shared import common_words, commonest
from memory.keywords import fold
from memory.policy import PROOF_DAYS, PROOFS, Kind
from memory.reconciliation import facet
from memory.states import DreamOperation, RelationKind, Status

FELT_FROM = 0.2
"""A feeling weaker than this is none."""
CONVERSATIONS = 3
_DUTY = re.compile(
    r"加班|开会|会议|面试|医院|住院|生病|发烧|手术|考试|复习|吵|出差|上班|下班|值班|看病|吃药|打针|写论文|交稿|堵车|失眠|迟到|体检|分手|"
    r"\b(?:work|meeting|interview|hospital|doctor|exam|overtime|shift|fight|fought|argued|dentist|surgery|sick|late|deadline|commute|appointment)\b",
    re.IGNORECASE,
)
SAID = {
    "zh": {"insight": "说到{matter}，你常常觉得{mood}", "preference": "你好像喜欢{matter}"},
    "en": {
        "insight": "When it comes to {matter}, you often feel {mood}",
        "preference": "You seem to like {matter}",
    },
}


def insights(material: Material) -> list[Idea]:
    """The same matter with the same feeling, three times on three days."""
    pairs = list(_felt(material))
    found = []
    for lang in ("zh", "en"):
        for low in (True, False):
            mine = [
                (event, state) for event, state in pairs if event.lang == lang and (state.valence < 0) == low
            ]
            found += _insights(mine, lang)
    return found


def _felt(material: Material) -> Iterable[tuple[Row, Row]]:
    """What happened with what was felt in it, where both stand on the user's own words."""
    for event, tie in material.tied(RelationKind.FELT):
        state = material.by_id.get(tie.end) if tie.end else None
        if state is not None and event.days and state.days and abs(state.valence) >= FELT_FROM:
            yield event, state


def _insights(pairs: Sequence[tuple[Row, Row]], lang: str) -> list[Idea]:
    found = []
    least = PROOFS[Kind.INSIGHT]
    for matter, numbers in common_words([event.value for event, _state in pairs], lang, least):
        here = [pairs[number] for number in numbers]
        if len(_days(event for event, _state in here)) < PROOF_DAYS[Kind.INSIGHT]:
            continue
        mood = commonest([state.value for _event, state in here])
        found.append(
            Idea(
                DreamOperation.INSIGHT, "same_feeling", _ids(row for pair in here for row in pair), Kind.INSIGHT, USER,
                "insight", f"{matter}：{mood}" if lang == "zh" else f"{matter}: {mood}",
                SAID[lang]["insight"].format(matter=matter, mood=mood), lang=lang,
                confidence=min(0.85, 0.5 + 0.05 * len(here)), weight=2.0 + len(here) / 10,
            )
        )  # fmt: skip
    return found


def preferences(material: Material) -> list[Idea]:
    """The same thing done in three conversations on two days, that is no duty and hurt nobody."""
    hurt = {event.id for event, state in _felt(material) if state.valence < 0}
    done = [
        row
        for row in material.rows
        if row.kind is Kind.EVENT
        and row.subject == USER
        and row.polarity > 0
        and row.id not in hurt
        and row.valence > -FELT_FROM
        and not _DUTY.search(row.statement)
    ]
    known = [
        fold(row.value)
        for row in material.rows
        if row.kind is Kind.PREFERENCE and row.status != Status.EXPIRED
    ]
    found = []
    for lang in ("zh", "en"):
        rows = [row for row in done if row.lang == lang]
        for matter, numbers in common_words([row.value for row in rows], lang, PROOFS[Kind.PREFERENCE]):
            here = [rows[number] for number in numbers]
            talks = frozenset().union(*(row.conversations for row in here))
            if len(_days(here)) < PROOF_DAYS[Kind.PREFERENCE] or len(talks) < CONVERSATIONS:
                continue
            if any(fold(matter) in value or value in fold(matter) for value in known):
                continue
            found.append(
                Idea(
                    DreamOperation.PREFERENCE, "done_again", _ids(here), Kind.PREFERENCE, USER, "hobby", matter,
                    SAID[lang]["preference"].format(matter=matter), lang=lang, confidence=0.6, weight=1.5,
                )
            )  # fmt: skip
    return found


def styles(material: Material) -> list[Idea]:
    """The same wish for how to talk, made for the moment three times on two days. An instruction of the user's own always
    wins."""
    told = {facet(row.value) for row in material.open(Kind.STYLE)}
    wishes: dict[tuple[str, str], list[Row]] = {}
    for row in material.rows:
        side = facet(row.value) if row.kind is Kind.STATE and row.attribute == "style" else None
        if side and side not in told:
            wishes.setdefault((side, row.lang), []).append(row)
    found = []
    for (_side, lang), rows in wishes.items():
        if len(rows) < PROOFS[Kind.STYLE] or len(_days(rows)) < PROOF_DAYS[Kind.STYLE]:
            continue
        wish = commonest([row.value for row in rows])
        said = f"你好像希望这样交流：{wish}" if lang == "zh" else f"You seem to wish for this: {wish}"
        found.append(
            Idea(
                DreamOperation.STYLE, "wished_again", _ids(rows), Kind.STYLE, USER, "style", wish, said, lang=lang,
                weight=1.8,
            )
        )  # fmt: skip
    return found


def _days(rows: Iterable[Row]) -> set[object]:
    return {day for row in rows if (day := row.day) is not None}


def _ids(rows: Iterable[Row]) -> tuple[UUID, ...]:
    return tuple(dict.fromkeys(row.id for row in rows))
