"""How an English rule table is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.candidates import USER, Operation
from memory.extraction.claims import Fact, Scene
from memory.extraction.en.subjects import Subject
from memory.extraction.en.words import proper
from memory.extraction.sentences import BLANK, Clause
from memory.policy import Kind

_TAIL = re.compile(
    r"(?:[\s,!.~]|\b(?:btw|tbh|too|though|lol|haha|please|now|actually|ok|okay|lately|these days|"
    r"at the moment|right now|honestly|anymore|ugh|thanks|you know|by the way|i guess|really|"
    r"so much|a lot|again|yay|for now)\b)+$",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:now|moved|switched|changed|new job|no longer|anymore|started|just|promoted|left|quit|"
    r"last (?:week|month|year))\b",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    r"^(?:no,? |actually|correction|wait|sorry|i meant|that's wrong|not quite)|\bi said it wrong|"
    r"\bpeople mix it up",
    re.IGNORECASE,
)
_SLOTS = frozenset({"name", "nickname", "city", "work_city", "job", "position", "employer", "school", "status",
                    "contact", "like", "diet", "hobby"})  # fmt: skip
_EMPTY = re.compile(
    r"(?:^|\s)(?:it|them|him|you|this|that)$|^(?:it|that|this|you|them|him|her|me|what|how|when|not|no|to|being|having)$",
    re.IGNORECASE,
)


SELF = (
    r"(?>\s*(?:(?:i'm|i've|we've|we're|i|we|am|are|have|been|just|recently|finally|also|then|so|only|still|really|actually|and|but|got)\b ?"
    r"|'m |'ve |'re |'s |has ){0,5})"
)
"""What may stand between a subject and its verb, or where the speaker left themself out. No stranger's name. Atomic: what it
took it keeps, or "i'm i'm i'm" would be tried in every division."""


@dataclass(frozen=True)
class Rule:
    """As in Chinese: `pattern` is matched where the predicate begins, its group `v` is the value."""

    attribute: str
    pattern: re.Pattern[str]
    polarity: int = 1
    who: str = "any"
    bare: bool = False
    search: bool = False
    kind: Kind | None = None
    operation: Operation | None = None
    longest: int = 48
    proper: bool = False
    """The value is a name or a place: everyday words are none, however they are written."""
    confidence: float = 0.9


def rule(attribute: str, pattern: str, **more: object) -> Rule:
    return Rule(attribute, re.compile(pattern, re.IGNORECASE), **more)  # type: ignore[arg-type]


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    if tail := _TAIL.search(text[start:end]):
        end = start + tail.start()
    return start, end


def operation(sentence: str, clause: str, attribute: str) -> Operation:
    if _CORRECTED.search(sentence.strip()):
        return Operation.CORRECT
    if attribute in _SLOTS and _CHANGED.search(clause):
        return Operation.CHANGE
    return Operation.STATE


def apply(
    rules: tuple[Rule, ...], subject: Subject, clause: Clause, sentence: str, scene: Scene
) -> Iterator[Fact]:
    """What the first matching rule of each attribute sees in the clause; a negative and a positive may both."""
    text = scene.line.text
    seen: set[tuple[str, int]] = set()
    for one in rules:
        if (one.attribute, one.polarity) in seen or not _fits(one, subject):
            continue
        if one.search:
            found = one.pattern.search(clause.text)
        else:
            found = one.pattern.match(clause.text, subject.at - clause.start)
        if not found or BLANK in found[0]:
            continue
        start, end = trimmed(text, *(clause.start + offset for offset in found.span("v")))
        value = text[start:end]
        if not value or len(value) > one.longest or _EMPTY.match(value) or (one.proper and not proper(value)):
            continue
        seen.add((one.attribute, one.polarity))
        yield Fact(
            subject.who, one.attribute, start, end, (clause.start, clause.end), one.polarity,
            one.operation or operation(sentence, clause.text, one.attribute), kind=one.kind,
            confidence=one.confidence if subject.explicit else one.confidence - 0.1,
            names=(value,) if one.attribute == "name" else (),
        )  # fmt: skip


def _fits(one: Rule, subject: Subject) -> bool:
    if one.who == "user" and subject.who != USER:
        return False
    if one.who in ("opening", "greeted", "endorsed", "ended"):
        return False
    if one.who == "other" and subject.who == USER:
        return False
    return subject.explicit or one.bare
