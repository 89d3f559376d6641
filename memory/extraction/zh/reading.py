"""Reading a Chinese line, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.candidates import USER, Operation
from memory.extraction.claims import CONSENT, KINDS, Fact, Scene
from memory.extraction.refusals import endorsed, sentence_refusal, standing
from memory.extraction.sentences import BLANK, Clause, Sentence, sentences
from memory.extraction.zh import events, identity, life, limits, things, verdicts
from memory.extraction.zh.script import simplified
from memory.extraction.zh.subjects import REL, Subject, resolve
from memory.extraction.zh.table import apply
from memory.extraction.zh.words import PETS, any_of
from memory.policy import Kind
from memory.when import Found, find

_ENDED = tuple(replace(r, who="user") for r in life.TASTES if r.who == "ended")
_ENDORSED = tuple(replace(r, who="any") for r in life.TASTES if r.who == "endorsed")
_USUAL = tuple(r for r in life.TASTES if r.who not in ("ended", "endorsed"))
_OTHERS = re.compile(r"(?<![其吉])[他她它](?!们都叫我)|此(?!刻)|该(?!死)|(?<![我咱])们")
"""A sentence about others: what names no subject in it is not the user's."""
_BORN = re.compile(r"生了?(?:个|一个)?(?P<rel>儿子|女儿|宝宝)")
_KEPT = re.compile(
    r"(?:^|[，,；;])\s*(?:我家里?|我们家|家里|我)?(?:最近|刚|现在|还|也|新)*(?:养了|养着|有|领养了|收养了|捡了)"
    rf"(?:一?[只条])(?:新的)?(?P<rel>{any_of(PETS)})[，,]?\s*(?:名字|它|他|她|取名|起名|给它起名)?(?:是)?叫(?:做)?"
    r"(?P<name>(?!什么|啥|个|声)[\u4e00-\u9fff]{2,4}|[A-Z][a-z]+)(?=[，,。！!~～了]|$)"
)
_THEIRS = re.compile(rf"(?:养了|养着|有)(?:一?[只条])(?P<rel>{any_of(PETS)})$")
_FOR_OTHERS = re.compile(
    r"(?:我)?(?:真的?|好|很|有点儿?|特别|挺|太|超级?|可)*(?:担心|心疼|舍不得|烦死|气死|无语|替[他她]\S{1,4})(?:了|我了|死了)?"
)
"""What one feels about somebody just spoken of: 我妈要做手术，有点担心."""
_CALLED = re.compile(
    rf"(?:{REL}|他|她|大家|朋友们?|同学们?|家里人?|家人|他们|她们|身边人|^你们?)(?:(?P<all>都|总|总是|一直|从小)|会|喜欢|爱|平时|可以|就|以后)*(?:叫|喊|"
    rf"管)我(?:叫)?(?P<v>"
    r"(?!小心|小声|大声|老实|小点|大点|大早|老早)(?:[小老阿大][\u4e00-\u9fff]{1,2}|(?P<c>[\u4e00-\u9fff])(?P=c)|"
    r"[\u4e00-\u9fff]{1,2}(?:哥|姐|宝|仔|妞|崽|妹|总|工|公主|丫头|胖)|"
    r"[A-Za-z]{2,12}|丫头|宝宝|公主|(?(all)(?!去|来|滚|回|吃|起|别|多|早|好|帮|给|把|不|做|写|买|过|加|出|全名|什么|快|先|要|"
    r"睡)[\u4e00-\u9fff]{1,5}|(?!))))$"
)
"""What those around the speaker call them: a nickname, whoever the clause begins with."""
_CHILD = re.compile(r"(?:[1-9]|1[0-7]|十?[一二两三四五六七]|[八九十])(?!\d)岁")
_ASKED_FOR = re.compile(
    r"(?:好吗|行吗|可以吗|好不好|行不行|成吗|ok)$|^(?:你)?(?:能不能|可不可以|可以|能)|^(?:你们?|请|以后|麻烦|拜托|求你)*(?:别|不要|不许|不准|甭)",
    re.IGNORECASE,
)
"""A request put as a question still is one: 别再提了好吗？"""


def read(scene: Scene) -> Iterator[Fact]:
    """The facts that a user's line states, in order."""
    whole = list(sentences(scene.line.text, "zh"))
    told = list(verdicts.read(whole, scene)) if whole else []
    yield from told
    times = find(simplified(scene.line.text), scene.now, "zh")
    for sentence in whole:
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
        if told:
            yield from verdicts.beside(sentence, scene)
            continue
        yield from _sentence(standing(sentence, "zh"), times, scene)


def _sentence(sentence: Sentence, times: list[Found], scene: Scene) -> Iterator[Fact]:
    promised = list(limits.promises(sentence, scene))
    yield from promised
    named_things = list(things.read(sentence, times, scene))
    yield from named_things
    if named_things:
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
            carried = any(
                fact.attribute == "trait" or KINDS[fact.attribute] in (Kind.IDENTITY, Kind.PERSON)
                for fact in here
            )
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


def _ahead(clause: Clause, times: list[Found], scene: Scene) -> bool:
    return any(clause.start <= t.start < clause.end and t.span.start > scene.now for t in times)


def _dated(fact: Fact, clause: Clause, times: list[Found]) -> Fact:
    """A change keeps the day it happened: 上个月升了区域负责人."""
    if fact.operation not in (Operation.CHANGE, Operation.END):
        return fact
    spans = [t.span for t in times if clause.start <= t.start < clause.end]
    return replace(fact, when=spans[0]) if spans else fact


_SOMEBODY = re.compile(rf"(?:我|俺|咱)(?!们?想)|{REL}")


def _after_time(clause: Clause, times: list[Found]) -> Clause:
    """The clause from its subject on, where a time stands before it: 这周五我妈过生日."""
    for time in times:
        if time.start == clause.start and _SOMEBODY.match(clause.text, time.end - clause.start):
            return Clause(clause.text[time.end - clause.start :], time.end)
    return clause


def _clause(
    sentence: Sentence, clause: Clause, times: list[Found], scene: Scene, carried: bool
) -> Iterator[Fact]:
    """`carried`: the clause before said who someone is, and this one may go on: 我叫林晚，住在杭州."""
    if called := _CALLED.search(clause.text.rstrip("吧呢呀哦啦嘛~～!！ ")):
        span = (clause.start + called.start("v"), clause.start + called.end("v"))
        yield Fact(USER, "nickname", *span, (clause.start, clause.end))
        return
    beside: list[Fact] = []
    subject = resolve(_after_time(clause, times), scene, beside)
    yield from beside
    if subject is None or BLANK in clause.text:
        return
    if not subject.explicit and subject.who == USER and _OTHERS.search(sentence.text):
        return
    if subject.who != USER and not subject.explicit and _FOR_OTHERS.fullmatch(clause.text):
        subject = Subject(USER, subject.at, False)
    subject = replace(subject, explicit=subject.explicit or carried)
    stated: set[str] = set()
    for fact in _said(subject, clause, sentence, times, scene):
        stated.add(fact.attribute)
        yield fact
    if "mood" in stated:
        yield from events.circumstance(subject, clause)
    elif not stated & {"birthday", "age", "goal", *CONSENT}:
        yield from events.read(
            subject, clause, times, scene, bool(stated & {"status", "job", "employer", "school"})
        )
    if born := _BORN.search(clause.text):
        scene.person = born["rel"] if subject.who == USER else f"{subject.who}的{born['rel']}"


def _said(
    subject: Subject, clause: Clause, sentence: Sentence, times: list[Found], scene: Scene
) -> Iterator[Fact]:
    """What the tables see, once for each attribute and polarity."""
    seen: set[tuple[str, int]] = set()
    if subject.who == USER and life.ENDED.search(sentence.text[clause.start - sentence.start :]):
        for fact in apply(_ENDED, subject, clause, sentence.text, scene):
            seen |= {(fact.attribute, 1), (fact.attribute, -1)}
            yield replace(fact, operation=Operation.CHANGE)
    for table in (identity.RULES, life.BODY, life.AIMS, _USUAL):
        for fact in apply(table, subject, clause, sentence.text, scene):
            if fact.attribute == "mood" and "我们" in clause.text:
                continue
            if (
                fact.attribute == "age"
                and subject.who == USER
                and _CHILD.match(scene.line.text[fact.start :])
            ):
                continue  # a child's or a pet's: users are grown up
            if fact.operation in (Operation.CHANGE, Operation.END) and _ahead(clause, times, scene):
                continue  # 下个月要搬去杭州: a plan, they don't live there yet
            if (fact.attribute, fact.polarity) not in seen:
                seen.add((fact.attribute, fact.polarity))
                yield _dated(fact, clause, times)
