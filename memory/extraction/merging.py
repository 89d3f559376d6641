"""What rules and a model found in the same lines, joined by slot."""

from __future__ import annotations

from dataclasses import replace

from memory.candidates import Candidate
from memory.extraction.checking import folded
from memory.policy import Cardinality, cardinality

AGREED_MAX = 0.99
DISPUTED = 0.7
"""Factor on confidence where the two readings differ."""
_SAME = {"position": "job", "hobby": "like"}


def merge(rules: list[Candidate], model: list[Candidate]) -> list[Candidate]:
    """One list, rules first: the same claim once and surer, a disputed one once and less sure, and what only
    one side found as it is."""
    merged = _distinct(rules)
    for theirs in model:
        at = next((i for i, ours in enumerate(merged) if _agree(ours, theirs)), None)
        if at is not None:
            merged[at] = _joined(merged[at], theirs)
            continue
        disputed = next((i for i, ours in enumerate(merged) if _disagree(ours, theirs)), None)
        if disputed is not None:
            ours = merged[disputed]
            merged[disputed] = replace(ours, confidence=round(ours.confidence * DISPUTED, 3))
            continue
        merged.append(theirs)
    return merged


def _distinct(candidates: list[Candidate]) -> list[Candidate]:
    kept: list[Candidate] = []
    for one in candidates:
        if not any(_agree(one, other) and one.value == other.value for other in kept):
            kept.append(one)
    return kept


def _slot(one: Candidate) -> tuple[str, str]:
    return folded(one.subject), _SAME.get(one.attribute, one.attribute)


def _values_meet(a: Candidate, b: Candidate) -> bool:
    first, second = folded(a.value), folded(b.value)
    return first == second or (min(len(first), len(second)) > 1 and (first in second or second in first))


def _agree(a: Candidate, b: Candidate) -> bool:
    return _slot(a) == _slot(b) and a.polarity == b.polarity and _values_meet(a, b)


def _disagree(a: Candidate, b: Candidate) -> bool:
    """The same value with another verdict; or, in a slot for one value, another value from the same line."""
    if _slot(a) != _slot(b):
        return False
    if _values_meet(a, b):
        return a.polarity != b.polarity
    single = cardinality(a.kind, a.attribute) is Cardinality.ONE
    return single and a.line == b.line and a.polarity == b.polarity


def _joined(ours: Candidate, theirs: Candidate) -> Candidate:
    sure = 1 - (1 - ours.confidence) * (1 - theirs.confidence)
    return replace(
        ours,
        confidence=round(min(AGREED_MAX, sure), 3),
        origin="both" if ours.origin != theirs.origin else ours.origin,
        when=ours.when or theirs.when,
        importance=theirs.importance if ours.importance is None else ours.importance,
        names=tuple(dict.fromkeys((*ours.names, *theirs.names))),
    )
