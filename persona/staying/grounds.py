"""What a reply is held against. Values alone: who knows the user hands them in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from persona.content import Content


class Kind(StrEnum):
    """How a reply can fall out of character. Claims of being human, farewells and false certainty are safety's."""

    BOILERPLATE = "boilerplate"
    WRONG_NAME = "wrong_name"
    TAKES_USER_FACTS = "takes_user_facts"
    WRONG_LANGUAGE = "wrong_language"
    MARKDOWN = "markdown"
    LECTURING = "lecturing"
    CONTRADICTS_SELF = "contradicts_self"
    CONTRADICTS_CHARACTER = "contradicts_character"


@dataclass(frozen=True)
class Slip:
    """One thing that was wrong: the words, and what to say about it in the next turn. `mended` when nobody saw it."""

    kind: Kind
    quote: str
    note: str = ""
    mended: bool = False


@dataclass(frozen=True)
class OfUser:
    """A sure fact of the user's: `subject` is `user`, or a word for whose it is (猫, sister)."""

    subject: str
    attribute: str
    value: str


@dataclass(frozen=True)
class Ground:
    """`user_text` is the line that is answered; `user_names` what the user goes by; `named` other names that stand in the
    talk; `own` what the companion said of itself before, in its own words; `asked_human` whether the user asked if it is one."""

    content: Content
    lang: str
    user_text: str = ""
    user_names: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    facts: tuple[OfUser, ...] = ()
    own: tuple[str, ...] = ()
    asked_human: bool = False


@dataclass(frozen=True)
class Manners:
    """What a character's own text rules out, as far as it says so plainly."""

    pet_names: bool = False
    emoji: bool = False
    exclamations: bool = False
    questions: bool = False


_NO_PET_NAMES = re.compile(
    r"(?:不|从不|绝不|别)(?:要)?(?:叫|喊|用|起|使)[^。；\n]{0,12}(?:亲爱的|宝贝|宝宝|亲|爱称|昵称|腻)|只叫名字|直呼其名"
    r"|\b(?:no|never(?: uses?)?|without|doesn't use|does not use|avoids?) (?:any )?(?:pet ?names|nicknames|terms of (?:endearment|affection)|endearments|darlings?|sweethearts?|dear ones?)"
    r"|\b(?:only )?by (?:first )?name only|\bonly by (?:first )?name",
    re.IGNORECASE,
)
_NO_EMOJI = re.compile(
    r"(?:不|从不|绝不)(?:使用|用|发|带|加)[^。；\n]{0,8}(?:表情|emoji)|\b(?:no|never uses?|without|doesn't use) emojis?\b",
    re.IGNORECASE,
)
_NO_EXCLAMATIONS = re.compile(
    r"(?:不|从不|几乎不|绝不)(?:使用|用|带|打)[^。；\n]{0,12}感叹号|\b(?:no|never(?: uses?| an?)?|without) [^.;\n]{0,20}exclamation",
    re.IGNORECASE,
)
_NO_QUESTIONS = re.compile(
    r"(?:从不|绝不|不)(?:提问|反问|发问)(?:[，。；\n]|$)|\bnever asks? (?:any )?questions\b", re.IGNORECASE
)


@lru_cache(maxsize=256)
def _manners(text: str) -> Manners:
    return Manners(
        bool(_NO_PET_NAMES.search(text)),
        bool(_NO_EMOJI.search(text)),
        bool(_NO_EXCLAMATIONS.search(text)),
        bool(_NO_QUESTIONS.search(text)),
    )


_SOMETIMES = re.compile(r"(?:的)?时候|之时|时[，,：:]|\b(?:when|while|if|unless|sometimes)\b", re.IGNORECASE)
"""What holds at times only."""


def manners(content: Content) -> Manners:
    told = (content.address, *content.style, *content.limits)
    return _manners("\n".join(line for line in told if not _SOMETIMES.search(line)))
