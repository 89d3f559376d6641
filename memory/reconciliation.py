"""What a new claim does to what is known. By slot (subject, attribute), never by similarity. Pure.

Same value confirms; an explicit correction supersedes as an error; a dated change supersedes and keeps the past;
"just this once" leaves the rule alone; a bare different value conflicts and is asked about. Nothing is overwritten.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from memory.candidates import Candidate, Operation
from memory.keywords import fold, matter, words
from memory.policy import Cardinality, Kind, cardinality
from memory.states import OPEN_STATUSES, Phase


class Action(StrEnum):
    ADD = "add"
    CONFIRM = "confirm"
    CORRECT = "correct"
    CHANGE = "change"
    EXCEPTION = "exception"
    CONFLICT = "conflict"
    END = "end"
    HAPPENED = "happened"
    DROP = "drop"


@dataclass(frozen=True)
class Known:
    """An open row at the candidate's slot."""

    id: UUID
    kind: str
    value: str
    polarity: int
    status: str
    source: str
    true_from: datetime | None = None
    true_until: datetime | None = None
    phase: str = ""


@dataclass(frozen=True)
class Decision:
    """What to do, to which open rows, and why."""

    action: Action
    targets: tuple[UUID, ...] = ()
    reason: str = ""


PLACES = frozenset({"city", "work_city", "hometown", "employer", "school", "major", "place_live"})
"""Attributes where a longer and a shorter wording name the same thing (浙江杭州, 杭州)."""
PASSING = frozenset({"age", "height", "status", "education"})
"""Attributes whose new value is the world moving on, not a contradiction."""
AUTHORITY = {"set": 4, "stated": 4, "imported": 3, "summary": 2, "inferred": 1}
FACETS = {
    "length": r"短|长|简洁|详细|啰嗦|精简|short|brief|long|detail|concise",
    "advice": r"建议|意见|advice|suggest",
    "emoji": r"表情|emoji",
    "questions": r"提问|反问|别问|问题|question",
    "language": r"中文|英文|英语|chinese|english",
    "address": r"称呼|叫我|call me",
    "lists": r"列表|分点|markdown|bullet|list",
}


def facet(value: str) -> str | None:
    """Which side of the voice an instruction is about; two about the same side can't both hold."""
    lowered = value.lower()
    return next((name for name, pattern in FACETS.items() if re.search(pattern, lowered)), None)


def same_value(attribute: str, a: str, b: str) -> bool:
    left, right = fold(a), fold(b)
    if left == right:
        return True
    if attribute in PLACES and left and right:
        return left in right or right in left
    return False


def learnt_from_this(candidate: Candidate, behind: Sequence[Known]) -> bool:
    """Whether a claim was carried out before, by the rows at its slot that its own message stands behind."""
    ends = candidate.operation in (Operation.END, Operation.LIFT)
    if ends or (
        candidate.polarity < 0 and cardinality(candidate.kind, candidate.attribute) is Cardinality.ONE
    ):
        return any(row.status not in OPEN_STATUSES for row in behind)
    alike = [row for row in behind if row.polarity == candidate.polarity]
    if candidate.kind in (Kind.EVENT, Kind.PLAN):
        return any(_alike(row.value, candidate.value) for row in alike)
    return any(same_value(candidate.attribute, row.value, candidate.value) for row in alike)


def reconcile(candidate: Candidate, known: Sequence[Known]) -> Decision:
    """Decide by the open rows at the candidate's slot."""
    same = [row for row in known if same_value(candidate.attribute, row.value, candidate.value)]
    if candidate.operation is Operation.LIFT:
        return _lift(candidate, known)
    if candidate.kind in (Kind.EVENT, Kind.PLAN):
        return _dated(candidate, known)
    if candidate.kind is Kind.STYLE:
        return _instruction(candidate, known, same)
    if candidate.operation is Operation.EXCEPTION:
        return Decision(Action.EXCEPTION, tuple(row.id for row in known), "this_time_only")
    if candidate.operation is Operation.END and candidate.polarity < 0 and candidate.value:
        return _denied(candidate, same)
    if candidate.operation is Operation.END:
        ended = same or [row for row in known if not candidate.value]
        return _end(ended)
    if cardinality(candidate.kind, candidate.attribute) is Cardinality.MANY:
        return _many(candidate, same)
    return _one(candidate, known, same)


def _end(rows: Sequence[Known]) -> Decision:
    held = tuple(row.id for row in rows if row.polarity > 0)
    return Decision(Action.END, held, "no_longer") if held else Decision(Action.DROP, (), "denies_unknown")


def _lift(candidate: Candidate, known: Sequence[Known]) -> Decision:
    wanted = fold(candidate.value)
    hit = tuple(row.id for row in known if wanted in fold(row.value) or fold(row.value) in wanted)
    return Decision(Action.END, hit, "lifted") if hit else Decision(Action.DROP, (), "nothing_to_lift")


def _instruction(candidate: Candidate, known: Sequence[Known], same: Sequence[Known]) -> Decision:
    if same:
        return Decision(Action.CONFIRM, (same[0].id,), "said_again")
    side = facet(candidate.value)
    older = tuple(row.id for row in known if side and facet(row.value) == side)
    return Decision(Action.CHANGE, older, "newer_instruction") if older else Decision(Action.ADD, (), "new")


def _dated(candidate: Candidate, known: Sequence[Known]) -> Decision:
    """Events are many and dated: a second hospital stay is not the first. A plan told as done becomes an event; a plan
    with a new date has moved."""
    alike = [row for row in known if _alike(row.value, candidate.value)]
    plans = [row for row in alike if row.kind == Kind.PLAN]
    if candidate.kind is Kind.EVENT and not plans:
        plans = [row for row in known if _tells_outcome(candidate, row)]
    if candidate.kind is Kind.EVENT and plans:
        return Decision(Action.HAPPENED, tuple(row.id for row in plans), "plan_happened")
    if candidate.operation is Operation.END:
        return Decision(Action.END, tuple(row.id for row in plans), "cancelled") if plans else _end([])
    if candidate.kind is Kind.PLAN and plans:
        if candidate.when is None or _overlaps(plans[0], candidate):
            return Decision(Action.CONFIRM, (plans[0].id,), "said_again")
        return Decision(Action.CHANGE, tuple(row.id for row in plans), "moved")
    events = [row for row in alike if row.kind == candidate.kind and _overlaps(row, candidate)]
    if events:
        return Decision(Action.CONFIRM, (events[0].id,), "said_again")
    return Decision(Action.ADD, (), "new")


def _tells_outcome(candidate: Candidate, row: Known) -> bool:
    """Whether what happened is what was planned, in other words: 去新加坡开会, 新加坡的会开完了. Only where the plan's day
    has come, for a plan still ahead may share its words with much that happens."""
    if row.kind != Kind.PLAN or not (row.phase == Phase.UNCONFIRMED or _overlaps(row, candidate)):
        return False
    planned = matter(row.value)
    shared = planned & matter(candidate.value)
    return len(shared) >= 2 or (bool(shared) and len(shared) * 2 >= len(planned))


def _alike(a: str, b: str) -> bool:
    left, right = fold(a), fold(b)
    if not left or not right:
        return False
    if left in right or right in left:
        return True
    parts_left, parts_right = _parts(a), _parts(b)
    shared = len(parts_left & parts_right)
    return bool(shared) and shared / min(len(parts_left), len(parts_right)) >= 0.6


def _parts(text: str) -> set[str]:
    """What likeness is counted in: Latin words by stem (two dinners share most of their letters), else character pairs."""
    if text.isascii():
        return {word for word in words(text) if not word.startswith("~")} or {fold(text)}
    folded = fold(text)
    return {folded[i : i + 2] for i in range(max(1, len(folded) - 1))}


def _overlaps(row: Known, candidate: Candidate) -> bool:
    if candidate.when is None or row.true_from is None or row.true_until is None:
        return candidate.when is None and row.true_from is None
    return row.true_from <= candidate.when.end and candidate.when.start <= row.true_until


def _many(candidate: Candidate, same: Sequence[Known]) -> Decision:
    if not same:
        return Decision(Action.ADD, (), "new")
    agreeing = [row for row in same if row.polarity == candidate.polarity]
    if agreeing:
        return Decision(Action.CONFIRM, (agreeing[0].id,), "said_again")
    targets = tuple(row.id for row in same)
    if candidate.operation is Operation.CORRECT:
        return Decision(Action.CORRECT, targets, "corrected")
    if candidate.operation is Operation.CHANGE:
        return Decision(Action.CHANGE, targets, "changed")
    return Decision(Action.CONFLICT, targets, "different")


def _denied(candidate: Candidate, same: Sequence[Known]) -> Decision:
    """What is no longer so, or not so: it ends what was known; where nothing was, it is worth knowing by itself (不当老师了),
    unless it only takes back a slip of the tongue."""
    held = [row for row in same if row.polarity > 0]
    if held:
        return _end(held)
    if same:
        return Decision(Action.CONFIRM, (same[0].id,), "said_again")
    if candidate.operation is Operation.CORRECT:
        return Decision(Action.DROP, (), "denies_unknown")
    return Decision(Action.ADD, (), "new")


def _one(candidate: Candidate, known: Sequence[Known], same: Sequence[Known]) -> Decision:
    if candidate.polarity < 0:
        return _denied(candidate, same)
    positive = [row for row in known if row.polarity > 0]
    again = [row for row in same if row.polarity > 0]
    settles = len(positive) > 1 and candidate.operation in (Operation.CORRECT, Operation.CHANGE)
    if again and not settles:
        return Decision(Action.CONFIRM, (again[0].id,), "said_again")
    if not positive:
        return Decision(Action.ADD, (), "new")
    targets = tuple(row.id for row in positive)
    if candidate.operation is Operation.CORRECT:
        return Decision(Action.CORRECT, targets, "corrected")
    if (
        candidate.operation is Operation.CHANGE
        or candidate.attribute in PASSING
        or candidate.kind is Kind.PROJECT
    ):
        return Decision(Action.CHANGE, targets, "changed")
    if all(AUTHORITY[row.source] < AUTHORITY["stated"] for row in positive):
        return Decision(Action.CORRECT, targets, "higher_authority")
    return Decision(Action.CONFLICT, targets, "different")
