"""What was asked at risk stays asked. A fixed reply asks whether somebody is near, or whether the words meant dying; the next line is
read as its answer, and whatever else it says, the question isn't dropped for small talk. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from safety import telling
from safety.asked import Asked, Standing, asked_by, kind
from safety.levels import Assessment, Flag, Level
from safety.telling import Answer, Other, answer_to

_ROUNDS = {Asked.MEANING: 1, Asked.NEAR: 2, Asked.AWAY: 1, Asked.OTHER: 4}
"""How often it is asked again of somebody who speaks of other things: more would be an interrogation."""
_AGAIN = frozenset(
    (
        "stay_near",
        "stay_call",
        "calmer",
        "stay_meaning",
        "stay_plan",
        "stay_away",
        "near_no",
        "third_stay",
        "weary_near",
    )
)
ANSWER = "answer"
"""The rule of a line that answers what was asked."""
_DENIES = "denies"
"""The rule of an answer that denies what was asked; what else its words sound like is not owned up to."""
_NO_PLAN = "no_plan"
"""The rule of an answer that the thought is there and isn't to be done; whether it is to be done need not be asked any more."""
_GOODBYES = frozenset(("zh3.goodbye_context", "en3.goodbye_context"))
_SAYS_LITTLE = _GOODBYES | {"denial", ANSWER}
"""Rules of a line that says nothing of danger itself: a goodbye, or that it was not meant or is over."""
_SPEAKS_OF_CARD = frozenset(
    (
        "parting",
        "calmer",
        "stay_near",
        "stay_call",
        "near_yes",
        "near_no",
        "beside",
        "busy",
        "reached",
        "unheard",
        "weary",
        "weary_near",
    )
)
_ALONE = frozenset(("near_no", "stay_call"))
_ACCOMPANIED = ("near_yes", "beside")
_COMPANY = frozenset(("near_yes", "beside", "in_care", "called", "talked", "relieved"))
"""Kinds of replies to whoever is not alone."""
_TRIED = ("unheard", "reached")
"""Somebody was told of it: that is news, whatever was asked."""
_WEARY = {Asked.MEANING: "weary", Asked.NEAR: "weary_near"}
"""What is said to somebody who doesn't want to be asked any more."""
_SETTLED = ("third_over", "third_care", "third_after")
_YES_MEANS = {
    "r1": Level.R2,
    "r2": Level.R2,
    "day_after": Level.R2,
    "r2y": Level.R4,
    "again": Level.R4,
    "r3": Level.R4,
}
"""The level of a yes: to whether it is to be done, or after words of a method, it is more than a thought."""
_MEANING_ASKED = frozenset(("r2", "r3"))
_PLAN_ASKED = frozenset(("r2y", "again"))
_OF_PLAN = _PLAN_ASKED | {"stay_plan"}
_THOUGHTS = (Answer.THOUGHT, Answer.ONLY_THOUGHT)


def _for_news(news: str, said: Sequence[str]) -> str:
    """The family of templates for what is told; `said` are the template ids of the latest replies."""
    accompanied = bool(_COMPANY & {kind(one) for one in said})
    if news == "company":
        return "relieved" if accompanied else "beside"
    if news == "relief":
        return "relieved" if accompanied else "calmer"
    return news


def news(text: str, asked: Standing) -> str:
    """The family of templates for a line after danger that tells how it stands now, whatever was asked; "" for any other line."""
    return _for_news(telling.news(text), asked.said) if asked.lately else ""


def of_another(text: str, chain: Sequence[str]) -> str:
    """The family of templates for a line that goes on about somebody else's danger; "" where it speaks of other things."""
    if not chain or asked_by(chain[0]) is not Asked.OTHER:
        return ""
    told, settled = telling.of_another(text), kind(chain[0]) in _SETTLED
    if telling.news(text) == "called":
        return "third_called"
    if told in (Other.OVER, Other.CARE, Other.HURT, Other.NOW, Other.SAY, Other.WITH):
        return f"third_{told.value}"
    if told is Other.UNREACHED and not settled:
        return "third_unreached"
    if told is Other.AFTER:
        return "third_after"
    return "third_stay" if told is not Other.NONE and not settled and not _often(chain, Asked.OTHER) else ""


def heed(assessment: Assessment, chain: Sequence[str], text: str) -> Assessment:
    """The assessment of a line in the light of what was asked: a yes to whether dying was meant is what it says yes to, and any
    answer is marked as one by a rule of its own. In a talk about somebody else's danger a wound that is nobody's by its words is theirs."""
    asked = asked_by(chain[0]) if chain else None
    if asked is Asked.OTHER and telling.is_their_wound(text):
        return Assessment(Level.R0, frozenset({Flag.THIRD_PARTY}), ("third_party",))
    answer = answer_to(asked, text) if asked else Answer.NONE
    if answer is Answer.NONE:
        return assessment
    level = Level.R0
    rules: tuple[str, ...] = (ANSWER,)
    if (
        asked is Asked.BACK and answer is Answer.YES
    ):  # no haste of a plan: it is the thought that is owned up to
        level = min(Level.R3, _meant(chain))
    elif asked is Asked.MEANING and answer is Answer.LATER:
        level, rules = Level.R3, (ANSWER, _NO_PLAN)
    elif asked is Asked.MEANING and answer is Answer.YES:
        level = _meant(chain)
    elif asked is Asked.MEANING and answer is Answer.NO and assessment.level == Level.R2:
        rules = (ANSWER, _DENIES)
    elif answer in _THOUGHTS and kind(chain[0]) not in _OF_PLAN:
        level = Level.R2
        if answer is Answer.ONLY_THOUGHT or kind(chain[0]) == "r3":  # which asks for both
            rules = (ANSWER, _NO_PLAN)
    return replace(assessment, level=max(level, assessment.level), rules=(*assessment.rules, *rules))


def _meant(chain: Sequence[str]) -> Level:
    return next((_YES_MEANS[kind(one)] for one in chain if kind(one) in _YES_MEANS), Level.R2)


def instead(assessment: Assessment, asked: Standing, *, leaving: bool) -> str:
    """The family of templates of a line at R2 or R3, where what was said before it decides; "" where its level alone does. A goodbye
    is let go, an all-clear is not asked from the start, a wish after a plan is no milder than the plan, and of a wish that is said
    once more nobody asks again whether it is meant."""
    if not Level.R2 <= assessment.level < Level.R4:
        return ""
    rules = set(assessment.rules)
    kinds = {kind(one) for one in asked.chain}
    near = bool(asked.chain) and asked_by(asked.chain[0]) is Asked.NEAR
    if rules and rules <= _SAYS_LITTLE and asked.chain and asked_by(asked.chain[0]) is Asked.AWAY:
        return "stay_away"
    if rules and rules <= _SAYS_LITTLE:
        if leaving:
            return "parting"
        if "denial" in rules:
            settled = not near or {*_ACCOMPANIED, "calmer"} & kinds
            return "meaning_no" if settled else "calmer"
    if Flag.HARM_OTHERS in assessment.flags:
        return "rage"
    if near:
        return "company" if "company" in kinds and "r4" not in kinds else "R4"
    if _NO_PLAN in rules:
        return "company"
    if _DENIES in rules:
        return "meaning_no"
    if assessment.level == Level.R2 and ANSWER in rules:
        return "R2_yes"
    if not _PLAN_ASKED.isdisjoint(kind(one) for one in asked.said):
        return "company"
    return "" if _MEANING_ASKED.isdisjoint(kinds) else "again"


def speaks_of_card(template_id: str) -> bool:
    """Whether the words of a template point to the card with help lines, which must then be in sight."""
    return kind(template_id) in _SPEAKS_OF_CARD


def first_of_another(assessment: Assessment, text: str, chain: Sequence[str] = ()) -> str:
    """The family of templates for a line that tells of somebody else's danger where it is happening, beside the speaker or elsewhere;
    "" where it is feared."""
    another = Flag.THIRD_PARTY in assessment.flags and assessment.level < Level.R2
    theirs = bool(chain) and asked_by(chain[0]) is Asked.OTHER and telling.is_their_wound(text)
    told = telling.of_another(text) if another or theirs else Other.NONE
    return f"third_{told.value}" if told in (Other.HURT, Other.NOW) else ""


def helps_another(template_id: str) -> bool:
    """Whether a template tells how to help somebody else who is in danger, for whom there are numbers too."""
    return kind(template_id) in ("third", "third_now", "third_hurt")


def is_of_another(template_id: str) -> bool:
    """Whether a reply was about somebody else's danger."""
    return asked_by(template_id) is Asked.OTHER


def _often(chain: Sequence[str], asked: Asked) -> bool:
    return sum(kind(one) in _AGAIN for one in chain) >= _ROUNDS[asked]


def due(assessment: Assessment, chain: Sequence[str], text: str) -> str:
    """The family of templates that this line is answered with; "" where nothing is due because of what was asked."""
    asked = asked_by(chain[0]) if chain else None
    if (
        asked in (None, Asked.OTHER, Asked.BACK)
        or assessment.level >= Level.R2
        or Flag.THIRD_PARTY in assessment.flags
    ):
        return ""
    if asked is Asked.NEAR and (told := telling.news(text)):
        return _for_news(told, chain)
    if asked is Asked.AWAY and telling.tells_of_blood(text):
        return "ambulance"  # for whoever was hurt
    if asked is Asked.MEANING and (told := telling.news(text)) in _TRIED:
        return told
    near, answer = answer_to(Asked.NEAR, text), answer_to(asked, text)
    if Answer.CALLED in (near, answer):
        return "called"
    if asked is Asked.MEANING:
        if answer in (Answer.NO, *_THOUGHTS) or "denial" in assessment.rules:
            return "meaning_no"
        if near is Answer.YES:
            return "near_yes"  # somebody is there: that is news, whatever was asked
    elif asked is Asked.AWAY and answer is Answer.YES:
        return "away_yes"
    elif asked is Asked.NEAR and answer is Answer.NO:
        return "near_no"
    elif asked is Asked.NEAR and telling.is_nod(text) and _ALONE & {kind(one) for one in chain}:
        return "stay_call"  # it was told that nobody is there: a nod doesn't take that back
    elif asked is Asked.NEAR and answer is Answer.YES and kind(chain[0]) not in _ACCOMPANIED:
        return "near_yes"
    if kind(chain[0]) in (*_ACCOMPANIED, "weary") or kind(chain[-1]) == "r1":
        return (
            ""  # answered, or not asked any more; and the gentle check of who is only worn out is made once
        )
    if asked in _WEARY and telling.is_weary(text):
        return _WEARY[asked]
    if _often(chain, asked):
        return ""
    if asked is Asked.MEANING and telling.asks_what_to_do(text):
        return "what_now"  # a way out is asked for: that is the answer, and no question a third time
    if kind(chain[0]) in ("near_no", "stay_call"):
        return "stay_call"  # nobody is there: that is known, and isn't asked again
    return "stay_plan" if kind(chain[0]) in _PLAN_ASKED else f"stay_{asked.value}"
