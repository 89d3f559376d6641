"""What a line tells whoever asked: a yes or a no, help that was called, how it stands with the speaker or with somebody else. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from safety.answerbook import book, language_of, patterns_of
from safety.asked import Asked
from safety.normalising import normalise


class Answer(StrEnum):
    """How a line answers it. Doubt is no answer to who is near, and a yes to what was meant."""

    YES = "yes"
    NO = "no"
    THOUGHT = "thought"
    """The thought is there: a yes to whether it is, and a no to whether it is to be done."""
    ONLY_THOUGHT = "only_thought"
    """The thought is there, and in the same breath it is denied that it is to be done."""
    LATER = "later"
    """It is there, and not for this day."""
    CALLED = "called"
    """Help was called, whatever was asked."""
    NONE = "none"


_LONG = {"zh": 24, "en": 64}
"""Characters of an answer; whatever is longer says something of its own and is read by the rules."""

_READ = (Answer.LATER, Answer.ONLY_THOUGHT, Answer.THOUGHT, Answer.NO, Answer.YES)

_CLAUSES = re.compile(r"[,.!;。\n]+")
_TURNS = re.compile("[对好行]了[,。]")


def answer_to(asked: Asked, text: str) -> Answer:
    """How a short line answers what was asked."""
    words = normalise(text).strip()
    lang = language_of(words)
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
    """What each answer looks like, a call for help first, then what holds both, and a no before a yes."""
    words_of = book(lang)

    def shape(words: Sequence[str], *tails: str) -> re.Pattern[str]:
        tail = "|".join((*tails, words_of["tail"]))
        return re.compile(f"(?:{words_of['lead']})*(?:{'|'.join(words)})(?:{tail})*")

    return {
        asked: [
            (Answer.CALLED, shape(words_of["called"])),
            *(
                (
                    answer,
                    shape(words_of[asked][answer], *([words_of["no_tail"]] if answer is Answer.NO else [])),
                )
                for answer in _READ
                if answer in words_of[asked]
            ),
        ]
        for asked in (Asked.MEANING, Asked.NEAR, Asked.BACK, Asked.AWAY)
    }


_NEWS = ("busy", "talked", "called", "in_care", "company", "unheard", "reached", "relief", "no_call")


@lru_cache(maxsize=2)
def _told(lang: str) -> dict[str, re.Pattern[str]]:
    return {**patterns_of(lang, "news"), **patterns_of(lang, "other")}


def news(text: str) -> str:
    """What a line tells of the speaker's own safety, the weightiest first; "" for nothing."""
    words = normalise(text).strip()
    lang = language_of(words)
    told = _told(lang)
    if len(words) > 2 * _LONG[lang] or told["not"].search(words):
        return ""
    return next((one for one in _NEWS if told[one].search(words)), "")


def is_weary(text: str) -> bool:
    """Whether a line asks not to be asked any more, or to speak of something else."""
    words = normalise(text).strip()
    lang = language_of(words)
    return len(words) <= 2 * _LONG[lang] and bool(_told(lang)["weary"].search(words))


_NOD = re.compile(r"(?:嗯+|恩+|哦+|噢+|好(?:的|吧)?|行|ok(?:ay)?|m+h?m+|uh huh|hm+|right|k)[,。.!~ ]*")


def is_nod(text: str) -> bool:
    """Whether a line only nods."""
    return bool(_NOD.fullmatch(normalise(text).strip()))


def wants_something(text: str) -> bool:
    """Whether a line asks for something of every day: a joke, a film, what to eat."""
    words = normalise(text).strip()
    lang = language_of(words)
    return len(words) <= 2 * _LONG[lang] and bool(_told(lang)["wants"].search(words))


class Other(StrEnum):
    """How it stands with somebody else."""

    OVER = "over"
    CARE = "care"
    """They are in the hands of those who can help."""
    HURT = "hurt"
    """Their body is hurt, and the speaker sees it."""
    NOW = "now"
    """It is happening."""
    SAY = "say"
    """What is one to say to them."""
    WITH = "with"
    """The speaker is with them."""
    AFTER = "after"
    """What it leaves behind in whoever helped."""
    UNREACHED = "unreached"
    STILL = "still"
    NONE = ""


_LEAD = re.compile(r"^(?:ok(?:ay)?|alright|all right|fine)[, ]+(?!now\b)(?=\w)")
"""What begins a line and tells of nobody: "ok I'm calling her mom"."""


def of_another(text: str) -> Other:
    """What a line tells of somebody else's danger."""
    words = _LEAD.sub("", normalise(text).strip())
    told = _told(language_of(words))
    doubted = told["not_over"].search(words)
    if told["safe"].search(words) and not doubted:
        return Other.OVER
    if told["care"].search(words):
        return Other.CARE
    if told["over"].search(words) and not doubted:
        return Other.OVER
    if told["hurt"].search(words):
        seen = told["with"].search(words) or not told["by_word"].search(words)
        return Other.HURT if seen else Other.NOW
    order = (Other.NOW, Other.UNREACHED, Other.SAY, Other.WITH, Other.AFTER, Other.STILL)
    return next((one for one in order if told[one].search(words)), Other.NONE)


_COMING = re.compile(
    r"(?<!你)(?<!你们)(?:打|拨|叫|报)(?:了|过|通)(?!没|吗)|(?:他们|救护车|医生|警察)[^,。]{0,4}(?:来|到|在路上)了?|在电话(?:里|上)|接通"
    r"|\b(?:they|the ambulance|paramedics|police|help)\b[^.!?\n]{0,16}\b(?:here|coming|on (?:the|their|its) way|arrived|on the phone)\b"
    r"|\b(?:called|rang|dialled|on the phone)\b"
)


def help_is_coming(text: str) -> bool:
    """Whether a line after an ambulance was asked for tells that somebody called, or that they come."""
    return bool(_COMING.search(normalise(text).strip()))


_BLOOD = re.compile(r"血|没(?:有)?呼吸|不动了|昏|\b(?:blood|bleed\w*|not breathing|not moving|unconscious)\b")


def tells_of_blood(text: str) -> bool:
    """Whether somebody is hurt."""
    return bool(_BLOOD.search(normalise(text)))


_SPEAKER = re.compile(
    r"我(?!在|该|怎么|要怎么|按|压|用|把|给|抱|也在|守|陪)|\b(?:i|my|me|myself)\b(?! (?:am )?(?:with|next|holding|pressing|put|beside|here))"
)


def is_their_wound(text: str) -> bool:
    """Whether a line tells of a hurt body and of nothing that the speaker is or does beside helping."""
    words = normalise(text).strip()
    told = _told(language_of(words))
    return bool(told["hurt"].search(words)) and not _SPEAKER.search(words)


_WHAT_NOW = re.compile(
    r"^[^,。?!]{0,6}(?:怎么办|怎么做才|做什么|如何是好|怎么(?:才能|样才能|能)?(?:停(?:下来|住)?|忍(?:住|过去)|控制(?:住)?|熬(?:过去)?|戒(?:掉)?))[^,。?!]{0,4}[。?!]*$"
    r"|^(?:but |so |then |and )?(?:what (?:should|do|can) i do|what now|how (?:do|can) i (?:go on|get through \w+|stop|resist|control (?:it|this|myself)|make it stop|fight (?:it|this)|quit))\b[^.!]{0,12}$"
)


def asks_what_to_do(text: str) -> bool:
    """Whether nothing else is asked than what to do."""
    return bool(_WHAT_NOW.search(normalise(text).strip()))
