"""Reading an English line, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.candidates import USER, Operation
from memory.extraction.claims import CONSENT, Fact, Scene
from memory.extraction.en import body, events, identity, limits, tastes
from memory.extraction.en.spelling import spelled
from memory.extraction.en.subjects import Subject, resolve
from memory.extraction.en.table import apply
from memory.extraction.en.words import KIN, PETS, proper
from memory.extraction.refusals import endorsed, sentence_refusal, standing
from memory.extraction.sentences import BLANK, Clause, Sentence, sentences
from memory.when import Found, find

_ENDORSED = tuple(replace(r, who="any") for r in tastes.TASTES if r.who == "endorsed")
_TABLES = (
    identity.IDENTITY, identity.WORK, body.BODY, body.AIMS, tuple(r for r in tastes.TASTES if r.who != "endorsed"),
)  # fmt: skip
_HAVE_KIN = re.compile(
    rf"\b(?:i|we)(?: have|'ve got| am having) (?:an?|one) ((?:\w+ )?(?:{KIN})) (?:called|named)\b",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:hiya|heya|howdy|hi there|hey there|hi|hello|hey|yo|good (?:morning|evening|afternoon))\b",
    re.IGNORECASE,
)
_GREETED = tuple(replace(r, who="user") for r in identity.IDENTITY if r.who == "greeted")
_OPENING = tuple(replace(r, who="user") for r in identity.IDENTITY if r.who == "opening")
_ASKED_FOR = re.compile(
    r"(?:ok|okay|please|alright|yeah|thanks)$|^(?:can|could|would|shall|will) (?:you|we)|^please",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+and\s+(?=(?:i|we|my|he|she)\b)", re.IGNORECASE)
_KIDS = re.compile(r"\b(?P<n>[A-Z][a-z]+) is (?P<v>\d{1,2})\b")
_CHILDREN = re.compile(
    r"\b(?:i've got|i have|we have|we've got) (?:\w+ )?(?P<rel>kids|children|sons|daughters|boys|"
    r"girls|cats|dogs)\b", re.IGNORECASE)  # fmt: skip
_NOT = re.compile(
    r"(?: with [\w' ]{2,16})?,?\s*(?:and )?\bnot (?:in |at |from |an? |the |called )?(?P<v>[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?=$|[,.!\s])",
    re.IGNORECASE,
)
_ANOTHERS = re.compile(r"\b(?:you|them|it|him|her)\b", re.IGNORECASE)
"""An aim that hangs on what was said before."""
_NOT_ME = re.compile(r"(?:i'm|i am) not", re.IGNORECASE)
_CONTRASTED = frozenset(
    {"name", "city", "hometown", "job", "age", "employer", "school", "birthday", "work_city"}
)


def read(scene: Scene) -> Iterator[Fact]:
    """The facts that a user's line states, in order, by offsets of the line as written."""
    text, back = spelled(scene.line.text)
    inner = replace(scene, line=replace(scene.line, text=text))
    for fact in _line(text, inner):
        yield replace(
            fact, start=back[fact.start], end=back[fact.end - 1] + 1 if fact.end else 0,
            quote=(back[fact.quote[0]], back[fact.quote[1] - 1] + 1),
        )  # fmt: skip


def _line(text: str, scene: Scene) -> Iterator[Fact]:
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
        yield from _sentence(standing(sentence, "en"), times, scene)


def _sentence(sentence: Sentence, times: list[Found], scene: Scene) -> Iterator[Fact]:
    promised = list(limits.promises(sentence, scene))
    yield from promised
    if promised:
        return
    yield from _children(sentence, scene)
    last: Fact | None = None
    for clause in _split(sentence):
        asked = list(limits.read(sentence, clause, scene))
        yield from asked
        if asked:
            continue
        if last and _NOT_ME.fullmatch(clause.text):
            quote = (sentence.start, sentence.end)
            yield replace(last, subject=USER, polarity=-1, quote=quote, operation=Operation.STATE)
        for fact in _clause(sentence, clause, times, scene):
            last = (
                fact
                if fact.subject != USER and fact.attribute in ("diet", "belief", "trait", "like")
                else None
            )
            yield fact
            yield from _instead_of(fact, sentence, scene)


def _split(sentence: Sentence) -> Iterator[Clause]:
    """Clauses, parted at an "and" that opens a new subject."""
    for clause in sentence.clauses:
        at = 0
        for stop in [*_AND.finditer(clause.text), None]:
            end = stop.start() if stop else len(clause.text)
            if stop and re.fullmatch(
                rf"(?:me|(?:my|our) (?:(?:\w+ )?(?:{KIN})|[\w-]+)(?: [A-Z]\w+)?)",
                clause.text[at:end],
                re.IGNORECASE,
            ):
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


def _instead_of(fact: Fact, sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    """ "in Galway, not Cork": the other value is denied."""
    if fact.attribute not in _CONTRASTED or fact.polarity < 0:
        return
    found = _NOT.match(scene.line.text, fact.end, sentence.end)
    if found and (found["v"].isdigit() if fact.attribute == "age" else proper(found["v"])):
        start, end = found.span("v")
        yield replace(
            fact,
            start=start,
            end=end,
            polarity=-1,
            operation=Operation.CORRECT,
            names=(),
            quote=(sentence.start, sentence.end),
        )


def _clause(sentence: Sentence, clause: Clause, times: list[Found], scene: Scene) -> Iterator[Fact]:
    yield from events.of_things(clause, times, scene)
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
        for fact in apply(opening, subject, clause, sentence.text, scene):
            seen.add(fact.attribute)
            yield fact
    yield from _tables(subject, sentence, clause, seen, scene)
    if not seen & {"birthday", "mood", "age", "goal", "habit", *CONSENT}:
        yield from events.read(subject, clause, times, scene)
    if found := re.search(rf"\b(?:called|named) (?P<v>{identity.WORD})", clause.text):
        yield from _called(found, clause, seen, scene)


def _tables(
    subject: Subject, sentence: Sentence, clause: Clause, seen: set[str], scene: Scene
) -> Iterator[Fact]:
    for table in _TABLES:
        for fact in apply(table, subject, clause, sentence.text, scene):
            if fact.attribute == "job" and "student" in scene.line.text[fact.start : fact.end]:
                continue
            if fact.attribute == "goal" and _ANOTHERS.search(scene.line.text, fact.start, fact.end):
                continue
            if fact.attribute == "name" and "name" in seen and subject.who == USER:
                continue
            seen.add(fact.attribute)
            if fact.attribute == "pet":
                scene.person = scene.line.text[fact.start : fact.end].lower()
            yield fact


def _mine(sentence: Sentence, clause: Clause, scene: Scene) -> Iterator[Fact]:
    """Rules that look anywhere in a clause still see "my" in one with another subject."""
    if re.search(r"\b(?:i|my|me|it's|this is)\b", clause.text, re.IGNORECASE) and not re.match(
        r"(?:you|your)\b(?! can call)", clause.text, re.IGNORECASE
    ):
        subject = Subject(USER, clause.start, False)
        for table in (identity.IDENTITY, tastes.TASTES):
            rules = tuple(r for r in table if r.search and r.who == "user")
            yield from apply(rules, subject, clause, sentence.text, scene)


def _called(found: re.Match[str], clause: Clause, seen: set[str], scene: Scene) -> Iterator[Fact]:
    """ "a tortoise called Gerald": the name belongs to the pet."""
    if not proper(found["v"]):
        return
    if "pet" in seen:
        kind = re.search(rf"\b(?:{PETS})\b", clause.text, re.IGNORECASE)
    else:
        kind = _HAVE_KIN.search(clause.text)
    if kind:
        word = kind[kind.lastindex or 0].lower()
        scene.person = word
        start, end = (clause.start + o for o in found.span("v"))
        yield Fact(word, "name", start, end, (clause.start, clause.end), names=(found["v"],))
