"""Of whom an English clause speaks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.candidates import USER
from memory.extraction.claims import Fact, Scene
from memory.extraction.en.words import COMMON, KIN, PETS
from memory.extraction.sentences import Clause

_ADJ = r"(?:(?:little|big|older|younger|elder|eldest|youngest|oldest|twin|baby|best|old|new|late|kid|middle|only) )?"
NAME = r"[A-Z][a-zé'-]+(?: [A-Z][a-zé'-]+)?"
_LEAD = re.compile(
    r"(?:(?:ok|okay|well|so|and|but|oh|yeah|yes|yep|hiya|heya|howdy|hey|hi|hello|yo|btw|also|actually|honestly|anyway|omg|ugh|aw|nah|"
    r"tbh|hmm|um|look|listen|no|wait|sorry|correction|plus|lol|now|currently|nowadays|these days|fun fact|update|guess what|good news|bad news|great news|"
    r"by the way|to be honest|to be fair|tbf|fyi|apparently not|because|since|though|as you know|you know|no joke|for the record)\b"
    r"|[,:!\s])+",
    re.IGNORECASE,
)
_OWNED = re.compile(
    rf"(?:my|our) (?P<rel>{_ADJ}(?:{KIN}|{PETS}))\b(?!-)(?:'s (?P<of>{_ADJ}(?:{KIN}|"
    rf"{PETS}))\b)?(?:,? (?P<name>(?-i:{NAME}))(?=\b)"
    r"|,? (?P<low>[a-z]{2,10})(?= (?:is|lives|works|has|loves|hates|turned|turns|got|moved|was|just (?:got|had|turned|moved|started))\b))?,?",
    re.IGNORECASE,
)
_NO_NAME = COMMON | frozenset(["who", "which", "that", "always", "apparently", "usually", "or"])  # fmt: skip
_PRONOUN = re.compile(r"(?:he|she|it|they)\b", re.IGNORECASE)
_POSSESSIVE = re.compile(rf"(?:his|her|its|their) (?P<rel>{KIN}|{PETS})\b", re.IGNORECASE)
_I = re.compile(
    rf"(?:me and (?:my )?(?:{KIN}|\w+)|my (?:{_ADJ}(?:{KIN})|\w+)(?: (?-i:{NAME}))? and (?:i|me)|i|we)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(rf"my (?:{_ADJ}(?:{KIN})|\w+)(?: (?-i:{NAME}))? and (?:i|me)\b", re.IGNORECASE)
_IS_MINE = re.compile(rf"(?P<name>{NAME}) is (?:my|our) (?P<rel>{_ADJ}(?:{KIN}|{PETS}))\b")
_NOBODY = re.compile(
    r"(?:you|your|here|the|this|that|these|those|there|someone|somebody|people|everyone|everybody|who|nobody|some)\b",
    re.IGNORECASE,
)
_GONE = re.compile(r"\b(?:died|passed|dead|put down|put to sleep|used to)\b", re.IGNORECASE)
"""An animal one no longer has."""
_NOT_NAMES = frozenset(
    ["I", "Is", "Has", "Was", "Will", "Just", "The", "And", "But", "Says", "On", "In", "At", "Monday", "Tuesday",
     "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
)  # fmt: skip


@dataclass(frozen=True)
class Subject:
    """`who` is USER, a relation or a name; `at` is where the predicate begins in the line. `explicit` says that
    the clause names its subject."""

    who: str
    at: int
    explicit: bool


def resolve(clause: Clause, scene: Scene, facts: list[Fact]) -> Subject | None:
    """The subject of `clause`, or None where it is someone unknown. Appends what the subject's own words
    state (a name beside the relation, a pet)."""
    text = clause.text
    opening = _LEAD.match(text)
    skip = opening.end() if opening and opening.end() < len(text) else 0
    rest, at = text[skip:], clause.start + skip
    if found := _IS_MINE.match(rest):
        scene.person = found["name"]
        scene.named[found["name"]] = found["rel"]
        start, end = found.span("rel")
        facts.append(
            Fact(found["name"], "relation", at + start, at + end, (at, clause.end), names=(found["name"],))
        )
        return Subject(found["name"], at + found.end(), True)
    if found := _BOTH.match(rest):
        return Subject(USER, at + found.end(), True)
    if found := _OWNED.match(rest):
        return _owned(found, at, clause, scene, facts)
    for name in (*scene.named, *scene.known):
        if name and re.match(re.escape(name) + r"\b", rest):
            scene.person = name
            return Subject(name, at + len(name), True)
    return _pronoun(rest, at, scene)


def _pronoun(rest: str, at: int, scene: Scene) -> Subject | None:
    if found := _POSSESSIVE.match(rest):
        return Subject(f"{scene.person}'s {found['rel']}", at + found.end(), True) if scene.person else None
    if found := _PRONOUN.match(rest):
        return Subject(scene.person, at + found.end(), True) if scene.person else None
    if found := _I.match(rest):
        scene.person = None
        return Subject(USER, at + found.end(), True)
    return None if _NOBODY.match(rest) else Subject(USER, at, False)


def _owned(found: re.Match[str], at: int, clause: Clause, scene: Scene, facts: list[Fact]) -> Subject:
    word = found["rel"].lower()
    who = word
    if found["of"]:
        who = f"{word}'s {found['of'].lower()}"
    scene.person = who
    end, group = found.end(), "name" if found["name"] else "low"
    name = found[group]
    known = bool(name) and (
        name.split()[0] not in _NOT_NAMES if group == "name" else name.lower() not in _NO_NAME
    )
    if known:
        start, stop = found.span(group)
        facts.append(Fact(who, "name", at + start, at + stop, (at, clause.end), names=(name,)))
    elif name:
        end = found.start(group) - 1
    kind = re.search(rf"(?:{PETS})$", word)
    if kind and not found["of"] and not _GONE.search(clause.text):
        start = at + found.start("rel") + kind.start()
        facts.append(Fact(USER, "pet", start, start + len(kind[0]), (at, clause.end)))
    return Subject(who, at + end, True)
