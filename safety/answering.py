"""What was asked at risk stays asked. A fixed reply asks whether somebody is near, or whether the words meant dying; the next line is
read as its answer, and whatever else it says, the question isn't dropped for small talk. Pure.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from safety.levels import Assessment, Flag, Level
from safety.normalising import normalise


class Asked(StrEnum):
    """What a fixed reply asked for."""

    NEAR = "near"
    MEANING = "meaning"
    AWAY = "away"
    """Whether somebody in a rage has walked away; every word may be the answer to it."""
    OTHER = "other"
    """How it stands with somebody else who is in danger."""


class Answer(StrEnum):
    """How a line answers it. Doubt is no answer to who is near, and a yes to what was meant."""

    YES = "yes"
    NO = "no"
    CALLED = "called"
    """Help was called, whatever was asked."""
    NONE = "none"


_ASKS = {
    "r1": Asked.MEANING,
    "r2": Asked.MEANING,
    "r2y": Asked.MEANING,
    "r3": Asked.MEANING,
    "stay_meaning": Asked.MEANING,
    "stay_plan": Asked.MEANING,
    "r4": Asked.NEAR,
    "harm": Asked.AWAY,
    "stay_away": Asked.AWAY,
    "stay_near": Asked.NEAR,
    "stay_call": Asked.NEAR,
    "calmer": Asked.NEAR,
    "near_no": Asked.NEAR,
    "near_yes": Asked.NEAR,
    "no_call": Asked.NEAR,
    "third": Asked.OTHER,
    "third_stay": Asked.OTHER,
}
_ROUNDS = {Asked.MEANING: 1, Asked.NEAR: 2, Asked.AWAY: 1, Asked.OTHER: 4}
"""How often it is asked again of somebody who speaks of other things: more would be an interrogation."""
_DANGER = frozenset(("r2", "r2y", "r3", "r4", "harm"))
_AGAIN = frozenset(
    ("stay_near", "stay_call", "calmer", "stay_meaning", "stay_plan", "stay_away", "near_no", "third_stay")
)
_LASTS = {
    Asked.MEANING: timedelta(hours=6),
    Asked.NEAR: timedelta(hours=24),
    Asked.AWAY: timedelta(hours=6),
    Asked.OTHER: timedelta(hours=6),
}
LASTS = max(_LASTS.values())
MOST_REPLIES = 6
"""Replies that are looked back on."""
ANSWER = "answer"
"""The rule of a line that answers what was asked."""
_GOODBYES = frozenset(("zh3.goodbye_context", "en3.goodbye_context"))
_SAYS_LITTLE = _GOODBYES | {"denial", ANSWER}
"""Rules of a line that says nothing of danger itself: a goodbye, or that it was not meant or is over."""
_SPEAKS_OF_CARD = frozenset(("parting", "calmer", "stay_near", "stay_call", "near_yes", "near_no"))
_COMPANY = frozenset(("near_yes", "in_care", "called", "relieved"))
"""Kinds of replies to whoever is not alone."""
_YES_MEANS = {"r1": Level.R2, "r2": Level.R2, "r2y": Level.R4, "r3": Level.R4}
"""The level of a yes: to whether it is to be done, or after words of a method, it is more than a thought."""
_LONG = {"zh": 24, "en": 56}
"""Characters of an answer; whatever is longer says something of its own and is read by the rules."""

_FOLDER = Path(__file__).parent / "answers"
_CLAUSES = re.compile(r"[,.!;。\n]+")
_HAN = re.compile("[\u3400-\u9fff]")
_TURNS = re.compile("[对好行]了[,。]")


def asked_by(template_id: str) -> Asked | None:
    """What a reply asked, by the id of its template; None where it asked nothing of this kind."""
    return _ASKS.get(_kind(template_id))


def answer_to(asked: Asked, text: str) -> Answer:
    """How a short line answers what was asked."""
    words = normalise(text).strip()
    lang = "zh" if _HAN.search(words) else "en"
    shapes = _shapes(lang).get(asked)
    if shapes is None or len(words) > _LONG[lang]:
        return Answer.NONE
    if (answer := _shaped(words, shapes)) is not Answer.NONE:
        return answer
    clauses = [_shaped(clause.strip(), shapes) for clause in _CLAUSES.split(words) if clause.strip()]
    answers = set(clauses) - {Answer.NONE}
    # "yes, with my dad's gun" is a yes; what comes before an answer may take it back, and 对了 turns to something else
    begins = len(answers) == 1 and clauses[0] is not Answer.NONE and not _TURNS.match(words)
    return answers.pop() if begins else Answer.NONE


def _shaped(words: str, shapes: Sequence[tuple[Answer, re.Pattern[str]]]) -> Answer:
    return next((answer for answer, shape in shapes if shape.fullmatch(words)), Answer.NONE)


@lru_cache(maxsize=2)
def _shapes(lang: str) -> dict[Asked, list[tuple[Answer, re.Pattern[str]]]]:
    """What each answer looks like, a call for help first and a no before a yes."""
    book = tomllib.loads((_FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))

    def shape(words: Sequence[str]) -> re.Pattern[str]:
        return re.compile(f"(?:{book['lead']})*(?:{'|'.join(words)})(?:{book['tail']})*")

    return {
        asked: [
            (Answer.CALLED, shape(book["called"])),
            (Answer.NO, shape(book[asked]["no"])),
            (Answer.YES, shape(book[asked]["yes"])),
        ]
        for asked in (Asked.MEANING, Asked.NEAR)
    }


_NEWS = ("in_care", "company", "relief", "no_call")


@lru_cache(maxsize=2)
def _told(lang: str) -> dict[str, re.Pattern[str]]:
    book = tomllib.loads((_FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
    return {name: re.compile(pattern) for name, pattern in (*book["news"].items(), *book["other"].items())}


def _news(text: str) -> str:
    """What a line tells of the speaker's own safety, the weightiest first; "" for nothing."""
    words = normalise(text).strip()
    lang = "zh" if _HAN.search(words) else "en"
    told = _told(lang)
    if len(words) > 2 * _LONG[lang] or told["not"].search(words):
        return ""
    return next((one for one in _NEWS if told[one].search(words)), "")


def _for_news(news: str, said: Sequence[str]) -> str:
    """The family of templates for what is told; `said` are the template ids of the latest replies."""
    accompanied = bool(_COMPANY & {_kind(one) for one in said})
    if news == "company":
        return "relieved" if accompanied else "near_yes"
    if news == "relief":
        return "relieved" if accompanied else "calmer"
    return news


def news(text: str, asked: Standing) -> str:
    """The family of templates for a line after danger that tells how it stands now, whatever was asked; "" for any other line."""
    return _for_news(_news(text), asked.said) if asked.lately else ""


def of_another(text: str, chain: Sequence[str]) -> str:
    """The family of templates for a line that goes on about somebody else's danger; "" where it speaks of other things."""
    if not chain or asked_by(chain[0]) is not Asked.OTHER:
        return ""
    words = normalise(text).strip()
    told = _told("zh" if _HAN.search(words) else "en")
    if told["over"].search(words) and not told["not_over"].search(words):
        return "third_over"
    return "third_stay" if told["still"].search(words) and not _often(chain, Asked.OTHER) else ""


@dataclass(frozen=True)
class Standing:
    """What the latest replies leave behind. `chain`: the template ids that what was asked stands on, the newest first, empty where
    nothing is open. `lately`: one of them was to danger. `said`: their template ids."""

    chain: tuple[str, ...] = ()
    lately: bool = False
    said: tuple[str, ...] = ()


def standing(replies: Sequence[tuple[str, timedelta]]) -> Standing:
    """`replies` are the latest of the companion's as (template id, age), the newest first."""
    lately = any(_kind(template) in _DANGER and age <= LASTS for template, age in replies)
    return Standing(_chain(replies), lately, tuple(template for template, _age in replies))


def _chain(replies: Sequence[tuple[str, timedelta]]) -> tuple[str, ...]:
    if not replies:
        return ()
    asked = asked_by(replies[0][0])
    if asked is None or replies[0][1] > _LASTS[asked]:
        return ()
    chain: list[str] = []
    for template, _age in replies:
        if asked_by(template) is not asked:
            break
        chain.append(template)
    return tuple(chain)


def heed(assessment: Assessment, chain: Sequence[str], text: str) -> Assessment:
    """The assessment of a line in the light of what was asked: a yes to whether dying was meant is what it says yes to, and any
    answer is marked as one by a rule of its own."""
    asked = asked_by(chain[0]) if chain else None
    answer = answer_to(asked, text) if asked else Answer.NONE
    if answer is Answer.NONE:
        return assessment
    level = Level.R0
    if asked is Asked.MEANING and answer is Answer.YES:
        level = next((_YES_MEANS[kind] for one in chain if (kind := _kind(one)) in _YES_MEANS), Level.R2)
    return replace(assessment, level=max(level, assessment.level), rules=(*assessment.rules, ANSWER))


def instead(assessment: Assessment, asked: Standing, *, leaving: bool) -> str:
    """The family of templates of a line at R2 or R3, where what was said before it decides; "" where its level alone does. A goodbye
    is let go, an all-clear is not asked from the start, and a wish after a plan is no milder than the plan."""
    if not Level.R2 <= assessment.level < Level.R4:
        return ""
    rules = set(assessment.rules)
    near = bool(asked.chain) and asked_by(asked.chain[0]) is Asked.NEAR
    if rules and rules <= _SAYS_LITTLE:
        if leaving:
            return "parting"
        if "denial" in rules:
            settled = not near or {"near_yes", "calmer"} & {_kind(one) for one in asked.chain}
            return "meaning_no" if settled else "calmer"
    if near:
        return "R4"
    return "R2_yes" if assessment.level == Level.R2 and ANSWER in rules else ""


def speaks_of_card(template_id: str) -> bool:
    """Whether the words of a template point to the card with help lines, which must then be in sight."""
    return _kind(template_id) in _SPEAKS_OF_CARD


def _often(chain: Sequence[str], asked: Asked) -> bool:
    return sum(_kind(one) in _AGAIN for one in chain) >= _ROUNDS[asked]


def due(assessment: Assessment, chain: Sequence[str], text: str) -> str:
    """The family of templates that this line is answered with; "" where nothing is due because of what was asked."""
    asked = asked_by(chain[0]) if chain else None
    if asked in (None, Asked.OTHER) or assessment.level >= Level.R2 or Flag.THIRD_PARTY in assessment.flags:
        return ""
    if asked is Asked.NEAR and (told := _news(text)):
        return _for_news(told, chain)
    near, answer = answer_to(Asked.NEAR, text), answer_to(asked, text)
    if Answer.CALLED in (near, answer):
        return "called"
    if asked is Asked.MEANING:
        if answer is Answer.NO or "denial" in assessment.rules:
            return "meaning_no"
        if near is Answer.YES:
            return "near_yes"  # somebody is there: that is news, whatever was asked
    elif asked is Asked.NEAR and answer is Answer.NO:
        return "near_no"
    elif asked is Asked.NEAR and answer is Answer.YES and _kind(chain[0]) != "near_yes":
        return "near_yes"
    if _kind(chain[0]) == "near_yes" or _kind(chain[-1]) == "r1":
        return ""  # answered; and the gentle check of who is only worn out is made once
    if _often(chain, asked):
        return ""
    if _kind(chain[0]) in ("near_no", "stay_call"):
        return "stay_call"  # nobody is there: that is known, and isn't asked again
    return "stay_plan" if _kind(chain[0]) == "r2y" else f"stay_{asked.value}"


def _kind(template_id: str) -> str:
    return template_id.split(".")[1] if template_id.count(".") == 2 else ""
