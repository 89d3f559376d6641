"""From a match to a candidate: kind, consent class and a clean statement by attribute."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from memory.candidates import USER, Candidate, Line, Operation, Span
from memory.extraction import statements
from memory.policy import Kind

KINDS: dict[str, Kind] = {
    **dict.fromkeys(
        ["name", "nickname", "gender", "birthday", "age", "height", "contact", "status", "city", "work_city",
         "hometown", "job", "position", "employer", "education", "school", "major", "relation", "place_live"],
        Kind.IDENTITY,
    ),
    **dict.fromkeys(["hobby", "like", "trait", "habit", "diet", "allergy", "item_has", "item_view", "item_con",
                     "place_view", "place_con", "place_kind"],
                    Kind.PREFERENCE),
    "pet": Kind.PERSON, "health": Kind.SPECIAL, "belief": Kind.SPECIAL, "sexuality": Kind.SPECIAL,
    "money": Kind.SPECIAL, "trauma": Kind.SPECIAL, "mood": Kind.STATE, "goal": Kind.THREAD,
    "promise": Kind.PROMISE, "boundary": Kind.BOUNDARY, "style": Kind.STYLE,
    **dict.fromkeys(["event_what", "event_when", "event_where", "event_scale", "event_length", "event_main",
                     "place_visit"], Kind.EVENT),
}  # fmt: skip
CONSENT = {
    "health": "health",
    "belief": "belief",
    "sexuality": "sexuality",
    "money": "money",
    "trauma": "trauma",
}
"""Attributes that need consent, and its class. An event beside one would keep it without asking."""
_KEPT_KINDS = (Kind.SPECIAL, Kind.EVENT)


@dataclass(frozen=True)
class Fact:
    """What a rule saw, before it is tied to a line: offsets of the value and of the words it stands on."""

    subject: str
    attribute: str
    start: int
    end: int
    quote: tuple[int, int]
    polarity: int = 1
    operation: Operation = Operation.STATE
    kind: Kind | None = None
    when: Span | None = None
    sitting_only: bool = False
    confidence: float = 0.9
    names: tuple[str, ...] = ()
    said: str = ""
    """The statement, where the attribute's own pattern does not fit."""


@dataclass
class Scene:
    """One line being read. `person` is who was last spoken of; `named` maps a given name to its relation."""

    line: Line
    lang: str
    now: datetime
    """The line's time in the user's zone."""
    known: tuple[str, ...] = ()
    person: str | None = None
    named: dict[str, str] = field(default_factory=dict)
    kin: dict[str, str] = field(default_factory=dict)
    """Names known before this line, each with the word for whose it is: what is said of 豆豆 is said of the cat."""


def candidate(fact: Fact, scene: Scene) -> Candidate:
    """The candidate that `fact` makes of the scene's line."""
    text = scene.line.text
    value = text[fact.start : fact.end].strip()
    kind = fact.kind or KINDS[fact.attribute]
    of_thing = fact.attribute.startswith(("item_", "place_"))
    if fact.subject != USER and fact.kind is None and kind not in _KEPT_KINDS and not of_thing:
        kind = Kind.PERSON
    lift = fact.operation is Operation.LIFT
    said = (
        fact.said
        or (statements.lifted(scene.lang, value) if lift else "")
        or statements.statement(
            scene.lang, statements.Words(fact.subject, fact.attribute, value, fact.polarity, fact.when, kind)
        )
    )
    return Candidate(
        kind=kind,
        subject=fact.subject,
        attribute=fact.attribute,
        value=value,
        statement=said,
        lang=scene.lang,
        line=scene.line.id,
        quote=text[fact.quote[0] : fact.quote[1]].strip(),
        polarity=fact.polarity,
        speaker=scene.line.speaker,
        operation=fact.operation,
        confidence=fact.confidence,
        when=fact.when,
        sitting_only=fact.sitting_only,
        names=fact.names,
        consent=CONSENT.get(fact.attribute) if kind is Kind.SPECIAL else None,
    )
