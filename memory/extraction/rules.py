"""Candidates by rules: what the words of a line state on their face, zh and en."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.candidates import Candidate, Exchange, Line, Operation, Speaker
from memory.extraction import itself
from memory.extraction.claims import Scene, candidate
from memory.extraction.en import limits as en_limits
from memory.extraction.en import reading as en
from memory.extraction.refusals import PLAIN, jesting, laughing, line_refusal, sentence_refusal
from memory.extraction.sentences import language, sentences
from memory.extraction.statements import statement
from memory.extraction.words import Words
from memory.extraction.zh import limits as zh_limits
from memory.extraction.zh import reading as zh
from memory.policy import Cardinality, Kind, cardinality

LINE_MAX = 1_200
"""Characters of a line that are read by rules: more is a story, and belongs to the model."""
_INSTEAD = {
    "zh": re.compile(
        r"(?:不是|不叫)(?P<old>[^，。,\s]{1,12}?)(?:了|啦|的)?[，,]\s*(?:我)?(?:而?是|"
        r"叫)(?P<new>[^，。,！!\s]{1,12}?)(?:[的啦了哦啊]*)(?:[，。,！!]|$)"),
    "en": re.compile(
        r"\bnot (?P<old>[\w' -]{1,24}?),? (?:but|it's|it is|i'm in|"
        r"i meant) (?P<new>[\w' -]{1,24}?)(?:[,.!]|$)", re.IGNORECASE),
}  # fmt: skip
_AMENDED = {
    "zh": re.compile(
        r"^(?:不对|不是|错了|说错了|我说错了|记错了|更正一下|"
        r"纠正一下)[，,]\s*(?:应该)?是(?P<new>[^，。,！!\s]{1,12}?)(?:[的啦了哦啊]*)(?:[，。,！!]|$)"),
    "en": re.compile(
        r"^(?:no,? |wait,? |sorry,? |actually,? |correction[:,]? )+(?:it's|its|it is|i meant|i mean|"
        r"that's) (?P<new>[\w' -]{1,24}?)(?:[,.!]|$)", re.IGNORECASE),
}  # fmt: skip
_RATHER = re.compile(
    r"\b(?:it's|its|it is|i'm in|i meant|i mean|i said)(?: actually)? (?P<new>[\w' -]{1,24}?),? not (?P<old>[\w' -]{1,24}?)(?:[,.!]|$)",
    re.IGNORECASE,
)


def extract(exchange: Exchange) -> list[Candidate]:
    """What the settled lines of `exchange` state: of the user by user lines, promises by the companion's, and what it says of itself."""
    found: list[Candidate] = []
    past = [c for line in exchange.before if line.speaker is Speaker.USER for c in _user(line, exchange)]
    for line in exchange.lines:
        if line.speaker is Speaker.COMPANION:
            found += _companion(line, exchange)
            continue
        here = _user(line, exchange) or _correction(line, [*past, *found], exchange)
        found += here
    return found


def _scene(line: Line, exchange: Exchange) -> Scene:
    at = line.at.astimezone(exchange.zone)
    return Scene(line, language(line.text), at, exchange.people, kin=dict(exchange.kin))


def _user(line: Line, exchange: Exchange) -> list[Candidate]:
    if not line.text.strip() or len(line.text) > LINE_MAX or line_refusal(line.text):
        return []
    scene = _scene(line, exchange)
    if jesting(line.text, scene.lang):
        return []
    facts = (zh if scene.lang == "zh" else en).read(scene)
    found = _once(candidate(fact, scene) for fact in facts)
    in_jest = laughing(line.text, scene.lang)
    return [one for one in found if not in_jest or one.attribute in PLAIN]


def _once(candidates: Iterator[Candidate]) -> Iterator[Candidate]:
    """Each claim once. A line doesn't contradict itself: where one value is possible, the first stands, unless the
    words correct or change it."""
    seen: set[tuple[str, str, str, int]] = set()
    slots: set[tuple[str, str]] = set()
    for one in candidates:
        key = (one.subject, one.attribute, one.value, one.polarity)
        if key in seen or not one.value:
            continue
        seen.add(key)
        if (
            cardinality(one.kind, one.attribute) is Cardinality.ONE
            and one.kind is not Kind.STYLE
            and one.polarity > 0
        ):
            if (one.subject, one.attribute) in slots and one.operation is Operation.STATE:
                continue
            slots.add((one.subject, one.attribute))
        yield one


_ASKING = re.compile(r"[?？]")


def _companion(line: Line, exchange: Exchange) -> list[Candidate]:
    if len(line.text) > LINE_MAX or line_refusal(line.text):
        return []
    scene = _scene(line, exchange)
    limits = zh_limits if scene.lang == "zh" else en_limits
    told = list(sentences(line.text, scene.lang))
    promised = (
        fact
        for sentence in told
        if sentence_refusal(sentence, scene.lang) in (None, "question") and not _ASKING.search(sentence.ends)
        for fact in limits.companion(sentence, scene)
    )
    own = (fact for sentence in told for fact in itself.read(sentence, scene))
    return list(_once(candidate(fact, scene) for fact in (*promised, *own)))


def _correction(line: Line, known: list[Candidate], exchange: Exchange) -> list[Candidate]:
    """ "不是深圳，是苏州": the slot comes from what was said before, the value from this line."""
    if len(line.text) > 200 or line_refusal(line.text):
        return []
    lang = language(line.text)
    text = line.text.strip()
    found = _INSTEAD[lang].search(text) or (_RATHER.search(text) if lang == "en" else None)
    if found:
        old, new = found["old"].lower(), found["new"]
        slot = next((c for c in reversed(known) if old in c.value.lower() or c.value.lower() in old), None)
    elif found := _AMENDED[lang].search(text):
        old, new = "", found["new"]
        slot = next((c for c in reversed(known) if c.kind.value in ("identity", "person")), None)
    if not found or slot is None:
        return []
    sentence = next(iter(sentences(text, lang)), None)
    if sentence is None or sentence_refusal(sentence, lang):
        return []
    new = new.strip()
    words = Words(slot.subject, slot.attribute, new, 1, slot.when, slot.kind)
    told = (
        slot.statement.replace(slot.value, new)
        if slot.value in slot.statement
        else statement(slot.lang, words)
    )
    return [replace(
        slot, value=new, statement=told, line=line.id, quote=found[0].strip(),
        operation=Operation.CORRECT, confidence=0.9, names=(), polarity=1, lang=lang,
    )]  # fmt: skip
