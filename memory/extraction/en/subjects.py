"""Of whom an English clause speaks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.candidates import USER
from memory.extraction.claims import Fact, Scene
from memory.extraction.sentences import Clause

KIN = (
    "mother in law|father in law|sister in law|brother in law|mother-in-law|father-in-law|"
    "sister-in-law|brother-in-law|daughter-in-law|son-in-law|stepmother|"
    "stepfather|stepmom|stepdad|stepmum|stepsister|stepbrother|grandmother|grandfather|grandma|"
    "grandpa|granny|gran|nana|"
    "mother|father|mom|mum|mommy|mummy|dad|daddy|parents|sister|brother|twin|son|daughter|baby|"
    "kid|kids|niece|nephew|aunt|"
    "uncle|cousin|wife|husband|girlfriend|boyfriend|partner|fiancée|fiancé|fiancee|fiance|ex|"
    "ex-wife|ex-husband|best friend|"
    "friend|roommate|housemate|flatmate|coworker|co-worker|colleague|boss|manager|teacher|"
    "therapist|neighbor|neighbour|"
    "landlord|coach|mentor|classmate|godmother|godfather|godson|goddaughter|grandson|granddaughter"
)
PETS = (
    "cat|kitten|dog|puppy|pup|tortoise|turtle|rabbit|bunny|hamster|guinea pig|parrot|budgie|"
    "horse|pony|lizard|gecko|snake|goldfish|fish|ferret|bird|chicken"
)
_ADJ = r"(?:(?:little|big|older|younger|elder|eldest|youngest|oldest|twin|baby|best|old|new|late) )?"
NAME = r"[A-Z][a-zé'’-]+(?: [A-Z][a-zé'’-]+)?"
_LEAD = re.compile(
    r"(?:(?:ok|okay|well|so|and|but|oh|yeah|yes|hey|hi|hello|btw|also|actually|honestly|anyway|"
    r"tbh|hmm|um|look|listen|no|wait|sorry|correction|so|"
    r"by the way|to be honest|fun fact|fyi|apparently not|because|since|though|guess what)\b[,:!]?\s*)+",
    re.IGNORECASE,
)
_OWNED = re.compile(
    rf"(?:my|our) (?P<rel>{_ADJ}(?:{KIN}|{PETS}))\b(?!-)(?:['’]s (?P<of>{_ADJ}(?:{KIN}|"
    rf"{PETS}))\b)?(?:,? (?P<name>(?-i:{NAME}))(?=\b))?,?",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"(?:he|she|it|they)\b", re.IGNORECASE)
_POSSESSIVE = re.compile(rf"(?:his|her|its|their) (?P<rel>{KIN}|{PETS})\b", re.IGNORECASE)
_I = re.compile(r"(?:i|we|me and \w+|my \w+ and i)\b", re.IGNORECASE)
_IS_MINE = re.compile(rf"(?P<name>{NAME}) is (?:my|our) (?P<rel>{_ADJ}(?:{KIN}|{PETS}))\b")
_NOT_NAMES = frozenset(
    [
        "I",
        "Is",
        "Has",
        "Was",
        "Will",
        "Just",
        "The",
        "And",
        "But",
        "Says",
        "On",
        "In",
        "At",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ]
)


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
    if re.match(r"my \w+ and i\b", rest, re.IGNORECASE):
        return Subject(USER, at + _I.match(rest).end(), True)  # type: ignore[union-attr]
    if found := _OWNED.match(rest):
        return _owned(found, at, clause, scene, facts)
    for name in (*scene.named, *scene.known):
        if name and re.match(re.escape(name) + r"\b", rest):
            scene.person = name
            return Subject(name, at + len(name), True)
    if found := _POSSESSIVE.match(rest):
        return Subject(f"{scene.person}'s {found['rel']}", at + found.end(), True) if scene.person else None
    if found := _PRONOUN.match(rest):
        return Subject(scene.person, at + found.end(), True) if scene.person else None
    if found := _I.match(rest):
        scene.person = None
        return Subject(USER, at + found.end(), True)
    if re.match(
        r"(?:you|your|the|this|that|these|those|there|someone|people|everyone|who)\b", rest, re.IGNORECASE
    ):
        return None
    return Subject(USER, at, False)


def _owned(found: re.Match[str], at: int, clause: Clause, scene: Scene, facts: list[Fact]) -> Subject:
    word = found["rel"].lower()
    who = word
    if found["of"]:
        who = f"{word}'s {found['of'].lower()}"
    scene.person = who
    end = found.end()
    name = found["name"]
    if name and name.split()[0] not in _NOT_NAMES:
        start, stop = found.span("name")
        facts.append(Fact(who, "name", at + start, at + stop, (at, clause.end), names=(name,)))
    elif name:
        end = found.start("name") - 1
    kind = re.search(rf"(?:{PETS})$", word)
    if kind and not found["of"]:
        start = at + found.start("rel") + kind.start()
        facts.append(Fact(USER, "pet", start, start + len(kind[0]), (at, clause.end)))
    return Subject(who, at + end, True)
