"""The user's life told as the companion's own: 我的猫小花, "I live in Leeds". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona.staying.grounds import Ground, OfUser

_OWNED = frozenset({"name", "pet", "relation", "nickname", "breed"})
_PLACES = {"city", "place_live", "hometown", "work_city"}
_WORK = {"job", "employer", "position", "school", "major"}
_CLAUSE = re.compile(r"[^，,。！!？?；;…\n]+")
_QUOTE = re.compile(r"[“\"「『][^”\"」』]*[”\"」』]")
_I_EN = re.compile(r"\bI\b|\bI'm\b|\bI've\b|\bmy\b|\bmine\b|\bMy\b")


def taken(sentence: str, ground: Ground) -> tuple[str, str] | None:
    """(the words, the sentence told of the user instead); None where nothing of the user's is taken."""
    plain = _QUOTE.sub(lambda found: " " * len(found[0]), sentence)
    for found in _CLAUSE.finditer(plain):
        clause = found[0]
        if _about_user(clause, ground.lang) or not any(_takes(clause, fact, ground) for fact in ground.facts):
            continue
        told = sentence[found.start() : found.end()]
        return told.strip(), sentence[: found.start()] + _of_user(told, ground.lang) + sentence[found.end() :]
    return None


def _about_user(clause: str, lang: str) -> bool:
    """Whether the clause speaks of the user anyway: 我知道你在杭州."""
    return bool(
        re.search(r"[你您妳]", clause)
        if lang == "zh"
        else re.search(r"\byou(?:r|rs|'re|'ve)?\b", clause, re.IGNORECASE)
    )


def _takes(clause: str, fact: OfUser, ground: Ground) -> bool:
    value = fact.value.strip()
    if len(value) < 2 and not re.match(r"[\u4e00-\u9fff]", value):
        return False
    return any(
        re.search(pattern, clause)
        for pattern in (_zh(fact, value) if ground.lang == "zh" else _en(fact, value))
    )


def _zh(fact: OfUser, value: str) -> Iterator[str]:
    v, who = re.escape(value), re.escape(fact.subject)
    if fact.subject != "user":
        if fact.attribute in _OWNED or fact.attribute == "name":
            yield rf"我(?:家|们家)?(?:的)?(?:那只|这只|那个)?(?:{who})?(?:叫)?{v}"
            yield rf"我(?:养|有)(?:了)?(?:一)?(?:只|条|个)?(?:{who})?(?:叫)?{v}"
        yield rf"我(?:家|的|家的)?{who}[^，。]{{0,8}}{v}"
        return
    if fact.attribute in ("name", "nickname"):
        yield rf"我(?:也|的名字|就)?(?:是)?(?:叫|名叫){v}|我(?:也|就)?是{v}(?:$|[呀啊哦呢啦])"
    elif fact.attribute in _PLACES:
        yield rf"我(?:也|现在|自己|一直|家)*(?:住)?(?:在|是){v}(?:生活|住|长大|出生|上班|工作|这边|人|待|呆|$)|我(?:也)?(?:搬到|来自|老家是|老家在|家在){v}"
    elif fact.attribute in _WORK:
        yield rf"我(?:也|现在|自己|以前|平时)*(?:是|在|做|当|学|读)(?:的是|一名|一个|个|名)?{v}"
    elif fact.attribute == "birthday":
        yield rf"我(?:的)?生日(?:也)?(?:是|在)[^，。]{{0,4}}{v}"
    elif fact.attribute == "allergy":
        yield rf"我(?:也)?对{v}过敏"
    elif fact.attribute == "pet":
        yield rf"我(?:也|家)?(?:养|有)(?:了|的)?(?:一)?(?:只|条)?{v}|我(?:家)?的{v}"


def _en(fact: OfUser, value: str) -> Iterator[str]:
    v, who = re.escape(value), re.escape(fact.subject)
    if fact.subject != "user":
        yield rf"(?i:\bmy (?:own |dear |little |old )?(?:{who},? )?){v}\b|(?i:\bmy {who}\b)[^,.]{{0,20}}\b{v}\b|(?i:\bI have (?:a |an )?{who} (?:called|named) ){v}\b"
        return
    if fact.attribute in ("name", "nickname"):
        yield rf"(?i:\b(?:my name is|my name's|I'm called|I'm|I am|call me) ){v}\b"
    elif fact.attribute in _PLACES:
        yield rf"(?i:\bI (?:also |too |still |really )?(?:live|grew up|was born|work|come) (?:in|from|near|at) |\bI(?:'m| am) (?:from|in|living in|based in) |\bmy (?:flat|house|home|place) in ){v}\b"
    elif fact.attribute in _WORK:
        yield rf"(?i:\bI(?:'m| am) (?:also |still )?(?:a |an |the )?|\bI (?:also |still )?(?:work (?:as|at|for) (?:a |an |the )?|study |studied |teach )|\bmy job (?:as|at) (?:a |an )?|\bwhen I was (?:a |an )?)(?i:{v})\b"
    elif fact.attribute == "birthday":
        yield rf"(?i:\bmy birthday\b)[^,.]{{0,14}}{v}"
    elif fact.attribute == "allergy":
        yield rf"(?i:\bI(?:'m| am) (?:also )?allergic to {v}\b|\bmy {v} allergy\b)"
    elif fact.attribute == "pet":
        yield rf"(?i:\bmy (?:own )?{v}\b|\bI have (?:a |an |two |three )?{v}\b)"


def _of_user(clause: str, lang: str) -> str:
    """The clause with its persons changed."""
    if lang == "zh":
        return clause.replace("我", "你")
    swapped = re.sub(r"\bI(?:'m| am)\b", "you're", clause)
    swapped = re.sub(r"\bI've\b", "you've", swapped)
    swapped = re.sub(r"\bI was\b", "you were", swapped)
    swapped = re.sub(r"\bI\b", "you", swapped)
    swapped = re.sub(r"\b[Mm]y\b", "your", swapped)
    swapped = re.sub(r"\bmine\b", "yours", swapped)
    start = len(clause) - len(clause.lstrip())
    if clause[start : start + 1].isupper():
        swapped = swapped[:start] + swapped[start : start + 1].upper() + swapped[start + 1 :]
    return swapped
