"""The kinds of memory: what each may hold, how long it lives, and what may be done with it.

The one table behind judging, reconciliation, expiry, recall and the memory centre. Source: the product's
memory specification, kinds and numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum


class Kind(StrEnum):
    IDENTITY = "identity"
    PREFERENCE = "preference"
    PERSON = "person"
    EVENT = "event"
    PLAN = "plan"
    STATE = "state"
    THREAD = "thread"
    PROJECT = "project"
    SPECIAL = "special"
    BOUNDARY = "boundary"
    STYLE = "style"
    SUPPORT = "support"
    INSIGHT = "insight"
    MOMENT = "moment"
    REFERENCE = "reference"
    PROMISE = "promise"
    SELF = "self"


class Family(StrEnum):
    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"
    RELATIONSHIP = "relationship"
    SELF = "self"


class Cardinality(StrEnum):
    ONE = "one"  # one open row at (subject, attribute)
    MANY = "many"  # many values at (subject, attribute)


class Sensitivity(StrEnum):
    ORDINARY = "ordinary"
    PERSONAL = "personal"
    INTIMATE = "intimate"
    SPECIAL = "special"


class Use(StrEnum):
    """What a reply may do with a memory."""

    FREELY = "freely"
    RELEVANT = "relevant"
    IF_RAISED = "if_raised"
    SILENT = "silent"
    TONE = "tone"
    NEVER_RAISE = "never_raise"


@dataclass(frozen=True)
class Policy:
    """One row of the table. `lives` is None where a row ends only by change; `half_life` is in days on rank."""

    family: Family
    cardinality: Cardinality
    sensitivity: Sensitivity
    use: Use
    importance: float
    lives: timedelta | None = None
    half_life: int | None = None


LOW, MEDIUM, HIGH = 7, 30, 365

POLICY: dict[Kind, Policy] = {
    Kind.IDENTITY: Policy(Family.SEMANTIC, Cardinality.ONE, Sensitivity.PERSONAL, Use.FREELY, 0.9),
    Kind.PREFERENCE: Policy(
        Family.SEMANTIC, Cardinality.MANY, Sensitivity.ORDINARY, Use.FREELY, 0.6, half_life=HIGH
    ),
    Kind.PERSON: Policy(
        Family.SEMANTIC, Cardinality.ONE, Sensitivity.PERSONAL, Use.RELEVANT, 0.7, half_life=HIGH
    ),
    Kind.EVENT: Policy(
        Family.EPISODIC, Cardinality.MANY, Sensitivity.ORDINARY, Use.RELEVANT, 0.5, half_life=MEDIUM
    ),
    Kind.PLAN: Policy(Family.EPISODIC, Cardinality.MANY, Sensitivity.ORDINARY, Use.FREELY, 0.6),
    Kind.STATE: Policy(
        Family.EPISODIC,
        Cardinality.MANY,
        Sensitivity.INTIMATE,
        Use.TONE,
        0.4,
        lives=timedelta(days=14),
        half_life=LOW,
    ),
    Kind.THREAD: Policy(
        Family.SEMANTIC, Cardinality.MANY, Sensitivity.ORDINARY, Use.FREELY, 0.6, half_life=MEDIUM
    ),
    Kind.PROJECT: Policy(
        Family.SEMANTIC, Cardinality.ONE, Sensitivity.ORDINARY, Use.RELEVANT, 0.6, half_life=HIGH
    ),
    Kind.SPECIAL: Policy(Family.SEMANTIC, Cardinality.ONE, Sensitivity.SPECIAL, Use.IF_RAISED, 0.9),
    Kind.BOUNDARY: Policy(Family.PROCEDURAL, Cardinality.MANY, Sensitivity.PERSONAL, Use.SILENT, 1.0),
    Kind.STYLE: Policy(Family.PROCEDURAL, Cardinality.ONE, Sensitivity.ORDINARY, Use.SILENT, 0.9),
    Kind.SUPPORT: Policy(
        Family.PROCEDURAL,
        Cardinality.MANY,
        Sensitivity.INTIMATE,
        Use.TONE,
        0.6,
        lives=timedelta(days=180),
        half_life=HIGH,
    ),
    Kind.INSIGHT: Policy(
        Family.SEMANTIC,
        Cardinality.MANY,
        Sensitivity.INTIMATE,
        Use.TONE,
        0.5,
        lives=timedelta(days=90),
        half_life=MEDIUM,
    ),
    Kind.MOMENT: Policy(
        Family.RELATIONSHIP,
        Cardinality.MANY,
        Sensitivity.ORDINARY,
        Use.FREELY,
        0.6,
        lives=timedelta(days=730),
        half_life=HIGH,
    ),
    Kind.REFERENCE: Policy(Family.RELATIONSHIP, Cardinality.ONE, Sensitivity.PERSONAL, Use.FREELY, 0.8),
    Kind.PROMISE: Policy(Family.RELATIONSHIP, Cardinality.MANY, Sensitivity.ORDINARY, Use.FREELY, 0.9),
    Kind.SELF: Policy(Family.SELF, Cardinality.ONE, Sensitivity.ORDINARY, Use.RELEVANT, 0.5, half_life=HIGH),
}

PROOFS = {Kind.INSIGHT: 3, Kind.SUPPORT: 3, Kind.STYLE: 3, Kind.PREFERENCE: 3, Kind.THREAD: 2}
"""How many premises a conclusion of a kind needs; one for the others."""
PROOF_DAYS = {Kind.INSIGHT: 3, Kind.SUPPORT: 2, Kind.STYLE: 2, Kind.PREFERENCE: 2}
"""On how many different days at least."""

CONSENT_CLASSES = ("health", "belief", "sexuality", "money", "trauma")

SITTING_QUIET = timedelta(hours=6)
TURN_SETTLES = timedelta(seconds=90)
PASTED_OVER = 4_000
MESSAGE_MAX = 20_000
MANY_VALUED = frozenset(
    {
        "like",
        "hobby",
        "diet",
        "habit",
        "trait",
        "pet",
        "goal",
        "allergy",
        "health",
        "item_has",
        "note",
        "done",
        "rejected",
    }
)
"""Attributes that hold many values whatever their kind's cardinality."""


def cardinality(kind: Kind, attribute: str) -> Cardinality:
    """How many open values (subject, attribute) may hold."""
    return Cardinality.MANY if attribute in MANY_VALUED else POLICY[kind].cardinality
