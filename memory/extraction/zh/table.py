"""How a Chinese rule table is read: patterns over what a clause says of its subject."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.candidates import USER, Operation
from memory.extraction.claims import Fact, Scene
from memory.extraction.sentences import BLANK, Clause
from memory.extraction.zh.subjects import Subject
from memory.policy import Kind

_TAIL = re.compile(
    r"(?:了|的|啊|呢|啦|呀|哦|嘛|吧|哈|哟|噢|诶|咯|滴|而已|什么的|之类的|那边|这边|呐|"
    r"[~～!！\s])+$"
)
_PARTICLES = "呢啦呀哦啊嘛哈呗噢诶耶滴～~!！。 "
_CHANGED = re.compile(
    r"现在|换成|换到|搬到|搬来|搬去|升|改成|改行|转岗|跳槽|转行|转到|调到|上个?月|上周|最近|刚|新|不再|"
    r"今年"
)
_CORRECTED = re.compile(r"^(?:不对|不是|纠正|更正|说错|记错|搞错|错了|其实不)|你记错|我说错")
_UNREAL = re.compile(r"闭馆|开放|营业|关门|开门|限流|停运|这[款部家]|那[款部家]")
_ANY_EMPLOYER = re.compile(
    r"(?:新|老|原|前|现|这家|那家|一[家个]|我们|上家|下家|小|大)*(?:公司|单位|部门|店|机构|中心|馆|所)"
)
_LATER = re.compile(r"(?:但|不过|可是)?(?:现在|如今|后来|最近)(?:已经|也|又|都)?不")
"""What is no longer so follows without a comma: 以前喜欢吃辣现在不了."""
_VERBS_ALONE = frozenset("看听吃玩喝读用去做")
"""我也喜欢看: what, the line doesn't say."""
_PRONOUNS = re.compile(r"^(?:你|我|他|她|它|这|那|谁|什么|啥|怎么|哪|了|过|着|的|上了|上一?个|不)")


@dataclass(frozen=True)
class Rule:
    """`pattern` is matched where the predicate begins (or, with `search`, anywhere in the clause); its group
    `v` is the value. `who`: any, user or other. `bare` lets it work without a named subject."""

    attribute: str
    pattern: re.Pattern[str]
    polarity: int = 1
    who: str = "any"
    bare: bool = False
    search: bool = False
    kind: Kind | None = None
    operation: Operation | None = None
    keep_tail: bool = False
    longest: int = 24
    confidence: float = 0.9


def rule(attribute: str, pattern: str, **more: object) -> Rule:
    return Rule(attribute, re.compile(pattern), **more)  # type: ignore[arg-type]


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without particles at its end and spaces around it."""
    while start < end and text[start].isspace():
        start += 1
    if tail := _TAIL.search(text[start:end]):
        end = start + tail.start()
    return start, end


def operation(sentence: str, clause: str, attribute: str) -> Operation:
    """CORRECT or CHANGE where the words say so; else a plain statement."""
    if _CORRECTED.search(sentence):
        return Operation.CORRECT
    if attribute in _SLOTS and _CHANGED.search(clause):
        return Operation.CHANGE
    return Operation.STATE


_SLOTS = frozenset({"name", "nickname", "city", "work_city", "job", "position", "employer", "school", "status",
                    "contact", "place_live", "like", "diet", "hobby"})  # fmt: skip


def apply(
    rules: tuple[Rule, ...], subject: Subject, clause: Clause, sentence: str, scene: Scene
) -> Iterator[Fact]:
    """What the first matching rule of each attribute sees in the clause."""
    text, words = scene.line.text, clause.text.rstrip(_PARTICLES)
    seen: set[tuple[str, int]] = set()
    for one in rules:
        if (one.attribute, one.polarity) in seen or not _fits(one, subject):
            continue
        found = (
            one.pattern.search(words) if one.search else one.pattern.match(words, subject.at - clause.start)
        )
        if not found:
            continue
        start, end = (clause.start + offset for offset in found.span("v"))
        if not one.keep_tail:
            start, end = trimmed(text, start, end)
        if one.attribute in ("like", "hobby", "diet") and (later := _LATER.search(text[start:end])):
            end = start + later.start()
        value = text[start:end]
        if one.attribute == "major" and value.startswith("教"):
            continue  # 教三年级数学 is a teacher's
        if not value or len(value) > one.longest or BLANK in words[found.start() : found.end()]:
            continue
        if _UNREAL.search(value) or (one.attribute == "employer" and _ANY_EMPLOYER.fullmatch(value)):
            continue
        if one.attribute in ("like", "hobby") and value in _VERBS_ALONE:
            continue
        if one.attribute in ("like", "hobby", "diet", "name", "nickname") and _PRONOUNS.search(value):
            continue
        seen.add((one.attribute, one.polarity))
        said = one.operation or operation(sentence, clause.text, one.attribute)
        yield Fact(
            subject.who, one.attribute, start, end, (clause.start, clause.end), one.polarity, said,
            kind=one.kind, confidence=one.confidence if subject.explicit else one.confidence - 0.1,
            names=(value,) if one.attribute == "name" else (),
        )  # fmt: skip


def _fits(one: Rule, subject: Subject) -> bool:
    if one.who == "user" and subject.who != USER:
        return False
    if one.who == "other" and subject.who == USER:
        return False
    return subject.explicit or one.bare
