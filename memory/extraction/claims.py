"""From a match to a candidate: kind, consent class and a clean statement by attribute."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
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


_HYPHENED = re.compile(r"-[A-Za-z]+(?:-[A-Za-z]+)*(?: [a-z]+)?")
_HOW_OFTEN = re.compile(
    r"(?:每(?:天|晚|周[一二三四五六日末]?|个?周末|个?月|年)|天天)(?:早上|晚上|中午|睡前)?都?$"
)
_FIRMS = frozenset(
    [
        "apple",
        "google",
        "amazon",
        "microsoft",
        "meta",
        "facebook",
        "netflix",
        "tesla",
        "ibm",
        "oracle",
        "intel",
        "nvidia",
        "uber",
        "tesco",
        "asda",
        "aldi",
        "bbc",
        "nhs",
    ]
)


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


def _whole(fact: Fact, text: str) -> Fact:
    """A value ends where its word does: Ella, not Ella's; third-grade maths, not third. A firm is worked for, not lived in."""
    value = text[fact.start : fact.end]
    if fact.attribute == "name" and value.endswith(("'s", "’s")):
        fact = replace(fact, end=fact.end - 2, names=())
    elif value[-1:].isascii() and (more := _HYPHENED.match(text, fact.end)):
        fact = replace(fact, end=more.end())
    if fact.attribute == "city" and value.strip().casefold() in _FIRMS:
        fact = replace(fact, attribute="employer")
    return fact


def _often(fact: Fact, text: str, value: str) -> str:
    """A habit with how often it is: 每周三晚上打羽毛球."""
    found = (
        _HOW_OFTEN.search(text[max(0, fact.start - 8) : fact.start]) if fact.attribute == "habit" else None
    )
    if found is None or fact.subject != USER or fact.polarity < 0:
        return ""
    return f"你有个习惯：{found[0].rstrip('都')}{value.replace('我', '你')}"


def _former(fact: Fact, lang: str, value: str) -> str:
    """What one used to like is no dislike: 以前喜欢吃火锅，现在不怎么吃了."""
    if fact.attribute not in ("like", "hobby") or fact.polarity > 0 or fact.operation is not Operation.CHANGE:
        return ""
    if fact.subject != USER:
        return ""
    return f"你以前喜欢{value}，现在不了" if lang == "zh" else f"You used to like {value}, but not any more"


def candidate(fact: Fact, scene: Scene) -> Candidate:
    """The candidate that `fact` makes of the scene's line."""
    text = scene.line.text
    fact = _whole(fact, text)
    value = text[fact.start : fact.end].strip()
    kind = fact.kind or KINDS[fact.attribute]
    of_thing = fact.attribute.startswith(("item_", "place_"))
    if fact.subject != USER and fact.kind is None and kind not in _KEPT_KINDS and not of_thing:
        kind = Kind.PERSON
    lift = fact.operation is Operation.LIFT
    said = (
        fact.said
        or _former(fact, scene.lang, value)
        or _often(fact, text, value)
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
