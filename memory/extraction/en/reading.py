"""Reading an English line, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.candidates import USER
from memory.extraction.claims import CONSENT, Fact, Scene
from memory.extraction.en import events, facts, limits
from memory.extraction.en.subjects import KIN, PETS, Subject, resolve
from memory.extraction.en.table import apply
from memory.extraction.refusals import endorsed, sentence_refusal
from memory.extraction.sentences import BLANK, Clause, Sentence, sentences
from memory.when import Found, find

_ENDORSED = tuple(replace(r, who="any") for r in facts.TASTES if r.who == "endorsed")
_TABLES = (facts.IDENTITY, facts.BODY, facts.AIMS, tuple(r for r in facts.TASTES if r.who != "endorsed"))
_HAVE_KIN = re.compile(
    rf"\b(?:i|we)(?: have|'ve got) an? ((?:\w+ )?(?:{KIN})) (?:called|named)\b", re.IGNORECASE
)
_GREETING = re.compile(r"(?:hi|hello|hey|good (?:morning|evening|afternoon))\b", re.IGNORECASE)
_GREETED = tuple(replace(r, who="user") for r in facts.IDENTITY if r.who == "greeted")
_OPENING = tuple(replace(r, who="user") for r in facts.IDENTITY if r.who == "opening")
_ASKED_FOR = re.compile(
    r"(?:ok|okay|please|alright|yeah|thanks)$|^(?:can|could|would) you|^please", re.IGNORECASE
)
_AND = re.compile(r"\s+and\s+(?=(?:i|we|my|he|she)\b)", re.IGNORECASE)
_KIDS = re.compile(r"\b(?P<n>[A-Z][a-z]+) is (?P<v>\d{1,2})\b")
_CHILDREN = re.compile(
    r"\b(?:i've got|i have|we have|we've got) (?:\w+ )?(?P<rel>kids|children|sons|daughters|boys|"
    r"girls|cats|dogs)\b", re.IGNORECASE)  # fmt: skip


def read(scene: Scene) -> Iterator[Fact]:
    """The facts that a user's line states, in order."""
    text = scene.line.text
    times: list[Found] | None = None
    for sentence in sentences(text, "en"):
        if refused := sentence_refusal(sentence, "en"):
            if refused == "question" and _ASKED_FOR.search(sentence.text.strip(" ,")):
                for clause in sentence.clauses:
                    yield from limits.read(sentence, clause, scene)
            continue
        if endorsed(sentence, "en"):
            for clause in sentence.clauses:
                yield from apply(_ENDORSED, Subject(USER, clause.start, True), clause, sentence.text, scene)
            continue
        if times is None:
            times = find(text, scene.now, "en")
        yield from _sentence(sentence, times, scene)


def _sentence(sentence: Sentence, times: list[Found], scene: Scene) -> Iterator[Fact]:
    promised = list(limits.promises(sentence, scene))
    yield from promised
    if promised:
        return
    yield from _children(sentence, scene)
    for clause in _split(sentence):
        asked = list(limits.read(sentence, clause, scene))
        yield from asked
        if not asked:
            yield from _clause(sentence, clause, times, scene)


def _split(sentence: Sentence) -> Iterator[Clause]:
    """Clauses, parted at an "and" that opens a new subject."""
    for clause in sentence.clauses:
        at = 0
        for stop in [*_AND.finditer(clause.text), None]:
            end = stop.start() if stop else len(clause.text)
            if stop and re.fullmatch(r"(?:my|our) [\w-]+(?: [A-Z]\w+)?", clause.text[at:end], re.IGNORECASE):
                continue
            if clause.text[at:end].strip():
                yield Clause(clause.text[at:end], clause.start + at)
            at = stop.end() if stop else end


def _children(sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    """ "I've got two kids, Noah is 6 and Ella is 3." """
    found = _CHILDREN.search(sentence.text)
    if not found:
        return
    quote = (sentence.start, sentence.end)
    for child in _KIDS.finditer(sentence.text, found.end()):
        name = child["n"]
        scene.named[name] = found["rel"]
        start, end = (sentence.start + o for o in found.span("rel"))
        yield Fact(name, "relation", start, end, quote, names=(name,))
        start, end = (sentence.start + o for o in child.span("v"))
        yield Fact(name, "age", start, end, quote, names=(name,))


def _clause(sentence: Sentence, clause: Clause, times: list[Found], scene: Scene) -> Iterator[Fact]:
    beside: list[Fact] = []
    subject = resolve(clause, scene, beside)
    yield from beside
    if subject is None or BLANK in clause.text:
        if subject is None:
            yield from _mine(sentence, clause, scene)
        return
    seen: set[str] = set()
    if clause.start - sentence.start < 12 and sentence.start < 24:
        opening = _GREETED if _GREETING.match(scene.line.text) else _OPENING
        yield from apply(opening, subject, clause, sentence.text, scene)
    for table in _TABLES:
        for fact in apply(table, subject, clause, sentence.text, scene):
            if fact.attribute == "job" and "student" in scene.line.text[fact.start : fact.end]:
                continue
            seen.add(fact.attribute)
            yield fact
    if not seen & {"birthday", "mood", "age", "goal", "habit", *CONSENT}:
        yield from events.read(subject, clause, times, scene)
    if found := re.search(r"\b(?:called|named) (?P<v>[A-Z][a-z]+)", clause.text):
        yield from _called(found, clause, seen, scene)


def _mine(sentence: Sentence, clause: Clause, scene: Scene) -> Iterator[Fact]:
    """Rules that look anywhere in a clause still see "my" in one with another subject."""
    if re.search(r"\b(?:i|my|me)\b", clause.text, re.IGNORECASE) and not re.match(
        r"(?:you|your)\b", clause.text, re.IGNORECASE
    ):
        subject = Subject(USER, clause.start, False)
        rules = tuple(r for r in facts.TASTES if r.search and r.who == "user")
        yield from apply(rules, subject, clause, sentence.text, scene)


def _called(found: re.Match[str], clause: Clause, seen: set[str], scene: Scene) -> Iterator[Fact]:
    """ "a tortoise called Gerald": the name belongs to the pet."""
    if "pet" in seen:
        kind = re.search(rf"\b(?:{PETS})\b", clause.text, re.IGNORECASE)
    else:
        kind = _HAVE_KIN.search(clause.text)
    if kind:
        word = kind[kind.lastindex or 0].lower()
        scene.person = word
        start, end = (clause.start + o for o in found.span("v"))
        yield Fact(word, "name", start, end, (clause.start, clause.end), names=(found["v"],))
