"""Reading a Chinese line, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.candidates import USER, Operation
from memory.extraction.claims import CONSENT, KINDS, Fact, Scene
from memory.extraction.refusals import endorsed, sentence_refusal
from memory.extraction.sentences import BLANK, Clause, Sentence, sentences
from memory.extraction.zh import events, identity, life, limits
from memory.extraction.zh.subjects import Subject, resolve
from memory.extraction.zh.table import apply
from memory.extraction.zh.words import PETS, any_of
from memory.policy import Kind
from memory.when import Found, find

_ENDED = tuple(replace(r, who="user") for r in life.TASTES if r.who == "ended")
_ENDORSED = tuple(replace(r, who="any") for r in life.TASTES if r.who == "endorsed")
_USUAL = tuple(r for r in life.TASTES if r.who not in ("ended", "endorsed"))
_OTHERS = re.compile(r"(?<!其)[他她它](?!们都叫我)|此(?!刻)|该(?!死)|(?<![我咱])们")
"""A sentence about others: what names no subject in it is not the user's."""
_BORN = re.compile(r"生了?(?:个|一个)?(?P<rel>儿子|女儿|宝宝)")
_KEPT = re.compile(
    r"(?:^|[，,；;])\s*(?:我家里?|我们家|家里|我)?(?:最近|刚|现在|还|也|新)*(?:养了|养着|有|领养了|收养了|捡了)"
    rf"(?:一?[只条])(?:新的)?(?P<rel>{any_of(PETS)})[，,]?\s*(?:名字|它|他|她)?(?:是)?叫(?:做)?"
    r"(?P<name>(?!什么|啥|个|声)[\u4e00-\u9fff]{2,4}|[A-Z][a-z]+)(?=[，,。！!~～了]|$)"
)
_THEIRS = re.compile(rf"(?:养了|养着|有)(?:一?[只条])(?P<rel>{any_of(PETS)})$")
_CHILD = re.compile(r"(?:[1-9]|1[0-7]|十?[一二两三四五六七]|[八九十])(?!\d)岁")
_ASKED_FOR = re.compile(
    r"(?:好吗|行吗|可以吗|好不好|行不行|成吗|ok)$|^(?:你)?(?:能不能|可不可以|可以|能)", re.IGNORECASE
)
"""A request put as a question still is one: 别再提了好吗？"""


def read(scene: Scene) -> Iterator[Fact]:
    """The facts that a user's line states, in order."""
    text = scene.line.text
    times: list[Found] | None = None
    for sentence in sentences(text, "zh"):
        refused = sentence_refusal(sentence, "zh")
        if refused:
            scene.person = None
            if refused == "question" and _ASKED_FOR.search(sentence.text.strip("~～ ，")):
                for clause in sentence.clauses:
                    yield from limits.read(sentence, clause, scene)
            continue
        if endorsed(sentence, "zh"):
            for clause in sentence.clauses:
                yield from apply(_ENDORSED, Subject(USER, clause.start, True), clause, sentence.text, scene)
            continue
        if times is None:
            times = find(text, scene.now, "zh")
        yield from _sentence(sentence, times, scene)


def _sentence(sentence: Sentence, times: list[Found], scene: Scene) -> Iterator[Fact]:
    promised = list(limits.promises(sentence, scene))
    yield from promised
    things = list(events.about_things(sentence, times, scene))
    yield from things
    if any(fact.subject != USER for fact in things):
        return
    carried, named, before = False, set[int](), ""
    for clause in sentence.clauses:
        if (
            scene.person
            and (pet := _THEIRS.search(before))
            and clause.text.startswith(("叫", "名叫", "名字叫"))
            and not scene.person.endswith(pet["rel"])
        ):
            scene.person = f"{scene.person}的{pet['rel']}"  # 我朋友养了只狗，叫大黄: not the friend's name
        before = clause.text
        if any(fact.quote[0] <= clause.start < fact.quote[1] for fact in promised):
            continue
        asked = list(limits.read(sentence, clause, scene))
        yield from asked
        if not asked:
            here = list(_clause(sentence, clause, times, scene, carried))
            yield from here
            named |= {fact.start for fact in here if fact.attribute == "name"}
            carried = any(KINDS[fact.attribute] in (Kind.IDENTITY, Kind.PERSON) for fact in here)
    yield from (fact for fact in _kept(sentence, scene) if fact.start not in named)


def _kept(sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    """A pet that is named as it is told of, by one clause or two: 家里还有一只金毛，叫豆包."""
    if _OTHERS.search(sentence.text):
        return
    for kept in _KEPT.finditer(sentence.text):
        start, end = (sentence.start + at for at in kept.span("name"))
        scene.named[kept["name"]] = kept["rel"]
        quote = (sentence.start + kept.start("rel"), end)
        yield Fact(kept["rel"], "name", start, end, quote, names=(kept["name"],))


def _dated(fact: Fact, clause: Clause, times: list[Found]) -> Fact:
    """A change keeps the day it happened: 上个月升了区域负责人."""
    if fact.operation not in (Operation.CHANGE, Operation.END):
        return fact
    spans = [t.span for t in times if clause.start <= t.start < clause.end]
    return replace(fact, when=spans[0]) if spans else fact


def _clause(
    sentence: Sentence, clause: Clause, times: list[Found], scene: Scene, carried: bool
) -> Iterator[Fact]:
    """`carried`: the clause before said who someone is, and this one may go on: 我叫林晚，住在杭州."""
    beside: list[Fact] = []
    subject = resolve(clause, scene, beside)
    yield from beside
    if subject is None or BLANK in clause.text:
        return
    if not subject.explicit and subject.who == USER and _OTHERS.search(sentence.text):
        return
    subject = replace(subject, explicit=subject.explicit or carried)
    seen: set[tuple[str, int]] = set()
    rest = sentence.text[clause.start - sentence.start :]
    tables = (identity.RULES, life.BODY, life.AIMS)
    if subject.who == USER and life.ENDED.search(rest):
        for fact in apply(_ENDED, subject, clause, sentence.text, scene):
            seen |= {(fact.attribute, 1), (fact.attribute, -1)}
            yield replace(fact, operation=Operation.CHANGE)
    for table in (*tables, _USUAL):
        for fact in apply(table, subject, clause, sentence.text, scene):
            if fact.attribute == "mood" and "我们" in clause.text:
                continue
            if (
                fact.attribute == "age"
                and subject.who == USER
                and _CHILD.match(scene.line.text[fact.start :])
            ):
                continue  # a child's or a pet's: users are grown up
            if (fact.attribute, fact.polarity) not in seen:
                seen.add((fact.attribute, fact.polarity))
                yield _dated(fact, clause, times)
    stated = {attribute for attribute, _ in seen}
    if "mood" in stated:
        yield from events.circumstance(subject, clause)
    elif not stated & {"birthday", "age", "goal", *CONSENT}:
        yield from events.read(subject, clause, times, scene, bool(stated & {"status", "job", "employer"}))
    if born := _BORN.search(clause.text):
        scene.person = born["rel"] if subject.who == USER else f"{subject.who}的{born['rel']}"
